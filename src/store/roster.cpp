#include "store/roster.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "base/text.hpp"

namespace allnash::store {

namespace {

std::string first_of(const std::vector<std::string>& labels) {
  constexpr std::size_t shown = 3;
  std::string text;
  for (std::size_t t = 0; t < std::min(shown, labels.size()); ++t) {
    text += (t == 0 ? "" : ", ") + in_quotes(labels[t]);
  }
  return labels.size() > shown ? text + ", ..." : text;
}

}  // namespace

Roster::Roster(const std::vector<std::string>& file, const std::vector<std::string>& game)
    : in_game_(file.size(), absent) {
  std::unordered_map<std::string_view, Index> numbers;
  for (const std::string& label : file) numbers.emplace(label, std::ssize(numbers));
  for (const std::string& label : game) {
    const auto [found, fresh] = numbers.emplace(label, std::ssize(numbers));
    if (fresh) {
      in_game_.push_back(std::ssize(in_file_));
    } else {
      in_game_[at(found->second)] = std::ssize(in_file_);
      ++shared_;
    }
    in_file_.push_back(found->second);
  }
}

std::vector<Index> Roster::numbers(Index count) const {
  std::vector<Index> result;
  for (Index strategy = 0; strategy < count; ++strategy) result.push_back(in_file(strategy));
  return result;
}

bool Roster::in_order() const {
  for (std::size_t s = 0; s < in_file_.size(); ++s) {
    if (in_file_[s] != static_cast<Index>(s)) return false;
  }
  return in_file_.empty() ||
         (in_file_.size() == in_game_.size() && shared_ == std::ssize(in_file_));
}

bool Roster::has_all() const { return std::ranges::find(in_game_, absent) == in_game_.end(); }

std::optional<std::string> misfit(const char* side, const Strategies& file,
                                  const Strategies& game) {
  if (file.labels.empty() && game.count < file.count) {
    return fmt::format(
        "it knows {} {}s by number, and this game has {}: strategies may leave a "
        "ledger only when it has their labels",
        file.count, side, game.count);
  }
  if (file.labels.empty()) return {};
  if (game.labels.empty()) {
    return fmt::format("it knows its {}s by label, {}, and this game has no labels", side,
                       first_of(file.labels));
  }
  if (Roster(file.labels, game.labels).strangers()) {
    return fmt::format(
        "of another game: none of its {0}s, {1}, is a {0} of this one, which has {2}", side,
        first_of(file.labels), first_of(game.labels));
  }
  return {};
}

}  // namespace allnash::store
