// Warnings about kernels that have a meaning, though probably not the one that was meant. Phase interface: everything else
// in this folder is private to it.
#pragma once

#include "compiler/base/source.h"
#include "compiler/diag/emitter.h"
#include "compiler/kir/kir.h"

namespace kernelc::lint {

// Looks at KIR as sema made it, before any pass, and reports warnings alone. Takes time linear in the size of the module.
void Check(const kir::Module& module, const SourceManager& sources, diag::Emitter& emitter);

}  // namespace kernelc::lint
