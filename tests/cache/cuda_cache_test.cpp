// Machine code in the cache on a real GPU, as if its driver kept none itself.
#include <gtest/gtest.h>

#include <algorithm>

#include "compiler/cache/entry_file.h"
#include "kernelc/program.h"
#include "tests/cache/support.h"

namespace kernelc::cache {
namespace {

constexpr const char* kText =
    "from kernelc import *\n\n\n@kernel\ndef k(x, n):\n"
    "    i = grid(1)\n    if i < n:\n        x[i] = 2 * x[i] + n\n";

class CudaCacheTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!cuda_available()) {
      GTEST_SKIP() << why_cuda_is_unavailable();
    }
    setenv("KERNELC_CACHE_DIR", folder_.path().c_str(), 1);
    unsetenv("KERNELC_CACHE");
    setenv("CUDA_CACHE_DISABLE", "1", 1);
  }
  static void ExpectRuns() {
    const Context context("cuda:0");
    const auto x = ToDevice(context, std::vector<float>{1, 2, 3, 4});
    Program::FromSource(kText, "k.py").kernel("k").Launch({1, 32}, x, std::int64_t{4});
    EXPECT_EQ(x.ToVector(), (std::vector<float>{6, 8, 10, 12}));
  }
  std::vector<std::string> CodeEntries() const {
    std::vector<std::string> files = FilesBelow(folder_.path());
    std::erase_if(files, [](const std::string& path) { return !path.ends_with(".code"); });
    return files;
  }

  const TemporaryFolder folder_;
};

TEST_F(CudaCacheTest, MachineCodeIsKeptAndRuns) {
  ExpectRuns();
  ASSERT_EQ(CodeEntries().size(), 1U);
  EXPECT_NE(ReadFile(CodeEntries().front()).find("\x7f" "ELF"), std::string::npos);
  const std::size_t entries = FilesBelow(folder_.path()).size();
  ExpectRuns();
  EXPECT_EQ(FilesBelow(folder_.path()).size(), entries);
}

// Whole by its checksum, and no code for this GPU.
TEST_F(CudaCacheTest, CodeThatTheDriverRefusesIsAssembledAgain) {
  ExpectRuns();
  ASSERT_EQ(CodeEntries().size(), 1U);
  const std::filesystem::path path = CodeEntries().front();
  const std::string whole = ReadFile(path);
  const auto name = ParseEntryName(path.parent_path().filename().string(), path.filename().string());
  Config config;
  config.folder = folder_.path();
  Store(config).Put(name->kind, name->key, Bytes("\x7f" "ELF, but nothing more"));
  ExpectRuns();
  EXPECT_TRUE(ReadFile(path) == whole);
}

}  // namespace
}  // namespace kernelc::cache
