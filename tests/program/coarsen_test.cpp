// Threads that do the work of several neighbours: the same bits as threads that do their own,
// whatever the grid, the sizes and where arrays begin.
#include <cstring>

#include "tests/program/support.h"

namespace kernelc::program_test {
namespace {

constexpr const char* kText = R"py(
import math
from numba import cuda

@cuda.jit
def scale(x, y, factor):
    i = cuda.grid(1)
    if i < y.size:
        y[i] = factor * x[i] + y[i]

@cuda.jit
def invert(x, y, n):
    i = cuda.threadIdx.x + cuda.blockIdx.x * cuda.blockDim.x
    if i >= n:
        return
    y[i] = 255 - x[i]

@cuda.jit
def smooth(x, y):
    i = cuda.blockDim.x * cuda.blockIdx.x + cuda.threadIdx.x
    if i > 0 and i < x.shape[0] - 1:
        y[i] = (x[i - 1] + x[i] + x[i + 1]) / 3.0

@cuda.jit
def widen(x, y):
    i = cuda.grid(1)
    if 2 <= i < x.size:
        y[i] = x[i] * 0.5 if x[i] > 100 else x[i - 2]

@cuda.jit(device=True)
def damped(value, factor):
    if value < 0:
        return -value
    return math.exp(-value) * factor + math.sqrt(value)

@cuda.jit
def through_device(x, y, factor):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = damped(x[i], factor)

@cuda.jit
def gather(x, index, y):
    i = cuda.grid(1)
    if i < y.size:
        y[i] = x[index[i]]

@cuda.jit
def every_second(x, y):
    i = cuda.grid(1)
    if i < y.size and i % 2 == 0:
        y[i] = x[i] + 1

@cuda.jit
def polynomial(x, coefficients, y):
    i = cuda.grid(1)
    if i >= y.size:
        return
    total = x[i]
    for k in range(coefficients.size):
        total = total * x[i] + coefficients[k]
    y[i] = total

@cuda.jit
def window(x, taps, y):
    i = cuda.grid(1)
    if 0 < i < y.size - taps.size:
        total = 0
        for k in range(taps.size):
            if x[i + k] > 20:
                total += x[i + k] * taps[k] - x[i - 1]
            elif x[i + k] == 5:
                total = k
        y[i] = total >> 1

@cuda.jit
def rows(x, weights, y):
    i = cuda.grid(1)
    if i < y.size:
        for r in range(weights.shape[0]):
            sign = 1 if weights[r, 0] > 0 else -1
            total = 0.0
            for c in range(weights.shape[1]):
                total += weights[r, c] * x[i] * sign
            y[i] = y[i] * 0.5 + total

@cuda.jit
def two_products(x, weights, y):
    i = cuda.grid(1)
    if i < y.size:
        total = weights[0] * weights[1] + x[i] * weights[2]
        for k in range(weights.size):
            total = weights[k] * weights[0] + total * x[i]
        y[i] = total

@cuda.jit
def of_block(y):
    i = cuda.grid(1)
    if i < y.size:
        y[i] = cuda.threadIdx.x + cuda.blockIdx.x
)py";

class CoarsenTest : public OnDevice {
 protected:
  // Threads from which on a GPU takes the coarse function, for every factor, and a few more; on the
  // CPU device there is none.
  std::int64_t Threads() const {
    const DeviceProperties& device = context->device().properties();
    return is_cpu()
               ? 5000
               : std::int64_t{8} * device.multiprocessors * device.max_threads_per_multiprocessor +
                     12345;
  }

  // What `kernel` leaves in an array of `count` elements, which starts as 1, 2, 3 and so on, by a
  // program that coarsens or does not.
  template <typename T, typename Launch>
  std::vector<T> Run(const char* kernel, bool coarsen, std::int64_t count, std::int64_t first,
                     Launch launch) {
    ProgramOptions options;
    options.coarsen = coarsen;
    const Program program = Program::FromSource(kText, "coarsen.py", options);
    std::vector<T> values(static_cast<std::size_t>(count + first));
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i] = static_cast<T>(i % 251 + 1);
    }
    const DeviceArray<T> whole = ToDevice(*context, values);
    launch(program.kernel(kernel), whole.Sliced({{first, count + first, 1}}));
    return whole.ToVector();
  }

  template <typename T, typename Launch>
  void ExpectSame(const char* kernel, std::int64_t count, std::int64_t first, Launch launch) {
    const std::vector<T> plain = Run<T>(kernel, false, count, first, launch);
    const std::vector<T> coarse = Run<T>(kernel, true, count, first, launch);
    EXPECT_EQ(std::memcmp(plain.data(), coarse.data(), plain.size() * sizeof(T)), 0)
        << kernel << " of " << count << " elements from " << first;
  }

  template <typename T>
  DeviceArray<T> Input(std::int64_t count) const {
    std::vector<T> values(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i] = static_cast<T>(static_cast<double>(i * 2654435761U % 1000) * 0.25 - 100);
    }
    return ToDevice(*context, values);
  }

  // Grids that cover the array, that end within it, and that go on behind it.
  std::vector<LaunchConfig> Grids(std::int64_t count) const {
    const auto blocks = static_cast<std::uint32_t>((count + 255) / 256);
    return {{.grid = blocks, .block = 256},
            {.grid = blocks - 3, .block = 256},
            {.grid = blocks + 5, .block = 256},
            {.grid = static_cast<std::uint32_t>((count + 95) / 96), .block = 96}};
  }
};
KC_ON_EACH_DEVICE(CoarsenTest);

