// The samples' kernels at sizes that leave partial blocks, tiles and warps, against plain C++.
#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <vector>

#include "bench/suite/case.h"
#include "bench/support/kernelc_side.h"
#include "samples/support/find_kernel.h"
#include "tests/exec/device_main.h"

namespace kernelc::exec_test {

namespace {

// The thirteen kernels of samples/.
const std::vector<bench::SuiteEntry>& Samples() {
  static const std::vector<bench::SuiteEntry> samples = [] {
    std::vector<bench::SuiteEntry> list;
    for (const bench::SuiteEntry& entry : bench::SuiteEntries()) {
      if (entry.set == "samples") {
        list.push_back(entry);
      }
    }
    return list;
  }();
  return samples;
}

// Runs a case once and compares every array that the kernel writes.
void RunCase(const bench::SuiteEntry& entry, std::int64_t size) {
  const bench::Case& test = *entry.test;
  const bench::Problem problem = test.make(size);
  std::vector<bench::CaseArray> expected;
  for (const bench::CaseArray& array : problem.arrays) {
    expected.push_back(array.Clone());
  }
  try {
    const bench::KernelcSide side(TestContext(), bench::KernelOf(entry), problem);
    side.Launch();
    TestContext().Synchronize();
    test.openmp(problem, expected);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      EXPECT_EQ(bench::Compare(side.Download(i), expected[i], test.tolerance), "")
          << entry.name << ", size " << size << ", array " << i;
    }
  } catch (const Error& error) {
    FAIL() << entry.name << ", size " << size << ": " << error.what();
  }
}

class SampleKernelTest : public testing::TestWithParam<std::tuple<std::size_t, std::int64_t>> {};

TEST_P(SampleKernelTest, AgreesWithPlainCpp) {
  const auto [index, size] = GetParam();
  RunCase(Samples()[index], size);
}

std::string CaseName(const testing::TestParamInfo<std::tuple<std::size_t, std::int64_t>>& info) {
  const auto [index, size] = info.param;
  return std::string(Samples()[index].name) + "_" + std::to_string(size);
}

INSTANTIATE_TEST_SUITE_P(Small, SampleKernelTest,
                         testing::Combine(testing::Range<std::size_t>(0, 13),
                                          testing::Values(1, 31, 33, 100, 257)),
                         CaseName);

// More than the grid has threads, and no multiple of anything.
TEST(SampleKernelLargeTest, AMillionAndThreeElements) {
  for (const bench::SuiteEntry& entry : Samples()) {
    if (entry.test->gpu_size >= (std::int64_t{1} << 20)) {
      RunCase(entry, 1'000'003);
    }
  }
}

TEST(SampleKernelEmptyTest, NoElementsAtAll) {
  for (const bench::SuiteEntry& entry : Samples()) {
    bench::Problem problem = entry.test->make(0);
    problem.grid = {1, 1, 1};
    try {
      const bench::KernelcSide side(TestContext(), bench::KernelOf(entry), problem);
      side.Launch();
      TestContext().Synchronize();
      for (std::size_t i = 0; i < problem.arrays.size(); ++i) {
        EXPECT_EQ(bench::Compare(side.Download(i), problem.arrays[i], {}), "") << entry.name;
      }
    } catch (const Error& error) {
      ADD_FAILURE() << entry.name << ": " << error.what();
    }
  }
}

DeviceArray<float> Numbers(std::int64_t rows, std::int64_t columns, std::vector<float>* host) {
  host->resize(static_cast<std::size_t>(rows * columns));
  for (std::size_t i = 0; i < host->size(); ++i) {
    (*host)[i] = static_cast<float>((i * 37 + 11) % 101);
  }
  return DeviceArray<float>(TestContext(), *host, {rows, columns});
}

TEST(SampleKernelShapeTest, TransposeOfARectangle) {
  constexpr std::int64_t kRows = 45;
  constexpr std::int64_t kColumns = 101;
  std::vector<float> host;
  const auto src = Numbers(kRows, kColumns, &host);
  const DeviceArray<float> dst(TestContext(), {kColumns, kRows});
  const Program program = Program::FromFile(sample::FindKernel("transpose"));
  program.kernel("transpose").Launch({.grid = {4, 2}, .block = {32, 8}}, src, dst);
  const std::vector<float> actual = dst.ToVector();
  for (std::size_t y = 0; y < kRows; ++y) {
    for (std::size_t x = 0; x < kColumns; ++x) {
      ASSERT_EQ(actual[x * kRows + y], host[y * kColumns + x]) << y << ", " << x;
    }
  }
}

TEST(SampleKernelShapeTest, ProductsOfRectangles) {
  constexpr std::int64_t kRows = 19;
  constexpr std::int64_t kDepth = 37;
  constexpr std::int64_t kColumns = 50;
  std::vector<float> a;
  std::vector<float> b;
  const auto device_a = Numbers(kRows, kDepth, &a);
  const auto device_b = Numbers(kDepth, kColumns, &b);
  for (const std::string name : {"matmul_naive", "matmul_tiled"}) {
    const DeviceArray<float> device_c(TestContext(), {kRows, kColumns});
    const Program program = Program::FromFile(sample::FindKernel(name));
    program.kernel(name).Launch({.grid = {4, 4}, .block = {16, 16}}, device_a, device_b, device_c);
    const std::vector<float> actual = device_c.ToVector();
    for (std::size_t i = 0; i < kRows; ++i) {
      for (std::size_t j = 0; j < kColumns; ++j) {
        // Whole numbers below 2^24: every order of addition is exact.
        float total = 0;
        for (std::size_t k = 0; k < kDepth; ++k) {
          total += a[i * kDepth + k] * b[k * kColumns + j];
        }
        ASSERT_EQ(actual[i * kColumns + j], total) << name << " " << i << ", " << j;
      }
    }
  }
}

}  // namespace

}  // namespace kernelc::exec_test
