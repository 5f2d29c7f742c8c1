// Opens games too large to write down, by name.
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "allnash/large.hpp"
#include "core/base/pace.hpp"
#include "core/base/stop_token.hpp"
#include "core/base/text.hpp"
#include "large/graphs/built_in.hpp"
#include "large/graphs/parts.hpp"
#include "large/trees/game_trees.hpp"
#include "payoffs/sources/files/readers.hpp"

namespace allnash {
namespace {

constexpr std::string_view paths_prefix = "paths:";
constexpr std::string_view trees_prefix = "trees:";

}  // namespace

bool names_flow_game(std::string_view name) {
  const std::string lower = lower_case(name);
  return name.starts_with(paths_prefix) || name.starts_with(trees_prefix) ||
         lower.ends_with(".paths") || lower.ends_with(".efg");
}

std::vector<FlowFamilyInfo> flow_families() {
  std::vector<FlowFamilyInfo> infos;
  for (const auto* table : {&large::built_in_paths(), &large::built_in_trees()}) {
    for (const large::BuiltInGame& game : table->games) {
      infos.push_back({std::string(table->prefix) + game.name, game.keys, game.meaning});
    }
  }
  return infos;
}

namespace {

/// Throws Stopped, too.
FlowGame opened(const std::string& name, const StopToken& stop) {
  if (name.starts_with(paths_prefix)) {
    return large::make_built_in(large::built_in_paths(), name.substr(paths_prefix.size()), stop);
  }
  if (name.starts_with(trees_prefix)) {
    return large::make_built_in(large::built_in_trees(), name.substr(trees_prefix.size()), stop);
  }
  if (!names_flow_game(name)) {
    refuse(name, "a game on flows is paths:NAME, trees:NAME, or a file .paths or .efg");
  }
  const std::unique_ptr<std::istream> in = sources::open_file(name);
  if (lower_case(name).ends_with(".paths")) return large::read_paths(*in, name, stop);
  return large::tree_game(large::read_efg(*in, name, stop), name, stop);
}

}  // namespace

FlowGame open_flow_game(const std::string& name) { return opened(name, {}); }

std::pair<FlowGame, FlowAnswer> open_and_solve_flows(const std::string& name,
                                                     const FlowOptions& options,
                                                     const Hooks& hooks) {
  const large::RunLimits limits(options, hooks);
  std::pair<FlowGame, FlowAnswer> result;
  auto& [game, answer] = result;
  try {
    game = opened(name, limits.token());
    answer = large::solve_within(game, options.method, limits, hooks.certificate);
  } catch (const Stopped&) {
    game.kind = lower_case(name).ends_with(".efg") || name.starts_with(trees_prefix)
                    ? FlowGame::Kind::tree
                    : FlowGame::Kind::paths;
    answer.stop = large::stop_of(limits.token());
  }
  answer.seconds = limits.seconds();
  return result;
}

}  // namespace allnash
