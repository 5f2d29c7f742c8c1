// Certificates that leave payoffs unread, and those of bounds, corrupted by the ten thousand.
#include "checker/claims.hpp"
#include "random_games.hpp"

namespace allnash::ranges_test {
namespace {

using test::below;
using test::Certified;

test::Table table_of(const test::WholeGame& game) {
  test::Table table(static_cast<std::size_t>(game.rows));
  for (int i = 0; i < game.rows; ++i) {
    for (int j = 0; j < game.columns; ++j) {
      table[static_cast<std::size_t>(i)].emplace_back(game.at(i, j), game.scale);
    }
  }
  return table;
}

// Certificates of small games, of each kind, symmetric and not, with payoffs unread.
std::vector<Certified> make_examples() {
  std::mt19937_64 random(31);
  std::vector<Certified> list;
  while (list.size() < 60) {
    const std::size_t kind = list.size() % 6;
    test::WholeGame game = test::random_game(random, 5);
    Options options{.symmetric = kind % 2 == 1};
    std::int64_t low = std::ranges::min(game.payoffs);
    std::int64_t high = std::ranges::max(game.payoffs) + 1;
    if (options.symmetric) {
      game.columns = game.rows;
      game.payoffs.assign(static_cast<std::size_t>(game.rows * game.rows), 1);
      game.scale = 2;
      for (int i = 0; i < game.rows; ++i) {
        for (int j = 0; j < i; ++j) {
          const auto edge = static_cast<std::int64_t>(random() % 3) - 1;
          game.payoffs[static_cast<std::size_t>(i * game.rows + j)] = kind == 5 ? edge : 1 + edge;
          game.payoffs[static_cast<std::size_t>(j * game.rows + i)] = kind == 5 ? -edge : 1 - edge;
        }
        if (kind == 5) game.payoffs[static_cast<std::size_t>(i * game.rows + i)] = 0;
      }
      low = 0;
      high = 2;
    }
    if (kind < 4) options.payoff_range = PayoffRange{{low, game.scale}, {high, game.scale}};
    if (kind >= 2) options.epsilon = Rational(high - low, 2 * game.scale);
    if (game.rows < 2 || game.columns < 2) continue;
    const auto source = function_game(game.rows, game.columns, [&](Index i, Index j) {
      return Rational(game.at(static_cast<int>(i), static_cast<int>(j)), game.scale);
    });
    std::ostringstream text;
    const Result result = solve(*source, options, {nullptr, nullptr, &text});
    if (text.str().starts_with("allnash-certificate 1\n")) continue;
    const bool unread = text.str().find('?') != std::string::npos;
    if (options.payoff_range && !unread && random() % 4 != 0) continue;
    list.push_back({"", text.str(), table_of(game)});
  }
  return list;
}

const test::Corrupted& examples() {
  static const test::Corrupted all(make_examples());
  return all;
}

TEST(Ranges, TrueCertificatesAreAccepted) { examples().accept_the_true_ones(); }

TEST(Ranges, AFieldReplacedIsAcceptedOnlyIfTrue) {
  const auto others = [](const std::string& field) {
    return std::vector<std::string>{"?", "none", "-50", "50", field + "?"};
  };
  examples().replace_every_field(others, 20000);
}

TEST(Ranges, ATextCutOrWithALineTwiceOrMissingIsRejected) {
  examples().cut_and_repeat(examples().all().size());
}

// Of each kind a few.
TEST(Ranges, ABytePutInAndLinesSwappedAreAcceptedOnlyIfTrue) {
  examples().change_bytes_and_lines(6, std::string("\0 \n\r-/019?", 10));
}

TEST(Ranges, RandomChangesAreAcceptedOnlyIfTrue) {
  const auto draw = [](test::Random& random) {
    const Rational number(static_cast<Index>(below(random, 13)) - 6,
                          1 + static_cast<Index>(below(random, 4)));
    return below(random, 3) == 0 ? "?" : number.to_string();
  };
  examples().at_random(2, 40000, 200, [&](test::Random& random, std::string& text) {
    test::replace_field(random, text, draw);
  });
}

// What the range says of payoffs that were not read is claimed of the game, too.
TEST(Ranges, AGameOutsideTheRangeIsRejected) {
  const std::string text =
      "allnash-certificate 2\nshape 2 3\nsymmetric no\nrange 0 1\nvalue 1/3\nrow-strategy 2\n"
      "0 2/3\n1 1/3\ncolumn-strategy 2\n0 2/3\n1 1/3\nrow 0 1/2 0 1\nrow 1 0 1 ?\ncolumn 0\n"
      "column 1\nend\n";
  EXPECT_EQ(test::fault_in(text), std::nullopt);
  const auto with = [](std::int64_t unread) {
    return test::game_of(table_of({2, 3, {1, 0, 2, 0, 2, unread}, 2}));
  };
  for (const std::int64_t unread : {0, 1, 2}) {
    const checker::Table game = with(unread);
    EXPECT_EQ(test::fault_in(text, game), std::nullopt);
  }
  const checker::Table outside = with(3);
  EXPECT_EQ(test::fault_in(text, outside),
            "entry (1, 2) is 3/2 in the game, which is outside the range");
}

}  // namespace
}  // namespace allnash::ranges_test
