#include "compare.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace checker {
namespace {

string entry_text(Index row, Index column) {
  return "(" + std::to_string(row) + ", " + std::to_string(column) + ")";
}

/// Checks that the game has the certificate's shape, and that every payoff, read or not, lies in
/// the range and agrees with the one across the diagonal if the certificate is of a symmetric
/// table.
void compare_rules(const Claim& claim, const Table& table, bool has_range) {
  if (table.rows() != claim.rows || table.columns() != claim.columns) {
    throw Rejected("the shape is " + std::to_string(claim.rows) + " x " +
                   std::to_string(claim.columns) + " in the certificate and " +
                   std::to_string(table.rows()) + " x " + std::to_string(table.columns()) +
                   " in the game");
  }
  const Fraction sum = claim.mirror_sum();
  for (Index row = 0; row < table.rows(); ++row) {
    for (Index column = 0; has_range && column < table.columns(); ++column) {
      const Fraction payoff = fraction_of(table.at(row, column));
      if (payoff >= claim.range_low && payoff <= claim.range_high) continue;
      throw Rejected("entry " + entry_text(row, column) + " is " + shown(table.at(row, column)) +
                     " in the game, which is outside the range");
    }
    for (Index column = 0; claim.symmetric && column <= row; ++column) {
      const string_view here = table.at(row, column);
      const string_view there = table.at(column, row);
      if (mirrored(here, there, sum)) continue;
      throw Rejected("entries " + entry_text(row, column) + " and " + entry_text(column, row) +
                     " are " + shown(here) + " and " + shown(there) +
                     " in the game, which contradicts the symmetry");
    }
  }
}

/// Checks that the payoffs that were read are the game's.
void compare_entries(const Certificate& certificate, const Table& table) {
  for (const bool is_row : {true, false}) {
    if (!is_row && certificate.symmetric) continue;
    const Player player(certificate, is_row);
    player.each_line([&](Index line, const std::vector<Cell>& cells) {
      for (std::size_t t = 0; t < cells.size(); ++t) {
        const Index row = is_row ? player.support[t] : line;
        const Index column = is_row ? line : player.support[t];
        const string_view text = cells[t].text;
        if (text == "?" || table.at(row, column) == text) continue;
        throw Rejected("entry " + entry_text(row, column) + " is " + shown(text) +
                       " in the certificate and " + shown(table.at(row, column)) + " in the game");
      }
    });
  }
}

/// The nonzero payoffs of GAME, by features.
using FlowPayoffs = std::map<std::pair<Index, Index>, Fraction>;

void compare_payoffs(const FlowClaim& claim, const FlowPayoffs& own, const Fraction& constant) {
  const auto agrees = [&](const ClaimedPayoff& one, const auto& mine) {
    return std::pair(one.row, one.column) == mine.first && claim.payoff(one) == mine.second;
  };
  if (claim.constant == constant && std::ranges::equal(claim.payoffs, own, agrees)) return;
  throw Rejected("the payoffs are not those of GAME");
}

/// A one-to-one correspondence of words and numbers.
class Renaming {
 public:
  /// Whether this word may have this number: neither is paired with another.
  bool pairs(const string& word, Index number) {
    const auto [known, fresh] = numbers_.try_emplace(word, number);
    return fresh ? taken_.insert(number).second : known->second == number;
  }
  /// Requires a word that was seen.
  [[nodiscard]] Index number(const string& word) const { return numbers_.at(word); }

 private:
  std::map<string, Index> numbers_;
  std::set<Index> taken_;
};

/// Returns the correspondence of the features.
Renaming compare_arcs(const Graph& claimed, const PathGame::Side& file, const string& player) {
  Renaming nodes;
  Renaming features;
  bool same = claimed.arcs.size() == file.arcs.size();
  for (std::size_t a = 0; same && a < file.arcs.size(); ++a) {
    const FlowArc& arc = claimed.arcs[a];
    const std::vector<string>& words = file.arcs[a];
    same = arc.heads.size() == 1 && nodes.pairs(words[0], arc.tail) &&
           nodes.pairs(words[1], arc.heads[0]) && arc.feature.has_value() == (words[2] != "-") &&
           (!arc.feature || features.pairs(words[2], *arc.feature));
  }
  if (!same) throw Rejected("the arcs of the " + player + " player are not those of GAME");
  return features;
}

}  // namespace

void compare(const Certificate& certificate, const Table& table) {
  compare_rules(certificate, table, certificate.has_range);
  compare_entries(certificate, table);
}

void compare(const Confidence& claim, const Table& table) {
  compare_rules(claim, table, true);
  for (const bool is_row : {true, false}) {
    if (!is_row && claim.symmetric) continue;
    const Strategy& strategy = (is_row ? claim.row : claim.column).strategy;
    for (Index arm = 0; arm < (is_row ? claim.columns : claim.rows); ++arm) {
      Fraction sum;
      for (std::size_t t = 0; t < strategy.support.size(); ++t) {
        const Index own = strategy.support[t];
        const string_view payoff = is_row ? table.at(own, arm) : table.at(arm, own);
        sum.add(strategy.probabilities[t] * fraction_of(payoff));
      }
      if (is_row ? sum >= claim.low : sum <= claim.high) continue;
      throw Rejected((is_row ? "the row strategy does not guarantee low against column "
                             : "the column strategy concedes more than high to row ") +
                     std::to_string(arm));
    }
  }
}

void compare(const FlowClaim& claim, const GameTree& tree) {
  for (const bool row : {true, false}) {
    const Graph& claimed = row ? claim.row : claim.column;
    const Graph& own = row ? tree.row : tree.column;
    if (claimed.nodes == own.nodes && claimed.arcs == own.arcs) continue;
    throw Rejected(string("the information sets of the ") + (row ? "row" : "column") +
                   " player are not those of GAME");
  }
  compare_payoffs(claim, tree.payoffs, tree.constant);
}

void compare(const FlowClaim& claim, const PathGame& game) {
  const Renaming rows = compare_arcs(claim.row, game.row, "row");
  const Renaming columns = compare_arcs(claim.column, game.column, "column");
  FlowPayoffs own;
  for (const auto& [words, payoff] : game.payoffs) {
    if (payoff.sign() == 0) continue;
    own.emplace(std::pair(rows.number(words.first), columns.number(words.second)), payoff);
  }
  compare_payoffs(claim, own, 0);
}

}  // namespace checker
