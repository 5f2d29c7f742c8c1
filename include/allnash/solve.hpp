// Solving a game, and the options of that. Each option is defined once: its default beside the
// field; its name, range and meaning in the table that `option_table` returns. The checks of
// options, the command line's help, the reference page and the Python docstrings are made from that
// table.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "allnash/rational.hpp"
#include "allnash/result.hpp"
#include "allnash/run.hpp"
#include "allnash/source.hpp"

namespace allnash {

/// When `paper` and `reweighted` end their loops over sizes, and `lazy` continues. Each ends before
/// a size with too many subgames to be searched.
enum class LoopExit {
  read,   ///< when nothing is left to ask
  time,   ///< also if the bound on the next size's queries exceeds the number of unknown payoffs
  never,  ///< the loop as it is written, however long it takes
};

/// How `reweighted` finds a strategy that concedes least to the lines drawn.
enum class Engine {
  sparse,  ///< the best with few non-zeros, by a search over subsets
  lp,      ///< a basic solution of the linear program, in polynomial time
};

/// What happens when the source fails to give the payoff of an entry, however often it is tried.
struct OnFailure {
  enum class Then {
    stop,   ///< the run ends with the source's error
    skip,   ///< the run goes on; the payoff is anything in the payoff range
    count,  ///< the run goes on; the payoff counts as `payoff`
  };
  Then then = Then::stop;
  Rational payoff = {};
  bool operator==(const OnFailure&) const = default;
};

/// Settings of single methods that are there to be compared with.
struct ResearchOptions {
  /// Methods paper and reweighted: the row support's size, with k2 the column's.
  std::optional<std::int64_t> k1 = {};
  std::optional<std::int64_t> k2 = {};
  std::optional<std::int64_t> sample = {};  ///< method paper: lines drawn a side, for its l
  LoopExit exit = LoopExit::read;           ///< methods paper and reweighted
  double scale = 0.05;  ///< method reweighted: the part of its bound for shortcuts; 1: none
  Engine engine = Engine::sparse;  ///< method reweighted
};

/// How a game is solved. Many members, since each is an option by itself: its default stands here,
/// its name, range and meaning in the table that `option_table` returns.
struct Options {
  std::string method = "auto";
  Rational delta = Rational(1, 20);  ///< a double means the shortest decimal that gives it
  std::uint64_t seed = 1;
  std::int64_t vertices = 1000;
  bool kernels = false;  ///< list the square subgames that define the extreme strategies
  bool certificate_vertices = false;  ///< prove the lists of extreme strategies in the certificate
  std::optional<std::int64_t> budget = {};
  std::optional<double> time_limit = {};     ///< seconds
  std::optional<std::int64_t> threads = {};  ///< none: one for each core
  bool symmetric = false;
  std::optional<PayoffRange> payoff_range = {};  ///< low < high
  std::optional<Rational> epsilon = {};          ///< above 0, in units of payoff
  ResearchOptions research = {};
  std::optional<std::string> ledger = {};  ///< path of the file that keeps every payoff asked
  double ahead = 0;  ///< questions in vain that asking ahead may cost, per payoff needed; 0: off
  std::string game_id = {};  ///< the game's name in the ledger file; empty for none
  /// The part of the payoffs that is asked twice; none: a few, if SourceTraits::may_vary.
  std::optional<double> check_repeat = {};
  OnFailure on_failure = {};
};

/// The audience of an option.
enum class OptionGroup {
  common,
  research,  ///< for comparing methods
};

/// One option of `solve` or of `rank`; `Values` is the struct of all of them.
template <typename Values>
struct Option {
  std::string_view name;      ///< as on the command line, without dashes
  std::string_view argument;  ///< name of its value; empty for a switch
  /// The part before a semicolon says what the option does; the rest adds details.
  std::string_view meaning;
  std::string default_text;
  OptionGroup group = OptionGroup::common;
  std::string_view methods = {};  ///< methods that use it, with commas between; empty for all
  bool of_plays = false;          ///< the plays of a game of chance depend on it

