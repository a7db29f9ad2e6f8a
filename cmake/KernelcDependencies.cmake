# What is taken from outside. Every package is a Debian package; scripts/kernelc installs them by name.
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
if(KERNELC_BUILD_TESTS)
  find_package(GTest REQUIRED)
endif()
if(KERNELC_BUILD_BENCHMARKS)
  find_package(benchmark REQUIRED)
endif()

# kernelc_link_archive(TARGET NAME): links the static archive in place of the shared library, where it is installed, so
# that programs and libraries of ours need nothing of a user's machine but glibc and libstdc++.
function(kernelc_link_archive target name)
  find_library(KERNELC_ARCHIVE_${name} NAMES lib${name}.a)
  mark_as_advanced(KERNELC_ARCHIVE_${name})
  if(KERNELC_ARCHIVE_${name})
    get_target_property(configurations ${target} IMPORTED_CONFIGURATIONS)
    foreach(suffix "" ${configurations})
      string(PREPEND suffix _)
      string(REGEX REPLACE "^_$" "" suffix "${suffix}")
      set_target_properties(${target} PROPERTIES IMPORTED_LOCATION${suffix} ${KERNELC_ARCHIVE_${name}})
    endforeach()
  endif()
endfunction()

find_package(ZLIB REQUIRED)
kernelc_link_archive(ZLIB::ZLIB z)

# {fmt}: its headers as the package has them, its code from compiler/base/fmt.cpp.
add_library(kernelc_fmt_headers INTERFACE)
target_compile_definitions(kernelc_fmt_headers INTERFACE $<TARGET_PROPERTY:fmt::fmt,INTERFACE_COMPILE_DEFINITIONS>)
target_include_directories(kernelc_fmt_headers SYSTEM INTERFACE
  $<TARGET_PROPERTY:fmt::fmt,INTERFACE_INCLUDE_DIRECTORIES>)

# LLVM 22 with the NVPTX and X86 back ends, linked statically and only into libkernelc.
find_package(LLVM 22.1 REQUIRED CONFIG HINTS /usr/lib/llvm-22/lib/cmake/llvm)
llvm_map_components_to_libnames(KERNELC_LLVM_LIBS
  NVPTX X86 orcjit jitlink passes irreader linker bitreader)
if(TARGET zstd::libzstd_static)
  get_target_property(libraries LLVMSupport INTERFACE_LINK_LIBRARIES)
  string(REPLACE zstd::libzstd_shared zstd::libzstd_static libraries "${libraries}")
  set_target_properties(LLVMSupport PROPERTIES INTERFACE_LINK_LIBRARIES "${libraries}")
endif()
add_library(kernelc_llvm INTERFACE)
add_library(kernelc::llvm ALIAS kernelc_llvm)
target_include_directories(kernelc_llvm SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS})
target_compile_definitions(kernelc_llvm INTERFACE ${LLVM_DEFINITIONS_LIST})
target_link_libraries(kernelc_llvm INTERFACE ${KERNELC_LLVM_LIBS})

# The CUDA toolkit is optional: its libdevice is embedded when it is there, and cuda.h is used under runtime/cuda.
find_path(KERNELC_CUDA_INCLUDE cuda.h
  HINTS ${CUDA_HOME}/include $ENV{CUDA_HOME}/include /usr/local/cuda/include)
find_file(KERNELC_LIBDEVICE libdevice.10.bc
  HINTS $ENV{CUDA_HOME}/nvvm/libdevice /usr/local/cuda/nvvm/libdevice)
