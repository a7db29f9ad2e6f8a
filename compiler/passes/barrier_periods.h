// barrier_periods: loops over threads in pieces within which quotients stay the same.
//
// `i // width` and `i % width` cost every thread a division, and where they are indices every
// access a gather. Of neighbouring threads nearly all have the same quotient, and remainders that
// count up. So the loop over x is taken in pieces that end where a remainder starts again: in a
// piece the quotient is computed once, and the remainder is what the thread's place is above it.
// Counters of the kernel's own loops may be added to the place (`(x + dx) % width`): threads for
// which it depends on the counter run the code as it was, in pieces of their own, as do all when
// the divisor is small. A clamped index, `max(x - 1, 0)`, is gathered too: threads of which the clamp changes nothing
// are a piece with the index as it was. Stands behind barrier_guards, whose bounds pieces keep, and in front of
// barrier_groups, for which pieces are loops over threads as others are.
#pragma once

#include "compiler/kir/kir.h"

namespace kernelc::passes {

void SplitThreadLoopsAtPeriods(kir::Module& module);

}  // namespace kernelc::passes
