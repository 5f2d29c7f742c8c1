// What `make fuzz` runs on the certificate checker: the first digit chooses a reader of games for
// the rest; other input is a certificate.
#include "../../checker/verdict.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using checker::read_game;
  const std::string text(reinterpret_cast<const char*>(data), size);
  const char* names[] = {"g.csv", "g.tsv", "g.npy", "g.nfg", "g.mtx"};
  try {
    if (text.starts_with("EFG")) {
      read_game(text, "g.efg", false);
    } else if (text.starts_with("allnash-paths")) {
      read_game(text, "g.paths", false);
    } else if (size == 0 || !checker::is_digit(text[0])) {
      checker::fault_in(text);
    } else {
      const int choice = text[0] - '0';
      read_game(std::string_view(text).substr(1), names[choice % 5], choice >= 5 && choice % 5 < 2);
    }
  } catch (const checker::BadInput&) {
  }
  return 0;
}
