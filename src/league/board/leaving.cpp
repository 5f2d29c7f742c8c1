#include "league/board/leaving.hpp"

#include <algorithm>

#include "chance/evidence/attempt.hpp"
#include "core/base/at.hpp"
#include "core/base/text.hpp"

namespace allnash::league {

using namespace reading;

std::vector<std::string> still_gone(const Update& update, const std::vector<std::string>& before,
                                    std::int64_t recalled, std::vector<std::string>& notes) {
  if (update.options.only) return {};  // the option names all strategies that remain
  std::vector<std::string> gone;
  for (const std::string& name : before) {
    const auto plays = [&](const KeptPlay& play) {
      return update.game.row_labels[at(play.entry.row)] == name ||
             update.game.column_labels[at(play.entry.column)] == name;
    };
    if (std::any_of(update.kept.begin() + recalled, update.kept.end(), plays)) {
      notes.push_back(in_quotes(name) + " is back: it has played again since it was dropped");
    } else {
      gone.push_back(name);
    }
  }
  return gone;
}

bool remember_gone(reading::Intake& intake, const Absence& absence) {
  std::vector<std::string> gone;
  for (const LeftOut& one : absence.who) {
    if (one.why == LeftOut::Why::dropped) gone.push_back(one.name);
  }
  std::ranges::sort(gone);
  gone.erase(std::unique(gone.begin(), gone.end()), gone.end());
  if (!intake.writable() || gone == intake.store().logs().gone()) return false;
  intake.store().logs().put_gone(gone);
  return true;
}

void note_ended_attempts(const Update& update, const file::Past& past, const Absence& absence,
                         std::vector<std::string>& notes) {
  for (std::int64_t number = 1; number <= std::ssize(past.frozen); ++number) {
    const auto attempt = chance::read_attempt(past, number, update.options.delta, update.symmetric);
    if (!attempt) continue;
    const auto left = [&](const std::vector<bool>& absent, const chance::Half& half) {
      return std::ranges::any_of(half.strategy, [&](const Weight& weight) {
        return static_cast<bool>(absent[at(weight.strategy)]);
      });
    };
    if (left(absence.rows, attempt->row) || left(absence.columns, attempt->column)) {
      notes.push_back("the mixture of attempt " + std::to_string(number) +
                      " plays a strategy that has left: its promise no longer counts");
    }
  }
}

void leave_out(const Absence& absence, file::Past& past) {
  const auto numbers = [](const std::vector<bool>& absent, std::vector<Index>& of_file) {
    of_file = present(absent);
    std::vector<Index> now(absent.size());
    for (std::size_t t = 0; t < of_file.size(); ++t) now[at(of_file[t])] = static_cast<Index>(t);
    return now;
  };
  const std::vector<Index> rows = numbers(absence.rows, past.rows);
  const std::vector<Index> columns = numbers(absence.columns, past.columns);
  std::erase_if(past.plays, [&](const file::Past::Play& play) {
    return absence.rows[at(play.entry.row)] || absence.columns[at(play.entry.column)];
  });
  for (file::Past::Play& play : past.plays) {
    play.entry = {rows[at(play.entry.row)], columns[at(play.entry.column)]};
  }
}

}  // namespace allnash::league
