// A host with cuda.h and a generated header: on the fake driver, and on a real one. The runtime makes
// contexts and memory here, the header knows nothing of it.
#include <gtest/gtest.h>

#include <cstring>
#include <thread>

#include "kernels_cuda.h"
#include "tests/fake_driver/fake.h"

namespace kernelc::artifacts_test {
namespace {

using fake_driver::Fake;

template <typename... Args>
concept RunsSaxpy =
    requires(const Args&... args) { kernels::saxpy(kernelc_cuda::LaunchConfig(), args...); };
using View = kernelc_cuda::ArrayView<float, 1>;
using ConstView = kernelc_cuda::ArrayView<const float, 1>;
static_assert(RunsSaxpy<float, View, View> && RunsSaxpy<float, ConstView, View>);
static_assert(!RunsSaxpy<double, View, View> && !RunsSaxpy<int, View, View>);
static_assert(!RunsSaxpy<float, View, ConstView>);
static_assert(!RunsSaxpy<float, kernelc_cuda::ArrayView<double, 1>, View>);
static_assert(!RunsSaxpy<float, kernelc_cuda::ArrayView<float, 2>, View>);

std::string MessageOf(const std::function<void()>& action) {
  try {
    action();
  } catch (const kernelc_cuda::Error& error) {
    return error.what();
  }
  return "nothing was thrown";
}

class FakeDriver : public testing::Test {
 protected:
  FakeDriver() : context_((static_cast<void>(Fake()), Context("cuda"))), scope_(context_) {
    Fake().reset();
  }
  ~FakeDriver() override {
    Fake().reset();
  }
  Context context_;
  ContextScope scope_;
};

TEST_F(FakeDriver, LaunchesHandOverThePackedParameters) {
  kernels::saxpy({{4}, {256}, 64}, 2.5F, {CUdeviceptr{4096}, {1000}}, {CUdeviceptr{8192}, {1000}});
  const fake_driver::LaunchRecord launch = Fake().last_launch();
  EXPECT_STREQ(launch.kernel, "saxpy");
  EXPECT_EQ(launch.grid[0], 4U);
  EXPECT_EQ(launch.block[0], 256U);
  EXPECT_EQ(launch.shared_bytes, 64U);
  ASSERT_EQ(launch.param_bytes, 40U);
  float a = 0;
  std::uint64_t words[4] = {};
  std::memcpy(&a, launch.params, sizeof a);
  std::memcpy(words, launch.params + 8, sizeof words);
  EXPECT_EQ(a, 2.5F);
  EXPECT_EQ(words[0], 4096U);
  EXPECT_EQ(words[1], 1000U);
  EXPECT_EQ(words[2], 8192U);
}

TEST_F(FakeDriver, LoadsOnceInAContext) {
  const View x(CUdeviceptr{4096}, {10});
  kernels::saxpy({}, 1.0F, x, x);
  Fake().reset();
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      const ContextScope current(context_);
      kernels::saxpy({}, 1.0F, x, x);
      kernels::scale({}, x, 2.0F);
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(Fake().calls("cuLibraryLoadData"), 0);
  EXPECT_EQ(Fake().launch_count(), 8);
}

TEST_F(FakeDriver, PicksTheVariantByLayout) {
  kernels::scale({}, View(CUdeviceptr{4096}, {10}), 2.0F);
  EXPECT_STREQ(Fake().last_launch().kernel, "scale");
  kernels::scale({}, View(CUdeviceptr{4096}, {10}, {8}), 2.0F);
  EXPECT_STREQ(Fake().last_launch().kernel, "scale_1");
}

TEST_F(FakeDriver, FailuresNameTheKernelAndTheDriversReason) {
  const View x(CUdeviceptr{4096}, {10});
  kernels::saxpy({}, 1.0F, x, x);
  Fake().fail("cuLaunchKernel", 1, 1);
  const std::string text = MessageOf([&] { kernels::saxpy({{3}, {5}}, 1.0F, x, x); });
  EXPECT_NE(text.find("kernel `saxpy` of kernels.py, launching grid (3, 1, 1) of blocks (5, 1, 1)"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("CUDA_ERROR_INVALID_VALUE"), std::string::npos) << text;
  EXPECT_NE(MessageOf([&] { kernels::saxpy({}, 1.0F, View(CUdeviceptr{4096}, {10}, {8}), x); })
                .find("parameter `x`: the array is not contiguous"),
            std::string::npos);
}

TEST_F(FakeDriver, AThreadWithoutAContextIsTold) {
  std::thread([] {
    EXPECT_NE(MessageOf([] {
                kernels::saxpy({}, 1.0F, View(CUdeviceptr{4096}, {1}), View(CUdeviceptr{4096}, {1}));
              }).find("no CUDA context is current"),
              std::string::npos);
  }).join();
}

class Gpu : public testing::Test {
 protected:
  void SetUp() override {
    if (!cuda_available()) {
      GTEST_SKIP() << why_cuda_is_unavailable();
    }
  }
};

TEST_F(Gpu, RunsThroughTheDriverAlone) {
  const Context context("cuda");
  const ContextScope scope(context);
  const DeviceArray<float> x = ToDevice(context, std::vector<float>(1000, 1.0F));
  const View view(x.data(), {1000});
  kernels::saxpy({{4}, {256}}, 2.0F, view, view);
  kernels::scale({{4}, {256}}, View(x.data(), {500}, {8}), 2.0F);
  context.Synchronize();
  EXPECT_EQ(x.ToVector()[0], 12.0F);
  EXPECT_EQ(x.ToVector()[1], 3.0F);
  std::vector<kernels::move_p_t> p(2);
  EXPECT_NE(MessageOf([&] { kernels::saxpy({{1}, {100000}}, 1.0F, view, view); })
                .find("launching grid (1, 1, 1) of blocks (100000, 1, 1)"),
            std::string::npos);
}

}  // namespace
}  // namespace kernelc::artifacts_test
