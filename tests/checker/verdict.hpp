// What the independent checker says of a certificate, for tests outside its own.
#pragma once

#include <optional>
#include <string>

namespace allnash::test {

/// Why a certificate does not hold, or nothing when it does.
[[nodiscard]] std::optional<std::string> fault_in(const std::string& certificate);

}  // namespace allnash::test
