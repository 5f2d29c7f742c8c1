#include "json/json.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

namespace allnash {

Json::Json(std::nullptr_t) {}
Json::Json(bool truth) : held_(truth) {}
Json::Json(double number) : Json(Number{number}) {}
Json::Json(Number number) : held_(number) {}
Json::Json(std::string text) : held_(std::move(text)) {}
Json::Json(std::string_view text) : held_(std::string(text)) {}
Json::Json(const char* text) : held_(std::string(text)) {}
Json::Json(const Json& other) = default;
Json::Json(Json&& other) noexcept = default;
Json& Json::operator=(const Json& other) = default;
Json& Json::operator=(Json&& other) noexcept = default;
Json::~Json() = default;

Json::Json(std::initializer_list<Json> parts) {
  const bool pairs = std::ranges::all_of(parts, [](const Json& part) {
    return part.is_array() && part.elements().size() == 2 && part.elements()[0].is_string();
  });
  if (!pairs) {
    held_ = Array(parts);
    return;
  }
  Object object;
  for (const Json& part : parts) object.push_back({part.elements()[0].text(), part.elements()[1]});
  held_ = std::move(object);
}

Json Json::array() {
  Json json;
  json.held_ = Array();
  return json;
}

Json Json::object() {
  Json json;
  json.held_ = Object();
  return json;
}

std::size_t Json::size() const { return is_array() ? elements().size() : members().size(); }

void Json::push_back(Json element) { std::get<Array>(held_).push_back(std::move(element)); }

Json& Json::operator[](std::string_view key) {
  if (is_null()) held_ = Object();
  auto& members = std::get<Object>(held_);
  const auto found = std::ranges::find(members, key, &Member::key);
  if (found != members.end()) return found->value;
  members.push_back({std::string(key), nullptr});
  return members.back().value;
}

void Json::append(std::string key, Json value) {
  std::get<Object>(held_).push_back({std::move(key), std::move(value)});
}

bool Json::contains(std::string_view key) const {
  return is_object() && std::ranges::find(members(), key, &Member::key) != members().end();
}

void Json::erase(std::string_view key) {
  std::erase_if(std::get<Object>(held_), [&](const Member& member) { return member.key == key; });
}

namespace {

/// How many bytes from the first on belong to one character; 0 and how many to leave out if they
/// are none.
struct Span {
  std::size_t good = 0;
  std::size_t bad = 0;
};

Span character_at(std::string_view text) {
  const auto byte = [&](std::size_t t) { return static_cast<unsigned char>(text[t]); };
  const unsigned first = byte(0);
  if (first < 0x80) return {1, 0};
  if (first < 0xC2 || first > 0xF4) return {0, 1};
  const std::size_t length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  // The shortest way to write a character alone, no halves of pairs, and nothing beyond the last.
  unsigned low = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
  unsigned high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
  for (std::size_t t = 1; t < length; ++t) {
    if (t == text.size() || byte(t) < low || byte(t) > high) return {0, t};
    low = 0x80;
    high = 0xBF;
  }
  return {length, 0};
}

void write_character(std::string& out, char c) {
  constexpr std::string_view escaped = "\b\f\n\r\t\"\\";
  constexpr std::string_view letters = "bfnrt\"\\";
  constexpr std::string_view digits = "0123456789abcdef";
  if (const auto place = escaped.find(c); place != std::string_view::npos) {
    out += '\\';
    out += letters[place];
  } else if (static_cast<unsigned char>(c) < 0x20) {
    out += "\\u00";
    out += digits[static_cast<unsigned char>(c) / 16];
    out += digits[static_cast<unsigned char>(c) % 16];
  } else {
    out += c;
  }
}

void write_text(std::string& out, std::string_view text) {
  out += '"';
  while (!text.empty()) {
    const Span span = character_at(text);
    if (span.good == 0) {
      out += "\xEF\xBF\xBD";
    } else if (span.good == 1) {
      write_character(out, text.front());
    } else {
      out += text.substr(0, span.good);
    }
    text.remove_prefix(span.good + span.bad);
  }
  out += '"';
}

void write_number(std::string& out, double number) {
  if (!std::isfinite(number)) {
    out += "null";
    return;
  }
  std::array<char, 64> digits{};
  char* const end = nlohmann::detail::to_chars(digits.data(), digits.data() + 64, number);
  out.append(digits.data(), end);
}
template <std::integral T>
void write_number(std::string& out, T number) {
  out += std::to_string(number);
}

/// What nlohmann's reader finds, put together.
class Reader {
 public:
  bool null() { return add(nullptr); }
  bool boolean(bool truth) { return add(truth); }
  bool number_integer(std::int64_t number) { return add(number); }
  bool number_unsigned(std::uint64_t number) { return add(number); }
  bool number_float(double number, const std::string&) { return add(number); }
  bool string(std::string& text) { return add(std::move(text)); }
  static bool binary(const std::vector<std::uint8_t>&) { return false; }
  bool start_object(std::size_t) { return open(Json::object()); }
  bool start_array(std::size_t) { return open(Json::array()); }
  bool key(std::string& key) {
    if (open_.back().contains(key)) {
      const Json& whole = open_.front();
      repeated = Json::Repeated{std::move(key), whole.is_array() ? whole.size() : 0};
      return false;
    }
    keys_.back() = std::move(key);
    return true;
  }
  bool end_object() { return close(); }
  bool end_array() { return close(); }
  static bool parse_error(std::size_t, const std::string&, const std::exception&) { return false; }

  std::optional<Json> result;
  std::optional<Json::Repeated> repeated;

 private:
  static constexpr std::size_t deepest = 1000;

  bool open(Json json) {
    open_.push_back(std::move(json));
    keys_.emplace_back();
    return open_.size() <= deepest;
  }
  bool close() {
    Json json = std::move(open_.back());
    open_.pop_back();
    keys_.pop_back();
    return add(std::move(json));
  }
  bool add(Json json) {
    if (open_.empty()) {
      result = std::move(json);
    } else if (open_.back().is_array()) {
      open_.back().push_back(std::move(json));
    } else {
      open_.back().append(std::move(keys_.back()), std::move(json));
    }
    return true;
  }

  std::vector<Json> open_;
  std::vector<std::string> keys_;  // of the member that is being read, of each that is open
};

}  // namespace

std::optional<Json> Json::parse(std::string_view text, std::optional<Repeated>* repeated) {
  Reader reader;
  const bool good = nlohmann::json::sax_parse(text, &reader);
  if (repeated != nullptr) *repeated = std::move(reader.repeated);
  if (!good) return std::nullopt;
  return std::move(reader.result);
}

void Json::write(std::string& out) const {
  const char* between = "";
  if (is_null()) {
    out += "null";
  } else if (is_boolean()) {
    out += truth() ? "true" : "false";
  } else if (is_string()) {
    write_text(out, text());
  } else if (is_array()) {
    out += '[';
    for (const Json& element : elements()) {
      out += std::exchange(between, ",");
      element.write(out);
    }
    out += ']';
  } else if (is_object()) {
    out += '{';
    for (const auto& [key, value] : members()) {
      out += std::exchange(between, ",");
      write_text(out, key);
      out += ':';
      value.write(out);
    }
    out += '}';
  } else {
    std::visit([&](auto number) { write_number(out, number); }, std::get<Number>(held_));
  }
}

std::string Json::dump() const {
  std::string out;
  write(out);
  return out;
}

}  // namespace allnash
