# `make deb`: one package of all that `make install` installs. What it needs to run is found by
# dpkg-shlibdeps, and stands beside what building against it needs.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME allnash)
set(CPACK_PACKAGE_CONTACT "allnash <allnash@example.org>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "every Nash equilibrium of a zero-sum matrix game, proved")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION math)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
include(CPack)
