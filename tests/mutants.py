#!/usr/bin/env python3
"""mutants.py SOURCE_DIR BUILD_DIR [LIST[:WORDS]...]: breaks the code on purpose; the test named beside each break must fail.

The sources are copied into BUILD_DIR/mutants and changed there, so that the tree is left alone. Each break takes a build
of one test program: minutes in all. WORDS choose those whose names have them. Not a part of `make test`; run it when the
code or the tests of a list change.
"""
import shutil
import subprocess
import sys
from pathlib import Path

FROZEN, BOX, ATTEMPTS = "src/league/certify/frozen.cpp", "src/league/certify/box.cpp", "src/league/certify/attempts.cpp"
LAZY, RUN, NOISY = "src/matrix/lazy/", "src/matrix/run/", "src/chance/play/"
# what is wrong: file, text that is there once, what takes its place, the test that must fail
LISTS = {
    "league": [
        ("a level of 1/2", FROZEN, "binomial_lower_bound(coins.plays, coins.wins, level)",
         "binomial_lower_bound(coins.plays, coins.wins, Rational(1, 2))", "Frozen.OneOpponentOnTheBoundary"),
        ("plays before the freeze counted", FROZEN,
         "(early ? one.pairing->early : one.pairing->later).push_back(match);",
         "if (early) one.pairing->early.push_back(match);\n    one.pairing->later.push_back(match);",
         "Frozen.LuckBeforeTheFreezeDoesNotCount"),
        ("results in the order of arrival, wins sooner", FROZEN, "push_back(match);\n  }\n",
         "push_back(match);\n  }\n  for (auto& [entry, one] : pairings_) std::ranges::stable_partition(one.later, &Match::won);\n",
         "Frozen.MoreMatchesThanPlanned"),
        ("missing plays left out", FROZEN, "    coins.plays += plays;",
         "    coins.plays += std::min<std::int64_t>(plays, std::ssize(pairing.later));", "Frozen.PairingsThatResultsDecide"),
        ("a plan from the finished counts", FROZEN, "if (schedule_ == Schedule::fixed) return", "return",
         "Frozen.PairingsThatResultsDecide"),
        ("ties resolved after looking", FROZEN, "coin(lots, turned ? Rational(1) - share : share) != turned", "share.sign() > 0",
         "Frozen.OneOpponentOnTheBoundary"),
        ("caps without the union", BOX, "Rational(2 * pairings) / level", "Rational(pairings > 0 ? 2 : 1) / level",
         "Box.AllIntervalsHoldTogether"),
        ("the budget restarted at each attempt", "src/chance/evidence/attempt.cpp", "return total_ * of_series(number);",
         "return total_ * of_series(number > 0 ? 1 : number) * Rational(2);", "Attempts.OneDeltaOverAllAttempts"),
        ("the freeze moved at each look", ATTEMPTS, "if (past_.frozen.empty()) open_first(before);",
         "past_.frozen.clear();\n  past_.joined.clear();\n  open_first(0 * before);", "Attempts.OneOpponentOnTheBoundary"),
        ("all of delta for each of two mixtures", "src/league/board/rank_matches.cpp", "return {options_.delta / Rational(together),",
         "return {options_.delta / Rational(std::min<std::int64_t>(together, 1)),", "Promises.TwoMixturesShareDelta"),
        ("both mixtures chosen by all matches", FROZEN, "const std::int64_t plays = std::ssize(pairing.early);",
         "const std::int64_t plays = std::ssize(pairing.early);\n      for (const Match& match : pairing.later) const_cast<Pairing&>(pairing).early.push_back(match);",
         "Promises.HoldForMixturesChosenBefore"),
        ("any schedule read as fixed", "src/league/board/rank_matches.cpp", ": options.schedule.value_or(record.ordered ? Schedule::any : Schedule::fixed)),",
         ": Schedule::fixed),", "Promises.HoldWhereResultsDecideWhoMeets"),
        ("the matches of who is back counted four times", "src/league/board/league.cpp", "    const auto frozen = std::ssize(past_.frozen);\n",
         "    for (auto t = std::ssize(past_.plays) - 1; t >= 0; --t) {\n"
         "      const file::Past::Play again = past_.plays[at(t)];\n"
         "      for (const std::string& note : ended) {\n"
         "        const auto& name = update_.game.column_labels[at(again.entry.column)];\n"
         "        if (note == in_quotes(name) + \" is back: it has played again since it was dropped\")\n"
         "          past_.plays.insert(past_.plays.begin() + t, 3, again);\n"
         "      }\n    }\n    const auto frozen = std::ssize(past_.frozen);\n", "Promises.OfALeagueThatOneLeaves"),
        ("counts that are not less what was known", "src/league/board/counted.cpp", "update.matches = played_since(before, now);",
         "update.matches = played_since({}, now);", "Promises.OfALeagueOfCounts"),
        ("new counts, losses first", "src/league/board/counted.cpp", "Random(lots.value()).shuffle(plays);",
         "std::ranges::stable_sort(plays, std::less(), &file::KeptPlay::payoff);", "Promises.OfALeagueOfCounts"),
        ("unmet pairs taken as even", "src/league/estimate/posterior.cpp", "if (!first && shape.even && pairing != nullptr) rate = even_rate_;",
         "if (!first && shape.even) rate = even_rate_;", "Posterior.UnmetPairsGoBySkills*"),
        ("plays before a league's freeze counted", ATTEMPTS, "{attempt.since, chance::frozen_text(",
         "{0, chance::frozen_text(", "Attempts.LuckBeforeTheFreezeDoesNotCount"),
    ],
    "lazy": [
        ("MixPayoffs: weights left out", LAZY + "mix_payoffs.cpp", "const double part = weight * values[s];",
         "const double part = (weight > 0) * values[s];", "MixPayoffs.AddsUpWhatIsKnownAgainstTheMix"),
        ("MixPayoffs: what was read is not taken in", LAZY + "mix_payoffs.cpp",
         "for (const Index s : stale_) fill(against, at(s), 1);", "", "MixPayoffs.TakesInWhatWasRead"),
        ("MixPayoffs: doubt taken off", LAZY + "mix_payoffs.cpp", "rule.constant + (against", "rule.constant - (against",
         "MixPayoffs.PromisesTheForecastWithDoubtInItsFavour"),
        ("MixPayoffs: opponents beyond a mask forgotten", LAZY + "mix_payoffs.cpp",
         "if (!unread_.empty()) fill_more(against, first, size);", "", "MixPayoffs.CountsOpponentsBeyondAMask"),
        ("Steering: every later phase is exact", LAZY + "steering.cpp", "!only_one(*floating)) {", "pair_ == std::nullopt) {",
         "Steering.IsAsExactAsThePhase"),
        ("Steering: ties not hoped for", LAZY + "steering.cpp", "run_.hope_for(std::max(mix_.row.size(), near.row.size()),",
         "run_.hope_for(mix_.row.size(),", "Steering.CountsTheFloorOfAllStrategiesThatTie"),
        ("Steering: a climb is not seen", LAZY + "steering.cpp", "pure_gap(block) < next_to_none * reach_", "pure_gap(block) < -next_to_none * reach_",
         "Steering.HopesForASaddlePoint*"),
        ("SupportSearch: aimed where those found do best", LAZY + "support_search.cpp", "std::ranges::stable_sort(side.opponents, {}, ",
         "std::ranges::stable_sort(side.opponents, std::ranges::greater{}, ", "SupportSearch.ASupportIsFoundWithFewLines"),
        ("SupportSearch: the unlikeliest first", LAZY + "support_search.cpp", "const double above = sum - mean_of_all * count;",
         "const double above = mean_of_all * count - sum;", "SupportSearch.ASupportIsFoundWithFewLines"),
        ("SupportSearch: any answer will do", LAZY + "support_search.cpp", "if (earned > side.guarantee + slack) return End::not_found;",
         "if (earned > side.guarantee + 1e9 * slack) return End::not_found;", "SupportSearch.ASupportIsFoundWithFewLines"),
        ("SupportSearch: no end to what is spent", LAZY + "support_search.cpp", "std::min(most_spent * line, ",
         "std::max(most_spent * line, ", "SupportSearch.NothingIsFoundWhereThereIsNone"),
        ("RelaxedGame: nobody joins", RUN + "relaxed_game.cpp", "return joining > 0;", "return joining > added;",
         "RelaxedGame.IsTheGameOfAllStrategiesAgainstTheOpenLines"),
        ("RelaxedGame: the value for the bound", RUN + "relaxed_game.cpp",
         "bound_ = *std::ranges::max_element(earned) + rounding(holding().size(), largest_);",
         "bound_ = earned[0] + rounding(holding().size(), largest_);", "RelaxedGame.IsTheGameOfAllStrategiesAgainstTheOpenLines"),
        ("RelaxedGame: the worst line", RUN + "relaxed_game.cpp", "const auto best = std::ranges::min_element(",
         "const auto best = std::ranges::max_element(", "RelaxedGame.RanksStrategiesAndLines"),
        ("Responder: what is not promising is read", LAZY + "responder.cpp",
         "if (promising_only && !(promise > task.value + task.tolerance)) return;", "", "Responder.ReadsHalfOfWhatIsPromising"),
        ("Responder: all that is unread at once", LAZY + "responder.cpp", "in_range() ? unknown.size() : 2;",
         "in_range() ? unknown.size() : 1;", "Responder.Reads*"),
        ("Responder: ties are gains", LAZY + "responder.cpp", "if (sum > task.value + task.tolerance) {",
         "if (sum >= look.value - look.tolerance) {", "Responder.NamesTheBestFirst"),
        ("Responder: effort does not grow", LAZY + "responder.cpp", "effort_ *= 2;", "effort_ *= 1;",
         "Responder.WidensWhenNothingIsFound"),
        ("Responder: all in sight", LAZY + "responder.cpp", "in_sight_(std::min(1.0, first_sight / static_cast<double>(view.count())))",
         "in_sight_(1)", "Responder.SeesAPartOfALargeGameAtFirst"),
        ("standouts: the others kept", LAZY + "standouts.cpp", "return !gets_it(s, t); });", "return gets_it(s, t); });",
         "Standouts.AreFoundForLessThanALine"),
        ("standouts: looked for in any game", LAZY + "standouts.cpp", "return share_ > 0 && share_ < often;", "return share_ > 0 && often > 0;",
         "Standouts.AreNotLookedFor*"),
        ("standouts: read on when none can be left", LAZY + "standouts.cpp", "constexpr double none = 1.0 / 16;",
         "constexpr double none = 1e-9;", "Standouts.AreFoundForLessThanALine"),
    ],
    "noisy": [
        ("cheapest_round: whole rounds cost nothing", NOISY + "cheapest.cpp", "static_cast<double>(size * side.arms) / 2;",
         "0 * static_cast<double>(size * side.arms) / 2;", "Cheapest.NoSmallRound*"),
        ("cheapest_round: the last of all", NOISY + "cheapest.cpp",
         "if (!best.empty() && plays >= (size > small ? worth_while : 1) * best_cost) continue;",
         "if (!best.empty() && plays < (size > small ? worth_while : 1) * best_cost) continue;", "Cheapest.NoSmallRound*"),
        ("cheapest_round: remainders to the smallest", NOISY + "cheapest.cpp", "std::ranges::stable_sort(order, std::greater{}, [&]",
         "std::ranges::stable_sort(order, std::less{}, [&]", "Cheapest.NoSmallRound*"),
        ("fit: errors left out of the slope", NOISY + "cheapest.cpp", "result[r] = from_means - side.weights[r] * from_errors - from_leans;",
         "result[r] = from_means - 0 * from_errors - from_leans;", "Cheapest.FitFindsTheMixture"),
        ("fit_both: bounds stay", NOISY + "cheapest.cpp", "bound = row.bound + std::clamp(move, -epsilon / 4, epsilon / 4);",
         "bound = row.bound + 0 * move;", "Cheapest.BoundsLieWhereTheWholeIsCheapest"),
        ("Explorer: goes on for long", NOISY + "explore.cpp", "feared <= doubt * total_cost(0, attempts);",
         "feared <= 1.05 * total_cost(0, attempts);", "Explorer.TakesFewPlays"),
        ("Explorer: ends at once", NOISY + "explore.cpp", "return !hopeless && feared <= doubt * total_cost(0, attempts);",
         "return !hopeless && feared <= 1e9 * total_cost(0, attempts);", "Explorer.TakesFewPlays"),
        ("Explorer: arms without regard to doubt", NOISY + "explore.cpp",
         "upto += doubts[place] / sum * size;", "upto += size / static_cast<double>(doubts.size()) + 0 * sum;", "Explorer.TakesFewPlays"),
        ("Explorer: strategies without regard to weights", NOISY + "explore.cpp",
         "wanted.push_back(player->cell(lottery.draw(random_), arm));",
         "wanted.push_back(player->cell(player->side.candidates[at(random_.below(std::ssize(player->side.candidates)))], arm));",
         "Explorer.TakesFewPlays"),
    ],
}


