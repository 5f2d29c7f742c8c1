# What the library is built from, in versions that are known to do.
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
find_package(fmt 9 REQUIRED)
find_package(nlohmann_json 3.10 REQUIRED)
find_package(SQLite3 3.34 REQUIRED)
pkg_check_modules(clp REQUIRED IMPORTED_TARGET clp>=1.17)
pkg_check_modules(md REQUIRED IMPORTED_TARGET libmd)  # SHA-256
find_package(Eigen3 3.3 REQUIRED NO_MODULE)
find_package(BLAS REQUIRED)
find_package(LAPACK REQUIRED)
find_library(FLINT_LIBRARY flint REQUIRED)
find_path(FLINT_INCLUDE flint/flint.h REQUIRED)
find_library(GMP_LIBRARY gmp REQUIRED)
mark_as_advanced(FLINT_LIBRARY FLINT_INCLUDE GMP_LIBRARY)

file(STRINGS ${FLINT_INCLUDE}/flint/flint.h flint_version REGEX "#define FLINT_VERSION \"")
string(REGEX REPLACE ".*\"([0-9.]+).*" "\\1" flint_version "${flint_version}")
if(flint_version VERSION_LESS 2.8)
  message(FATAL_ERROR "FLINT 2.8 or later is needed; ${FLINT_INCLUDE} has '${flint_version}'")
endif()

add_library(allnash_flint INTERFACE)
target_link_libraries(allnash_flint INTERFACE
  $<BUILD_INTERFACE:${FLINT_LIBRARY}> $<BUILD_INTERFACE:${GMP_LIBRARY}>
  $<INSTALL_INTERFACE:flint> $<INSTALL_INTERFACE:gmp>)

if(ALLNASH_PYTHON STREQUAL "AUTO")
  # The first python3 on the PATH is not taken: it may lack its headers.
  set(ALLNASH_PYTHON OFF)
  if(PROJECT_IS_TOP_LEVEL AND EXISTS /usr/bin/python3)
    find_path(PYBIND11_INCLUDE pybind11/pybind11.h)  # the package would look for a python3 of its own
    mark_as_advanced(PYBIND11_INCLUDE)
    execute_process(COMMAND /usr/bin/python3 -c "import sysconfig; open(sysconfig.get_config_var('INCLUDEPY') + '/Python.h')"
                    RESULT_VARIABLE no_headers ERROR_QUIET)
    if(PYBIND11_INCLUDE AND no_headers EQUAL 0)
      set(ALLNASH_PYTHON /usr/bin/python3)
    endif()
  endif()
endif()
