#include "report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <numeric>
#include <stdexcept>
#include <string_view>

namespace bench {

namespace {

constexpr std::string_view notes_marker = "<!-- notes -->";

const Line heads = {"family",        "n",     "method",  "queries / floor", "each seed", "rounds",
                    "of the matrix", "k1,k2", "seconds", "target"};

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

std::string figure(double value) { return fmt::format("{:.{}f}", value, value < 99.995 ? 2 : 0); }

// The runs of one method on one game, gathered over the seeds.
struct Gathered {
  bool whole = true;  // every run ended and every floor is known: only then are there figures
  std::vector<double> ratios;
  std::vector<double> rounds;
  std::vector<double> shares;
  std::vector<double> seconds;
  std::vector<std::string> each;
};

Gathered gather(const Measured& measured, const std::vector<Count>& counts) {
  const auto size = static_cast<double>(measured.game.size * measured.game.size);
  Gathered all;
  for (std::size_t s = 0; s < counts.size(); ++s) {
    const Count& count = counts[s];
    const bool known = count.failure.empty() && measured.truths[s];
    all.whole = all.whole && known;
    if (known) {
      const auto queries = static_cast<double>(count.queries);
      all.ratios.push_back(queries / static_cast<double>(measured.truths[s]->floor));
      all.shares.push_back(queries / size);
      if (count.rounds) {
        all.rounds.push_back(static_cast<double>(*count.rounds));
        all.seconds.push_back(count.seconds);
      }
    }
    all.each.push_back(known                   ? figure(all.ratios.back())
                       : count.failure.empty() ? "floor unknown"
                                               : count.failure);
  }
  return all;
}

std::string supports(const Measured& measured) {
  std::vector<std::string> sizes;
  for (const auto& truth : measured.truths) {
    const std::string size = truth ? fmt::format("{},{}", truth->k1, truth->k2) : "unknown";
    if (std::ranges::find(sizes, size) == sizes.end()) sizes.push_back(size);
  }
  return fmt::format("{}", fmt::join(sizes, " · "));
}

Line line_of(const Measured& measured, const std::string& method, const std::vector<Count>& counts,
             bool full_size) {
  const Gathered all = gather(measured, counts);
  const bool timed = all.whole && !all.rounds.empty();
  std::string target;
  if (method == "auto" && full_size) {
    const bool met = all.whole && mean(all.ratios) <= measured.game.target;
    target = fmt::format("{} {}", measured.game.target, met ? "met" : "missed");
  }
  return {measured.game.name,
          fmt::format("{}", measured.game.size),
          method,
          all.whole ? figure(mean(all.ratios)) : "-",
          fmt::format("{}", fmt::join(all.each, " · ")),
          timed ? fmt::format("{:.0f}", mean(all.rounds)) : "-",
          all.whole ? fmt::format("{:.2f}%", 100 * mean(all.shares)) : "-",
          supports(measured),
          timed ? fmt::format("{:.1f}", mean(all.seconds)) : "-",
          target};
}

// The part that people write, from its marker on; an empty one when there is none yet.
std::string notes_in(const std::string& path) {
  std::ifstream in(path);
  std::string notes;
  for (std::string line; std::getline(in, line);) {
    if (!notes.empty() || line == notes_marker) notes += line + "\n";
  }
  return notes.empty() ? std::string(notes_marker) + "\n" : notes;
}

}  // namespace

std::string aligned(const std::vector<Line>& lines) {
  std::vector<std::size_t> widths(lines.at(0).size(), 3);
  // Width in characters, not bytes: a middle dot takes two bytes.
  const auto width = [](const std::string& text) {
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
  };
  for (const Line& line : lines) {
    for (std::size_t t = 0; t < line.size(); ++t) widths[t] = std::max(widths[t], width(line[t]));
  }
  std::string text;
  for (std::size_t l = 0; l < lines.size(); ++l) {
    for (std::size_t t = 0; t < widths.size(); ++t) {
      text += "| " + lines[l][t] + std::string(widths[t] - width(lines[l][t]) + 1, ' ');
    }
    text += "|\n";
    if (l != 0) continue;
    for (const std::size_t w : widths) text += "| " + std::string(w, '-') + " ";
    text += "|\n";
  }
  return text;
}

std::string table(std::span<const Measured> measured, const Settings& settings, bool full_size) {
  std::vector<Line> lines{heads};
  for (const Measured& game : measured) {
    for (std::size_t m = 0; m < settings.methods.size(); ++m) {
      lines.push_back(line_of(game, settings.methods[m], game.counts[m], full_size));
    }
  }
  return aligned(lines);
}

void rewrite_page(const std::string& path, const std::string& generated) {
  const std::string notes = notes_in(path);
  std::ofstream out(path);
  out << generated << "\n" << notes;
  if (!out.flush()) throw std::runtime_error(path + ": cannot be written");
}

}  // namespace bench
