// Reads certificates from standard input, each after a line with its length, and prints what
// allnash-check says of each.
#include "../checker/in_process.hpp"

int main() {
  std::string length;
  while (std::getline(std::cin, length)) {
    std::string text(std::stoul(length), '\0');
    std::cin.read(text.data(), static_cast<std::streamsize>(text.size()));
    const std::optional<std::string> fault = fault_in(text, nullptr);
    std::cout << (fault ? "rejected: " + *fault : "verified") << '\n';
  }
}
