#include "game/double_description.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>

namespace allnash::game {
namespace {

using exact::Integer;
using exact::IntegerMatrix;
using Word = std::uint64_t;

/// The rays of the cone that the half-spaces so far bound, and which of those each one lies on.
class Cone {
 public:
  Cone(slong width, Work& work) : width_(static_cast<std::size_t>(width)), work_(work) {}

  void start(const IntegerMatrix& half_spaces, const std::vector<slong>& first);
  void cut(const fmpz* half_space);
  [[nodiscard]] IntegerMatrix rays() const;

 private:
  // The rays that share enough half-spaces with one ray to span a face of dimension two with it or
  // to lie in such a face: what the adjacency test of its pairs looks at.
  struct Neighbours {
    std::vector<Word> shared;
    std::vector<std::size_t> other_side;  // the rays to pair it with
  };

  fmpz* ray(std::size_t index) { return coordinates_[index * width_].raw(); }
  [[nodiscard]] const fmpz* ray(std::size_t index) const {
    return coordinates_[index * width_].raw();
  }
  Word* tight(std::size_t index) { return &tight_[index * words_]; }

  void evaluate(const fmpz* half_space);
  std::size_t new_half_space();
  void join(std::size_t above, std::size_t below, std::size_t bit);
  void join_adjacent(std::size_t bit);
  void list_rays_on_half_spaces();
  void neighbours_of(std::size_t ray, int other_sign, Neighbours& found);
  bool count_shared(std::size_t ray);
  void consider(std::size_t ray, std::size_t other, int other_sign, Neighbours& found);
  bool adjacent(const Word* common, Neighbours& neighbours);
  void remove_below();

