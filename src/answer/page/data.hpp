// The data of the page, as JSON. Each function adds one part; a part that a result does not have is
// left out.
#pragma once

#include <iosfwd>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "allnash/rank.hpp"
#include "allnash/report.hpp"
#include "allnash/result.hpp"
#include "core/json/json.hpp"

namespace allnash::page {

// Limits that keep the page small for games of any size.
inline constexpr std::size_t most_lines = 128;  ///< rows, and columns, of the map
inline constexpr std::size_t most_strategies = 300;
inline constexpr std::size_t most_vertices = 24;
inline constexpr std::size_t most_nodes = 24;  ///< in the graph, for each player
inline constexpr std::size_t most_next = 60;
inline constexpr std::size_t most_pairings = 50'000;  ///< of a league

/// One player of a result.
class Side {
 public:
  Side(const Result& result, bool is_row) : result_(&result), is_row_(is_row) {}

  [[nodiscard]] bool is_row() const { return is_row_; }
  [[nodiscard]] Index count() const { return is_row_ ? result_->rows : result_->columns; }
  [[nodiscard]] const OptimalSet* set() const {
    if (!result_->equilibria) return nullptr;
    return is_row_ ? &result_->equilibria->row : &result_->equilibria->column;
  }
  /// The player's strategy in the result; empty if there is none.
  [[nodiscard]] const MixedStrategy& strategy() const {
    return is_row_ ? result_->row_strategy : result_->column_strategy;
  }
  [[nodiscard]] const MixedStrategy& opponents_strategy() const {
    return Side(*result_, !is_row_).strategy();
  }
  [[nodiscard]] std::vector<Index> played() const;  ///< the support, ascending
  [[nodiscard]] bool knows(Index own, Index other) const {
    return result_->known != nullptr &&
           (is_row_ ? result_->known->knows(own, other) : result_->known->knows(other, own));
  }
  /// The payoff to the row player.
  [[nodiscard]] Rational payoff(Index own, Index other) const {
    return is_row_ ? result_->known->payoff(own, other) : result_->known->payoff(other, own);
  }

  /// Each strategy's payoff against the opponent's strategy, NaN if unknown; larger is better for
  /// this player. Empty without a strategy of the opponent.
  [[nodiscard]] std::vector<double> merits() const;

 private:
  const Result* result_;
  bool is_row_;
};

/// Payoffs against the opponent's mixture, which is stored as integers over one denominator: a sum
/// of long fractions would compute a gcd at each step.
class Earnings {
 public:
  explicit Earnings(const Side& side);
  /// The payoff to the row player; nothing if it is not fully known.
  [[nodiscard]] std::optional<Rational> of(Index own) const;

 private:
  Side side_;
  Rational denominator_ = 1;
  std::vector<Rational> whole_;
};

/// At most `limit` of the most probable strategies, most probable first.
MixedStrategy most_played(MixedStrategy strategy, std::size_t limit);

/// At most `limit` strategies, ascending: all; or the played ones, those nearest to being played,
/// and an even sample of the others. `merits` come from Side.
std::vector<Index> shown_strategies(const Side& side, std::span<const double> merits,
                                    std::size_t limit);

/// The played ones, then those nearest to being played, best first; at most `limit`.
std::vector<Index> leading_strategies(const Side& side, std::span<const double> merits,
                                      std::size_t limit);

/// A name, truncated if very long.
std::string cut(const std::string& name);

/// A number as text: exact, or `~` and a decimal if that would be long.
std::string number_text(const Rational& number, std::size_t most = 400);

/// The parts that every page has besides its answer, with a hash of the certificate's text.
Json page_frame(const std::string& title,
                const std::vector<std::pair<std::string, std::string>>& settings,
                const std::string& certificate);
/// Writes the page around its data; `end` depends on the kind of page.
void write_page(std::ostream& out, const std::string& json, std::string_view end);

/// The names of all strategies that the page mentions.
class ShownNames {
 public:
  explicit ShownNames(const Result& result) : result_(result) {}
  void mention(bool is_row, Index strategy);
  /// By player, then by index; null if the game has no names.
  [[nodiscard]] Json json() const;

 private:
  const Result& result_;
  Json rows_ = Json::object();
  Json columns_ = Json::object();
};

Json player_json(const Side& side, const Result& result, ShownNames& names);
/// The opponent's best responses to the leading strategies; null without a support.
Json responses_json(const Result& result, ShownNames& names);
Json map_json(const Result& result, const RunHistory& history, ShownNames& names);
/// The part of the whole game that was asked, in coarse cells; null if the map shows all of it.
Json overview_json(const Result& result);

/// A ranking as printed, with truncated names and its pairings in short form. If they are too many,
/// those between the leading strategies are kept.
Json league_json(const Ranking& ranking);

// The page's own text, built from the files in web/.
extern const std::string_view page_start;       ///< up to the place for a line in the head
extern const std::string_view page_body;        ///< from that place to the data
extern const std::string_view game_page_end;    ///< after the data of a game
extern const std::string_view league_page_end;  ///< after the data of a league
extern const std::string_view flows_page_end;   ///< after the data of a game on flows

}  // namespace allnash::page