TEST_P(CoarsenTest, SameBits) {
  for (const std::int64_t count : {Threads(), Threads() + 1, Threads() + 6}) {
    const DeviceArray<float> floats = Input<float>(count);
    const DeviceArray<std::uint8_t> bytes = Input<std::uint8_t>(count);
    const DeviceArray<std::int16_t> shorts = Input<std::int16_t>(count);
    const DeviceArray<float> weights = Input<float>(15);
    const DeviceArray<std::int16_t> taps = Input<std::int16_t>(9);
    for (const LaunchConfig& grid : Grids(count)) {
      ExpectSame<float>("scale", count, 0, [&](const JitKernel& kernel, const auto& y) {
        kernel.Launch(grid, floats, y, 2.5F);
      });
      ExpectSame<std::uint8_t>("invert", count, 0, [&](const JitKernel& kernel, const auto& y) {
        kernel.Launch(grid, bytes, y, static_cast<std::int32_t>(count - 3));
      });
      ExpectSame<float>("smooth", count, 0, [&](const JitKernel& kernel, const auto& y) {
        kernel.Launch(grid, floats, y);
      });
      ExpectSame<float>("widen", count, 0, [&](const JitKernel& kernel, const auto& y) {
        kernel.Launch(grid, shorts, y);
      });
      ExpectSame<float>("through_device", count, 0, [&](const JitKernel& kernel, const auto& y) {
        kernel.Launch(grid, floats, y, 0.125F);
      });
      ExpectSame<std::int16_t>(
          "every_second", count, 0,
          [&](const JitKernel& kernel, const auto& y) { kernel.Launch(grid, shorts, y); });
      ExpectSame<float>("polynomial", count, 0, [&](const JitKernel& kernel, const auto& y) {
        kernel.Launch(grid, floats, weights, y);
      });
      ExpectSame<float>("two_products", count, 0, [&](const JitKernel& kernel, const auto& y) {
        kernel.Launch(grid, floats, weights, y);
      });
      ExpectSame<float>("rows", count, 0, [&](const JitKernel& kernel, const auto& y) {
        kernel.Launch(grid, floats, weights.Reshaped({3, 5}), y);
      });
      ExpectSame<std::int32_t>("window", count, 0, [&](const JitKernel& kernel, const auto& y) {
        kernel.Launch(grid, shorts, taps, y);
      });
      ExpectSame<std::int16_t>("of_block", count, 0, [&](const JitKernel& kernel, const auto& y) {
        kernel.Launch(grid, y);
      });
    }
  }
}

TEST_P(CoarsenTest, ArraysThatBeginAnywhere) {
  const std::int64_t count = Threads();
  const DeviceArray<std::uint8_t> bytes = Input<std::uint8_t>(count);
  for (const std::int64_t first : {1, 2, 3, 7}) {
    ExpectSame<std::uint8_t>("invert", count, first, [&](const JitKernel& kernel, const auto& y) {
      kernel.Launch(Grids(count).front(), bytes, y, static_cast<std::int32_t>(count));
    });
  }
}

TEST_P(CoarsenTest, IndicesFromMemory) {
  const std::int64_t count = Threads();
  std::vector<std::int32_t> index(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < index.size(); ++i) {
    index[i] = static_cast<std::int32_t>((i * 7919) % index.size()) - (i % 3 == 0 ? 1 : 0);
  }
  const DeviceArray<std::int32_t> places = ToDevice(*context, index);
  const DeviceArray<float> x = Input<float>(count);
  ExpectSame<float>("gather", count, 0, [&](const JitKernel& kernel, const auto& y) {
    kernel.Launch(Grids(count).front(), x, places, y);
  });
}

// The argument that is read is the one that is written, from another place on.
TEST_P(CoarsenTest, ArraysThatOverlap) {
  const std::int64_t count = Threads();
  ExpectSame<float>("scale", count, 0, [&](const JitKernel& kernel, const auto& y) {
    kernel.Launch(Grids(count).front(), y, y, 2.0F);
  });
}

// A grid of two dimensions has threads that share their place in x.
TEST_P(CoarsenTest, GridsOfTwoDimensions) {
  const std::int64_t count = Threads();
  const DeviceArray<float> x = Input<float>(count);
  LaunchConfig grid = Grids(count).front();
  grid.grid.y = 2;
  ExpectSame<std::int16_t>("of_block", count, 0,
                           [&](const JitKernel& kernel, const auto& y) { kernel.Launch(grid, y); });
}

}  // namespace
}  // namespace kernelc::program_test
