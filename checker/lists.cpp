#include "lists.hpp"

#include <array>
#include <bit>
#include <limits>
#include <map>
#include <utility>

namespace checker {
namespace {

constexpr std::array<std::uint64_t, 3> rank_primes{2147483647, 2147483629, 2147483587};
constexpr std::size_t most_at_once = 1024;  // vectors, and 16 more for each listed one
constexpr std::size_t most_marks = std::size_t{1} << 26;  // words for tight constraints
constexpr std::size_t most_limbs = std::size_t{1} << 27;  // of the vectors' entries

/// An entry of a vector on a support.
struct Part {
  std::size_t place = 0;
  Integer value;
};
using Vector = std::vector<Part>;

/// A form that is non-negative in the cone: the weight of an own strategy, or h_j for a line j.
struct Constraint {
  bool own = true;
  std::size_t place = 0;              // index in the support, of an own strategy
  Index line = 0;                     // of the opponent, otherwise
  std::vector<Integer> coefficients;  // of h_j on the support
};

void apply(const std::vector<Integer>& coefficients, const Vector& vector, Integer& result) {
  mpz_set_ui(result, 0);
  for (const Part& part : vector) mpz_addmul(result, coefficients[part.place], part.value);
}

void apply(const Constraint& constraint, const Vector& vector, Integer& result) {
  if (!constraint.own) {
    apply(constraint.coefficients, vector, result);
    return;
  }
  mpz_set_ui(result, 0);
  for (const Part& part : vector) {
    if (part.place == constraint.place) mpz_set(result, part.value);
  }
}

/// p * left - q * right, without common factors.
Vector combination(const Integer& p, const Vector& left, const Integer& q, const Vector& right) {
  Vector result;
  Integer factor;
  auto l = left.begin();
  auto r = right.begin();
  while (l != left.end() || r != right.end()) {
    const bool from_left = r == right.end() || (l != left.end() && l->place <= r->place);
    const bool from_right = l == left.end() || (r != right.end() && r->place <= l->place);
    const std::size_t place = from_left ? l->place : r->place;
    Integer value;
    if (from_left) mpz_addmul(value, p, (l++)->value);
    if (from_right) mpz_submul(value, q, (r++)->value);
    mpz_gcd(factor, factor, value);
    if (value.sign() != 0) result.push_back({place, std::move(value)});
  }
  for (Part& part : result) mpz_divexact(part.value, part.value, factor);
  return result;
}

std::size_t limbs_of(const Vector& vector) {
  std::size_t result = 0;
  for (const Part& part : vector) result += mpz_size(part.value) + 4;
  return result;
}

/// The extreme rays of the cone of the constraints so far.
class Cone {
 public:
  /// Requires that constraint t is positive at vector t and 0 at the others.
  Cone(std::vector<Vector> vectors, std::size_t constraints, std::size_t most)
      : vectors_(std::move(vectors)),
        width_(vectors_.size()),
        used_(width_),
        words_((constraints + 63) / 64),
        most_(most) {
    if (constraints == used_) return;  // no constraint will be added
    for (std::size_t t = 0; t < used_; ++t) {
      add_marks();
      for (std::size_t g = 0; g < used_; ++g) {
        if (g != t) mark(t, g);
      }
    }
  }

  /// Cuts by a constraint. Two vectors on different sides are adjacent if no third lies on all the
  /// constraints that both lie on.
  void cut(const Constraint& constraint) {
    const int side = evaluate(constraint);
    for (std::size_t t = 0; t < values_.size(); ++t) {
      if (values_[t].sign() != side) continue;
      find_near(t);
      for (std::size_t n = 0; n < near_.size(); ++n) {
        if (values_[near_[n]].sign() == -side && !parted(n)) join(t, n);
      }
    }
    for (std::size_t t = 0; t < vectors_.size(); ++t) {
      if (t >= values_.size() || values_[t].sign() == 0) mark(t, used_);
    }
    ++used_;
    remove_below();
  }

  [[nodiscard]] const std::vector<Vector>& vectors() const { return vectors_; }

