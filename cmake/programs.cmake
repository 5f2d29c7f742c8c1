# The programs.
find_package(CLI11 REQUIRED)

# The checker shares nothing with the library.
add_executable(allnash-check checker/allnash-check.cpp)
target_link_libraries(allnash-check PRIVATE ${GMP_LIBRARY})
target_compile_definitions(allnash-check PRIVATE ALLNASH_VERSION="${PROJECT_VERSION}")

file(GLOB cli_sources CONFIGURE_DEPENDS cli/*.cpp)
list(REMOVE_ITEM cli_sources ${PROJECT_SOURCE_DIR}/cli/main.cpp)
add_library(cli_commands OBJECT ${cli_sources})
target_link_libraries(cli_commands PUBLIC allnash CLI11::CLI11 fmt::fmt)
add_executable(allnash-cli cli/main.cpp)
set_target_properties(allnash-cli PROPERTIES OUTPUT_NAME allnash)
target_link_libraries(allnash-cli PRIVATE cli_commands)

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
