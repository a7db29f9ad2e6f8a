// Negations that comparisons read, in PTX.
#pragma once

#include <string>
#include <string_view>

namespace kernelc::codegen {

// The same PTX with `not` and an addition of one for every `neg` whose result an integer comparison
// may read.
//
// ptxas (every version tried, 12.4 to 13.5, and so nvJitLink and the driver) forgets the negation
//   - in the test of a loop that it unrolls, when the bound is negated: `j > -n` becomes `j > n +
//   9`;
//     both directions, every constant step, 32 and 64 bits, from -O2 on;
//   - in `-abs(x)` that is compared with a constant, which it takes for false; from -O1 on.
//
// It is done to the text, since the back end makes negations as late as in instruction selection,
// and through copies and phis.
std::string RewriteComparedNegations(std::string_view ptx);

}  // namespace kernelc::codegen
