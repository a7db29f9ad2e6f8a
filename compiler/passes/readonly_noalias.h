// readonly_noalias: finds array parameters of kernels that nothing writes to and that no other
// array overlaps.
//
// `noalias` follows from the launch's fact that arrays do not overlap where one of them is written.
// `readonly` holds when neither the parameter's memory nor memory that may be the same is written;
// it lets loads take the read-only path (ld.global.nc) and move across stores. Needs: nothing.
// Changes only the facts of kernel parameters.
#pragma once

#include "compiler/kir/kir.h"

namespace kernelc::passes {

void InferReadonlyNoalias(kir::Module& module);

}  // namespace kernelc::passes
