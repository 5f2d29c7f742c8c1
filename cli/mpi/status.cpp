#include "status.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

namespace allnash::cli {
namespace {

// All texts have one length, so that each is written over the one before.
constexpr std::size_t length = 8;

void put(int file, std::string text) {
  text.resize(length - 1, ' ');
  text += '\n';
  if (file >= 0) (void)!::pwrite(file, text.data(), text.size(), 0);
}

}  // namespace

StatusFile::StatusFile() {
  const char* name = std::getenv("ALLNASH_MPI_STATUS");
  if (name == nullptr) return;
  file_ = ::open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (file_ >= 0) ::flock(file_, LOCK_EX);
  put(file_, "running");
}

StatusFile::~StatusFile() {
  if (file_ >= 0) ::close(file_);
}

void StatusFile::end_with(int code) const { put(file_, "code " + std::to_string(code)); }

}  // namespace allnash::cli
