
#include <fmt/core.h>

#include <algorithm>
#include <sstream>

#include "allnash/game.hpp"
#include "arguments.hpp"
#include "kinds.hpp"
#include "text.hpp"

namespace allnash::cli {
namespace {

constexpr std::size_t option_column = 22;

constexpr const char* program_help =
    R"(allnash finds every Nash equilibrium of a two-player zero-sum matrix game
exactly, asking for few payoffs, and proves it.

Usage: allnash COMMAND [arguments]

Commands:
  rank FILE             whom to play, and how sure that is, from matches that
                        were played: a log, a table of counts, a chart
  solve GAME            find the value and every equilibrium of a game
  judge GAME STRATEGY   hold a strategy against all equilibria: where it loses
  explore TABLE         write a page on which the table can be changed and is
                        solved anew, and open it in the browser
  generate GAME         write a built-in game to a file, or convert a file
  ledger ACTION FILE    show, export, import or merge payoffs of ledger files
  report LEDGER -o FILE.html
                        write a page that shows what is in a ledger file
  watch LEDGER          show how the run that fills a ledger file is going
  demo                  solve a small game and show how few payoffs it took
  families              list the built-in games and their keys
  methods               list the methods that solve can use
  help [COMMAND]        show this help, or that of a command; help research
                        shows every option of solve

Options:
  -h, --help            show this help; allnash COMMAND --help shows more
  --version             show the version; with --verbose the linear algebra
                        library and its kernels, too

Examples:
  allnash demo
  allnash rank matches.csv --report page.html
  allnash solve game.csv
  allnash solve family:rps,n=5
  allnash generate family:random,n=20,seed=7 > game.csv
)";

/// What goes before the endings of files that can be read, and what goes after.
constexpr const char* solve_usage_begin =
    R"(Finds the value and every equilibrium of a two-player zero-sum game, and proves
it. The row player maximises, the column player minimises.

Usage: allnash solve GAME [options]

GAME is one of
  FILE                a table: )";

constexpr const char* solve_usage_end = R"(
  -                   CSV on standard input
  family:NAME,key=value,...
                      a built-in game; allnash families lists them
  paths:NAME,... FILE.paths trees:NAME,... FILE.efg
                      a game too large to write down: Blotto, patrols, poker
  responses           your program supplies best responses, with --oracle: one
                      equilibrium of any game (docs/large_games.md)
  oracle              your program supplies the payoffs, with --oracle, --rows
                      and --columns. It reads a line "i j" for each payoff and
                      writes a line with the payoff, in order.

)";

constexpr const char* solve_examples =
    R"(
Examples:
  allnash solve matchups.csv --labels
  allnash solve trees:kuhn --ranges --certificate proof.txt
  allnash solve oracle --oracle 'python3 sim.py' --rows 40 --columns 40
)";

constexpr const char* solve_notes =
    R"(
Ctrl-C stops a run early; it then reports what it knows about the value.
SIGUSR1 prints progress.

Exit codes:
  0  answered: proved, within --epsilon, certified with --noisy, an equilibrium
     of GAME responses, or proved that there is no strict saddle point
  1  method paper answered `failure`
  2  bad usage or bad input
  3  stopped by the budget, the time limit, a signal or a ledger file that
     cannot be written, with a true partial answer; or GAME responses found no
     better response, without proof
  4  the payoff source failed
  5  an internal fault, or out of memory
  6  the ledger file is in use by another run

Examples:
  allnash solve game.csv
  allnash solve matchups.csv --labels
  allnash solve european.csv --header --separator ';' --decimal-mark ,
  allnash solve family:planted,n=500,k=3 --certificate proof.txt
  allnash solve family:random,n=1000 --time-limit 5 --json
  allnash solve oracle --oracle 'python3 sim.py' --rows 40 --columns 40
)";

constexpr const char* rank_usage =
    R"(Says from matches that were already played, with a stated confidence: whom to
play and what that guarantees, who can be left out, and what to play next. It
assumes that matches are independent and that no player changed in between
(docs/how_sure.md).

