// known_overlaps: drops what is done for arrays that overlap, where they do not.
//
// An assignment of an array to an array asks whether they overlap (kir/overlap.h), and has a slow way for those that do.
// Arrays do not overlap that lie in different kinds of memory, that are different shared or local arrays, of which one is the
// function's own and the other one a parameter, or that are parameters of a kernel whose arrays do not overlap. Needs:
// nothing. Stands first, so that other passes do not see code that goes; inline_calls runs it again where parameters have
// become the caller's arrays.
#pragma once

#include "compiler/kir/kir.h"

namespace kernelc::passes {

void DropKnownOverlaps(kir::Module& module);

}  // namespace kernelc::passes
