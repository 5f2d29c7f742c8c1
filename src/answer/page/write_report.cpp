// Writes the page: one HTML file with its data, code and style.
#include <sha2.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <ostream>
#include <streambuf>
#include <utility>

#include "allnash/report.hpp"
#include "allnash/solve.hpp"
#include "answer/page/data.hpp"

namespace allnash {

namespace page {

std::string number_text(const Rational& number, std::size_t most) {
  std::string text = number.to_string();
  if (text.size() <= most) return text;
  const double value = number.to_double();
  if (!std::isfinite(value)) return text.substr(0, most);
  std::array<char, 40> shown{};
  const auto [end, error] = std::to_chars(shown.data(), shown.data() + shown.size(), value,
                                          std::chars_format::general, 12);
  return "~" + std::string(shown.data(), end);
}

std::string cut(const std::string& name) {
  constexpr std::size_t longest_name = 300;  // bytes
  if (name.size() <= longest_name) return name;
  std::size_t end = longest_name;  // moved to the start of a UTF-8 character
  while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xc0U) == 0x80U) --end;
  return name.substr(0, end) + "\u2026 (" + std::to_string(name.size()) + " bytes)";
}

namespace {

/// Hashes what is written to it.
class HashBuffer final : public std::streambuf {
 public:
  HashBuffer() {
    SHA256Init(&state_);
    setp(text_.data(), text_.data() + text_.size());
  }
  std::string digest() {
    take();
    std::array<char, SHA256_DIGEST_STRING_LENGTH> text{};
    SHA256End(&state_, text.data());
    return text.data();
  }

 protected:
  int_type overflow(int_type character) override {
    take();
    return sputc(traits_type::to_char_type(character));
  }

 private:
  void take() {
    SHA256Update(&state_, reinterpret_cast<const std::uint8_t*>(pbase()),
                 static_cast<std::size_t>(pptr() - pbase()));
    setp(text_.data(), text_.data() + text_.size());
  }

  std::array<char, 1 << 16> text_{};
  SHA2_CTX state_{};
};

/// The hash of the certificate's file; empty if there is none.
std::string certificate_hash(const Result& result, const ReportPage& page) {
  HashBuffer hash;
  std::ostream out(&hash);
  if (!page.certificate.empty()) {
    out << page.certificate;
  } else if ((result.equilibria || result.status == Status::within) && result.known != nullptr) {
    write_certificate(out, result);
  } else {
    return "";
  }
  return hash.digest();
}

/// The result without its long lists, which the page has in another form.
Json brief(const Result& result) {
  Result short_one = result;
  short_one.known.reset();
  if (short_one.equilibria) {
    for (OptimalSet* set : {&short_one.equilibria->row, &short_one.equilibria->column}) {
      set->support.clear();
      set->vertices.clear();
    }
    short_one.equilibria->kernels.clear();
  }
  short_one.row_strategy.clear();
  short_one.column_strategy.clear();
  if (short_one.by_play) {
    short_one.by_play->row_caps.clear();
    short_one.by_play->column_caps.clear();
  }
  Json json = *parse_json(to_json(short_one));
  for (const char* key :
       {"row_support", "column_support", "row_support_labels", "column_support_labels",
        "row_strategy", "column_strategy", "row_vertices", "column_vertices", "row_caps",
        "column_caps", "kernels"}) {
    json.erase(key);
  }
  for (const char* key : {"value", "low", "high"}) {
    if (json.contains(key) && json[key].is_string()) {
      json[key] = number_text(Rational::parse(json[key].get_ref<const std::string&>()));
    }
  }
  return json;
}

Json bound(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

Json history_json(const RunHistory& history) {
  Json points = Json::array();
  for (const HistoryPoint& point : history.points) {
    points.push_back({point.queries, std::round(point.seconds * 1e3) / 1e3, bound(point.low),
                      bound(point.high)});
  }
  return points;
}

/// In a symmetric game that is not solved: what the best strategy is known to guarantee, null
/// before one is known. `low` says it only of a strategy in the result: before, it is the value,
/// which is known by symmetry and which no strategy need reach. What was reported during the run is
/// the guarantee of a strategy even where the result has none.
Json guaranteed(const Result& result, const RunHistory& history) {
  if (!result.row_strategy.empty()) return number_text(*result.low);
  const auto last = std::find_if(history.points.rbegin(), history.points.rend(),
                                 [](const HistoryPoint& point) { return point.low.has_value(); });
  if (last == history.points.rend()) return nullptr;
  return number_text(Rational(*last->low), 24);
}

Json next_json(const std::vector<Entry>& next, ShownNames& names) {
  Json entries = Json::array();
  for (const Entry& entry : next) {
    if (entries.size() == most_next) break;
    names.mention(true, entry.row);
    names.mention(false, entry.column);
    entries.push_back({entry.row, entry.column});
  }
  return {{"count", next.size()}, {"entries", entries}};
}

std::int64_t size_of(const Result& result) {
  const double size = static_cast<double>(result.rows) * static_cast<double>(result.columns);
  if (size > 4e18) return -1;
  return result.symmetric ? result.rows * (result.rows - 1) / 2 : result.rows * result.columns;
}

void add_unless_null(Json& json, const char* key, Json value) {
  if (!value.is_null()) json[key] = std::move(value);
}

Json page_data(const Ranking& ranking, const LeaguePage& page) {
  Json json = page_frame(page.title, page.settings, page.certificate);
  json["league"] = league_json(ranking);
  json["kinds"] = {{"row", cut(page.row_kind)}, {"column", cut(page.column_kind)}};
  return json;
}

Json page_data(const Result& result, const ReportPage& page) {
  ShownNames names(result);
  Json json;
  json["version"] = version();
  json["title"] = cut(page.title);
  json["running"] = page.running;
  if (page.written) {
    json["written"] = *page.written;
    json["due"] = page.due;
  }
  if (const auto& workers = page.workers) {
    json["workers"] = {
        {"workers", workers->workers}, {"busy", workers->busy}, {"share", workers->share}};
  }
  json["result"] = brief(result);
  json["size"] = size_of(result);
  if (result.symmetric && !result.equilibria) {
    add_unless_null(json, "guaranteed", guaranteed(result, page.history));
  }
  json["players"] = {player_json(Side(result, true), result, names),
                     player_json(Side(result, false), result, names)};
  add_unless_null(json, "map", map_json(result, page.history, names));
  add_unless_null(json, "overview", overview_json(result));
  add_unless_null(json, "responses", responses_json(result, names));
  json["history"] = history_json(page.history);
  if (!result.next.empty()) json["next"] = next_json(result.next, names);
  add_unless_null(json, "names", names.json());
  json["settings"] = page.settings;
  const std::string hash = certificate_hash(result, page);
  if (!hash.empty()) json["certificate"] = hash;
  return json;
}

/// `text` with `<`, `>` and `&` as JSON escapes, so that it cannot end its HTML element.
std::string without_markup(const std::string& text) {
  std::string safe;
  safe.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '<':
        safe += "\\u003c";
        break;
      case '>':
        safe += "\\u003e";
        break;
      case '&':
        safe += "\\u0026";
        break;
      default:
        safe += c;
    }
  }
  return safe;
}

}  // namespace

