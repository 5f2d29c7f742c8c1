# The programs.

# The checker shares nothing with the library.
file(GLOB_RECURSE checker_sources CONFIGURE_DEPENDS checker/*.cpp)
list(REMOVE_ITEM checker_sources ${PROJECT_SOURCE_DIR}/checker/main.cpp)
add_library(checker OBJECT ${checker_sources})
target_compile_options(checker PRIVATE ${narrow} ${reporting_options})
set_target_properties(checker PROPERTIES UNITY_BUILD ${ALLNASH_UNITY} UNITY_BUILD_BATCH_SIZE 0)
add_executable(allnash-check checker/main.cpp $<TARGET_OBJECTS:checker>)
target_link_libraries(allnash-check PRIVATE ${GMP_LIBRARY})
target_compile_options(allnash-check PRIVATE ${narrow} ${reporting_options})
target_compile_definitions(allnash-check PRIVATE ALLNASH_VERSION="${PROJECT_VERSION}")

# `allnash --version` says which commit it was built from. A file of its own holds that, so that a new commit compiles
# nothing else again. Outside of a checkout it is empty.
execute_process(COMMAND git -C ${PROJECT_SOURCE_DIR} describe --tags --always --dirty
                OUTPUT_VARIABLE described OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
configure_file(cmake/described.cpp.in ${PROJECT_BINARY_DIR}/described.cpp @ONLY)

file(GLOB cli_sources CONFIGURE_DEPENDS cli/*.cpp)
list(REMOVE_ITEM cli_sources ${PROJECT_SOURCE_DIR}/cli/main.cpp)
add_library(cli_commands OBJECT ${cli_sources} ${PROJECT_BINARY_DIR}/described.cpp)
set_source_files_properties(${PROJECT_BINARY_DIR}/described.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
target_include_directories(cli_commands PRIVATE ${PROJECT_SOURCE_DIR}/cli)
target_link_libraries(cli_commands PUBLIC allnash fmt::fmt)
target_compile_options(cli_commands PRIVATE ${narrow} ${reporting_options})
set_target_properties(cli_commands PROPERTIES UNITY_BUILD ${ALLNASH_UNITY} UNITY_BUILD_BATCH_SIZE 20)
share_headers(cli_commands reporting)

# A small game takes less time than the dynamic linker, so the program holds the library, and what that uses where it
# comes as archives: it starts in half the time. Most of what is left is FLINT's, which Debian has as a shared library.
set(program_needs ${library_needs})
if(ALLNASH_ARCHIVES)
  set(archives "")
  foreach(name Clp CoinUtils lapack blas bz2 z sqlite3 md)
    find_library(ARCHIVE_${name} lib${name}.a)
    mark_as_advanced(ARCHIVE_${name})
    list(APPEND archives ${ARCHIVE_${name}})
  endforeach()
  if(NOT archives MATCHES "NOTFOUND")
    set(program_needs ${archives} allnash_flint fmt::fmt Threads::Threads)
  endif()
endif()
add_executable(allnash-cli cli/main.cpp $<TARGET_OBJECTS:cli_commands> ${room_objects})
set_target_properties(allnash-cli PROPERTIES OUTPUT_NAME allnash)
target_link_libraries(allnash-cli PRIVATE allnash_public ${program_needs})

# The same commands, with oracle programs on many machines.
if(ALLNASH_MPI STREQUAL "AUTO")
  find_package(MPI QUIET COMPONENTS CXX)
elseif(ALLNASH_MPI)
  find_package(MPI REQUIRED COMPONENTS CXX)
endif()
if(ALLNASH_MPI AND MPI_CXX_FOUND)
  file(GLOB mpi_sources CONFIGURE_DEPENDS cli/mpi/*.cpp)
  add_executable(allnash-mpi ${mpi_sources})
  target_compile_definitions(allnash-mpi PRIVATE OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)
  target_link_libraries(allnash-mpi PRIVATE cli_commands MPI::MPI_CXX)
endif()
