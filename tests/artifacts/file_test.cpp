// A host whose kernels come from the file of an image.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <vector>

#include "kernelc/runtime.h"
#include "kernels.h"
#include "kernels_file.h"

namespace kernelc::artifacts_test {
namespace {

void Write(const std::string& path, std::span<const std::byte> bytes) {
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
}

template <typename Action>
ErrorInfo ErrorOf(Action action) {
  try {
    action();
  } catch (const Error& error) {
    return error.info();
  }
  ADD_FAILURE() << "nothing was thrown";
  return {};
}

class File : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Devices, File, testing::Values("cpu", "cuda"),
                         [](const auto& device) { return std::string(device.param); });

// All in one: an image is loaded once in the life of a program.
TEST_P(File, LoadsTheImageOfTheSameKernelsAlone) {
  if (std::string(GetParam()) == "cuda" && !cuda_available()) {
    GTEST_SKIP() << why_cuda_is_unavailable();
  }
  const Context context(GetParam());
  const DeviceArray<float> x = ToDevice(context, std::vector<float>(10, 1.0F));
  const std::string path =
      testing::TempDir() + "/kernelc_artifacts_" + GetParam() + std::string(kImageSuffix);
  EXPECT_NE(ErrorOf([&] { kernels::from_file::saxpy({}, 1.0F, x, x); }).message.find("LoadImage()"),
            std::string::npos);
  EXPECT_EQ(ErrorOf([&] { kernels::from_file::LoadImage("/no/such/file"); }).code,
            ErrorCode::FileAccess);

  const std::span bytes = std::as_bytes(std::span(kernels::image::kBytes)).first(
      sizeof kernels::image::kBytes - 1);
  Write(path, bytes.first(bytes.size() / 2));
  EXPECT_EQ(ErrorOf([&] { kernels::from_file::LoadImage(path); }).code, ErrorCode::FileFormat);

  abi::KernelImage other = *ReadImage(bytes);
  other.key = "0123456789abcdef";
  Write(path, WriteImage(other));
  const ErrorInfo stale = ErrorOf([&] { kernels::from_file::LoadImage(path); });
  EXPECT_EQ(stale.code, ErrorCode::ModuleLoad);
  EXPECT_NE(stale.message.find("0123456789abcdef"), std::string::npos) << stale.message;

  Write(path, bytes);
  kernels::from_file::LoadImage(path);
  kernels::from_file::saxpy({.grid = 1, .block = 32}, 2.0F, x, x);
  EXPECT_EQ(x.ToVector()[9], 3.0F);
  EXPECT_EQ(ErrorOf([&] { kernels::from_file::LoadImage(path); }).code, ErrorCode::InvalidArgument);
  // By name, as programs do that know no header.
  const Module module = Module::FromFile(context, path);
  module.kernel("saxpy").Launch({.grid = 1, .block = 32}, 1.0F, x, x);
  EXPECT_EQ(x.ToVector()[0], 6.0F);
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace kernelc::artifacts_test
