// A host whose kernels have variants: each launch with arguments that have their facts, and with
// some that just lack them, against the general code.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <memory>
#include <numeric>
#include <span>
#include <vector>

#include "kernelc/graph.h"
#include "kernelc/image.h"
#include "kernelc/kernelc_runtime.h"
#include "kernelc/runtime.h"
#include "plain.h"
#include "variants.h"

namespace kernelc::artifacts_test {
namespace {

using Floats = DeviceArray<float>;

// Place of a kernel in both images.
enum KernelNumber : std::size_t {
  kChain,
  kSaxpy,
  kProducts,
  kRowSums,
  kBoth,
  kFill,
  kStrides,
  kMoments,
  kStore
};

// What a launch ran: the general code, or a variant, which knows more or less of integers and rows.
enum class Code { General, Variant, VariantByValue };

class Variants : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (std::string(GetParam()) == "cuda" && !cuda_available()) {
      GTEST_SKIP() << why_cuda_is_unavailable();
    }
    context = std::make_unique<Context>(GetParam());
  }

  static Kernel With(std::size_t number, const Context& context) {
    return variants::image::kImage.kernel(number, context);
  }
  static Kernel Without(std::size_t number, const Context& context) {
    return plain::image::kImage.kernel(number, context);
  }

  Code CodeOf(std::size_t number, const LaunchConfig& config, std::span<const Arg> args) const {
    const Kernel kernel = With(number, *context);
    const abi::KernelInfo& info = kernel.CodeFor(config, args).info();
    if (!info.is_variant()) {
      return Code::General;
    }
    EXPECT_EQ(info.variant_of, number);
    EXPECT_TRUE(info.assumes_no_overlap);
    bool by_value = false;
    for (const abi::ParamInfo& param : info.params) {
      by_value |= param.type.facts.aligned_rows ||
                  (param.type.kind == abi::ArgKind::Scalar && param.type.facts.small);
    }
    return by_value ? Code::VariantByValue : Code::Variant;
  }

  // Launches both images on equal memory, `make` making the arguments in it, and compares what they
  // leave there. `make` gives arguments that borrow from an owner which it fills.
  struct Owner {
    std::vector<DeviceArrayAny> arrays;
    std::vector<Arg> elements;
    std::vector<Arg> args;
  };
  template <typename Make>
  void Compare(std::size_t number, const LaunchConfig& config, Code expected, Make make) const {
    constexpr std::size_t kFloats = 4096;
    std::vector<float> start(kFloats);
    std::iota(start.begin(), start.end(), 1.0F);
    std::vector<std::vector<float>> ends;
    for (const bool with : {false, true}) {
      const Floats memory = ToDevice(*context, start);
      Owner owner;
      owner.arrays.reserve(16);
      owner.elements.reserve(16);
      make(memory, owner);
      if (with) {
        EXPECT_EQ(CodeOf(number, config, owner.args), expected);
      }
      (with ? With(number, *context) : Without(number, *context)).LaunchArgs(config, owner.args);
      ends.push_back(memory.ToVector());
    }
    EXPECT_EQ(std::memcmp(ends[0].data(), ends[1].data(), kFloats * sizeof(float)), 0);
  }

  // `size` floats from `first` on, `step` apart.
  DeviceArrayAny Part(const Floats& memory, std::size_t first, std::int64_t size,
                      std::int64_t step = 1) const {
    return DeviceArrayAny::Wrap(*context, memory.data() + first * sizeof(float),
                                ScalarKind::Float32, {size},
                                {step * static_cast<std::int64_t>(sizeof(float))});
  }

  std::unique_ptr<Context> context;
};
INSTANTIATE_TEST_SUITE_P(Devices, Variants, testing::Values("cpu", "cuda"),
                         [](const auto& device) { return std::string(device.param); });

