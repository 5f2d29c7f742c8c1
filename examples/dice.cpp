// An oracle program in C++: which die to bring to a game of high roll.
//
//   c++ -O2 examples/dice.cpp -o dice
//   allnash solve oracle --oracle ./dice --rows 13 --columns 13 --symmetric
//
// A die has three faces, each shown with probability 1/3, with numbers from 1 to 9 that add up to
// 15. Die number i is the i-th way to choose them, 13 in all. The payoff is the chance that the
// first die rolls higher less the chance that it rolls lower: a ninth of a whole number, and so
// written as a fraction.
#include <array>
#include <iostream>
#include <vector>

using Die = std::array<int, 3>;

std::vector<Die> all_dice() {
  std::vector<Die> dice;
  for (int a = 1; a <= 9; ++a) {
    for (int b = a; b <= 9; ++b) {
      const int c = 15 - a - b;
      if (c >= b && c <= 9) dice.push_back({a, b, c});
    }
  }
  return dice;
}

int wins_less_losses(const Die& mine, const Die& yours) {
  int balance = 0;
  for (const int m : mine) {
    for (const int y : yours) balance += (m > y) - (m < y);
  }
  return balance;
}

int main() {
  const std::vector<Die> dice = all_dice();
  std::size_t i = 0;
  std::size_t j = 0;
  while (std::cin >> i >> j) {
    // std::endl and not '\n': allnash waits for the line.
    std::cout << wins_less_losses(dice.at(i), dice.at(j)) << "/9" << std::endl;
  }
}
