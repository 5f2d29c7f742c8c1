#include "ledger/database_file.hpp"

#include <filesystem>

#include "sources/text.hpp"

namespace allnash::ledger {

void check_kind_of_file(const std::string& shown, const std::string& path, bool may_create) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  if (fs::is_directory(status)) sources::refuse(shown, "is a directory");
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    sources::refuse(shown, "is not a regular file");
  }
  if (!fs::exists(status) && !may_create) sources::refuse(shown, "no such ledger file");
  const fs::path folder = fs::path(path).parent_path();
  if (!fs::is_directory(folder, ignored)) sources::refuse(shown, "its folder does not exist");
}

void refuse_for(const std::string& shown, const sqlite::Error& error, const std::string& way_out) {
  switch (error.kind()) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      sources::refuse(shown, "in use by another run");
    case SQLITE_NOTADB:
      sources::refuse(shown, "not a ledger file");
    case SQLITE_CORRUPT:
      sources::refuse(shown, "damaged: " + std::string(error.what()) + way_out);
    default:
      sources::refuse(shown, "cannot be used as a ledger: " + std::string(error.what()));
  }
}

}  // namespace allnash::ledger
