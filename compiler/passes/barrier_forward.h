// Small clean-ups that let the passes over threads see through variables.
#pragma once

#include "compiler/kir/kir.h"

namespace kernelc::passes {

// Loads of a slot that is stored to once, in front of them, become the stored value. LLVM does as much itself; here it
// saves memory for each thread, and shows how values depend on the thread.
void ForwardSingleStores(kir::Function& function);

// Drops operations without effect whose values nobody uses, and slots that nobody loads.
void RemoveDeadValues(kir::Function& function);

}  // namespace kernelc::passes
