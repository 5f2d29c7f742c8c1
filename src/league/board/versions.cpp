#include "league/board/versions.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "allnash/run.hpp"
#include "core/base/at.hpp"
#include "core/base/text.hpp"
#include "league/reading/copies.hpp"

namespace allnash::league {

using namespace reading;

namespace {

/// Compares a log with those in the file.
class LogVersions {
 public:
  explicit LogVersions(Update& update) : update_(update) { number_for_copies(); }

  [[nodiscard]] Version run(Intake& intake) {
    const Version version = update_.options.withdrawn > 0 ? withdraw(intake) : find_version();
    refuse_copies(version);
    return version;
  }

 private:
  /// Numbers the matches of the file and of this log in the same way, to find copies.
  void number_for_copies() {
    Numbering numbering;
    std::map<Rational, std::uint32_t> outcomes;
    const auto number = [&](const KeptPlay& play) {
      const auto outcome = static_cast<std::uint32_t>(outcomes.size());
      return numbering.number_of(play.entry,
                                 outcomes.try_emplace(*play.payoff, outcome).first->second);
    };
    std::vector<bool> in_log(update_.kept.size());
    for (const Store::Log& log : update_.logs) {
      Sequence& sequence = sequences_.emplace_back();
      for (const KeptPlay* const play : update_.plays_of(log)) {
        in_log[at(play - update_.kept.data())] = true;
        if (play->payoff) sequence.matches.push_back(number(*play));
      }
    }
    for (std::size_t t = 0; t < update_.kept.size(); ++t) {
      if (!in_log[t] && update_.kept[t].payoff && !update_.kept[t].lost)
        played_.matches.push_back(number(update_.kept[t]));
    }
    for (const KeptPlay& match : update_.matches) sequence_.matches.push_back(number(match));
    bits_ = numbering.bits();
  }

  /// How far this log and one in the file agree, from the first match on.
  struct Likeness {
    std::int64_t shared = 0;  ///< the length of the shorter one
    std::int64_t first_other = 0;
    std::int64_t others = 0;
    double bits = 0;  ///< information of the matches that agree
    [[nodiscard]] bool same() const { return others == 0; }
  };
  [[nodiscard]] Likeness likeness(const Sequence& log) const {
    Likeness found;
    found.shared = std::min(log.size(), sequence_.size());
    found.first_other = found.shared;
    for (std::int64_t t = 0; t < found.shared; ++t) {
      const std::uint32_t match = sequence_.matches[at(t)];
      if (match == log.matches[at(t)]) {
        found.bits += bits_[match];
      } else {
        found.first_other = std::min(found.first_other, t);
        ++found.others;
      }
    }
    return found;
  }

  [[nodiscard]] std::string lines_of(std::int64_t first, std::int64_t count) const {
    const bool lines = update_.log.plays[at(first)].line > 0;
    const auto number = [&](std::int64_t match) {
      return std::to_string(lines ? update_.log.plays[at(match)].line : match + 1);
    };
    return (lines ? "lines " : "matches ") + number(first) + " to " + number(first + count - 1);
  }

  [[noreturn]] void refuse_as_other(std::int64_t match, const Store::Log& log) const {
    throw InputError(update_.place_of(match) + "this match differs from the copy of the log " +
                     in_quotes(log.name) + " that was imported into " + update_.path +
                     " before; nothing was added (another log needs another name: `log NAME`)");
  }

  [[nodiscard]] Version find_version() {
    const std::string name = update_.name();
    for (std::size_t t = 0; t < update_.logs.size(); ++t) {
      if (name.empty() || update_.logs[t].name != name) continue;
      const Likeness found = likeness(sequences_[t]);
      if (found.same()) return {t, sequences_[t].size()};
      // The log may begin in the middle of the one in the file, as an export of the last days does.
      const std::int64_t known = gone_on_since(sequence_, sequences_[t], bits_, 1);
      if (known == 0) {
        refuse_turned(sequences_[t]);
        refuse_as_other(found.first_other, update_.logs[t]);
      }
      update_.notes.push_back("the first " + std::to_string(known) + " matches of " +
                              in_quotes(name) +
                              " are in the ledger, at the end of what it has of that log");
      return {t, known};
    }
    for (std::size_t t = 0;
         t < update_.logs.size() && !update_.options.log && !update_.options.distinct; ++t) {
      if (begins_as(update_.logs[t], sequences_[t])) return {t, sequences_[t].size()};
    }
    return {update_.logs.size(), 0};
  }

  /// Throws if it is unclear whether this is the same log.
  [[nodiscard]] bool begins_as(const Store::Log& log, const Sequence& sequence) {
    const Likeness found = likeness(sequence);
    if (found.shared == 0) return false;
    const double needed = bits_needed(static_cast<double>(sequences_.size()));
    if (!found.same()) {
      // Subtracts the bits of the choice of the matches that differ.
      const double places = static_cast<double>(found.shared);
      const double lost = static_cast<double>(found.others) * (bits_needed(places));
      if (found.bits - lost >= needed) refuse_as_other(found.first_other, log);
      return false;
    }
    const bool whole = sequence.size() == sequence_.size();
    if (found.bits < needed) {
      if (update_.own_name().empty() && whole) return true;
      const std::string text = "its first " + std::to_string(found.shared) +
                               " matches are the same as those of the log " + in_quotes(log.name);
      if (update_.own_name().empty()) {
        throw InputError(update_.place_of(0) + text + " in " + update_.path +
                         "; say by `log NAME` whether it is that one or another");
      }
      update_.notes.push_back(text + ", which may be chance: they count as matches of their own");
      return false;
    }
    if (!update_.own_name().empty()) {
      update_.notes.push_back(in_quotes(update_.own_name()) +
                              " is taken to be a longer version of the log " + in_quotes(log.name) +
                              ", which begins with the same matches");
    }
    return true;
  }

