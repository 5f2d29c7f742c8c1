#include <array>
#include <charconv>
#include <optional>

#include "allnash/report.hpp"

namespace allnash {

namespace {

std::string text_of(double value) {
  std::array<char, 32> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}
std::string text_of(std::int64_t value) { return std::to_string(value); }

}  // namespace

std::vector<std::pair<std::string, std::string>> settings_of(const Options& options) {
  const Options defaults;
  std::vector<std::pair<std::string, std::string>> list;
  list.emplace_back("method", options.method);
  list.emplace_back("seed", std::to_string(options.seed));
  const auto add = [&](const char* name, const auto& value, const auto& usual) {
    if (value != usual) list.emplace_back(name, text_of(*value));
  };
  const auto add_switch = [&](const char* name, bool on) {
    if (on) list.emplace_back(name, "true");
  };
  add("delta", std::optional(options.delta), std::optional(defaults.delta));
  add("vertices", std::optional(options.vertices), std::optional(defaults.vertices));
  add_switch("kernels", options.kernels);
  add("budget", options.budget, defaults.budget);
  add("time-limit", options.time_limit, defaults.time_limit);
  add_switch("symmetric", options.symmetric);
  if (options.payoff_range) {
    list.emplace_back("payoff-range", options.payoff_range->low.to_string() + "," +
                                          options.payoff_range->high.to_string());
  }
  if (options.epsilon) list.emplace_back("epsilon", options.epsilon->to_string());
  add("k1", options.k1, defaults.k1);
  add("k2", options.k2, defaults.k2);
  if (options.exit == LoopExit::time) list.emplace_back("exit", "time");
  if (options.exit == LoopExit::never) list.emplace_back("exit", "never");
  add("sample", options.sample, defaults.sample);
  add_switch("las-vegas", options.las_vegas);
  add("check-repeat", std::optional(options.check_repeat), std::optional(defaults.check_repeat));
  return list;
}

}  // namespace allnash
