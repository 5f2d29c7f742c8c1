// JSON values are nlohmann's, whose objects keep the order of their members. This header says how
// the library writes them and reads those of others.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace allnash {

using Json = nlohmann::ordered_json;

/// On one line. Names come from files in any encoding: bytes that are not UTF-8 become the
/// character that stands for such.
[[nodiscard]] std::string json_text(const Json& json);

/// One more member of an object, of a key that it does not have: `json[key]` would look for it.
void append(Json& object, std::string key, Json value);

/// A key that an object has twice.
struct RepeatedKey {
  std::string key;
  std::size_t element = 0;  ///< of the array that is the whole text, where it is one
};
/// Nothing where the text is not JSON, is nested deeper than anybody writes it, or has a key twice
/// in an object, which is then told.
[[nodiscard]] std::optional<Json> parse_json(std::string_view text,
                                             std::optional<RepeatedKey>* repeated = nullptr);

}  // namespace allnash