TEST_P(Variants, AreOfArraysInOrderAtAlignedAddressesApart) {
  struct Case {
    std::size_t x;
    std::size_t y;
    std::int64_t size;
    std::int64_t step;
    Code code;
  };
  const Case cases[] = {
      {0, 1024, 1024, 1, Code::Variant},
      // The last element of one is before the first of the other, and is the same.
      {0, 512, 512, 1, Code::Variant},
      {0, 508, 509, 1, Code::General},
      {512, 0, 512, 1, Code::Variant},
      {508, 0, 509, 1, Code::General},
      // Each element is what the thread wrote last.
      {0, 4, 1000, 1, Code::General},
      {0, 1, 1000, 1, Code::General},
      {0, 0, 1000, 1, Code::General},
      // Off by one element.
      {1, 2048, 1000, 1, Code::General},
      {0, 2049, 1000, 1, Code::General},
      {4, 2048, 1000, 1, Code::Variant},
      // Not next to each other, backwards.
      {0, 2048, 500, 2, Code::General},
      {999, 2048, 1000, -1, Code::General},
      {0, 2048, 1, 2, Code::General},
      // Nothing.
      {0, 2048, 0, 1, Code::Variant},
      {0, 0, 0, 1, Code::Variant},
  };
  for (const Case& test : cases) {
    SCOPED_TRACE(testing::Message()
                 << test.x << ' ' << test.y << ' ' << test.size << ' ' << test.step);
    Compare(kChain, {.grid = 1, .block = 32}, test.code, [&](const Floats& memory, Owner& owner) {
      owner.arrays = {Part(memory, test.x, test.size, test.step), Part(memory, test.y, test.size)};
      owner.args = {Arg(owner.arrays[0]), Arg(owner.arrays[1])};
    });
  }
}

TEST_P(Variants, OfSmallIntegersAndSizes) {
  struct Case {
    std::int64_t size;
    std::int64_t stride;
    std::int32_t n;
    std::int64_t m;
    Code code;
  };
  constexpr std::int64_t kBig = std::int64_t{1} << 31;
  const Case cases[] = {
      {1000, 4, 0, 0, Code::VariantByValue},
      {1000, 4, 32767, 32767, Code::VariantByValue},
      {1000, 4, 32768, 1, Code::Variant},
      {1000, 4, 1, 32768, Code::Variant},
      {1000, 4, -1, 1, Code::Variant},
      {1000, 4, 1, -1, Code::Variant},
      {1000, 4, std::numeric_limits<std::int32_t>::min(), kBig, Code::Variant},
      {1000, 4, 7, kBig * 2 + 7, Code::Variant},
      {(kBig / 4) - 1, 4, 1, 1, Code::VariantByValue},
      {kBig / 4, 4, 1, 1, Code::General},
      {kBig, 4, 1, 1, Code::General},
      {kBig + 3, 4, -1, kBig, Code::General},
      {2, kBig, 1, 1, Code::General},
      {1, kBig, 1, 1, Code::General},
      {0, 4, 1, 1, Code::VariantByValue},
  };
  for (const Case& test : cases) {
    SCOPED_TRACE(testing::Message()
                 << test.size << ' ' << test.stride << ' ' << test.n << ' ' << test.m);
    Compare(
        kProducts, {.grid = 1, .block = 32}, test.code, [&](const Floats& memory, Owner& owner) {
          // Apart from each other, and never touched.
          owner.arrays = {DeviceArrayAny::Wrap(*context, memory.data() + 4096, ScalarKind::Float32,
                                               {test.size}, {test.stride}),
                          DeviceArrayAny::Wrap(*context, memory.data(), ScalarKind::Int64, {6})};
          owner.args = {Arg(owner.arrays[0]), Arg(test.n), Arg(test.m), Arg(owner.arrays[1])};
        });
  }
}

