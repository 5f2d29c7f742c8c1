// Path games by best responses alone, against the same games solved as graphs.

#include "flows/flow_responses.hpp"

#include <gtest/gtest.h>

#include <string>

#include "allnash/flows.hpp"
#include "allnash/responses.hpp"
#include "flows/form.hpp"

namespace allnash::flow_responses_test {
namespace {

ResponseAnswer by_responses(const std::string& name, RespondTo what = RespondTo::centre) {
  const flows::Form form = flows::form_of(open_flow_game(name));
  flows::FlowResponses game(form);
  ResponseOptions options;
  options.respond_to = what;
  return solve_responses(game, options);
}

TEST(FlowResponses, HaveTheValueOfTheGraphs) {
  for (const char* name :
       {"paths:blotto,fields=3,mine=5,yours=4",
        "paths:blotto,fields=6,mine=12,yours=10,values=linear",
        "paths:blotto,fields=10,mine=20,yours=18,values=random", "paths:lattice,width=4,height=4",
        "paths:lattice,width=8,height=8,block=2", "paths:subsets,n=12,mine=4,rank=5"}) {
    const FlowAnswer whole = solve_flows(open_flow_game(name));
    ASSERT_EQ(whole.status, FlowAnswer::Status::proved) << name;
    const ResponseAnswer answer = by_responses(name);
    EXPECT_EQ(answer.status, ResponseAnswer::Status::equilibrium) << name;
    EXPECT_EQ(answer.value, whole.value) << name;
  }
}

// What the centre is for: fewer calls than the double oracle of the literature, and with both at
// once fewer iterations than with either. The counts are the same on every machine, but for those
// of vertices, which have room.
TEST(FlowResponses, TakeFewCalls) {
  struct Case {
    const char* name;
    std::int64_t most;
  };
  for (const auto& [name, most] :
       {Case{"paths:blotto,fields=10,mine=20,yours=18", 95},
        Case{"paths:blotto,fields=10,mine=20,yours=18,values=random", 130},
        Case{"paths:lattice,width=8,height=8,block=2", 135}}) {
    const ResponseAnswer centre = by_responses(name);
    const ResponseAnswer vertex = by_responses(name, RespondTo::vertex);
    const ResponseAnswer both = by_responses(name, RespondTo::both);
    EXPECT_LE(centre.responses, most) << name;
    EXPECT_LE(centre.responses, vertex.responses) << name;
    EXPECT_LT(both.iterations, centre.iterations) << name;
    EXPECT_EQ(centre.value, vertex.value) << name;
    EXPECT_EQ(centre.value, both.value) << name;
  }
}

}  // namespace
}  // namespace allnash::flow_responses_test
