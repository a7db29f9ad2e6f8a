// What an operation reads and writes in memory.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "kernelc/dims.h"
#include "kernelc/memory.h"

namespace kernelc::backend {

struct Operation;

// Elements at data + sum(i[d] * strides[d]), in bytes; all that an operation may touch, not what it
// does.
struct Access {
  DevicePointer data = 0;
  std::size_t element_size = 0;
  Dims shape;
  Dims strides;
  bool writes = false;
  // An address without extents: as much of what it lies in as there is.
  bool unbounded = false;
  // What the user calls it: the kernel's parameter. Empty for copies.
  std::string name;
};

// Adjacent bytes.
Access BytesAccess(DevicePointer data, std::size_t bytes, bool writes);
// Those of a launch, from its packed parameters, of a copy, a fill and a graph's launch. None for
// others.
std::vector<Access> AccessesOf(const Operation& operation);
// The first byte and the one after the last. Equal where nothing is touched.
void AccessBounds(const Access& access, DevicePointer* begin, DevicePointer* end) noexcept;
// They may have a byte in common. Exact but for views so twisted that the question takes too long.
bool Overlap(const Access& a, const Access& b) noexcept;

}  // namespace kernelc::backend
