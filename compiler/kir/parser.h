// KIR text to a module.
#pragma once

#include <string_view>

#include "compiler/base/result.h"
#include "compiler/kir/kir.h"

namespace kernelc::kir {

// Reads what Print writes (compiler/docs/kir.md describes the form). The module is well formed as
// text: names are defined before they are used and every operation has its attributes. Whether it
// means anything is for Verify to say. On failure the message starts with "line:column: ".
Result<Module> Parse(std::string_view text);

}  // namespace kernelc::kir
