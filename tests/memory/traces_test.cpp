// What programs were recorded to allocate, again: the caching resource reserves little more than
// what is live.
#include <algorithm>
#include <cstdio>
#include <fstream>

#include "tests/memory/support.h"

namespace kernelc::memory_test {
namespace {

class Traces : public testing::TestWithParam<const char*> {};

TEST_P(Traces, PeakIsNearWhatIsLive) {
  const Context context("cpu");
  const MemoryResource caching = CachingResource(NoMemory(context));
  std::ifstream file(std::string(KERNELC_TEST_TRACES) + "/" + GetParam() + ".trace");
  if (!file) {
    GTEST_SKIP() << "the traces are not where this was built";
  }
  std::vector<std::pair<DevicePointer, std::size_t>> blocks;
  int operations = 0;
  char action = 0;
  for (std::size_t number = 0; file >> action >> number; ++operations) {
    if (action == '+') {
      blocks.emplace_back(caching.Allocate(number), number);
    } else {
      caching.Free(blocks[number].first, blocks[number].second);
    }
    if (operations % 100 == 0) {
      caching.Verify();
    }
  }
  ASSERT_GT(operations, 1000);
  const MemoryStats stats = caching.stats();
  const double ratio = static_cast<double>(stats.reserved_bytes.peak) /
                       static_cast<double>(stats.requested_bytes.peak);
  std::printf("%s: %d operations, live at most %.1f MiB, reserved %.1f MiB: %.3f; %llu segments\n",
              GetParam(), operations, static_cast<double>(stats.requested_bytes.peak) / 1048576.0,
              static_cast<double>(stats.reserved_bytes.peak) / 1048576.0, ratio,
              static_cast<unsigned long long>(stats.segments.added));
  EXPECT_LE(ratio, 1.15);
}

INSTANTIATE_TEST_SUITE_P(Programs, Traces,
                         testing::Values("training", "adaptive_mesh", "inference"),
                         [](const auto& program) { return std::string(program.param); });

}  // namespace
}  // namespace kernelc::memory_test
