// Checks that a module keeps the rules of KIR (compiler/docs/kir.md).
#pragma once

#include <string>
#include <vector>

#include "compiler/kir/kir.h"

namespace kernelc::kir {

// Every fault found, each as "@function: operation: what is wrong"; empty when the module is valid.
// Never fails itself, whatever the module holds. A function whose ids point nowhere is not looked
// at further.
std::vector<std::string> Verify(const Module& module);

}  // namespace kernelc::kir
