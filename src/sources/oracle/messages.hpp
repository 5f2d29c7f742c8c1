// Error messages about oracle programs, and the check of their settings.
#pragma once

#include <string>

#include "allnash/oracle.hpp"

namespace allnash::sources {

/// For a program that has not answered for this long, or not at all.
std::string silence_text(double seconds, bool answered);
/// Why a request failed, and how often it was tried.
std::string failure_text(const std::string& reason, Index attempts);
/// For a program that wrote a line that nobody asked for.
std::string surplus_text(const std::string& line);

/// Throws InputError, naming the setting, for workers, timeout or retries out of range.
void check_workers(const OracleSettings& settings);

}  // namespace allnash::sources
