// The samples' problems solved on the CPU by hand-written C++ with OpenMP: what a programmer would
// write instead of a kernel, with the same algorithm in the large (a naive matrix product stays
// naive).
#pragma once

#include <cstdint>

namespace kernelc::bench::openmp {

void VectorAdd(const float* a, const float* b, float* c, std::int64_t n);
void Saxpy(float a, const float* x, float* y, std::int64_t n);
void Transpose(const float* src, float* dst, std::int64_t height, std::int64_t width);
void MatmulNaive(const float* a, const float* b, float* c, std::int64_t m, std::int64_t n,
                 std::int64_t depth);
void MatmulTiled(const float* a, const float* b, float* c, std::int64_t m, std::int64_t n,
                 std::int64_t depth);
// Both sums add to `*total`, as the kernels do.
void Sum(const float* data, float* total, std::int64_t n);
void Nbody(const float* bodies, float* acceleration, std::int64_t n);
void Mandelbrot(std::uint8_t* image, double left, double right, double bottom, double top,
                std::int64_t limit, std::int64_t height, std::int64_t width);
void BlackScholes(float* call, float* put, const float* spot, const float* strike,
                  const float* years, float rate, float volatility, std::int64_t n);
void Heat(const float* u, float* out, float alpha, std::int64_t height, std::int64_t width);
// Adds to `bins`, which has 256 elements.
void Histogram(const std::uint8_t* data, std::int32_t* bins, std::int64_t n);
void Spmv(const std::int32_t* indptr, const std::int32_t* indices, const float* values,
          const float* x, float* y, std::int64_t rows);

}  // namespace kernelc::bench::openmp
