// bench_promises [--leagues N]: how often promises of `rank` are false, in leagues where that is
// likely, and with a mistake made on purpose. Prints a table.
#include "league/certify/promises.hpp"

#include <fmt/format.h>

#include "words.hpp"

namespace allnash {
namespace {

int run(int leagues) {
  fmt::print(
      "| league | leagues | false | level | allowed | the mistake | false with it |\n"
      "| --- | ---: | ---: | ---: | ---: | --- | ---: |\n");
  int wrong = 0;
  for (const promises::Trial& trial : promises::trials()) {
    const promises::Counted found = promises::count(trial, leagues, false);
    const int broken = promises::count(trial, leagues, true).is_false;
    const double level = promises::level_of(trial, found.attempts);
    const int allowed = static_cast<int>(promises::allowed(level, leagues));
    wrong += found.is_false > allowed || broken <= allowed ? 1 : 0;
    fmt::print("| {} | {} | {} | {:.3f} | {} | {} | {} |\n", trial.name, leagues, found.is_false,
               level, allowed, trial.mistake, broken);
    std::fflush(stdout);
  }
  return wrong > 0 ? 1 : 0;
}

}  // namespace
}  // namespace allnash

int main(int count, char** arguments) {
  const std::vector<std::string> words(arguments + 1, arguments + count);
  return allnash::run(static_cast<int>(allnash::number_after(words, "--leagues", 1000)));
}
