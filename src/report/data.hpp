// What the page shows, as JSON. Each function adds one part; a part that a result does not have is
// left out.
#pragma once

#include <string>
#include <string_view>

#include "allnash/report.hpp"
#include "json/json.hpp"
#include "report/sample.hpp"

namespace allnash::report {

// However large the game is.
inline constexpr std::size_t most_lines = 128;  ///< rows of the map, and columns
inline constexpr std::size_t most_strategies = 300;
inline constexpr std::size_t most_vertices = 24;
inline constexpr std::size_t most_nodes = 24;  ///< a player, in the graph
inline constexpr std::size_t most_next = 60;

/// A number as text: exact, or `~` and a decimal where that is long.
std::string number_text(const Rational& number, std::size_t most = 400);

/// Both players' strategies, and the names of all that is mentioned anywhere.
class Names {
 public:
  explicit Names(const Result& result) : result_(result) {}
  void mention(bool is_row, Index strategy);
  /// By player, then by index; null when the game has none.
  [[nodiscard]] Json json() const;

 private:
  const Result& result_;
  Json rows_ = Json::object();
  Json columns_ = Json::object();
};

Json player_json(const Side& side, const Result& result, Names& names);
/// Whom a player answers best with whom; null when there is no support.
Json responses_json(const Result& result, Names& names);
Json map_json(const Result& result, const RunHistory& history, Names& names);
/// How much of the whole game was asked, in coarse cells; null when the map shows all of it.
Json overview_json(const Result& result);

// The page's own text, made of the files in web/ when allnash is built.
extern const std::string_view page_start;  ///< up to where a line of the head may stand
extern const std::string_view page_body;   ///< from there to the data
extern const std::string_view page_end;    ///< what follows the data

}  // namespace allnash::report
