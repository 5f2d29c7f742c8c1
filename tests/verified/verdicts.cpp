// Reads certificates from standard input, each after a line with its length, and prints what
// allnash-check says of each.
#include <iostream>

#include "checker/verdict.hpp"

int main() {
  std::string length;
  while (std::getline(std::cin, length)) {
    std::string text(std::stoul(length), '\0');
    std::cin.read(text.data(), static_cast<std::streamsize>(text.size()));
    const std::optional<std::string> fault = allnash::test::fault_in(text);
    std::cout << (fault ? "rejected: " + *fault : "verified") << '\n';
  }
}
