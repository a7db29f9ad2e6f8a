// Machine code of GPUs in the cache, against the fake driver: only where the driver keeps none itself, assembled
// once, believed as long as the driver loads it.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "compiler/cache/entry_file.h"
#include "kernelc/program.h"
#include "tests/cache/support.h"
#include "tests/fake_driver/fake.h"

namespace kernelc::cache {
namespace {

using fake_driver::Fake;

constexpr const char* kText =
    "from kernelc import *\n\n\n@kernel\ndef k(x, n):\n"
    "    i = grid(1)\n    if i < n:\n        x[i] = n\n";

class MachineCodeTest : public testing::Test {
 protected:
  void SetUp() override {
    Fake().reset();
    ASSERT_TRUE(cuda_available()) << why_cuda_is_unavailable();
    setenv("KERNELC_CACHE_DIR", (folder_ / "kernelc").c_str(), 1);
    unsetenv("KERNELC_CACHE");
    setenv("CUDA_CACHE_DISABLE", "1", 1);
    setenv("CUDA_CACHE_PATH", (folder_ / "driver").c_str(), 1);
  }
  // Two launches, whose code the driver's linker is to make once, or the driver where it loads PTX.
  void ExpectAssembled(bool is_assembled) const {
    Fake().reset();
    Launch();
    Launch();
    EXPECT_EQ(Fake().calls("cuLinkCreate"), is_assembled ? 1 : 0);
    EXPECT_EQ(Fake().calls("cuModuleLoadDataEx"), is_assembled ? 2 : 0);
    EXPECT_EQ(Fake().calls("cuLibraryGetModule"), is_assembled ? 0 : 2);
    EXPECT_EQ(CodeEntries().size(), is_assembled ? 1U : 0U);
    std::filesystem::remove_all(folder_ / "kernelc");
  }
  // One launch by a program of its own, as in a new process.
  static void Launch(const ProgramOptions& options = {}) {
    const Context context("cuda:0");
    const DeviceArray<float> x(context, {64});
    Program::FromSource(kText, "k.py", options).kernel("k").Launch({1, 64}, x, std::int64_t{64});
  }
  std::vector<std::string> CodeEntries() const {
    std::vector<std::string> files = FilesBelow(folder_ / "kernelc");
    std::erase_if(files, [](const std::string& path) { return !path.ends_with(".code"); });
    return files;
  }
  // Puts contents in place of the one code entry, with a checksum that is right.
  void ReplaceContents(std::string_view contents) const {
    ASSERT_EQ(CodeEntries().size(), 1U);
    const std::filesystem::path path = CodeEntries().front();
    const auto name =
        ParseEntryName(path.parent_path().filename().string(), path.filename().string());
    Config config;
    config.folder = folder_ / "kernelc";
    Store(config).Put(name->kind, name->key, Bytes(contents));
  }

