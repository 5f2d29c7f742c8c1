// Reads certificates from standard input and prints what allnash-check says of each. Before each
// stand its length and that of a game, "-" for none, and after them the game's file name and
// whether it has labels.
#include <iostream>
#include <sstream>

#include "checker/verdict.hpp"

namespace {

std::string text_of(std::istream& in, const std::string& length) {
  std::string text(std::stoul(length), '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  return text;
}

}  // namespace

int main() {
  for (std::string head; std::getline(std::cin, head);) {
    std::string length;
    std::string game_length;
    std::string name;
    bool labels = false;
    std::istringstream(head) >> length >> game_length >> name >> labels;
    const std::string text = text_of(std::cin, length);
    if (game_length == "-") {
      const std::optional<std::string> fault = allnash::test::fault_in(text);
      std::cout << (fault ? "rejected: " + *fault : "verified") << '\n';
    } else {
      const std::string game = text_of(std::cin, game_length);
      std::cout << allnash::test::verdict_beside(text, game, name, labels) << '\n';
    }
  }
}
