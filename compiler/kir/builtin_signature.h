// Whether a call fits the typed signature of a builtin's row.
#pragma once

#include <span>
#include <string_view>

#include "compiler/types/type.h"

namespace kernelc::kir {

// `signature` is written as builtins.def describes: "F(F, F)", "int64 attr". False when the types
// of the call do not fit it.
bool MatchesSignature(const types::TypeStore& store, std::string_view signature, TypeId result,
                      std::span<const TypeId> operands);

}  // namespace kernelc::kir
