// A sparse matrix with rows of 0 to 32 nonzeros times a vector.
#include <fmt/format.h>

#include <random>

#include "samples/support/sample.h"

int main(int argc, char** argv) {
  return sample::Main(argc, argv, "spmv", 100'000, [](const sample::Setup& setup) {
    const std::int64_t rows = setup.size;
    std::mt19937 generator(1);
    std::vector<std::int32_t> indptr = {0};
    std::vector<std::int32_t> indices;
    for (std::int64_t row = 0; row < rows; ++row) {
      for (auto k = generator() % 33; k > 0; --k) {
        indices.push_back(static_cast<std::int32_t>(generator() % static_cast<std::size_t>(rows)));
      }
      indptr.push_back(static_cast<std::int32_t>(indices.size()));
    }
    const auto nonzeros = static_cast<std::int64_t>(indices.size());
    const std::vector<float> values = sample::RandomFloats(nonzeros, -1, 1, 2);
    const std::vector<float> x = sample::RandomFloats(rows, 0, 1, 3);
    const auto device_indptr = kernelc::ToDevice(setup.context, indptr);
    const auto device_indices = kernelc::ToDevice(setup.context, indices);
    const auto device_values = kernelc::ToDevice(setup.context, values);
    const auto device_x = kernelc::ToDevice(setup.context, x);
    const kernelc::DeviceArray<float> device_y(setup.context, {rows});

    const kernelc::JitKernel kernel = setup.program.kernel("spmv");
    const kernelc::LaunchConfig config = {.grid = sample::Blocks(rows, 256), .block = 256};
    const double milliseconds = sample::TimeLaunch(setup.context, [&] {
      kernel.Launch(config, device_indptr, device_indices, device_values, device_x, device_y);
    });

    std::vector<double> expected(x.size());
    for (std::size_t row = 0; row < x.size(); ++row) {
      for (auto k = static_cast<std::size_t>(indptr[row]);
           k < static_cast<std::size_t>(indptr[row + 1]); ++k) {
        expected[row] += static_cast<double>(values[k]) *
                         static_cast<double>(x[static_cast<std::size_t>(indices[k])]);
      }
    }
    return sample::Outcome{
        .work = fmt::format("{} rows, {} nonzeros", rows, nonzeros),
        .error = sample::LargestDifference(device_y.ToVector(), expected),
        .limit = 1e-5,
        .milliseconds = milliseconds,
    };
  });
}
