// Figures of the devices of this machine.
#include "kernelc/monitor.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "tests/runtime/support.h"

namespace kernelc::runtime_test {
namespace {

using Clock = std::chrono::steady_clock;

class MonitorTest : public OnDevice {
 protected:
  void SetUp() override {
    OnDevice::SetUp();
    try {
      if (context != nullptr) {
        Monitor(context->device()).Read(Figure::TotalMemory);
      }
    } catch (const Error& error) {
      // A container may have the driver without NVML.
      if (error.code() != ErrorCode::NotFound) {
        throw;
      }
      GTEST_SKIP() << error.message();
    }
  }
};
KC_ON_EACH_DEVICE(MonitorTest);

std::optional<std::int64_t> Find(const Monitor& monitor, Figure figure) {
  return monitor.ReadAll().at(static_cast<std::size_t>(figure)).value;
}

TEST_P(MonitorTest, EachFigureIsThereOrSaysWhyNot) {
  const Monitor monitor(context->device());
  const std::vector<Reading> readings = monitor.ReadAll();
  ASSERT_EQ(readings.size(), kFigureCount);
  for (const Reading& reading : readings) {
    EXPECT_NE(reading.value.has_value(), !reading.why.empty()) << ToString(reading.figure);
    EXPECT_GE(reading.value.value_or(0), 0) << ToString(reading.figure);
    if (!reading.value) {
      const ErrorInfo error = ErrorOf([&] { monitor.Read(reading.figure); });
      EXPECT_EQ(error.message, reading.why);
      EXPECT_EQ(error.object, context->device().name());
      EXPECT_EQ(error.code, ErrorCode::NotSupported) << reading.why;
    }
  }
}

TEST_P(MonitorTest, MemoryIsThatOfTheContext) {
  const Monitor monitor(context->device());
  const auto total = static_cast<double>(monitor.Read(Figure::TotalMemory));
  const auto expected = static_cast<double>(context->memory_info().total_bytes);
  // NVML counts in what the driver keeps for itself.
  EXPECT_NEAR(total, expected, 0.05 * expected);
  // Something is always in use, and by another count of it what is free is not.
  const std::int64_t used = monitor.Read(Figure::UsedMemory);
  EXPECT_GT(used, 0);
  EXPECT_LT(static_cast<double>(used), total);
}

TEST_P(MonitorTest, WorkIsSeen) {
  const Device device = context->device();
  const Monitor monitor(device);
  if (!Find(monitor, Figure::Utilization)) {
    GTEST_SKIP() << "the device has no such figure";
  }
  const Kernel spin = kernel("spin");
  // A second of work: NVML's own sample period.
  std::int64_t most = 0;
  const auto end = Clock::now() + std::chrono::milliseconds(1500);
  while (Clock::now() < end && most == 0) {
    spin.Launch({1, 1}, 150000);
    context->Synchronize();
    most = std::max(most, monitor.Read(Figure::Utilization));
  }
  EXPECT_GT(most, 0);
  EXPECT_LE(most, 100);
}

TEST_P(MonitorTest, NamesOfTorch) {
  const Device device = context->device();
  const Monitor monitor(device);
  if (const auto celsius = Find(monitor, Figure::Temperature)) {
    EXPECT_NEAR(static_cast<double>(temperature(device)), static_cast<double>(*celsius), 20);
  } else {
    EXPECT_ERROR(temperature(device), ErrorCode::NotSupported, "");
  }
  const DeviceGuard guard(device);
  EXPECT_GE(utilization(), 0);
  EXPECT_LE(utilization(), 100);
  if (device.kind() == DeviceKind::Cpu) {
    EXPECT_ERROR(memory_usage(), ErrorCode::NotSupported, "no system counts");
    EXPECT_ERROR(list_gpu_processes(), ErrorCode::NotSupported, "every process uses the CPU");
  } else {
    EXPECT_LE(memory_usage(), 100);
    EXPECT_GT(power_draw(), 0);
    EXPECT_GT(clock_rate(), 0);
    EXPECT_NE(list_gpu_processes().find("cuda"), std::string::npos);
    for (const DeviceProcess& process : monitor.processes()) {
      EXPECT_GT(process.pid, 0U);
      EXPECT_LE(process.used_bytes.value_or(0), device.properties().total_memory);
    }
  }
}

TEST_P(MonitorTest, ThreadsShareAMonitor) {
  const Monitor monitor(context->device());
  RunThreads(4, [&](int) {
    for (int i = 0; i < 3; ++i) {
      EXPECT_EQ(monitor.ReadAll().size(), kFigureCount);
    }
  });
}

}  // namespace
}  // namespace kernelc::runtime_test
