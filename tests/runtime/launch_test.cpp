// Modules, kernels, launches.
#include <complex>

#include "tests/runtime/support.h"

namespace kernelc::runtime_test {
namespace {

class LaunchTest : public OnDevice {};
KC_ON_EACH_DEVICE(LaunchTest);

TEST_P(LaunchTest, AddsVectors) {
  const std::size_t n = 100003;
  const DeviceArray<float> a(*context, Iota(n));
  const DeviceArray<float> b(*context, Iota(n));
  const DeviceArray<float> c(*context, Dims{static_cast<std::int64_t>(n)});
  const Kernel add = kernel("add");
  for (int i = 0; i < 3; ++i) {
    add.Launch({(100003 + 255) / 256, 256}, a, b, c);
  }
  const std::vector<float> out = c.ToVector();
  for (std::size_t i = 0; i < n; i += 1000) {
    ASSERT_EQ(out[i], 2 * static_cast<float>(i));
  }
  EXPECT_EQ(out.back(), 2 * 100002.0F);
}

TEST_P(LaunchTest, EveryThreadOfA3dGridRunsOnce) {
  const Dim3 grid(3, 4, 5);
  const Dim3 block(8, 4, 2);
  const DeviceArray<std::int32_t> out(*context, Dims{3 * 4 * 5 * 64});
  out.Fill(-1);
  kernel("where").Launch({grid, block}, out);
  const std::vector<std::int32_t> values = out.ToVector();
  for (std::size_t i = 0; i < values.size(); ++i) {
    ASSERT_EQ(values[i], static_cast<std::int32_t>(i));
  }
}

TEST_P(LaunchTest, StridedArgument) {
  const DeviceArray<float> array(*context, Iota(100));
  kernel("scale").Launch({1, 64}, array.Sliced({{Slice::kNone, Slice::kNone, -3}}), 10.0F);
  const std::vector<float> out = array.ToVector();
  EXPECT_EQ(out[99], 990.0F);
  EXPECT_EQ(out[98], 98.0F);
  EXPECT_EQ(out[0], 0.0F);
  EXPECT_EQ(out[3], 30.0F);
}

TEST_P(LaunchTest, ScalarsOfEveryKind) {
  const DeviceArray<double> out(*context, Dims{11});
  const std::vector<double> expected = {1, -5, 60000, -70000, 1.5,         2.25,
                                        3, -4, 5.5,   -6.5,   4294967296.0};
  const Kernel scalars = kernel("scalars");
  scalars.Launch({1, 1}, true, std::int8_t{-5}, std::uint16_t{60000}, -70000, 1.5F, 2.25,
                 std::complex<float>(3, -4), std::complex<double>(5.5, -6.5),
                 std::uint64_t{4294967296}, out);
  EXPECT_EQ(out.ToVector(), expected);
  // The same values as other types are converted.
  out.Fill(0);
  scalars.Launch({1, 1}, 1, -5, 60000, std::int64_t{-70000}, 1.5, 2.25F,
                 std::complex<double>(3, -4), std::complex<double>(5.5, -6.5), 4294967296, out);
  EXPECT_EQ(out.ToVector(), expected);
}

TEST_P(LaunchTest, DynamicSharedMemory) {
  const DeviceArray<std::int32_t> out(*context, Dims{7});
  const Kernel shared = kernel("shared");
  for (const int bytes : {4, 48 * 1024, 60 * 1024}) {
    out.Fill(0);
    shared.Launch({7, 33, static_cast<std::uint64_t>(bytes)}, out, bytes / 4);
    EXPECT_EQ(out.ToVector(), (std::vector<std::int32_t>{100, 101, 102, 103, 104, 105, 106}))
        << bytes;
  }
}

TEST_P(LaunchTest, LimitsAreNamed) {
  const DeviceArray<std::int32_t> out(*context, Dims{7});
  const Kernel where = kernel("where");
  const auto launch = [&](const LaunchConfig& config) { where.Launch(config, out); };
  EXPECT_ERROR(launch({0, 1}), ErrorCode::LaunchLimit, "grid (0, 1, 1): extent x is zero");
  EXPECT_ERROR(launch({1, {1, 0}}), ErrorCode::LaunchLimit, "block (1, 0, 1): extent y is zero");
  EXPECT_ERROR(launch({1, 1025}), ErrorCode::LaunchLimit,
               "extent x is 1025, the device's limit is 1024");
  EXPECT_ERROR(launch({1, {1, 1, 65}}), ErrorCode::LaunchLimit,
               "extent z is 65, the device's limit is 64");
  EXPECT_ERROR(launch({1, {64, 64}}), ErrorCode::LaunchLimit,
               "has 4096 threads, the limit for this kernel is");
  EXPECT_ERROR(launch({{1, 65536}, 1}), ErrorCode::LaunchLimit,
               "extent y is 65536, the device's limit is 65535");
  EXPECT_ERROR(launch({1, 1, std::uint64_t{1} << 40}), ErrorCode::LaunchLimit,
               "1099511627776 of dynamic shared");
  EXPECT_ERROR(launch({1, 1, ~std::uint64_t{0}}), ErrorCode::LaunchLimit, "shared memory");
  const ErrorInfo info = ErrorOf([&] { launch({0, 1}); });
  EXPECT_NE(info.object.find("`where`"), std::string::npos);
}

TEST_P(LaunchTest, ArgumentsAreChecked) {
  const Kernel scale = kernel("scale");
  const DeviceArray<float> x(*context, Iota(8));
  const DeviceArray<double> wide(*context, Dims{8});
  EXPECT_ERROR(scale.Launch({1, 1}, x), ErrorCode::TypeMismatch,
               "scale(float32[:] x, float32 factor) takes 2 arguments, 1 was given");
  EXPECT_ERROR(scale.Launch({1, 1}, wide, 1.0F), ErrorCode::TypeMismatch,
               "parameter `x`: expects float32[:], got float64[::1]");
  EXPECT_ERROR(scale.Launch({1, 1}, x.Reshaped(Dims{2, 4}), 1.0F), ErrorCode::TypeMismatch,
               "got float32[:, ::1]");
  EXPECT_ERROR(scale.Launch({1, 1}, 1.0F, 1.0F), ErrorCode::TypeMismatch, "got float32");
  EXPECT_ERROR(scale.Launch({1, 1}, x, x), ErrorCode::TypeMismatch, "parameter `factor`");
  EXPECT_ERROR(scale.Launch({1, 1}, x, std::complex<float>(1, 2)), ErrorCode::TypeMismatch,
               "complex64 value (1+2j) is not a float32");
  EXPECT_ERROR(scale.Launch({1, 1}, nullptr, 1.0F), ErrorCode::TypeMismatch, "got none");
  EXPECT_ERROR(scale.Launch({1, 1}, DeviceArrayAny(), 1.0F), ErrorCode::TypeMismatch, "expects");
  EXPECT_ERROR(scale.Launch({1, 1}, DeviceArray<float>(), 1.0F), ErrorCode::InvalidArgument,
               "default-constructed");
  const Kernel add = kernel("add");
  EXPECT_ERROR(add.Launch({1, 1}, x, x.Sliced({{0, 8, 2}}), x), ErrorCode::TypeMismatch,
               "parameter `b`: expects float32[::1], got float32[:]");
  EXPECT_ERROR(kernel("where").Launch({1, 1}, 300.5), ErrorCode::TypeMismatch,
               "expects int32[::1]");
  EXPECT_ERROR(kernel("spin").Launch({1, 1}, 1.0), ErrorCode::TypeMismatch, "is not a int64");
}

TEST_P(LaunchTest, PackedBuffer) {
  const Kernel scale = kernel("scale");
  const DeviceArray<float> x(*context, Iota(8));
  std::vector<std::byte> buffer(scale.info().param_bytes);
  const Arg args[] = {x, 3.0F};
  PackArguments(scale.info(), args, buffer.data());
  scale.LaunchPacked({1, 8}, buffer);
  EXPECT_EQ(x.ToVector()[7], 21.0F);
  buffer.pop_back();
  EXPECT_ERROR(scale.LaunchPacked({1, 8}, buffer), ErrorCode::TypeMismatch,
               "has 31 bytes, the kernel takes 32");
}

TEST_P(LaunchTest, FactsOfArguments) {
  const DeviceArray<float> x(*context, Iota(64));
  EXPECT_EQ(ArrayFactsOf(x), (abi::ArrayFacts{true, true}));
  EXPECT_EQ(ArrayFactsOf(x.Sliced({{1}})), (abi::ArrayFacts{false, true}));
  EXPECT_EQ(ArrayFactsOf(x.Sliced({{4}})), (abi::ArrayFacts{true, true}));
  EXPECT_EQ(ArrayFactsOf(x.Reshaped({8, 8})), (abi::ArrayFacts{true, true, true}));
  EXPECT_EQ(ArrayFactsOf(x.Sliced({{0, 60}}).Reshaped({20, 3})), (abi::ArrayFacts{true, true}));
  EXPECT_EQ(ArrayFactsOf(x.Sliced({{1, 61}}).Reshaped({15, 4})), (abi::ArrayFacts{false, true}));
  EXPECT_EQ(ArrayFactsOf(x.Reshaped({8, 8}).Transposed()), (abi::ArrayFacts{true, true}));
  EXPECT_EQ(ArrayFactsOf(x.Reshaped({8, 8}).Sliced({{0, 8}, {0, 4}})),
            (abi::ArrayFacts{true, true}));
  const DeviceArrayAny huge =
      DeviceArrayAny::Wrap(*context, x.data(), ScalarKind::Int8, Dims{std::int64_t{1} << 31});
  EXPECT_FALSE(ArrayFactsOf(huge).small);
  const DeviceArrayAny broadcast = DeviceArrayAny::Wrap(*context, x.data(), ScalarKind::Float32,
                                                        Dims{4, 1 << 20}, Dims{1 << 28, 0});
  EXPECT_TRUE(ArrayFactsOf(broadcast).small);

  abi::KernelInfo info = kernel("add").info();
  const DeviceArray<float> y(*context, Iota(64));
  const Arg apart[] = {x, x, y};
  EXPECT_TRUE(NoOverlap(info, apart));
  const DeviceArrayAny low = x.Sliced({{0, 32}});
  const DeviceArrayAny high = x.Sliced({{32, 64}});
  const DeviceArrayAny middle = x.Sliced({{60, 20, -1}});
  const Arg halves[] = {low, low, high};
  EXPECT_TRUE(NoOverlap(info, halves));
  const Arg crossing[] = {low, low, middle};
  EXPECT_FALSE(NoOverlap(info, crossing));

  info.params[0].type.facts.aligned16 = true;
  std::vector<std::byte> buffer(info.param_bytes);
  const DeviceArrayAny odd = x.Sliced({{1}});
  const Arg misaligned[] = {odd, x, y};
  EXPECT_ERROR(PackArguments(info, misaligned, buffer.data()), ErrorCode::TypeMismatch,
               "parameter `a`: the code was compiled for data aligned to 16 bytes");
  info.assumes_no_overlap = true;
  const Arg same[] = {x, x, x};
  EXPECT_ERROR(PackArguments(info, same, buffer.data()), ErrorCode::TypeMismatch, "do not overlap");
}

TEST_P(LaunchTest, TuplesPackTheirElements) {
  abi::KernelInfo info;
  info.name = "t";
  abi::ArgType inner;
  inner.kind = abi::ArgKind::Tuple;
  inner.elements = {abi::ArgType::Scalar(ScalarKind::Int8),
                    abi::ArgType::Array(ScalarKind::Float32, 1)};
  info.params = {{"p", inner, 0, 3, true}};
  info.fields = {{abi::FieldKind::Value, 0, 0, 1},
                 {abi::FieldKind::Data, 0, 8, 8},
                 {abi::FieldKind::Extent, 0, 16, 8}};
  info.param_bytes = 24;
  const DeviceArray<float> x(*context, Iota(5));
  const Arg elements[] = {7, x};
  const Arg args[] = {Arg::Tuple(elements)};
  std::uint64_t buffer[3];
  PackArguments(info, args, reinterpret_cast<std::byte*>(buffer));
  EXPECT_EQ(buffer[0], 7U);
  EXPECT_EQ(buffer[1], x.data());
  EXPECT_EQ(buffer[2], 5U);
  const Arg short_tuple[] = {Arg::Tuple(std::span(elements, 1))};
  EXPECT_ERROR(PackArguments(info, short_tuple, reinterpret_cast<std::byte*>(buffer)),
               ErrorCode::TypeMismatch, "expects Tuple(int8, float32[::1]), got Tuple(int32)");
}

TEST_P(LaunchTest, ModulesFindTheirKernels) {
  // The last module may be refused for whatever reason.
  faults::MayBeUntold("cuLibraryLoadData, cuLibraryGetModule");
  const Module module(*context, TestImage());
  EXPECT_EQ(module.kernels().size(), 7U);
  EXPECT_EQ(module.kernel("add"), module.kernels()[0]);
  EXPECT_ERROR(module.kernel("sub"), ErrorCode::NotFound, "the image has `add`, `scale`");
  EXPECT_ERROR(Module(*context, nullptr), ErrorCode::InvalidArgument, "no image");
  EXPECT_ERROR(Module(*context, std::make_shared<abi::KernelImage>()), ErrorCode::ModuleLoad,
               "none at all");
  auto broken = std::make_shared<abi::KernelImage>(*TestImage());
  broken->kernels[0].symbol = "nothing_k";
  EXPECT_ERROR(Module(*context, broken), ErrorCode::ModuleLoad, "no symbol `nothing_k`");
  for (abi::Code& code : broken->codes) {
    code.bytes.clear();
  }
  EXPECT_ERROR(Module(*context, broken), ErrorCode::ModuleLoad, "");
}

TEST_P(LaunchTest, AttributesAndOccupancy) {
  const Kernel add = kernel("add");
  const KernelAttributes& attributes = add.attributes();
  EXPECT_EQ(attributes.max_threads_per_block, 1024);
  EXPECT_EQ(attributes.registers > 0, !is_cpu());
  EXPECT_GE(add.max_active_blocks(256), 1);
  const OccupancySuggestion suggestion = add.suggest_block();
  EXPECT_GE(suggestion.block, 32U);
  EXPECT_GE(suggestion.min_grid, 1U);
  EXPECT_EQ(add.context(), *context);
  EXPECT_EQ(add.On(*context), add);
}

TEST_P(LaunchTest, LaunchBoundsLimitTheBlock) {
  if (!is_cpu()) {
    GTEST_SKIP() << "the driver knows the bounds from the code";
  }
  auto image = std::make_shared<abi::KernelImage>(*TestImage());
  image->kernels[2].max_threads_per_block = 64;
  const Kernel where = Module(*context, image).kernel("where");
  const DeviceArray<std::int32_t> out(*context, Dims{65});
  EXPECT_ERROR(where.Launch({1, 65}, out), ErrorCode::LaunchLimit,
               "has 65 threads, the limit for this kernel is 64");
}

TEST_P(LaunchTest, FaultSurfacesAtTheNextSynchronize) {
  if (!is_cpu()) {
    GTEST_SKIP() << "run by runtime_fault_test: it ends the context of the process";
  }
  const Stream stream(*context);
  const Stream other(*context);
  const Kernel fault = kernel("fault");
  for (int i = 0; i < 3; ++i) {
    fault.Launch({10, 32, 0, stream}, 5);
    other.Synchronize();
    try {
      stream.Synchronize();
      FAIL();
    } catch (const KernelError& error) {
      EXPECT_EQ(error.code(), ErrorCode::DeviceFault);
      EXPECT_EQ(error.kernel(), "fault");
      EXPECT_EQ(error.kind(), "IndexOutOfBounds");
      EXPECT_EQ(error.file(), "kernels.py");
      EXPECT_EQ(error.line(), 42U);
      EXPECT_EQ(error.column(), 7U);
      EXPECT_EQ(error.block()[0], 5U);
      EXPECT_EQ(error.thread()[0], 3U);
      EXPECT_EQ(
          error.message(),
          "kernels.py:42:7: index 12 is out of bounds for dimension 1 of `x`, whose extent is 10, in "
          "block (5, 0, 0), thread (3, 0, 0)");
    }
    // It was told once; the stream goes on.
    stream.Synchronize();
  }
  fault.Launch({10, 32, 0, stream}, 5);
  EXPECT_ERROR(context->Synchronize(), ErrorCode::DeviceFault, "out of bounds");
  stream.Synchronize();
  fault.Launch({10, 32}, 5);
  const DeviceArray<float> x(*context, Dims{4});
  EXPECT_ERROR(x.ToVector(), ErrorCode::DeviceFault, "out of bounds");
}

TEST(CpuPrint, InBlockOrderAtSynchronisation) {
  const Context context("cpu");
  const Kernel print = Module(context, PrintImage()).kernel("print");
  for (int round = 0; round < 3; ++round) {
    testing::internal::CaptureStdout();
    print.Launch({200, 1});
    context.Synchronize();
    std::string expected;
    for (int block = 0; block < 200; ++block) {
      expected += std::to_string(block) + "\n";
    }
    EXPECT_EQ(testing::internal::GetCapturedStdout(), expected);
  }
}

}  // namespace
}  // namespace kernelc::runtime_test
