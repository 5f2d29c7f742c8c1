#include "league/reading/words.hpp"

#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace allnash {
namespace reading {
namespace {

/// Words for the two sides, which may stand alone.
constexpr std::array<Seats, 10> all_seats{{{"row", "column"},
                                           {"left", "right"},
                                           {"white", "black"},
                                           {"home", "away"},
                                           {"attack", "defence"},
                                           {"attacker", "defender"},
                                           {"red", "blue"},
                                           {"a", "b"},
                                           {"p1", "p2"},
                                           winner_and_loser}};
/// Words for the two sides that need a noun: `Player 1`, `WTeamID`.
constexpr std::array<Seats, 6> seats_of_nouns{{{"1", "2"},
                                               {"player1", "player2"},
                                               {"playera", "playerb"},
                                               {"team1", "team2"},
                                               {"winning", "losing"},
                                               {"w", "l"}}};

constexpr std::array players{"player", "name",     "team",       "model",    "agent",
                             "engine", "bot",      "playername", "teamname", "modelname",
                             "user",   "username", "tag",        "fighter",  "competitor"};
constexpr std::array numbers{"id", "playerid", "teamid", "userid", "modelid"};
constexpr std::array decks{"deck",    "archetype", "character",    "char",      "hero",
                           "faction", "civ",       "civilization", "commander", "champion"};

struct SideTable {
  std::vector<SidePair> pairs;
  std::unordered_map<std::string, std::vector<std::size_t>> with;

  SideTable() {
    using enum SidePair::Names;
    for (const Seats& seats : all_seats) add(seats.first, seats.second, seats, players);
    const auto with_nouns = [this](const auto& nouns, SidePair::Names names) {
      for (const auto& one : nouns) {
        const std::string noun(one);
        const auto of = [&](const Seats& seats) {
          add(seats.first + noun, seats.second + noun, seats, names);
          add(noun + seats.first, noun + seats.second, seats, names);
        };
        std::ranges::for_each(all_seats, of);
        std::ranges::for_each(seats_of_nouns, of);
        for (const std::string other : {"opponent", "opp"}) {
          add(noun, other + noun, {"player", "opponent"}, names);
          add("my" + noun, other + noun, {"player", "opponent"}, names);
        }
        if (names != numbers) add(noun, "opponent", {"player", "opponent"}, names);
      }
    };
    with_nouns(reading::players, players);
    with_nouns(reading::numbers, numbers);
    with_nouns(reading::decks, decks);
  }

