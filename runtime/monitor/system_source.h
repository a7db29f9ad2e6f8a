// Figures of the CPU, from the files of the operating system.
#pragma once

#include <chrono>
#include <filesystem>
#include <mutex>
#include <string>
#include <vector>

#include "runtime/monitor/source.h"

namespace kernelc::monitor {

// The shortest time that a mean is taken over. The system counts time in hundredths of a second.
inline constexpr std::chrono::milliseconds kShortestMean(100);

class SystemSource final : public Source {
 public:
  // Of `cores`, by the numbers that the system gives them, from the files below `root`.
  SystemSource(std::filesystem::path root, std::vector<unsigned> cores);

  backend::Status Read(Figure figure, std::int64_t* value) override;
  backend::Status ListProcesses(std::vector<DeviceProcess>* processes) override;

 private:
  using Clock = std::chrono::steady_clock;
  // What grows while cores work: `used` of `available`, in the same unit.
  struct Work {
    double used = 0;
    double available = 0;
  };
  // Of each package, in microjoules.
  using Energy = std::vector<double>;
  // What was read last, from which the next mean counts.
  template <typename T>
  struct Last {
    T value{};
    Clock::time_point time{};
  };

  // Waits until a mean since `time` has its shortest length.
  static void WaitForMean(Clock::time_point time);
  // False where the system does not say.
  bool ReadWork(Work* work) const;
  bool ReadGroupWork(Work* work) const;
  backend::Status ReadEnergy(Energy* energy) const;
  backend::Status ReadUtilization(std::int64_t* percent);
  backend::Status ReadPower(std::int64_t* milliwatts);
  backend::Status ReadTemperature(std::int64_t* celsius) const;
  backend::Status ReadClock(std::int64_t* megahertz) const;
  std::vector<std::filesystem::path> Packages() const;
  std::filesystem::path At(std::string_view place) const { return root_ / place; }

  const std::filesystem::path root_;
  const std::vector<unsigned> cores_;
  std::mutex mutex_;
  Last<Work> work_;
  Last<Energy> energy_;
};

// Of this machine, and the cores that the process may use.
std::unique_ptr<Source> MakeSystemSource();

}  // namespace kernelc::monitor
