// wraparound: drops the wraparound of indices that cannot be negative.
//
// A negative index counts from the end, which costs a comparison, a selection and an addition for
// each access. The ranges of indices (compiler/kir/analysis/value_ranges.h) show most of them to be
// 0 or more; LLVM does not know that of thread indices and extents. Needs: inline_calls, so that
// arguments' ranges are seen. Changes only the masks of element_ptr.
#pragma once

#include "compiler/kir/kir.h"

namespace kernelc::passes {

void DropWraparound(kir::Module& module);

}  // namespace kernelc::passes
