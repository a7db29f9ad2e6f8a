// The CUDA back end against the fake driver: what it calls, and that every create has its destroy.
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "tests/fake_driver/fake.h"

namespace kernelc::fake_driver {
namespace {

class FakeDriver : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(cuda_available()) << why_cuda_is_unavailable();
    Fake().reset();
  }
  void TearDown() override {
    ReleaseContexts();
    EXPECT_EQ(Fake().live(), LiveObjects{});
    EXPECT_EQ(Fake().current_context(), nullptr);
  }
  static const int kOpened;
};
// The driver is named before anything asks for it.
const int FakeDriver::kOpened = (Fake(), 0);

TEST_F(FakeDriver, DescribesDevices) {
  const std::vector<Device> found = devices();
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].name(), "cuda:0");
  EXPECT_EQ(found[1].name(), "cuda:1");
  EXPECT_EQ(found[2].name(), "cpu:0");
  const DeviceProperties& properties = found[1].properties();
  EXPECT_EQ(properties.name, "Fake GPU 1");
  EXPECT_EQ(properties.compute_major, 9);
  EXPECT_EQ(properties.shared_memory_per_block_optin, 232448U);
  EXPECT_EQ(properties.max_block, (std::array<std::uint32_t, 3>{1024, 1024, 64}));
  EXPECT_EQ(properties.pci_bus_id, "0000:02:00.0");
  EXPECT_EQ(properties.uuid, "GPU-a1a1a1a1-a1a1-a1a1-a1a1-a1a1a1a1a1a1");
  EXPECT_EQ(properties.driver_version, 13000);
  EXPECT_EQ(found[0].arch(), "sm_90");
}

TEST_F(FakeDriver, OneContextPerDevice) {
  const Context a("cuda:0");
  const Context b("cuda:0");
  const Context c("cuda:1");
  EXPECT_EQ(a, b);
  EXPECT_FALSE(a == c);
  EXPECT_EQ(Fake().live().context_retains, 2);
}

TEST_F(FakeDriver, ArraysKeepTheirContextAlive) {
  {
    const DeviceArray<float> array(Context("cuda:0"), Dims{16});
    ReleaseContexts();
    EXPECT_EQ(Fake().live().context_retains, 1);
    EXPECT_EQ(Fake().live().allocations, 1);
    array.Fill(2.0F);
    EXPECT_EQ(array.ToVector(), std::vector<float>(16, 2.0F));
  }
  EXPECT_EQ(Fake().live(), LiveObjects{});
}

TEST_F(FakeDriver, LaunchPassesThePackedBuffer) {
  const Context context("cuda:0");
  const Module module(context, ScaleImage());
  const DeviceArray<float> array(context, Dims{100});
  const Stream stream(context);
  module.kernel("scale").Launch({{4, 5, 6}, {32, 2}, 64, stream}, array.Sliced({{10, 60, 2}}), 3);
  const LaunchRecord launch = Fake().last_launch();
  EXPECT_STREQ(launch.kernel, "scale_k");
  EXPECT_EQ(launch.grid[2], 6U);
  EXPECT_EQ(launch.block[1], 2U);
  EXPECT_EQ(launch.shared_bytes, 64U);
  EXPECT_EQ(launch.stream, stream.native_handle());
  // The driver refuses a buffer of another size than the kernel's parameters have.
  ASSERT_EQ(launch.param_bytes, 28U);
  struct {
    std::uint64_t data;
    std::int64_t extent;
    std::int64_t stride;
    float factor;
    std::uint32_t padding;
  } params;
  std::memcpy(&params, launch.params, sizeof params);
  EXPECT_EQ(params.data, array.data() + 40);
  EXPECT_EQ(params.extent, 25);
  EXPECT_EQ(params.stride, 8);
  EXPECT_EQ(params.factor, 3.0F);
  EXPECT_EQ(params.padding, 0U);
}

