#include "verdict.hpp"

#include "compare.hpp"
#include "flow_ranges.hpp"
#include "lists.hpp"
#include "responses.hpp"
#include "slips.hpp"
#include "table_ranges.hpp"

namespace checker {
namespace {

/// Rejects a certificate that is `of` another kind of game than GAME. Returns GAME, if there is
/// one.
template <typename Kind>
const Kind* game_of(const GameFile& game, const string& of) {
  const char* const kinds[] = {"", "matrix", "game tree", "path game"};
  const Kind* const found = std::get_if<Kind>(&game);
  if (found == nullptr && game.index() > 0) {
    throw Rejected("it is of " + of + ", and GAME is a " + kinds[game.index()]);
  }
  return found;
}

}  // namespace

string verified(string_view text, const GameFile& game) {
  Lines lines(text);
  if (text.starts_with("allnash-flows")) {
    FlowClaim claim = read_flow_claim(text, lines);
    const Ranges ranges = read_ranges(lines, claim);
    const SlipPlans plans = read_slip_plans(lines, claim);
    lines.end();
    if (const auto* const tree = std::get_if<GameTree>(&game)) {
      compare(claim, *tree);
    } else if (const auto* const paths = game_of<PathGame>(game, "a game on flows")) {
      compare(claim, *paths);
    }
    check_flows(claim);
    check_ranges(claim, ranges);
    check_slip_plans(claim, plans);
    return (claim.row.support ? "verified" : "verified, one equilibrium") + words_for(ranges) +
           words_for(plans);
  }
  if (text.starts_with("allnash-responses")) {
    game_of<std::monostate>(game, "a game of responses");
    return check_responses(read_response_claim(lines));
  }
  const Table* const table = game_of<Table>(game, "a matrix");
  if (text.starts_with("allnash-confidence")) {
    const Confidence claim = read_confidence(text, lines);
    if (table != nullptr) compare(claim, *table);
    check_confidence(claim);
    return "verified with confidence " + confidence_of(claim);
  }
  const Certificate certificate = read_certificate(text, lines);
  const Lists lists = read_lists(lines, certificate);
  const Ranges ranges = read_ranges(lines, certificate);
  lines.end();
  if (table != nullptr) compare(certificate, *table);
  check_proof(certificate);
  const string listed = check_lists(certificate, lists);
  check_ranges(certificate, ranges);
  return "verified" + listed + words_for(ranges);
}

std::optional<string> fault_in(string_view text, const GameFile& game) try {
  verified(text, game);
  return {};
} catch (const Rejected& reason) {
  return reason.what();
}

}  // namespace checker
