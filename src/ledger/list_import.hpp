// A list of payoffs or of plays on its way into a ledger file.
#pragma once

#include <functional>
#include <iosfwd>
#include <string>

#include "allnash/ledger.hpp"
#include "ledger/intake.hpp"
#include "ledger/match_list.hpp"

namespace allnash::ledger {

/// What a file is to be opened for. Throws InputError for what is no shape of a game.
LedgerGame game_of(const std::string& path, LedgerShape shape, const std::string& game_id);

[[noreturn]] void refuse_to_make(const std::string& path);

class ListImport {
 public:
  ListImport(const std::string& path, std::istream& in, const std::string& name,
             const ImportSettings& settings);
  Imported run();

 private:
  [[nodiscard]] Where where(const MatchLine& line) const;
  [[nodiscard]] LedgerShape shape_to_agree_on(const LedgerGame& file) const;
  void read_entries();
  void add_payoffs(Intake& intake);
  void add_means(Intake& intake);
  void add_plays(Intake& intake);

  std::string path_;
  std::string name_;
  const ImportSettings& settings_;
  bool new_ = false;
  LedgerGame there_;  // of a file that is there
  LedgerShape shape_;
  MatchList list_;
  std::vector<std::string> new_rows_;
  std::vector<std::string> new_columns_;
};

}  // namespace allnash::ledger
