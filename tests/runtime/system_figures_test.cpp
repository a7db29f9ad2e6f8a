// Figures of the CPU from files that the test writes, and from those of this machine.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>

#include "runtime/cpu/memory.h"
#include "runtime/monitor/system_source.h"

// Of the library, which shows them to nobody.
std::string kernelc::monitor::ReadingOf(Figure figure) { return std::string(ToString(figure)); }
kernelc::MemoryInfo kernelc::cpu::ReadMemoryInfo() {
  return {.free_bytes = 300, .total_bytes = 1000};
}

namespace kernelc::monitor {
namespace {

class SystemFiguresTest : public testing::Test {
 protected:
  SystemFiguresTest() {
    std::string name = testing::TempDir() + "kernelc-figures-XXXXXX";
    root_ = mkdtemp(name.data());
  }
  ~SystemFiguresTest() override { std::filesystem::remove_all(root_); }

  void Write(const std::filesystem::path& file, std::string_view text) const {
    const std::filesystem::path path = root_ / file;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  const std::filesystem::path& root() const { return root_; }

 private:
  std::filesystem::path root_;
};

// The figure, or -1 with the reason.
std::int64_t Read(Source& source, Figure figure, std::string* why = nullptr) {
  std::int64_t value = 0;
  const backend::Status status = source.Read(figure, &value);
  if (status.ok()) {
    return value;
  }
  EXPECT_EQ(status.info().code, ErrorCode::NotSupported);
  if (why != nullptr) {
    *why = status.info().message;
  }
  return -1;
}

TEST_F(SystemFiguresTest, NoFilesAreNoFigures) {
  SystemSource source(root(), {0, 1});
  std::string why;
  EXPECT_EQ(Read(source, Figure::Utilization, &why), -1);
  EXPECT_NE(why.find("/proc/stat"), std::string::npos);
  EXPECT_EQ(Read(source, Figure::Temperature, &why), -1);
  EXPECT_NE(why.find("sensor"), std::string::npos);
  EXPECT_EQ(Read(source, Figure::PowerDraw, &why), -1);
  EXPECT_NE(why.find("energy counters"), std::string::npos);
  EXPECT_EQ(Read(source, Figure::ClockRate, &why), -1);
  EXPECT_NE(why.find("cpufreq"), std::string::npos);
  EXPECT_EQ(Read(source, Figure::MemoryUsage, &why), -1);
  EXPECT_NE(why.find("used memory"), std::string::npos);
  std::vector<DeviceProcess> processes;
  EXPECT_FALSE(source.ListProcesses(&processes).ok());
}

TEST_F(SystemFiguresTest, UtilizationIsThatOfTheCoresThatMayBeUsed) {
  Write("proc/stat",
        "cpu  9 9 9 9 9 9 9 9 0 0\n"
        "cpu0 100 0 0 100 0 0 0 0 50 0\ncpu1 0 0 0 500 0 0 0 0 0 0\ncpu2 7 7 7 7 7 7 7 7 0 0\n"
        "intr 5\n");
  SystemSource source(root(), {0, 1});
  // Core 0 works 30 of 100, core 1 10 of 100 and waits for a disk in 20 of the rest.
  Write("proc/stat",
        "cpu  9 9 9 9 9 9 9 9 0 0\n"
        "cpu0 110 5 5 170 0 5 5 0 60 0\ncpu1 4 0 0 570 20 0 0 6 0 0\ncpu2 99 7 7 7 7 7 7 7 0 0\n");
  EXPECT_EQ(Read(source, Figure::Utilization), 20);
  // Nothing has happened since.
  EXPECT_EQ(Read(source, Figure::Utilization), 0);
}

TEST_F(SystemFiguresTest, UtilizationOfAGroupIsThatOfItsLimit) {
  Write("proc/self/cgroup", "0::/box\n");
  Write("sys/fs/cgroup/box/cpu.max", "200000 100000\n");
  Write("sys/fs/cgroup/box/cpu.stat", "usage_usec 1000000\nuser_usec 5\n");
  const auto start = std::chrono::steady_clock::now();
  SystemSource source(root(), {0, 1, 2, 3});
  std::this_thread::sleep_for(kShortestMean);
  Write("sys/fs/cgroup/box/cpu.stat", "usage_usec 1100000\nuser_usec 5\n");
  const std::int64_t percent = Read(source, Figure::Utilization);
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  // 0.1 s of two cores, in at least 0.1 s.
  EXPECT_LE(percent, 50);
  EXPECT_GE(percent, static_cast<std::int64_t>(100 * 0.1 / 2 / seconds) - 1);
}

TEST_F(SystemFiguresTest, MemoryIsThatOfTheMachine) {
  SystemSource source(root(), {0});
  EXPECT_EQ(Read(source, Figure::UsedMemory), 700);
  EXPECT_EQ(Read(source, Figure::TotalMemory), 1000);
}

TEST_F(SystemFiguresTest, TheHottestSensorOfAProcessor) {
  Write("sys/class/thermal/thermal_zone0/type", "acpitz\n");
  Write("sys/class/thermal/thermal_zone0/temp", "99000\n");
  Write("sys/class/thermal/thermal_zone1/type", "x86_pkg_temp\n");
  Write("sys/class/thermal/thermal_zone1/temp", "51600\n");
  SystemSource source(root(), {0});
  EXPECT_EQ(Read(source, Figure::Temperature), 52);
  Write("sys/class/hwmon/hwmon0/name", "nvme\n");
  Write("sys/class/hwmon/hwmon0/temp1_input", "90000\n");
  Write("sys/class/hwmon/hwmon1/name", "k10temp\n");
  Write("sys/class/hwmon/hwmon1/temp1_input", "61000\n");
  Write("sys/class/hwmon/hwmon1/temp1_crit", "100000\n");
  EXPECT_EQ(Read(source, Figure::Temperature), 61);
}

TEST_F(SystemFiguresTest, PowerIsThatOfThePackages) {
  const auto write = [&](const char* folder, const char* name, const char* energy) {
    const std::filesystem::path at = std::filesystem::path("sys/class/powercap") / folder;
    Write(at / "name", name);
    Write(at / "energy_uj", energy);
    Write(at / "max_energy_range_uj", "1000000");
  };
  write("intel-rapl:0", "package-0\n", "100000\n");
  write("intel-rapl:0:0", "core\n", "1\n");
  write("intel-rapl:1", "package-1\n", "900000\n");
  write("intel-rapl:2", "psys\n", "5\n");
  const auto start = std::chrono::steady_clock::now();
  SystemSource source(root(), {0});
  std::this_thread::sleep_for(kShortestMean);
  // 200 mJ of the first; the second began again: 300 mJ.
  write("intel-rapl:0", "package-0\n", "300000\n");
  write("intel-rapl:0:0", "core\n", "900000\n");
  write("intel-rapl:1", "package-1\n", "200000\n");
  write("intel-rapl:2", "psys\n", "900000\n");
  const std::int64_t milliwatts = Read(source, Figure::PowerDraw);
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  EXPECT_LE(milliwatts, 5000);
  EXPECT_GE(milliwatts, static_cast<std::int64_t>(500 / seconds) - 1);
}

TEST_F(SystemFiguresTest, PowerThatMayNotBeRead) {
  Write("sys/class/powercap/intel-rapl:0/name", "package-0\n");
  SystemSource source(root(), {0});
  std::string why;
  EXPECT_EQ(Read(source, Figure::PowerDraw, &why), -1);
  EXPECT_NE(why.find("may not read"), std::string::npos);
  EXPECT_NE(why.find("intel-rapl:0/energy_uj"), std::string::npos);
}

TEST_F(SystemFiguresTest, TheClockIsTheMeanOfTheCores) {
  Write("proc/cpuinfo", "cpu MHz\t\t: 1000.000\nflags\t: a\ncpu MHz\t\t: 2000.500\n");
  SystemSource source(root(), {1, 2});
  EXPECT_EQ(Read(source, Figure::ClockRate), 1500);
  Write("sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq", "9000000\n");
  Write("sys/devices/system/cpu/cpu1/cpufreq/scaling_cur_freq", "2000000\n");
  Write("sys/devices/system/cpu/cpu2/cpufreq/scaling_cur_freq", "3000000\n");
  EXPECT_EQ(Read(source, Figure::ClockRate), 2500);
}

}  // namespace
}  // namespace kernelc::monitor
