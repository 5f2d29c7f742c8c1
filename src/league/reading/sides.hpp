// Finds logs that hold every match twice, once for each side, in whatever order: exports that are
// grouped by player, or shuffled within a day.
//
// Claim. An honest log, in which each line is a match of its own, is refused at most once in 10,000
// times if its times show that the two sides of a pairing are different matches, or if the rates of
// pairings are spread evenly between 0 and 1. If rates are nearly 0 or 1 and there are no times, it
// may be refused more often: docs/how_sure.md has figures.
//
// Why. If every match is there twice, each pairing has the same results from either side. An honest
// double round robin has as many matches from either side, too, so that only results tell the two
// apart. Say that a pair has n matches from each side, with the outcomes k from the one as from the
// other. Let orders(k) be the number of orders of n matches with these outcomes. If results did not
// decide who met whom and how often, and seats do not matter, then given the outcomes of both sides
// together all their orders are equally likely, so that both sides have the outcomes k with the
// probability orders(k)^2 / orders(2k). If seats matter they agree more rarely: the term of (k, k)
// has the weight p^k q^k, and those of (j, 2k - j) and (2k - j, j) together at least twice that.
// Where the sides also agree at each time, or in the order in which they list the results, the
// order within the one side is compared with that within the other, and again all orders are
// equally likely. A line without a mirror costs as many bits as it takes to name it, and 13 more.
//
// By this rule pairs say nothing that met once from each side, or that always end alike: a player
// that always wins does so from both sides. Without times, and where times agree, such pairs count
// too. Then the rate of a pairing is taken to be anything from 0 to 1, evenly, or that of the whole
// log, whichever makes agreement more likely. A league whose results never vary looks like a log
// with each match twice; the option `distinct` tells the two apart.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "allnash/rational.hpp"
#include "allnash/source.hpp"

namespace allnash::reading {

/// A line of a log.
struct SeatedMatch {
  Entry entry;                        ///< of the pairing, the same from either side
  bool turned = false;                ///< listed from the other side
  std::uint32_t outcome = 0;          ///< to the entry's row, index in `outcomes`
  std::int64_t line = 0;              ///< in the file
  const std::string* time = nullptr;  ///< null in a log without times
};

/// Throws InputError for a log that has every match twice, once for each side. Returns a note for
/// one that may have, as far as its results tell; otherwise nothing.
[[nodiscard]] std::string refuse_both_sides(const std::string& name,
                                            const std::vector<SeatedMatch>& matches,
                                            const std::vector<Rational>& outcomes);

}  // namespace allnash::reading
