// narrow: computes 64-bit integers in 32 bits where that gives the same.
//
// Literals, counters and most sums are int64 in the language, and C programs have 32 bits in their
// place, which a GPU computes in half the instructions. A value is narrowed where it is shown to
// fit (compiler/kir/analysis/value_ranges.h), and where nobody looks at more than its low 32 bits:
// a sum that is stored to an int32 array. Slots, loops' variables, comparisons, conversions to
// floats and indices go along. Never to 16 bits, for which a GPU needs more instructions. Divisions
// that stay in 64 bits lose their sign where no operand is negative.
//
// Stands on KIR since only here a local variable is one thing (LLVM narrows no variable of a loop),
// places in the grid, extents and facts about arguments are known, and a choice costs microseconds.
// Needs: inline_calls, so that arguments' ranges are seen; wraparound, which looks at the wide
// index. Before index32, which narrows what is left of indices into small arrays.
#pragma once

#include "compiler/kir/kir.h"

namespace kernelc::passes {

void NarrowIntegers(kir::Module& module);

}  // namespace kernelc::passes
