// How the tests of readers look at what they read.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "allnash/run.hpp"
#include "allnash/source.hpp"

namespace allnash {

/// The whole game as text: entries parted by blanks, rows by "; ".
inline std::string text_of(Source& game) {
  std::string text;
  for (Index i = 0; i < game.rows(); ++i) {
    if (i > 0) text += "; ";
    for (Index j = 0; j < game.columns(); ++j) {
      const Entry entry{i, j};
      text += (j > 0 ? " " : "") + payoffs_of(game, {&entry, 1}).front().to_string();
    }
  }
  return text;
}

/// Names parted by '|', so that a test sees an empty list and odd names alike.
inline std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const auto& name : names) text += name + "|";
  return text;
}

/// The message of the error of that kind which the call is to throw.
template <typename Error>
std::string error_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  } catch (const std::exception& error) {
    return std::string("another exception: ") + error.what();
  }
  return "no error";
}
inline std::string input_error(const std::function<void()>& call) {
  return error_of<InputError>(call);
}

}  // namespace allnash
