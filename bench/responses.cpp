// responses GAME centre|vertex|both SECONDS: a path game or a game tree by best responses alone.
// Prints the answer as JSON.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "allnash/large.hpp"
#include "large/graphs/form.hpp"
#include "large/graphs/parts.hpp"

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  const std::string what = argv[2];
  allnash::ResponseOptions options;
  options.time_limit = std::atof(argv[3]);
  if (what == "vertex") options.respond_to = allnash::RespondTo::vertex;
  if (what == "both") options.respond_to = allnash::RespondTo::both;
  const allnash::large::Form form = allnash::large::form_of(allnash::open_flow_game(argv[1]));
  allnash::large::FlowResponses game(form);
  std::puts(allnash::to_json(allnash::solve_responses(game, options)).c_str());
}
