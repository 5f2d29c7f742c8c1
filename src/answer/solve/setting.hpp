// What a run or a plan of a game is made of: the options, checked; the game that is solved; the
// ledger in front of it, and its file.
#pragma once

#include <memory>

#include "allnash/solve.hpp"
#include "allnash/source.hpp"
#include "core/base/stop_token.hpp"
#include "matrix/run/base.hpp"
#include "payoffs/asking/payoff_ledger.hpp"
#include "payoffs/file/ledger_game.hpp"
#include "payoffs/file/store.hpp"

namespace allnash {

struct Setting {
  enum class Purpose { solve, plan };
  /// `from` describes the game in its ledger file, if it is known from there alone. Throws
  /// OptionError, InputError.
  Setting(Source& caller, const Options& given, const Hooks& hooks, Purpose purpose,
          const file::LedgerGame* from = nullptr);
  [[nodiscard]] asking::LedgerSettings for_purpose(Purpose purpose);
  /// Whether the game is a chart that does not have all of its payoffs.
  [[nodiscard]] bool is_partial() const;
  /// Whether what the file has may be of another source, which nothing tells from this one.
  [[nodiscard]] bool is_anonymous() const;

  StopToken::Clock::time_point start = StopToken::Clock::now();
  Options options;
  std::unique_ptr<Source> chart;  ///< in place of the caller's, if that is to be symmetric
  Source& game;                   ///< the game that is solved
  StopToken stop;
  asking::LedgerSettings settings;
  std::unique_ptr<file::Store> file;
  const matrix::RunBase* run = nullptr;  ///< reports what the source waits for, if there is one
  asking::Ledger ledger;
};

}  // namespace allnash
