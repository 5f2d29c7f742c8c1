#include "payoffs/file/leases.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "core/base/text.hpp"

namespace allnash::file {

namespace {

constexpr const char* claimed_word = "claimed";

}  // namespace

/// In the file's numbering, including strategies that this game does not have.
std::vector<Lease> Leases::in_file(std::int64_t now) const {
  std::vector<Lease> all;
  for (const auto& [end, lines] : tables_.facts->all(FactTable::lease)) {
    const auto until = number_in<std::int64_t>(end);
    if (!until) tables_.file.refuse_damage("the list of entries that are handed out has no time");
    for (const Entry& entry : tables_.entries_in(lines)) {
      KeptPlay kept;
      const bool answered = tables_.plays->find(KeptPlay{entry}, kept) && kept.payoff;
      if (*until > now && !answered) all.push_back({entry, *until});
    }
  }
  return all;
}

std::vector<Lease> Leases::out(std::int64_t now) const {
  return tables_.file.reading([&] {
    std::vector<Lease> all;
    for (const Lease& lease : in_file(now)) {
      KeptPlay play{lease.entry};
      if (tables_.record->to_game(play)) all.push_back({play.entry, lease.until});
    }
    std::ranges::sort(all, {},
                      [](const Lease& lease) { return std::pair(lease.until, lease.entry); });
    return all;
  });
}

void Leases::note_ahead(std::span<const Entry> entries, bool claimed) {
  if (entries.empty()) return;
  tables_.change([&] {
    tables_.facts->append(FactTable::ahead, claimed ? claimed_word : "", tables_.lines_of(entries));
  });
}

std::vector<Entry> Leases::asked_ahead() const {
  return tables_.file.reading([&] {
    std::set<Entry> all;
    for (const auto& [name, lines] : tables_.facts->all(FactTable::ahead)) {
      for (const Entry& entry : tables_.entries_in(lines)) {
        KeptPlay play{entry};
        if (!tables_.record->to_game(play)) continue;
        if (name == claimed_word) {
          all.erase(play.entry);
        } else {
          all.insert(play.entry);
        }
      }
    }
    return std::vector<Entry>(all.begin(), all.end());
  });
}

void Leases::hand_out(std::span<const Entry> entries, std::int64_t until, std::int64_t now,
                      std::span<const Entry> ahead) {
  std::map<std::int64_t, std::string> by_end;
  for (const auto& [entry, end] : tables_.file.reading([&] { return in_file(now); })) {
    by_end[end] += Tables::line_of(entry);
  }
  by_end[until] += tables_.lines_of(entries);
  Facts facts;
  for (const auto& [end, out] : by_end) {
    if (!out.empty()) facts.emplace_back(std::to_string(end), out);
  }
  tables_.change([&] {
    tables_.facts->put(FactTable::lease, facts);
    tables_.facts->put(FactTable::ahead,
                       ahead.empty() ? Facts() : Facts{{"", tables_.lines_of(ahead)}});
  });
}

}  // namespace allnash::file