TEST_P(Variants, OfAlignedRows) {
  for (const std::int64_t columns : {8, 7, 4, 1, 0}) {
    SCOPED_TRACE(columns);
    const Code code = columns % 4 == 0 ? Code::VariantByValue : Code::Variant;
    Compare(kRowSums, {.grid = 2, .block = 32}, code, [&](const Floats& memory, Owner& owner) {
      owner.arrays = {
          DeviceArrayAny::Wrap(*context, memory.data(), ScalarKind::Float32, {50, columns}),
          Part(memory, 2048, 50)};
      owner.args = {Arg(owner.arrays[0]), Arg(owner.arrays[1])};
    });
  }
}

// An empty array has strides that code in C order would not make of its extents.
TEST_P(Variants, OfEmptyArrays) {
  for (const auto& [rows, columns] : {std::pair(5, 8), std::pair(5, 0), std::pair(0, 8)}) {
    SCOPED_TRACE(testing::Message() << rows << ' ' << columns);
    const Code code = rows * columns != 0 ? Code::VariantByValue : Code::General;
    Compare(kStrides, {.grid = 1, .block = 32}, code, [&](const Floats& memory, Owner& owner) {
      owner.arrays = {DeviceArrayAny::Wrap(*context, memory.data() + 4096, ScalarKind::Float32,
                                           {rows, columns}),
                      DeviceArrayAny::Wrap(*context, memory.data(), ScalarKind::Int64, {3})};
      owner.args = {Arg(owner.arrays[0]), Arg(owner.arrays[1])};
    });
  }
}

TEST_P(Variants, OfTuples) {
  for (const std::size_t second : {std::size_t{1024}, std::size_t{1}, std::size_t{1025}}) {
    const Code code = second == 1024 ? Code::Variant : Code::General;
    Compare(kBoth, {.grid = 1, .block = 1}, code, [&](const Floats& memory, Owner& owner) {
      owner.arrays = {Part(memory, 0, 1000), Part(memory, second, 1000)};
      owner.elements = {Arg(owner.arrays[0]), Arg(1.0F)};
      owner.args = {Arg::Tuple(owner.elements), Arg(owner.arrays[1])};
    });
  }
}

TEST_P(Variants, OfRecords) {
  const RecordRef record =
      variants::image::kImage.kernel(kFill, *context).info().params[1].type.record;
  for (const std::size_t first : {std::size_t{0}, std::size_t{1}}) {
    const Code code = first == 0 ? Code::Variant : Code::General;
    Compare(kFill, {.grid = 1, .block = 64}, code, [&](const Floats& memory, Owner& owner) {
      owner.arrays = {
          DeviceArrayAny::Wrap(*context, memory.data() + first * sizeof(float), record, {50})};
      owner.args = {Arg(0.5), Arg(owner.arrays[0])};
    });
  }
}

// What a thread remembers of the last launch is of use for arguments that have its facts.
TEST_P(Variants, AreChosenAnewForTheSameArrays) {
  const Floats memory = ToDevice(*context, std::vector<float>(4096, 1.0F));
  const DeviceArrayAny x = Part(memory, 1024, 1000);
  const DeviceArrayAny out = DeviceArrayAny::Wrap(*context, memory.data(), ScalarKind::Int64, {6});
  const Kernel kernel = With(kProducts, *context);
  for (const std::int64_t m : {7, 7, 8, 40000, 40000, -1, 9, 32768, 32767, 0}) {
    for (const std::int32_t n : {3, 3, -5, 40000, 1}) {
      kernel.Launch({.grid = 1, .block = 32}, x, n, m, out);
      std::vector<std::int64_t> values(6);
      out.CopyToHost(std::as_writable_bytes(std::span(values)));
      const std::vector<std::int64_t> expected = {
          4000, 3000, 4, n * m, m >= 0 ? m / 3 : -1, std::int64_t{n} * n};
      EXPECT_EQ(values, expected) << n << ' ' << m;
    }
  }
}

