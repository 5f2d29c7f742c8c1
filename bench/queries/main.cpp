// bench_queries: how many payoffs each method asks for, over the floor, on games of many kinds.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "allnash/allnash.hpp"
#include "report.hpp"

namespace {

constexpr const char* usage =
    R"(usage: bench_queries [option value]...
  --n N             size of the games; random games take a tenth (2000)
  --families A,B    only these: lowrank stands for lowrank-5 and lowrank-20 (all)
  --methods A,B     only these (lazy,auto,textbook,full)
  --seeds S         seeds 1 to S, of the family and of the method (3)
  --limit SECONDS   that one run may take (120)
  --write FILE      rewrite this page, all but its notes
)";

constexpr std::int64_t usual_size = 2000;

struct Arguments {
  std::int64_t size = usual_size;
  std::vector<std::string> families;
  bench::Settings settings{{"lazy", "auto", "textbook", "full"}, 3, 120};
  std::string page;
};

struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

std::vector<std::string> split(const std::string& list) {
  std::vector<std::string> items;
  std::size_t start = 0;
  while (start <= list.size()) {
    const std::size_t comma = std::min(list.find(',', start), list.size());
    items.push_back(list.substr(start, comma - start));
    start = comma + 1;
  }
  return items;
}

double positive(const std::string& option, const std::string& text) {
  std::size_t read = 0;
  double value = 0;
  try {
    value = std::stod(text, &read);
  } catch (const std::exception&) {
    read = 0;
  }
  if (read != text.size() || !(value > 0) || value > 1e6) {
    throw UsageError(option + ": " + text + " is not a number in (0, 1000000]");
  }
  return value;
}

std::int64_t count(const std::string& option, const std::string& text) {
  const double value = positive(option, text);
  if (value != static_cast<double>(static_cast<std::int64_t>(value))) {
    throw UsageError(option + ": " + text + " is not a whole number");
  }
  return static_cast<std::int64_t>(value);
}

Arguments parse(const std::vector<std::string>& words) {
  Arguments arguments;
  for (std::size_t t = 0; t < words.size(); t += 2) {
    if (t + 1 == words.size()) throw UsageError(words[t] + ": a value is missing");
    const std::string& option = words[t];
    const std::string& value = words[t + 1];
    if (option == "--n") {
      arguments.size = count(option, value);
    } else if (option == "--families") {
      arguments.families = split(value);
    } else if (option == "--methods") {
      arguments.settings.methods = split(value);
    } else if (option == "--seeds") {
      arguments.settings.seeds = static_cast<std::uint64_t>(count(option, value));
    } else if (option == "--limit") {
      arguments.settings.limit = positive(option, value);
    } else if (option == "--write") {
      arguments.page = value;
    } else {
      throw UsageError(option + ": no such option");
    }
  }
  return arguments;
}

// Leaves out what this build does not have, with a word on it.
void keep_known_methods(std::vector<std::string>& methods) {
  const auto known = allnash::method_table();
  std::erase_if(methods, [&](const std::string& method) {
    const bool is_there =
        method == "textbook" ||
        std::ranges::find(known, method, &allnash::MethodInfo::name) != known.end();
    if (!is_there) std::cerr << "no method " << method << " in this build: left out\n";
    return !is_there;
  });
}

std::vector<bench::BenchGame> chosen_games(const Arguments& arguments) {
  std::vector<bench::BenchGame> games = bench::bench_games(arguments.size);
  if (arguments.families.empty()) return games;
  std::erase_if(games, [&](const bench::BenchGame& game) {
    return std::ranges::none_of(arguments.families, [&](const std::string& family) {
      return game.name == family || game.name.starts_with(family + "-");
    });
  });
  if (games.empty()) throw UsageError("--families: none of the games has such a name");
  return games;
}

std::string page(const Arguments& arguments, const std::string& table) {
  return fmt::format(
      R"(# Queries over the floor

Distinct payoffs asked, over the floor (no method that finds all equilibria of every game asks fewer, [theory.md](research/theory.md)), as means over
seeds 1 to {}; the seed is the game's, where it has one, and the method's. `textbook` is the double oracle method as
textbooks give it, in floating point: it looks for one equilibrium and proves nothing, so that where there are several
it may ask for less than the floor, which is that of a proved run. `full` asks for every payoff and is run only
where the game is small. A run had {:g} s; one that did not end shows as stopped, and there is then no mean. The
target is what `auto` is to reach.

Made by `make bench-queries`.

{})",
      arguments.settings.seeds, arguments.settings.limit, table);
}

void run(const Arguments& arguments) {
  std::vector<bench::Measured> measured;
  for (const bench::BenchGame& game : chosen_games(arguments)) {
    measured.push_back(bench::measure(game, arguments.settings));
  }
  const std::string table =
      bench::table(measured, arguments.settings, arguments.size == usual_size);
  std::cout << table;
  if (!arguments.page.empty()) {
    bench::rewrite_page(arguments.page, page(arguments, table));
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  try {
    Arguments arguments = parse(words);
    keep_known_methods(arguments.settings.methods);
    run(arguments);
    return 0;
  } catch (const UsageError& error) {
    std::cerr << error.what() << "\n" << usage;
    return 2;
  } catch (const std::exception& error) {
    std::cerr << "bench_queries: " << error.what() << "\n";
    return 5;
  }
}
