#include "claim.hpp"

#include <utility>

namespace checker {
namespace {

constexpr std::size_t most_weight_bits = std::size_t{1} << 33;  // of one strategy

/// Whether two numbers, given as canonical texts, are negatives of each other.
bool opposite(string_view left, string_view right) {
  if (left.starts_with('-')) std::swap(left, right);
  return left == "0" ? right == "0" : right.starts_with('-') && right.substr(1) == left;
}

}  // namespace

void read_shape(Lines& lines, Claim& claim) {
  Line shape = lines.next("shape");
  claim.rows = shape.count(1, largest_shape);
  claim.columns = shape.count(1, largest_shape);
  shape.end();
  const Line flag = lines.peek();
  claim.symmetric = !lines.first_of("symmetric", "no", "yes");
  if (claim.symmetric && claim.rows != claim.columns) flag.reject("the game is not square");
}

void read_range(Lines& lines, Claim& claim) {
  Line range = lines.next("range");
  claim.range_low = range.fraction();
  claim.range_high = range.fraction();
  range.end();
  if (claim.range_low >= claim.range_high) range.reject("an empty range");
}

void read_weight(Line& line, Index strategies, Strategy& result) {
  const Index index = line.count(0, strategies - 1);
  if (!result.support.empty() && index <= result.support.back()) line.reject("indices do not rise");
  Fraction probability = line.fraction();
  if (probability.sign() <= 0) line.reject("a probability that is not above 0");
  result.support.push_back(index);
  result.probabilities.push_back(std::move(probability));
}

Strategy read_strategy(Lines& lines, string_view keyword, Index strategies) {
  Strategy result;
  for (Index left = lines.count(keyword, 1, strategies); left > 0; --left) {
    Line line = lines.next();
    read_weight(line, strategies, result);
    line.end();
  }
  return result;
}

Weights integer_weights(const Strategy& strategy, const Fraction& value, const string& player) {
  std::vector<Fraction> numbers = strategy.probabilities;
  numbers.insert(numbers.end(), {value, Fraction(1)});
  Weights result{in_integers(numbers, most_weight_bits / strategy.support.size()), {}};
  if (result.weights.empty()) {
    throw Rejected("the common denominator of the " + player + " strategy is too long");
  }
  Integer left = std::move(result.weights.back());
  result.weights.pop_back();
  mpz_swap(result.target, result.weights.back());
  result.weights.pop_back();
  for (const Integer& weight : result.weights) mpz_sub(left, left, weight);
  if (left.sign() == 0) return result;
  throw Rejected("the probabilities of the " + player + " strategy do not sum to 1");
}

void check_sum(const Strategy& strategy, const string& player) {
  integer_weights(strategy, Fraction(1), player);
}

void check_nearness(const Claim& claim) {
  const Fraction& epsilon = claim.epsilon;
  const Fraction sum = claim.mirror_sum();
  if (epsilon.sign() <= 0) throw Rejected("epsilon is not above 0");
  if (!claim.symmetric) {
    if (claim.high - claim.low <= epsilon) return;
    throw Rejected("the bounds are further apart than epsilon");
  }
  if (claim.low + claim.high != sum) throw Rejected("high does not mirror low");
  if (sum / 2 - claim.low > epsilon) throw Rejected("low is further than epsilon from the value");
}

bool mirrored(string_view left, string_view right, const Fraction& sum) {
  if (left == "?" || right == "?") return left == right;
  if (sum.sign() == 0) return opposite(left, right);
  return fraction_of(left) + fraction_of(right) == sum;
}

}  // namespace checker