// The function whose threads do the work of three takes grids that fill the device with such threads.
TEST_F(FakeDriver, LargeGridsHaveFewerThreads) {
  const auto image = ScaleImage("sm_75", ".entry scale_k( .entry scale_k$x3(");
  image->kernels[0].coarse_factor = 3;
  image->kernels[0].has_coarse = true;
  const Context context("cuda:0");
  const DeviceProperties& device = context.device().properties();
  const Module module(context, image);
  const DeviceArray<float> array(context, Dims{100});
  const auto most = static_cast<std::uint32_t>(3 * device.multiprocessors *
                                               device.max_threads_per_multiprocessor / 64);
  module.kernel("scale").Launch({most + 1, 64}, array, 3);
  const LaunchRecord coarse = Fake().last_launch();
  EXPECT_STREQ(coarse.kernel, "scale_k$x3");
  EXPECT_EQ(coarse.grid[0], (most + 1 + 2) / 3);
  ASSERT_EQ(coarse.param_bytes, 32U);
  std::uint32_t blocks = 0;
  std::memcpy(&blocks, coarse.params + 28, sizeof blocks);
  EXPECT_EQ(blocks, most + 1);
  for (const LaunchConfig& config : {LaunchConfig{.grid = most - 1, .block = 64},
                                     LaunchConfig{.grid = {most, 2}, .block = 64},
                                     LaunchConfig{.grid = most, .block = {64, 2}}}) {
    module.kernel("scale").Launch(config, array, 3);
    EXPECT_STREQ(Fake().last_launch().kernel, "scale_k");
    EXPECT_EQ(Fake().last_launch().grid[0], config.grid.x);
    EXPECT_EQ(Fake().last_launch().param_bytes, 28U);
  }
}

TEST_F(FakeDriver, CodeWithoutItsCoarseFunctionIsRefused) {
  const auto image = ScaleImage();
  image->kernels[0].coarse_factor = 2;
  image->kernels[0].has_coarse = true;
  const Context context("cuda:0");
  try {
    const Module module(context, image);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::ModuleLoad);
    EXPECT_NE(error.message().find("has no symbol `scale_k$x2`"), std::string::npos) << error.what();
  }
}

TEST_F(FakeDriver, ModuleLoadsOncePerContext) {
  const Context first("cuda:0");
  const Context second("cuda:1");
  const Kernel kernel = Module(first, ScaleImage()).kernel("scale");
  const Stream stream(second);
  const DeviceArray<float> array(second, Dims{8});
  for (int i = 0; i < 3; ++i) {
    kernel.Launch({1, 8, 0, stream}, array, 1.0F);
  }
  EXPECT_EQ(Fake().calls("cuLibraryGetModule"), 2);
  EXPECT_EQ(Fake().live().modules, 2);
  EXPECT_EQ(kernel.On(second).context(), second);
  const DeviceArray<float> other(first, Dims{8});
  try {
    kernel.Launch({1, 8, 0, stream}, other, 1.0F);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::InvalidArgument);
    EXPECT_NE(error.message().find("`x`: the array is on cuda:0, the kernel runs on cuda:1"),
              std::string::npos)
        << error.what();
  }
}

TEST_F(FakeDriver, OptsInToLargeSharedMemoryOnce) {
  const Context context("cuda:0");
  const Kernel kernel = Module(context, ScaleImage()).kernel("scale");
  const DeviceArray<float> array(context, Dims{8});
  kernel.Launch({1, 8, 40 * 1024}, array, 1.0F);
  EXPECT_EQ(Fake().calls("cuFuncSetAttribute"), 0);
  kernel.Launch({1, 8, 100 * 1024}, array, 1.0F);
  kernel.Launch({1, 8, 200 * 1024}, array, 1.0F);
  EXPECT_EQ(Fake().calls("cuFuncSetAttribute"), 1);
  // The static part of the fake kernel is 1024 bytes.
  EXPECT_EQ(Fake().get_function_attribute(8), 232448 - 1024);
  EXPECT_THROW(kernel.Launch({1, 8, 232448}, array, 1.0F), Error);
  EXPECT_EQ(Fake().launch_count(), 3);
}

TEST_F(FakeDriver, LaunchAsksTheDriverTwice) {
  const Context context("cuda:0");
  const ContextScope scope(context);
  const Kernel kernel = Module(context, ScaleImage()).kernel("scale");
  const DeviceArray<float> array(context, Dims{8});
  Fake().reset();
  kernel.Launch({1, 8}, array, 1.0F);
  EXPECT_EQ(Fake().calls(nullptr), 2);
  EXPECT_EQ(Fake().calls("cuCtxGetCurrent"), 1);
  EXPECT_EQ(Fake().calls("cuLaunchKernel"), 1);
}

TEST_F(FakeDriver, OutOfMemoryNamesTheFigures) {
  const Context context("cuda:0");
  try {
    const Buffer buffer(context, std::size_t{2} << 30);
    FAIL();
  } catch (const OutOfMemory& error) {
    EXPECT_EQ(error.requested_bytes(), std::uint64_t{2} << 30);
    EXPECT_EQ(error.total_bytes(), std::uint64_t{1} << 30);
    EXPECT_EQ(error.free_bytes(), error.total_bytes());
    EXPECT_EQ(error.object(), "cuda:0");
    EXPECT_EQ(error.driver_status(), 2);
    EXPECT_EQ(error.driver_status_name(), "CUDA_ERROR_OUT_OF_MEMORY");
  }
}

