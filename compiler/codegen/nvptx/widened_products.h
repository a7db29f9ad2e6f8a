// High words of products that become 64 bits wide, in PTX.
#pragma once

#include <string>

namespace kernelc::codegen {

// The same PTX with the high word of `mul.wide` for every `mul.hi` of 32 bits whose result becomes
// part of 64 bits, in functions that subtract 64 bits.
//
// ptxas (13.0, all architectures, from -O1 on) makes one instruction of such a product and an
// addition of 64 bits, with the carry. Of a number that is subtracted it takes the negated low word
// and the complement of the high one, and forgets the carry between them: where the low word is
// zero, the difference is 2^32 too little. `x // 31 - y` of a small unsigned `x` and a 64-bit `y`
// is such a difference. `mul.wide` costs the same, and a sum of it is an instruction less.
//
// It is done to the text since NVRTC writes the same. One instruction a line.
std::string RewriteWidenedProducts(std::string ptx);

}  // namespace kernelc::codegen
