// JSON values are nlohmann's, whose objects keep the order of their members. This header defines
// how the library writes them and reads those of others.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace allnash {

using Json = nlohmann::ordered_json;

/// JSON text on one line. Names come from files in any encoding: bytes that are not UTF-8 become
/// the replacement character.
[[nodiscard]] std::string json_text(const Json& json);

/// Adds a member under a key that the object does not have, without the search of `json[key]`.
void append(Json& object, std::string key, Json value);

/// A key that an object has twice.
struct RepeatedKey {
  std::string key;
  std::size_t element = 0;  ///< its index, if the whole text is an array
};
/// Nothing if the text is not JSON, is nested too deeply, or has a key twice in an object, which is
/// then returned in `repeated`.
[[nodiscard]] std::optional<Json> parse_json(std::string_view text,
                                             std::optional<RepeatedKey>* repeated = nullptr);

}  // namespace allnash
