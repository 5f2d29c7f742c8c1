#include "checker/verdict.hpp"

#include "checker/in_process.hpp"

namespace allnash::test {

std::optional<std::string> fault_in(const std::string& certificate) {
  return ::fault_in(certificate, nullptr);
}

}  // namespace allnash::test
