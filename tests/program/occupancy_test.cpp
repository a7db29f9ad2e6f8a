// The occupancy calculator against the driver of the device at hand: kernels with many and few
// registers, with and without shared memory, for thousands of launches.
#include "kernelc/occupancy.h"

#include <gtest/gtest.h>

#include <string>

#include "kernelc/program.h"

namespace kernelc {
namespace {

// Eight sums that need each other take registers, which `max_registers` takes back.
constexpr const char* kSource = R"py(
from kernelc import *

@kernel("void(float32[::1])")
def few(x):
    i = grid(1)
    if i < x.size:
        x[i] = 1

@kernel("void(float32[::1])")
def tile(x):
    s = shared.array(1500, float32)
    s[threadIdx.x] = x[threadIdx.x]
    syncthreads()
    x[threadIdx.x] = s[1023 - threadIdx.x]

@kernel("void(float32[::1])", launch_bounds=(128, 2))
def bounded(x):
    i = grid(1)
    if 2 * i < x.size:
        x[i] = x[2 * i]

def body(x, n):
    a = x[0]; b = x[1]; c = x[2]; d = x[3]; e = x[4]; f = x[5]; g = x[6]; h = x[7]
    for i in range(n):
        y = x[i]
        a += y * b; b += y * c; c += y * d; d += y * e
        e += y * f; f += y * g; g += y * h; h += y * a
    x[0] = a; x[1] = b; x[2] = c; x[3] = d; x[4] = e; x[5] = f; x[6] = g; x[7] = h

@kernel("void(float32[::1], int32)", max_registers=24)
def at_most_24(x, n):
    body(x, n)

@kernel("void(float64[::1], int32)")
def many(x, n):
    body(x, n)

@kernel("void(float64[::1], int32)", max_registers=40)
def at_most_40(x, n):
    body(x, n)
)py";

class OccupancyTest : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (std::string(GetParam()) == "cuda" && !cuda_available()) {
      GTEST_SKIP() << why_cuda_is_unavailable();
    }
  }
};
INSTANTIATE_TEST_SUITE_P(Devices, OccupancyTest, testing::Values("cpu", "cuda"),
                         [](const auto& device) { return std::string(device.param); });

TEST_P(OccupancyTest, IsWhatTheDriverSays) {
  const Context context(GetParam());
  const DeviceData data(context.device());
  const Program program = Program::FromSource(kSource, "occupancy.py");
  int compared = 0;
  for (const char* name : {"few", "tile", "bounded", "at_most_24", "many", "at_most_40"}) {
    const Kernel code = program.kernel(name).Specialize(context, "");
    const KernelAttributes& attributes = code.attributes();
    const std::size_t room = data.shared_memory_optin - attributes.static_shared_bytes;
    for (int threads = 1; threads <= attributes.max_threads_per_block; threads += 7) {
      for (const std::size_t shared : {std::size_t{0}, std::size_t{1}, std::size_t{1024},
                                       std::size_t{10000}, std::size_t{33333}, room / 2, room}) {
        const OccupancyRecord record(code, threads, shared);
        ASSERT_EQ(record.tb_per_mp,
                  code.max_active_blocks(static_cast<std::uint32_t>(threads), shared))
            << name << " with " << attributes.registers << " registers and "
            << attributes.static_shared_bytes << " bytes, " << threads << " threads, " << shared
            << " bytes more, limited by " << occupancy_limit_name(record.limited_by);
        ++compared;
      }
    }
    if (context.device().kind() == DeviceKind::Cuda) {
      const auto best =
          BestOccupancy(OccupancyCurve(data, attributes.static_shared_bytes, attributes.registers,
                                       attributes.max_threads_per_block));
      ASSERT_TRUE(best);
      EXPECT_EQ(static_cast<std::uint32_t>(best->threads), code.suggest_block().block) << name;
    }
  }
  EXPECT_GE(compared, 5000);
}

}  // namespace
}  // namespace kernelc
