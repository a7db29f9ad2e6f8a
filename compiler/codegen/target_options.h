// What code is generated for, and how.
#pragma once

#include <cstdint>
#include <string>

#include "runtime/abi/assembler.h"
#include "runtime/abi/kernel_image.h"

namespace kernelc::codegen {

// What makes PTX: LLVM, or NVRTC from the CUDA C++ that `--emit cuda` writes.
enum class CudaBackend : std::uint8_t { Llvm, Nvrtc };

struct TargetOptions {
  abi::DeviceKind device = abi::DeviceKind::Cuda;
  // CUDA: "sm_75" to "sm_120", with suffix `a` or `f`. CPU: an x86-64 level ("x86-64-v3"), an LLVM CPU name, or
  // "native" for the machine at hand.
  std::string arch = "sm_75";
  // CUDA: the code runs on devices of this very architecture, so that "sm_90" becomes "sm_90a" where a kernel needs
  // what no later one has.
  bool exact = false;
  // LLVM's optimisation level, 0 to 3.
  unsigned opt_level = 3;
  // Of the driver's compiler, which makes machine code of PTX when a kernel is loaded; 4 is its default.
  unsigned assembler_level = abi::kAssemblerLevel;
  // Variables and lines for a debugger; implies opt_level 0 unless that is set.
  bool debug = false;
  // Lines alone, for profilers.
  bool line_info = false;
  // CUDA: PTX ISA version times 10 (80 is 8.0) of the result; 0 is the lowest that the arch and our code need.
  std::uint32_t ptx_version = 0;
  CudaBackend cuda_backend = CudaBackend::Llvm;
  // CUDA C++ with a `#line` before each statement, so that compilers and debuggers name the program's lines.
  bool line_directives = false;
  // CUDA: kernels whose threads know nothing of each other get a second function whose threads do the work of several.
  bool coarsen = false;
  // Keep the LLVM IR text before and after optimisation in the output.
  bool keep_llvm_ir = false;
  // Keep the optimised module as LLVM bitcode.
  bool keep_bitcode = false;

  friend bool operator==(const TargetOptions&, const TargetOptions&) = default;
};

}  // namespace kernelc::codegen
