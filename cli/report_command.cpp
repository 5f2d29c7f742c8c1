#include "allnash/ledger_report.hpp"
#include "commands.hpp"
#include "output.hpp"
#include "page.hpp"
#include "signals.hpp"

namespace allnash::cli {

int run_report(const Arguments& arguments) {
  OutputFile file(*arguments.output);
  const StopOnSignal stop;
  Hooks hooks;
  hooks.stop = &stop.flag();
  Options options = arguments.options;
  if (!options.time_limit) options.time_limit = 60;
  LedgerReport report = report_of_ledger(arguments.ledger, options, hooks);
  report.page.title = game_title(arguments.ledger);
  write_report(file.stream(), report.result, report.page);
  file.commit();
  return exit_proved;
}

}  // namespace allnash::cli
