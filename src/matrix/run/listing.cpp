// Lists the extreme optimal strategies of both players, and the kernels of their pairs.
//
// Claim: every listed strategy is an extreme optimal one, and a list is called `complete` only if
// it holds all of them. The strictly complementary pair fixes the supports and the dimensions. A
// player's optimal strategies are those on its support that earn the value against every line that
// the opponent plays, and no less against its other lines.
//
// Without a range the proof has already read all that is needed. With a range some of these lines
// are known only in part, and may or may not cut into the optimal set. The lists are made from the
// lines known whole. A line that would cut off a listed strategy if its unread payoffs were at
// their worst is read further, half of its unread payoffs at a time. This is repeated until no line
// may cut. A strategy that no line can cut off is an extreme optimal one, whatever is unread. When
// no more may be read, those strategies are the list.
#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <utility>

#include "core/exact/linear_system.hpp"
#include "core/game/face.hpp"
#include "core/game/pair.hpp"
#include "matrix/run/run.hpp"

namespace allnash::matrix {

namespace {

using game::support_of;
using game::View;

game::Face face_of(const View& view, const game::Pair& pair, const StopToken& stop) {
  const game::Lines support = support_of(view.mine(pair));
  return {support, view.against(support_of(view.theirs(pair)), support), view.turned(pair.value),
          view.mine(pair), stop};
}

/// True if the game on the two supports is surely invertible, so that each player's equations have
/// one solution: one elimination instead of two. If the value is 0 the game is not invertible.
bool surely_points(const View& view, const game::Pair& pair, const StopToken& stop) {
  if (pair.row.size() != pair.column.size() || pair.value.sign() == 0) return false;
  const auto lines = exact::clear_denominators(
      view.against(support_of(view.theirs(pair)), support_of(view.mine(pair))));
  const auto part = exact::invertible_part(lines, stop);
  return part && part->rank() == lines.rows();
}

/// One player's optimal set.
class SetListing {
 public:
  SetListing(Run& run, const View& view, const game::Face& face, const game::Pair& pair)
      : run_(run),
        view_(view),
        face_(face),
        value_(view.turned(pair.value)),
        played_(support_of(view.theirs(pair))) {
    set_.support = support_of(view.mine(pair));
    set_.dimension = *face.dimension();
  }

  OptimalSet list() {
    // A single point needs no further lines, nor does an empty list.
    const bool needs_lines = set_.dimension > 0 && most() > 0;
    game::ExtremePoints points =
        needs_lines ? extreme_points() : face_.extreme_points({}, most(), run_.stop);
    set_.vertices = std::move(points.points);
    set_.vertices_complete = points.complete;
    const bool said_already = run_.known.symmetric() && view_.player() == game::Player::column;
    if (run_.options.certificate_vertices && points.complete && !said_already) prove_list();
    return std::move(set_);
  }

 private:
  /// The opponent's lines that are not played: known against all of the support, or in part.
  struct Outside {
    game::Lines known;
    game::Lines open;
  };

  [[nodiscard]] std::int64_t most() const { return run_.options.vertices; }

  [[nodiscard]] Outside outside() const {
    Outside lines;
    for (const Index t : game::complement(played_, view_.opponents())) {
      const auto knows = [&](Index s) { return view_.knows(s, t); };
      (std::ranges::all_of(set_.support, knows) ? lines.known : lines.open).push_back(t);
    }
    return lines;
  }

  game::ExtremePoints extreme_points() {
    for (bool reading = true;;) {
      const Outside lines = outside();
      game::ExtremePoints points =
          face_.extreme_points(view_.against(lines.known, set_.support), most(), run_.stop);
      std::vector<Entry> wanted;
      for (const Index line : lines.open) add_unread(line, points.points, wanted);
      if (wanted.empty()) return points;
      if (!reading || !points.complete) return sure_ones(std::move(points), lines.open);
      reading = run_.ask(wanted);  // if refused, once more with what was read
    }
  }

  [[nodiscard]] game::ExtremePoints sure_ones(game::ExtremePoints points,
                                              const game::Lines& open) const {
    std::erase_if(points.points, [&](const MixedStrategy& point) {
      return std::ranges::any_of(open, [&](Index line) { return may_cut(line, point); });
    });
    points.complete = false;
    return points;
  }

  // Whether a line cuts a strategy off, or may do so, with unread payoffs at their worst.
  [[nodiscard]] bool may_cut(Index line, const MixedStrategy& strategy) const {
    const View fearful = view_.fearful();
    Rational sum;
    for (const Weight& weight : strategy) {
      sum += weight.probability * fearful.payoff(weight.strategy, line);
    }
    return sum < value_;
  }