 private:
  void mark(std::size_t vector, std::size_t constraint) {
    marks_[vector * words_ + constraint / 64] |= std::uint64_t{1} << (constraint % 64);
  }
  void add_marks() {
    if (marks_.size() + words_ > most_marks) throw Rejected("a list that is too large to prove");
    marks_.resize(marks_.size() + words_);
  }

  /// Evaluates the constraint, and returns the sign, 1 or -1, that fewer vectors have.
  int evaluate(const Constraint& constraint) {
    values_.clear();
    long above = 0;
    for (const Vector& vector : vectors_) {
      apply(constraint, vector, values_.emplace_back());
      above += values_.back().sign();
    }
    return above > 0 ? -1 : 1;
  }

  /// Finds the vectors that share enough tight constraints with this one. Adjacent vectors share at
  /// least the dimension of the space less two, and a vector that separates the two lies on all of
  /// those.
  void find_near(std::size_t vector) {
    near_.clear();
    shared_.clear();
    const std::uint64_t* own = &marks_[vector * words_];
    for (std::size_t t = 0; t < values_.size(); ++t) {
      const std::uint64_t* other = &marks_[t * words_];
      std::size_t size = 0;
      for (std::size_t w = 0; w < words_; ++w) {
        size += to_size(std::popcount(own[w] & other[w]));
      }
      if (t == vector || size + 2 < width_) continue;
      near_.push_back(t);
      for (std::size_t w = 0; w < words_; ++w) shared_.push_back(own[w] & other[w]);
    }
    witness_ = 0;
  }

  /// Whether a third vector separates this one from its n-th near one.
  bool parted(std::size_t n) {
    if (holds(witness_, n)) return true;  // the last separating vector often serves again
    for (std::size_t third = 0; third < near_.size(); ++third) {
      if (!holds(third, n)) continue;
      witness_ = third;
      return true;
    }
    return false;
  }
  [[nodiscard]] bool holds(std::size_t third, std::size_t n) const {
    for (std::size_t w = 0; w < words_; ++w) {
      if ((shared_[n * words_ + w] & ~shared_[third * words_ + w]) != 0) return false;
    }
    return third != n;
  }

  void join(std::size_t one, std::size_t n) {
    if (vectors_.size() - values_.size() >= most_) throw Rejected("too many vectors at once");
    const bool above = values_[one].sign() > 0;
    const std::size_t up = above ? one : near_[n];
    const std::size_t down = above ? near_[n] : one;
    vectors_.push_back(combination(values_[up], vectors_[down], values_[down], vectors_[up]));
    limbs_ += limbs_of(vectors_.back());
    if (limbs_ > most_limbs) throw Rejected("a list that is too large to prove");
    add_marks();
    std::copy_n(&shared_[n * words_], words_, marks_.end() - static_cast<long>(words_));
  }

  void remove_below() {
    std::vector<Vector> kept;
    std::size_t to = 0;
    limbs_ = 0;
    for (std::size_t t = 0; t < vectors_.size(); ++t) {
      if (t < values_.size() && values_[t].sign() < 0) continue;
      std::copy_n(&marks_[t * words_], words_, &marks_[to++ * words_]);
      limbs_ += limbs_of(vectors_[t]);
      kept.push_back(std::move(vectors_[t]));
    }
    if (kept.size() > most_) throw Rejected("too many vectors at once");
    vectors_ = std::move(kept);
    marks_.resize(to * words_);
  }

  std::vector<Vector> vectors_;
  std::size_t width_;  // of the space: one more than the dimension
  std::size_t used_;
  std::size_t words_;
  std::size_t most_;
  std::vector<std::uint64_t> marks_;  // words_ a vector: its tight constraints
  std::vector<Integer> values_;       // of the present constraint
  std::vector<std::size_t> near_;
  std::vector<std::uint64_t> shared_;  // with each near vector: words_ for each
  std::size_t witness_ = 0;
  std::size_t limbs_ = 0;
};

/// The rank modulo a prime of rows that come one by one: at most their true rank.
class Rank {
 public:
  Rank(std::uint64_t prime, std::size_t width) : prime_(prime), width_(width) {}

