// Games known by best responses, answered by Python functions.
#include <pybind11/stl.h>

#include <chrono>
#include <exception>
#include <sstream>

#include "bindings.hpp"
#include "exchange.hpp"
#include "numbers.hpp"
#include "worker.hpp"

namespace allnash::python {
namespace {

using Kind = ResponseQuestion::Kind;
using Proof = Response::Proof;

/// A run on its own thread, whose questions the driver answers.
class ResponseRun final : ResponseGame, Observer {
 public:
  ResponseRun(ResponseOptions options, std::string note)
      : options_(std::move(options)), note_(std::move(note)), worker_(idle_workers().take()) {
    worker_->begin([this] { work(); });
  }
  ResponseRun(const ResponseRun&) = delete;
  ResponseRun& operator=(const ResponseRun&) = delete;
  ~ResponseRun() override { end(); }

  // Called by the driver.
  std::string wait(double seconds) {
    const py::gil_scoped_release free;
    return exchange_.wait(std::chrono::duration<double>(seconds));
  }
  /// (start, player), (payoff, row, column), or (respond, player, [(strategy, weight)...]).
  py::list asked() {
    py::list result;
    for (const ResponseQuestion& one : exchange_.asked()) {
      const char* const player = one.player == allnash::Player::row ? "row" : "column";
      if (one.kind == Kind::start) {
        result.append(py::make_tuple("start", player));
      } else if (one.kind == Kind::payoff) {
        result.append(py::make_tuple("payoff", one.row, one.column));
      } else {
        py::list mixture;
        for (const auto& [strategy, weight] : one.opponent) {
          mixture.append(py::make_tuple(strategy, to_fraction(weight)));
        }
        result.append(py::make_tuple("respond", player, mixture));
      }
    }
    return result;
  }
  /// Answers asked()[which]: strategy, sum (or None), and "exact", "bound" or "none". Returns once
  /// the answer is recorded or the run is over.
  void answer_one(std::size_t which, const std::string& strategy, const py::object& sum,
                  const std::string& proof) {
    Response reply;
    reply.strategy = strategy;
    if (!sum.is_none()) reply.sum = to_rational(sum);
    reply.proof = proof == "exact" ? Proof::exact : proof == "bound" ? Proof::bound : Proof::none;
    const py::gil_scoped_release free;
    exchange_.deliver({which}, {std::move(reply)});
    exchange_.wait_until_done();
  }
  void stop() { flag_.raise(); }
  void let_go() { exchange_.let_go(); }
  [[nodiscard]] bool stopping() { return exchange_.stopping(); }
  py::dict progress() {
    const auto [now, stage] = exchange_.report();
    return progress_dict(now, stage);
  }
  void end() {
    if (!worker_) return;
    stop();
    let_go();
    idle_workers().take_back(std::move(worker_));
  }
  /// Requires state finished. Rethrows an exception of the run.
  [[nodiscard]] const ResponseAnswer& result() const {
    if (thrown_) std::rethrow_exception(thrown_);
    return answer_;
  }
  [[nodiscard]] const std::string& certificate() const { return certificate_; }

 private:
  class ResponseExchange final : public Exchange<ResponseQuestion, Response, ResponseReplies> {};

  void work() {
    try {
      std::ostringstream certificate;
      answer_ = solve_responses(*this, options_,
                                {.observer = this, .stop = &flag_, .certificate = &certificate});
      certificate_ = std::move(certificate).str();
    } catch (...) {
      thrown_ = std::current_exception();
    }
    exchange_.finish();
  }

  // Called by the run.
  void answer(std::span<const ResponseQuestion> asked, ResponseReplies& replies) override {
    exchange_.answer(asked, replies);
  }
  [[nodiscard]] std::string note() const override { return note_; }
  [[nodiscard]] bool anonymous() const override { return true; }
  void progress(const Progress& now) override { exchange_.note(now); }
  // Unused: `answer` handles all questions.
  std::string start(allnash::Player /*player*/) override { return {}; }
  Rational payoff(const std::string& /*row*/, const std::string& /*column*/) override { return {}; }
  Response respond(allnash::Player /*player*/,
                   std::span<const WeightedStrategy> /*opponent*/) override {
    return {};
  }

