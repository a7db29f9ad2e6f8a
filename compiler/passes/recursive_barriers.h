// Barriers that the CPU device cannot run: those of functions that call themselves.
//
// Threads of a block are loops between barriers there, so a barrier must stand in the kernel itself, where inlining puts it.
// A function that calls itself, or is called in a circle, is never inlined.
#pragma once

#include "compiler/diag/emitter.h"
#include "compiler/kir/kir.h"

namespace kernelc::passes {

// Reports each such function of a module whose other calls have been inlined.
void ReportRecursiveBarriers(const kir::Module& module, diag::Emitter& emitter);

}  // namespace kernelc::passes
