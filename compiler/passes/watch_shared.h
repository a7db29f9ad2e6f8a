// Accesses to shared memory, for checked runs.
#pragma once

#include "compiler/kir/kir.h"

namespace kernelc::passes {

// Where the module's checks look for races or for reads of what was never written, puts a
// `watch_access` in front of every load, store and atomic operation that reaches shared memory, for
// the fields of records that are copied, and for the elements of the rows that lanes name to loads of
// matrices.
//
// Stands behind inlining, so that a pointer's space is known, and before the threads of a block
// become loops, which puts a `new_epoch` at each barrier. Keeps everything else.
void WatchShared(kir::Module& module);

}  // namespace kernelc::passes
