// Messages about oracle programs, and the check of their settings.
#include "payoffs/sources/oracle/dispatch.hpp"

#include "core/base/text.hpp"

namespace allnash::sources {

std::string silence_text(double seconds, bool answered) {
  std::string text = std::to_string(seconds);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return "the oracle program was silent for over " + text + " s" +
         (answered ? "" : "; does it flush its output after each line?");
}

std::string failure_text(const std::string& reason, Index attempts) {
  return reason + (attempts == 1 ? "" : " (tried " + std::to_string(attempts) + " times)");
}

std::string surplus_text(const std::string& line) {
  return "the oracle program wrote " + in_quotes(line) +
         ", a line more than it was asked for: its answers can no longer be matched to requests";
}

void check_workers(const OracleSettings& settings) {
  if (settings.workers < 1 || settings.workers > 10000) {
    throw InputError("workers: " + std::to_string(settings.workers) + " is not in 1 to 10000");
  }
  if (!(settings.timeout > 0)) throw InputError("oracle-timeout: not a number of seconds above 0");
  if (settings.retries < 0) throw InputError("oracle-retries: not a whole number of 0 or more");
}

}  // namespace allnash::sources
