# Options and settings that hold for the whole tree.
option(KERNELC_BUILD_TESTS "Build the tests" ON)
option(KERNELC_BUILD_SAMPLES "Build the samples' C++ hosts" ON)
option(KERNELC_BUILD_BENCHMARKS "Build the benchmarks" ON)
option(KERNELC_BUILD_MPI "Build libkernelc_mpi where there is an MPI" ON)
set(KERNELC_SANITIZE "" CACHE STRING "Sanitizers for every target, e.g. address,undefined or thread")

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "" FORCE)
endif()

find_program(KERNELC_CCACHE ccache)
if(KERNELC_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${KERNELC_CCACHE})
  set(CMAKE_C_COMPILER_LAUNCHER ${KERNELC_CCACHE})
endif()

# LLVM's static archives are large: lld links them in a fraction of the time of ld.bfd. GCC finds it by the name ld.lld in
# the folder given with -B.
find_program(KERNELC_LLD NAMES ld.lld HINTS /usr/lib/llvm-22/bin)
if(KERNELC_LLD)
  get_filename_component(KERNELC_LLD_FOLDER ${KERNELC_LLD} DIRECTORY)
  add_link_options(-fuse-ld=lld -B${KERNELC_LLD_FOLDER})
endif()
# LLVM's package names libraries (libz3, libxml2) that nothing of ours calls.
add_link_options(LINKER:--as-needed)

# Programs find the libraries beside them, wherever the build folder or a bundle of it is.
set(CMAKE_BUILD_RPATH_USE_ORIGIN ON)

# What the compiler writes into a library names files from the root: the same bytes wherever it is built. Compilers are
# given absolute paths, and by ccache with a base folder those from the build folder. Debug information keeps the folders
# of this machine, where debuggers look for sources.
file(RELATIVE_PATH KERNELC_WAY_TO_SOURCES ${CMAKE_BINARY_DIR} ${PROJECT_SOURCE_DIR})
foreach(folder IN ITEMS ${PROJECT_SOURCE_DIR}/ ${KERNELC_WAY_TO_SOURCES} ${PROJECT_BINARY_DIR}/)
  if(folder)
    add_compile_options(-fmacro-prefix-map=${folder}=)
  endif()
endforeach()

# GCC looks for garbage whenever its heap has doubled, and goes through a whole precompiled header each time: a sixth of
# the build's time, for memory that these sources do not need back.
add_compile_options($<$<COMPILE_LANG_AND_ID:CXX,GNU>:--param=ggc-min-heapsize=524288>)

add_library(kernelc_settings INTERFACE)
add_library(kernelc::settings ALIAS kernelc_settings)
target_include_directories(kernelc_settings INTERFACE
  ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/compiler/include ${PROJECT_SOURCE_DIR}/runtime/include)
target_compile_options(kernelc_settings INTERFACE -ffunction-sections -fdata-sections)
if(KERNELC_SANITIZE)
  target_compile_options(kernelc_settings INTERFACE
    -fsanitize=${KERNELC_SANITIZE} -fno-omit-frame-pointer)
  target_link_options(kernelc_settings INTERFACE -fsanitize=${KERNELC_SANITIZE})
endif()

# Warnings for code of this project; generated and third-party code stays outside.
add_library(kernelc_warnings INTERFACE)
add_library(kernelc::warnings ALIAS kernelc_warnings)
target_compile_options(kernelc_warnings INTERFACE
  -Wall -Wextra -Wshadow -Wconversion -Wsign-conversion -Wswitch -Werror
  # GCC 12 reports both inside std::string at -O2 where nothing is wrong (GCC bugs 105329, 105651).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict -Wno-stringop-overflow>)
