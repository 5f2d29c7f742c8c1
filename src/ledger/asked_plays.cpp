#include "ledger/asked_plays.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "ledger/match_list.hpp"
#include "ledger/plays.hpp"
#include "sources/table.hpp"
#include "sources/text.hpp"

namespace allnash::ledger {

namespace {

PayoffRange range_of(const Store& store) {
  const std::string ends = fact(store.game().run, "payoff-range");
  const std::size_t comma = ends.find(',');
  try {
    if (comma == std::string::npos) throw std::invalid_argument("no comma");
    return {Rational::parse(ends.substr(0, comma)), Rational::parse(ends.substr(comma + 1))};
  } catch (const std::invalid_argument&) {
    sources::refuse(store.name(), "damaged: it does not say the payoff-range of its run");
  }
}

std::string play_with(std::int64_t seed) { return fmt::format("the play with the seed {}", seed); }

}  // namespace

AskedPlays::AskedPlays(const Store& store, Imported& count)
    : count_(count), range_(range_of(store)) {
  store.for_each([this](const KeptPlay& play) {
    plays_.emplace(play.seed, play);
    asked_[play.entry].seeds.push_back(play.seed);
  });
}

void AskedPlays::check(const KeptPlay& play, Entry entry, const std::optional<Rational>& payoff,
                       const Where& where) const {
  if (play.entry != entry) {
    sources::refuse(where(), fmt::format("{} is of {}, not of {}", play_with(play.seed),
                                         sources::entry_name(play.entry),
                                         sources::entry_name(entry)));
  }
  if (!payoff) return;
  const std::string fault = fault_of_play(entry, *payoff, range_);
  if (!fault.empty()) sources::refuse(where(), fault);
  if (!play.payoff || play.payoff == payoff) return;
  sources::refuse(where(), fmt::format("{} has two payoffs, {} and {}", play_with(play.seed),
                                       play.payoff->to_string(), payoff->to_string()));
}

void AskedPlays::answer(Entry entry, std::int64_t seed, const std::optional<Rational>& payoff,
                        const Where& where) {
  const auto found = plays_.find(seed);
  if (found == plays_.end()) {
    sources::refuse(
        where(), fmt::format("no plan of this run has asked for a play with the seed {}", seed));
  }
  KeptPlay& play = found->second;
  check(play, entry, payoff, where);
  if (play.payoff && !payoff) {
    sources::refuse(where(), fmt::format("{} has two payoffs, {} and {}", play_with(seed),
                                         play.payoff->to_string(), lost_word));
  }
  // A play that was given up has been counted as lost: what it paid comes too late.
  if (play.payoff || (play.lost && !payoff)) {
    ++count_.known;
  } else if (play.lost) {
    ++count_.late;
  } else {
    play.payoff = payoff;
    play.lost = !payoff;
    changed_.push_back(play);
    ++(payoff ? count_.added : count_.lost);
  }
}

void AskedPlays::answer_next(Entry entry, const std::optional<Rational>& payoff,
                             const Where& where) {
  Asked& asked = asked_[entry];
  if (asked.taken == asked.seeds.size()) {
    ++count_.unasked;
    return;
  }
  answer(entry, asked.seeds[asked.taken++], payoff, where);
}

// What either file knows to be lost stays lost, and what one of them has as paid is paid.
void AskedPlays::take_over(const KeptPlay& play, const Where& where) {
  const auto [found, fresh] = plays_.emplace(play.seed, play);
  KeptPlay& ours = found->second;
  check(ours, play.entry, play.payoff, where);
  const bool paid = play.payoff && (fresh || (!ours.payoff && !ours.lost));
  const bool lost = play.lost && (fresh || !ours.lost);
  if (paid) ours.payoff = play.payoff;
  ours.lost = ours.lost || play.lost;
  ours.planned = ours.planned || play.planned;
  if (fresh || paid || lost) changed_.push_back(ours);
  count_.added += paid ? 1 : 0;
  count_.lost += lost && !play.payoff ? 1 : 0;
  count_.known += !fresh && !paid && !lost && play.settled() ? 1 : 0;
}

}  // namespace allnash::ledger
