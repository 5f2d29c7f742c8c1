# What `make install` puts where. A program finds the library from its own place, so a tree installed
# into any prefix works, and keeps working when it is moved.
include(CMakePackageConfigHelpers)

file(RELATIVE_PATH bin_to_lib /prefix/${CMAKE_INSTALL_BINDIR} /prefix/${CMAKE_INSTALL_LIBDIR})
foreach(program allnash-cli allnash-check allnash-mpi)
  if(TARGET ${program})
    set_target_properties(${program} PROPERTIES INSTALL_RPATH "$ORIGIN/${bin_to_lib}")
    install(TARGETS ${program} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  endif()
endforeach()

install(TARGETS allnash allnash_public EXPORT allnash
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/allnash DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.hpp")

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/allnash)
install(EXPORT allnash NAMESPACE allnash:: FILE allnash-targets.cmake DESTINATION ${package_dir})
configure_package_config_file(cmake/allnash-config.cmake.in ${CMAKE_BINARY_DIR}/allnash-config.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/allnash-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/allnash-config.cmake ${CMAKE_BINARY_DIR}/allnash-config-version.cmake
        DESTINATION ${package_dir})

file(GLOB man_pages CONFIGURE_DEPENDS docs/man/*.1)
install(FILES ${man_pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
