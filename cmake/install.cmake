# What `make install` puts where. A program finds the library from its own place, so a tree installed
# into any prefix works, and keeps working when it is moved.
include(CMakePackageConfigHelpers)

file(RELATIVE_PATH bin_to_lib /prefix/${CMAKE_INSTALL_BINDIR} /prefix/${CMAKE_INSTALL_LIBDIR})
set(programs "")
foreach(program allnash-cli allnash-check allnash-mpi)
  if(TARGET ${program})
    list(APPEND programs ${program})
    set_target_properties(${program} PROPERTIES INSTALL_RPATH "$ORIGIN/${bin_to_lib}")
  endif()
endforeach()
# What `make install` builds: the tests are not of it.
add_custom_target(installed DEPENDS allnash ${programs})

if(programs)
  install(TARGETS ${programs} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  if(TARGET allnash-mpi)
    install(PROGRAMS cli/mpi/allnash-mpirun DESTINATION ${CMAKE_INSTALL_BINDIR})
  endif()
  file(GLOB man_pages CONFIGURE_DEPENDS docs/man/*.1)
  install(FILES ${man_pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
endif()
install(TARGETS allnash allnash_public allnash_flint EXPORT allnash
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/allnash DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.hpp")
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/allnash)
install(EXPORT allnash NAMESPACE allnash:: FILE allnash-targets.cmake DESTINATION ${package_dir})
configure_package_config_file(cmake/allnash-config.cmake.in ${PROJECT_BINARY_DIR}/allnash-config.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/allnash-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/allnash-config.cmake ${PROJECT_BINARY_DIR}/allnash-config-version.cmake
        DESTINATION ${package_dir})

# The .pc file finds its prefix from its own place too.
file(RELATIVE_PATH pc_to_prefix /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
# Not required by name: who compiles with allnash needs none of Clp's headers.
string(REPLACE ";" " " clp_libraries "${clp_LDFLAGS}")
configure_file(cmake/allnash.pc.in ${PROJECT_BINARY_DIR}/allnash.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/allnash.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

if(PROJECT_IS_TOP_LEVEL)
  include(cmake/deb.cmake)
endif()
