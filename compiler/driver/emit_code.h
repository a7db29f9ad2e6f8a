// From KIR to machine code, on several threads where the module has several kernels.
#pragma once

#include <span>

#include "compiler/base/result.h"
#include "compiler/base/source.h"
#include "compiler/codegen/codegen.h"
#include "compiler/kir/kir.h"

namespace kernelc::driver {

// PTX, or an object for the CPU, as `target` says, by LLVM. Kernels that can be compiled apart are,
// several at a time (parallel.h); the code depends on neither the number of threads nor which of
// them is ready first, and where several fail the first kernel's failure is given. Thread-safe.
Result<codegen::CodegenOutput> EmitCode(const kir::Module& module, const SourceManager& sources,
                                        const codegen::TargetOptions& target,
                                        std::span<const codegen::LinkedBitcode> bitcode);

}  // namespace kernelc::driver
