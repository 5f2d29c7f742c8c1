#include "checker/verdict.hpp"

#include "checker/in_process.hpp"

namespace allnash::test {

std::optional<std::string> fault_in(const std::string& certificate) {
  return ::fault_in(certificate);
}

std::string verdict_beside(const std::string& certificate, const std::string& game,
                           const std::string& name, bool labels) {
  try {
    const GameFile read = read_game(game, name, labels);
    const std::optional<std::string> fault = ::fault_in(certificate, read);
    return fault ? "rejected: " + *fault : "verified";
  } catch (const BadInput& reason) {
    return std::string("refused: ") + reason.what();
  }
}

}  // namespace allnash::test
