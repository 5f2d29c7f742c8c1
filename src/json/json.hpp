// JSON values, built and written and read. Here alone nlohmann's library is used, behind json.cpp:
// its headers would take most of the time that the files around it take to compile.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace allnash {

/// A JSON value. The members of an object stay in the order in which they came.
class Json {
 public:
  struct Member;
  using Array = std::vector<Json>;
  using Object = std::vector<Member>;

  Json(std::nullptr_t = nullptr);
  Json(bool truth);
  template <std::signed_integral T>
  Json(T number) : Json(Number{static_cast<std::int64_t>(number)}) {}
  template <std::unsigned_integral T>
  Json(T number) : Json(Number{static_cast<std::uint64_t>(number)}) {}
  Json(double number);
  Json(std::string text);
  Json(std::string_view text);
  Json(const char* text);
  /// Pairs of a key and a value are an object, anything else is an array.
  Json(std::initializer_list<Json> parts);
  template <typename First, typename Second>
  Json(const std::pair<First, Second>& pair) : Json(array()) {
    push_back(pair.first);
    push_back(pair.second);
  }
  template <typename T>
  Json(const std::vector<T>& list) : Json(array()) {
    for (const T& one : list) push_back(one);
  }
  template <typename T, std::size_t N>
  Json(const std::array<T, N>& list) : Json(array()) {
    for (const T& one : list) push_back(one);
  }
  Json(const Json& other);
  Json(Json&& other) noexcept;
  Json& operator=(const Json& other);
  Json& operator=(Json&& other) noexcept;
  ~Json();

  static Json array();
  static Json object();
  /// A key that an object has twice.
  struct Repeated {
    std::string key;
    std::size_t element = 0;  ///< of the array that is the whole text, where it is one
  };
  /// Nothing where the text is not JSON, is nested deeper than anybody writes it, or has a key
  /// twice in an object, which is then told.
  static std::optional<Json> parse(std::string_view text,
                                   std::optional<Repeated>* repeated = nullptr);

  [[nodiscard]] bool is_null() const { return std::holds_alternative<std::nullptr_t>(held_); }
  [[nodiscard]] bool is_boolean() const { return std::holds_alternative<bool>(held_); }
  [[nodiscard]] bool is_string() const { return std::holds_alternative<std::string>(held_); }
  [[nodiscard]] bool is_array() const { return std::holds_alternative<Array>(held_); }
  [[nodiscard]] bool is_object() const { return std::holds_alternative<Object>(held_); }
  [[nodiscard]] bool truth() const { return std::get<bool>(held_); }
  [[nodiscard]] const std::string& text() const { return std::get<std::string>(held_); }
  [[nodiscard]] const Array& elements() const { return std::get<Array>(held_); }
  [[nodiscard]] const Object& members() const { return std::get<Object>(held_); }
  /// Of an array or an object.
  [[nodiscard]] std::size_t size() const;
  [[nodiscard]] bool empty() const { return size() == 0; }

  void push_back(Json element);
  /// The member of that key, which is made if there is none; null becomes an object.
  Json& operator[](std::string_view key);
  /// One more member, of a key that the object does not have.
  void append(std::string key, Json value);
  [[nodiscard]] bool contains(std::string_view key) const;
  void erase(std::string_view key);

  /// On one line. Names come from files in any encoding: bytes that are not UTF-8 become the
  /// character that stands for such.
  [[nodiscard]] std::string dump() const;

 private:
  using Number = std::variant<std::int64_t, std::uint64_t, double>;
  explicit Json(Number number);
  void write(std::string& out) const;

  std::variant<std::nullptr_t, bool, Number, std::string, Array, Object> held_;
};

struct Json::Member {
  std::string key;
  Json value;
};

}  // namespace allnash