Usage: allnash rank FILE [options]

FILE is CSV, TSV, JSON lines or a JSON array (- is standard input); its header or
its keys say which of these it is, and other columns are ignored:
  a log, in the order of playing
                      row,column,outcome
                      model_a,model_b,winner
                      model_a,model_b,winner_model_a,winner_model_b,winner_tie
  counts              row,column,wins,losses and perhaps ties
                      row,column,plays,mean and perhaps sum_of_squares
  a chart             a labelled table of averages, with --counts FILE; without
                      counts what to play is estimated, and nothing promised
With --ledger, FILE is a log, or may be left out: the answer is from the ledger.

)";

constexpr const char* rank_examples =
    R"(
Exit codes:
  0  answered with confidence 1 - delta
  2  bad usage or bad input
  3  not certified to --epsilon, or interrupted, with a true partial answer
  6  the ledger file was in use for as long as --wait says

Examples:
  allnash rank arena.csv --report page.html
  allnash rank decks.csv --plan 100
  allnash rank chart.csv --counts matches.csv --certificate proof.txt
  allnash rank week1.csv --ledger league.db
)";

constexpr const char* generate_usage =
    R"(Writes a game to a file or to standard output. It takes any game that solve
takes, so it also converts one format into another.

Usage: allnash generate GAME [options]

)";

constexpr const char* generate_examples =
    R"(
Examples:
  allnash generate family:undercut,n=9
  allnash generate family:random,n=20,m=30,seed=7 -o game.csv
  allnash generate game.nfg -o game.npy
)";

constexpr const char* ledger_usage =
    R"(Shows a ledger file, in which solve --ledger keeps every payoff it asks for,
exports its payoffs, or adds payoffs that you already have.

Usage: allnash ledger show LEDGER [--json]
       allnash ledger export LEDGER [FILE] [--sound]
       allnash ledger import LEDGER [FILE] [options]
       allnash ledger merge LEDGER OTHER...

FILE is CSV with a line row,column,payoff for each payoff or, after a first line
row,column,outcome, a line for each play of a match list; without it, standard
output or input is used. Strategies are named by label if the ledger has labels,
and new labels join it. If a line of an import is wrong or contradicts what is
known, nothing is added. A merge adds what other ledgers hold. A ledger of plays
(--noisy) has lines row,column,seed,payoff, and an import takes the word lost as
the payoff of a play that will never come back.

)";

constexpr const char* ledger_examples =
    R"(
Round by round, with simulations that you run yourself:
  allnash solve oracle --rows 40 --columns 40 --ledger run.db --plan > batch.csv
  ... simulate batch.csv into answers.csv ...
  allnash ledger import run.db answers.csv
Repeat until nothing is left to ask. Then the ledger alone is enough:
  allnash solve oracle --ledger run.db
)";

constexpr const char* report_usage =
    R"(Writes a page that shows what is in a ledger file: the answer where its
payoffs prove one, otherwise bounds and what to ask next, and how the run went;
of a league to which logs or counts were added, the page of `allnash rank`. A
run that is filling the file is not disturbed.

Usage: allnash report LEDGER -o FILE.html [options]

)";

constexpr const char* explore_usage =
    R"(Writes the report of a table as a page on which its cells can be changed (up to
40 x 40): the page solves the table anew, exactly, and says what would bring a
strategy in. Opens it where there is a browser.

Usage: allnash explore TABLE [options]

TABLE is a file as for solve; whether a CSV file has names is seen from the file.

)";
constexpr const char* explore_examples = R"(
Examples:
  allnash explore matchups.csv
  allnash explore matchups.csv --symmetric -o next_patch.html --no-browser
)";

constexpr const char* judge_usage =
    R"(Holds a strategy against all equilibria of a game: what it guarantees, how much
an opponent can win more than the value, at which choices that is lost, and the
nearest equilibrium strategy. Nothing here has a tolerance.

Usage: allnash judge GAME STRATEGY [STRATEGY] [options]

