#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>

#include "core/exact/linear_system.hpp"
#include "core/game/enumeration.hpp"

namespace allnash::game {
namespace {

using exact::Integer;
using exact::IntegerMatrix;
using Word = std::uint64_t;

/// std::popcount is a slow library call unless the build assumes a processor with that instruction.
std::size_t ones(Word word) {
  word -= (word >> 1) & 0x5555555555555555U;
  word = (word & 0x3333333333333333U) + ((word >> 2) & 0x3333333333333333U);
  word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0fU;
  return (word * 0x0101010101010101U) >> 56;
}

/// The extreme rays of the half-spaces' intersection, and the boundaries that each ray lies on.
class RayCone {
 public:
  RayCone(slong width, Work& work) : width_(at(width)), work_(work) {}

  void start(const IntegerMatrix& half_spaces, const std::vector<slong>& first);
  void cut(const fmpz* half_space);
  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] const fmpz* ray(std::size_t index) const {
    return coordinates_[index * width_].raw();
  }

 private:
  // Candidates for adjacency to one ray: the rays that lie on at least dimension - 2 boundaries
  // with it.
  struct Neighbours {
    std::size_t ray = 0;
    std::vector<std::size_t> partners;  // candidates on the other side of the cut
    std::vector<Word> shared;  // boundaries that each candidate, on any side, shares with the ray
    bool shared_known = false;
  };

  fmpz* own_ray(std::size_t index) { return coordinates_[index * width_].raw(); }
  Word* tight(std::size_t index) { return &tight_[index * words_]; }

  void evaluate(const fmpz* half_space);
  std::size_t new_half_space();
  void join(std::size_t above, std::size_t below, std::size_t bit);
  void join_adjacent(std::size_t bit);
  void list_rays_on_half_spaces();
  bool count_shared(std::size_t ray);
  std::size_t shared_size(std::size_t ray, std::size_t other);
  void add_shared(Neighbours& found, std::size_t other);
  void find_partners(Neighbours& found, const std::vector<std::size_t>& other_side);
  void find_shared(Neighbours& found);
  bool adjacent(Neighbours& neighbours, std::size_t partner);
  void remove_below();

