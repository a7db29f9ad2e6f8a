// Negations that comparisons read, in PTX.
#pragma once

#include <string>

namespace kernelc::codegen {

// The same PTX with `not` and an addition for every negation, `neg` or `sub` from a number, whose
// result an integer comparison may read.
//
// ptxas (every version tried, 12.4 to 13.5, and so nvJitLink and the driver) forgets the negation
//   - in the test of a loop that it unrolls, when the bound is negated, so that `j > -n` becomes
//     `j > n + 9`: both directions, every constant step, 32 and 64 bits, from -O2 on;
//   - where it knows that the loop begins: for `j > -3 - k` with `k` the first `j` it makes one
//     iteration;
//   - in `min(min(a, -b), c)`, likewise `max`, which it makes one instruction of on sm_90;
//   - in `-abs(x)` that is compared with a constant, which it takes for false, from -O1 on.
//
// It is done to the text, since the back end makes negations as late as in instruction selection,
// and NVRTC makes them too; through copies, phis and additions of numbers. One instruction a line.
std::string RewriteComparedNegations(std::string ptx);

}  // namespace kernelc::codegen
