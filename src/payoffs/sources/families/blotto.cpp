// Colonel Blotto (Borel 1921): both sides place all their soldiers on the fields; who has more on a
// field wins it, who wins more fields wins.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "payoffs/sources/families.hpp"

namespace allnash::sources {

namespace {

/// The allocations of soldiers to fields, in lexicographic order.
class Allocations {
 public:
  /// Requires fields * (soldiers + 1) to be a permitted table size.
  Allocations(Index fields, Index soldiers)
      : fields_(fields), soldiers_(soldiers), ways_(at(fields + 1, 0), 0) {
    // ways(0 fields, s > 0) = 0; with one field more, it takes any number and the others the rest.
    ways_[0] = 1;
    for (Index count = 1; count <= fields; ++count) {
      std::int64_t sum = 0;
      for (Index left = 0; left <= soldiers; ++left) {
        sum = std::min(sum + ways(count - 1, left), game::largest_family + 1);
        ways_[at(count, left)] = sum;
      }
    }
  }

  /// The number of allocations; capped above `game::largest_family`.
  [[nodiscard]] Index count() const { return ways(fields_, soldiers_); }

  void write(Index number, std::int32_t* placed) const {
    Index left = soldiers_;
    for (Index others = fields_ - 1; others >= 0; --others) {
      const Index here = first_field(others, left, number);
      *placed++ = static_cast<std::int32_t>(here);
      left -= here;
    }
  }

 private:
  [[nodiscard]] std::size_t at(Index fields, Index soldiers) const {
    return static_cast<std::size_t>(fields * (soldiers_ + 1) + soldiers);
  }
  [[nodiscard]] std::int64_t ways(Index fields, Index soldiers) const {
    return ways_[at(fields, soldiers)];
  }

  // The soldiers on the first of (1 + others) fields in allocation `number`; subtracts from
  // `number` the allocations with fewer there. These are ways(1 + others, left) - ways(1 + others,
  // left - here), so the largest such count not above `number` is found by bisection.
  [[nodiscard]] Index first_field(Index others, Index left, Index& number) const {
    const std::int64_t all = ways(others + 1, left);
    if (others == 0) return left;
    Index low = 0;
    Index high = left;
    while (low < high) {
      const Index middle = (low + high + 1) / 2;
      if (all - ways(others + 1, left - middle) <= number) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    number -= all - ways(others + 1, left - low);
    return low;
  }

  Index fields_;
  Index soldiers_;
  std::vector<std::int64_t> ways_;
};

constexpr Index most_names = 100'000;  // with more, names would take more memory than the game

class Blotto final : public FormulaGame {
 public:
  Blotto(Index fields, Allocations allocations)
      : FormulaGame(allocations.count(), allocations.count()),
        fields_(static_cast<std::size_t>(fields)),
        allocations_(std::move(allocations)) {
    constexpr Index small_enough_to_keep = 4'000'000;
    if (rows() > small_enough_to_keep / fields) return;
    kept_.resize(static_cast<std::size_t>(rows()) * fields_);
    for (Index number = 0; number < rows(); ++number) {
      allocations_.write(number, &kept_[static_cast<std::size_t>(number) * fields_]);
    }
    if (rows() <= most_names) rename({names(), names()});
  }

 private:
  [[nodiscard]] Rational payoff(Index row, Index column) const override {
    if (!kept_.empty()) {
      return battle(&kept_[static_cast<std::size_t>(row) * fields_],
                    &kept_[static_cast<std::size_t>(column) * fields_]);
    }
    std::vector<std::int32_t> placed(2 * fields_);
    allocations_.write(row, placed.data());
    allocations_.write(column, placed.data() + fields_);
    return battle(placed.data(), placed.data() + fields_);
  }
  // The soldiers on each field, such as 3-1-1.
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> result;
    for (auto field = kept_.begin(); field != kept_.end();) {
      std::string name = std::to_string(*field++);
      for (std::size_t t = 1; t < fields_; ++t) name += "-" + std::to_string(*field++);
      result.push_back(std::move(name));
    }
    return result;
  }
  std::int64_t battle(const std::int32_t* own, const std::int32_t* other) const {
    std::int64_t ahead = 0;
    for (std::size_t field = 0; field < fields_; ++field) {
      ahead += (own[field] > other[field] ? 1 : 0) - (own[field] < other[field] ? 1 : 0);
    }
    return (ahead > 0 ? 1 : 0) - (ahead < 0 ? 1 : 0);
  }

  std::size_t fields_;
  Allocations allocations_;
  std::vector<std::int32_t> kept_;
};

}  // namespace

std::unique_ptr<FormulaGame> blotto_family(const Keys& keys) {
  constexpr std::int64_t largest_table = 1 << 22;
  const Index fields = keys.integer("fields", 1, largest_table);
  const Index soldiers = keys.integer("soldiers", 0, largest_table);
  if (soldiers + 1 > largest_table / (fields + 1)) keys.refuse("too many fields and soldiers");
  Allocations allocations(fields, soldiers);
  if (allocations.count() > game::largest_family) {
    keys.refuse("more than " + std::to_string(game::largest_family) + " allocations");
  }
  return std::make_unique<Blotto>(fields, std::move(allocations));
}

}  // namespace allnash::sources
