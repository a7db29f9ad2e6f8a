#include "runtime/linear_algebra/operands.h"

#include <algorithm>
#include <utility>

namespace kernelc::linear_algebra {

namespace {

constexpr std::int64_t kVectorBytes = 16;

std::int64_t RoundUp(std::int64_t value, std::int64_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

// All that a kernel may reach from the first element on, as one dimension: whole vectors, as which
// it is seen. Kernels are told the extents besides.
DeviceArrayAny Flat(const DeviceArrayAny& array) {
  std::int64_t last = 0;
  for (std::size_t d = 0; d < array.ndim(); ++d) {
    last += (array.shape()[d] - 1) * StrideOf(array, d);
  }
  const std::int64_t vector =
      std::max<std::int64_t>(1, kVectorBytes / static_cast<std::int64_t>(array.element_size()));
  const std::int64_t extent = array.size() == 0 ? 0 : RoundUp(last + 1, vector);
  return DeviceArrayAny::Wrap(array.context(), array.data(), array.element(), Dims{extent});
}

struct Range {
  DevicePointer begin;
  DevicePointer end;
};

Range RangeOf(const DeviceArrayAny& array) {
  Range range{array.data(), array.data() + array.element_size()};
  for (std::size_t d = 0; d < array.ndim(); ++d) {
    const std::int64_t reach = (array.shape()[d] - 1) * array.strides()[d];
    (reach < 0 ? range.begin : range.end) += static_cast<DevicePointer>(reach);
  }
  return range;
}

}  // namespace

void Throw(ErrorCode code, const char* operation, std::string message) {
  ErrorInfo info;
  info.code = code;
  info.operation = operation;
  info.message = std::move(message);
  throw Error(std::move(info));
}

std::string ShapeText(const DeviceArrayAny& array) {
  std::string text = "(";
  for (std::size_t d = 0; d < array.ndim(); ++d) {
    text += (d == 0 ? "" : ", ") + std::to_string(array.shape()[d]);
  }
  return text + ")";
}

std::int64_t CountOf(const DeviceArrayAny& array) {
  return array.ndim() == 3 ? array.shape()[0] : 1;
}

std::int64_t RowsOf(const DeviceArrayAny& array) { return array.shape()[array.ndim() - 2]; }

std::int64_t ColumnsOf(const DeviceArrayAny& array) { return array.shape()[array.ndim() - 1]; }

std::int64_t StrideOf(const DeviceArrayAny& array, std::size_t dimension) {
  return array.shape()[dimension] == 1
             ? 0
             : array.strides()[dimension] / static_cast<std::int64_t>(array.element_size());
}

Matrices Describe(const DeviceArrayAny& array) {
  const std::size_t rows = array.ndim() - 2;
  return {.flat = Flat(array),
          .row_stride = StrideOf(array, rows),
          .column_stride = StrideOf(array, rows + 1),
          .step = array.ndim() == 3 ? StrideOf(array, 0) : 0};
}

VectorOperand ForVectors(const DeviceArrayAny& array, bool lines_first, StreamRef stream) {
  const std::size_t rows = array.ndim() - 2;
  const std::size_t line = lines_first ? rows : rows + 1;
  const std::size_t depth = lines_first ? rows + 1 : rows;
  const std::int64_t vector = kVectorBytes / static_cast<std::int64_t>(array.element_size());
  const std::int64_t step = array.ndim() == 3 ? StrideOf(array, 0) : 0;
  const bool aligned =
      array.data() % kVectorBytes == 0 && step % vector == 0 && !HasNegativeStride(array);
  // In this direction elements lie side by side, and whole vectors begin everywhere.
  const auto contiguous = [&](std::size_t along, std::size_t across) {
    return StrideOf(array, along) == 1 && array.shape()[along] % vector == 0 &&
           StrideOf(array, across) % vector == 0;
  };
  if (array.size() == 0) {
    return {.flat = Flat(array)};
  }
  if (aligned && contiguous(depth, line)) {
    return {.flat = Flat(array), .deep = true, .pitch = StrideOf(array, line), .step = step};
  }
  if (aligned && contiguous(line, depth)) {
    return {.flat = Flat(array), .deep = false, .pitch = StrideOf(array, depth), .step = step};
  }
  const std::int64_t lines = array.shape()[line];
  const std::int64_t depths = array.shape()[depth];
  const std::int64_t pitch = RoundUp(depths, vector);
  const DeviceArrayAny copy =
      DeviceArrayAny::Empty(array.context(), array.element(), Dims{CountOf(array), lines, pitch});
  if (pitch != depths) {
    copy.Fill(ScalarValue(0.0f), stream);
  }
  DeviceArrayAny source =
      array.ndim() == 3 ? array : array.Reshaped(Dims{1, array.shape()[0], array.shape()[1]});
  source = lines_first ? source : source.Transposed(Dims{0, 2, 1});
  copy.Sliced({Slice{}, Slice{}, Slice{.start = 0, .stop = depths}}).CopyFrom(source, stream);
  return {.flat = copy.Raveled(),
          .deep = true,
          .pitch = pitch,
          .step = CountOf(array) == 1 ? 0 : lines * pitch};
}

bool HasNegativeStride(const DeviceArrayAny& array) {
  for (std::size_t d = 0; d < array.ndim(); ++d) {
    if (StrideOf(array, d) < 0) {
      return true;
    }
  }
  return false;
}

bool MayOverlap(const DeviceArrayAny& left, const DeviceArrayAny& right) {
  if (left.size() == 0 || right.size() == 0) {
    return false;
  }
  const Range a = RangeOf(left);
  const Range b = RangeOf(right);
  return a.begin < b.end && b.begin < a.end;
}

}  // namespace kernelc::linear_algebra
