// allnash: every Nash equilibrium of a two-player zero-sum matrix game, from few payoffs, proved.
//
//   #include <allnash/allnash.hpp>
//
//   auto game = allnash::table_game(2, 2, {1, -1, -1, 1});
//   allnash::Result result = allnash::solve(*game);
//   std::cout << *result.value << "\n";  // 0
//   for (const allnash::MixedStrategy& strategy : result.row().vertices) {
//     // every extreme optimal strategy of the row player: here one, half and half
//     for (const auto& [row, probability] : strategy) std::cout << row << " " << probability <<
//     "\n";
//   }
//
// The row player maximises, the column player minimises; rows and columns are numbered from 0. The
// set of all equilibria is the product of the two optimal sets.
//
// Threads: calls on different objects may run side by side, several `solve` too, each with a game,
// an observer and a ledger file of its own. One object is used by one thread at a time; a StopFlag
// is the exception, and const calls on a Result or KnownPayoffs. A call starts threads of its own
// and has ended them when it returns; observers are called from the calling thread alone, a
// source from others too only if it says `concurrent`.
//
// Streams: the library prints nothing. What an oracle program writes to its standard error goes to
// that of the process.
#pragma once

#if __cplusplus < 202002L
#error "allnash needs C++20: compile with -std=c++20"
#include "nothing"
#endif

#include "allnash/error.hpp"
#include "allnash/game.hpp"
#include "allnash/index.hpp"
#include "allnash/known_payoffs.hpp"
#include "allnash/ledger.hpp"
#include "allnash/ledger_report.hpp"
#include "allnash/options.hpp"
#include "allnash/oracle.hpp"
#include "allnash/plan.hpp"
#include "allnash/progress.hpp"
#include "allnash/rational.hpp"
#include "allnash/report.hpp"
#include "allnash/result.hpp"
#include "allnash/solve.hpp"
#include "allnash/source.hpp"
#include "allnash/stop.hpp"
