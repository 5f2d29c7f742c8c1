// `allnash explore TABLE`: writes the page of a table whose cells can be edited there, and opens
// it.
#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "allnash/large.hpp"
#include "allnash/report.hpp"
#include "allnash/solve.hpp"
#include "answer.hpp"
#include "commands.hpp"
#include "output.hpp"
#include "page.hpp"
#include "signals.hpp"

extern char** environ;  // NOLINT(readability-redundant-declaration)

namespace allnash::cli {
namespace {

constexpr Index most_edited = 40;  ///< rows, and columns, of a table that its page can edit

std::string page_name(const Arguments& arguments) {
  if (arguments.output) return *arguments.output;
  const std::string name = std::filesystem::path(arguments.game).stem().string();
  const bool is_file = name.find(':') == name.npos && name != "-";
  return (is_file ? name : std::string("table")) + ".html";
}

/// The table, with names or without: where nothing says so, as it can be read.
std::unique_ptr<Source> open_table(const Arguments& arguments) {
  if (names_flow_game(arguments.game)) {
    throw InputError(arguments.game + ": explore takes a table");
  }
  const bool is_text = arguments.game.ends_with(".csv") || arguments.game.ends_with(".tsv");
  if (arguments.labels || arguments.header || !is_text) return open_named(arguments);
  Arguments named = arguments;
  named.labels = true;
  try {
    return open_named(arguments);
  } catch (const InputError&) {
    try {
      return open_named(named);
    } catch (const InputError& error) {
      named.labels = false;
      named.header = true;
      try {
        return open_named(named);
      } catch (const InputError&) {
        throw error;
      }
    }
  }
}

/// The payoffs that a table has; of blank cells none.
class Cells final : public Answers {
 public:
  explicit Cells(Source& game) : rows_(game.rows()), columns_(game.columns()) {
    std::vector<Question> all;
    for (Index row = 0; row < rows_; ++row) {
      for (Index column = 0; column < columns_; ++column) all.push_back({{row, column}, 0});
    }
    payoffs_.resize(all.size());
    game.answer(all, *this);
  }

  void take(std::span<const std::size_t> which, std::span<const Rational> payoffs) override {
    for (std::size_t t = 0; t < which.size(); ++t) payoffs_[which[t]] = payoffs[t];
  }
  [[nodiscard]] bool stopped() const override { return false; }

  [[nodiscard]] std::int64_t blank() const {
    return std::ranges::count_if(payoffs_, [](const auto& one) { return !one; });
  }

  /// The range of payoffs about what mirrored ones add up to, if that is the same wherever both are
  /// there, and some are. Requires as many rows as columns.
  [[nodiscard]] std::optional<PayoffRange> mirrored() const {
    std::optional<Rational> sum;
    for (Index row = 0; row < rows_; ++row) {
      for (Index column = 0; column <= row; ++column) {
        const auto& one = at({row, column});
        const auto& other = at({column, row});
        if (!one || !other) continue;
        if (!sum) sum = *one + *other;
        if (*one + *other != *sum) return {};
      }
    }
    if (!sum) return {};
    Rational reach = sum->sign() < 0 ? -*sum : *sum;  // from 0 to the sum, where that holds all
    for (const auto& one : payoffs_) {
      if (one) reach = std::max({reach, *one + *one - *sum, *sum - *one - *one});
    }
    if (reach.sign() == 0) reach = 1;
    return PayoffRange{(*sum - reach) / 2, (*sum + reach) / 2};
  }

 private:
  [[nodiscard]] const std::optional<Rational>& at(Entry entry) const {
    return payoffs_[static_cast<std::size_t>(entry.row * columns_ + entry.column)];
  }
  Index rows_;
  Index columns_;
  std::vector<std::optional<Rational>> payoffs_;
};

/// A table is a symmetric game if it says so itself: both players have the same names, and mirrored
/// payoffs one sum.
void see_symmetry(const Source& game, const Cells& cells, Options& options) {
  const Labels& labels = game.labels();
  if (game.rows() != game.columns() || game.rows() < 2) return;
  if (!options.symmetric && (labels.rows.empty() || labels.rows != labels.columns)) return;
  const auto range = cells.mirrored();
  if (!range) return;
  options.symmetric = true;
  if (!options.payoff_range) options.payoff_range = range;
}

/// The program that opens pages; empty if there is none, or nowhere to show them.
std::string browser() {
  if (const char* const chosen = std::getenv("BROWSER"); chosen != nullptr && *chosen != '\0') {
    const std::string list = chosen;
    return list.substr(0, list.find(':'));
  }
#ifdef __APPLE__
  return "open";
#else
  for (const char* const display : {"DISPLAY", "WAYLAND_DISPLAY"}) {
    const char* const its = std::getenv(display);
    if (its != nullptr && *its != '\0') return "xdg-open";
  }
  return "";
#endif
}

/// Starts the browser, and does not wait for it. False if there is none.
bool opened(const std::string& page) {
  const std::string program = browser();
  if (program.empty()) return false;
  std::string name = program;
  std::string file = std::filesystem::absolute(page).string();
  std::array<char*, 3> words{name.data(), file.data(), nullptr};
  posix_spawn_file_actions_t quiet;
  posix_spawn_file_actions_init(&quiet);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    posix_spawn_file_actions_addopen(&quiet, stream, "/dev/null", O_RDWR, 0);
  }
  pid_t child = 0;
  const int fault = posix_spawnp(&child, program.c_str(), &quiet, nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&quiet);
  return fault == 0;
}

}  // namespace

int run_explore(const Arguments& given) {
  Arguments arguments = given;
  arguments.report = page_name(given);
  const auto game = with_names(open_table(arguments), given_names(arguments));
  Page page(arguments);
  const StopOnSignal stop;
  Hooks hooks;
  hooks.observer = &page.watch(*game, nullptr);
  hooks.stop = &stop.flag();
  Options options = arguments.options;
  options.method = "full";  // the page needs every payoff
  std::int64_t blank = 0;
  if (std::max(game->rows(), game->columns()) <= most_edited) {
    const Cells cells(*game);
    blank = cells.blank();
    see_symmetry(*game, cells, options);
  }
  const Result result = solve(*game, options, hooks);
  page.commit(result, "");
  const bool is_open = !arguments.no_browser && opened(*arguments.report);
  std::string text = *arguments.report;
  text += is_open ? ": opened in the browser\n" : ": open it in a browser\n";
  if (result.status != Status::proved) {
    text += blank == 0 ? "The run was stopped: the page shows what is known.\n"
                       : std::to_string(blank) +
                             (blank == 1 ? " cell of the table is blank"
                                         : " cells of the table are blank") +
                             ": the page shows what is known. Once they are filled in, it can be "
                             "changed there; --symmetric takes them from mirrored cells.\n";
  } else if (std::max(result.rows, result.columns) > most_edited) {
    text += "The table is larger than 40 x 40: the page shows it, and cannot change it.\n";
  } else {
    text +=
        "Click a cell there and type, such as 5.5, 11/2 or 6-4: the page solves the table anew.\n";
  }
  write_standard_output(text);
  return result.status == Status::proved ? exit_proved : exit_stopped;
}

}  // namespace allnash::cli
