// Holds a mixture against what best responses told of a game: one more response of the opponent
// tells what it guarantees.
#include <algorithm>

#include "allnash/choice.hpp"
#include "core/exact/access.hpp"
#include "core/json/json.hpp"

namespace allnash {
namespace {

Json ends_of(const std::pair<Rational, Rational>& ends) {
  if (ends.first == ends.second) return ends.first.to_string();
  return Json::array({ends.first.to_string(), ends.second.to_string()});
}

}  // namespace

MixtureJudgement judge_mixture(ResponseGame& game, const ResponseAnswer& answer, bool row,
                               const std::vector<LikelyStrategy>& mixture) {
  const auto low = answer.value ? answer.value : answer.low;
  const auto high = answer.value ? answer.value : answer.high;
  if (!low || !high) throw NotProved("nothing bounds the value");
  std::vector<Rational> probabilities;
  for (const LikelyStrategy& one : mixture) probabilities.push_back(one.probability);
  const Rational unit =
      exact::quotient(exact::common_denominator(probabilities).raw(), exact::Integer(1).raw());
  std::vector<WeightedStrategy> asked;
  for (const LikelyStrategy& one : mixture) {
    asked.push_back({one.strategy, one.probability * unit});
  }
  const Response reply = game.respond(row ? Player::column : Player::row, asked);
  if (reply.proof == Response::Proof::none) {
    throw InputError("the response says nothing of what it earns, so that nothing is judged");
  }
  MixtureJudgement found;
  found.reply = reply.strategy;
  found.value = {*low, *high};
  const Rational earned = reply.sum / unit;
  // As the judged player sees it, what it earns at least and at most.
  Rational at_least = row ? earned : -earned;
  const Rational most_value = row ? *high : -*low;
  const Rational least_value = row ? *low : -*high;
  const bool exact = reply.proof == Response::Proof::exact;
  // A bound on what the opponent wins: nothing guarantees more than the value.
  const Rational at_most = exact ? at_least : std::max(at_least, most_value);
  at_least = std::min(at_least, at_most);
  const auto not_negative = [](const Rational& one) { return one.sign() < 0 ? Rational() : one; };
  found.exploitability = {not_negative(least_value - at_most), not_negative(most_value - at_least)};
  found.guaranteed = row ? std::pair(at_least, at_most) : std::pair(-at_most, -at_least);
  if (found.exploitability.second.sign() == 0) found.optimal = true;
  if (found.exploitability.first.sign() > 0) found.optimal = false;
  return found;
}

std::string to_json(const MixtureJudgement& judgement, bool row,
                    const std::vector<std::string>& repaired) {
  Json json = Json::object();
  append(json, "player", row ? "row" : "column");
  append(json, "value", ends_of(judgement.value));
  append(json, "guaranteed", ends_of(judgement.guaranteed));
  append(json, "exploitability", ends_of(judgement.exploitability));
  append(json, "optimal", judgement.optimal ? Json(*judgement.optimal) : Json());
  append(json, "reply", judgement.reply);
  append(json, "repaired", Json(repaired));
  return json_text(json);
}

}  // namespace allnash
