// `allnash demo`: a game with names, its equilibria, and a map of the payoffs that were asked.
#include <fmt/core.h>

#include <algorithm>

#include "allnash/allnash.hpp"
#include "answer.hpp"
#include "commands.hpp"
#include "output.hpp"

namespace allnash::cli {
namespace {

constexpr Index decks = 12;

// Two collections that do not share a deck, and how many games of a hundred mine wins against
// yours. The chart is made up; three of mine and four of yours are worth playing.
const std::vector<std::string> mine = {
    "Glass Cannon", "Mirror Hall", "Sky Reavers",   "Salt Road",  "Clockwork",  "Tidewall",
    "Penny Dirge",  "Iron Census", "Moonlit Heist", "Ember Rush", "Grave Pact", "Last Lantern"};
const std::vector<std::string> yours = {"Wolf Winter", "Dust Choir", "Paper Cranes", "King's Tax",
                                        "Hive Mind",   "Undertow",   "Red Harvest",  "Cold Forge",
                                        "Witchlight",  "Stone Oath", "Long Con",     "Quiet Storm"};
constexpr int games_won[decks * decks] = {
    // clang-format off
    50, 25, 73, 18, 51, 29, 40, 59, 18, 67, 39, 80,
    69, 61, 53, 63, 61, 60, 69, 63, 46, 56, 60, 74,
    63, 53, 45, 60, 52, 52, 58, 56, 55, 59, 56, 62,
    55, 48, 40, 47, 54, 49, 54, 55, 33, 50, 47, 56,
    61, 65, 42, 65, 49, 59, 60, 50, 40, 36, 56, 53,
    54, 53, 51, 60, 60, 47, 45, 53, 66, 58, 44, 54,
    45, 49, 21, 51, 31, 41, 42, 38, 33, 25, 40, 29,
    60, 63, 40, 69, 47, 47, 45, 50, 65, 41, 49, 46,
    51, 42, 57, 56, 55, 39, 44, 50, 64, 55, 42, 58,
    52, 43, 58, 43, 59, 35, 45, 51, 53, 55, 41, 64,
    71, 59, 50, 52, 51, 52, 60, 59, 40, 57, 53, 64,
    64, 58, 35, 61, 51, 55, 63, 54, 25, 48, 62, 58,
    // clang-format on
};

/// The chart; records which entries are asked.
class DeckChart final : public Source {
 public:
  DeckChart() : Source(decks, decks, {mine, yours}) {}

  void payoffs(std::span<const Question> asked, std::span<Rational> answers) override {
    for (std::size_t t = 0; t < asked.size(); ++t) {
      const auto cell =
          static_cast<std::size_t>(asked[t].entry.row * decks + asked[t].entry.column);
      answers[t] = games_won[cell];
      asked_[cell] = true;
    }
  }

  [[nodiscard]] bool asked(Index row, Index column) const {
    return asked_[static_cast<std::size_t>(row * decks + column)];
  }

 private:
  std::vector<bool> asked_ = std::vector<bool>(decks * decks);
};

std::string story(Style style) {
  return style.heading("Which deck do you bring?") +
         R"(

You own 12 card decks, your rival 12 others, and both pick one in secret. The
payoff is how many games in a hundred your deck wins; to learn one, somebody has
to sit down and play it out. There are 144 pairings. How many do you need?

)";
}

std::string value_text(const Result& result, Style style) {
  return style.heading(fmt::format("The value: {}, or {:.2f} games in a hundred",
                                   result.value->to_string(), result.value->to_double())) +
         R"(

Mix your decks as below and you win that many on average, whatever your rival
brings. No mix does better against a rival who has read this too.

)";
}

std::string every_equilibrium_text(const Result& result) {
  if (result.row().dimension + result.column().dimension == 0) {
    return "\nThat is the only equilibrium.\n";
  }
  return R"(
Those are all the equilibria: any optimal mix of yours, extreme or blended,
against any of your rival's. A solver that stops at one would have missed some.
)";
}

bool contains(const std::vector<Index>& support, Index strategy) {
  return std::find(support.begin(), support.end(), strategy) != support.end();
}

/// A line for each of my decks, with a mark for each of yours.
std::string map_lines(const Result& result, const DeckChart& chart) {
  std::string text(18, ' ');
  for (Index column = 0; column < decks; ++column) {
    text += contains(result.column().support, column) ? " *" : "  ";
  }
  text.erase(text.find_last_not_of(' ') + 1);
  for (Index row = 0; row < decks; ++row) {
    text += fmt::format("\n  {:<13} {} ", mine[static_cast<std::size_t>(row)],
                        contains(result.row().support, row) ? '*' : ' ');
    for (Index column = 0; column < decks; ++column) {
      text += chart.asked(row, column) ? " #" : " .";
    }
  }
  return text + "\n";
}

std::string map_text(const Result& result, const DeckChart& chart, Style style) {
  const std::string played =
      fmt::format("{} of {} pairings were played", result.queries, result.rows * result.columns);
  return "\n" + style.heading(played) + "  (# played, . never needed, * worth playing)\n\n" +
         map_lines(result, chart) +
         fmt::format(R"(
At least {} had to be: every pairing with a deck worth playing, on either side.
No method that finds all equilibria of every game asks fewer. This run played
{:.2f} times that, and its answer is proved in exact arithmetic.
)",
                     *result.floor(), *result.ratio());
}

std::string next_commands(const std::string& program) {
  return fmt::format(R"(
  {0} solve family:rps,n=5               rock-paper-scissors for five
  {0} solve family:planted,n=300,k=3     hidden in 90,000 payoffs
  {0} generate family:undercut,n=9       a table to edit, save and solve
)",
                     program);
}

}  // namespace

int run_demo(const std::string& program) {
  const Style style = Style::of_standard_output();
  DeckChart chart;
  const Result result = solve(chart);
  write_standard_output(story(style) + value_text(result, style) +
                        equilibria_text(result, style, {"You", "deck"}, {"Your rival", "deck"}) +
                        every_equilibrium_text(result) + map_text(result, chart, style) + "\n" +
                        style.heading("Try next") + "\n" + next_commands(program));
  return exit_proved;
}

}  // namespace allnash::cli
