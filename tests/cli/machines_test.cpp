// What is promised on every machine: OpenBLAS with the kernels of other processors rounds as they
// do.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/run.hpp"
#include "paths.hpp"

namespace allnash::tests::machines_test {
namespace {

using Json = nlohmann::json;

// Kernels that any machine of the architecture has.
const std::vector<std::string> processors = {
#if defined(__aarch64__)
    "ARMV8",
    "CORTEXA57",
    "THUNDERX",
    "NEOVERSEN1",
#else
    "Prescott",
    "Nehalem",
    "Core2",
    "Barcelona",
#endif
};

Json solved_on(const std::string& processor, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(),
                   {"OPENBLAS_CORETYPE=" + processor, paths::program, "solve", "--json"});
  const Finished result = run("/usr/bin/env", arguments);
  EXPECT_EQ(result.code, 0) << processor << ": " << result.err;
  return result.code == 0 ? Json::parse(result.out) : Json();
}

void expect_alike(const std::vector<std::string>& arguments,
                  const std::vector<std::string>& fields) {
  const Json first = solved_on(processors[0], arguments);
  for (const std::string& processor : processors) {
    const Json other = solved_on(processor, arguments);
    for (const std::string& field : fields) {
      EXPECT_EQ(first[field], other[field])
          << field << " of " << arguments[0] << " on " << processor;
    }
  }
}

const std::vector<std::string> facts = {"value",
                                        "row_support",
                                        "column_support",
                                        "row_dimension",
                                        "column_dimension",
                                        "row_vertices",
                                        "column_vertices",
                                        "row_vertices_complete",
                                        "floor",
                                        "column_vertices_complete"};

TEST(Machines, AgreeOnFacts) {
  for (const char* game : {"family:blotto,fields=3,soldiers=5", "family:random,n=30,low=0,high=1",
                           "family:lowrank,n=40,rank=3", "family:bell,n=30,width=16"}) {
    expect_alike({game, "--method", "lazy"}, facts);
    expect_alike({game, "--method", "full"}, facts);
  }
}

TEST(Machines, AgreeOnListsThatAreCut) {
  expect_alike({"family:blotto,fields=4,soldiers=5", "--method", "full", "--vertices", "20"},
               facts);
}

}  // namespace
}  // namespace allnash::tests::machines_test
