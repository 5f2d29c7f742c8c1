// `allnash judge`: holds strategies against all equilibria.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string_view>

#include "allnash/choice.hpp"
#include "allnash/large.hpp"
#include "allnash/run.hpp"
#include "allnash/solve.hpp"
#include "choice_text.hpp"
#include "commands.hpp"
#include "output.hpp"
#include "signals.hpp"
#include "text.hpp"

namespace allnash::cli {
namespace {

std::string text_of(const std::string& file) {
  if (file == "-") return {std::istreambuf_iterator<char>(std::cin), {}};
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored)) throw InputError(file + ": is a directory");
  std::ifstream in(file, std::ios::binary);
  if (!in) throw InputError(file + ": cannot be read");
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Whether a run was ended from without, and not by what its table lacks.
bool ends_early(StopReason reason) {
  return reason == StopReason::budget || reason == StopReason::time_limit ||
         reason == StopReason::interrupted;
}

/// A strategy's file and whose it is.
struct StrategyFile {
  std::string file;
  bool row = true;
};

std::vector<StrategyFile> strategy_files(const Arguments& arguments) {
  if (arguments.others.empty()) {
    return {{arguments.strategy, arguments.player.value_or("row") == "row"}};
  }
  if (arguments.player) throw InputError("--player: two files are a pair, row player first");
  return {{arguments.strategy, true}, {arguments.others[0], false}};
}

std::string ends_text(const std::pair<Rational, Rational>& ends) {
  return ends.first == ends.second ? ends.first.to_string()
                                   : ends.first.to_string() + " to " + ends.second.to_string();
}

/// Prints one answer, or that of a pair: the row player's, the column player's, and the sum.
void print(const Arguments& arguments, const std::vector<std::string>& json,
           const std::vector<std::string>& text, const std::string& sum) {
  if (arguments.json) {
    write_standard_output((json.size() == 1
                               ? json[0]
                               : fmt::format(R"({{"row":{},"column":{},"exploitability":"{}"}})",
                                             json[0], json[1], sum)) +
                          "\n");
    return;
  }
  std::string all = text[0];
  if (text.size() > 1) {
    all = "row player\n" + text[0] + "\ncolumn player\n" + text[1] + "\n" +
          line("together", "an opponent wins " + sum);
  }
  write_standard_output(all);
}

int judge_flows(const Arguments& arguments) {
  for (const auto& [name, text] : arguments.given) {
    constexpr std::array<std::string_view, 3> taken{"json", "player", "time-limit"};
    if (std::ranges::find(taken, name) != taken.end()) continue;
    throw InputError("--" + name + " is not for games on flows (" + arguments.game + ")");
  }
  const StopOnSignal stop;
  FlowOptions options;
  options.time_limit = arguments.options.time_limit;
  Hooks hooks;
  hooks.stop = &stop.flag();
  const auto solved = open_and_solve_flows(arguments.game, options, hooks);
  const FlowGame& game = solved.first;
  const FlowAnswer& answer = solved.second;
  if (answer.status != Status::proved) {
    std::fputs((arguments.game + ": not solved, so that nothing is judged\n").c_str(), stderr);
    return exit_stopped;
  }
  ChoiceLimits limits;
  limits.stop = &stop.flag();
  std::vector<std::string> json;
  std::vector<std::string> text;
  Rational sum;
  for (const auto& [file, row] : strategy_files(arguments)) {
    const ReadStrategy read = file == "uniform" ? uniform_play(game, row)
                                                : read_behaviour(text_of(file), file, game, row);
    const Judgement judgement = judge_flow(game, answer, row, read.flow, limits);
    json.push_back(to_json(judgement, game, *answer.value, row, read.repaired));
    text.push_back(judgement_text(judgement, game, *answer.value, row, read.repaired));
    sum += judgement.exploitability;
  }
  print(arguments, json, text, sum.to_string());
  return exit_proved;
}

/// A mixture of a game known by best responses: `judge responses --oracle COMMAND FILE`.
int judge_responses(const Arguments& arguments) {
  for (const auto& [name, text] : arguments.given) {
    constexpr std::array<std::string_view, 11> taken{
        "json",    "player", "time-limit", "budget",         "epsilon",       "ledger",
        "game-id", "oracle", "workers",    "oracle-timeout", "oracle-retries"};
    if (std::ranges::find(taken, name) != taken.end()) continue;
    throw InputError("--" + name + " is not for judging games of responses");
  }
  const StopOnSignal stop;
  ResponseOptions options;
  options.budget = arguments.options.budget;
  options.time_limit = arguments.options.time_limit;
  options.epsilon = arguments.options.epsilon;
  options.ledger = arguments.options.ledger;
  options.game_id = arguments.options.game_id;
  Hooks hooks;
  hooks.stop = &stop.flag();
  const auto game = response_program(arguments.oracle);
  const ResponseAnswer answer = solve_responses(*game, options, hooks);
  if (!answer.value && (!answer.low || !answer.high)) {
    std::fputs("responses: nothing bounds the value, so that nothing is judged\n", stderr);
    return exit_stopped;
  }
  std::vector<std::string> json;
  std::vector<std::string> text;
  std::pair<Rational, Rational> sum;
  for (const auto& [file, row] : strategy_files(arguments)) {
    const ReadMixture read = read_mixture(text_of(file), file);
    const MixtureJudgement judgement = judge_mixture(*game, answer, row, read.mixture);
    json.push_back(to_json(judgement, row, read.repaired));
    text.push_back(judgement_text(judgement, row, read.repaired));
    sum.first += judgement.exploitability.first;
    sum.second += judgement.exploitability.second;
  }
  print(arguments, json, text, ends_text(sum));
  return exit_proved;
}

}  // namespace

int run_judge(const Arguments& arguments) {
  if (arguments.game == "responses") return judge_responses(arguments);
  if (names_flow_game(arguments.game)) return judge_flows(arguments);
  const StopOnSignal stop;
  Options options = arguments.options;
  const auto game = [&] {
    const ReadingLimit limit(options.time_limit);
    auto opened = with_names(open_named(arguments), given_names(arguments));
    options.time_limit = limit.left();
    return opened;
  }();
  Hooks hooks;
  hooks.stop = &stop.flag();
  // The judged strategy may play any row: a file is read whole.
  if (options.method == "auto") options.method = "full";
  const Result result = solve(*game, options, hooks);
  if (result.stop && ends_early(result.stop->reason) && !result.payoff_range) {
    std::fputs((arguments.game + ": not solved, so that nothing is judged: stopped by the " +
                result.stop->text + "\n")
                   .c_str(),
               stderr);
    return exit_stopped;
  }
  ChoiceLimits limits;
  limits.stop = &stop.flag();
  std::vector<std::string> json;
  std::vector<std::string> text;
  std::pair<Rational, Rational> sum;
  for (const auto& [file, row] : strategy_files(arguments)) {
    const Index own = row ? result.rows : result.columns;
    const ReadStrategy read =
        file == "uniform"
            ? ReadStrategy{std::vector<Rational>(static_cast<std::size_t>(own), Rational(1, own)),
                           {}}
            : read_strategy(text_of(file), file, row ? result.row_labels : result.column_labels,
                            own);
    const TableJudgement judgement = judge_table(result, row, read.flow, limits);
    json.push_back(to_json(judgement, result, row, read.repaired));
    text.push_back(judgement_text(judgement, result, row, read.repaired));
    sum.first += judgement.exploitability.first;
    sum.second += judgement.exploitability.second;
  }
  print(arguments, json, text, ends_text(sum));
  return exit_proved;
}

}  // namespace allnash::cli
