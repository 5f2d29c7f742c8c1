// Every reader of text or bytes that comes from outside, behind one function: the first character
// chooses the reader, the rest is what it reads. A reader may refuse, with the exceptions it
// documents; anything else, a crash or memory out of all proportion, is a fault. Logs and leagues
// are left out where ALLNASH_FUZZ_WITHOUT_LEAGUES is defined: they take every room.
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <string>

#include "allnash/allnash.hpp"
#include "allnash/large.hpp"
#include "large/graphs/parts.hpp"
#include "payoffs/sources/families.hpp"
#include "payoffs/sources/files/readers.hpp"

namespace allnash::fuzz {

/// What was read can be asked.
inline void look_at(Source& game) {
  const std::vector<Entry> asked = {{0, 0}, {game.rows() - 1, game.columns() - 1}};
  (void)payoffs_of(game, asked);
}

/// A worker whose copy writes a given line, whatever it is asked.
class OneLine final : public Crew {
 public:
  explicit OneLine(std::string line) : line_(std::move(line)) {}
  [[nodiscard]] std::size_t size() const override { return 1; }
  void ask(std::size_t /*worker*/, std::span<const Question> questions) override {
    due_ += questions.size();
  }
  void renew(std::size_t /*worker*/) override {
    ++copy_;
    due_ = 0;
  }
  void wait(std::chrono::microseconds /*longest*/, std::vector<Event>& events) override {
    for (; due_ > 0; --due_) events.push_back({0, copy_, false, line_});
  }

 private:
  std::string line_;
  std::size_t due_ = 0;
  std::int64_t copy_ = 0;
};

inline void ask_an_oracle(const std::string& line) {
  OracleSettings settings;
  settings.rows = 1;
  settings.columns = 2;
  settings.retries = 1;
  look_at(*oracle_game(settings, std::make_unique<OneLine>(line)));
}

/// Where no file is now.
inline std::filesystem::path path_of_ledger() {
  auto path = std::filesystem::temp_directory_path() /
              ("allnash-fuzz-" + std::to_string(::getpid()) + ".db");
  std::filesystem::remove(path);
  return path;
}

#ifndef ALLNASH_FUZZ_WITHOUT_LEAGUES
/// A few digits may stand for millions of matches: these are left out.
inline Matches read_few_matches(const std::string& text, const RankOptions& options = {}) {
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  std::size_t digits = 0;
  for (const char c : text) {
    digits = digit(c) || c == 'e' || c == 'E' ? digits + 1 : 0;
    if (digits > 4) throw InputError("too many matches");
  }
  std::istringstream in(text);
  const Matches matches = read_matches(in, "fuzz.csv", options);
  if (explained(matches).empty()) std::abort();
  return matches;
}

/// The first line names options of reading: `sides a,b|scores x,y`.
inline void read_by_options(const std::string& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  RankOptions options;
  std::istringstream words(text.substr(0, end));
  for (std::string one; std::getline(words, one, '|');) {
    const std::string name = one.substr(0, one.find(' '));
    const std::string value = one.substr(std::min(name.size() + 1, one.size()));
    if (name == "sides") options.sides = value;
    if (name == "result") options.result = value;
    if (name == "scores") options.scores = value;
    if (name == "count") options.count = value;
    if (name == "each") options.matches_each = static_cast<std::int64_t>(value.size());
    if (name == "skip") options.skip = true;
    if (name == "two") options.two_sided = true;
  }
  (void)read_few_matches(text.substr(std::min(end + 1, text.size())), options);
}

inline void add_to_a_league(const std::string& text) {
  const Matches matches = read_few_matches(text);
  RankOptions options;
  const auto path = path_of_ledger();
  options.ledger = path.string();
  options.resamples = 0;
  try {
    const Ranking first = rank(matches, options);
    const Ranking again = rank(matches, options);
    if (again.league->recalled != first.plays || again.low != first.low) std::abort();
  } catch (const InputError&) {
    if (std::filesystem::exists(path)) std::abort();  // all or nothing
    throw;
  }
  std::filesystem::remove(path);
}

#endif

inline void import_into_a_ledger(const std::string& text) {
  const auto path = path_of_ledger();
  std::istringstream in(text);
  try {
    import_ledger(path.string(), in, "fuzz", LedgerShape{1000, 1000, false});
  } catch (const InputError&) {
    if (std::filesystem::exists(path)) std::abort();  // all or nothing
    throw;
  }
  ledger_info(path.string());
  std::filesystem::remove(path);
}

inline void round_trip(const std::string& text) {
  const Rational number = Rational::parse(text);
  if (Rational::parse(number.to_string()) != number) std::abort();
  (void)number.to_double();
}

/// The first line is the ending of a file, as `.mtx`: the reader of that format has the rest.
inline void read_by_ending(const std::string& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  std::istringstream in(text.substr(std::min(end + 1, text.size())));
  const std::string ending = text.substr(0, end);
  for (const sources::Format& format : sources::formats) {
    if (format.ending == ending) return look_at(*format.read(in, "fuzz" + ending, {}));
  }
  throw InputError("no format of this ending");
}

/// What was read is a game or is refused.
inline void read_tree(std::istream& in) { (void)tree_game(read_efg(in, "fuzz.efg"), "fuzz.efg"); }

inline void choose(char reader, const std::string& text) {
  std::istringstream in(text);
  switch (reader) {
    case 'c':
      return look_at(*read_csv(in, "fuzz.csv"));
    case 'b':
      return look_at(*read_csv(in, "fuzz.csv", {TextTable::Names::none, {}, ','}));
    case 'l':
      return look_at(*read_csv(in, "fuzz.csv", {TextTable::Names::both}));
    case 't':
      return look_at(*read_csv(in, "fuzz.tsv", {TextTable::Names::none, '\t'}));
    case 'n':
      return look_at(*sources::read_npy(in, "fuzz.npy"));
    case 'g':
      return look_at(*sources::read_nfg(in, "fuzz.nfg"));
    case 'e':
      return read_tree(in);
    case 'p':
      return (void)large::read_paths(in, "fuzz.paths");
    case 'm':
      return look_at(*sources::read_mtx(in, "fuzz.mtx"));
    case 'x':
      return read_by_ending(text);
    case 'f':
      return look_at(*sources::make_family(text));
    case 'i':
      return import_into_a_ledger(text);
#ifndef ALLNASH_FUZZ_WITHOUT_LEAGUES
    case 'w':
      return (void)read_few_matches(text);
    case 's':
      return read_by_options(text);
    case 'k':
      return add_to_a_league(text);
#endif
    case 'o':
      return ask_an_oracle(text);
    default:
      return round_trip(text);
  }
}

/// True when the reader took it.
inline bool feed(const std::string& input) {
  if (input.empty()) return false;
  try {
    choose(input.front(), input.substr(1));
  } catch (const InputError&) {
    return false;
  } catch (const SourceError&) {
    return false;
  } catch (const std::invalid_argument&) {  // Rational::parse
    return false;
  }
  return true;
}

}  // namespace allnash::fuzz
