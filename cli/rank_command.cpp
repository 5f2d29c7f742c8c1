// `allnash rank`: answers from matches that somebody has already played.
#include <cerrno>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>
#include <system_error>
#include <utility>

#include "allnash/rank.hpp"
#include "allnash/report.hpp"
#include "allnash/run.hpp"
#include "answer.hpp"
#include "commands.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "signals.hpp"
#include "text.hpp"

namespace allnash::cli {
namespace {

void open(std::ifstream& file, const std::string& path) {
  file.open(path, std::ios::binary);
  // A folder can be opened but not read.
  if (file && (file.peek() != std::ifstream::traits_type::eof() || !file.bad())) {
    file.clear();
    return;
  }
  const int error = errno;
  throw InputError(path + ": cannot read: " +
                   (error == 0 ? "it is no file" : std::generic_category().message(error)));
}

Matches read(const Arguments& arguments) {
  if (arguments.game.empty()) return no_new_matches(*arguments.rank.ledger);
  std::ifstream file;
  if (arguments.game != "-") open(file, arguments.game);
  std::istream& in = arguments.game == "-" ? std::cin : file;
  const std::string name = arguments.game == "-" ? "standard input" : arguments.game;
  if (!arguments.counts) return read_matches(in, name, arguments.rank);
  std::ifstream counts;
  open(counts, *arguments.counts);
  return read_chart(in, name, counts, *arguments.counts, arguments.rank);
}

/// Shows the present stage in a line on a terminal, which is erased at the end.
class StageLine {
 public:
  explicit StageLine(bool quiet) : shown_(!quiet && ProgressLine::has_terminal()) {}
  ~StageLine() { say(""); }
  StageLine(const StageLine&) = delete;
  StageLine& operator=(const StageLine&) = delete;
  void say(std::string_view stage) const {
    if (shown_) std::fputs(("\r\x1b[K" + std::string(stage)).c_str(), stderr);
  }

 private:
  bool shown_;
};

/// Each match counts for both ends of its pairing's interval (docs/certificate_format.md).
constexpr std::int64_t most_recounted = std::int64_t{1} << 31;

/// The leaderboard alone is what `csv` prints: what asks for more would be taken and not shown.
void refuse_beside_csv(const Arguments& arguments) {
  if (arguments.json) throw OptionError("csv: `json` asks for another form");
  const std::pair<bool, const char*> others[] = {{arguments.certified, "certified"},
                                                 {arguments.all, "all"},
                                                 {arguments.rank.plan > 0, "plan"},
                                                 {arguments.rank.compare.has_value(), "compare"}};
  for (const auto& [asked, name] : others) {
    if (asked) {
      throw OptionError(std::string("csv: it prints the leaderboard alone, so that `") + name +
                        "` would not be shown; leave one of them out");
    }
  }
}

/// The ranking to print: without a plan that was made for the page only.
Ranking without_plan(Ranking ranking) {
  ranking.next.clear();
  ranking.next_for.clear();
  ranking.forecast.reset();
  return ranking;
}

}  // namespace

int run_rank(const Arguments& arguments) {
  if (arguments.explain) {
    if (arguments.game.empty()) throw OptionError("explain: it needs the file to be read");
    const Matches matches = read(arguments);
    std::cout << (arguments.json ? explained_json(matches) + "\n" : explained(matches));
    return exit_proved;
  }
  if (arguments.csv) refuse_beside_csv(arguments);
  std::optional<OutputFile> report;
  if (arguments.report) report.emplace(*arguments.report);
  Proof proof(arguments.certificate, report.has_value());
  const StageLine line(arguments.quiet);
  line.say("reading");
  const Matches matches = arguments.game.empty()
                              ? patiently(arguments.wait, [&] { return read(arguments); })
                              : read(arguments);
  const StopOnSignal stop;
  RankOptions options = arguments.rank;
  const bool planned = options.plan > 0;
  if (report && !planned) options.plan = named_on_page;
  const Ranking ranking = patiently(
      arguments.wait,
      [&] {
        return rank(matches, options, &stop.flag(),
                    [&line](std::string_view stage) { line.say(stage); });
      },
      &stop.flag());
  line.say("");
  // The answer first: a full disk must not prevent it.
  const auto answer = [&] {
    const Ranking printed = planned ? ranking : without_plan(ranking);
    if (arguments.csv) {
      std::cout << leaderboard_csv(printed);
      return;
    }
    print_answer(
        arguments, [&] { return to_json(printed); },
        [&](Style style) {
          return ranking_text(printed, style, arguments.all) +
                 (arguments.certified ? certified_lists(printed) : "");
        });
  };
  const auto prove = [&] {
    std::ostream* const out = proof.stream();
    if (out == nullptr) return;
    try {
      write_certificate(*out, ranking);
    } catch (const InputError&) {
      if (arguments.certificate) throw;  // otherwise only the page would have named it
    }
    proof.commit();
  };
  const auto page = [&] {
    if (!report) return;
    write_report(
        report->stream(), ranking,
        {page_title(arguments, arguments.game.empty() ? *arguments.rank.ledger : arguments.game),
         reported_options(arguments), proof.text()});
    report->commit();
  };
  do_all({answer, prove, page});
  if (arguments.certificate && !ranking.league && ranking.plays > most_recounted) {
    std::fputs((proof.name() +
                ": allnash-check will reject it, because it recounts 2^31 matches at most\n")
                   .c_str(),
               stderr);
  }
  return ranking.status == Status::stopped || stop.flag().raised() ? exit_stopped : exit_proved;
}

}  // namespace allnash::cli
