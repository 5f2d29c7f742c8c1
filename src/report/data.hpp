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
#include "json/json.hpp"

namespace allnash::report {

// However large the game is.
inline constexpr std::size_t most_lines = 128;  ///< rows of the map, and columns
inline constexpr std::size_t most_strategies = 300;
inline constexpr std::size_t most_vertices = 24;
inline constexpr std::size_t most_nodes = 24;  ///< a player, in the graph
inline constexpr std::size_t most_next = 60;
inline constexpr std::size_t most_pairings = 50'000;  ///< of a league

/// One player of a result, payoffs turned so that it maximises.
class Side {
 public:
  Side(const Result& result, bool is_row) : result_(&result), is_row_(is_row) {}

  [[nodiscard]] bool is_row() const { return is_row_; }
  [[nodiscard]] Index count() const { return is_row_ ? result_->rows : result_->columns; }
  [[nodiscard]] const OptimalSet* set() const {
    if (!result_->equilibria) return nullptr;
    return is_row_ ? &result_->equilibria->row : &result_->equilibria->column;
  }
  /// What the player plays as far as the result says; empty where it does not.
  [[nodiscard]] const MixedStrategy& strategy() const {
    return is_row_ ? result_->row_strategy : result_->column_strategy;
  }
  [[nodiscard]] const MixedStrategy& opponents_strategy() const {
    return Side(*result_, !is_row_).strategy();
  }
  [[nodiscard]] std::vector<Index> played() const;  ///< the support, by rising index
  [[nodiscard]] bool knows(Index own, Index other) const {
    return result_->known != nullptr &&
           (is_row_ ? result_->known->knows(own, other) : result_->known->knows(other, own));
  }
  /// In units of payoff, as the row player receives it.
  [[nodiscard]] Rational payoff(Index own, Index other) const {
    return is_row_ ? result_->known->payoff(own, other) : result_->known->payoff(other, own);
  }

  /// How much better each strategy does for this player, NaN when unknown; empty without a strategy
  /// of the opponent.
  [[nodiscard]] std::vector<double> merits() const;

 private:
  const Result* result_;
  bool is_row_;
};

/// What strategies pay against the opponent's mixture, which is held as whole numbers over one
/// denominator: a sum of fractions of hundreds of digits would find a common divisor at each step.
class Earnings {
 public:
  explicit Earnings(const Side& side);
  /// The payoff that the row player receives; nothing when not all of it is known.
  [[nodiscard]] std::optional<Rational> of(Index own) const;

 private:
  Side side_;
  Rational denominator_ = 1;
  std::vector<Rational> whole_;
};

/// At most `limit` of what is played most, most first.
MixedStrategy most_played(MixedStrategy strategy, std::size_t limit);

/// At most `limit` strategies by rising index: all of them, or those that are played, those that
/// are nearest to it, and of the others some, evenly spread. `merits` as from Side.
std::vector<Index> shown_strategies(const Side& side, std::span<const double> merits,
                                    std::size_t limit);

/// The played ones, then those nearest to being played, best first; at most `limit`.
std::vector<Index> leading_strategies(const Side& side, std::span<const double> merits,
                                      std::size_t limit);

/// A name, the end of a very long one cut off.
std::string cut(const std::string& name);

/// A number as text: exact, or `~` and a decimal where that is long.
std::string number_text(const Rational& number, std::size_t most = 400);

/// What every page holds beside its answer; of the certificate's text a hash.
Json page_frame(const std::string& title,
                const std::vector<std::pair<std::string, std::string>>& settings,
                const std::string& certificate);
/// The page around its data; its end depends on what it shows.
void write_page(std::ostream& out, const std::string& json, std::string_view end);

/// Both players' strategies, and the names of all that is mentioned anywhere.
class ShownNames {
 public:
  explicit ShownNames(const Result& result) : result_(result) {}
  void mention(bool is_row, Index strategy);
  /// By player, then by index; null when the game has none.
  [[nodiscard]] Json json() const;

 private:
  const Result& result_;
  Json rows_ = Json::object();
  Json columns_ = Json::object();
};

Json player_json(const Side& side, const Result& result, ShownNames& names);
/// The opponent's best responses to the strategies that matter; null when there is no support.
Json responses_json(const Result& result, ShownNames& names);
Json map_json(const Result& result, const RunHistory& history, ShownNames& names);
/// How much of the whole game was asked, in coarse cells; null when the map shows all of it.
Json overview_json(const Result& result);

/// A ranking as it is printed, with names cut, and its pairings in short. Of more than fit into a
/// page those between the strategies that come first are kept.
Json league_json(const Ranking& ranking);

// The page's own text, made of the files in web/ when allnash is built.
extern const std::string_view page_start;       ///< up to where a line of the head may stand
extern const std::string_view page_body;        ///< from there to the data
extern const std::string_view game_page_end;    ///< what follows the data of a game
extern const std::string_view league_page_end;  ///< of a league
extern const std::string_view flows_page_end;   ///< and of a game on flows

}  // namespace allnash::report
