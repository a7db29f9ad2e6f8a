// version_loops: gives loops whose start may be negative a second version in which it is not.
//
// `for k in range(first[i], first[i + 1])` may count from below zero as far as anyone knows, so
// every index made of k pays for wraparound, although no program means it. One comparison before
// the loop picks the version; wraparound then drops the cost from the common one. LLVM does not do
// this, since the condition changes from iteration to iteration. Loops that hold loops or
// synchronisation, or are long, stay as they are. Needs: inline_calls. Stands before wraparound,
// which it is for.
#pragma once

#include "compiler/kir/kir.h"

namespace kernelc::passes {

void VersionLoops(kir::Module& module);

}  // namespace kernelc::passes