  [[nodiscard]] bool full() const { return rows_.size() == width_; }

  void add(std::vector<std::uint64_t> row) {
    if (full()) return;
    const std::uint64_t square = prime_ * prime_;  // entries stay below it, and are reduced later
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      const std::uint64_t factor = prime_ - row[leads_[r]] % prime_;
      for (std::size_t t = 0; factor != prime_ && t < width_; ++t) {
        row[t] += factor * rows_[r][t];
        row[t] -= row[t] >= square ? square : 0;
      }
    }
    for (std::uint64_t& entry : row) entry %= prime_;
    const auto lead = std::ranges::find_if(row, [](std::uint64_t x) { return x != 0; });
    if (lead == row.end()) return;
    const std::uint64_t scale = inverse(*lead);
    leads_.push_back(to_size(lead - row.begin()));
    for (std::uint64_t& entry : row) entry = entry * scale % prime_;
    rows_.push_back(std::move(row));
  }

 private:
  /// The inverse x^(p-2), by Fermat.
  [[nodiscard]] std::uint64_t inverse(std::uint64_t x) const {
    std::uint64_t result = 1;
    for (std::uint64_t power = prime_ - 2; power > 0; power >>= 1, x = x * x % prime_) {
      if ((power & 1) != 0) result = result * x % prime_;
    }
    return result;
  }

