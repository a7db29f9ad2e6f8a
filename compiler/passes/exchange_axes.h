// exchange_axes: the direction of the grid in which neighbours' elements lie side by side becomes x.
//
//   i, j = cuda.grid(2)
//   if i < h and j < w: out[i, j] = …          threads that are neighbours in y share lines of memory
//
// is how many programs write their indices. A loop over the threads of a row in x reads and writes a line for each
// element then, and its vectors are gathered. Where elements follow another direction, all of a kernel's places, sizes
// and extents of the launch change names with those in x, and its function takes the launch's numbers in that order
// (FunctionOptions::exchanged_axis): nothing else in the compiler knows, but for the limits of places. What such a kernel
// does not do: synchronise warps or the grid, wait, print, fail, watch shared memory or report errors, ask for its lane,
// which is numbered along x, or call functions that ask for places. Stands in front of all that deals with threads.
#pragma once

#include "compiler/kir/kir.h"

namespace kernelc::passes {

void ExchangeAxes(kir::Module& module);

}  // namespace kernelc::passes
