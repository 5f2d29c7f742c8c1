#include "sources/names.hpp"

#include <unordered_map>
#include <utility>

#include "allnash/error.hpp"
#include "allnash/game.hpp"
#include "exact/at.hpp"
#include "sources/text.hpp"

namespace allnash {
namespace sources {

void check_names(const std::string& where, const char* side, const std::vector<std::string>& names,
                 Index strategies) {
  if (names.empty()) return;
  const auto refuse_names = [&](const std::string& what) { throw InputError(where + ": " + what); };
  if (static_cast<Index>(names.size()) != strategies) {
    refuse_names(std::to_string(names.size()) + " " + side + " labels where there are " +
                 std::to_string(strategies) + " " + side + "s");
  }
  std::unordered_map<std::string_view, std::size_t> seen;
  for (std::size_t t = 0; t < names.size(); ++t) {
    if (const auto fault = name_fault(names[t])) {
      refuse_names("the label of " + std::string(side) + " " + std::to_string(t) + " " + *fault);
    }
    const auto [first, fresh] = seen.emplace(names[t], t);
    if (!fresh) {
      refuse_names(std::string(side) + "s " + std::to_string(first->second) + " and " +
                   std::to_string(t) + " share the label " + allnash::quoted(names[t]));
    }
  }
}

std::string cell_text(const std::string& name, char separator) {
  const bool plain = !name.empty() && name.find('"') == std::string::npos &&
                     name.find(separator) == std::string::npos && trimmed(name) == name;
  if (plain) return name;
  std::string text = "\"";
  for (const char c : name) text += c == '"' ? std::string(2, c) : std::string(1, c);
  return text + "\"";
}

std::string cell_of(const std::vector<std::string>& names, Index strategy) {
  return names.empty() ? std::to_string(strategy) : cell_text(names[at(strategy)]);
}

namespace {

class NamedGame final : public PayoffSource {
 public:
  NamedGame(std::unique_ptr<PayoffSource> game, std::vector<std::string> rows,
            std::vector<std::string> columns)
      : PayoffSource(game->rows(), game->columns()),
        game_(std::move(game)),
        rows_(std::move(rows)),
        columns_(std::move(columns)) {}

  void payoffs(std::span<const Entry> asked, std::span<Rational> answers) override {
    game_->payoffs(asked, answers);
  }
  void answer(std::span<const Entry> asked, Answers& answers) override {
    game_->answer(asked, answers);
  }
  [[nodiscard]] bool concurrent() const override { return game_->concurrent(); }
  [[nodiscard]] bool free() const override { return game_->free(); }
  [[nodiscard]] std::optional<Entry> symmetry_fault(const Rational& sum) const override {
    return game_->symmetry_fault(sum);
  }
  [[nodiscard]] std::optional<Entry> range_fault(const PayoffRange& range) const override {
    return game_->range_fault(range);
  }
  [[nodiscard]] bool tells_symmetry() const override { return game_->tells_symmetry(); }
  [[nodiscard]] bool may_vary() const override { return game_->may_vary(); }
  [[nodiscard]] std::optional<bool> agrees(Entry entry, const Rational& payoff) const override {
    return game_->agrees(entry, payoff);
  }
  [[nodiscard]] GameIdentity identity() const override { return game_->identity(); }
  [[nodiscard]] std::vector<std::string> row_labels() const override {
    return rows_.empty() ? game_->row_labels() : rows_;
  }
  [[nodiscard]] std::vector<std::string> column_labels() const override {
    return columns_.empty() ? game_->column_labels() : columns_;
  }
  [[nodiscard]] std::string solved_as() const override { return game_->solved_as(); }

 private:
  std::unique_ptr<PayoffSource> game_;
  std::vector<std::string> rows_;
  std::vector<std::string> columns_;
};

}  // namespace
}  // namespace sources

std::unique_ptr<PayoffSource> named_game(std::unique_ptr<PayoffSource> game,
                                         std::vector<std::string> row_names,
                                         std::vector<std::string> column_names) {
  sources::check_names("names", "row", row_names, game->rows());
  sources::check_names("names", "column", column_names, game->columns());
  return std::make_unique<sources::NamedGame>(std::move(game), std::move(row_names),
                                              std::move(column_names));
}

}  // namespace allnash