  std::uint64_t prime_;
  std::size_t width_;
  std::vector<std::vector<std::uint64_t>> rows_;
  std::vector<std::size_t> leads_;
};

/// The coefficients of h_j for a line j, times a positive number. Unread payoffs count as the
/// worst.
std::vector<Integer> coefficients_of(const Player& player, const std::vector<Cell>& cells) {
  const Certificate& claim = player.claim;
  std::vector<Fraction> shares;
  for (const Cell& cell : cells) {
    const Fraction& worst = player.row ? claim.range_low : claim.range_high;
    const Fraction payoff = cell.text == "?" ? worst : fraction_of(cell.text);
    shares.push_back(player.row ? payoff - claim.low : claim.low - payoff);
  }
  return in_integers(shares, std::numeric_limits<std::size_t>::max());
}

/// Reads the next index, which must be in the support, and returns its place there.
std::size_t place_in(const Player& player, Line& line) {
  const Index index = line.count(0, player.support.back());
  const auto found = std::ranges::lower_bound(player.support, index);
  if (*found != index) line.reject("a strategy that is not played: " + std::to_string(index));
  return to_size(found - player.support.begin());
}

/// "r5", "c7": an own strategy that is played, or a line that the opponent does not play.
Constraint read_constraint(const Player& player, Line& line) {
  const string_view text = line.field();
  Line digits{text.substr(std::min<std::size_t>(1, text.size())), line.number};
  Constraint result;
  result.own = text.starts_with(player.row ? 'r' : 'c');
  if (!result.own && !text.starts_with(player.row ? 'c' : 'r'))
    line.reject("a constraint belongs here");
  if (result.own) {
    result.place = place_in(player, digits);
  } else {
    result.line = digits.count(0, player.lines - 1);
    if (player.opposes(result.line)) line.reject("a line that the opponent plays");
  }
  return result;
}

/// The constraints of a list, those of the starting cone first, and the vectors of that cone.
struct ListText {
  std::vector<Constraint> constraints;
  std::vector<Vector> start;
};

ListText read_list_text(const Player& player, const List& list) {
  ListText result;
  for (Line line : list.start) {
    result.constraints.push_back(read_constraint(player, line));
    Vector& vector = result.start.emplace_back();
    Integer factor;
    while (vector.empty() || !line.rest.empty()) {
      const std::size_t place = place_in(player, line);
      if (!vector.empty() && place <= vector.back().place) line.reject("indices do not rise");
      Integer entry = line.nonzero();
      mpz_gcd(factor, factor, entry);
      vector.push_back({place, std::move(entry)});
    }
    if (!factor.is_one()) line.reject("entries with a common factor");
  }
  Line line = list.cuts;
  for (Index left = line.count(0, largest_shape); left > 0; --left) {
    result.constraints.push_back(read_constraint(player, line));
  }
  line.end();
  return result;
}

/// Computes the coefficients of the constraints that are lines of the opponent.
void find_lines(const Player& player, std::vector<Constraint>& constraints) {
  std::map<std::pair<bool, Index>, Constraint*> known;
  for (Constraint& one : constraints) {
    const Index index = one.own ? static_cast<Index>(one.place) : one.line;
    if (!known.emplace(std::pair(one.own, index), &one).second) {
      throw Rejected("a constraint stands twice in a list");
    }
  }
  player.each_line([&](Index line, const std::vector<Cell>& cells) {
    const auto found = known.find({false, line});
    if (found == known.end()) return;
    if (std::ranges::any_of(cells, [](const Cell& c) { return c.text == "?"; })) {
      throw Rejected("a constraint of a list rests on an unread payoff");
    }
    found->second->coefficients = coefficients_of(player, cells);
  });
}

/// Checks that vector t of the start is positive in constraint t and 0 in the other ones. Many may
/// be weights of own strategies; for these only a vector's entries are looked at.
void check_start(const ListText& text, std::size_t support) {
  const std::size_t count = text.start.size();
  std::vector<std::size_t> owner(support, count);
  std::vector<std::size_t> lines;
  for (std::size_t g = 0; g < count; ++g) {
    const Constraint& constraint = text.constraints[g];
    if (constraint.own) owner[constraint.place] = g;
    if (!constraint.own) lines.push_back(g);
  }
  Integer value;
  for (std::size_t t = 0; t < count; ++t) {
    bool above = false;
    const auto see = [&](std::size_t g, const Integer& found) {
      above = above || (g == t && found.sign() > 0);
      if (g != t && g < count && found.sign() != 0) {
        throw Rejected("a vector of the start is not 0 in a constraint of another");
      }
    };
    for (const Part& part : text.start[t]) see(owner[part.place], part.value);
    for (const std::size_t g : lines) {
      apply(text.constraints[g], text.start[t], value);
      see(g, value);
    }
    if (!above) throw Rejected("a vector of the start is not above 0 in its constraint");
  }
}

/// Checks that each vector earns the value against every line that the opponent plays, or at least
/// the value against every other line.
void check_earned(const Player& player, const std::vector<Vector>& vectors, bool opposed,
                  const char* fault) {
  Integer value;
  player.each_line([&](Index line, const std::vector<Cell>& cells) {
    if (player.opposes(line) != opposed) return;
    const std::vector<Integer> coefficients = coefficients_of(player, cells);
    for (const Vector& vector : vectors) {
      apply(coefficients, vector, value);
      if (opposed ? value.sign() == 0 : value.sign() >= 0) continue;
      throw Rejected(fault + std::to_string(line));
    }
  });
}

/// Whether only 0 earns the value against every line that the opponent plays and is 0 in all
/// constraints of the start. Strategies whose own constraint is in the start are left out.
bool start_spans(const Player& player, const ListText& text, std::uint64_t prime) {
  std::vector<bool> out(player.support.size());
  std::size_t width = out.size();
  for (std::size_t t = 0; t < text.start.size(); ++t) {
    if (!text.constraints[t].own) continue;
    out[text.constraints[t].place] = true;
    --width;
  }
  Rank rank(prime, width);
  const auto add = [&](const std::vector<Integer>& coefficients) {
    std::vector<std::uint64_t> row;
    for (std::size_t t = 0; t < out.size(); ++t) {
      if (!out[t]) row.push_back(mpz_fdiv_ui(coefficients[t], prime));
    }
    rank.add(std::move(row));
  };
  for (std::size_t t = 0; t < text.start.size(); ++t) {
    if (!text.constraints[t].own) add(text.constraints[t].coefficients);
  }
  player.each_line([&](Index line, const std::vector<Cell>& cells) {
    if (!rank.full() && player.opposes(line)) add(coefficients_of(player, cells));
  });
  return rank.full();
}

/// Checks that the strategies listed are these vectors, each divided by its sum. They are sorted by
/// the first place where they differ; a strategy that is played later is the lower one.
void compare_list(const List& list, const std::vector<Vector>& vectors,
                  const std::vector<Index>& support) {
  if (std::ssize(vectors) != list.size) {
    throw Rejected("the extreme strategies are " + std::to_string(vectors.size()) + ", not " +
                   std::to_string(list.size));
  }
  std::vector<std::vector<std::pair<std::size_t, Fraction>>> strategies;  // by index from the end
  for (const Vector& vector : vectors) {
    Integer sum;
    for (const Part& part : vector) mpz_add(sum, sum, part.value);
    strategies.emplace_back();
    for (const Part& part : vector) {
      strategies.back().emplace_back(support.size() - part.place, Fraction(part.value, sum));
    }
  }
  std::ranges::sort(strategies);
  for (std::size_t t = 0; t < strategies.size(); ++t) {
    string text;
    for (const auto& [from_end, probability] : strategies[t]) {
      text += " " + std::to_string(support[support.size() - from_end]) + " " + text_of(probability);
    }
    const Line& line = list.vertices[t];
    if (line.rest != text) line.reject("the extreme strategy" + shown(text) + " belongs here");
  }
}

void check_list(const Certificate& claim, const List& list, bool row) {
  const Player player(claim, row);
  ListText text = read_list_text(player, list);
  find_lines(player, text.constraints);
  check_start(text, player.support.size());
  check_earned(player, text.start, true,
               "a vector of the start does not earn the value against line ");
  const auto spans = [&](std::uint64_t prime) { return start_spans(player, text, prime); };
  if (std::ranges::none_of(rank_primes, spans)) {
    throw Rejected("the start of a list does not reach every optimal strategy");
  }
  const std::size_t most = 16 * list.vertices.size() + most_at_once;
  const std::size_t first = text.start.size();
  Cone cone(std::move(text.start), text.constraints.size(), most);
  for (std::size_t t = first; t < text.constraints.size(); ++t) cone.cut(text.constraints[t]);
  for (const Vector& vector : cone.vectors()) {
    for (const Part& part : vector) {
      if (part.value.sign() < 0) throw Rejected("the cuts leave more than the optimal strategies");
    }
  }
  check_earned(player, cone.vectors(), false,
               "an extreme strategy earns less than the value against line ");
  compare_list(list, cone.vectors(), player.support);
}

/// The list that begins with `keyword`, or nothing if the next line is another.
std::optional<List> read_list(Lines& lines, string_view keyword, const Strategy& strategy) {
  Line head = lines.peek();
  if (head.field() != keyword) return {};
  lines.next();
  List list;
  list.size = head.count(1, largest_shape);
  list.dimension = head.count(0, std::ssize(strategy.support) - 1);
  head.end();
  if (list.size <= list.dimension) head.reject("too few points for this dimension");
  for (Index t = 0; t <= list.dimension; ++t) list.start.push_back(lines.next("start"));
  list.cuts = lines.next("cuts");
  for (Index t = 0; t < list.size; ++t) list.vertices.push_back(lines.next("vertex"));
  return list;
}

}  // namespace

Lists read_lists(Lines& lines, const Certificate& certificate) {
  Lists lists;
  if (certificate.bounds) return lists;
  lists.row = read_list(lines, "row-vertices", certificate.row);
  if (!certificate.symmetric) {
    lists.column = read_list(lines, "column-vertices", certificate.column);
  }
  return lists;
}

string check_lists(const Certificate& claim, const Lists& lists) {
  string words;
  for (const bool row : {true, false}) {
    const std::optional<List>& list = row ? lists.row : lists.column;
    if (!list) continue;
    check_list(claim, *list, row);
    const string player = row ? "row" : "column";
    words += words.empty() ? ", with " : " and ";
    words += list->size == 1
                 ? "the only extreme " + player + " strategy"
                 : "all " + std::to_string(list->size) + " extreme " + player + " strategies";
  }
  return words;
}

}  // namespace checker
