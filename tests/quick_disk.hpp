// A disk that confirms at once, for tests that make hundreds of ledger files.
#pragma once

#include <sqlite3.h>

#include <map>

namespace allnash::test {

/// While it lives, ledger files are read and written as ever, but nobody waits until the disk
/// itself has what was written: that is for the death of the machine, which no test dies.
class QuickDisk {
 public:
  QuickDisk() : quick_(*usual()) {
    quick_.zName = "quick";
    quick_.xOpen = [](sqlite3_vfs*, sqlite3_filename name, sqlite3_file* file, int flags,
                      int* used) {
      const int result = usual()->xOpen(usual(), name, file, flags, used);
      if (file->pMethods == nullptr) return result;
      static std::map<const sqlite3_io_methods*, sqlite3_io_methods> unsynced;
      const auto [found, fresh] = unsynced.try_emplace(file->pMethods, *file->pMethods);
      found->second.xSync = [](sqlite3_file*, int) { return SQLITE_OK; };
      file->pMethods = &found->second;
      return result;
    };
    quick_.xDelete = [](sqlite3_vfs*, const char* name, int /*synced*/) {
      return usual()->xDelete(usual(), name, 0);
    };
    sqlite3_vfs_register(&quick_, 1);
  }
  ~QuickDisk() { sqlite3_vfs_unregister(&quick_); }  // the usual one is the default again
  QuickDisk(const QuickDisk&) = delete;
  QuickDisk& operator=(const QuickDisk&) = delete;

 private:
  static sqlite3_vfs* usual() { return sqlite3_vfs_find("unix"); }

  sqlite3_vfs quick_;
};

}  // namespace allnash::test
