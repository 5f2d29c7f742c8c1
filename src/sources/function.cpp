// Games that a function of the caller computes, and games without answers, for planning.
#include <chrono>
#include <exception>
#include <utility>

#include "allnash/error.hpp"
#include "allnash/game.hpp"
#include "base/text.hpp"
#include "sources/table.hpp"

namespace allnash {
namespace sources {
namespace {

class FunctionGame final : public Source {
 public:
  using Function = std::function<Rational(const Question&)>;

  FunctionGame(Index rows, Index columns, const SourceTraits& traits, Function function)
      : Source(rows, columns, {}, traits), function_(std::move(function)) {}

  // A function may be slow: what it has answered is handed over, before the next call where that
  // is worth the while, and whatever happens in that call.
  void answer(std::span<const Question> asked, Answers& answers) override {
    std::vector<std::size_t> which;
    std::vector<Rational> found;
    const auto hand_over = [&] {
      if (!which.empty()) answers.take(which, found);
      which.clear();
      found.clear();
    };
    auto last = Clock::now();
    for (std::size_t t = 0; t < asked.size() && !answers.stopped(); ++t) {
      if (traits().random) {
        answers.handing_out({&t, 1});
        if (answers.stopped()) break;
      }
      try {
        found.push_back(payoff(asked[t]));
      } catch (...) {
        hand_over();
        throw;
      }
      which.push_back(t);
      if (Clock::now() - last < patience) continue;
      hand_over();
      last = Clock::now();
    }
    hand_over();
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr Clock::duration patience = std::chrono::milliseconds(2);

  [[nodiscard]] Rational payoff(const Question& asked) const {
    try {
      return function_(asked);
    } catch (const std::exception& error) {
      throw SourceError(entry_name(asked.entry) + ": " + error.what());
    } catch (...) {
      throw SourceError(entry_name(asked.entry) + ": the payoff function failed");
    }
  }

  Function function_;
};

class UnansweredGame final : public Source {
 public:
  using Source::Source;

  void payoffs(std::span<const Question> asked, std::span<Rational> /*answers*/) override {
    if (asked.empty()) return;
    throw SourceError(entry_name(asked.front().entry) + ": this game has no payoff source");
  }
};

template <typename Function>
void check_function(Index rows, Index columns, const Function& function) {
  check_shape("function", rows, columns);
  if (!function) throw InputError("function: no function was given");
}

}  // namespace
}  // namespace sources

using sources::FunctionGame;

std::unique_ptr<Source> function_game(Index rows, Index columns,
                                      std::function<Rational(Index, Index)> payoff) {
  sources::check_function(rows, columns, payoff);
  return std::make_unique<FunctionGame>(rows, columns, SourceTraits{.may_vary = true},
                                        [payoff = std::move(payoff)](const Question& asked) {
                                          return payoff(asked.entry.row, asked.entry.column);
                                        });
}

std::unique_ptr<Source> function_game(Index rows, Index columns,
                                      std::function<Rational(Index, Index, std::uint64_t)> play,
                                      bool seeded) {
  sources::check_function(rows, columns, play);
  return std::make_unique<FunctionGame>(
      rows, columns, SourceTraits{.random = true, .seeded = seeded, .tells_what_goes_out = true},
      [play = std::move(play)](const Question& asked) {
        return play(asked.entry.row, asked.entry.column, asked.seed);
      });
}

std::unique_ptr<Source> unanswered_game(Index rows, Index columns) {
  check_shape("game", rows, columns);
  return std::make_unique<sources::UnansweredGame>(rows, columns);
}

}  // namespace allnash
