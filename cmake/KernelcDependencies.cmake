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

# LLVM 22 with the NVPTX and X86 back ends, linked statically and only into libkernelc.
find_package(LLVM 22.1 REQUIRED CONFIG HINTS /usr/lib/llvm-22/lib/cmake/llvm)
llvm_map_components_to_libnames(KERNELC_LLVM_LIBS
  NVPTX X86 orcjit jitlink passes irreader linker bitreader)
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
