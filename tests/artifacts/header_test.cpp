// A host with libkernelc_runtime and a generated header, and no compiler. Compiled twice: the code is
// in the header, or in a static library.
#include <gtest/gtest.h>

#include <array>
#include <complex>
#include <memory>
#include <thread>
#include <type_traits>
#include <vector>

#include "kernelc/runtime.h"
#include "kernels.h"

namespace kernelc::artifacts_test {
namespace {

// What the C++ compiler accepts.
template <typename... Args>
concept RunsSaxpy = requires(const Args&... args) { kernels::saxpy(LaunchConfig(), args...); };
template <typename... Args>
concept RunsScale = requires(const Args&... args) { kernels::scale(LaunchConfig(), args...); };
using Floats = DeviceArray<float>;
using Doubles = DeviceArray<double>;
static_assert(RunsSaxpy<float, Floats, Floats>);
static_assert(!RunsSaxpy<double, Floats, Floats>, "a scalar of another type");
static_assert(!RunsSaxpy<int, Floats, Floats>, "a scalar of another kind");
static_assert(!RunsSaxpy<float, Doubles, Floats>, "an array of another element type");
static_assert(!RunsSaxpy<float, Floats>, "too few arguments");
static_assert(!RunsSaxpy<float, ArrayView<float, 2>, Floats>, "an array of another rank");
static_assert(RunsSaxpy<float, ArrayView<const float, 1>, ArrayView<float, 1>>);
static_assert(!RunsSaxpy<float, Floats, ArrayView<const float, 1>>, "written, but const");
static_assert(RunsScale<Floats, float> && RunsScale<Doubles, double>);
static_assert(!RunsScale<Floats, double> && !RunsScale<Doubles, float>);
static_assert(sizeof(kernels::move_p_t) == 32 && sizeof(kernels::move_q_t) == 9);

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

class Header : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (std::string(GetParam()) == "cuda" && !cuda_available()) {
      GTEST_SKIP() << why_cuda_is_unavailable();
    }
    context = std::make_unique<Context>(GetParam());
  }
  Floats Ones(std::size_t size) const { return ToDevice(*context, std::vector<float>(size, 1.0F)); }

  std::unique_ptr<Context> context;
};
INSTANTIATE_TEST_SUITE_P(Devices, Header, testing::Values("cpu", "cuda"),
                         [](const auto& device) { return std::string(device.param); });

TEST_P(Header, LaunchesWithTypedArguments) {
  const Floats x = Ones(1000);
  const Floats y = Ones(1000);
  kernels::saxpy({.grid = 4, .block = 256}, 2.5F, x, y);
  EXPECT_EQ(y.ToVector(), std::vector<float>(1000, 3.5F));
}

TEST_P(Header, RunsOnTheStreamThatIsNamed) {
  const Stream stream(*context);
  const Floats x = Ones(64);
  kernels::saxpy({.grid = 1, .block = 64, .stream = stream.ref()}, 1.0F, x, x);
  stream.Synchronize();
  EXPECT_EQ(x.ToVector()[63], 2.0F);
}

TEST_P(Header, OverloadsBySignature) {
  const Floats x = Ones(100);
  kernels::scale({.grid = 1, .block = 128}, x, 3.0F);
  EXPECT_EQ(x.ToVector()[99], 6.0F);
  // Every second element, which the variant for contiguous arrays cannot take.
  kernels::scale({.grid = 1, .block = 128}, Floats(x.Sliced({{0, 100, 2}})), 0.5F);
  kernels::scale({.grid = 1, .block = 128}, Floats(x.Sliced({{0, 100, 2}})), 2.0F);
  EXPECT_EQ(x.ToVector()[0], 24.0F);
  EXPECT_EQ(x.ToVector()[99], 6.0F);
  const Doubles d = ToDevice(*context, std::vector<double>(5, 0.125));
  kernels::scale({.grid = 1, .block = 128}, d, 2.0);
  EXPECT_EQ(d.ToVector()[4], 0.5);
}

TEST_P(Header, TakesEveryKindOfScalar) {
  const Doubles out = ToDevice(*context, std::vector<double>(10));
  kernels::scalars({}, true, std::int8_t{-3}, std::uint16_t{65535}, -70000, std::uint64_t{1} << 40,
                   0.25, std::complex<float>(1.5F, -2.5F), std::complex<double>(3.5, 4.5), out);
  EXPECT_EQ(out.ToVector(), (std::vector<double>{1, -3, 65535, -70000, 1099511627776.0, 0.25, 1.5,
                                                 -2.5, 3.5, 4.5}));
}

