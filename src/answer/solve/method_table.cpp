
#include <algorithm>
#include <array>
#include <string>

#include "allnash/error.hpp"
#include "answer/solve/parts.hpp"
#include "matrix/run/run.hpp"

namespace allnash {

namespace {

constexpr std::array named_methods{
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
    // The methods from here on are for games of chance.
    NamedMethod{{"noisy",
                 "bounds for a game of chance: explores, freezes the strategies that are cheapest "
                 "to certify, certifies"},
                matrix::certify_by_play},
    NamedMethod{
        {"saddle-midsearch", "the strict saddle point of a game of chance, by halving", true},
        matrix::saddle_midsearch},
};

constexpr auto method_infos = [] {
  std::array<MethodInfo, named_methods.size()> infos{};
  std::ranges::transform(named_methods, infos.begin(), &NamedMethod::info);
  return infos;
}();
constexpr std::size_t first_of_chance = static_cast<std::size_t>(
    std::ranges::find(method_infos, "noisy", &MethodInfo::name) - method_infos.begin());

}  // namespace

std::span<const MethodInfo> method_table() {
  return std::span(method_infos).first(first_of_chance);
}
std::span<const MethodInfo> play_method_table() {
  return std::span(method_infos).subspan(first_of_chance);
}

const NamedMethod& method_named(std::string_view name, bool chance) {
  const auto found = std::ranges::find(method_infos, name, &MethodInfo::name);
  const auto place = static_cast<std::size_t>(found - method_infos.begin());
  if (chance && place == 0) return named_methods[first_of_chance];  // auto
  if (chance == (place >= first_of_chance)) return named_methods.at(place);
  if (chance) throw InputError("method: " + std::string(name) + " is not for games of chance");
  throw OptionError("method: " + std::string(name) + " is for games of chance alone (noisy)");
}

}  // namespace allnash
