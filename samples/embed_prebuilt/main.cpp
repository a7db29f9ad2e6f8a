// A host that ships with its kernels compiled: filters for a picture. It links libkernelc_runtime and
// nothing else of kernelc; there is no compiler, no kernel text and no name of a kernel in it.
#include <kernelc/runtime.h>
#include <kernels/filters.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <vector>

namespace {

constexpr std::int64_t kHeight = 480;
constexpr std::int64_t kWidth = 640;
constexpr std::int32_t kThreshold = 60;
using Picture = std::vector<std::uint8_t>;

std::uint8_t& At(Picture& picture, std::int64_t y, std::int64_t x) {
  return picture[static_cast<std::size_t>(y * kWidth + x)];
}
// The pixel, or the nearest one of the border.
int Near(const Picture& picture, std::int64_t y, std::int64_t x) {
  y = std::min(std::max(y, std::int64_t{0}), kHeight - 1);
  x = std::min(std::max(x, std::int64_t{0}), kWidth - 1);
  return picture[static_cast<std::size_t>(y * kWidth + x)];
}

// Discs and a slope, with noise.
Picture Draw() {
  Picture picture(static_cast<std::size_t>(kHeight * kWidth));
  std::uint32_t noise = 1;
  for (std::int64_t y = 0; y < kHeight; ++y) {
    for (std::int64_t x = 0; x < kWidth; ++x) {
      noise = noise * 1664525u + 1013904223u;
      const std::int64_t dx = x % 160 - 80;
      const std::int64_t dy = y % 160 - 80;
      const std::int64_t shade = dx * dx + dy * dy < 2500 ? 200 : x / 8;
      At(picture, y, x) = static_cast<std::uint8_t>(shade + (noise >> 28));
    }
  }
  return picture;
}

struct Filtered {
  Picture edges;
  std::array<std::uint32_t, 256> histogram{};
};

// What the kernels do, in plain C++.
Filtered Expected(const Picture& picture) {
  constexpr int kWeights[] = {1, 4, 6, 4, 1};
  Picture smooth(picture.size());
  Filtered result{Picture(picture.size())};
  for (std::int64_t y = 0; y < kHeight; ++y) {
    for (std::int64_t x = 0; x < kWidth; ++x) {
      int total = 128;
      for (int dy = 0; dy < 5; ++dy) {
        for (int dx = 0; dx < 5; ++dx) {
          total += kWeights[dy] * kWeights[dx] * Near(picture, y + dy - 2, x + dx - 2);
        }
      }
      At(smooth, y, x) = static_cast<std::uint8_t>(total / 256);
    }
  }
  for (std::int64_t y = 0; y < kHeight; ++y) {
    for (std::int64_t x = 0; x < kWidth; ++x) {
      int down = 0;
      int right = 0;
      for (int d = -1; d <= 1; ++d) {
        const int weight = d == 0 ? 2 : 1;
        down += weight * (Near(smooth, y + 1, x + d) - Near(smooth, y - 1, x + d));
        right += weight * (Near(smooth, y + d, x + 1) - Near(smooth, y + d, x - 1));
      }
      const bool steep = std::sqrt(double(down * down + right * right)) > kThreshold;
      At(result.edges, y, x) = steep ? 255 : 0;
      ++result.histogram[At(smooth, y, x)];
    }
  }
  return result;
}

Filtered Filter(const kernelc::Context& context, const Picture& picture) {
  const kernelc::Dims shape = {kHeight, kWidth};
  const kernelc::DeviceArray<std::uint8_t> image(context, picture, shape);
  const kernelc::DeviceArray<std::uint8_t> smooth(context, shape);
  const kernelc::DeviceArray<std::uint8_t> edges(context, shape);
  const kernelc::DeviceArray<std::uint32_t> bins(
      kernelc::DeviceArrayAny::Zeros(context, kernelc::ScalarKind::UInt32, {256}));
  const kernelc::LaunchConfig launch = {.grid = {kWidth / 32, kHeight / 8}, .block = {32, 8}};
  filters::blur(launch, image, smooth);
  filters::edges(launch, smooth, edges, kThreshold);
  filters::histogram(launch, smooth, bins);
  Filtered result{edges.ToVector()};
  bins.CopyToHost(std::span<std::uint32_t>(result.histogram));
  return result;
}

// Where the picture shows what was found, for those who want to look: a PGM file.
void Write(const char* path, const Picture& picture) {
  if (std::FILE* file = std::fopen(path, "wb")) {
    std::fprintf(file, "P5\n%d %d\n255\n", static_cast<int>(kWidth), static_cast<int>(kHeight));
    std::fwrite(picture.data(), 1, picture.size(), file);
    std::fclose(file);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const char* device_name = nullptr;
  const char* output = nullptr;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (std::strcmp(argv[i], "--device") == 0) {
      device_name = argv[i + 1];
    } else if (std::strcmp(argv[i], "--output") == 0) {
      output = argv[i + 1];
    }
  }
  try {
    const kernelc::Device device =
        device_name == nullptr ? kernelc::default_device() : kernelc::device(device_name);
    const Picture picture = Draw();
    const Filtered result = Filter(kernelc::Context(device), picture);
    if (output != nullptr) {
      Write(output, result.edges);
    }
    const Filtered expected = Expected(picture);
    std::size_t steep = 0;
    for (const std::uint8_t value : result.edges) {
      steep += value != 0;
    }
    const bool passed =
        result.edges == expected.edges && result.histogram == expected.histogram && steep > 0;
    std::printf("%s: %zu of %zu pixels on edges, filtered on %s\n", passed ? "PASS" : "FAIL", steep,
                picture.size(), device.name().c_str());
    return passed ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