  /// Sets it from text; a switch takes "true" and "false". Throws OptionError that names the option
  /// and its range: `delta: 2 is not in (0, 1)`.
  void set(Values& values, std::string_view text) const { read(values, name, text); }
  /// The text that sets it to its present value; nothing if that is the default.
  [[nodiscard]] std::optional<std::string> text(const Values& values) const {
    return written(values);
  }
  /// Throws what `set` would throw, for a value that a program assigned directly.
  void check(const Values& values) const { checked(values, name); }

  void (*read)(Values& values, std::string_view name, std::string_view text) = nullptr;
  std::optional<std::string> (*written)(const Values& values) = nullptr;
  void (*checked)(const Values& values, std::string_view name) = nullptr;
  bool repeated = false;  ///< may be given several times: `set` appends
};
using OptionInfo = Option<Options>;

/// Every option of `solve`, in the order of the reference page.
ALLNASH_EXPORT std::span<const OptionInfo> option_table();

/// Options that differ from their defaults, and always the method and the seed: by the names of
/// `option_table`, with a text that sets them. Without the ledger file and the game's name.
ALLNASH_EXPORT std::vector<std::pair<std::string, std::string>> settings_of(const Options& options);

/// Throws OptionError for options out of range, unused by the method, or in contradiction.
ALLNASH_EXPORT void check_options(const Options& options);

/// The methods that the option `method` takes, with a line on each.
struct MethodInfo {
  std::string_view name;
  std::string_view meaning;
  bool research = false;  ///< from the literature, or behind a theorem: for comparison
};
ALLNASH_EXPORT std::span<const MethodInfo> method_table();
/// The methods for games of chance; `auto` is the first.
ALLNASH_EXPORT std::span<const MethodInfo> play_method_table();

/// Finds the value and every equilibrium of the game, and proves it.
///
/// Requires: the same entry always has the same payoff. Ensures: a result of status `proved` passed
/// the exact check of a strictly complementary pair; one of status `stopped` holds true bounds.
/// The game stays as it is: entries that `symmetric` adds or rounds in a chart are only in the
/// result. Throws InputError (options, or a game that contradicts them), SourceError (from the
/// source), and passes on whatever else the source, the observer or the certificate's stream throw.
/// Payoffs asked by then are in the ledger file, if there is one.
///
/// For a game of chance (`SourceTraits::random`): bounds on its value, and strategies that attain
/// them, with probability at least 1 - options.delta: status `certified` once they are at most
/// options.epsilon apart (in a symmetric game: once `low` is that near to the value), `stopped`
/// before. Requires that plays are independent and that their means are the payoffs. Needs
/// options.payoff_range and options.epsilon; options.budget counts plays. A ledger file keeps the
/// plays of one run.
ALLNASH_EXPORT Result solve(Source& game, const Options& options = {}, const Hooks& hooks = {});

/// The range that makes the game symmetric where each match pays the same to both players together:
/// 0,10 where each divides ten points. The diagonal does not count, nor do blank cells. Nothing if
/// matches differ, for sources that cannot check themselves, and unless there are 3 to 2000
/// strategies.
ALLNASH_EXPORT std::optional<PayoffRange> range_of_matches(Source& game);

/// For programs: sets the function that is called when there is no memory for a large number; it
/// may not return. By default GMP and FLINT, which cannot go on, end the process by a signal. It
/// holds for the whole process, and must be called before anything else.
ALLNASH_EXPORT void when_out_of_memory(void (*end)()) noexcept;

/// The version of the library, such as "0.1.0".
ALLNASH_EXPORT std::string version();

// The linear algebra library, and the kernels with which it computes on this processor.

/// Lets OpenBLAS compute with the kernels that this processor can run. A version that is older than
/// the processor does not know it, and falls back to kernels that any processor of its kind runs,
/// which take up to twice the time. Does nothing where OpenBLAS knows the processor, where the
/// variable OPENBLAS_CORETYPE is set, or with another library.
///
/// Call it when a program starts: no thread may use BLAS meanwhile. The programs and the Python
/// module call it themselves.
ALLNASH_EXPORT void choose_blas_kernels();

/// The name of the library and of its kernels, such as "OpenBLAS, kernels SkylakeX", or that this
/// is not known.
[[nodiscard]] ALLNASH_EXPORT std::string blas_kernels();

}  // namespace allnash
