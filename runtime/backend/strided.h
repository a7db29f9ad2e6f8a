// Copies and fills of arrays with any strides, reduced to their simplest form once for all devices.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernelc/dims.h"
#include "kernelc/memory.h"

namespace kernelc::backend {

// Elements at to + sum(i[d] * to_strides[d]) become those at from + sum(i[d] * from_strides[d]).
struct StridedCopy {
  DevicePointer to = 0;
  DevicePointer from = 0;
  std::size_t element_size = 0;
  Dims shape;
  Dims to_strides;
  Dims from_strides;
};

// Elements at to + sum(i[d] * strides[d]) become the first element_size bytes of `value`.
struct StridedFill {
  DevicePointer to = 0;
  std::size_t element_size = 0;
  std::byte value[16] = {};
  Dims shape;
  Dims strides;
};

// The same copy with the fewest dimensions: none of extent 1, neighbours that are contiguous in
// both merged, the one with the smallest target stride last, target strides not negative. Shape ()
// means one element. Runs of whole bytes become larger elements: the last dimension disappears when
// both sides are contiguous.
StridedCopy Simplified(const StridedCopy& copy);
StridedFill Simplified(const StridedFill& fill);

// Carries a copy between host addresses out.
void CopyStridedOnHost(const StridedCopy& copy);
void FillStridedOnHost(const StridedFill& fill);

}  // namespace kernelc::backend
