#include "game_file.hpp"

namespace checker {

GameFile read_game(string_view text, const string& name, bool labels) {
  const string ending = labels ? "" : ending_of(name);
  if (ending_of(name) != ".npy") Source(text, name).refuse_controls();
  if (ending == ".efg") return read_tree(Source(text, name));
  if (ending == ".paths") return read_paths(Source(text, name));
  return read_table(text, name, labels);
}

}  // namespace checker
