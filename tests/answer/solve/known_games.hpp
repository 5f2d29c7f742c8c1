// The folder of games with known answers.
#pragma once

#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <nlohmann/json.hpp>

#include "paths.hpp"

namespace allnash::test {

/// One known fact, where the file states it under any of its names.
inline const nlohmann::json* fact(const nlohmann::json& truth,
                                  std::initializer_list<const char*> names) {
  for (const auto* part : {&truth, truth.contains("exact") ? &truth["exact"] : nullptr,
                           truth.contains("known") ? &truth["known"] : nullptr}) {
    for (const char* name : names) {
      if (part != nullptr && part->contains(name)) return &(*part)[name];
    }
  }
  return nullptr;
}

/// Whether the file has the extreme strategies of each player.
inline bool lists_vertices(const nlohmann::json& truth) {
  const nlohmann::json* const vertices = fact(truth, {"row_vertices"});
  return vertices != nullptr && vertices->is_array();
}

/// Shows each game's file and what is known of it.
template <typename See>
void each_known_game(const See& see) {
  for (const auto& file : std::filesystem::recursive_directory_iterator(paths::games)) {
    if (file.path().extension() != ".csv") continue;
    std::filesystem::path truth = file.path();
    truth.replace_extension(".truth.json");
    if (!std::filesystem::exists(truth)) continue;  // counts of matches, not a game
    std::ifstream in(truth);
    see(file.path().string(), nlohmann::json::parse(in));
  }
}

}  // namespace allnash::test