  std::size_t width_;
  Work& work_;
  std::size_t count_ = 0;
  std::size_t half_spaces_ = 0;
  std::size_t words_ = 1;
  std::vector<Integer> coordinates_;  // width_ a ray
  std::vector<Word> tight_;           // words_ a ray: the half-spaces it lies on
  std::vector<Integer> values_;       // of the half-space being cut with
  std::vector<signed char> signs_;
  std::vector<Word> common_;
  std::vector<std::vector<std::size_t>> rays_on_;  // each half-space
  std::vector<std::uint32_t> shared_count_;        // zero between uses
  std::vector<std::size_t> touched_;
};

void make_primitive(fmpz* vector, std::size_t width) {
  Integer content;
  _fmpz_vec_content(content.raw(), vector, static_cast<slong>(width));
  if (!fmpz_is_one(content.raw()) && !fmpz_is_zero(content.raw())) {
    _fmpz_vec_scalar_divexact_fmpz(vector, vector, static_cast<slong>(width), content.raw());
  }
}

void Cone::start(const IntegerMatrix& half_spaces, const std::vector<slong>& first) {
  const auto width = static_cast<slong>(width_);
  IntegerMatrix square(width, width);
  for (slong i = 0; i < width; ++i) {
    _fmpz_vec_set(square.row(i), half_spaces.row(first[static_cast<std::size_t>(i)]), width);
  }
  IntegerMatrix inverse(width, width);
  Integer scale;
  fmpz_mat_inv(inverse.raw(), scale.raw(), square.raw());
  if (fmpz_sgn(scale.raw()) < 0) fmpz_mat_neg(inverse.raw(), inverse.raw());
  count_ = half_spaces_ = width_;
  words_ = (half_spaces_ + 63) / 64;
  coordinates_.resize(width_ * width_);
  tight_.assign(width_ * words_, 0);
  for (std::size_t r = 0; r < width_; ++r) {
    for (std::size_t c = 0; c < width_; ++c) {
      fmpz_set(ray(r) + c, inverse.at(static_cast<slong>(c), static_cast<slong>(r)));
      if (c != r) tight(r)[c / 64] |= Word{1} << (c % 64);
    }
    make_primitive(ray(r), width_);
  }
}

void Cone::evaluate(const fmpz* half_space) {
  values_.resize(count_);
  signs_.resize(count_);
  for (std::size_t r = 0; r < count_; ++r) {
    _fmpz_vec_dot(values_[r].raw(), ray(r), half_space, static_cast<slong>(width_));
    signs_[r] = static_cast<signed char>(fmpz_sgn(values_[r].raw()));
    work_.spend(4 * width_);
  }
}

std::size_t Cone::new_half_space() {
  if (half_spaces_ == words_ * 64) {
    std::vector<Word> wider(count_ * (words_ + 1));
    for (std::size_t r = 0; r < count_; ++r) {
      std::copy_n(tight(r), words_, &wider[r * (words_ + 1)]);
    }
    tight_ = std::move(wider);
    ++words_;
  }
  return half_spaces_++;
}

template <class Visit>
void for_each_bit(const Word* words, std::size_t count, Visit visit) {
  for (std::size_t w = 0; w < count; ++w) {
    for (Word left = words[w]; left != 0; left &= left - 1) {
      visit(w * 64 + static_cast<std::size_t>(std::countr_zero(left)));
    }
  }
}

void Cone::list_rays_on_half_spaces() {
  rays_on_.resize(half_spaces_);
  for (auto& list : rays_on_) list.clear();
  for (std::size_t r = 0; r < count_; ++r) {
    for_each_bit(tight(r), words_, [&](std::size_t h) { rays_on_[h].push_back(r); });
  }
  shared_count_.assign(count_, 0);
  work_.spend(count_ * (words_ + width_));
}

void Cone::consider(std::size_t ray, std::size_t other, int other_sign, Neighbours& found) {
  if (ray == other) return;
  if (signs_[other] == other_sign) found.other_side.push_back(other);
  for (std::size_t w = 0; w < words_; ++w) found.shared.push_back(tight(ray)[w] & tight(other)[w]);
}

/// In few dimensions with many half-spaces a ray meets few others: walk their lists. Declines when
/// comparing with every ray costs less.
bool Cone::count_shared(std::size_t ray) {
  std::size_t entries = 0;
  for_each_bit(tight(ray), words_, [&](std::size_t h) { entries += rays_on_[h].size(); });
  if (2 * entries > count_ * words_) return false;
  touched_.clear();
  for_each_bit(tight(ray), words_, [&](std::size_t h) {
    for (const std::size_t r : rays_on_[h]) {
      if (shared_count_[r]++ == 0) touched_.push_back(r);
    }
  });
  work_.spend(4 * entries + words_);
  return true;
}

void Cone::neighbours_of(std::size_t ray, int other_sign, Neighbours& found) {
  found.shared.clear();
  found.other_side.clear();
  if (count_shared(ray)) {
    for (const std::size_t r : touched_) {
      if (shared_count_[r] + 2 >= width_) consider(ray, r, other_sign, found);
      shared_count_[r] = 0;
    }
    return;
  }
  for (std::size_t r = 0; r < count_; ++r) {
    std::size_t size = 0;
    for (std::size_t w = 0; w < words_; ++w) {
      size += static_cast<std::size_t>(std::popcount(tight(ray)[w] & tight(r)[w]));
    }
    if (size + 2 >= width_) consider(ray, r, other_sign, found);
  }
  work_.spend(2 * count_ * words_);
}

/// Two rays are adjacent when no third lies on all half-spaces that both lie on. `neighbours` holds
/// one of the two.
bool Cone::adjacent(const Word* common, Neighbours& neighbours) {
  std::vector<Word>& shared = neighbours.shared;
  int holders = 0;
  for (std::size_t at = 0; at < shared.size(); at += words_) {
    std::size_t w = 0;
    while (w < words_ && (common[w] & ~shared[at + w]) == 0) ++w;
    if (w < words_ || ++holders < 2) continue;
    // A ray that parts this pair often parts the next one.
    if (at > words_) std::swap_ranges(&shared[at], &shared[at] + words_, &shared[0]);
    work_.spend(at);
    return false;
  }
  work_.spend(shared.size());
  return true;
}

void Cone::join(std::size_t above, std::size_t below, std::size_t bit) {
  const auto width = static_cast<slong>(width_);
  coordinates_.resize(coordinates_.size() + width_);
  tight_.insert(tight_.end(), common_.begin(), common_.end());
  tight_[tight_.size() - words_ + bit / 64] |= Word{1} << (bit % 64);
  work_.hold(coordinates_.size());
  fmpz* made = &coordinates_[coordinates_.size() - width_].raw()[0];
  _fmpz_vec_scalar_mul_fmpz(made, ray(below), width, values_[above].raw());
  _fmpz_vec_scalar_submul_fmpz(made, ray(above), width, values_[below].raw());
  make_primitive(made, width_);
  work_.spend(20 * width_);
}

void Cone::join_adjacent(std::size_t bit) {
  const auto above = std::count(signs_.begin(), signs_.end(), 1);
  const auto below = std::count(signs_.begin(), signs_.end(), -1);
  const int side = above <= below ? 1 : -1;
  Neighbours neighbours;
  list_rays_on_half_spaces();
  for (std::size_t r = 0; r < count_; ++r) {
    if (signs_[r] != side) continue;
    neighbours_of(r, -side, neighbours);
    for (const std::size_t other : neighbours.other_side) {
      common_.resize(words_);
      for (std::size_t w = 0; w < words_; ++w) common_[w] = tight(r)[w] & tight(other)[w];
      if (!adjacent(common_.data(), neighbours)) continue;
      join(side > 0 ? r : other, side > 0 ? other : r, bit);
    }
  }
}

void Cone::remove_below() {
  const std::size_t all = coordinates_.size() / width_;
  signs_.resize(all, 0);
  std::size_t kept = 0;
  for (std::size_t r = 0; r < all; ++r) {
    if (signs_[r] < 0) continue;
    if (kept != r) {
      for (std::size_t c = 0; c < width_; ++c) fmpz_swap(ray(kept) + c, ray(r) + c);
      std::copy_n(tight(r), words_, tight(kept));
    }
    ++kept;
  }
  count_ = kept;
  coordinates_.resize(kept * width_);
  tight_.resize(kept * words_);
}

void Cone::cut(const fmpz* half_space) {
  evaluate(half_space);
  // A half-space that holds every ray adds nothing.
  if (std::find(signs_.begin(), signs_.end(), -1) == signs_.end()) return;
  const std::size_t bit = new_half_space();
  for (std::size_t r = 0; r < count_; ++r) {
    if (signs_[r] == 0) tight(r)[bit / 64] |= Word{1} << (bit % 64);
  }
  join_adjacent(bit);
  remove_below();
}

IntegerMatrix Cone::rays() const {
  IntegerMatrix result(static_cast<slong>(count_), static_cast<slong>(width_));
  for (std::size_t r = 0; r < count_; ++r) {
    _fmpz_vec_set(result.row(static_cast<slong>(r)), ray(r), static_cast<slong>(width_));
  }
  return result;
}

}  // namespace

std::optional<IntegerMatrix> extreme_rays(const IntegerMatrix& half_spaces,
                                          const std::vector<slong>& first, const WorkBound& bound,
                                          const StopToken& stop) {
  std::vector<bool> used(static_cast<std::size_t>(half_spaces.rows()));
  for (const slong row : first) used[static_cast<std::size_t>(row)] = true;
  try {
    Work work(bound, stop);
    Cone cone(half_spaces.columns(), work);
    cone.start(half_spaces, first);
    for (slong row = 0; row < half_spaces.rows(); ++row) {
      if (!used[static_cast<std::size_t>(row)]) cone.cut(half_spaces.row(row));
    }
    return cone.rays();
  } catch (const GaveUp&) {
    return std::nullopt;
  }
}

}  // namespace allnash::game
