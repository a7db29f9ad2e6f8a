// Which functions make threads wait for each other.
#pragma once

#include <vector>

#include "compiler/kir/kir.h"

namespace kernelc::kir {

// The operation is a barrier of the block, of a warp (shuffles and votes included) or of the grid.
bool IsSynchronisation(const Inst& inst);

// For each function of the module, by index: it, or what it calls, holds such an operation.
std::vector<bool> FindSynchronisation(const Module& module);

}  // namespace kernelc::kir
