// Small clean-ups that let the passes over threads see through variables.
#pragma once

#include "compiler/kir/kir.h"

namespace kernelc::passes {

// Loads of a slot that is stored to once, in front of them, become the stored value. LLVM does as
// much itself; here it saves memory for each thread, and shows how values depend on the thread.
void ForwardSingleStores(kir::Function& function);

// blockIdx.x * blockDim.x + threadIdx.x becomes grid(1), and the same in y and z: one operation
// that says what is meant, and does not tell blocks apart.
void JoinGridPlaces(kir::Module& module, kir::Function& function);

// Drops operations without effect whose values nobody uses, and slots that nobody loads.
void RemoveDeadValues(kir::Function& function);

}  // namespace kernelc::passes
