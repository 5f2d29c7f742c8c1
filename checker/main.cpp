// allnash-check: verifies a certificate of allnash, in exact arithmetic.
//
//   allnash-check CERTIFICATE [GAME] [--labels]
//
// docs/certificate_format.md specifies the text, and says which files here must be read to trust
// each kind of claim. They share no code with the solver: they need the standard library and GMP.
// A certificate is read into memory as a whole and its payoffs are parsed when they are needed, so
// that memory stays near the size of the file whatever the file says.

#include <exception>
#include <fstream>
#include <iostream>
#include <vector>

#include "verdict.hpp"

#ifndef ALLNASH_VERSION
#define ALLNASH_VERSION "unknown"
#endif

namespace checker {
namespace {

string file_contents(const string& name) {
  std::ifstream in(name, std::ios::binary);
  string text;
  std::vector<char> block(std::size_t{1} << 20);
  while (in.read(block.data(), static_cast<std::streamsize>(block.size())), in.gcount() > 0) {
    text.append(block.data(), to_size(in.gcount()));
  }
  // At the end of a file both eof and fail are set; after a failure to open or read, eof is not.
  if (!in.eof()) throw BadInput(name + ": cannot be read");
  return text;
}

constexpr const char* help =
    "Usage: allnash-check CERTIFICATE [GAME] [--labels]\n"
    "\n"
    "Verifies a certificate of allnash in exact arithmetic. With GAME, a .csv, .tsv,\n"
    ".npy, .nfg, .mtx, .efg or .paths file, also compares every payoff in the\n"
    "certificate with it.\n"
    "Prints 'verified', for a game of chance 'verified with confidence 0.95', for an\n"
    "oracle of best responses 'verified, responses assumed', for a path game or a\n"
    "tree of which one equilibrium is claimed 'verified, one equilibrium', or\n"
    "'rejected: REASON'.\n"
    "\n"
    "  --labels   the first line and the first column of GAME (.csv, .tsv) are names\n"
    "  --help     this text\n"
    "  --version  the version\n"
    "\n"
    "Exit codes: 0 verified, 1 rejected, 2 bad usage or an unreadable file, 5 out of\n"
    "memory.\n";

int run(const std::vector<string>& arguments) {
  std::vector<string> files;
  bool labels = false;
  bool options = true;
  for (const string& argument : arguments) {
    if (!options || !argument.starts_with('-')) {
      files.push_back(argument);
    } else if (argument == "--help" || argument == "-h") {
      std::cout << help;
      return 0;
    } else if (argument == "--version") {
      std::cout << "allnash-check " ALLNASH_VERSION "\n";
      return 0;
    } else if (argument == "--labels") {
      labels = true;
    } else if (argument == "--") {
      options = false;
    } else {
      throw BadInput("unknown option '" + shown(argument) + "'; see --help");
    }
  }
  if (files.empty() || files.size() > 2) {
    throw BadInput("usage: allnash-check CERTIFICATE [GAME] [--labels]");
  }
  if (labels && files.size() < 2) throw BadInput("--labels without a GAME");
  const string certificate = file_contents(files[0]);
  GameFile game;
  if (files.size() == 2) game = read_game(file_contents(files[1]), files[1], labels);
  int code = 0;
  try {
    std::cout << verified(certificate, game) << std::endl;
  } catch (const Rejected& reason) {
    std::cout << "rejected: " << reason.what() << std::endl;
    code = 1;
  }
  if (!std::cout) throw BadInput("cannot write the answer");
  return code;
}

}  // namespace
}  // namespace checker

int main(int argc, char** argv) {
  try {
    return checker::run({argv + 1, argv + argc});
  } catch (const checker::BadInput& fault) {
    std::cerr << "allnash-check: " << fault.what() << "\n";
    return 2;
  } catch (const std::exception& fault) {
    std::cerr << "allnash-check: " << fault.what() << "\n";
    return 5;
  }
}