GAME is a table, a family, a path game or a game tree, as for solve. Its options
for the solver are taken, too, such as --symmetric, --payoff-range, --time-limit.
STRATEGY is a file, CSV with lines name,probability (of trees and path games
set,action,probability) or JSON {"name": p} ({"SET": {"ACTION": p}}), or the word
uniform. Two files are a pair: the row player's strategy and the column player's.
Of GAME responses the names are those of the oracle (--oracle COMMAND), which is
asked for one more response.

)";
constexpr const char* judge_examples = R"(
Examples:
  allnash judge game.csv mine.csv
  allnash judge kicks.csv mine.csv --labels --player column
  allnash judge trees:kuhn mine.json --player column --json
)";

constexpr const char* watch_usage =
    R"(Shows how the run that fills a ledger file is going: bounds, queries, workers and
an estimate of what is left. On a terminal it is redrawn every second; elsewhere
it prints a line every minute. It ends when the run does, and does not disturb it.

Usage: allnash watch LEDGER
)";

template <typename Info>
std::string option_with_argument(const Info& info) {
  const bool apart = !info.argument.empty() && !info.argument.starts_with("[");
  return fmt::format("--{}{}{}", info.name, apart ? " " : "", info.argument);
}

template <typename Info>
bool has_default(const Info& info) {
  return info.default_text != "off" && info.default_text != "none";
}

template <typename Info>
Item item(const Info& info) {
  std::string words(info.meaning);
  if (has_default(info)) words += fmt::format(" (default: {})", info.default_text);
  return {option_with_argument(info), words};
}

/// The option with its meaning up to the first semicolon, and its default.
template <typename Info>
Item brief_item(const Info& info) {
  std::string words(info.meaning.substr(0, info.meaning.find("; ")));
  if (has_default(info)) words += fmt::format(" ({})", info.default_text);
  return {option_with_argument(info), words};
}

template <typename Table>
std::string option_lines(const Table& table) {
  std::vector<Item> items;
  for (const auto& info : table) items.push_back(item(info));
  return two_columns(items, option_column);
}

std::string solver_lines(bool research) {
  std::vector<Item> items;
  for (const OptionInfo& info : option_table()) {
    if ((info.group == OptionGroup::research) == research) items.push_back(item(info));
  }
  return two_columns(items, option_column);
}

/// The options that are shown for a kind of game.
std::string shown_lines(const GameKind& kind) {
  std::vector<Item> items;
  for (const std::string_view name : kind.shown) {
    const auto add_from = [&](const auto& table) {
      const auto named = [name](const auto& info) { return info.name == name; };
      const auto found = std::ranges::find_if(table, named);
      if (found != table.end()) items.push_back(brief_item(*found));
    };
    add_from(option_table());
    add_from(program_options("solve"));
  }
  items.push_back(
      {"-h, --help", "after GAME, what belongs to that kind of game; --help=all, all there is"});
  return two_columns(items, option_column);
}

/// The words that logs use, one line for each kind.
std::string log_words() {
  std::vector<Item> items;
  std::istringstream words(words_of_logs());
  for (std::string kind; std::getline(words, kind);) {
    const std::size_t colon = kind.find(':');
    items.push_back({kind.substr(0, colon), kind.substr(colon + 2)});
  }
  return two_columns(items, 12);
}

constexpr const char* help_line = "  -h, --help          this help\n";

template <typename... Tables>
std::string markdown_table(const char* command, const Tables&... tables) {
  std::string text = fmt::format(
      "### Options of `{}`\n\n| option | meaning | default |\n| --- | --- | --- |\n", command);
  const auto add = [&text](const auto& table) {
    for (const auto& info : table) {
      text += fmt::format("| `{}` | {} | {} |\n", option_with_argument(info), info.meaning,
                          info.default_text);
    }
  };
  (add(tables), ...);
  return text + "\n";
}

}  // namespace

std::string option_list() {
  return "Solving:\n" + solver_lines(false) + "\nInput and output:\n" +
         option_lines(program_options("solve")) + help_line + "\nFor research:\n" +
         solver_lines(true);
}

std::string solve_usage() { return solve_usage_begin + game_endings() + solve_usage_end; }

