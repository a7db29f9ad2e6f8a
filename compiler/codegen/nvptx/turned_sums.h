// Sums of shifts that ptxas takes for rotations, in PTX.
#pragma once

#include <string>

namespace kernelc::codegen {

// The same PTX with words for every `shr` of 64 bits by a number where what the same register is
// shifted to the left by, the rest of 64 bits, is added or subtracted somewhere.
//
// ptxas (13.0, from -O1 on) takes `(x >> 33) - (x << 31)` for `x` turned by 31 bits, and so
// `(x << 13) + (x >> 51)` of an `x` with a sign: what is shifted out and comes from the sign is
// forgotten. Right are `or` and `xor`, 32 bits, and sums whose shift has no sign.
std::string RewriteTurnedSums(std::string ptx);

}  // namespace kernelc::codegen
