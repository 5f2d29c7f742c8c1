// Rows of a table of options.
#pragma once

#include <optional>
#include <string>
#include <type_traits>

#include "core/options/domain.hpp"

namespace allnash::options {

/// A field's value, unless it is the default.
template <typename Value>
const Value* unusual(const Value& usual, const Value& value) {
  return value == usual ? nullptr : &value;
}
template <typename Value>
const Value* unusual(const std::optional<Value>& /*usual*/, const std::optional<Value>& value) {
  return value ? &*value : nullptr;
}

template <typename Value>
std::string usual_text(const Domain<Value>& domain, const Value& usual) {
  if constexpr (std::is_same_v<Value, bool>) return "off";
  const std::string text = domain.write(usual);
  return text.empty() ? "none" : text;
}
template <typename Value>
std::string usual_text(const Domain<Value>& /*domain*/, const std::optional<Value>& /*usual*/) {
  return "none";
}

/// Properties that only some rows have.
struct More {
  Text usual = {};  ///< the default in words
  Text methods = {};
  bool of_plays = false;
};

/// The struct that a field belongs to.
template <typename Field>
struct OwnerOf;
template <typename Owner, typename Value>
struct OwnerOf<Value Owner::*> {
  using type = Owner;
};

/// A field of a part of the struct.
template <typename Owner, typename Part, typename Value>
struct Within {
  Part Owner::*part;
  Value Part::*field;
};
template <typename Owner, typename Part, typename Value>
Within(Part Owner::*, Value Part::*) -> Within<Owner, Part, Value>;
template <typename Owner, typename Part, typename Value>
struct OwnerOf<Within<Owner, Part, Value>> {
  using type = Owner;
};

template <typename Values, typename Owner, typename Value>
auto& member(Values& values, Value Owner::*field) {
  return values.*field;
}
template <typename Values, typename Owner, typename Part, typename Value>
auto& member(Values& values, const Within<Owner, Part, Value>& field) {
  return values.*field.part.*field.field;
}

/// A row of a table.
template <auto field, const auto& domain,
          typename Values = typename OwnerOf<std::remove_const_t<decltype(field)>>::type>
Option<Values> row(Text name, Text argument, OptionGroup group, Text meaning,
                   const More& more = {}) {
  const Values defaults = {};
  return {
      name,
      argument,
      meaning,
      more.usual.empty() ? usual_text(domain, member(defaults, field)) : std::string(more.usual),
      group,
      more.methods,
      more.of_plays,
      [](Values& values, Text option, Text text) {
        member(values, field) = domain.value_of(option, text);
      },
      [](const Values& values) -> std::optional<std::string> {
        const Values usual = {};
        const auto* const value = unusual(member(usual, field), member(values, field));
        return value != nullptr ? std::optional(domain.write(*value)) : std::nullopt;
      },
      [](const Values& values, Text option) {
        const Values usual = {};
        if (const auto* const value = unusual(member(usual, field), member(values, field))) {
          domain.check(option, *value);
        }
      }};
}

}  // namespace allnash::options
