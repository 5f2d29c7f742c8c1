#include "payoffs/file/ledger_game.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "core/base/text.hpp"

namespace allnash::file {

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

bool Roster::in_order() const {
  for (std::size_t s = 0; s < in_file_.size(); ++s) {
    if (in_file_[s] != static_cast<Index>(s)) return false;
  }
  return in_file_.empty() ||
         (in_file_.size() == in_game_.size() && shared_ == std::ssize(in_file_));
}

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

LedgerShape shape_of(const LedgerGame& game) {
  return {game.rows, game.columns, game.symmetric, game.row_labels, game.column_labels, game.sum};
}

namespace {

constexpr std::string_view named = "game-id ";
constexpr const char* unnamed = "unnamed";
constexpr std::string_view hashed = "table ";  // the identity changes when a table grows
constexpr std::string_view paying = ", sum ";

/// Whether the game has no name; the sum of its matches is ignored.
bool is_unnamed(std::string_view identity) {
  return identity.substr(0, identity.find(paying)) == unnamed;
}

/// A command without a final redirection of its messages (`2>/dev/null`), which changes no payoff.
std::string_view without_messages(std::string_view note) {
  const std::size_t redirection = note.rfind(" 2>");
  if (redirection == std::string_view::npos) return note;
  std::string_view target = note.substr(redirection + 3);
  if (target.starts_with('>')) target.remove_prefix(1);
  target.remove_prefix(std::min(target.find_first_not_of(' '), target.size()));
  if (target.find_first_of(" |&;<>()'\"`$") != std::string_view::npos) return note;
  return note.substr(0, note.find_last_not_of(' ', redirection) + 1);
}

std::string long_quoted(const std::string& text) { return "'" + printable(text, 200) + "'"; }

}  // namespace

RunStart::RunStart(const Facts& of)
    : plays(number_in<std::int64_t>(fact(of, "first-play")).value_or(0)),
      attempts(number_in<std::int64_t>(fact(of, "attempts")).value_or(0)),
      joined(number_in<std::int64_t>(fact(of, "joined")).value_or(0)),
      rows(fact(of, "row-numbers")),
      columns(fact(of, "column-numbers")),
      seed(number_in<std::uint64_t>(fact(of, "seed")).value_or(1)) {}

Facts RunStart::facts() const {
  return {{"first-play", std::to_string(plays)}, {"attempts", std::to_string(attempts)},
          {"joined", std::to_string(joined)},    {"row-numbers", rows},
          {"column-numbers", columns},           {"seed", std::to_string(seed)}};
}

std::string identity_of(const std::string& game_id, const GameIdentity& source,
                        const Rational& sum) {
  std::string name = source.fingerprint.empty() ? unnamed : source.fingerprint;
  if (!game_id.empty()) name = std::string(named) + game_id;
  return sum.sign() == 0 ? name : name + std::string(paying) + sum.to_string();
}

bool are_tables(const LedgerGame& one, const LedgerGame& other) {
  return one.identity && other.identity && one.identity->starts_with(hashed) &&
         other.identity->starts_with(hashed);
}

std::optional<std::string> other_identity(const LedgerGame& file, const LedgerGame& wanted,
                                          bool grown) {
  if (!wanted.identity || !file.identity) return {};
  const std::string& there = *file.identity;
  const std::string& here = *wanted.identity;
  if (there != here) {
    // A file without a name may get one: the user who gives it knows the game. A table that has
    // grown was compared by its payoffs.
    if (here.starts_with(named) && is_unnamed(there)) return {};
    if (grown && are_tables(file, wanted)) return {};
    const bool may_be_it = is_unnamed(here) && there.starts_with(named);
    // Plays that are coin flips with a table's payoffs cannot be compared.
    const bool may_have_grown = wanted.by_play() && !there.starts_with(named);
    const char* hint = "";
    if (may_be_it) hint = "; if it is that game, give its name: `game-id NAME`";
    if (may_have_grown) {
      hint = "; a game of chance that is to grow has a name from its first run on: `game-id NAME`";
    }
    return "of another game: of " + long_quoted(there) + ", this is " + long_quoted(here) + hint;
  }
  if (!is_unnamed(there) || file.note.empty() || wanted.note.empty() ||
      without_messages(file.note) == without_messages(wanted.note)) {
    return {};
  }
  return "its payoffs came from " + long_quoted(file.note) + ", this run asks " +
         long_quoted(wanted.note) + "; if that is the same game, give it a name: `game-id NAME`";
}

LedgerGame of_last_run(LedgerGame file) {
  const RunStart start(file.run_start);
  const auto restrict = [](const std::string& numbers, std::vector<std::string>& labels,
                           Index& count) {
    if (labels.empty() || numbers.empty()) return;
    std::vector<std::string> there;
    for (std::size_t place = 0; place < numbers.size();) {
      const std::size_t end = std::min(numbers.find(',', place), numbers.size());
      const auto number =
          number_in<std::size_t>(std::string_view(numbers).substr(place, end - place));
      if (!number || *number >= labels.size()) return;  // that run had no labels
      there.push_back(labels[*number]);
      place = end + 1;
    }
    labels = std::move(there);
    count = std::ssize(labels);
  };
  restrict(start.rows, file.row_labels, file.rows);
  restrict(start.columns, file.column_labels, file.columns);
  return file;
}

Facts facts_of(const LedgerGame& game) {
  Facts facts{{"rows", std::to_string(game.rows)},
              {"columns", std::to_string(game.columns)},
              {"game", game.identity.value_or("")},
              {"symmetric", game.symmetric ? "yes" : "no"}};
  facts.insert(facts.end(), game.run.begin(), game.run.end());
  return facts;
}

}  // namespace allnash::file
