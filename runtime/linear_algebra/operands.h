// How matrices lie in memory, as the kernels of products want to know it.
#pragma once

#include <cstdint>
#include <string>

#include "kernelc/array.h"
#include "kernelc/error.h"

namespace kernelc::linear_algebra {

[[noreturn]] void Throw(ErrorCode code, const char* operation, std::string message);
// "3 x 4", "(7, 3, 4)".
std::string ShapeText(const DeviceArrayAny& array);

// A batch of matrices as a kernel addresses it: from element 0 of `flat`, in elements.
struct Matrices {
  DeviceArrayAny flat;
  std::int64_t row_stride = 0;
  std::int64_t column_stride = 0;
  // From one matrix to the next; 0 where one serves all.
  std::int64_t step = 0;
};

// An array of two or three dimensions; a batch of one serves all.
std::int64_t CountOf(const DeviceArrayAny& array);
std::int64_t RowsOf(const DeviceArrayAny& array);
std::int64_t ColumnsOf(const DeviceArrayAny& array);
Matrices Describe(const DeviceArrayAny& array);
// One dimension of strides in elements, 0 for extents of 1.
std::int64_t StrideOf(const DeviceArrayAny& array, std::size_t dimension);

// An operand that is read by vectors of 16 bytes: lines (rows of A, columns of B) and depths (what
// is summed over).
struct VectorOperand {
  DeviceArrayAny flat;
  // Neighbours in memory are neighbours in depth, else in line.
  bool deep = true;
  // From one line to the next where deep, else from one depth to the next.
  std::int64_t pitch = 0;
  std::int64_t step = 0;
};

// `lines_first`: rows are lines, as in A. An array that cannot be read so is copied, with zeros
// behind each line to a multiple of a vector.
VectorOperand ForVectors(const DeviceArrayAny& array, bool lines_first, StreamRef stream);

bool HasNegativeStride(const DeviceArrayAny& array);
// Whether two arrays may share memory.
bool MayOverlap(const DeviceArrayAny& left, const DeviceArrayAny& right);

}  // namespace kernelc::linear_algebra