std::string full_solve_help() { return solve_usage() + option_list() + solve_notes; }

std::string solve_help(const GameKind& kind) {
  const std::string usage = solve_usage();
  const bool named = kind.title != kind_of("", false).title;  // then nobody asks what GAME may be
  return fmt::format("{}{}:\n{}{}", named ? usage.substr(0, usage.find("GAME is one of")) : usage,
                     kind.title, shown_lines(kind), solve_examples);
}

std::string help_text(const std::string& command) {
  if (command == "solve") return solve_help(kind_of("", false));
  if (command == "rank") {
    return rank_usage + ("Words that are recognised:\n" + log_words()) + "\nOptions:\n" +
           option_lines(rank_option_table()) + option_lines(program_options("rank")) + help_line +
           rank_examples;
  }
  if (command == "generate") {
    return generate_usage + ("Options:\n" + option_lines(program_options("generate"))) + help_line +
           generate_examples;
  }
  if (command == "ledger") {
    return ledger_usage + ("Options:\n" + option_lines(program_options("ledger"))) + help_line +
           ledger_examples;
  }
  if (command == "report") {
    return report_usage + ("Options:\n" + option_lines(program_options("report"))) + help_line;
  }
  if (command == "watch") return watch_usage;
  if (command == "judge") {
    return judge_usage + ("Options:\n" + option_lines(program_options("judge"))) + help_line +
           judge_examples;
  }
  if (command == "explore") {
    return explore_usage + ("Options:\n" + option_lines(program_options("explore"))) + help_line +
           explore_examples;
  }
  if (command == "demo")
    return "Usage: allnash demo\n\nSolves a small game between decks of cards and shows the "
           "answer.\n";
  if (command == "families") return "Usage: allnash families\n\nLists the built-in games.\n";
  if (command == "help") {
    return "Usage: allnash help [COMMAND]\n\nShows what a command does and which arguments it "
           "takes.\n";
  }
  if (command == "methods")
    return "Usage: allnash methods\n\nLists the methods that --method can name.\n";
  return program_help;
}

std::string family_list() {
  std::string lines = "Built-in games, written family:NAME,key=value,...\n\n";
  for (const FamilyInfo& family : families()) {
    lines += fmt::format("{}  {}\n", family.name, family.keys);
    lines += "    " + wrapped(family.meaning, 4, 4) + "\n";
  }
  return lines + "\nFor example: allnash solve family:rps,n=5\n";
}

std::string method_list() {
  const auto listed = [](bool research) {
    std::vector<Item> items;
    for (const auto table : {method_table(), play_method_table()}) {
      for (const MethodInfo& method : table) {
        if (method.research != research) continue;
        items.push_back({std::string(method.name), std::string(method.meaning)});
      }
    }
    return two_columns(items, 14);
  };
  return "Methods to solve games with:\n" + listed(false) +
         "\nMethods for research, to compare with:\n" + listed(true);
}

std::string option_markdown() {
  std::string page = markdown_table("solve", option_table(), program_options("solve")) +
                     markdown_table("rank", rank_option_table(), program_options("rank")) +
                     markdown_table("generate", program_options("generate")) +
                     markdown_table("ledger", program_options("ledger")) +
                     markdown_table("report", program_options("report")) +
                     markdown_table("judge", program_options("judge")) +
                     markdown_table("explore", program_options("explore")) + "### Methods\n";
  for (const bool research : {false, true}) {
    page += research ? "\nFor research, to compare with:\n" : "";
    page += "\n| name | what it does |\n| --- | --- |\n";
    for (const MethodInfo& method : method_table()) {
      if (method.research != research) continue;
      page += fmt::format("| `{}` | {} |\n", method.name, method.meaning);
    }
  }
  page +=
      "\nWith `--noisy`, where `auto` stands for the first of these:\n\n"
      "| name | what it does |\n| --- | --- |\n";
  for (const MethodInfo& method : play_method_table()) {
    page += fmt::format("| `{}` | {} |\n", method.name, method.meaning);
  }
  return page;
}

}  // namespace allnash::cli