Json page_frame(const std::string& title,
                const std::vector<std::pair<std::string, std::string>>& settings,
                const std::string& certificate) {
  Json json;
  json["version"] = version();
  json["title"] = cut(title);
  json["settings"] = settings;
  if (certificate.empty()) return json;
  HashBuffer hash;
  std::ostream(&hash) << certificate;
  json["certificate"] = hash.digest();
  return json;
}

void write_page(std::ostream& out, const std::string& json, std::string_view end) {
  out << page_start << page_body << without_markup(json) << end;
}

void ShownNames::mention(bool is_row, Index strategy) {
  const auto& labels = is_row ? result_.row_labels : result_.column_labels;
  if (labels.empty()) return;
  (is_row ? rows_ : columns_)[std::to_string(strategy)] =
      cut(labels[static_cast<std::size_t>(strategy)]);
}

Json ShownNames::json() const {
  if (rows_.empty() && columns_.empty()) return nullptr;
  return {{"row", rows_}, {"column", columns_}};
}

}  // namespace page

std::string report_json(const Result& result, const ReportPage& page) {
  return json_text(page::page_data(result, page));
}

std::string report_json(const Ranking& ranking, const LeaguePage& page) {
  return json_text(page::page_data(ranking, page));
}

void write_report(std::ostream& out, const Result& result, const ReportPage& page) {
  out << page::page_start;
  if (page.reload) {
    out << "<meta http-equiv=\"refresh\" content=\""
        << std::max(1, static_cast<int>(std::ceil(*page.reload))) << "\">\n";
  }
  out << page::page_body << page::without_markup(report_json(result, page)) << page::game_page_end;
}

void write_report(std::ostream& out, const Ranking& ranking, const LeaguePage& page) {
  page::write_page(out, report_json(ranking, page), page::league_page_end);
}

// The history of a run in bounded memory.

namespace {

// Keeps every other point and the last, so that the curve keeps its shape.
void thin(std::vector<HistoryPoint>& points) {
  std::size_t kept = 0;
  for (std::size_t t = 0; t < points.size(); ++t) {
    if (t % 2 == 0 || t + 1 == points.size()) points[kept++] = points[t];
  }
  points.resize(kept);
}

std::vector<Index> integers(const EventValue& value) {
  const auto list = std::get<EventValue::Integers>(value.held());
  return {list.begin(), list.end()};
}

}  // namespace

void RunHistory::add(const HistoryPoint& point) {
  if (!points.empty()) {
    const HistoryPoint& last = points.back();
    if (last.queries == point.queries && last.low == point.low && last.high == point.high) return;
  }
  points.push_back(point);
  if (points.size() > most_points) thin(points);
}

void RunHistory::add(AskedBatch batch) {
  numbers_ += batch.row_runs.size() + batch.column_runs.size() + batch.entries.size();
  if (numbers_ <= most_numbers) batches.push_back(std::move(batch));
}

void RunRecord::progress(const Progress& now) {
  history_.add({now.queries, now.rounds, now.seconds, now.low, now.high});
  if (next_ != nullptr) next_->progress(now);
}

void RunRecord::event(const Event& event) {
  if (event.name == "batch") {
    AskedBatch batch;
    batch.round = event.rounds;
    for (const EventField& field : event.fields) {
      if (field.name == "row_runs") batch.row_runs = integers(field.value);
      if (field.name == "column_runs") batch.column_runs = integers(field.value);
      if (field.name == "entries") batch.entries = integers(field.value);
    }
    history_.add(std::move(batch));
  }
  if (next_ != nullptr && next_->wants_events()) next_->event(event);
}

}  // namespace allnash
