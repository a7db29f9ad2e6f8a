// Absolute values and fields of bits whose signs ptxas forgets, in PTX.
#pragma once

#include <string>

namespace kernelc::codegen {

// The same PTX with a shift, `xor` and `sub` for every `abs` of 32 or 64 bits whose result is
// converted to a float as a number without a sign, compared with a number below 1, an operand of
// `rem.s` or the subtrahend of a longer difference.
//
// ptxas (13.0, from -O1 on) takes the result for a number that is not negative, which that of the
// smallest number is: `cvt.rn.f32.u32` becomes a conversion with a sign, -2^31 where 2^31 is right,
// so that a division by it goes wrong too; a remainder loses its sign. In `sub.cc` it forgets the
// carry of the negation within `abs.s64` where that is of zero.
//
// And with two shifts for every `bfe.s32` whose result is converted so: of a byte it is, with its
// sign.
std::string RewriteForgottenSigns(std::string ptx);

}  // namespace kernelc::codegen
