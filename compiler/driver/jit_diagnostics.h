// Diagnostics as the JIT API hands them to C++ hosts.
#pragma once

#include <string>
#include <vector>

#include "compiler/diag/diagnostic.h"
#include "compiler/driver/source_unit.h"
#include "kernelc/program.h"

namespace kernelc::driver {

std::vector<CompileDiagnostic> ToCompileDiagnostics(
    const SourceManager& sources, const std::vector<diag::Diagnostic>& diagnostics);

// Throws CompileError for `object` ("kernel `saxpy`", a file) with the rendered diagnostics, or
// with `failure` when it was not the user's text that failed.
[[noreturn]] void ThrowCompileError(const SourceUnit& unit,
                                    const std::vector<diag::Diagnostic>& diagnostics,
                                    const std::string& object, const std::string& failure);

// A fault of the compiler itself, which hosts see as any other error of a compilation.
class InternalCompileError : public CompileError {
 public:
  using CompileError::CompileError;
};

}  // namespace kernelc::driver
