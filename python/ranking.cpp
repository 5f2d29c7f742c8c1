// `rank` for Python: answers from matches that were played.
#include <pybind11/stl.h>

#include <sstream>

#include "bindings.hpp"

namespace allnash::python {
namespace {

using Texts = std::vector<std::pair<std::string, std::string>>;

struct Ranked {
  Ranking ranking;
  Texts settings;

  [[nodiscard]] std::string certificate() const {
    std::ostringstream out;
    write_certificate(out, ranking);
    return std::move(out).str();
  }
  [[nodiscard]] std::string report(const std::string& title, const std::string& row_kind,
                                   const std::string& column_kind) const {
    std::string proof;
    try {
      proof = certificate();
    } catch (const InputError&) {  // nothing is promised: the page names no certificate
    }
    std::ostringstream out;
    write_report(out, ranking, {title, settings, proof, row_kind, column_kind});
    return std::move(out).str();
  }
};

RankOptions rank_options_from(const Texts& texts) {
  RankOptions options;
  for (const auto& [name, text] : texts) {
    for (const RankOption& option : rank_option_table()) {
      if (option.name == name) option.set(options, text);
    }
  }
  return options;
}

Matches matches_in(const std::optional<std::string>& text, const std::string& name,
                   const std::optional<std::string>& counts, const RankOptions& options) {
  if (!text) return no_new_matches(*options.ledger);
  std::istringstream in(*text);
  if (!counts) return read_matches(in, name, options);
  std::istringstream plays(*counts);
  return read_chart(in, name, plays, "counts", options);
}

Ranked ranked(const std::optional<py::bytes>& text, const std::string& name,
              const std::optional<py::bytes>& counts, const Texts& texts) {
  const auto matches = text ? std::optional<std::string>(*text) : std::nullopt;
  const auto plays = counts ? std::optional<std::string>(*counts) : std::nullopt;
  const RankOptions options = rank_options_from(texts);
  return {watched([&](const StopFlag& flag) {
            return rank(matches_in(matches, name, plays, options), options, &flag);
          }),
          texts};
}

std::string explained_matches(const py::bytes& text, const std::string& name,
                              const std::optional<py::bytes>& counts, const Texts& texts) {
  const auto plays = counts ? std::optional<std::string>(*counts) : std::nullopt;
  return explained(matches_in(std::string(text), name, plays, rank_options_from(texts)));
}

/// Nothing for a ledger that is not a league's.
std::optional<Ranked> ranked_of_ledger(const std::string& path) {
  auto found = watched([&](const StopFlag& flag) { return report_of_league(path, {}, &flag); });
  if (!found) return {};
  return Ranked{std::move(found->ranking), std::move(found->page.settings)};
}

}  // namespace

void define_ranking(py::module_& module) {
  py::class_<Ranked>(module, "Ranked")
      .def("to_json", [](const Ranked& one) { return to_json(one.ranking); })
      .def("certificate", &Ranked::certificate)
      .def("compare",
           [](const Ranked& one, Index first, Index second) {
             return to_json(one.ranking, compare(one.ranking, first, second));
           })
      .def("report", &Ranked::report);
  module.def("rank", &ranked);
  module.def("explained", &explained_matches);
  module.def("ledger_league", &ranked_of_ledger);
  module.def("rank_option_table", [] { return option_rows(rank_option_table()); });
}

}  // namespace allnash::python
