// A product of matrices in shared memory by four warps, as what each thread does for its own sums.
#pragma once

#include <vector>

#include "compiler/kir/builder.h"

namespace kernelc::passes {

// Appends the loops that stand for `wgmma` with these operands (builtins.def). A thread reads the
// rows and columns of its sums; which these are, and where elements lie, is PTX's: "Asynchronous
// warpgroup-level matrix instructions" of the PTX ISA.
void LowerWarpGroupProduct(kir::Builder& builder, const std::vector<kir::InstId>& operands);

}  // namespace kernelc::passes
