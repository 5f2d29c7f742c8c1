// The plays that a file has handed out, and what comes back to them from outside.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "allnash/ledger.hpp"
#include "ledger/store.hpp"

namespace allnash::ledger {

/// Where something was said, for messages.
using Where = std::function<std::string()>;

class AskedPlays {
 public:
  /// Reads what the file has. Counts what it is given in `count`, which must outlive it.
  AskedPlays(const Store& store, Imported& count);

  // Throw InputError for what no plan has asked, or contradicts what is known. No payoff: lost.
  void answer(Entry entry, std::int64_t seed, const std::optional<Rational>& payoff,
              const Where& where);
  /// Of a list of all that has been played, in the order of playing: the next line of an entry is
  /// the next play that was asked of it. So a list that grows can be taken in again.
  void answer_next(Entry entry, const std::optional<Rational>& payoff, const Where& where);
  /// A play as another file of the same run has it.
  void take_over(const KeptPlay& play, const Where& where);

  [[nodiscard]] const std::vector<KeptPlay>& changed() const { return changed_; }

 private:
  /// The plays of one entry, in the order asked.
  struct Asked {
    std::vector<std::int64_t> seeds;
    std::size_t taken = 0;  // by the list
  };
  void check(const KeptPlay& play, Entry entry, const std::optional<Rational>& payoff,
             const Where& where) const;

  Imported& count_;
  PayoffRange range_;
  std::map<Entry, Asked> asked_;
  std::unordered_map<std::int64_t, KeptPlay> plays_;  // by seed
  std::vector<KeptPlay> changed_;
};

}  // namespace allnash::ledger
