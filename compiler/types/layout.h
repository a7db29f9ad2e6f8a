// Layouts of arrays.
#pragma once

#include "runtime/abi/arg_type.h"

namespace kernelc::types {

// The one name of a layout that `ndim` dimensions cannot tell from others: contiguous in one
// dimension is both C and F, and without dimensions there is nothing to stride over. Types hold
// this one, so that they are equal where their arrays are.
constexpr abi::Layout CanonicalLayout(abi::Layout layout, unsigned ndim) {
  return ndim == 0 || (ndim == 1 && layout == abi::Layout::F) ? abi::Layout::C : layout;
}

}  // namespace kernelc::types
