# What `cmake --install` puts where: library, headers, command, package files.
include(CMakePackageConfigHelpers)

set(ashlar_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/ashlar)

install(TARGETS ashlar EXPORT ashlar-targets)
install(DIRECTORY include/ashlar DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.h")
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
if(TARGET ashlar_cli)
  install(TARGETS ashlar_cli)
endif()

install(EXPORT ashlar-targets
  NAMESPACE ashlar::
  DESTINATION ${ashlar_package_dir})
configure_package_config_file(cmake/ashlar-config.cmake.in ashlar-config.cmake
  INSTALL_DESTINATION ${ashlar_package_dir}
  NO_SET_AND_CHECK_MACRO)
# Before 1.0 a new minor version may break its users.
write_basic_package_version_file(ashlar-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(
  FILES
    ${PROJECT_BINARY_DIR}/ashlar-config.cmake
    ${PROJECT_BINARY_DIR}/ashlar-config-version.cmake
  DESTINATION ${ashlar_package_dir})

# The .pc file finds its prefix from its own place, so a copy can be moved.
set(ashlar_pc_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH ashlar_pc_to_prefix
  ${CMAKE_INSTALL_PREFIX}/${ashlar_pc_dir} ${CMAKE_INSTALL_PREFIX})
string(REGEX REPLACE "/$" "" ashlar_pc_to_prefix "${ashlar_pc_to_prefix}")
# A static library cannot bring along what it needs itself.
set(ashlar_pc_requires Requires)
if(BUILD_SHARED_LIBS)
  set(ashlar_pc_requires Requires.private)
endif()
configure_file(cmake/ashlar.pc.in ashlar.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/ashlar.pc DESTINATION ${ashlar_pc_dir})
