// allnash: every Nash equilibrium of a two-player zero-sum matrix game, from few payoffs, proved.
//
//   #include <allnash/allnash.hpp>
//
//   auto game = allnash::table_game(2, 2, {1, -1, -1, 1});
//   allnash::Result result = allnash::solve(*game);
//   std::cout << *result.value << "\n";  // 0
//   for (const allnash::MixedStrategy& strategy : result.row().vertices) {
//     // every extreme optimal strategy of the row player: here one, half and half
//     for (const auto& [row, probability] : strategy) {
//       std::cout << row << " " << probability << "\n";
//     }
//   }
//
// The row player maximises, the column player minimises; rows and columns are numbered from 0. The
// set of all equilibria is the product of the two optimal sets.
//
// A run, from the call of `solve` to its result (`plan` goes the same way up to the first round,
// and returns that instead of asking it; result.hpp says what each status means):
//
//     solve(game, options, hooks)
//        |
//        v
//    +----------+  options or a game that do not fit
//    | checking |--------------------------------------------------------> throws InputError
//    +----------+                                                               ^
//        |                                                                      | a payoff that
//        v                        a round of questions                          | contradicts
//    +----------+  ---------------------------------------------->  +--------+  | options, ledger
//    | choosing |                                                   | asking |--+ or source
//    +----------+  <----------------------------------------------  +--------+
//      |     |         every payoff counted, and in the ledger        |    |  the source failed
//      |     |                file before it is used                  |    +--> throws SourceError
//      |     |                                                        |
//      |     +---> stopped: budget, time limit, StopFlag, <-----------+
//      |           no answer, or a ledger file that cannot
//      |           be written; `low` and `high` hold
//      v
//    proved, within, certified, no strict saddle point, failure
//
// A run that was stopped, or threw, continues from its ledger file: payoffs in the file are not
// asked again.
//
// Threads: calls on different objects may run in parallel, several `solve` too, each with a game,
// an observer and a ledger file of its own. One object is used by one thread at a time; exceptions
// are a StopFlag, and const calls on a Result or KnownPayoffs. A call starts threads of its own,
// and they have ended when it returns. Observers are called only from the calling thread. A source
// is called from other threads only if its traits say `concurrent`.
//
// Streams: the library prints nothing. The standard error of an oracle program goes to that of the
// process.
#pragma once

#if __cplusplus < 202002L
#error "allnash needs C++20: compile with -std=c++20"
#include "nothing"
#endif

#include "allnash/choice.hpp"
#include "allnash/game.hpp"
#include "allnash/large.hpp"
#include "allnash/ledger.hpp"
#include "allnash/oracle.hpp"
#include "allnash/plan.hpp"
#include "allnash/rank.hpp"
#include "allnash/rational.hpp"
#include "allnash/report.hpp"
#include "allnash/result.hpp"
#include "allnash/run.hpp"
#include "allnash/solve.hpp"
#include "allnash/source.hpp"
