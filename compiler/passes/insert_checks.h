// Checks of what the program answers for.
#pragma once

#include "compiler/kir/kir.h"

namespace kernelc::passes {

// Where the module's checks ask for it, a `fail` in front of every operation that would otherwise do
// something meaningless: an index outside of its array (after counting negative ones from the end) or
// tuple, a shift by more than the width, an integer divided by zero, a range with step zero; with
// float_division, floating-point division by zero. Checks that value ranges prove are left out; those
// that follow from a comparison in the program LLVM removes.
//
// Stands first: names and places are the user's, and every function is checked once. Clears the marks
// of slice starts. Keeps everything else.
void InsertChecks(kir::Module& module);

}  // namespace kernelc::passes
