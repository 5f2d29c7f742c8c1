#include "sources/answer.hpp"

#include <numeric>
#include <vector>

#include "exact/side_by_side.hpp"
#include "sources/table.hpp"

namespace allnash::sources {

namespace {

// Below this, starting threads costs more than they save.
constexpr std::size_t large_batch = 20000;

// A few shares a thread, so that none waits long for the last.
void answer_side_by_side(PayoffSource& source, std::span<const Entry> asked,
                         std::span<Rational> answers, std::size_t threads) {
  const std::size_t shares = 4 * threads;
  exact::side_by_side(threads, shares, [&](std::size_t share) {
    const std::size_t first = asked.size() * share / shares;
    const std::size_t size = asked.size() * (share + 1) / shares - first;
    source.payoffs(asked.subspan(first, size), answers.subspan(first, size));
  });
}

void take_all(std::span<const Rational> payoffs, Answers& answers) {
  std::vector<std::size_t> which(payoffs.size());
  std::iota(which.begin(), which.end(), std::size_t{0});
  answers.take(which, payoffs);
}

}  // namespace

void answer(PayoffSource& source, std::span<const Entry> asked, Answers& answers,
            std::optional<std::int64_t> threads) {
  // Counting the cores is a system call, too slow for every single payoff.
  const bool shared = asked.size() >= large_batch && source.concurrent();
  const std::size_t several = shared ? exact::threads_for(threads) : 1;
  if (several == 1) {
    source.answer(asked, answers);
    return;
  }
  std::vector<Rational> payoffs(asked.size());
  answer_side_by_side(source, asked, payoffs, several);
  take_all(payoffs, answers);
}

}  // namespace allnash::sources

namespace allnash {

namespace {

/// Answers put where `payoffs` wants them.
class Filling final : public Answers {
 public:
  explicit Filling(std::span<Rational> into) : into_(into) {}
  void take(std::span<const std::size_t> which, std::span<const Rational> payoffs) override {
    for (std::size_t t = 0; t < which.size(); ++t) into_[which[t]] = payoffs[t];
  }
  [[nodiscard]] bool stopped() const override { return false; }

 private:
  std::span<Rational> into_;
};

}  // namespace

PayoffSource::PayoffSource(Index rows, Index columns) : rows_(rows), columns_(columns) {
  // A family may have more entries than can be counted: nobody asks for all of them.
  if (rows < 1 || columns < 1) sources::check_shape("game", rows, columns);
}

void SlowSource::payoffs(std::span<const Entry> asked, std::span<Rational> answers) {
  Filling filling(answers);
  answer(asked, filling);
}

void PayoffSource::answer(std::span<const Entry> asked, Answers& answers) {
  std::vector<Rational> found(asked.size());
  payoffs(asked, found);
  sources::take_all(found, answers);
}

}  // namespace allnash