def copy_of(source, work):
    """The tracked files, and what is new among them, in a folder of their own."""
    names = subprocess.run(["git", "-C", source, "ls-files", "-co", "--exclude-standard"], capture_output=True, text=True,
                           check=True).stdout.split("\n")
    for stale in [path for path in work.rglob("*") if path.is_file() and str(path.relative_to(work)) not in names]:
        stale.unlink()
    for name in filter(None, names):
        target = work / name
        if not (source / name).is_file() or target.is_file() and target.read_bytes() == (source / name).read_bytes():
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source / name, target)


def is_seen(tree, build, programs, file, old, new, test):
    """Whether the test fails once the text is replaced."""
    path = tree / file
    text = path.read_text()
    if text.count(old) != 1:
        sys.exit(f"{file}: {old!r} is there {text.count(old)} times")
    path.write_text(text.replace(old, new))
    try:
        subprocess.run(["cmake", "--build", build, "--target", *programs], check=True, stdout=subprocess.DEVNULL)
        done = [subprocess.run([build / "tests" / program, f"--gtest_filter={test}"], stdout=subprocess.PIPE, text=True)
                for program in programs]
    finally:
        path.write_text(text)
    if all("Running 0 tests" in one.stdout for one in done):
        sys.exit(f"no test {test}")
    return any(one.returncode != 0 for one in done)


def main():
    source, work = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve() / "mutants"
    tree, build = work / "tree", work / "build"
    copy_of(source, tree)
    subprocess.run(["cmake", "-S", tree, "-B", build, "-G", "Ninja", "-Wno-dev", "-DALLNASH_PYTHON=OFF", "-DALLNASH_MPI=OFF",
                    "-DALLNASH_BENCH=OFF", "-DALLNASH_WERROR=OFF"], check=True, stdout=subprocess.DEVNULL)
    survived = 0
    for wanted in sys.argv[3:] or LISTS:
        chosen, _, words = wanted.partition(":")
        programs = {"league": ["test_estimate", "test_certify", "test_board"], "lazy": ["test_lazy"], "noisy": ["test_play"]}[chosen]
        for name, file, old, new, test in LISTS[chosen]:
            if words not in name:
                continue
            seen = is_seen(tree, build, programs, file, old, new, test)
            survived += not seen
            print(f"{name}: {'seen' if seen else 'SURVIVES'} by {test}", flush=True)
    sys.exit(1 if survived else 0)


main()
