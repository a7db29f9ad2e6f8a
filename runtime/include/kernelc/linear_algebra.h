// Products, transposes and small systems of matrices in device memory, in libkernelc_algorithms
// (kernelc::algorithms in CMake). By kernels that were compiled ahead of time: no compiler and no
// cuBLAS is needed.
//
// A matrix is an array of two dimensions, rows first, with any strides: `a.Transposed()` is the
// transposed operand. An array of three dimensions is a batch of matrices, its first dimension.
// Everything is stream-ordered and does not wait, with one exception: arrays that a kernel cannot
// read or write where they lie (see MatMul) go through temporary ones, whose end waits for the
// stream. Everything may be called by any thread.
//
// Throws Error{TypeMismatch} for element types that a function is not for, Error{InvalidArgument}
// that names the shapes where they do not fit, and what launches throw.
#pragma once

#include "kernelc/algorithms_export.h"
#include "kernelc/array.h"
#include "kernelc/stream.h"

namespace kernelc {

struct MatMulOptions {
  double alpha = 1;
  // 0: what `c` held is not read.
  double beta = 0;
  StreamRef stream = {};
};

// c = alpha * a @ b + beta * c for a (m, k), b (k, n), c (m, n), or batches (count, m, k), ...; `a`
// and `b` may be one matrix, of two dimensions or a batch of one, for all of a batch. float32,
// float64, float16 or bfloat16 throughout; `c` may be float32 where the others have 16 bits. 16-bit
// floats are summed in float32, from sm_80 on by the matrix instructions; float32 is never rounded
// to fewer bits. `c` may overlap `a` and `b`, by way of a temporary. On GPUs operands are read
// where they lie when either their rows or their columns are contiguous, and the others, like the
// first element, begin at multiples of 16 bytes and have whole numbers of 16 bytes; else they are
// copied first. Of `c` either rows or columns should be contiguous.
KC_ALGORITHMS_API void MatMul(const DeviceArrayAny& a, const DeviceArrayAny& b,
                              const DeviceArrayAny& c, const MatMulOptions& options = {});

// target[j, i] = source[i, j], or target[x, j, i] = source[x, i, j], of any one type; the two must
// not overlap.
KC_ALGORITHMS_API void Transpose(const DeviceArrayAny& source, const DeviceArrayAny& target,
                                 StreamRef stream = {});

// Batches of matrices of at most 32 rows, float32 or float64. `info` has an int32 for each matrix,
// which becomes 0, or the number from 1 of the first column at which the matrix turned out to be
// singular (not positive definite); what else the function gives for that matrix means nothing.
// Inputs and outputs must not overlap.

// a[x] @ solution[x] = b[x] by LU factors with partial pivoting: a (count, n, n), b and solution
// (count, n) or (count, n, r).
KC_ALGORITHMS_API void BatchedSolve(const DeviceArrayAny& a, const DeviceArrayAny& b,
                                    const DeviceArrayAny& solution, const DeviceArrayAny& info,
                                    StreamRef stream = {});
// The inverses, by the same factors.
KC_ALGORITHMS_API void BatchedInverse(const DeviceArrayAny& a, const DeviceArrayAny& inverse,
                                      const DeviceArrayAny& info, StreamRef stream = {});
// Lower triangular matrices with lower[x] @ lower[x].T = a[x] for symmetric a[x], of which the
// lower half is read.
KC_ALGORITHMS_API void BatchedCholesky(const DeviceArrayAny& a, const DeviceArrayAny& lower,
                                       const DeviceArrayAny& info, StreamRef stream = {});

}  // namespace kernelc
