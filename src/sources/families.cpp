#include "sources/families.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>
#include <vector>

#include "allnash/error.hpp"
#include "allnash/game.hpp"
#include "base/text.hpp"
#include "exact/access.hpp"

namespace allnash {

namespace sources {

namespace {

struct KeyValue {
  std::string key;
  std::string value;
  bool has_value;
};

// "a=1, b" as {a, 1} and {b, nothing}. Empty text has no parts.
std::vector<KeyValue> split(std::string_view text) {
  std::vector<KeyValue> parts;
  while (!text.empty()) {
    const std::size_t comma = text.find(',');
    std::string_view part = text.substr(0, comma);
    // A comma at the very end leaves an empty part, which is then refused.
    const bool last = comma == std::string_view::npos;
    text = last ? std::string_view() : text.substr(comma + 1);
    while (part.starts_with(' ')) part.remove_prefix(1);
    const std::size_t equals = part.find('=');
    const bool has_value = equals != std::string_view::npos;
    parts.push_back({std::string(part.substr(0, equals)),
                     std::string(has_value ? part.substr(equals + 1) : std::string_view()),
                     has_value});
    if (!last && text.empty()) parts.push_back({"", "", false});
  }
  return parts;
}

}  // namespace

Keys::Keys(std::string family, std::string_view declared, std::string_view given)
    : family_(std::move(family)) {
  const std::vector<KeyValue> known = split(declared);
  std::string names;
  for (const KeyValue& key : known) names += (names.empty() ? "" : ", ") + key.key;
  for (const auto& [key, value, has_value] : split(given)) {
    if (!has_value) refuse("'" + key + "' is not key=value (keys: " + names + ")");
    bool found = false;
    for (const KeyValue& candidate : known) found = found || candidate.key == key;
    if (!found) refuse("unknown key '" + key + "' (keys: " + names + ")");
    if (!values_.emplace(key, value).second) refuse("key '" + key + "' given twice");
  }
  for (const auto& [key, value, has_value] : known) {
    if (values_.contains(key)) continue;
    if (!has_value) refuse("missing key '" + key + "' (keys: " + names + ")");
    const auto same_as = values_.find(value);
    values_.emplace(key, same_as != values_.end() ? same_as->second : value);
  }
}

void Keys::refuse(const std::string& why) const {
  const std::string line = "family:" + family_ + ": " + why;
  throw InputError(printable(line, 1000));
}

std::int64_t Keys::integer(const std::string& key, std::int64_t low, std::int64_t high) const {
  const std::string& text = values_.at(key);
  try {
    const Rational value = Rational::parse(text);
    if (value.is_integer() && value >= Rational(low) && value <= Rational(high)) {
      return fmpz_get_si(exact::numerator(value));
    }
  } catch (const std::invalid_argument&) {
    // refused below
  }
  refuse(key + " must be an integer from " + std::to_string(low) + " to " + std::to_string(high) +
         ", not '" + text + "'");
}

Rational Keys::rational(const std::string& key) const {
  try {
    return Rational::parse(values_.at(key));
  } catch (const std::invalid_argument& fault) {
    refuse(key + ": " + fault.what());
  }
}

std::string Keys::canonical() const {
  std::string text = "family:" + family_;
  for (const auto& [key, value] : values_) {
    text += "," + key + "=" + Rational::parse(value).to_string();
  }
  return text;
}

std::uint64_t Keys::seed() const {
  return static_cast<std::uint64_t>(integer("seed", 0, std::numeric_limits<std::int64_t>::max()));
}

void FormulaGame::payoffs(std::span<const Question> asked, std::span<Rational> answers) {
  for (std::size_t t = 0; t < asked.size(); ++t) {
    answers[t] = payoff(asked[t].entry.row, asked[t].entry.column);
  }
}

std::optional<Entry> FormulaGame::symmetry_fault(const Rational& sum) const {
  if (rows() != columns()) return {};
  const Index looked_at = std::min<Index>(rows(), 64);
  for (Index row = 0; row < looked_at; ++row) {
    for (Index column = row; column < looked_at; ++column) {
      if (payoff(row, column) != sum - payoff(column, row)) return Entry{row, column};
    }
  }
  return {};
}

namespace {

struct Family {
  const char* name;
  const char* keys;  // with their defaults: what is read is what is documented
  const char* meaning;
  Maker* make;
};

constexpr std::array all_families = {
    Family{"random", "n, m=n, seed=1, low=-100, high=100", "uniform integers from low to high",
           random_family},
    Family{
        "planted", "n, m=n, k, seed=1",
        "a k x k game with one equilibrium, hidden at random rows and columns of uniform integers "
        "in [-100, 100] that are shifted by just enough to be strictly worse",
        planted_family},
    Family{"lowrank", "n, m=n, rank, seed=1",
           "dot products of two random vectors of `rank` integers in 0..99", lowrank_family},
    Family{"elo", "n, noise, seed=1",
           "skill_i - skill_j + noise term, skills in [0, 1), noise in [-noise, noise], decimals",
           elo_family},
    Family{"spinning", "n, cycles, seed=1",
           "a game of skill with cycles: strength plus rotations that fade at the top and the "
           "bottom, decimals",
           spinning_family},
    Family{"bell", "n, width", "1 / (1 + width*((i-j)/n)^2)", bell_family},
    Family{
        "polynomial", "n, degree, seed=1",
        "a random polynomial of two variables with integer coefficients in [-100, 100] on a grid "
        "of [-1, 1]",
        polynomial_family},
    Family{"undercut", "n", "choose numbers; higher wins 1, but undercutting by exactly one wins 2",
           undercut_family},
    Family{"blotto", "fields, soldiers", "sign of (fields won - fields lost), all allocations",
           blotto_family},
    Family{"matching", "n", "the identity: matching pennies on n sides", matching_family},
    Family{"rps", "n", "generalised rock-paper-scissors, n odd", rps_family},
    Family{"lowerbound", "n, k, seed=1",
           "columns from k on are all 2; row 0 is 1 elsewhere; each other row has exactly one 0 "
           "among the first k columns and 1 elsewhere",
           lowerbound_family},
    Family{"binary", "n, k, seed=1", "0/1 entries with a planted k x k equilibrium, k >= 2",
           binary_family},
};

}  // namespace

std::unique_ptr<Source> make_family(const std::string& description) {
  const std::size_t comma = description.find(',');
  const std::string name = description.substr(0, comma);
  std::string names;
  for (const Family& family : all_families) {
    if (name == family.name) {
      const std::string given = comma == std::string::npos ? "" : description.substr(comma + 1);
      const Keys keys(name, family.keys, given);
      auto game = family.make(keys);
      game->set_identity(keys.canonical());
      return game;
    }
    names += (names.empty() ? "" : ", ") + std::string(family.name);
  }
  Keys(name, "", "").refuse("unknown family (families: " + names + ")");
}

}  // namespace sources

std::vector<FamilyInfo> families() {
  std::vector<FamilyInfo> result;
  for (const sources::Family& family : sources::all_families) {
    result.push_back({family.name, family.keys, family.meaning});
  }
  return result;
}

}  // namespace allnash
