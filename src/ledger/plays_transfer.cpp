#include "ledger/plays_transfer.hpp"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <map>
#include <ostream>
#include <set>
#include <span>
#include <stdexcept>
#include <unordered_map>

#include "allnash/error.hpp"
#include "ledger/plays.hpp"
#include "ledger/plays_file.hpp"
#include "ledger/sqlite.hpp"
#include "sources/table.hpp"
#include "sources/text.hpp"

namespace allnash::ledger {
namespace {

constexpr std::string_view header = "row,column,seed,payoff";
constexpr std::string_view list_header = "row,column,outcome";
constexpr std::string_view lost_word = "lost";

/// What a run says of itself.
class Settings {
 public:
  Settings(const std::string& path, const Facts& run) : path_(path), run_(run) {}

  [[nodiscard]] std::string text(std::string_view name) const {
    std::string value = fact(run_, name);
    if (!value.empty()) return value;
    sources::refuse(path_, fmt::format("damaged: it does not say the {} of its run", name));
  }
  template <typename Number>
  [[nodiscard]] Number number(std::string_view name) const {
    if (const auto number = number_in<Number>(text(name))) return *number;
    sources::refuse(path_, fmt::format("damaged: the {} of its run is no number", name));
  }
  [[nodiscard]] PayoffRange range() const {
    const std::string ends = text("payoff-range");
    const std::size_t comma = std::min(ends.find(','), ends.size() - 1);
    try {
      return {Rational::parse(ends.substr(0, comma)), Rational::parse(ends.substr(comma + 1))};
    } catch (const std::invalid_argument&) {
      sources::refuse(path_, "damaged: the range of its run is none");
    }
  }
  [[nodiscard]] std::uint64_t seed_of(std::int64_t play) const {
    return play_seed(number<std::uint64_t>("seed"), play);
  }

 private:
  const std::string& path_;
  const Facts& run_;
};

/// A line `row,column,seed,payoff`.
struct PlayLine {
  Entry entry;
  std::uint64_t seed = 0;
  std::optional<Rational> payoff;  // none when it says `lost`
};

template <typename Number>
Number whole(std::string_view text, const std::string& where) {
  if (const auto number = number_in<Number>(text)) return *number;
  sources::refuse(where, in_quotes(text) + " is not a whole number of a play");
}

/// Of a list, which has no seeds: `row,column,outcome`.
PlayLine read_line(std::string_view line, const std::string& where, bool list) {
  std::array<std::string_view, 4> places;
  const std::span<std::string_view> words = std::span(places).first(list ? 3 : 4);
  std::string_view rest = line;
  for (std::size_t t = 0; t < words.size(); ++t) {
    const bool last = t + 1 == words.size();
    const std::size_t comma = rest.find(',');
    if ((comma == std::string_view::npos) != last) {
      sources::refuse(where,
                      in_quotes(line) +
                          (list ? " is not row,column,outcome"
                                : " is not row,column,seed,payoff, as a ledger of plays takes it"));
    }
    words[t] = sources::trimmed(rest.substr(0, comma));
    if (!last) rest.remove_prefix(comma + 1);
  }
  PlayLine result;
  result.entry = {whole<Index>(words[0], where), whole<Index>(words[1], where)};
  if (!list) result.seed = whole<std::uint64_t>(words[2], where);
  if (words.back() == lost_word) return result;
  try {
    result.payoff = Rational::parse(words.back());
  } catch (const std::invalid_argument& error) {
    sources::refuse(where, error.what());
  }
  return result;
}

/// Writes the header, and then plays that are answered.
std::function<void(const KeptPlay&)> line_writer(std::ostream& out, const Settings& settings) {
  out << header << '\n';
  return [&out, settings](const KeptPlay& play) {
    if (!play.payoff) return;
    out << play.entry.row << ',' << play.entry.column << ',' << settings.seed_of(play.number) << ','
        << *play.payoff << '\n';
  };
}

/// The plays of a file by seed, and those of them that are answered now.
class Intake {
 public:
  explicit Intake(const std::string& path)
      : file_(path), settings_(path, file_.run()), range_(settings_.range()) {
    file_.for_each([this](const KeptPlay& play) {
      const std::uint64_t seed = settings_.seed_of(play.number);
      plays_.emplace(seed, play);
      asked_[play.entry].seeds.push_back(seed);
    });
    symmetric_ = settings_.text("symmetric") == "yes";
  }

  /// A line of a list of all that has been played, in the order of playing: the next one of its
  /// entry is the next play that was asked of it. So a list that grows can be taken in again.
  void add_next(PlayLine line, const std::string& where) {
    if (symmetric_ && line.entry.row == line.entry.column) {
      ++count_.self_plays;
      return;
    }
    if (symmetric_ && line.entry.row > line.entry.column) {
      line.entry = {line.entry.column, line.entry.row};
      if (line.payoff) line.payoff = range_.low + range_.high - *line.payoff;
    }
    Asked& asked = asked_[line.entry];
    if (asked.taken == asked.seeds.size()) {
      ++count_.unasked;
      return;
    }
    line.seed = asked.seeds[asked.taken++];
    add(line, where);
  }