TEST_P(Header, KnowsLayoutsAndRanks) {
  const DeviceArray<float> c(*context, std::vector<float>{1, 2, 3, 4, 5, 6}, Dims{2, 3});
  const DeviceArray<float> f(*context, Dims{2, 3}, Order::F);
  const DeviceArray<float> any(*context, Dims{3, 2});
  kernels::transpose({.grid = 1, .block = Dim3(8, 8)}, c, f, any);
  EXPECT_EQ(any.ToVector(), (std::vector<float>{1, 4, 2, 5, 3, 6}));
  EXPECT_EQ(f.ToVector(), (std::vector<float>{1, 2, 3, 4, 5, 6}));
  const ErrorInfo order = ErrorOf([&] { kernels::transpose({}, c, c, any); });
  EXPECT_EQ(order.code, ErrorCode::TypeMismatch);
  EXPECT_EQ(order.message, "parameter `f`: the array is not contiguous in F order");
  const ErrorInfo rank = ErrorOf([&] { kernels::saxpy({}, 1.0F, c, c); });
  EXPECT_EQ(rank.message, "expects 1 dimension of float32, got 2 of float32");
}

TEST_P(Header, FlattensTuples) {
  const Floats x = Ones(3);
  const DeviceArray<std::int64_t> out = ToDevice(*context, std::vector<std::int64_t>(3));
  kernels::nested({.grid = 1, .block = 32}, 40, x, 2.0F, out);
  EXPECT_EQ(out.ToVector()[2], 42);
}

TEST_P(Header, RecordsAreStructs) {
  std::vector<kernels::move_p_t> p(4);
  p[2].x = 1.0F;
  p[2].mass[0] = 8.0;
  std::vector<kernels::move_q_t> q(4);
  q[3].flag = 5;
  const RecordRef particle = generated::Element<kernels::move_p_t>::type().record;
  const DeviceArrayAny on_p = ToDevice(*context, std::span<const kernels::move_p_t>(p), particle);
  const DeviceArrayAny on_q =
      ToDevice(*context, std::span<const kernels::move_q_t>(q),
               generated::Element<kernels::move_q_t>::type().record);
  kernels::move({.grid = 1, .block = 32}, on_p, on_q, 0.5F);
  EXPECT_EQ(ToVector<kernels::move_p_t>(on_p)[2].x, 1.5F);
  EXPECT_EQ(ToVector<kernels::move_p_t>(on_p)[2].mass[1], 8.0);
  const double value = ToVector<kernels::move_q_t>(on_q)[3].value;
  EXPECT_EQ(value, 5.0);
  EXPECT_EQ(ErrorOf([&] { kernels::move({}, on_q, on_q, 0.5F); }).code, ErrorCode::TypeMismatch);
}

TEST_P(Header, DynamicSharedMemoryAndLimits) {
  const Floats x = Ones(64);
  kernels::block_sums({.grid = 2, .block = 32, .dynamic_shared_bytes = 128}, x);
  EXPECT_EQ(x.ToVector()[32], 32.0F);
  const ErrorInfo error = ErrorOf([&] { kernels::block_sums({.grid = 1, .block = 100000}, x); });
  EXPECT_EQ(error.code, ErrorCode::LaunchLimit);
}

TEST_P(Header, ThreadsLoadOnce) {
  std::vector<std::thread> threads;
  const Floats x = Ones(8);
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      const Floats y = Ones(8);
      for (int n = 0; n < 50; ++n) {
        kernels::saxpy({.grid = 1, .block = 8}, 1.0F, x, y);
      }
      EXPECT_EQ(y.ToVector()[7], 51.0F);
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
}

TEST_P(Header, MemoryMadeElsewhere) {
  const Floats x = Ones(16);
  auto* const data = reinterpret_cast<float*>(x.data());
  const ContextScope current(*context);
  kernels::saxpy({.grid = 1, .block = 16}, 4.0F, ArrayView<const float, 1>(data, {16}),
                 ArrayView<float, 1>(data, {16}));
  EXPECT_EQ(x.ToVector()[15], 5.0F);
}

TEST_P(Header, OccupancyIsAsked) {
  EXPECT_GE(kernels::image::kImage.kernel(0, *context).max_active_blocks(64), 1);
}

}  // namespace
}  // namespace kernelc::artifacts_test
