// What the files of the C API of libkernelc share.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "kernelc/c_bridge.h"
#include "kernelc/program.h"

namespace kernelc::driver {

// Runs `body`; a CompileError goes on in the form that the runtime, which knows no compiler, keeps.
template <typename Body>
void WithDiagnostics(Body&& body) {
  try {
    std::forward<Body>(body)();
  } catch (const CompileError& error) {
    std::vector<capi::DiagnosticText> texts;
    for (const CompileDiagnostic& fault : error.diagnostics()) {
      texts.push_back({fault.severity, fault.kind, fault.message, fault.file, fault.line,
                       fault.column, fault.help});
    }
    throw capi::DiagnosedError(error, std::move(texts));
  }
}

// As capi::Guard.
template <typename Body>
kernelc_status GuardCompile(const char* function, Body&& body) noexcept {
  return capi::Guard(function, [&] { WithDiagnostics(std::forward<Body>(body)); });
}

// A new handle that owns `object`.
template <typename Handle>
void GiveHandle(capi::HandleKind kind, Handle* out, std::unique_ptr<capi::HandleObject> object) {
  *out = static_cast<Handle>(capi::NewHandle(kind, std::move(object)));
}

}  // namespace kernelc::driver
