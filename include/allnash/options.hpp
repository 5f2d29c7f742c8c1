// How a game is solved. Each option is stated once: its default beside the field; its name, range
// and meaning in the table that `option_table` returns. The checks of options, the command line's
// help, the reference page and the Python docstrings are made from that table.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "allnash/export.hpp"
#include "allnash/payoff_range.hpp"
#include "allnash/rational.hpp"

namespace allnash {

/// When the loops of `paper` and `reweighted` over sizes are left, for `lazy` to go on. Each leaves
/// before a size with too many subgames to be searched.
enum class LoopExit {
  read,   ///< when nothing is left to ask
  time,   ///< also when the bound on the next size's queries is above what is left to ask
  never,  ///< the loop as it is written, however long it takes
};

/// How `reweighted` finds a strategy that concedes least to the lines drawn.
enum class Engine {
  sparse,  ///< the best of those with few non-zeros, among all subsets
  lp,      ///< a basic solution of the linear program, in polynomial time
};

struct Options {
  std::string method = "auto";
  Rational delta = Rational(1, 20);  ///< a double stands for the shortest decimal that gives it
  std::uint64_t seed = 1;
  std::int64_t vertices = 1000;
  bool kernels = false;               ///< list the square subgames that make the extreme strategies
  bool certificate_vertices = false;  ///< prove the lists of extreme strategies, for a certificate
  std::optional<std::int64_t> budget = {};
  std::optional<double> time_limit = {};     ///< seconds
  std::optional<std::int64_t> threads = {};  ///< none: as many as there are cores
  bool symmetric = false;
  std::optional<PayoffRange> payoff_range = {};  ///< low < high
  std::optional<Rational> epsilon = {};          ///< above 0, in units of payoff
  std::optional<std::int64_t> k1 =
      {};  ///< methods paper and reweighted: the row support's size, with k2 the column's
  std::optional<std::int64_t> k2 = {};
  std::optional<std::int64_t> sample = {};  ///< method paper: draws a side, for its l
  LoopExit exit = LoopExit::read;
  double scale = 0.05;  ///< method reweighted: the part of its bound for shortcuts; 1: none
  Engine engine = Engine::sparse;          ///< method reweighted
  std::optional<std::string> ledger = {};  ///< path of the file that keeps every payoff asked
  double ahead = 0;  ///< what asking ahead may cost in vain, as a share of the payoffs needed; 0:
                     ///< none is asked
  std::string game_id = {};  ///< what the ledger file knows the game by; empty for none
  /// The part of the payoffs that is asked twice; none: a few, where SourceTraits::may_vary.
  std::optional<double> check_repeat = {};
};

/// Whom an option is for.
enum class OptionGroup {
  everyday,  ///< what `allnash solve --help` shows
  more,      ///< of use now and then
  research,  ///< for comparing methods
};

/// One option of `solve` or of `rank`, whose values are in a struct of their own.
template <typename Values>
struct Option {
  std::string_view name;      ///< as on the command line, without dashes
  std::string_view argument;  ///< what its value is called; empty for a switch
  /// The part before a semicolon says what it does; the rest, what else there is to know.
  std::string_view meaning;
  std::string default_text;
  OptionGroup group = OptionGroup::everyday;
  std::string_view methods = {};  ///< that use it, with commas between; empty for all
  bool of_plays = false;          ///< what the plays of a game of chance depend on

  /// Sets it from text; a switch takes "true" and "false". Throws OptionError that names the option
  /// and its range: `delta: 2 is not in (0, 1)`.
  void set(Values& values, std::string_view text) const { read(values, name, text); }
  /// The text that sets it so; nothing where it has its default.
  [[nodiscard]] std::optional<std::string> text(const Values& values) const {
    return written(values);
  }
  /// Throws what `set` would have thrown, for a value that a program filled in by itself.
  void check(const Values& values) const { checked(values, name); }

  void (*read)(Values& values, std::string_view name, std::string_view text) = nullptr;
  std::optional<std::string> (*written)(const Values& values) = nullptr;
  void (*checked)(const Values& values, std::string_view name) = nullptr;
  bool repeated = false;  ///< may be given several times, and `set` adds to what is there
};
using OptionInfo = Option<Options>;

/// Every option of `solve`, in the order of the reference page.
ALLNASH_EXPORT std::span<const OptionInfo> option_table();

/// Options that differ from their defaults, and the method and the seed in any case: by the names
/// of `option_table`, with a text that sets them. Without the ledger file and the game's name.
ALLNASH_EXPORT std::vector<std::pair<std::string, std::string>> settings_of(const Options& options);

/// Throws OptionError for options that do not fit: each by itself, to the method, to each other.
ALLNASH_EXPORT void check_options(const Options& options);

/// The names that `method` takes, with a line on each.
struct MethodInfo {
  std::string_view name;
  std::string_view meaning;
  bool research = false;  ///< of the literature, or behind a theorem: there to be compared with
};
ALLNASH_EXPORT std::span<const MethodInfo> method_table();
/// Those for games of chance; `auto` is the first.
ALLNASH_EXPORT std::span<const MethodInfo> play_method_table();

}  // namespace allnash
