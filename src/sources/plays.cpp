// Games of chance that need no program: a coin for each play of a known game, and functions.
#include <algorithm>
#include <numeric>

#include "allnash/error.hpp"
#include "allnash/play_source.hpp"
#include "exact/access.hpp"
#include "exact/integer.hpp"
#include "sources/families/noise.hpp"
#include "sources/table.hpp"

namespace allnash {
namespace sources {
namespace {

// Beyond this many strategies only the first are looked at: a table of that size is rare, and a
// family shows at once what it is.
constexpr Index looked_at_whole = 1024;
constexpr Index looked_at = 256;

std::string range_text(const PayoffRange& range) {
  return range.low.to_string() + "," + range.high.to_string();
}

class CoinGame final : public PlaySource {
 public:
  CoinGame(PayoffSource& game, const PayoffRange& range) : game_(game), range_(range) {}

  [[nodiscard]] Index rows() const override { return game_.rows(); }
  [[nodiscard]] Index columns() const override { return game_.columns(); }
  [[nodiscard]] GameIdentity identity() const override {
    GameIdentity identity = game_.identity();
    if (!identity.fingerprint.empty()) identity.fingerprint = "coin " + identity.fingerprint;
    return identity;
  }
  [[nodiscard]] std::vector<std::string> row_labels() const override { return game_.row_labels(); }
  [[nodiscard]] std::vector<std::string> column_labels() const override {
    return game_.column_labels();
  }

  [[nodiscard]] bool seeded() const override { return true; }
  [[nodiscard]] std::optional<Entry> symmetry_fault(const Rational& sum) const override {
    if (rows() != columns()) return {};
    const Index size = rows() <= looked_at_whole ? rows() : looked_at;
    std::vector<Entry> entries;
    for (Index i = 0; i < size; ++i) {
      for (Index j = 0; j < size; ++j) entries.push_back({i, j});
    }
    std::vector<Rational> payoffs(entries.size());
    game_.payoffs(entries, payoffs);
    const auto at = [size](Index i, Index j) { return static_cast<std::size_t>(i * size + j); };
    for (Index i = 0; i < size; ++i) {
      for (Index j = i; j < size; ++j) {
        if (payoffs[at(i, j)] + payoffs[at(j, i)] != sum) return Entry{i, j};
      }
    }
    return {};
  }

  void play(std::span<const Play> plays, Answers& answers) override {
    std::vector<Entry> entries;
    for (const Play& play : plays) entries.push_back(play.entry);
    std::vector<Rational> payoffs(plays.size());
    game_.payoffs(entries, payoffs);
    for (std::size_t t = 0; t < plays.size(); ++t) {
      payoffs[t] = toss(plays[t], payoffs[t]) ? range_.high : range_.low;
    }
    std::vector<std::size_t> which(plays.size());
    std::iota(which.begin(), which.end(), std::size_t{0});
    answers.take(which, payoffs);
  }

 private:
  // Heads when a uniform word of 64 bits lies below chance * 2^64, rounded down: off by less than
  // 2^-64.
  [[nodiscard]] bool toss(const Play& play, const Rational& payoff) const {
    if (payoff < range_.low || payoff > range_.high) {
      throw InputError(entry_name(play.entry) + ": the payoff " + payoff.to_string() +
                       " is outside the range " + range_text(range_));
    }
    if (payoff == range_.high) return true;
    const Rational chance = (payoff - range_.low) / (range_.high - range_.low);
    exact::Integer limit;
    fmpz_mul_2exp(limit.raw(), exact::numerator(chance), 64);
    fmpz_fdiv_q(limit.raw(), limit.raw(), exact::denominator(chance));
    return mixed(play.seed ^ 0x632be59bd9b4e019U) < fmpz_get_ui(limit.raw());
  }

  PayoffSource& game_;
  PayoffRange range_;
};

class FunctionPlays final : public PlaySource {
 public:
  FunctionPlays(Index rows, Index columns,
                std::function<Rational(Index, Index, std::uint64_t)> play, bool seeded)
      : rows_(rows), columns_(columns), play_(std::move(play)), seeded_(seeded) {}

  [[nodiscard]] Index rows() const override { return rows_; }
  [[nodiscard]] Index columns() const override { return columns_; }
  [[nodiscard]] bool seeded() const override { return seeded_; }
  [[nodiscard]] bool tells_what_goes_out() const override { return true; }
  void play(std::span<const Play> plays, Answers& answers) override {
    for (std::size_t t = 0; t < plays.size() && !answers.stopped(); ++t) {
      answers.handing_out(std::span(&t, 1));
      if (answers.stopped()) return;
      const Rational paid = one(plays[t]);
      answers.take(std::span(&t, 1), std::span(&paid, 1));
    }
  }

 private:
  [[nodiscard]] Rational one(const Play& play) const {
    try {
      return play_(play.entry.row, play.entry.column, play.seed);
    } catch (const std::exception& error) {
      throw SourceError(entry_name(play.entry) + ": " + error.what());
    }
  }

  Index rows_;
  Index columns_;
  std::function<Rational(Index, Index, std::uint64_t)> play_;
  bool seeded_;
};

}  // namespace
}  // namespace sources

std::unique_ptr<PlaySource> coin_game(PayoffSource& game, const PayoffRange& range) {
  return std::make_unique<sources::CoinGame>(game, range);
}

std::unique_ptr<PlaySource> function_plays(
    Index rows, Index columns, std::function<Rational(Index, Index, std::uint64_t)> play,
    bool seeded) {
  sources::check_shape("function", rows, columns);
  return std::make_unique<sources::FunctionPlays>(rows, columns, std::move(play), seeded);
}

}  // namespace allnash
