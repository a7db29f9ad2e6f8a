// Figures of GPUs, by a library of our own and the fake driver.
#include <gtest/gtest.h>

#include "kernelc/monitor.h"
#include "tests/fake_driver/fake.h"
#include "tests/fake_driver/fake_nvml.h"
#include "tests/runtime/support.h"

namespace kernelc::fake_driver {
namespace {

using runtime_test::ErrorOf;
using runtime_test::RunThreads;

const NvmlControls& Nvml() {
  static const NvmlControls& controls = *[] {
    ::setenv("KERNELC_NVML", KERNELC_FAKE_NVML, 1);
    void* const library = dlopen(KERNELC_FAKE_NVML, RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
      throw std::runtime_error(dlerror());
    }
    return reinterpret_cast<GetNvmlControls>(dlsym(library, "kernelc_fake_nvml_controls"))();
  }();
  return controls;
}

class NvmlTest : public testing::Test {
 protected:
  // Two GPUs, in the other order than the driver's.
  void SetUp() override {
    Fake().reset();
    Nvml().reset();
    for (int i : {1, 0}) {
      const DeviceProperties& device = kernelc::device(i == 0 ? "cuda:0" : "cuda:1").properties();
      NvmlGpu& gpu = Nvml().gpus().emplace_back();
      gpu.uuid = device.uuid;
      gpu.pci_bus_id = device.pci_bus_id;
      gpu.utilization = {40U + static_cast<unsigned>(i), 20U};
      gpu.memory = {1000, 600, 400};
      gpu.celsius = 50;
      gpu.milliwatts = 123456;
      gpu.megahertz = 1980;
    }
  }
  static NvmlGpu& First() { return Nvml().gpus()[1]; }
};

TEST_F(NvmlTest, ReadsTheDeviceThatIsMeant) {
  const Monitor monitor(device("cuda:0"));
  EXPECT_EQ(Nvml().calls("nvmlDeviceGetHandleByUUID"), 0);
  EXPECT_EQ(monitor.Read(Figure::Utilization), 40);
  EXPECT_EQ(monitor.Read(Figure::MemoryUsage), 20);
  EXPECT_EQ(monitor.Read(Figure::UsedMemory), 400);
  EXPECT_EQ(monitor.Read(Figure::TotalMemory), 1000);
  EXPECT_EQ(monitor.Read(Figure::Temperature), 50);
  EXPECT_EQ(monitor.Read(Figure::PowerDraw), 123456);
  EXPECT_EQ(monitor.Read(Figure::ClockRate), 1980);
  EXPECT_EQ(Monitor(device("cuda:1")).Read(Figure::Utilization), 41);
  // No context is made, and the handle is looked for once.
  EXPECT_EQ(Fake().live(), LiveObjects{});
  EXPECT_EQ(Nvml().calls("nvmlDeviceGetHandleByUUID"), 2);
}

TEST_F(NvmlTest, ByTheNamesOfTorch) {
  const Device gpu = device("cuda:0");
  EXPECT_EQ(utilization(gpu), 40);
  EXPECT_EQ(memory_usage(gpu), 20);
  EXPECT_EQ(temperature(gpu), 50);
  EXPECT_EQ(power_draw(gpu), 123456);
  EXPECT_EQ(clock_rate(gpu), 1980);
  EXPECT_EQ(list_gpu_processes(gpu), "no process uses cuda:0");
  // The first GPU is this thread's.
  EXPECT_EQ(utilization(), 40);
}

TEST_F(NvmlTest, ByThePlaceOnTheBusWhereTheUuidIsAnother) {
  First().uuid = "MIG-1234";
  EXPECT_EQ(Monitor(device("cuda:0")).Read(Figure::Temperature), 50);
  First().pci_bus_id = "0000:7f:00.0";
  const ErrorInfo error = ErrorOf([] { Monitor(device("cuda:0")).Read(Figure::Temperature); });
  EXPECT_EQ(error.code, ErrorCode::NoDevice);
  EXPECT_EQ(error.object, "cuda:0");
  EXPECT_NE(error.message.find("does not see this GPU (GPU-a0a0"), std::string::npos)
      << error.message;
  EXPECT_EQ(error.driver_status_name, "NVML_ERROR_NOT_FOUND");
}

TEST_F(NvmlTest, ASplitGpuHasSomeFigures) {
  First().split = true;
  const Monitor monitor(device("cuda:0"));
  EXPECT_ERROR(monitor.Read(Figure::Utilization), ErrorCode::NotSupported, "MIG");
  EXPECT_EQ(monitor.Read(Figure::UsedMemory), 400);
  const std::vector<Reading> readings = monitor.ReadAll();
  ASSERT_EQ(readings.size(), kFigureCount);
  EXPECT_FALSE(readings[static_cast<std::size_t>(Figure::Utilization)].value);
  EXPECT_NE(readings[static_cast<std::size_t>(Figure::Utilization)].why.find("MIG"),
            std::string::npos);
  EXPECT_EQ(readings[static_cast<std::size_t>(Figure::PowerDraw)].value, 123456);
}

TEST_F(NvmlTest, ItsStatusIsAnError) {
  const Monitor monitor(device("cuda:0"));
  constexpr std::pair<int, ErrorCode> kCases[] = {{3, ErrorCode::NotSupported},
                                                  {4, ErrorCode::NotSupported},
                                                  {9, ErrorCode::DriverUnavailable},
                                                  {15, ErrorCode::Driver},
                                                  {18, ErrorCode::DriverUnavailable},
                                                  {20, ErrorCode::OutOfMemory},
                                                  {777, ErrorCode::Driver}};
  for (const auto& [status, code] : kCases) {
    Nvml().fail("nvmlDeviceGetPowerUsage", status, 1);
    const ErrorInfo error = ErrorOf([&] { monitor.Read(Figure::PowerDraw); });
    EXPECT_EQ(error.code, code) << status;
    EXPECT_EQ(error.driver_status, status);
    EXPECT_EQ(error.object, "cuda:0");
    EXPECT_EQ(error.operation, "nvmlDeviceGetPowerUsage");
  }
  EXPECT_EQ(monitor.Read(Figure::PowerDraw), 123456);
  EXPECT_ERROR(monitor.Read(static_cast<Figure>(99)), ErrorCode::InvalidArgument, "no figure 99");
}

TEST_F(NvmlTest, ListsProcesses) {
  for (unsigned pid = 1; pid <= 40; ++pid) {
    First().processes.push_back({pid, pid << 20, 0, 0});
  }
  First().processes[0].used_bytes = monitor::kNvmlValueNotAvailable;
  const Monitor monitor(device("cuda:0"));
  const std::vector<DeviceProcess> processes = monitor.processes();
  ASSERT_EQ(processes.size(), 40U);
  EXPECT_FALSE(processes[0].used_bytes);
  EXPECT_EQ(processes[1].used_bytes, 2U << 20);
  EXPECT_EQ(processes[1].name, "program 2");
  const std::string text = list_gpu_processes(device("cuda:0"));
  EXPECT_TRUE(text.starts_with("process 1 (program 1) uses memory of cuda:0, the driver does not"))
      << text;
  EXPECT_NE(text.find("\nprocess 2 (program 2) uses 2.0 MB of memory of cuda:0\n"),
            std::string::npos);
  // Names of other users' processes are not told.
  Nvml().fail("nvmlSystemGetProcessName", 4, -1);
  EXPECT_EQ(monitor.processes()[1].name, "");
  Nvml().fail("nvmlDeviceGetComputeRunningProcesses_v3", 7, -1);
  EXPECT_ERROR(monitor.processes(), ErrorCode::Driver, "NVML refuses");
}

TEST_F(NvmlTest, ManyThreads) {
  const Monitor monitor(device("cuda:0"));
  RunThreads(8, [&](int) {
    for (int i = 0; i < 200; ++i) {
      EXPECT_EQ(monitor.Read(Figure::Temperature), 50);
      EXPECT_EQ(utilization(device("cuda:1")), 41);
    }
  });
}

// What is opened once in a process is tried in one of its own, which begins anew.
class NvmlOpenTest : public testing::Test {
 protected:
  NvmlOpenTest() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

TEST_F(NvmlOpenTest, WhereThereIsNone) {
  EXPECT_EXIT(
      {
        Fake().reset();
        ::setenv("KERNELC_NVML", "/no/such/libnvidia-ml.so", 1);
        const ErrorInfo error =
            ErrorOf([] { Monitor(device("cuda:0")).Read(Figure::Temperature); });
        std::fprintf(stderr, "%s\n", error.message.c_str());
        std::_Exit(error.code == ErrorCode::NotFound ? 0 : 1);
      },
      testing::ExitedWithCode(0), "NVML is not on this machine: .*/no/such.*KERNELC_NVML");
}

TEST_F(NvmlOpenTest, WhereItIsAnotherLibrary) {
  EXPECT_EXIT(
      {
        Fake().reset();
        ::setenv("KERNELC_NVML", KERNELC_FAKE_DRIVER, 1);
        const ErrorInfo error =
            ErrorOf([] { Monitor(device("cuda:0")).Read(Figure::Temperature); });
        std::fprintf(stderr, "%s\n", error.message.c_str());
        std::_Exit(error.code == ErrorCode::NotFound ? 0 : 1);
      },
      testing::ExitedWithCode(0), "has no nvmlInit_v2, .*too old");
}

TEST_F(NvmlOpenTest, ItIsStartedWhenTheDriverIsThere) {
  EXPECT_EXIT(
      {
        Fake().reset();
        Nvml().fail("nvmlInit_v2", 9, 1);
        const Monitor monitor(device("cuda:0"));
        Nvml().gpus().emplace_back().uuid = monitor.device().properties().uuid;
        const ErrorInfo error = ErrorOf([&] { monitor.Read(Figure::Temperature); });
        std::fprintf(stderr, "%s\n", error.message.c_str());
        std::_Exit(error.code == ErrorCode::DriverUnavailable &&
                           monitor.Read(Figure::Temperature) == 0
                       ? 0
                       : 1);
      },
      testing::ExitedWithCode(0), "the NVIDIA driver is not loaded");
}

}  // namespace
}  // namespace kernelc::fake_driver