// Integers of smaller types than the parameters have, which are small or not by what the code gets.
TEST_P(Variants, AreChosenAnewForSmallerIntegers) {
  const Floats memory = ToDevice(*context, std::vector<float>(4096, 1.0F));
  const DeviceArrayAny x = Part(memory, 1024, 1000);
  const DeviceArrayAny out = DeviceArrayAny::Wrap(*context, memory.data(), ScalarKind::Int64, {6});
  const Kernel kernel = With(kProducts, *context);
  const auto check = [&](auto n, auto m) {
    kernel.Launch({.grid = 1, .block = 32}, x, n, m, out);
    std::vector<std::int64_t> values(6);
    out.CopyToHost(std::as_writable_bytes(std::span(values)));
    EXPECT_EQ(values[3], std::int64_t{n} * std::int64_t{m}) << n << ' ' << m;
    EXPECT_EQ(values[4], m >= 0 ? m / 3 : -1) << n << ' ' << m;
  };
  for (int round = 0; round < 2; ++round) {
    check(std::int16_t{5}, std::int16_t{7});
    check(std::int16_t{5}, std::int16_t{-1});
    check(std::int16_t{-3}, std::int16_t{7});
    check(std::uint16_t{5}, std::uint16_t{7});
    check(std::uint16_t{40000}, std::uint16_t{60000});
    check(std::int32_t{4}, std::int32_t{8});
    check(std::int32_t{4}, std::int32_t{-8});
  }
}

// The same arguments, now with one array on top of the other, now apart; now with blocks that the variant does
// not take.
TEST_P(Variants, AreChosenAnewForOtherArraysAndBlocks) {
  const Floats memory = ToDevice(*context, std::vector<float>(256, 1.0F));
  const DeviceArrayAny low = memory.Sliced({{0, 63}});
  const DeviceArrayAny next = memory.Sliced({{1, 64}});
  const DeviceArrayAny high = memory.Sliced({{64, 127}});
  const Kernel kernel = With(kChain, *context);
  for (int round = 0; round < 3; ++round) {
    memory.Fill(1.0F);
    for (int i = 0; i < 2; ++i) {
      kernel.Launch({.grid = 1, .block = 32}, low, high);
    }
    EXPECT_EQ(memory.ToVector()[126], 2.0F);
    kernel.Launch({.grid = 1, .block = 32}, low, next);
    EXPECT_EQ(memory.ToVector()[63], 64.0F);
    EXPECT_THROW(kernel.Launch({.grid = 0, .block = 32}, low, high), Error);
    kernel.Launch({.grid = 1, .block = 512}, low, high);
    EXPECT_EQ(memory.ToVector()[126], 64.0F);
    EXPECT_THROW(kernel.Launch({.grid = 1, .block = 4096}, low, high), Error);
  }
}

TEST_P(Variants, AreNotListed) {
  const Kernel store = With(kStore, *context);
  const Module module(*context, store.image());
  EXPECT_EQ(module.kernels().size(), kStore + 1U);
  EXPECT_GT(store.image()->kernels.size(), module.kernels().size());
  for (const abi::KernelInfo& info : store.image()->kernels) {
    EXPECT_NE(info.variant_of, kStore) << "an address has no facts";
  }
  EXPECT_EQ(Without(kStore, *context).image()->kernels.size(), kStore + 1U);
  EXPECT_FALSE(module.kernel("saxpy").info().is_variant());
}

TEST_P(Variants, AreChosenByHeadersToo) {
  const Floats memory = ToDevice(*context, std::vector<float>(64, 1.0F));
  const ArrayView<float, 1> x(memory);
  variants::chain({.grid = 1, .block = 32}, Floats(memory.Sliced({{0, 63}})),
                  Floats(memory.Sliced({{1, 64}})));
  EXPECT_EQ(memory.ToVector()[63], 64.0F);
}