  ResponseOptions options_;
  std::string note_;
  StopFlag flag_;
  ResponseExchange exchange_;
  ResponseAnswer answer_;
  std::string certificate_;
  std::exception_ptr thrown_;
  std::unique_ptr<Worker> worker_;  // last, since its thread uses the other members
};

ResponseOptions response_options_from(const std::string& respond_to,
                                      std::optional<std::int64_t> budget,
                                      std::optional<double> time_limit, const py::object& epsilon,
                                      std::optional<std::string> ledger, std::string game_id) {
  ResponseOptions options;
  if (respond_to == "vertex") {
    options.respond_to = RespondTo::vertex;
  } else if (respond_to == "both") {
    options.respond_to = RespondTo::both;
  } else if (respond_to != "centre") {
    throw InputError("respond_to: '" + respond_to + "' is not one of: centre, vertex, both");
  }
  options.budget = budget;
  options.time_limit = time_limit;
  if (!epsilon.is_none()) options.epsilon = to_rational(epsilon);
  options.ledger = std::move(ledger);
  options.game_id = std::move(game_id);
  return options;
}

py::list strategy_list(const std::vector<LikelyStrategy>& mixture) {
  py::list result;
  for (const auto& [strategy, probability] : mixture) {
    result.append(py::make_tuple(strategy, to_fraction(probability)));
  }
  return result;
}

/// The fields of an answer by name.
py::dict response_dict(const ResponseRun& run) {
  const ResponseAnswer& answer = run.result();
  const auto number = [](const std::optional<Rational>& one) {
    return one ? to_fraction(*one) : py::none();
  };
  py::dict result;
  result["status"] = status_name(answer.status);
  result["stopped_by"] = answer.stop ? answer.stop->text : "";
  result["value"] = number(answer.value);
  result["low"] = number(answer.low);
  result["high"] = number(answer.high);
  result["restricted_value"] = number(answer.restricted_value);
  result["row"] = strategy_list(answer.row);
  result["column"] = strategy_list(answer.column);
  result["row_strategies_met"] = answer.row_strategies_met;
  result["column_strategies_met"] = answer.column_strategies_met;
  result["responses"] = answer.responses;
  result["payoffs"] = answer.payoffs;
  result["recalled"] = answer.recalled;
  result["rechecked"] = answer.rechecked;
  result["iterations"] = answer.iterations;
  result["seconds"] = answer.seconds;
  result["json"] = to_json(answer);
  result["certificate"] = run.certificate();
  return result;
}

}  // namespace

void define_responses(py::module_& module) {
  py::class_<ResponseRun>(module, "ResponseRun")
      .def(py::init([](const std::string& respond_to, std::optional<std::int64_t> budget,
                       std::optional<double> time_limit, const py::object& epsilon,
                       std::optional<std::string> ledger, std::string game_id, std::string note) {
        return std::make_unique<ResponseRun>(
            response_options_from(respond_to, budget, time_limit, epsilon, std::move(ledger),
                                  std::move(game_id)),
            std::move(note));
      }))
      .def("wait", &ResponseRun::wait)
      .def("asked", &ResponseRun::asked)
      .def("answer", &ResponseRun::answer_one)
      .def("stop", &ResponseRun::stop)
      .def("let_go", &ResponseRun::let_go)
      .def_property_readonly("stopping", &ResponseRun::stopping)
      .def("progress", [](ResponseRun& run) { return run.progress(); })
      .def("end",
           [](ResponseRun& run) {
             const py::gil_scoped_release free;
             run.end();
           })
      .def("take", response_dict);
}

}  // namespace allnash::python
