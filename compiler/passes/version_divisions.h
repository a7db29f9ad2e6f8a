// version_divisions: gives loops that divide numbers which may be negative a second version in which they are not.
//
//   while b != 0 { a, b = b, a % b }   =>   if a >= 0 and b >= 0 { copy of the loop } else { loop }
//
// A remainder of Python has the sign of its divisor, which takes a third of its instructions, and nearly all numbers
// that programs divide in loops are not negative. One comparison of what the variables hold before the loop picks the
// version. That the numbers stay so in it is asked of the ranges: where they do not show it for every such division,
// there is no second version. Divisors that are constants cost little and have none. LLVM does not do this. Greatest
// common divisors take 0.75 of the time (H200).
//
// Needs: inline_calls. Stands before narrow, which divides without a sign what is not negative.
#pragma once

#include "compiler/kir/kir.h"

namespace kernelc::passes {

void VersionDivisions(kir::Module& module);

}  // namespace kernelc::passes
