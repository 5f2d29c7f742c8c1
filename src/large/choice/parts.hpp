// What the files of this room share.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "allnash/choice.hpp"
#include "core/base/stop_token.hpp"
#include "large/choice/face.hpp"
#include "large/choice/ranges.hpp"
#include "large/choice/sensible.hpp"
#include "large/graphs/parts.hpp"

namespace allnash::large {

/// The proof behind an answer; its flows are those of the answer. Throws NotProved.
Proof proof_of(const Form& form, const FlowAnswer& answer);
/// The equilibrium of an answer with a value, which may not prove all. Throws NotProved.
Proof pair_of(const Form& form, const FlowAnswer& answer);

struct PlayerQuestion {
  std::function<bool(int arc)> wanted;  ///< arcs of the form
  bool shares = true;                   ///< also the parts of what leaves the tails
  bool table = false;                   ///< for lines: of a table, without the word `flow`
  bool lines = false;
  std::int64_t vertices = 64;
  bool all = true;  ///< all arcs are wanted
};
struct PlayerFound {
  PlayerRanges ranges;  ///< choices are arcs of the given game
  std::string lines;
};
PlayerFound ranges_of_player(const Form& form, const Proof& proof, int player,
                             const PlayerQuestion& question, const StopToken& stop);

/// The lines of a certificate that prove these bounds, without the first. Nothing when stopped.
std::optional<std::string> lines_of(const Form& form, const OptimalFace& face,
                                    const RangeSearch& search, bool table, const StopToken& stop);

/// ` D I X I X ...` for the numbers that are not 0, by their given numbers.
std::string fractions(const std::vector<Index>& given, const std::vector<Rational>& numbers);
/// The lines of a certificate that prove a point of the face best in the slip order; none where the
/// opponent cannot slip.
std::string slip_lines(const Form& form, const OptimalFace& face, const ChosenPoint& chosen);

/// The vertices of the flows of a block, each a point in its flow coordinates, sorted; nothing if
/// there are more than so many, or when stopped.
std::optional<std::vector<std::vector<Rational>>> vertices_of(const FaceBlock& block,
                                                              std::int64_t most,
                                                              const StopToken& stop);

/// What each arc loses against these gains, and what a best response earns.
struct Losses {
  exact::Integer best;
  Numbers lost;
};
Losses losses_against(const Graph& graph, const Numbers& gain);

/// `flow` is by arc of the given game. Throws InputError unless it is a flow of one unit.
Judgement judged(const Form& form, const Proof& proof, const Rational& value, int player,
                 const std::vector<Rational>& flow);
/// Finds the nearest optimal flow; false if the program has more entries, or when stopped.
bool add_nearest(Judgement& judgement, const Form& form, const Proof& proof, int player,
                 const std::vector<Rational>& flow, std::int64_t most_entries,
                 const StopToken& stop);

/// An extreme point of the optimal flows, and the flow of the largest entropy, which is found in
/// floating point and optimal exactly; by arc of the given game. Nothing when stopped, if the face
/// is too large, or floating point does not suffice.
std::optional<std::vector<Rational>> vertex_flow(const Form& form, const OptimalFace& face,
                                                 const StopToken& stop);
std::optional<std::vector<Rational>> entropy_flow(const Form& form, const OptimalFace& face,
                                                  const Proof& proof, const Rational& value,
                                                  const StopToken& stop);
/// The end of the JSON key of such a strategy: `sensible`, `vertex` or `max_entropy`.
const char* name_of(Choice choice);

}  // namespace allnash::large
