#include "runtime/backend/strided.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace kernelc::backend {
namespace {

std::byte* HostPointer(DevicePointer address) { return std::bit_cast<std::byte*>(address); }

// Address arithmetic wraps, as it does on the device.
DevicePointer Offset(DevicePointer base, std::int64_t offset) {
  return base + static_cast<DevicePointer>(offset);
}

bool HasNoElements(const Dims& shape) {
  return std::any_of(shape.begin(), shape.end(), [](std::int64_t extent) { return extent == 0; });
}

// Dimensions of extent 1 say nothing; a negative target stride is walked from its other end.
StridedCopy Normalized(const StridedCopy& copy) {
  StridedCopy out = copy;
  out.shape = {};
  out.to_strides = {};
  out.from_strides = {};
  for (std::size_t d = 0; d < copy.shape.size(); ++d) {
    std::int64_t extent = copy.shape[d];
    std::int64_t to = copy.to_strides[d];
    std::int64_t from = copy.from_strides[d];
    if (extent == 1) {
      continue;
    }
    if (to < 0) {
      out.to = Offset(out.to, to * (extent - 1));
      out.from = Offset(out.from, from * (extent - 1));
      to = -to;
      from = -from;
    }
    std::size_t place = out.shape.size();
    while (place > 0 && out.to_strides[place - 1] < to) {
      --place;
    }
    out.shape.push_back(0);
    out.to_strides.push_back(0);
    out.from_strides.push_back(0);
    std::copy_backward(out.shape.begin() + place, out.shape.end() - 1, out.shape.end());
    std::copy_backward(out.to_strides.begin() + place, out.to_strides.end() - 1,
                       out.to_strides.end());
    std::copy_backward(out.from_strides.begin() + place, out.from_strides.end() - 1,
                       out.from_strides.end());
    out.shape[place] = extent;
    out.to_strides[place] = to;
    out.from_strides[place] = from;
  }
  return out;
}

}  // namespace

StridedCopy Simplified(const StridedCopy& copy) {
  if (HasNoElements(copy.shape)) {
    StridedCopy none = copy;
    none.shape = Dims{0};
    none.to_strides = none.from_strides = Dims{static_cast<std::int64_t>(copy.element_size)};
    return none;
  }
  StridedCopy out = Normalized(copy);
  for (std::size_t d = out.shape.size(); d-- > 1;) {
    if (out.to_strides[d - 1] == out.to_strides[d] * out.shape[d] &&
        out.from_strides[d - 1] == out.from_strides[d] * out.shape[d]) {
      out.shape[d - 1] *= out.shape[d];
      out.to_strides[d - 1] = out.to_strides[d];
      out.from_strides[d - 1] = out.from_strides[d];
      out.shape.erase(d);
      out.to_strides.erase(d);
      out.from_strides.erase(d);
    }
  }
  const std::size_t last = out.shape.size() - 1;
  const auto element = static_cast<std::int64_t>(out.element_size);
  if (!out.shape.empty() && out.to_strides[last] == element && out.from_strides[last] == element) {
    out.element_size *= static_cast<std::size_t>(out.shape[last]);
    out.shape.erase(last);
    out.to_strides.erase(last);
    out.from_strides.erase(last);
  }
  return out;
}

StridedFill Simplified(const StridedFill& fill) {
  StridedCopy copy;
  copy.to = fill.to;
  copy.element_size = fill.element_size;
  copy.shape = fill.shape;
  copy.to_strides = fill.strides;
  copy.from_strides = fill.strides;
  StridedFill out = fill;
  if (HasNoElements(fill.shape)) {
    out.shape = Dims{0};
    out.strides = Dims{static_cast<std::int64_t>(fill.element_size)};
    return out;
  }
  const StridedCopy simple = Simplified(copy);
  out.to = simple.to;
  out.shape = simple.shape;
  out.strides = simple.to_strides;
  // A run of elements stays a dimension here: the pattern is one element.
  if (simple.element_size != fill.element_size) {
    out.shape.push_back(static_cast<std::int64_t>(simple.element_size / fill.element_size));
    out.strides.push_back(static_cast<std::int64_t>(fill.element_size));
  }
  return out;
}

namespace {

// Copies `count` elements of a size known to the compiler, so that each is one load and one store.
template <std::size_t kSize>
void CopyRow(std::byte* to, const std::byte* from, std::int64_t count, std::int64_t to_stride,
             std::int64_t from_stride) {
  for (std::int64_t i = 0; i < count; ++i) {
    std::memcpy(to + i * to_stride, from + i * from_stride, kSize);
  }
}

void CopyRow(std::byte* to, const std::byte* from, std::int64_t count, std::int64_t to_stride,
             std::int64_t from_stride, std::size_t size) {
  switch (size) {
    case 1:
      return CopyRow<1>(to, from, count, to_stride, from_stride);
    case 2:
      return CopyRow<2>(to, from, count, to_stride, from_stride);
    case 4:
      return CopyRow<4>(to, from, count, to_stride, from_stride);
    case 8:
      return CopyRow<8>(to, from, count, to_stride, from_stride);
    case 16:
      return CopyRow<16>(to, from, count, to_stride, from_stride);
    default:
      for (std::int64_t i = 0; i < count; ++i) {
        std::memcpy(to + i * to_stride, from + i * from_stride, size);
      }
  }
}

void CopyDimension(const StridedCopy& copy, std::size_t d, std::byte* to, const std::byte* from) {
  if (d + 1 == copy.shape.size()) {
    CopyRow(to, from, copy.shape[d], copy.to_strides[d], copy.from_strides[d], copy.element_size);
    return;
  }
  for (std::int64_t i = 0; i < copy.shape[d]; ++i) {
    CopyDimension(copy, d + 1, to + i * copy.to_strides[d], from + i * copy.from_strides[d]);
  }
}

void FillDimension(const StridedFill& fill, std::size_t d, std::byte* to) {
  if (d == fill.shape.size()) {
    std::memcpy(to, fill.value, fill.element_size);
    return;
  }
  for (std::int64_t i = 0; i < fill.shape[d]; ++i) {
    FillDimension(fill, d + 1, to + i * fill.strides[d]);
  }
}

}  // namespace

void CopyStridedOnHost(const StridedCopy& copy) {
  const StridedCopy simple = Simplified(copy);
  if (simple.shape.empty()) {
    std::memmove(HostPointer(simple.to), HostPointer(simple.from), simple.element_size);
    return;
  }
  CopyDimension(simple, 0, HostPointer(simple.to), HostPointer(simple.from));
}

void FillStridedOnHost(const StridedFill& fill) {
  const StridedFill simple = Simplified(fill);
  const bool same_bytes = std::all_of(simple.value, simple.value + simple.element_size,
                                      [&](std::byte b) { return b == simple.value[0]; });
  if (same_bytes && simple.shape.size() == 1 &&
      simple.strides[0] == static_cast<std::int64_t>(simple.element_size)) {
    if (simple.shape[0] > 0) {
      std::memset(HostPointer(simple.to), std::to_integer<int>(simple.value[0]),
                  simple.element_size * static_cast<std::size_t>(simple.shape[0]));
    }
    return;
  }
  FillDimension(simple, 0, HostPointer(simple.to));
}

}  // namespace kernelc::backend
