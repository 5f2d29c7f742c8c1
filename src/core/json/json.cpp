#include "core/json/json.hpp"

#include <unordered_set>
#include <utility>
#include <vector>

namespace allnash {

namespace {

/// Thrown for JSON that is not accepted here.
struct Refused {};

/// Checks each event of the parser. Throws Refused.
class Scrutiny {
 public:
  void see(int depth, Json::parse_event_t event, const Json& parsed) {
    using Event = Json::parse_event_t;
    constexpr int deepest = 1000;
    if (event == Event::array_start || event == Event::object_start) {
      if (depth == deepest) throw Refused();
      if (depth == 0) is_list_ = event == Event::array_start;
      keys_.emplace_back();
    } else if (event == Event::key) {
      const auto& key = parsed.get_ref<const std::string&>();
      if (!keys_.back().insert(key).second) {
        repeated = RepeatedKey{key, is_list_ ? elements_ : 0};
        throw Refused();
      }
    } else {
      if (event != Event::value) keys_.pop_back();
      if (depth == 1) ++elements_;
    }
  }

  std::optional<RepeatedKey> repeated;

 private:
  std::vector<std::unordered_set<std::string>> keys_;  // of each open array or object
  bool is_list_ = false;                               // the whole text is an array
  std::size_t elements_ = 0;                           // number of elements of that array so far
};

}  // namespace

std::string json_text(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void append(Json& object, std::string key, Json value) {
  object.get_ref<Json::object_t&>().emplace_back(std::move(key), std::move(value));
}

std::optional<Json> parse_json(std::string_view text, std::optional<RepeatedKey>* repeated) {
  Scrutiny scrutiny;
  const auto see = [&](int depth, Json::parse_event_t event, const Json& parsed) {
    scrutiny.see(depth, event, parsed);
    return true;
  };
  Json json = Json::value_t::discarded;
  try {
    json = Json::parse(text, see, false);
  } catch (const Refused&) {
    if (repeated != nullptr) *repeated = std::move(scrutiny.repeated);
  }
  if (json.is_discarded()) return std::nullopt;
  return json;
}

}  // namespace allnash
