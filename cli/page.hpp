// Writes the page of --report.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "allnash/report.hpp"
#include "arguments.hpp"
#include "output.hpp"

namespace allnash::cli {

/// A page that is written when the run ends, and with --report-every now and then before.
class Page final : public Observer {
 public:
  /// Throws InputError when the file cannot be written.
  explicit Page(const Arguments& arguments);

  /// From now on this game's run is watched. Returns the observer that `solve` is to tell; it
  /// passes all on to the next.
  Observer& watch(const Source& game, Observer* next) {
    labels_ = game.labels();
    shape_ = {game.rows(), game.columns()};
    record_.emplace(next);
    return *this;
  }
  void progress(const Progress& now) override;
  [[nodiscard]] bool wants_events() const override { return true; }
  void event(const Event& event) override { record_->event(event); }

  /// The page of the answer; of a game of chance, its certificate is hashed. Throws InputError
  /// unless all of it is written.
  void commit(const Result& result, std::string certificate);
  /// The run ended without an answer: a page that was written before says so from now on.
  void give_up(const std::string& why);

 private:
  using Clock = std::chrono::steady_clock;
  [[nodiscard]] Result so_far(const Progress& now) const;
  [[nodiscard]] ReportPage page() const;
  void write_so_far(const Progress& now);

  const Arguments& arguments_;
  OutputFile file_;
  std::optional<RunRecord> record_;
  Labels labels_;
  std::pair<Index, Index> shape_;
  Clock::time_point next_write_;
  Clock::duration spent_{};              // on the last page
  std::optional<Progress> last_ = {};    // that a page was written of
  std::optional<Waiting> workers_ = {};  // as they were told of last
  bool failed_ = false;
};

/// What a report calls a game: the name of its file, or of its family.
std::string game_title(const std::string& game);

}  // namespace allnash::cli
