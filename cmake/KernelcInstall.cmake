# What `cmake --install` and CPack give: libraries, headers, the command, the CMake package, declarations for editors,
# licences. The tree is relocatable: nothing in it names the folder that it was built or installed in.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(KERNELC_INSTALL_CMAKEDIR ${CMAKE_INSTALL_LIBDIR}/cmake/kernelc)
set(KERNELC_INSTALL_DATADIR ${CMAKE_INSTALL_DATADIR}/kernelc)

# Libraries lie side by side; the command finds them from its own folder.
file(RELATIVE_PATH library_folder /prefix/${CMAKE_INSTALL_BINDIR} /prefix/${CMAKE_INSTALL_LIBDIR})
set_target_properties(kernelc_runtime kernelc_algorithms kernelc_shared PROPERTIES INSTALL_RPATH "$ORIGIN")
set_target_properties(kernelc PROPERTIES INSTALL_RPATH "$ORIGIN/${library_folder}")

set_target_properties(kernelc_runtime PROPERTIES EXPORT_NAME runtime)
set_target_properties(kernelc_algorithms PROPERTIES EXPORT_NAME algorithms)
set_target_properties(kernelc_shared PROPERTIES EXPORT_NAME kernelc)
set_target_properties(kernelc PROPERTIES EXPORT_NAME command)

install(TARGETS kernelc_runtime kernelc_algorithms EXPORT kernelcTargets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime NAMELINK_COMPONENT development
  INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
# A component of its own: it needs the MPI that it was built with.
set(mpi_place)
if(TARGET kernelc_mpi)
  install(TARGETS kernelc_mpi LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT mpi)
  set(mpi_place mpi:libkernelc-mpi)
endif()
install(TARGETS kernelc_shared EXPORT kernelcTargets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT compiler NAMELINK_COMPONENT development
  INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS kernelc EXPORT kernelcTargets
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT command)
install(FILES ${PROJECT_SOURCE_DIR}/stdlib/stubs/kernelc/__init__.pyi
  DESTINATION ${KERNELC_INSTALL_DATADIR}/stubs/kernelc COMPONENT command)

# What beside `--help` tells of the command: the man page, which the command writes when it is installed, completion, and the
# documentation.
set(man_page ${PROJECT_BINARY_DIR}/package/kernelc.1)
install(CODE "execute_process(COMMAND \"$<TARGET_FILE:kernelc>\" man OUTPUT_FILE \"${man_page}\" COMMAND_ERROR_IS_FATAL ANY)"
  COMPONENT command)
install(FILES ${man_page} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT command)
install(FILES ${PROJECT_SOURCE_DIR}/cmake/package/completion.bash
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME kernelc COMPONENT command)
# Debian's zsh looks elsewhere in what packages install.
set(zsh_folder site-functions)
if(EXISTS /etc/debian_version)
  set(zsh_folder vendor-completions)
endif()
set(KERNELC_ZSH_COMPLETIONS ${CMAKE_INSTALL_DATADIR}/zsh/${zsh_folder} CACHE STRING
  "Where the completion for zsh is installed")
install(FILES ${PROJECT_SOURCE_DIR}/cmake/package/completion.zsh
  DESTINATION ${KERNELC_ZSH_COMPLETIONS} RENAME _kernelc COMPONENT command)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/kernelc COMPONENT command
  FILES_MATCHING PATTERN "*.md")

# Headers are read when they are installed, so that a new one needs no row here.
install(CODE "set(KERNELC_SOURCE_DIR \"${PROJECT_SOURCE_DIR}\")
set(KERNELC_INCLUDEDIR \"${CMAKE_INSTALL_INCLUDEDIR}\")" COMPONENT development)
install(SCRIPT ${PROJECT_SOURCE_DIR}/cmake/package/InstallHeaders.cmake COMPONENT development)

install(EXPORT kernelcTargets NAMESPACE kernelc:: DESTINATION ${KERNELC_INSTALL_CMAKEDIR} COMPONENT development)
configure_package_config_file(
  ${PROJECT_SOURCE_DIR}/cmake/package/kernelcConfig.cmake.in ${PROJECT_BINARY_DIR}/package/kernelcConfig.cmake
  INSTALL_DESTINATION ${KERNELC_INSTALL_CMAKEDIR} NO_SET_AND_CHECK_MACRO)
# Before version 1 every minor version may change the C++ API.
write_basic_package_version_file(
  ${PROJECT_BINARY_DIR}/package/kernelcConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/package/kernelcConfig.cmake
  ${PROJECT_BINARY_DIR}/package/kernelcConfigVersion.cmake
  ${PROJECT_SOURCE_DIR}/cmake/KernelcAddKernels.cmake
  DESTINATION ${KERNELC_INSTALL_CMAKEDIR} COMPONENT development)

# For builds without CMake.
file(RELATIVE_PATH KERNELC_PREFIX_FROM_PC /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
foreach(library kernelc kernelc_algorithms kernelc_runtime)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/package/${library}.pc.in
    ${PROJECT_BINARY_DIR}/package/${library}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/package/${library}.pc
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
endforeach()

# By the name of the Debian package, where such a package keeps them.
foreach(place
    runtime:libkernelc-runtime${PROJECT_VERSION_MAJOR} compiler:libkernelc${PROJECT_VERSION_MAJOR}
    command:kernelc development:libkernelc-dev ${mpi_place})
  string(REGEX MATCH "^(.*):(.*)$" place ${place})
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/NOTICE
    DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${CMAKE_MATCH_2} COMPONENT ${CMAKE_MATCH_1})
endforeach()