TEST_P(Variants, AreChosenForPackedArguments) {
  const Kernel chain = With(kChain, *context);
  std::vector<std::byte> params(chain.info().param_bytes);
  // Apart, and overlapping by all but one.
  for (const auto& [first, last] : {std::pair(64, 2.0F), std::pair(1, 64.0F)}) {
    const Floats memory = ToDevice(*context, std::vector<float>(128, 1.0F));
    const Floats x(memory.Sliced({{0, 63}}));
    const Floats y(memory.Sliced({{first, first + 63}}));
    const Arg args[] = {Arg(x), Arg(y)};
    PackArguments(chain.info(), args, params.data());
    chain.LaunchPacked({.grid = 1, .block = 32}, params);
    EXPECT_EQ(memory.ToVector()[static_cast<std::size_t>(first) + 62], last);
  }
}

// The same through the C interface, which loads the image from its bytes.
TEST_P(Variants, AreChosenForProgramsInC) {
  const std::vector<std::byte> bytes = WriteImage(*With(kChain, *context).image());
  kernelc_context c_context = nullptr;
  kernelc_module module = nullptr;
  kernelc_kernel chain = nullptr;
  ASSERT_EQ(kernelc_context_create(GetParam(), &c_context), KERNELC_OK);
  ASSERT_EQ(kernelc_module_load(c_context, bytes.data(), bytes.size(), "variants", &module),
            KERNELC_OK);
  ASSERT_EQ(kernelc_module_kernel(module, "chain", &chain), KERNELC_OK);
  for (const auto& [first, last] : {std::pair(64, 2.0F), std::pair(1, 64.0F)}) {
    const Floats memory = ToDevice(*context, std::vector<float>(128, 1.0F));
    const std::int64_t size = 63;
    const std::uint64_t places[2] = {
        memory.data(), memory.data() + static_cast<std::size_t>(first) * sizeof(float)};
    kernelc_array arrays[2] = {};
    kernelc_arg args[2] = {};
    for (const int i : {0, 1}) {
      ASSERT_EQ(kernelc_array_wrap(c_context, places[i], KERNELC_FLOAT32, 1, &size, nullptr,
                                   nullptr, nullptr, &arrays[i]),
                KERNELC_OK);
      args[i].kind = KERNELC_ARG_ARRAY;
      args[i].value.array = arrays[i];
    }
    kernelc_launch_config config = {};
    config.struct_size = sizeof config;
    std::fill_n(config.grid, 3, 1);
    std::fill_n(config.block, 3, 1);
    config.block[0] = 32;
    EXPECT_EQ(kernelc_launch(chain, &config, args, 2), KERNELC_OK);
    for (kernelc_array array : arrays) {
      EXPECT_EQ(kernelc_array_destroy(array), KERNELC_OK);
    }
    EXPECT_EQ(memory.ToVector()[static_cast<std::size_t>(first) + 62], last);
  }
  EXPECT_EQ(kernelc_kernel_destroy(chain), KERNELC_OK);
  EXPECT_EQ(kernelc_module_destroy(module), KERNELC_OK);
  EXPECT_EQ(kernelc_context_destroy(c_context), KERNELC_OK);
}

TEST_P(Variants, AreChosenAnewForBoundArguments) {
  const Floats memory = ToDevice(*context, std::vector<float>(128, 1.0F));
  BoundKernel bound =
      With(kChain, *context)
          .Bind(Floats(memory.Sliced({{0, 63}})), Floats(memory.Sliced({{64, 127}})));
  bound.Launch({.grid = 1, .block = 32});
  EXPECT_EQ(memory.ToVector()[126], 2.0F);
  bound.Set("y", Floats(memory.Sliced({{1, 64}})));
  bound.Launch({.grid = 1, .block = 32});
  EXPECT_EQ(memory.ToVector()[63], 64.0F);
}

