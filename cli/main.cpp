// allnash, the program.
#include "commands.hpp"

int main(int argc, char** argv) {
  return allnash::cli::run_program(argc, argv, [](const allnash::OracleSettings& oracle) {
    return allnash::local_crew(oracle.command, static_cast<std::size_t>(oracle.workers));
  });
}
