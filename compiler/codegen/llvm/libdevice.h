// libdevice: NVIDIA's math functions as LLVM bitcode, embedded when the toolkit was there at build
// time.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Module.h>

#include <string>

#include "compiler/base/result.h"

namespace kernelc::codegen {

// What stands behind `__nvvm_reflect` in libdevice.
struct ReflectValues {
  // Flush subnormal float32 to zero.
  bool ftz = false;
  // Architecture times 10: 900 for sm_90.
  int cuda_arch = 0;
};

// True when this build has libdevice.
bool HasLibdevice();

// Defines, as internal functions, the `__nv_*` functions that `module` declares, and what these
// call, but for those that `is_left` says to leave declared. Does nothing when there are none. The failure names the
// function that is missing.
using LeftDeclared = llvm::function_ref<bool(llvm::StringRef)>;
Result<bool> LinkLibdevice(
    llvm::Module& module, const ReflectValues& values,
    LeftDeclared is_left = [](llvm::StringRef) { return false; });

}  // namespace kernelc::codegen
