// Rows that begin at multiples of 16 bytes are a fact that code is chosen by: launches with such
// rows, with rows of one element more or less and with data that begins elsewhere, in any order,
// must do what code does that assumes nothing.
#include "tests/program/compilations.h"
#include "tests/program/support.h"

namespace kernelc::program_test {
namespace {

constexpr const char* kText = R"py(
from kernelc import *

@kernel
def sums(a, out):
    row = grid(1)
    if row < a.shape[0]:
        total = 0.0
        weighted = 0.0
        for column in range(a.shape[1]):
            total += a[row, column]
        for column in range(1, a.shape[1] - 1):
            weighted += a[row, column] * (a[row, column + 1] - a[row, column - 1])
        out[row, 0] = total
        out[row, 1] = weighted
        out[row, 2] = a[row, -1]

@kernel
def add_rows(a, b):
    row = grid(1)
    if row < a.shape[0]:
        for column in range(a.shape[1]):
            b[row, column] += a[row, column]
)py";

class RowsTest : public OnDevice {
 protected:
  static constexpr std::int64_t kRows = 37;

  // An array of `columns`, whose data begins `first` elements behind a multiple of 16 bytes.
  template <typename T>
  DeviceArrayAny Array(std::int64_t columns, std::int64_t first) const {
    const std::int64_t size = kRows * columns;
    std::vector<T> values(static_cast<std::size_t>(first + size));
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i] = static_cast<T>(i * 37 % 101);
    }
    const DeviceArray<T> whole = ToDevice(*context, values);
    return whole.Sliced({{first, first + size}}).Reshaped({kRows, columns});
  }

  template <typename T>
  void CompareWithGeneral(const char* signature) {
    const JitKernel kernel = Program::FromSource(kText, "rows.py").kernel("sums");
    const Kernel general = kernel.Specialize(*context, signature);
    for (const std::int64_t columns : {0, 1, 15, 16, 17, 48, 31, 32, 33, 64}) {
      for (const std::int64_t first : {0, 1, 16}) {
        const DeviceArrayAny a = Array<T>(columns, first);
        if (columns == 0) {
          continue;
        }
        const DeviceArray<double> out(*context, {kRows, 3});
        const DeviceArray<double> expected(*context, {kRows, 3});
        general.Launch({1, 64}, a, expected);
        kernel.Launch({1, 64}, a, out);
        EXPECT_EQ(out.ToVector(), expected.ToVector()) << columns << " columns from " << first;
      }
    }
  }
};
KC_ON_EACH_DEVICE(RowsTest);

TEST_P(RowsTest, Floats) { CompareWithGeneral<float>("float32[:, ::1], float64[:, ::1]"); }
TEST_P(RowsTest, Doubles) { CompareWithGeneral<double>("float64[:, ::1], float64[:, ::1]"); }
TEST_P(RowsTest, Bytes) { CompareWithGeneral<std::uint8_t>("uint8[:, ::1], float64[:, ::1]"); }

// Code that is for all launches takes rows of any length, whatever it was made for.
TEST_P(RowsTest, CodeForAllLaunches) {
  const JitKernel kernel = Program::FromSource(kText, "rows.py").kernel("add_rows");
  const DeviceArrayAny a = Array<float>(32, 0);
  const DeviceArrayAny b = Array<float>(32, 0);
  const Arg args[] = {a, b};
  const Kernel general = kernel.Specialize(*context, args);
  const DeviceArrayAny odd = Array<float>(33, 0);
  const DeviceArrayAny sums = Array<float>(33, 0);
  general.Launch({1, 64}, odd, sums);
  const std::vector<float> values = DeviceArray<float>(odd).ToVector();
  const std::vector<float> twice = DeviceArray<float>(sums).ToVector();
  for (std::size_t i = 0; i < values.size(); ++i) {
    EXPECT_EQ(twice[i], 2 * values[i]);
  }
}

TEST_P(RowsTest, RowsThatAreWritten) {
  const JitKernel kernel = Program::FromSource(kText, "rows.py").kernel("add_rows");
  for (const std::int64_t columns : {32, 33, 36, 35, 4}) {
    const DeviceArrayAny a = Array<float>(columns, 0);
    const DeviceArrayAny b = Array<float>(columns, 1);
    const DeviceArrayAny c = Array<float>(columns, 0);
    kernel.Launch({1, 64}, a, b);
    kernel.Launch({1, 64}, a, c);
    for (std::int64_t i = 0; i < kRows * columns; ++i) {
      const auto at = [](std::int64_t place) { return static_cast<float>(place * 37 % 101); };
      const auto index = static_cast<std::size_t>(i);
      EXPECT_EQ(DeviceArray<float>(b).ToVector()[index], at(i + 1) + at(i));
      EXPECT_EQ(DeviceArray<float>(c).ToVector()[index], 2 * at(i));
    }
  }
}

// Where data and rows begin changes nothing in code for the CPU: there is one for all of them.
TEST_P(RowsTest, AlignmentIsOfGpus) {
  ProgramOptions options;
  options.cache = false;
  const JitKernel kernel = Program::FromSource(kText, "rows.py", options).kernel("add_rows");
  const Compilations counted("add_rows");
  for (const std::int64_t columns : {32, 33}) {
    for (const std::int64_t first : {0, 1}) {
      const DeviceArrayAny a = Array<float>(columns, first);
      const DeviceArrayAny b = Array<float>(columns, first);
      kernel.Launch({1, 64}, a, b);
    }
  }
  const std::size_t count = counted.Count();
  EXPECT_TRUE(is_cpu() ? count == 1 : count > 1) << count;
}

}  // namespace
}  // namespace kernelc::program_test
