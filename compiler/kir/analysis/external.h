// Device functions that are defined, or called, elsewhere.
#pragma once

#include <algorithm>

#include "compiler/kir/kir.h"

namespace kernelc::kir {

// Whether `function` is declared alone: a device function with no operation, not even a return. Its symbol is the name
// of a function with the C ABI that the code is linked with; its strings are the files that hold it.
inline bool IsExternal(const Function& function) {
  return function.kind == FunctionKind::Device && function.region(function.body).insts.empty();
}

inline bool HasExternals(const Module& module) {
  return std::ranges::any_of(module.functions, IsExternal);
}

// Whether `function` is a device function whose symbol others link with.
inline bool IsExported(const Function& function) {
  return function.options.exported != Export::None;
}

}  // namespace kernelc::kir
