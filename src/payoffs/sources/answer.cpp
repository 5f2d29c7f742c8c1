#include "payoffs/sources/answer.hpp"

#include <numeric>
#include <stdexcept>
#include <vector>

#include "core/base/text.hpp"
#include "core/exact/memory.hpp"
#include "payoffs/sources/table.hpp"

namespace allnash {
namespace sources {
namespace {

// With fewer questions, starting threads costs more than it saves.
constexpr std::size_t large_batch = 20000;

// Four parts a thread, so that none waits long for the last to finish.
void answer_side_by_side(Source& source, std::span<const Question> asked,
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

/// Collects answers in the order of the questions.
class InOrder final : public Answers {
 public:
  explicit InOrder(std::size_t count) : payoffs(count) {}
  void take(std::span<const std::size_t> which, std::span<const Rational> found) override {
    for (std::size_t t = 0; t < which.size(); ++t) payoffs[which[t]] = found[t];
  }
  [[nodiscard]] bool stopped() const override { return false; }

  std::vector<Rational> payoffs;
};

}  // namespace

std::string two_payoffs(Entry entry, const Rational& first, const Rational& second) {
  return entry_name(entry) + " has two payoffs, " + first.to_string() + " and " +
         second.to_string() +
         ": payoffs must not change from one answer to the next; if they are random, see `noisy`";
}

void answer(Source& source, std::span<const Question> asked, Answers& answers,
            std::optional<std::int64_t> threads) {
  // Counting the cores is a system call and too slow for single payoffs.
  const bool shared = asked.size() >= large_batch && source.traits().concurrent;
  const std::size_t several = shared ? threads_for(threads) : 1;
  if (several == 1) {
    source.answer(asked, answers);
    return;
  }
  std::vector<Rational> payoffs(asked.size());
  answer_side_by_side(source, asked, payoffs, several);
  take_all(payoffs, answers);
}

}  // namespace sources

Source::Source(Index rows, Index columns, Labels labels, const SourceTraits& traits)
    : rows_(rows), columns_(columns), labels_(std::move(labels)), traits_(traits) {
  // The number of entries of a family may overflow, which is fine: nobody asks for all of them.
  if (rows < 1 || columns < 1) check_shape("game", rows, columns);
  check_labels("game", labels_, rows, columns);
}

void Source::rename(Labels labels) {
  check_labels("names", labels, rows_, columns_);
  if (!labels.rows.empty()) labels_.rows = std::move(labels.rows);
  if (!labels.columns.empty()) labels_.columns = std::move(labels.columns);
}

void Source::payoffs(std::span<const Question> /*asked*/, std::span<Rational> /*answers*/) {
  throw std::logic_error("a source must override `payoffs` or `answer`");
}

void Source::answer(std::span<const Question> asked, Answers& answers) {
  std::vector<Rational> found(asked.size());
  payoffs(asked, found);
  sources::take_all(found, answers);
}

std::vector<Rational> payoffs_of(Source& game, std::span<const Entry> entries) {
  std::vector<Question> asked;
  asked.reserve(entries.size());
  for (const Entry& entry : entries) asked.push_back({entry});
  sources::InOrder found(asked.size());
  game.answer(asked, found);
  return std::move(found.payoffs);
}

}  // namespace allnash
