// Whether arithmetic in double precision, which the types ask for, is there at run time.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "compiler/base/source.h"
#include "compiler/kir/kir.h"

namespace kernelc::sema {

// The first of `places` at which an operation of `function` gives a float64 or complex128 that is needed
// as one, as an index; none where there is no such place. Not needed: what was folded; one sum,
// difference, product or quotient of float32 values and exact constants that becomes float32 at once,
// for which one rounding to float64 changes nothing, so that LLVM computes it in float32 (S. Figueroa,
// "When is double rounding innocuous?", 1995); what only becomes an integer, as the number of blocks of
// a size does. Takes time linear in the function.
std::optional<std::size_t> FirstNeededDouble(const kir::Function& function,
                                             std::span<const SourceRange> places);

}  // namespace kernelc::sema
