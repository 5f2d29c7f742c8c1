#include "sources/answer.hpp"

#include <algorithm>
#include <exception>
#include <numeric>
#include <thread>
#include <vector>

#include "exact/access.hpp"
#include "sources/table.hpp"

namespace allnash::sources {

namespace {

// Below this, starting threads costs more than they save.
constexpr std::size_t large_batch = 20000;

struct Share {
  std::span<const Entry> asked;
  std::span<Rational> answers;
  std::exception_ptr fault;

  void answer(PayoffSource& source) noexcept {
    try {
      source.payoffs(asked, answers);
    } catch (...) {
      fault = std::current_exception();
    }
  }
};

std::vector<Share> shares(std::span<const Entry> asked, std::span<Rational> answers,
                          std::size_t count) {
  std::vector<Share> result;
  for (std::size_t part = 0; part < count; ++part) {
    const std::size_t first = asked.size() * part / count;
    const std::size_t size = asked.size() * (part + 1) / count - first;
    result.push_back({asked.subspan(first, size), answers.subspan(first, size), nullptr});
  }
  return result;
}

void answer_side_by_side(PayoffSource& source, std::span<const Entry> asked,
                         std::span<Rational> answers, std::size_t cores) {
  std::vector<Share> parts = shares(asked, answers, cores);
  {
    std::vector<std::jthread> threads;
    for (std::size_t part = 1; part < parts.size(); ++part) {
      threads.emplace_back([&source, &share = parts[part]] {
        share.answer(source);
        exact::release_spare_numbers();
      });
    }
    parts.front().answer(source);
  }
  for (const Share& part : parts) {
    if (part.fault) std::rethrow_exception(part.fault);
  }
}

void take_all(std::span<const Rational> payoffs, Answers& answers) {
  std::vector<std::size_t> which(payoffs.size());
  std::iota(which.begin(), which.end(), std::size_t{0});
  answers.take(which, payoffs);
}

}  // namespace

void answer(PayoffSource& source, std::span<const Entry> asked, Answers& answers) {
  // Counting the cores is a system call, too slow for every single payoff.
  const bool shared = asked.size() >= large_batch && source.concurrent();
  const std::size_t cores = shared ? std::max(1U, std::thread::hardware_concurrency()) : 1;
  if (cores == 1) {
    source.answer(asked, answers);
    return;
  }
  std::vector<Rational> payoffs(asked.size());
  answer_side_by_side(source, asked, payoffs, cores);
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
  sources::check_shape("game", rows, columns);
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