  void add(const std::string& first, const std::string& second, const Seats& seats,
           SidePair::Names names) {
    with[first].push_back(pairs.size());
    with[second].push_back(pairs.size());
    pairs.push_back({first, second, seats, names});
  }
};

const SideTable& side_table() {
  static const SideTable table;
  return table;
}

std::unordered_set<std::string> other_headings() {
  std::unordered_set<std::string> known{"winner", "winnertie", heading_key("sum_of_squares")};
  const auto add = [&](const auto& words) {
    for (const char* const word : words) known.insert(heading_key(word));
  };
  for (const SidePair& pair : side_pairs()) {
    if (pair.names != SidePair::Names::players) continue;
    known.insert("winner" + pair.first);
    known.insert("winner" + pair.second);
  }
  add(wins_words);
  add(losses_words);
  add(ties_words);
  add(plays_words);
  add(mean_words);
  add(outcome_words);
  add(time_words);
  add(round_words);
  return known;
}

}  // namespace

bool SidePair::by_result() const {
  const std::string_view word = seats.first;
  return word == "winner" || word == "winning" || (word == "w" && seats.second[0] == 'l');
}

std::span<const SidePair> side_pairs() { return side_table().pairs; }

std::span<const std::size_t> pairs_with(const std::string& key) {
  const auto found = side_table().with.find(key);
  if (found == side_table().with.end()) return {};
  return found->second;
}

std::optional<SidePair::Names> named_by(const std::string& noun) {
  if (among(players, noun)) return SidePair::Names::players;
  if (among(numbers, noun)) return SidePair::Names::numbers;
  if (among(decks, noun)) return SidePair::Names::decks;
  return {};
}

bool names_winner(const std::string& key) {
  if (key == "winner") return true;
  return std::ranges::any_of(pairs_with(key), [&](std::size_t place) {
    const SidePair& pair = side_pairs()[place];
    return pair.by_result() && pair.first == key && pair.seats.first != std::string_view("w");
  });
}

bool is_result_heading(const std::string& key) {
  static const std::unordered_set<std::string> others = other_headings();
  return others.contains(key);
}

bool is_known_heading(const std::string& key) {
  return is_result_heading(key) || !pairs_with(key).empty();
}

std::optional<bool> says_first(std::string_view word) {
  for (const Seats& two : side_words) {
    if (word == two.first || word == two.second) return word == two.first;
  }
  if (among(first_won_words, word)) return true;
  if (among(first_lost_words, word)) return false;
  return {};
}

bool may_stand_for(const Seats& two, const Seats& seats) {
  const std::string_view first = two.first;
  const std::string_view second = two.second;
  const bool anybody = (first == "a" && second == "b") || (first == "w" && second == "l");
  return anybody || (first.front() == seats.first[0] && second.front() == seats.second[0]);
}

std::string heading_key(std::string_view heading) {
  std::string key = plain_word(heading);
  std::erase_if(key, [](char c) { return c == ' ' || c == '\t' || c == '_' || c == '-'; });
  return key;
}

std::string last_key(const std::string& heading) {
  return heading.substr(heading.find_last_of('.') + 1);
}

std::string without_blanks(std::string_view text) { return std::string(trimmed(text)); }

std::string plain_word(std::string_view text) { return lower_case(without_blanks(text)); }

std::string folded(std::string_view text) {
  std::string word = plain_word(text);
  std::erase_if(word, [](char c) { return c == ' ' || c == '\t'; });
  return word;
}

NameTable::Key key_of(const RankOptions& options) {
  return options.join_names ? NameTable::Key(folded) : NameTable::Key();
}

bool is_bye(std::string_view name) {
  std::string word = plain_word(name);
  static constexpr std::string_view others = " *-()[]._<>";
  std::erase_if(word, [](char c) { return others.find(c) != std::string_view::npos; });
  return word == "bye" || word == "freilos";
}

std::string alike(const std::string& name, const std::vector<std::string>& names) {
  const auto same = std::ranges::find(names, folded(name), folded);
  if (same == names.end()) return "";
  return "; " + in_quotes(*same) +
         " differs by blanks or case alone, and `join-names` joins the two";
}

bool sounds_like_count(const std::string& heading) {
  constexpr std::array nouns{"matches",     "games",    "plays",   "battles", "duels",
                             "bouts",       "fights",   "hands",   "trials",  "samples",
                             "sample",      "rounds",   "runs",    "seeds",   "encounters",
                             "repetitions", "episodes", "repeats", "rollouts"};
  constexpr std::array others{"won",  "lost",  "win",  "wins", "loss", "losses", "drawn",
                              "tied", "draws", "ties", "id",   "ids",  "avg",    "average"};
  constexpr std::array whole{"n",    "num", "number", "count", "counts",   "total",
                             "freq", "nb",  "times",  "#",     "frequency"};
  std::string words = plain_word(last_key(heading));
  const auto is_known = [&](const char* word) { return heading_key(word) == heading_key(words); };
  if (std::ranges::any_of(plays_words, is_known) || among(whole, words)) return true;
  std::ranges::replace_if(
      words, [](char c) { return c == '_' || c == '-' || c == '.'; }, ' ');
  bool noun = false;
  for (const std::string_view word : words_in(words)) {
    // The games of one side within a match.
    const bool side = word == "a" || word == "b" || says_first(word) ||
                      (word.back() >= '0' && word.back() <= '9');
    if (side || among(others, word)) return false;
    noun = noun || among(nouns, word);
  }
  return noun;
}

std::string in_shell(const std::string& text) {
  const bool plain = std::ranges::all_of(text, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') ||
           (byte >= 'A' && byte <= 'Z') || std::string_view("_-.,/=").find(c) != std::string::npos;
  });
  if (plain && !text.empty() && text.front() != '=') return text;
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string count_of(std::int64_t count, const char* one, const char* more) {
  return std::to_string(count) + (count == 1 ? one : more);
}

}  // namespace reading

std::string words_of_logs() {
  const auto listed_seats = [](const auto& all) {
    std::string text;
    for (const reading::Seats& seats : all) {
      text += fmt::format("{}{},{}", text.empty() ? "" : "; ", seats.first, seats.second);
    }
    return text;
  };
  return "sides: " + listed_seats(reading::all_seats) +
         "; player,opponent; each also with a word such as player, name, team, model, deck or id: "
         "player_a,player_b; Player 1,Player 2; home_team,away_team\nwinners: the name or the "
         "heading of a side; " +
         listed_seats(reading::side_words) + "; " + reading::listed(reading::first_won_words) +
         "; " + reading::listed(reading::first_lost_words) + "; the letters " +
         listed_seats(reading::letters) +
         "; where strategies have such names, the whole log is read by name or the whole log by "
         "side\nties: " +
         reading::listed(reading::tie_words) + "\n";
}

}  // namespace allnash