  const TemporaryFolder folder_;
  static const int kOpened;
};
// The driver is named before anything asks for it.
const int MachineCodeTest::kOpened = (Fake(), 0);

TEST_F(MachineCodeTest, IsAssembledOnce) {
  for (int i = 0; i < 3; ++i) {
    Launch();
  }
  EXPECT_EQ(Fake().calls("cuLinkCreate"), 1);
  EXPECT_EQ(Fake().calls("cuLinkDestroy"), 1);
  EXPECT_EQ(Fake().calls("cuModuleLoadDataEx"), 3);
  EXPECT_EQ(Fake().launch_count(), 3);
  EXPECT_EQ(Fake().live().links, 0);
  ASSERT_EQ(CodeEntries().size(), 1U);
  EXPECT_NE(ReadFile(CodeEntries().front()).find("fake machine code"), std::string::npos);
}

TEST_F(MachineCodeTest, IsLeftToADriverThatKeepsIt) {
  WriteFile(folder_ / "file", "");
  ExpectAssembled(true);
  setenv("CUDA_CACHE_DISABLE", "0", 1);
  ExpectAssembled(false);
  unsetenv("CUDA_CACHE_DISABLE");
  ExpectAssembled(false);
  setenv("CUDA_CACHE_MAXSIZE", "0", 1);
  ExpectAssembled(true);
  setenv("CUDA_CACHE_MAXSIZE", "268435456", 1);
  ExpectAssembled(false);
  unsetenv("CUDA_CACHE_MAXSIZE");
  // Nothing can be written below a file.
  setenv("CUDA_CACHE_PATH", (folder_ / "file/a").c_str(), 1);
  ExpectAssembled(true);
  setenv("CUDA_CACHE_PATH", "", 1);
  ExpectAssembled(true);
}

TEST_F(MachineCodeTest, IsKeptWhereThereIsNoHome) {
  const char* const home = std::getenv("HOME");
  const std::string old = home == nullptr ? "" : home;
  WriteFile(folder_ / "file", "");
  unsetenv("CUDA_CACHE_DISABLE");
  unsetenv("CUDA_CACHE_PATH");
  setenv("HOME", (folder_ / "not/yet").c_str(), 1);
  ExpectAssembled(false);
  setenv("HOME", (folder_ / "file").c_str(), 1);
  ExpectAssembled(true);
  unsetenv("HOME");
  ExpectAssembled(true);
  setenv("HOME", old.c_str(), 1);
}

TEST_F(MachineCodeTest, WithoutACacheTheDriverGetsPtx) {
  ProgramOptions options;
  options.cache = false;
  Launch(options);
  EXPECT_EQ(Fake().calls("cuLinkCreate"), 0);
  options = {};
  options.line_info = true;
  Launch(options);
  EXPECT_EQ(Fake().calls("cuLinkCreate"), 0);
  EXPECT_EQ(CodeEntries().size(), 0U);
}

TEST_F(MachineCodeTest, DamagedCodeIsAssembledAgain) {
  Launch();
  const std::string path = CodeEntries().front();
  const std::string whole = ReadFile(path);
  WriteFile(path, whole.substr(0, whole.size() - 1));
  Launch();
  EXPECT_EQ(Fake().calls("cuLinkCreate"), 2);
  EXPECT_EQ(ReadFile(path), whole);
}

TEST_F(MachineCodeTest, CodeThatTheDriverRefusesIsAssembledAgain) {
  Launch();
  const std::string path = CodeEntries().front();
  const std::string whole = ReadFile(path);
  ReplaceContents("code of another chip");
  Launch();
  EXPECT_EQ(Fake().calls("cuLinkCreate"), 2);
  EXPECT_EQ(Fake().launch_count(), 2);
  EXPECT_EQ(ReadFile(path), whole);
}

TEST_F(MachineCodeTest, WithoutAnAssemblerPtxIsLoaded) {
  Fake().fail("cuLinkComplete", 1, 218);
  Launch();
  EXPECT_EQ(Fake().launch_count(), 1);
  EXPECT_EQ(Fake().live().links, 0);
  EXPECT_EQ(CodeEntries().size(), 0U);
  Fake().fail("cuLinkCreate", 1, 801);
  Launch();
  EXPECT_EQ(Fake().launch_count(), 2);
  EXPECT_EQ(CodeEntries().size(), 0U);
}

TEST_F(MachineCodeTest, WhatCannotBeLoadedAtAllIsAnError) {
  // Assembled, loaded, refused; then PTX, refused as well.
  Fake().fail("cuModuleLoadDataEx", 1, 218);
  Launch();
  EXPECT_EQ(Fake().calls("cuModuleLoadDataEx"), 1);
  EXPECT_EQ(Fake().calls("cuLibraryGetModule"), 1);
}

TEST_F(MachineCodeTest, TheRuntimeAssembles) {
  const Context context("cuda:0");
  const std::vector<std::byte> code = AssemblePtx(context, ".entry scale_k(");
  EXPECT_FALSE(code.empty());
  try {
    static_cast<void>(AssemblePtx(context, "nothing"));
    ADD_FAILURE() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::ModuleLoad);
    EXPECT_NE(error.message().find("there is no entry"), std::string::npos) << error.what();
  }
  EXPECT_NE(AssemblerName(context).find("sm_90"), std::string::npos) << AssemblerName(context);
  EXPECT_THROW(static_cast<void>(AssemblePtx(context, ".entry scale_k(", 5)), Error);
  EXPECT_THROW(static_cast<void>(AssemblePtx(Context("cpu"), ".entry scale_k(")), Error);
  EXPECT_THROW(static_cast<void>(AssemblerName(Context("cpu"))), Error);
}

}  // namespace
}  // namespace kernelc::cache