  // Adds the payoffs to read next of a line that may cut some of the points off: half of the unread
  // ones, those first that such a point plays most.
  void add_unread(Index line, const std::vector<MixedStrategy>& points,
                  std::vector<Entry>& wanted) const {
    std::map<Index, Rational> most_played;
    for (const MixedStrategy& point : points) {
      if (!may_cut(line, point)) continue;
      for (const auto& [strategy, probability] : point) {
        Rational& before = most_played[strategy];
        if (before < probability) before = probability;
      }
    }
    if (most_played.empty()) return;
    game::Lines unread;
    for (const Index s : set_.support) {
      if (!view_.knows(s, line)) unread.push_back(s);
    }
    std::ranges::stable_sort(unread, std::greater{}, [&](Index s) { return most_played[s]; });
    unread.resize((unread.size() + 1) / 2);
    for (const Index s : unread) wanted.push_back(view_.entry(s, line));
  }

  void prove_list() {
    const game::Lines lines = outside().known;
    game::ListProof::put(set_, face_.proof(view_.against(lines, set_.support), lines,
                                           set_.vertices.size(), run_.stop));
  }

  Run& run_;
  const View& view_;
  const game::Face& face_;
  Rational value_;      // as the player sees it
  game::Lines played_;  // the opponent's support
  OptimalSet set_;
};

// Adds the kernels of pairs of listed vertices, row by row, up to the limit on listed vertices.
void add_kernels(Run& run, const Rational& value, Equilibria& found) {
  found.kernels_complete = false;
  // With a range some payoffs on the supports may be unread.
  if (!run.ask_lines(found.row.support, found.column.support)) return;
  std::vector<game::TightStrategy> columns;
  for (const MixedStrategy& vertex : found.column.vertices) {
    columns.push_back(game::tight(run.known, game::Player::column, value, vertex, run.stop));
  }
  for (Index r = 0; r < std::ssize(found.row.vertices); ++r) {
    const auto row =
        game::tight(run.known, game::Player::row, value, found.row.vertices[at(r)], run.stop);
    for (Index c = 0; c < std::ssize(columns); ++c) {
      if (std::ssize(found.kernels) == run.options.vertices) return;
      auto lines = game::kernel_of(run.known, row, columns[at(c)], run.stop);
      if (!lines || run.stop.stopped()) return;
      found.kernels.push_back({r, c, std::move(lines->row), std::move(lines->column)});
    }
  }
  found.kernels_complete = found.row.vertices_complete && found.column.vertices_complete;
}

}  // namespace

StopToken a_while(const StopToken& stop, std::chrono::milliseconds grace) {
  return stop.stopped() ? StopToken(nullptr, StopToken::Clock::now() + grace) : stop;
}

std::optional<Equilibria> list_equilibria(Run& run, const game::Pair& pair) {
  run.report("listing extreme strategies");
  // Payoffs that are read for the vertices of one player may serve the other's: only the faces are
  // computed in parallel.
  constexpr std::size_t worth_a_thread = 160;  // strategies; below, starting it costs more
  const bool small = pair.row.size() + pair.column.size() < worth_a_thread;
  const std::array views{View(run.known, game::Player::row), View(run.known, game::Player::column)};
  std::array<std::optional<game::Face>, 2> faces;
  // A proof of the list, if wanted, needs the lines of both faces.
  if (!run.options.certificate_vertices && surely_points(views[0], pair, a_while(run.stop))) {
    for (std::size_t t = 0; t < faces.size(); ++t) {
      faces[t].emplace(support_of(views[t].mine(pair)), views[t].mine(pair));
    }
  } else {
    exact::side_by_side(small ? 1 : run.threads(), faces.size(), [&](std::size_t t) {
      faces[t].emplace(face_of(views[t], pair, a_while(run.stop)));
    });
  }
  if (!faces[0]->dimension() || !faces[1]->dimension()) return std::nullopt;
  Equilibria found;
  found.row = SetListing(run, views[0], *faces[0], pair).list();
  found.column = SetListing(run, views[1], *faces[1], pair).list();
  found.floor = game::query_floor(run.known.rows(), run.known.columns(), std::ssize(pair.row),
                                  std::ssize(pair.column), run.known.symmetric());
  if (run.options.kernels) add_kernels(run, pair.value, found);
  return found;
}

}  // namespace allnash::matrix
