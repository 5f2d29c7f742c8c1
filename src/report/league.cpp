// What a page shows of a league.
#include "report/data.hpp"

namespace allnash::report {
namespace {

constexpr std::size_t most_pairings = 20'000;

}  // namespace

Json league_json(const Ranking& ranking) {
  Json json = *Json::parse(to_json(ranking));
  json["range"] = {ranking.range.low.to_string(), ranking.range.high.to_string()};
  // Row, column, plays, mean, and the interval, which a league in a ledger does not have.
  Json pairings = Json::array();
  for (const auto& [tally, low, high] : ranking.pairings) {
    if (pairings.size() == most_pairings) break;
    Json line{tally.entry.row, tally.entry.column, tally.plays, tally.mean.to_double()};
    if (!ranking.league) {
      line.push_back(low.to_double());
      line.push_back(high.to_double());
    }
    pairings.push_back(std::move(line));
  }
  json["pairings"] = std::move(pairings);
  if (ranking.epsilon) json["epsilon"] = ranking.epsilon->to_string();
  return json;
}

}  // namespace allnash::report
