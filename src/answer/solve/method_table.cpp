
#include <algorithm>
#include <array>
#include <string>

#include "allnash/run.hpp"
#include "answer/solve/parts.hpp"
#include "chance/play/run.hpp"
#include "matrix/run/run.hpp"

namespace allnash {

namespace {

constexpr std::array methods{
    NamedMethod{{"auto",
                 "the fastest way if payoffs are free; otherwise lazy, after a quick search for a "
                 "saddle point, and in turns with reweighted where that takes long"},
                matrix::automatic},
    NamedMethod{{"lazy", "every equilibrium from few payoffs: reads only what may matter"},
                matrix::lazy},
    NamedMethod{{"full", "asks for every payoff, then solves the known game"}, matrix::full},
    NamedMethod{{"paper",
                 "the algorithm of Maiti, Boczar, Jamieson and Ratliff as written: a reference for "
                 "small supports",
                 true},
                matrix::paper},
    NamedMethod{
        {"reweighted",
         "every equilibrium with n k1 k2 queries or fewer, up to logarithms, where supports are "
         "small: rows drawn by weight",
         true},
        matrix::reweighted},
    NamedMethod{{"sparse-binary",
                 "every equilibrium of a 0/1 game, by random play on few rows and columns", true},
                matrix::sparse_binary},
    NamedMethod{{"random-play",
                 "the value to within a tolerance, whatever the supports, by random play; needs "
                 "payoff-range and epsilon",
                 true},
                matrix::random_play},
    NamedMethod{{"saddle-bienstock",
                 "the strict saddle point or none; at most 4 max(n, m) - 3 queries, one after the "
                 "other",
                 true},
                matrix::saddle_bienstock},
    NamedMethod{{"saddle-dallant",
                 "the strict saddle point or none, without sorting; more queries, nearly linear "
                 "time",
                 true},
                matrix::saddle_dallant},
    NamedMethod{{"saddle-random",
                 "the strict saddle point or none, by random pivots; linear expected time", true},
                matrix::saddle_random},
    NamedMethod{{"saddle-lasvegas",
                 "the strict saddle point or none, by random rows and columns; more queries, few "
                 "rounds",
                 true},
                matrix::saddle_lasvegas},
};

constexpr std::array play_methods{
    NamedPlayMethod{
        {"noisy",
         "bounds for a game of chance: explores, freezes the strategies that are cheapest "
         "to certify, certifies"},
        chance::certify_by_play},
    NamedPlayMethod{
        {"saddle-midsearch", "the strict saddle point of a game of chance, by halving", true},
        chance::saddle_midsearch},
};

template <typename Named, std::size_t size>
constexpr std::array<MethodInfo, size> infos_of(const std::array<Named, size>& table) {
  std::array<MethodInfo, size> all{};
  std::ranges::transform(table, all.begin(), &Named::info);
  return all;
}
constexpr auto infos = infos_of(methods);
constexpr auto play_infos = infos_of(play_methods);

/// The method of that name, or null.
template <typename Named, std::size_t size>
const Named* find(const std::array<Named, size>& table, std::string_view name) {
  const auto found = std::ranges::find(table, name, [](const Named& one) { return one.info.name; });
  return found == table.end() ? nullptr : &*found;
}

}  // namespace

std::span<const MethodInfo> method_table() { return infos; }
std::span<const MethodInfo> play_method_table() { return play_infos; }

const NamedMethod& method_named(std::string_view name) { return *find(methods, name); }
const NamedPlayMethod& play_method_named(std::string_view name) {
  return *find(play_methods, name);
}

std::string_view method_for(std::string_view name, bool chance) {
  if (chance && name == methods.front().info.name) return play_methods.front().info.name;
  if (chance && find(play_methods, name) == nullptr) {
    throw InputError("method: " + std::string(name) + " is not for games of chance");
  }
  if (!chance && find(methods, name) == nullptr) {
    throw OptionError("method: " + std::string(name) + " is for games of chance alone (noisy)");
  }
  return name;
}

}  // namespace allnash
