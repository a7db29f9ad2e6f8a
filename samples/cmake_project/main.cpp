// Standardises the columns of a table: mean 0, deviation 1, outliers clipped. The kernels were built
// with this program; it needs libkernelc_runtime alone.
#include <kernelc/runtime.h>
#include <kernels/clip.h>
#include <kernels/columns.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <vector>

namespace {

constexpr std::int64_t kRows = 5000;
constexpr std::int64_t kColumns = 24;
constexpr float kLimit = 2.5f;
// As in kernels/reduction.py.
constexpr std::uint32_t kThreads = 128;

// Waves of other heights and lengths, with a few values far off.
std::vector<float> MakeTable() {
  std::vector<float> table(static_cast<std::size_t>(kRows * kColumns));
  for (std::int64_t row = 0; row < kRows; ++row) {
    for (std::int64_t column = 0; column < kColumns; ++column) {
      const double wave = std::sin(0.01 * static_cast<double>(row * (column + 1)));
      const double outlier = row % 977 == column ? 40.0 : 0.0;
      table[static_cast<std::size_t>(row * kColumns + column)] =
          static_cast<float>(static_cast<double>(column) + 3.0 * wave + outlier);
    }
  }
  return table;
}

// In plain C++, for comparison.
std::vector<float> Expected(std::vector<float> table) {
  for (std::size_t column = 0; column < kColumns; ++column) {
    double sum = 0;
    for (std::size_t row = 0; row < kRows; ++row) {
      sum += double{table[row * kColumns + column]};
    }
    const double mean = sum / kRows;
    double squares = 0;
    for (std::size_t row = 0; row < kRows; ++row) {
      squares += std::pow(double{table[row * kColumns + column]} - mean, 2);
    }
    const double deviation = std::sqrt(squares / kRows);
    for (std::size_t row = 0; row < kRows; ++row) {
      float& value = table[row * kColumns + column];
      const double scaled = (double{value} - mean) / deviation;
      value = static_cast<float>(std::fmin(std::fmax(scaled, -double{kLimit}), double{kLimit}));
    }
  }
  return table;
}

std::vector<float> Standardize(const kernelc::Context& context, const std::vector<float>& table) {
  using kernelc::DeviceArray;
  const DeviceArray<float> data(context, table, {kRows, kColumns});
  const auto zeros = [&] {
    return DeviceArray<float>(
        kernelc::DeviceArrayAny::Zeros(context, kernelc::ScalarKind::Float32, {kColumns}));
  };
  const kernelc::LaunchConfig by_column = {.grid = {kColumns, 8}, .block = kThreads};

  const DeviceArray<float> sums = zeros();
  kernels::column_sums(by_column, data, sums);
  std::vector<float> means = sums.ToVector();
  for (float& mean : means) {
    mean /= kRows;
  }
  const auto means_there = kernelc::ToDevice(context, means);

  const DeviceArray<float> squares = zeros();
  kernels::column_squares(by_column, data, means_there, squares);
  std::vector<float> deviations = squares.ToVector();
  for (float& deviation : deviations) {
    deviation = std::sqrt(deviation / kRows);
  }
  kernels::scale_columns({.grid = {1, (kRows + 7) / 8}, .block = {32, 8}}, data, means_there,
                         kernelc::ToDevice(context, deviations));
  kernels::clip({.grid = 32, .block = 256}, DeviceArray<float>(data.Raveled()), -kLimit, kLimit);
  return data.ToVector();
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const kernelc::Device device =
        argc > 1 ? kernelc::device(argv[1]) : kernelc::default_device();
    const std::vector<float> table = MakeTable();
    const std::vector<float> result = Standardize(kernelc::Context(device), table);
    const std::vector<float> expected = Expected(table);
    double difference = 0;
    for (std::size_t i = 0; i < result.size(); ++i) {
      difference = std::fmax(difference, std::fabs(double{result[i]} - double{expected[i]}));
    }
    const bool passed = difference < 1e-4;
    std::printf("%s: %d x %d values standardised on %s, largest difference %.2g\n",
                passed ? "PASS" : "FAIL", static_cast<int>(kRows), static_cast<int>(kColumns),
                device.name().c_str(), difference);
    return passed ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