TEST_F(FakeDriver, BadPtxGivesTheLog) {
  const Context context("cuda:0");
  try {
    const Module module(context, ScaleImage("sm_75", "no kernels here"));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::ModuleLoad);
    EXPECT_NE(error.message().find("ptxas fake, line 1"), std::string::npos) << error.what();
  }
}

TEST_F(FakeDriver, ChoosesTheBestCode) {
  const Context context("cuda:0");
  const auto image = ScaleImage("sm_75", ".entry from_75(");
  const auto add = [&](const char* arch, abi::CodeKind kind, const std::string& text) {
    image->codes.push_back(ScaleImage(arch, text)->codes[0]);
    image->codes.back().kind = kind;
  };
  const auto entry_works = [&](const char* name) {
    image->kernels[0].symbol = name;
    try {
      Module(context, image);
      return true;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::ModuleLoad);
      return false;
    }
  };
  add("sm_120", abi::CodeKind::Ptx, ".entry from_120(");
  EXPECT_TRUE(entry_works("from_75"));
  add("sm_80", abi::CodeKind::Ptx, ".entry from_80(");
  EXPECT_TRUE(entry_works("from_80"));
  add("sm_90a", abi::CodeKind::Ptx, ".entry from_90a(");
  EXPECT_TRUE(entry_works("from_90a"));
  add("sm_90", abi::CodeKind::Cubin, ".entry from_cubin(");
  EXPECT_TRUE(entry_works("from_cubin"));
  EXPECT_FALSE(entry_works("from_75"));
}

TEST_F(FakeDriver, NoCodeForTheDeviceListsTargets) {
  const Context context("cuda:0");
  try {
    const Module module(context, ScaleImage("sm_120"));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.message(), "the image has no code for sm_90; its targets are sm_120");
  }
}

TEST_F(FakeDriver, StridedCopiesStayInTheAllocation) {
  const Context context("cuda:0");
  std::vector<std::int32_t> host(24);
  for (int i = 0; i < 24; ++i) {
    host[static_cast<std::size_t>(i)] = i;
  }
  const DeviceArray<std::int32_t> array(context, host, Dims{4, 6});
  const DeviceArrayAny view = array.Sliced({{Slice::kNone, Slice::kNone, -1}, {1, 6, 2}});
  const HostArray back = view.ToHost();
  const auto values = back.as<std::int32_t>();
  EXPECT_EQ(std::vector<std::int32_t>(values.begin(), values.end()),
            (std::vector<std::int32_t>{19, 21, 23, 13, 15, 17, 7, 9, 11, 1, 3, 5}));
  const HostArray transposed = array.Transposed().ToHost();
  EXPECT_EQ(transposed.order(), Order::F);
  view.Fill(-1);
  EXPECT_EQ(array.ToVector()[1], -1);
  EXPECT_EQ(array.ToVector()[2], 2);
  const DeviceArray<double> wide(context, Dims{3, 4});
  wide.Fill(0.1);
  EXPECT_EQ(wide.ToVector(), std::vector<double>(12, 0.1));
  wide.Sliced({{0, 3, 2}, {0, 4, 3}}).Fill(7.25);
  EXPECT_EQ(wide.ToVector()[3], 7.25);
  EXPECT_EQ(wide.ToVector()[5], 0.1);
}

TEST_F(FakeDriver, UsersContextIsRestored) {
  const Context first("cuda:0");
  const Context second("cuda:1");
  const ContextScope scope(second);
  const DeviceArray<float> array(first, Dims{4});
  EXPECT_EQ(Fake().current_context(), second.native_handle());
  {
    const ContextScope inner(first);
    EXPECT_EQ(Fake().current_context(), first.native_handle());
    EXPECT_THROW(array.CopyToHost(std::span<std::byte>()), Error);
  }
  EXPECT_EQ(Fake().current_context(), second.native_handle());
}

TEST_F(FakeDriver, CallbackRunsOnceAndIsFreed) {
  const Context context("cuda:0");
  const Stream stream(context);
  const auto counter = std::make_shared<int>(0);
  stream.AddCallback([counter] { ++*counter; });
  EXPECT_EQ(*counter, 1);
  EXPECT_EQ(counter.use_count(), 1);
}

