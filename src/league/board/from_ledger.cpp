// The report on a league's ledger, from the file alone.
#include "allnash/rank.hpp"
#include "allnash/report.hpp"
#include "allnash/run.hpp"
#include "payoffs/file/database_file.hpp"
#include "payoffs/file/store.hpp"

namespace allnash {

std::optional<LeagueReport> report_of_league(const std::string& path, const RankOptions& options,
                                             const StopFlag* stop) {
  const file::Snapshot copy(path);
  return copy.reading([&]() -> std::optional<LeagueReport> {
    RankOptions used = options;
    LeagueReport report;
    {
      file::Store file(copy.path());
      if (!file.game().by_play() || !file.logs().any_since(file.run_start().plays)) return {};
      report.page.settings = file.game().run;
      used.delta = Rational::parse(file::fact(file.game().run, "delta"));
    }
    used.ledger = copy.path();
    report.ranking = rank(no_new_matches(copy.path()), used, stop);
    return report;
  });
}

}  // namespace allnash