  void add(const PlayLine& line, const std::string& where) {
    const auto found = plays_.find(line.seed);
    if (found == plays_.end()) {
      sources::refuse(
          where,
          fmt::format("no plan of this run has asked for a play with the seed {}", line.seed));
    }
    KeptPlay& play = found->second;
    if (play.entry != line.entry) {
      sources::refuse(
          where, fmt::format("the play with the seed {} is of {}, not of {}", line.seed,
                             sources::entry_name(play.entry), sources::entry_name(line.entry)));
    }
    if (line.payoff) {
      const std::string fault = fault_of_play(line.entry, *line.payoff, range_);
      if (!fault.empty()) sources::refuse(where, fault);
    }
    if (play.payoff && play.payoff != line.payoff) {
      sources::refuse(where, fmt::format("the play with the seed {} has two payoffs, {} and {}",
                                         line.seed, play.payoff->to_string(),
                                         line.payoff ? line.payoff->to_string() : lost_word));
    }
    settle(play, line.payoff);
  }

  Imported finish() {
    file_.record(added_);
    return count_;
  }

 private:
  /// A play that was given up has been counted as lost: what it paid comes too late.
  void settle(KeptPlay& play, const std::optional<Rational>& payoff) {
    if (play.payoff || (play.lost && !payoff)) {
      ++count_.known;
    } else if (play.lost) {
      ++count_.late;
    } else {
      play.payoff = payoff;
      play.lost = !payoff;
      added_.push_back(play);
      ++(payoff ? count_.added : count_.lost);
    }
  }

  /// The plays of one entry, in the order asked.
  struct Asked {
    std::vector<std::uint64_t> seeds;
    std::size_t taken = 0;  // by the list
  };

  PlaysFile file_;
  Settings settings_;
  bool symmetric_ = false;
  std::map<Entry, Asked> asked_;
  PayoffRange range_;
  std::unordered_map<std::uint64_t, KeptPlay> plays_;
  std::vector<KeptPlay> added_;
  Imported count_;
};

}  // namespace

void count_in(LedgerInfo& info, const Rational& payoff) {
  ++info.payoffs;
  if (!info.smallest || payoff < *info.smallest) info.smallest = payoff;
  if (!info.largest || payoff > *info.largest) info.largest = payoff;
}

bool holds_plays(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return false;
  try {
    sqlite::Database file(std::filesystem::absolute(path).string(),
                          SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX);
    return file.integer("PRAGMA application_id") == sqlite::plays_application_id;
  } catch (const sqlite::Error&) {
    return false;  // whoever opens it as a ledger says why
  }
}

LedgerInfo plays_info(const std::string& path) {
  PlaysFile file(path);
  file.check_soundness();
  const Settings settings(path, file.run());
  LedgerInfo info;
  info.file = path;
  info.version = PlaysFile::version();
  info.rows = settings.number<Index>("rows");
  info.columns = settings.number<Index>("columns");
  info.symmetric = settings.text("symmetric") == "yes";
  info.identity = settings.text("game");
  PlaysInfo plays;
  plays.run = file.run();
  plays.attempts = file.attempts();
  std::set<Entry> entries;
  file.for_each([&](const KeptPlay& play) {
    plays.failures += play.lost ? 1 : 0;
    plays.open += play.settled() ? 0 : 1;
    if (!play.payoff) return;
    count_in(info, *play.payoff);
    entries.insert(play.entry);
  });
  plays.entries = std::ssize(entries);
  info.plays = std::move(plays);
  return info;
}

void export_plays(const std::string& path, std::ostream& out) {
  PlaysFile file(path);
  file.for_each(line_writer(out, Settings(path, file.run())));
}

std::int64_t export_sound_plays(const std::string& path, std::ostream& out) {
  PlaysFile file(path);
  return file.salvage(line_writer(out, Settings(path, file.run())));
}

Imported import_plays(const std::string& path, std::istream& in, const std::string& name) {
  Intake intake(path);
  sources::TextReader text(in, name);
  std::string line;
  bool list = false;
  for (std::int64_t number = 1; text.take_line(line); ++number) {
    const std::string_view words = sources::trimmed(line);
    if (number == 1) list = words == list_header;
    if (words.empty() || (number == 1 && (list || words == header))) continue;
    const std::string where = fmt::format("{}:{}", name, number);
    const PlayLine play = read_line(words, where, list);
    if (list) {
      intake.add_next(play, where);
    } else {
      intake.add(play, where);
    }
  }
  return intake.finish();
}

}  // namespace allnash::ledger
