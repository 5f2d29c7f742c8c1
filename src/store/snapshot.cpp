// Between checkpoints a run only adds to the write-ahead log, and a checkpoint moves to the
// database what the log holds and goes on to hold until the log begins anew, with other numbers in
// its head. So a database and a log copied one after the other, with the same head before and
// after, are a state that SQLite knows how to read.
#include "store/snapshot.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

#include "base/error.hpp"
#include "store/sqlite.hpp"

namespace allnash::store {

namespace {

namespace fs = std::filesystem;

/// The head of the write-ahead log: its numbers change when it begins anew. Empty without a log.
std::string head_of(const std::string& log) {
  std::ifstream in(log, std::ios::binary);
  std::array<char, 32> head{};
  in.read(head.data(), head.size());
  return {head.data(), static_cast<std::size_t>(in.gcount())};
}

bool copy(const std::string& from, const std::string& to) {
  std::error_code error;
  fs::copy_file(from, to, fs::copy_options::overwrite_existing, error);
  return !error;
}

/// The same without ending the locks that a run of this process may have on it.
bool copy_database(const std::string& from, const std::string& to) {
  try {
    sqlite::RawFile database(from);
    std::ofstream out(to, std::ios::binary | std::ios::trunc);
    std::vector<char> piece(std::size_t{1} << 20U);
    const std::int64_t size = database.size();
    for (std::int64_t from_here = 0; from_here < size; from_here += std::ssize(piece)) {
      const auto count = std::min<std::int64_t>(std::ssize(piece), size - from_here);
      database.read(from_here, std::span(piece).first(static_cast<std::size_t>(count)));
      out.write(piece.data(), count);
    }
    out.close();
    return !out.fail();
  } catch (const sqlite::Error&) {
    return false;
  }
}

bool locked_here(const std::string& path) {
  try {
    return sqlite::RawFile(path).locked();
  } catch (const sqlite::Error&) {
    return false;
  }
}

}  // namespace

bool in_use(const std::string& path) {
  // First what this process has open: closing it below would end its locks.
  const std::string whole = fs::absolute(path).string();
  if (locked_here(whole)) return true;
  // Where SQLite locks: PENDING_BYTE and the 511 after it.
  constexpr off_t first = 0x40000000;
  constexpr off_t count = 512;
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file == -1) return false;
  struct flock lock = {};
  lock.l_type = F_RDLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = first;
  lock.l_len = count;
  const bool known = ::fcntl(file, F_GETLK, &lock) == 0;
  ::close(file);
  return known && lock.l_type != F_UNLCK;
}

Snapshot::Snapshot(const std::string& path) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) allnash::refuse(path, "is a directory");
  if (!fs::exists(path, ignored)) allnash::refuse(path, "no such ledger file");
  const std::string whole = fs::absolute(path).string();
  std::string pattern = (fs::temp_directory_path(ignored) / "allnash-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) {
    allnash::refuse(
        path, "cannot be copied: " + fs::path(pattern).parent_path().string() + " takes no folder");
  }
  folder_ = pattern;
  copy_ = (fs::path(folder_) / "ledger").string();
  constexpr int attempts = 20;
  for (int attempt = 0; attempt < attempts; ++attempt) {
    const std::string head = head_of(path + "-wal");
    const bool copied =
        copy_database(whole, copy_) && (head.empty() || copy(path + "-wal", copy_ + "-wal"));
    if (copied && head == head_of(path + "-wal")) return;
    fs::remove(copy_ + "-wal", ignored);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  fs::remove_all(folder_, ignored);
  allnash::refuse(
      path, "cannot be copied: " + std::string(fs::exists(path, ignored)
                                                   ? "it changes all the time, or may not be read"
                                                   : "it is gone"));
}

Snapshot::~Snapshot() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

}  // namespace allnash::store
