#include "league/reading/play_list.hpp"

#include <iterator>
#include <utility>

#include "allnash/run.hpp"
#include "core/base/at.hpp"
#include "league/reading/words.hpp"
#include "league/reading/worth.hpp"

namespace allnash::reading {

void PlayList::add(const Sheet::Line& line, Met met, const Rational& share, std::int64_t times) {
  const Rational seen = met.turned ? Rational(1) - share : share;
  if (options_.pair_seats) return add_to_pair(line, met, seen, times);
  put(line, met.entry, seen, times);
}

void PlayList::add_counted(const Sheet::Line& line, Met met, const Rational& share,
                           std::int64_t times) {
  add(line, met, share, times);
  const Total total{times, share * Rational(times), {}};
  const auto [place, fresh] = grouped_.try_emplace({met.entry, met.turned}, counted_.size());
  if (fresh) return note_counts(line, met, total);
  Total& all = counted_[place->second].total;
  all.plays += times;
  all.sum += met.turned ? Rational(times) - total.sum : total.sum;
}

void PlayList::add_total(const Sheet::Line& line, Met met, const Total& more) {
  if (more.plays == 0) return;
  Total& total = record_.totals[met.entry];
  total.plays += more.plays;
  if (total.plays > most_plays) sheet_.refuse(line, "more than 20 million matches");
  total.sum += met.turned ? Rational(more.plays) - more.sum : more.sum;
  total.rounding += more.rounding;
}

void PlayList::note_counts(const Sheet::Line& line, Met met, Total total) {
  if (met.turned) total.sum = Rational(total.plays) - total.sum;
  counted_.push_back({line.number, met.entry, met.turned, std::move(total)});
}

void PlayList::note_side(const Sheet::Line& line, Met met, const Rational& share,
                         const std::string* time) {
  const Rational seen = met.turned ? Rational(1) - share : share;
  const auto [place, fresh] =
      seen_.try_emplace(seen, static_cast<std::uint32_t>(seen_outcomes_.size()));
  if (fresh) seen_outcomes_.push_back(seen);
  seated_.push_back({met.entry, met.turned, place->second, line.number, time});
}

void PlayList::put(const Sheet::Line& line, Entry entry, const Rational& seen, std::int64_t times) {
  const auto [place, fresh] =
      outcomes_.try_emplace(seen, static_cast<std::uint32_t>(record_.outcomes.size()));
  if (fresh) record_.outcomes.push_back(seen);
  if (std::ssize(record_.plays) + times > most_plays) {
    throw InputError(sheet_.name + ": more than 20 million matches");
  }
  record_.plays.insert(
      record_.plays.end(), at(times),
      {entry.row, entry.column, place->second, static_cast<std::uint32_t>(line.number)});
}

/// Pairs a match with the next one with the seats swapped; the play is at its second match. Only
/// their places decide which two go together.
void PlayList::add_to_pair(const Sheet::Line& line, Met met, const Rational& seen,
                           std::int64_t times) {
  auto& waiting = waiting_[met.entry];
  std::deque<Rational>& others = met.turned ? waiting.first : waiting.second;
  std::deque<Rational>& own = met.turned ? waiting.second : waiting.first;
  for (std::int64_t t = 0; t < times; ++t) {
    if (others.empty()) {
      own.push_back(seen);
      continue;
    }
    put(line, met.entry, (seen + others.front()) / Rational(2), 1);
    others.pop_front();
  }
}

void PlayList::finish_pairs(bool ordered) {
  if (!ordered) {
    throw OptionError("pair-seats: counts do not tell which matches go together; it needs a log");
  }
  if (!record_.symmetric) {
    throw OptionError(options_.two_sided
                          ? "pair-seats: with `two-sided` a seat is a part of the game"
                          : "pair-seats: no strategy of the log was in both seats");
  }
  std::int64_t alone = 0;
  for (const auto& [entry, waiting] : waiting_) {
    alone += std::ssize(waiting.first) + std::ssize(waiting.second);
  }
  record_.paired = true;
  std::string note = "a play is two matches with the seats swapped";
  if (alone > 0) {
    note += "; " + count_of(alone, " match has", " matches have") +
            " no partner and are left out, which assumes that results did not decide whether a "
            "pair was finished";
  }
  record_.notes.push_back(std::move(note));
}

void PlayList::finish(bool ordered) {
  record_.ordered = ordered;
  if (options_.pair_seats) finish_pairs(ordered);
  if (ordered) refuse_sorted(record_);
  if (!options_.distinct) {
    refuse_mirrors(record_.name, counted_);
    if (ordered) refuse_own_copies(record_);
    if (std::string note = refuse_both_sides(record_.name, seated_, seen_outcomes_);
        !note.empty()) {
      record_.notes.push_back(std::move(note));
    }
  }
  if (!record_.plays.empty()) add_up(record_);
  if (record_.totals.empty()) throw InputError(sheet_.name + ": no match is in it");
}

}  // namespace allnash::reading