  std::size_t width_;
  Work& work_;
  std::size_t count_ = 0;
  std::size_t half_spaces_ = 0;
  std::size_t words_ = 1;
  std::vector<Integer> coordinates_;  // width_ a ray
  std::vector<Word> tight_;           // words_ a ray: the boundaries it lies on
  std::vector<Integer> values_;       // of each ray, in the half-space of the cut
  std::vector<signed char> signs_;
  std::vector<Word> common_;                       // boundaries shared by the pair tested last
  std::vector<std::vector<std::size_t>> rays_on_;  // by half-space: rays on its boundary
  std::vector<std::uint32_t> shared_count_;        // zero between uses
  std::vector<std::size_t> touched_;
};

void RayCone::start(const IntegerMatrix& half_spaces, const std::vector<slong>& first) {
  const auto width = static_cast<slong>(width_);
  IntegerMatrix square = exact::chosen_rows(half_spaces, first);
  Integer scale;
  work_.spend_at_once(steps_of_inverse(square));
  const IntegerMatrix inverse = inverse_of(std::move(square), scale);
  count_ = half_spaces_ = width_;
  words_ = (half_spaces_ + 63) / 64;
  coordinates_.resize(width_ * width_);
  tight_.assign(width_ * words_, 0);
  for (std::size_t r = 0; r < width_; ++r) {
    for (std::size_t c = 0; c < width_; ++c) {
      fmpz_set(own_ray(r) + c, inverse.at(static_cast<slong>(c), static_cast<slong>(r)));
      if (c != r) tight(r)[c / 64] |= Word{1} << (c % 64);
    }
    make_primitive(own_ray(r), width);
  }
}

void RayCone::evaluate(const fmpz* half_space) {
  values_.resize(count_);
  signs_.resize(count_);
  for (std::size_t r = 0; r < count_; ++r) {
    _fmpz_vec_dot(values_[r].raw(), ray(r), half_space, static_cast<slong>(width_));
    signs_[r] = static_cast<signed char>(fmpz_sgn(values_[r].raw()));
    work_.spend(4 * width_);
  }
}

std::size_t RayCone::new_half_space() {
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

void RayCone::list_rays_on_half_spaces() {
  rays_on_.resize(half_spaces_);
  for (auto& list : rays_on_) list.clear();
  for (std::size_t r = 0; r < count_; ++r) {
    for_each_bit(tight(r), words_, [&](std::size_t h) { rays_on_[h].push_back(r); });
  }
  shared_count_.assign(count_, 0);
  work_.spend(count_ * (words_ + width_));
}

/// Counts shared boundaries by walking their lists of rays, which is fast in few dimensions with
/// many half-spaces. False if comparing with every ray costs less.
bool RayCone::count_shared(std::size_t ray) {
  if (width_ == 2) return false;  // the two rays of a cone in the plane share no boundary
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

std::size_t RayCone::shared_size(std::size_t ray, std::size_t other) {
  std::size_t size = 0;
  for (std::size_t w = 0; w < words_; ++w) size += ones(tight(ray)[w] & tight(other)[w]);
  return size;
}

void RayCone::add_shared(Neighbours& found, std::size_t other) {
  if (other == found.ray) return;
  for (std::size_t w = 0; w < words_; ++w) {
    found.shared.push_back(tight(found.ray)[w] & tight(other)[w]);
  }
}

void RayCone::find_partners(Neighbours& found, const std::vector<std::size_t>& other_side) {
  found.shared.clear();
  found.partners.clear();
  found.shared_known = count_shared(found.ray);
  if (found.shared_known) {
    for (const std::size_t r : touched_) {
      if (shared_count_[r] + 2 >= width_) {
        add_shared(found, r);
        if (signs_[r] * signs_[found.ray] < 0) found.partners.push_back(r);
      }
      shared_count_[r] = 0;
    }
    return;
  }
  for (const std::size_t r : other_side) {
    if (shared_size(found.ray, r) + 2 >= width_) found.partners.push_back(r);
  }
  work_.spend(2 * other_side.size() * words_);
}

void RayCone::find_shared(Neighbours& found) {
  for (std::size_t r = 0; r < count_; ++r) {
    if (shared_size(found.ray, r) + 2 >= width_) add_shared(found, r);
  }
  found.shared_known = true;
  work_.spend(2 * count_ * words_);
}

/// Two rays are adjacent when no third lies on all boundaries that both lie on. Leaves these
/// boundaries in common_.
bool RayCone::adjacent(Neighbours& neighbours, std::size_t partner) {
  for (std::size_t w = 0; w < words_; ++w) {
    common_[w] = tight(neighbours.ray)[w] & tight(partner)[w];
  }
  // Boundaries through a ray meet in dimension 1; without one of them, in dimension at most 2.
  const std::size_t size = shared_size(neighbours.ray, partner);
  if (size + 1 == shared_size(partner, partner)) return true;
  if (size + 1 == shared_size(neighbours.ray, neighbours.ray)) return true;
  if (!neighbours.shared_known) find_shared(neighbours);
  std::vector<Word>& shared = neighbours.shared;
  int holders = 0;  // rays on all of them; the partner is one
  for (std::size_t at = 0; at < shared.size(); at += words_) {
    std::size_t w = 0;
    while (w < words_ && (common_[w] & ~shared[at + w]) == 0) ++w;
    if (w < words_ || ++holders < 2) continue;
    // A ray that separates this pair often separates the next one, so it moves to the front.
    if (at > words_) std::swap_ranges(&shared[at], &shared[at] + words_, shared.data());
    work_.spend(at);
    return false;
  }
  work_.spend(shared.size());
  return true;
}

void RayCone::join(std::size_t above, std::size_t below, std::size_t bit) {
  const auto width = static_cast<slong>(width_);
  coordinates_.resize(coordinates_.size() + width_);
  tight_.insert(tight_.end(), common_.begin(), common_.end());
  tight_[tight_.size() - words_ + bit / 64] |= Word{1} << (bit % 64);
  work_.hold(coordinates_.size());
  fmpz* made = coordinates_[coordinates_.size() - width_].raw();
  _fmpz_vec_scalar_mul_fmpz(made, ray(below), width, values_[above].raw());
  _fmpz_vec_scalar_submul_fmpz(made, ray(above), width, values_[below].raw());
  make_primitive(made, width);
  work_.spend(20 * width_);
}

void RayCone::join_adjacent(std::size_t bit) {
  std::vector<std::size_t> above;
  std::vector<std::size_t> below;
  for (std::size_t r = 0; r < count_; ++r) {
    if (signs_[r] > 0) above.push_back(r);
    if (signs_[r] < 0) below.push_back(r);
  }
  const bool from_above = above.size() <= below.size();
  common_.resize(words_);
  list_rays_on_half_spaces();
  Neighbours neighbours;
  for (const std::size_t r : from_above ? above : below) {
    neighbours.ray = r;
    find_partners(neighbours, from_above ? below : above);
    for (const std::size_t partner : neighbours.partners) {
      if (!adjacent(neighbours, partner)) continue;
      join(from_above ? r : partner, from_above ? partner : r, bit);
    }
  }
}

void RayCone::remove_below() {
  const std::size_t all = coordinates_.size() / width_;
  signs_.resize(all, 0);
  std::size_t kept = 0;
  for (std::size_t r = 0; r < all; ++r) {
    if (signs_[r] < 0) continue;
    if (kept != r) {
      for (std::size_t c = 0; c < width_; ++c) fmpz_swap(own_ray(kept) + c, own_ray(r) + c);
      std::copy_n(tight(r), words_, tight(kept));
    }
    ++kept;
  }
  count_ = kept;
  coordinates_.resize(kept * width_);
  tight_.resize(kept * words_);
}

void RayCone::cut(const fmpz* half_space) {
  evaluate(half_space);
  const std::size_t bit = new_half_space();
  for (std::size_t r = 0; r < count_; ++r) {
    if (signs_[r] == 0) tight(r)[bit / 64] |= Word{1} << (bit % 64);
  }
  join_adjacent(bit);
  remove_below();
}

void scale_down(const fmpz* vector, slong width, double* scaled) {
  const slong bits = std::abs(_fmpz_vec_max_bits(vector, width));
  for (slong c = 0; c < width; ++c) {
    slong exponent = 0;
    const double mantissa = fmpz_get_d_2exp(&exponent, vector + c);
    // Far below the largest entry: within the error bound.
    scaled[c] =
        exponent < bits - 1000 ? 0 : std::ldexp(mantissa, static_cast<int>(exponent - bits));
  }
}

/// A floating-point filter that avoids exact products whose sign is certain. Vectors are scaled by
/// powers of two into [-1, 1].
class FloatingFilter {
 public:
  explicit FloatingFilter(const IntegerMatrix& half_spaces)
      : width_(half_spaces.columns()),
        // The error of each of the width_ products is below 4 units of 2^-52, that of each of the
        // sums, which stay below width_, below width_ units.
        doubt_(std::ldexp(static_cast<double>(width_ * (width_ + 8)), -51)),
        rows_(at(half_spaces.rows() * width_)),
        ray_(at(width_)) {
    for (slong row = 0; row < half_spaces.rows(); ++row) {
      scale_down(half_spaces.row(row), width_, rows_.data() + row * width_);
    }
  }

  /// Sets the ray for `surely_inside`.
  void look_at(const fmpz* ray) { scale_down(ray, width_, ray_.data()); }
  /// True only if the ray lies strictly inside; false means unknown.
  [[nodiscard]] bool surely_inside(slong row) const {
    const double* half_space = rows_.data() + row * width_;
    double sum = 0;
    for (slong c = 0; c < width_; ++c) sum += half_space[c] * ray_[at(c)];
    return sum > doubt_;
  }

 private:
  slong width_;
  double doubt_;
  std::vector<double> rows_;
  std::vector<double> ray_;
};

/// The half-spaces that the cone has not been cut with yet, and their slacks at the interior point.
class UncutHalfSpaces {
 public:
  UncutHalfSpaces(const IntegerMatrix& half_spaces, const Point& interior, Work& work)
      : half_spaces_(half_spaces),
        filter_(half_spaces),
        slacks_(at(half_spaces.rows())),
        used_(slacks_.size()) {
    for (slong row = 0; row < half_spaces.rows(); ++row) {
      work.spend(at(half_spaces.columns()));
      _fmpz_vec_dot(slacks_[at(row)].raw(), half_spaces.row(row), interior[0].raw(),
                    half_spaces.columns());
    }
  }

  void use(slong row) { used_[at(row)] = true; }

  /// The first half-space that a move from the interior towards the ray would leave; -1 if the ray
  /// lies in all.
  slong first_blocker(const fmpz* ray, Work& work) {
    Blocker blocker;
    Integer rate;
    const slong width = half_spaces_.columns();
    filter_.look_at(ray);
    work.spend(used_.size());
    for (slong row = 0; row < half_spaces_.rows(); ++row) {
      if (used_[at(row)]) continue;
      work.spend(at(width));  // also if the filter decides: the count must not depend on it
      if (filter_.surely_inside(row)) continue;
      _fmpz_vec_dot(rate.raw(), half_spaces_.row(row), ray, width);
      blocker.offer(row, slacks_[at(row)].raw(), rate.raw());
    }
    return blocker.row();
  }

 private:
  const IntegerMatrix& half_spaces_;
  FloatingFilter filter_;
  std::vector<Integer> slacks_;
  std::vector<bool> used_;
};

/// Repeatedly cuts off the first ray that lies outside some half-space. The half-space that a move
/// from the interior to the ray leaves first is a facet, so redundant ones cost no cuts. The rays
/// before `settled` lie in all half-spaces and are in the answer.
void cut_down(RayCone& cone, std::size_t& settled, const IntegerMatrix& half_spaces,
              const Point& interior, Work& work, ExtremeRays& trace) {
  require_inside(half_spaces, interior, work);
  UncutHalfSpaces outlook(half_spaces, interior, work);
  auto first = exact::independent_rows(half_spaces, work.stop());
  if (!first) throw GaveUp();
  trace.start = *std::move(first);
  if (std::ssize(trace.start) != half_spaces.columns()) refuse_unbounded();
  cone.start(half_spaces, trace.start);
  trace.most = cone.count();
  for (const slong row : trace.start) outlook.use(row);
  while (settled < cone.count()) {
    const slong row = outlook.first_blocker(cone.ray(settled), work);
    if (row < 0) {
      ++settled;
    } else {
      cone.cut(half_spaces.row(row));
      outlook.use(row);
      trace.cuts.push_back(row);
      trace.most = std::max(trace.most, cone.count());
    }
  }
}

}  // namespace

ExtremeRays extreme_rays(const IntegerMatrix& half_spaces, const Point& interior,
                         const WorkBound& bound, const StopToken& stop) {
  const slong width = half_spaces.columns();
  Work work(bound, stop);
  RayCone cone(width, work);
  std::size_t settled = 0;
  ExtremeRays result{IntegerMatrix(0, width)};
  try {
    cut_down(cone, settled, half_spaces, interior, work, result);
  } catch (const GaveUp&) {
    result.complete = false;
  }
  result.rays = IntegerMatrix(static_cast<slong>(settled), width);
  for (std::size_t r = 0; r < settled; ++r) {
    _fmpz_vec_set(result.rays.row(static_cast<slong>(r)), cone.ray(r), width);
  }
  return result;
}

}  // namespace allnash::game
