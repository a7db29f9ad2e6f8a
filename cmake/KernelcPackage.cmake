# `cpack` in the build folder: Debian packages (libraries with and without compiler, command, development and, where it was
# built, MPI) and one archive of everything.
set(CPACK_PACKAGE_NAME kernelc)
set(CPACK_PACKAGE_VENDOR "the kernelc authors")
set(CPACK_PACKAGE_CONTACT "the kernelc authors <kernelc@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_GENERATOR DEB)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL runtime compiler command development)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
# What a package links is found by dpkg-shlibdeps; our own libraries are named here.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_LIBRARY_OUTPUT_DIRECTORY})

set(own_version "(= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME libkernelc-runtime${PROJECT_VERSION_MAJOR})
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_RUNTIME_DESCRIPTION "runs GPU and CPU kernels compiled by kernelc
 Devices, memory, streams and launches for CUDA GPUs (through the driver, opened
 at run time) and for the CPU. Enough for programs whose kernels were built ahead
 of time.")
set(CPACK_DEBIAN_COMPILER_PACKAGE_NAME libkernelc${PROJECT_VERSION_MAJOR})
set(CPACK_DEBIAN_COMPILER_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_COMPILER_PACKAGE_DEPENDS "${CPACK_DEBIAN_RUNTIME_PACKAGE_NAME} ${own_version}")
set(CPACK_DEBIAN_COMPILER_DESCRIPTION "compiles GPU kernels in Python syntax inside a program
 The compiler and its just-in-time API, with LLVM linked in.")
set(CPACK_DEBIAN_COMMAND_PACKAGE_NAME kernelc)
set(CPACK_DEBIAN_COMMAND_PACKAGE_SECTION devel)
# The command needs the libraries where it loads them, and nothing where it holds them (KERNELC_COMMAND_APART).
get_target_property(libraries_of_command kernelc LINK_LIBRARIES)
if("kernelc::kernelc" IN_LIST libraries_of_command)
  set(CPACK_DEBIAN_COMMAND_PACKAGE_DEPENDS "${CPACK_DEBIAN_COMPILER_PACKAGE_NAME} ${own_version}")
endif()
set(CPACK_DEBIAN_COMMAND_DESCRIPTION "GPU kernels in Python syntax: the command
 Checks, compiles, runs and inspects kernel files.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libkernelc-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
  "${CPACK_DEBIAN_COMMAND_PACKAGE_NAME} ${own_version}, ${CPACK_DEBIAN_COMPILER_PACKAGE_NAME} ${own_version}")
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION "headers and CMake package of kernelc
 The C++ and C API, and kernelc_add_kernels() for builds that compile kernels.")
# What Communicator::FromMpi() opens.
if(TARGET kernelc_mpi)
  list(APPEND CPACK_COMPONENTS_ALL mpi)
  set(CPACK_DEBIAN_MPI_PACKAGE_NAME libkernelc-mpi)
  set(CPACK_DEBIAN_MPI_PACKAGE_SECTION libs)
  set(CPACK_DEBIAN_MPI_PACKAGE_DEPENDS "${CPACK_DEBIAN_RUNTIME_PACKAGE_NAME} ${own_version}")
  set(CPACK_DEBIAN_MPI_DESCRIPTION "groups of processes that mpirun starts, for kernelc
 What the runtime library opens to find the processes of an MPI job, and to carry
 data between their CPU devices.")
endif()

include(CPack)