TEST_F(FakeDriver, BrokenContextIsReplaced) {
  auto context = std::make_unique<Context>("cuda:0");
  auto array = std::make_unique<DeviceArray<float>>(*context, Dims{4});
  auto stream = std::make_unique<Stream>(*context);
  const Kernel kernel = Module(*context, ScaleImage()).kernel("scale");
  kernel.Launch({1, 4}, *array, 1.0F);
  Fake().fail("cuStreamSynchronize", 1, 700);
  try {
    stream->Synchronize();
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::DeviceFault);
    EXPECT_EQ(error.fault().kernel, "scale");
    EXPECT_EQ(error.driver_status_name(), "CUDA_ERROR_ILLEGAL_ADDRESS");
  }
  // Real drivers of today answer this way.
  Fake().fail("cuDevicePrimaryCtxRetain", 1, 700);
  try {
    const Context refused("cuda:0");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::DeviceFault);
    EXPECT_NE(error.message().find("has to be started again"), std::string::npos);
  }
  const Context next("cuda:0");
  EXPECT_FALSE(next == *context);
  EXPECT_EQ(Fake().calls("cuDevicePrimaryCtxReset"), 2);
  // What the broken context held is gone with it: nothing of it is freed a second time.
  const int frees = Fake().calls("cuMemFree");
  array.reset();
  stream.reset();
  context.reset();
  EXPECT_EQ(Fake().calls("cuMemFree"), frees);
  const DeviceArray<float> works(next, Dims{4});
  works.Fill(1.0F);
}

abi::DeviceError IndexError() {
  abi::DeviceError error;
  error.code = static_cast<std::int32_t>(abi::DeviceErrorCode::IndexOutOfBounds);
  error.block[1] = 2;
  error.thread[0] = 9;
  error.values[0] = 12;
  error.values[1] = 10;
  return error;
}

TEST_F(FakeDriver, ReportedErrorsAreThrownAtSynchronisation) {
  const Context context("cuda:0");
  const Stream stream(context);
  const Stream other(context);
  const DeviceArray<float> array(context, Dims{4});
  const Kernel kernel = Module(context, CheckedImage()).kernel("scale");
  for (int i = 0; i < 3; ++i) {
    kernel.Launch({1, 4, 0, stream}, array, 1.0F);
    EXPECT_TRUE(Fake().report_error(IndexError()));
    // The first one counts.
    EXPECT_FALSE(Fake().report_error(IndexError()));
    try {
      stream.Synchronize();
      FAIL();
    } catch (const KernelError& error) {
      EXPECT_EQ(error.code(), ErrorCode::DeviceFault);
      EXPECT_EQ(error.kernel(), "scale");
      EXPECT_EQ(error.kind(), "IndexOutOfBounds");
      EXPECT_EQ(error.file(), "scale.py");
      EXPECT_EQ(error.line(), 7U);
      EXPECT_EQ(error.block()[1], 2U);
      EXPECT_EQ(error.thread()[0], 9U);
      EXPECT_EQ(error.message(),
                "scale.py:7:5: index 12 is out of bounds for dimension 0 of `x`, whose extent is "
                "10, in block (0, 2, 0), thread (9, 0, 0)");
    }
    // It was told once, and the context goes on.
    stream.Synchronize();
    context.Synchronize();
  }
  Fake().report_error(IndexError());
  EXPECT_THROW(static_cast<void>(array.ToVector()), KernelError);
  Fake().report_error(IndexError());
  EXPECT_THROW(static_cast<void>(other.query()), KernelError);
}

TEST_F(FakeDriver, ErrorOfAModuleThatIsGoneIsKept) {
  const Context context("cuda:0");
  {
    const DeviceArray<float> array(context, Dims{4});
    Module(context, CheckedImage()).kernel("scale").Launch({1, 4}, array, 1.0F);
    const Module module(context, CheckedImage());
    EXPECT_TRUE(Fake().report_error(IndexError()));
  }
  EXPECT_THROW(context.Synchronize(), KernelError);
  context.Synchronize();
}

TEST_F(FakeDriver, LaunchesAndWaitsWithoutChecksCallTheDriverAsBefore) {
  const Context context("cuda:0");
  const Stream stream(context);
  const DeviceArray<float> array(context, Dims{4});
  const auto calls_of = [&](const Kernel& kernel) {
    kernel.Launch({1, 4, 0, stream}, array, 1.0F);
    stream.Synchronize();
    const int before = Fake().calls(nullptr);
    kernel.Launch({1, 4, 0, stream}, array, 1.0F);
    stream.Synchronize();
    return Fake().calls(nullptr) - before;
  };
  const int plain = calls_of(Module(context, ScaleImage()).kernel("scale"));
  EXPECT_EQ(calls_of(Module(context, CheckedImage()).kernel("scale")), plain);
}

}  // namespace
}  // namespace kernelc::fake_driver
