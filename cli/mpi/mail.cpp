#include "mail.hpp"

#include <utility>

namespace allnash::cli {

Mail::Mail() {
  // A letter to a rank that is gone is our own affair, not the end of the program.
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks_);
}

void Mail::send(int rank, std::string text) {
  sent_.remove_if([](Sent& one) {
    int gone = 0;
    return MPI_Test(&one.request, &gone, MPI_STATUS_IGNORE) != MPI_SUCCESS || gone != 0;
  });
  // NOLINTBEGIN(clang-analyzer-optin.mpi.MPI-Checker): the request is waited for in `settle`
  Sent& one = sent_.emplace_back(Sent{std::move(text), MPI_REQUEST_NULL});
  MPI_Isend(one.text.data(), static_cast<int>(one.text.size()), MPI_CHAR, rank, 0, MPI_COMM_WORLD,
            &one.request);
}
// NOLINTEND(clang-analyzer-optin.mpi.MPI-Checker)

std::optional<Letter> Mail::receive() {
  int arrived = 0;
  MPI_Status status;
  const auto look = [&](int from) {
    const int code = MPI_Iprobe(from, 0, MPI_COMM_WORLD, &arrived, &status);
    if (code != MPI_SUCCESS) arrived = 0;
    return code == MPI_SUCCESS;
  };
  // An MPI that knows of a rank that is gone may refuse to listen to all at once.
  if (!look(MPI_ANY_SOURCE)) {
    for (int from = 0; from < ranks_ && arrived == 0; ++from) look(from);
  }
  if (arrived == 0) return {};
  int size = 0;
  MPI_Get_count(&status, MPI_CHAR, &size);
  Letter letter{status.MPI_SOURCE, std::string(static_cast<std::size_t>(size), '\0')};
  MPI_Recv(letter.text.data(), size, MPI_CHAR, letter.from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return letter;
}

void Mail::settle() {
  // NOLINTNEXTLINE(clang-analyzer-optin.mpi.MPI-Checker): it was made in `send`
  for (Sent& one : sent_) MPI_Wait(&one.request, MPI_STATUS_IGNORE);
  sent_.clear();
}

}  // namespace allnash::cli
