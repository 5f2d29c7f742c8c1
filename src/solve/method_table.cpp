#include "solve/method_table.hpp"

#include <algorithm>
#include <array>

#include "methods/lazy/lazy.hpp"
#include "methods/paper/paper.hpp"
#include "methods/saddle/saddle.hpp"

namespace allnash {

namespace {

constexpr std::array named_methods{
    NamedMethod{{"auto",
                 "the fastest way if payoffs are free; otherwise lazy, after a quick search for a "
                 "saddle point"},
                methods::automatic},
    NamedMethod{{"lazy", "every equilibrium from few payoffs: reads only what may matter"},
                methods::lazy},
    NamedMethod{{"full", "asks for every payoff, then solves the known game"}, methods::full},
    NamedMethod{{"paper",
                 "the algorithm of Maiti, Boczar, Jamieson and Ratliff as written: a reference for "
                 "small supports"},
                methods::paper},
    NamedMethod{{"padded",
                 "the same with fewer support sizes, padded to fit: n min(k1,k2) max(k1,k2)^2 "
                 "queries instead of n k^5"},
                methods::padded},
    NamedMethod{{"sparse-binary",
                 "every equilibrium of a 0/1 game, by random play on few rows and columns"},
                methods::sparse_binary},
    NamedMethod{{"saddle-bienstock",
                 "the strict saddle point or none; at most 4 max(n, m) - 3 queries, one after the "
                 "other"},
                methods::saddle_bienstock},
    NamedMethod{{"saddle-dallant",
                 "the strict saddle point or none, without sorting; more queries, nearly linear "
                 "time"},
                methods::saddle_dallant},
    NamedMethod{{"saddle-random",
                 "the strict saddle point or none, by random pivots; linear expected time"},
                methods::saddle_random},
    NamedMethod{{"saddle-lasvegas",
                 "the strict saddle point or none, by random rows and columns; more queries, few "
                 "rounds"},
                methods::saddle_lasvegas},
};

constexpr auto method_infos = [] {
  std::array<MethodInfo, named_methods.size()> infos{};
  std::ranges::transform(named_methods, infos.begin(), &NamedMethod::info);
  return infos;
}();

}  // namespace

std::span<const MethodInfo> method_table() { return method_infos; }

const NamedMethod* method_named(std::string_view name) {
  const auto found = std::ranges::find(named_methods, name,
                                       [](const NamedMethod& method) { return method.info.name; });
  return found == named_methods.end() ? nullptr : &*found;
}

}  // namespace allnash
