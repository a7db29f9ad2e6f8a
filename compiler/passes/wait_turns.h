// Loops that wait for what another thread does.
#pragma once

#include "compiler/kir/builder.h"
#include "compiler/kir/kir.h"

namespace kernelc::passes {

// The CPU device runs the threads of a block one after the other. A thread that reads a flag or takes
// a lock in a loop may wait for a later one, which would never come. So a loop whose end depends on
// what an atomic operation gives, or on memory that it reads between fences, gets a `wait_turn` each
// time it has gone round a few times without an end: a retried compare-and-swap never pays for it,
// nor does a loop that counts by atomics and so comes on by itself. Where the module's checks ask for
// errors, it ends its thread when the launch has failed, since whom it waits for may have ended.
//
// Loops that synchronise are left alone: all threads of the block go through these together.
//
// Stands before `fail` is lowered and before device functions are inlined, for loops are easier to
// find in functions as they were written. Keeps all else.
void AddWaitTurns(kir::Module& module);

// The same, and all loops that synchronise wait too: for devices whose threads all go on by themselves, where one that has failed
// leaves the others going round.
void AddWaitTurnsToAll(kir::Module& module);

// A `wait_turn` at the place of `builder`, which ends the thread when the launch has failed: without a report, since the
// error is known already.
void AddTurnThatMayEnd(kir::Builder& builder);

}  // namespace kernelc::passes
