// Images whose CPU code is linked into the program, for several processors: the best that the
// machine has is launched.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "kernelc/image.h"
#include "kernelc/runtime.h"
#include "kernelc/static_image.h"
#include "runtime/abi/kernel_image.h"

namespace kernelc {
namespace {

int launched = 0;

// Kernel `kernel` of the code number `code`.
template <int code, int kernel>
std::int32_t Entry(const void*, const abi::CpuLaunch*, std::uint64_t, std::uint64_t,
                   abi::CpuWorker*) {
  launched = code * 10 + kernel;
  return 0;
}

abi::KernelImage ImageFor(const std::vector<std::string>& levels) {
  abi::KernelImage image;
  image.key = "0123456789abcdef";
  for (const std::string& level : levels) {
    abi::Code& code = image.codes.emplace_back();
    code.device = abi::DeviceKind::Cpu;
    code.kind = abi::CodeKind::CpuLinked;
    code.arch = level;
  }
  for (const char* name : {"zero", "one"}) {
    abi::KernelInfo& kernel = image.kernels.emplace_back();
    kernel.name = name;
    kernel.symbol = name;
  }
  return image;
}

constexpr abi::CpuEntry kEntries[] = {Entry<0, 0>, Entry<0, 1>, Entry<1, 0>,
                                      Entry<1, 1>, Entry<2, 0>, Entry<2, 1>};

// Which code of an image for these levels runs kernel number `kernel`.
int LaunchedOf(const std::vector<std::string>& levels, std::size_t kernel, std::uint64_t entries) {
  const std::vector<std::byte> bytes = WriteImage(ImageFor(levels));
  const abi::LinkedImage linked{bytes.data(), bytes.size(), kEntries, entries};
  // It is never destroyed, and neither are those of programs; its image is read before the bytes
  // go.
  auto* const image = new StaticImage("image", "0123456789abcdef", linked);
  const Context context("cpu");
  launched = -1;
  image->Launch(kernel, LaunchConfig{.grid = 1, .block = 1, .stream = context.default_stream()},
                nullptr, {});
  context.Synchronize();
  return launched;
}

TEST(LinkedImage, TheBestOfSeveralIsLaunched) {
  if (!Context("cpu").device().arch().starts_with("x86-64")) {
    GTEST_SKIP() << "no x86-64";
  }
  EXPECT_EQ(LaunchedOf({"x86-64"}, 1, 2), 1);
  const bool has_v2 = Context("cpu").device().arch() != "x86-64";
  EXPECT_EQ(LaunchedOf({"x86-64", "x86-64-v2"}, 0, 4), has_v2 ? 10 : 0);
  EXPECT_EQ(LaunchedOf({"x86-64-v2", "x86-64"}, 1, 4), has_v2 ? 1 : 11);
  // What the machine lacks is never run.
  const bool has_v4 = Context("cpu").device().arch() == "x86-64-v4";
  EXPECT_EQ(LaunchedOf({"x86-64-v4", "x86-64", "x86-64"}, 0, 6), has_v4 ? 0 : 10);
}

TEST(LinkedImage, EntriesOfAnotherNumberAreNoCode) {
  try {
    static_cast<void>(LaunchedOf({"x86-64", "x86-64-v2"}, 0, 2));
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::ModuleLoad) << error.message();
  }
}

}  // namespace
}  // namespace kernelc
