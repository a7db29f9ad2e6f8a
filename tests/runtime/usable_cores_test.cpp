// How many threads control groups pay for.
#include "runtime/cpu/usable_cores.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>

namespace kernelc::cpu {
namespace {

class UsableCoresTest : public testing::Test {
 protected:
  UsableCoresTest() {
    std::string name = testing::TempDir() + "kernelc-cgroup-XXXXXX";
    folder_ = mkdtemp(name.data());
  }
  ~UsableCoresTest() override { std::filesystem::remove_all(folder_); }

  void Write(const std::filesystem::path& file, std::string_view text) const {
    const std::filesystem::path path = folder_ / file;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  unsigned Cores() const { return CoresOfControlGroup(folder_ / "cgroup", folder_ / "mount"); }

 private:
  std::filesystem::path folder_;
};

TEST_F(UsableCoresTest, NoFilesAreNoLimit) { EXPECT_EQ(Cores(), 0u); }

TEST_F(UsableCoresTest, TheLeastLimitOfTheGroupAndThoseAbove) {
  Write("cgroup", "1:cpu:/old\n0::/outer/inner\n");
  Write("mount/cpu.max", "800000 100000\n");
  EXPECT_EQ(Cores(), 8u);
  Write("mount/outer/inner/cpu.max", "max 100000\n");
  EXPECT_EQ(Cores(), 8u);
  Write("mount/outer/cpu.max", "200000 100000\n");
  EXPECT_EQ(Cores(), 2u);
  Write("mount/outer/inner/cpu.max", "400000 100000\n");
  EXPECT_EQ(Cores(), 2u);
}

TEST_F(UsableCoresTest, PartsOfACoreAreAWholeOne) {
  Write("cgroup", "0::/\n");
  Write("mount/cpu.max", "150000 100000\n");
  EXPECT_EQ(Cores(), 2u);
  Write("mount/cpu.max", "1000 100000\n");
  EXPECT_EQ(Cores(), 1u);
}

TEST_F(UsableCoresTest, WhatIsNoLimitIsNone) {
  Write("cgroup", "0::/../..\n");
  for (const char* text : {"", "max\n", "max 100000\n", "-1 100000\n", "100000 0\n", "words\n"}) {
    Write("mount/cpu.max", text);
    EXPECT_EQ(Cores(), 0u) << text;
  }
}

TEST(UsableCores, NoMoreThanTheMachineHas) {
  EXPECT_GE(UsableCores(), 1u);
  EXPECT_LE(UsableCores(), std::thread::hardware_concurrency());
}

}  // namespace
}  // namespace kernelc::cpu