TEST_P(Variants, AreChosenAnewForNodesOfGraphs) {
  const Floats memory = ToDevice(*context, std::vector<float>(128, 1.0F));
  const Floats low(memory.Sliced({{0, 63}}));
  Graph graph(*context);
  const GraphNode node = graph.AddKernel({}, With(kChain, *context), {.grid = 1, .block = 32}, low,
                                         Floats(memory.Sliced({{64, 127}})));
  const GraphExec exec = graph.Instantiate();
  exec.Launch();
  context->Synchronize();
  EXPECT_EQ(memory.ToVector()[126], 2.0F);
  exec.SetArguments(node, low, Floats(memory.Sliced({{1, 64}})));
  exec.Launch();
  context->Synchronize();
  EXPECT_EQ(memory.ToVector()[63], 64.0F);
  exec.SetArguments(node, low, Floats(memory.Sliced({{64, 127}})));
  exec.Launch();
  context->Synchronize();
  EXPECT_EQ(memory.ToVector()[126], 64.0F);
}

// As many threads as make threads do the work of several on GPUs.
TEST_P(Variants, OfLargeGrids) {
  constexpr std::size_t kSize = (std::size_t{1} << 21) + 3;
  std::vector<float> start(kSize);
  std::iota(start.begin(), start.end(), 0.0F);
  const Floats x = ToDevice(*context, start);
  const LaunchConfig config{.grid = (kSize + 255) / 256, .block = 256};
  std::vector<std::vector<float>> ends;
  for (const Kernel& kernel : {Without(kSaxpy, *context), With(kSaxpy, *context)}) {
    const Floats y = ToDevice(*context, start);
    kernel.Launch(config, 2.5F, x, y);
    ends.push_back(y.ToVector());
  }
  EXPECT_EQ(ends[0], ends[1]);
}

// Blocks and shared memory that code for several elements a thread does not take.
TEST_P(Variants, OfLargeGridsOfLargeBlocks) {
  constexpr std::size_t kSize = (std::size_t{1} << 21) + 3;
  std::vector<float> start(kSize, 0.5F);
  const Floats x = ToDevice(*context, start);
  const Floats w = ToDevice(*context, std::vector<float>(3, 0.25F));
  for (const std::size_t shared : {std::size_t{0}, std::size_t{64} << 10}) {
    for (const std::uint32_t block : {1024U, 256U}) {
      SCOPED_TRACE(testing::Message() << shared << ' ' << block);
      const LaunchConfig config{.grid = static_cast<std::uint32_t>((kSize + block - 1) / block),
                                .block = block,
                                .dynamic_shared_bytes = shared};
      std::vector<std::vector<float>> ends;
      for (const Kernel& kernel : {Without(kMoments, *context), With(kMoments, *context)}) {
        const Floats y = ToDevice(*context, start);
        kernel.Launch(config, w, x, y);
        ends.push_back(y.ToVector());
      }
      EXPECT_EQ(ends[0], ends[1]);
    }
  }
}

TEST_P(Variants, ThatTakeFewerThreadsAreNotAsked) {
  auto image = std::make_shared<abi::KernelImage>(*With(kChain, *context).image());
  for (abi::KernelInfo& info : image->kernels) {
    info.max_threads_per_block = info.is_variant() ? 64 : 0;
  }
  if (context->device().kind() == DeviceKind::Cuda) {
    GTEST_SKIP() << "the driver says how many threads code takes";
  }
  const Kernel kernel = Module(*context, image).kernel("chain");
  const Floats memory = ToDevice(*context, std::vector<float>(128, 1.0F));
  const DeviceArrayAny low = memory.Sliced({{0, 63}});
  const DeviceArrayAny high = memory.Sliced({{64, 127}});
  const Arg args[] = {Arg(low), Arg(high)};
  EXPECT_TRUE(kernel.CodeFor({.grid = 1, .block = 64}, args).info().is_variant());
  EXPECT_FALSE(kernel.CodeFor({.grid = 1, .block = 65}, args).info().is_variant());
  for (const std::uint32_t block : {65U, 64U, 64U, 65U}) {
    memory.Fill(1.0F);
    kernel.LaunchArgs({.grid = 1, .block = block}, args);
    EXPECT_EQ(memory.ToVector()[126], 2.0F);
  }
}

}  // namespace
}  // namespace kernelc::artifacts_test
