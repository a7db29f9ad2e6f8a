// Kernels that were compiled apart and joined: functions, tables, shared memory and texts that several of them have.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

#include "apart.h"
#include "kernelc/kernelc_runtime.h"
#include "kernelc/runtime.h"
#include "tests/algorithms/on_device.h"

namespace kernelc::artifacts_test {
namespace {

class Apart : public OnDevice {};
KC_ON_EACH_DEVICE(Apart);

TEST_P(Apart, EachHasWhatItUses) {
  constexpr int kPrimes[] = {2, 3, 5, 7, 11, 13, 17, 19};
  std::vector<std::int32_t> expected(32);
  std::iota(expected.begin(), expected.end(), 100);
  const auto a = ToDevice(*context, expected);
  const auto b = ToDevice(*context, std::vector<double>(32, 0.5));
  const LaunchConfig config{.grid = 1, .block = 32, .dynamic_shared_bytes = 128};
  testing::internal::CaptureStdout();
  apart::first(config, a);
  apart::second(config, a, b);
  apart::third(config, a, b);
  context->Synchronize();
  std::fflush(stdout);
  const std::string printed = testing::internal::GetCapturedStdout();
  for (std::size_t i = 0; i < 32; ++i) {
    expected[i] += kPrimes[i % 8] + 55;
  }
  EXPECT_NE(printed.find("first " + std::to_string(expected[0])), std::string::npos) << printed;
  const std::vector<std::int32_t> before = expected;
  for (std::size_t i = 0; i < 32; ++i) {
    expected[i] = before[31 - i] * kPrimes[i % 8] - 13;
  }
  EXPECT_NE(printed.find("second " + std::to_string(expected[0])), std::string::npos) << printed;
  for (std::int32_t& value : expected) {
    value += 19;
  }
  EXPECT_EQ(a.ToVector(), expected);
  EXPECT_NEAR(b.ToVector()[5], std::sin(0.5) * 1e6, 1e-6);
}

}  // namespace
}  // namespace kernelc::artifacts_test
