#include "ledger/known.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "sources/table.hpp"

namespace allnash::ledger {

namespace {

class Known final : public KnownPayoffs {
 public:
  Known(Seen seen, bool symmetric, Rational sum)
      : seen_(std::move(seen)), symmetric_(symmetric), sum_(std::move(sum)) {}

  [[nodiscard]] bool knows(Index row, Index column) const override {
    if (!symmetric_) return seen_.knows(row, column);
    return row == column || seen_.knows(std::min(row, column), std::max(row, column));
  }

  [[nodiscard]] Rational payoff(Index row, Index column) const override {
    Rational result;
    if (symmetric_ && row == column) return sum_ / Rational(2);
    const bool mirrored = symmetric_ && row > column;
    if (!(mirrored ? seen_.read(column, row, result) : seen_.read(row, column, result))) {
      throw std::logic_error(sources::entry_name({row, column}) + " has not been seen");
    }
    return mirrored ? sum_ - result : result;
  }

  [[nodiscard]] std::vector<Entry> entries() const override {
    std::vector<Entry> entries = seen_.entries();
    std::ranges::sort(entries);
    return entries;
  }

 private:
  Seen seen_;
  bool symmetric_;
  Rational sum_;  // of the two payoffs of a match
};

}  // namespace

std::unique_ptr<const KnownPayoffs> known_payoffs(Seen seen, bool symmetric, Rational sum) {
  return std::make_unique<Known>(std::move(seen), symmetric, std::move(sum));
}

}  // namespace allnash::ledger