  /// Throws if this is the log in the file with its newest match first.
  void refuse_turned(const Sequence& old) const {
    const auto copy = copy_of(sequence_, old, bits_, {1, static_cast<double>(update_.kept.size())});
    if (copy && copy->backward) refuse_copies({update_.logs.size(), 0});
  }

  /// Throws if matches that are to be added are copies of matches of another log, or of a run.
  void refuse_copies(const Version& version) const {
    if (update_.options.distinct || version.known >= sequence_.size()) return;
    const Sequence fresh{{sequence_.matches.begin() + version.known, sequence_.matches.end()}};
    const Places places{static_cast<double>(update_.logs.size() + 1),
                        static_cast<double>(update_.kept.size())};
    for (std::size_t t = 0; t <= update_.logs.size(); ++t) {
      if (t == version.log && t < update_.logs.size()) continue;
      const Sequence& old = t < update_.logs.size() ? sequences_[t] : played_;
      const auto copy = copy_of(fresh, old, bits_, places);
      if (!copy) continue;
      const std::int64_t first = version.known + copy->first;
      std::string what =
          lines_of(first, copy->count) + " are matches " + std::to_string(copy->other + 1) +
          " to " + std::to_string(copy->other + copy->count) + " of " +
          (t < update_.logs.size() ? "the log " + in_quotes(update_.logs[t].name) : "the runs") +
          " in " + update_.path + (copy->backward ? ", the other way round" : "") +
          "; nothing was added, since each match counts once";
      const bool goes_on = t < update_.logs.size() && !copy->backward && first == 0 &&
                           copy->other + copy->count == old.size() && copy->count < fresh.size();
      if (goes_on) what += "; if it is that log, gone on, its name is to be given by `log NAME`";
      if (copy->backward) what += "; a log has its oldest match first";
      throw InputError(update_.place_of(first) + what);
    }
  }

  /// Removes from a log in the file the matches that this log no longer has. The lines of this log
  /// must be those of the file, some left out, and then perhaps new ones. The user gives the number
  /// of lines left out, so that a changed line is not taken for the first new one. Which of several
  /// equal matches is removed does not matter: each counts as lost for both players from now on,
  /// and lost plays make no bound false.
  [[nodiscard]] Version withdraw(Intake& intake) {
    const std::string name = update_.name();
    const auto log = std::ranges::find(update_.logs, name, &Store::Log::name);
    if (name.empty() || log == update_.logs.end()) {
      throw InputError(update_.log.name + ": withdrawn: " + update_.path +
                       " has no log of that name");
    }
    const auto place = static_cast<std::size_t>(log - update_.logs.begin());
    const Sequence& old = sequences_[place];
    std::vector<bool> stays(old.matches.size());
    std::int64_t found = 0;
    for (std::size_t t = 0; t < stays.size() && found < sequence_.size(); ++t) {
      stays[t] = old.matches[t] == sequence_.matches[at(found)];
      found += stays[t] ? 1 : 0;
    }
    if (old.size() - found != update_.options.withdrawn) {
      throw InputError(update_.place_of(std::min(found, sequence_.size() - 1)) + "by its lines " +
                       std::to_string(old.size() - found) + " matches that " + update_.path +
                       " has of " + in_quotes(name) + " are withdrawn, and not " +
                       std::to_string(update_.options.withdrawn) +
                       "; nothing was changed. A match may be left out, and new ones stand at the "
                       "end; none may be changed or come in between");
    }
    take_out(intake, *log, stays);
    intake.store().logs().put(static_cast<std::int64_t>(place) + 1, *log);
    update_.notes.push_back(
        std::to_string(update_.options.withdrawn) +
        (update_.options.withdrawn == 1 ? " match was" : " matches were") +
        " withdrawn, and count as lost for both sides: promises hold whatever the "
        "reason, and are lower for it");
    return {place, found};
  }

  void take_out(Intake& intake, Store::Log& log, const std::vector<bool>& stays) {
    std::vector<Store::Log::Part> parts;
    std::size_t match = 0;
    for (const KeptPlay* const one : update_.plays_of(log)) {
      if (!one->payoff || stays[match++]) {
        if (parts.empty() || parts.back().first + parts.back().count != *one->number) {
          parts.push_back({*one->number, 0});
        }
        ++parts.back().count;
        continue;
      }
      KeptPlay& play = update_.kept[at(one - update_.kept.data())];
      play.lost = true;
      intake.put(play);
    }
    log.parts = std::move(parts);
  }

  Update& update_;
  Sequence sequence_;                // this log
  std::vector<Sequence> sequences_;  // logs in the file
  Sequence played_;                  // plays of runs in the file
  Bits bits_;
};

}  // namespace

Version version_in(Update& update, Intake& intake) { return LogVersions(update).run(intake); }

}  // namespace allnash::league
