// Messages between ranks. Sending never waits, so that two ranks cannot wait for each other.
#pragma once

#include <mpi.h>

#include <list>
#include <optional>
#include <string>

namespace allnash::cli {

struct Letter {
  int from = 0;
  std::string text;
};

class Mail {
 public:
  /// Requires that MPI has been started, and outlives nothing of it.
  Mail();
  ~Mail() = default;
  Mail(const Mail&) = delete;
  Mail& operator=(const Mail&) = delete;

  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] int ranks() const { return ranks_; }

  void send(int rank, std::string text);
  /// The next letter, if one has arrived.
  std::optional<Letter> receive();
  /// Waits until everything sent is on its way.
  void settle();

 private:
  struct Sent {
    std::string text;
    MPI_Request request;
  };
  int rank_ = 0;
  int ranks_ = 0;
  std::list<Sent> sent_;  // MPI reads from these until they are gone
};

}  // namespace allnash::cli
