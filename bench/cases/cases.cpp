// The table of the cases and how each is solved without a kernel.
#include "bench/cases/case.h"
#include "bench/openmp/openmp.h"

namespace kernelc::bench {

namespace {

using Arrays = std::span<const CaseArray>;

void SolveVectorAdd(const Problem&, Arrays a) {
  openmp::VectorAdd(a[0].data<float>(), a[1].data<float>(), a[2].data<float>(), a[2].size());
}

void SolveSaxpy(const Problem& p, Arrays a) {
  openmp::Saxpy(std::get<float>(p.args[0]), a[0].data<float>(), a[1].data<float>(), a[1].size());
}

void SolveTranspose(const Problem&, Arrays a) {
  openmp::Transpose(a[0].data<float>(), a[1].data<float>(), a[0].shape()[0], a[0].shape()[1]);
}

void SolveMatmulNaive(const Problem&, Arrays a) {
  openmp::MatmulNaive(a[0].data<float>(), a[1].data<float>(), a[2].data<float>(), a[2].shape()[0],
                      a[2].shape()[1], a[0].shape()[1]);
}

void SolveMatmulTiled(const Problem&, Arrays a) {
  openmp::MatmulTiled(a[0].data<float>(), a[1].data<float>(), a[2].data<float>(), a[2].shape()[0],
                      a[2].shape()[1], a[0].shape()[1]);
}

void SolveSum(const Problem&, Arrays a) {
  openmp::Sum(a[0].data<float>(), a[1].data<float>(), a[0].size());
}

void SolveNbody(const Problem&, Arrays a) {
  openmp::Nbody(a[0].data<float>(), a[1].data<float>(), a[0].shape()[0]);
}

void SolveMandelbrot(const Problem& p, Arrays a) {
  openmp::Mandelbrot(a[0].data<std::uint8_t>(), std::get<double>(p.args[1]),
                     std::get<double>(p.args[2]), std::get<double>(p.args[3]),
                     std::get<double>(p.args[4]), std::get<std::int64_t>(p.args[5]),
                     a[0].shape()[0], a[0].shape()[1]);
}

void SolveBlackScholes(const Problem& p, Arrays a) {
  openmp::BlackScholes(a[0].data<float>(), a[1].data<float>(), a[2].data<float>(),
                       a[3].data<float>(), a[4].data<float>(), std::get<float>(p.args[5]),
                       std::get<float>(p.args[6]), a[0].size());
}

void SolveHeat(const Problem& p, Arrays a) {
  openmp::Heat(a[0].data<float>(), a[1].data<float>(), std::get<float>(p.args[2]), a[0].shape()[0],
               a[0].shape()[1]);
}

void SolveHistogram(const Problem&, Arrays a) {
  openmp::Histogram(a[0].data<std::uint8_t>(), a[1].data<std::int32_t>(), a[0].size());
}

void SolveSpmv(const Problem&, Arrays a) {
  openmp::Spmv(a[0].data<std::int32_t>(), a[1].data<std::int32_t>(), a[2].data<float>(),
               a[3].data<float>(), a[4].data<float>(), a[4].size());
}

constexpr Tolerance kExact = {};
// One rounding more or less: multiplication and addition fused or not.
constexpr Tolerance kFused = {.relative = 1e-6, .of_largest = 1e-6};
// A long sum in another order.
constexpr Tolerance kSummed = {.relative = 1e-4, .of_largest = 1e-5};
// Mathematical functions of two libraries.
constexpr Tolerance kMath = {.relative = 1e-4, .of_largest = 1e-5};
// Points on the border of the set escape at another step when one rounding differs.
constexpr Tolerance kChaotic = {.outliers = 2e-3};

constexpr std::int64_t Pow2(int exponent) { return std::int64_t{1} << exponent; }

constexpr Case kCases[] = {
    {"vector_add", MakeVectorAdd, SolveVectorAdd, kExact, 1000, Pow2(24), Pow2(27)},
    {"saxpy", MakeSaxpy, SolveSaxpy, kFused, 1000, Pow2(24), Pow2(27)},
    {"transpose", MakeTranspose, SolveTranspose, kExact, 50, 4096, 8192},
    {"matmul_naive", MakeMatmulNaive, SolveMatmulNaive, kSummed, 40, 512, 2048},
    {"matmul_tiled", MakeMatmulTiled, SolveMatmulTiled, kSummed, 40, 1024, 2048},
    {"block_sum", MakeSum, SolveSum, kSummed, 3000, Pow2(24), Pow2(27)},
    {"warp_sum", MakeSum, SolveSum, kSummed, 3000, Pow2(24), Pow2(27)},
    {"nbody", MakeNbody, SolveNbody, kSummed, 300, 8192, 32768},
    {"mandelbrot", MakeMandelbrot, SolveMandelbrot, kChaotic, 64, 1024, 4096},
    {"black_scholes", MakeBlackScholes, SolveBlackScholes, kMath, 1000, Pow2(22), Pow2(25)},
    {"heat", MakeHeat, SolveHeat, kFused, 50, 4096, 8192},
    {"histogram", MakeHistogram, SolveHistogram, kExact, 3000, Pow2(24), Pow2(27)},
    {"spmv", MakeSpmv, SolveSpmv, kSummed, 500, Pow2(18), Pow2(20)},
};

}  // namespace

std::span<const Case> Cases() { return kCases; }

}  // namespace kernelc::bench
