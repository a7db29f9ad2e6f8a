// Random numbers on each device against a model on the host: integers and uniform numbers bit for bit.
#include "kernelc/generator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <thread>
#include <vector>

#include "kernelc/array.h"
#include "kernelc/stream.h"
#include "runtime/random/philox.h"
#include "tests/algorithms/on_device.h"

namespace kernelc {
namespace {

using random::PhiloxBits;
using random::PhiloxBlock;

constexpr std::uint64_t kSeed = 0x123456789abcdef0u;

class GeneratorTest : public OnDevice {
 protected:
  template <typename T>
  DeviceArray<T> Array(std::int64_t size) const {
    return DeviceArray<T>(*context, Dims{size});
  }
};
KC_ON_EACH_DEVICE(GeneratorTest);

// Number i of a draw that takes one word a number.
std::uint32_t Word(const GeneratorState& from, std::uint64_t i) {
  return PhiloxBits(from.seed, 0, from.offset + i / 4)[i % 4];
}
// And of one that takes two.
std::uint64_t DoubleWord(const GeneratorState& from, std::uint64_t i) {
  const PhiloxBlock block = PhiloxBits(from.seed, 0, from.offset + i / 2);
  return block[2 * (i % 2)] | (std::uint64_t{block[2 * (i % 2) + 1]} << 32);
}
float UnitFloat(std::uint32_t word) { return static_cast<float>(word >> 8) * 0x1p-24f; }
double UnitDouble(std::uint64_t word) { return static_cast<double>(word >> 11) * 0x1p-53; }

TEST_P(GeneratorTest, BitsAreThoseOfTheCounter) {
  const GeneratorState from{kSeed, 0xfffffffffu};
  Generator generator(from);
  for (const std::int64_t size : {1, 2, 3, 4, 5, 1023, 100000}) {
    const GeneratorState before = generator.state();
    const auto out = Array<std::uint32_t>(size);
    generator.Bits(out);
    const std::vector<std::uint32_t> words = out.ToVector();
    for (std::uint64_t i = 0; i < words.size(); ++i) {
      ASSERT_EQ(words[i], Word(before, i)) << i << " of " << size;
    }
    EXPECT_EQ(generator.state().offset, before.offset + (static_cast<std::uint64_t>(size) + 3) / 4);
  }
}

TEST_P(GeneratorTest, UniformNumbersAreExact) {
  Generator generator(kSeed);
  const auto singles = Array<float>(10001);
  generator.Uniform(singles);
  const std::vector<float> got = singles.ToVector();
  for (std::uint64_t i = 0; i < got.size(); ++i) {
    ASSERT_EQ(got[i], UnitFloat(Word({kSeed, 0}, i))) << i;
  }
  const GeneratorState before = generator.state();
  const auto doubles = Array<double>(5001);
  generator.Uniform(doubles);
  const std::vector<double> got_doubles = doubles.ToVector();
  for (std::uint64_t i = 0; i < got_doubles.size(); ++i) {
    ASSERT_EQ(got_doubles[i], UnitDouble(DoubleWord(before, i))) << i;
  }
}

TEST_P(GeneratorTest, UniformRangesAreRoundedOnceAndHaveNoUpperEnd) {
  Generator generator(kSeed);
  const auto out = Array<float>(1000000);
  // Rounds to the upper end for one in two numbers, if nothing is done about it.
  const float high = std::nextafter(16777216.0f, 1e9f);
  generator.Uniform(out, 16777216.0, high);
  for (const float value : out.ToVector()) {
    ASSERT_EQ(value, 16777216.0f);
  }
  const GeneratorState before = generator.state();
  generator.Uniform(out, -3.25, 0.1);
  const std::vector<float> got = out.ToVector();
  for (std::uint64_t i = 0; i < got.size(); ++i) {
    const float span = 0.1f - -3.25f;
    const float exact = std::fma(span, UnitFloat(Word(before, i)), -3.25f);
    ASSERT_EQ(got[i], std::min(exact, std::nextafter(0.1f, -1.0f))) << i;
  }
}

// Lemire's method as the definition has it, for one number.
std::uint64_t Below32(const GeneratorState& from, std::uint64_t i, std::uint64_t span) {
  const std::uint64_t rejected = (std::uint64_t{1} << 32) % span;
  std::uint64_t product = Word(from, i) * span;
  for (std::uint64_t attempt = 0; (product & 0xffffffffu) < rejected; ++attempt) {
    const std::uint64_t sequence = (attempt << 32) | (i % 4 + 1);
    product = PhiloxBits(from.seed, sequence, from.offset + i / 4)[0] * span;
  }
  return product >> 32;
}

template <typename T>
void ExpectIntegers(const Context& context, std::int64_t low, std::int64_t high) {
  const GeneratorState from{kSeed, 77};
  Generator generator(from);
  const DeviceArray<T> out(context, Dims{20003});
  generator.Integers(out, low, high);
  const std::vector<T> got = out.ToVector();
  const auto span = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
  for (std::uint64_t i = 0; i < got.size(); ++i) {
    const std::int64_t expected = low + static_cast<std::int64_t>(Below32(from, i, span));
    ASSERT_EQ(got[i], static_cast<T>(expected)) << i << " of [" << low << ", " << high << ")";
  }
}

TEST_P(GeneratorTest, IntegersOfAllTypesAreExact) {
  ExpectIntegers<std::int8_t>(*context, -128, 128);
  ExpectIntegers<std::uint8_t>(*context, 3, 10);
  ExpectIntegers<std::int16_t>(*context, -300, 301);
  ExpectIntegers<std::uint16_t>(*context, 0, 65536);
  ExpectIntegers<std::int32_t>(*context, -7, -6);
  // Every second word is drawn again.
  ExpectIntegers<std::int32_t>(*context, -1073741825, 1073741824);
  ExpectIntegers<std::uint32_t>(*context, 0, std::int64_t{1} << 32);
  ExpectIntegers<std::int64_t>(*context, std::int64_t{1} << 40, (std::int64_t{1} << 40) + 5);
  ExpectIntegers<std::uint64_t>(*context, 0, 1000);
}

TEST_P(GeneratorTest, WideIntegersAreExactAndWithoutBias) {
  const GeneratorState from{kSeed, 3};
  const std::int64_t low = std::numeric_limits<std::int64_t>::min();
  // Three quarters of all numbers: a quarter of the words is drawn again.
  const std::int64_t high = std::numeric_limits<std::int64_t>::max() / 2;
  const auto span = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
  const std::uint64_t rejected = (0 - span) % span;
  Generator generator(from);
  const auto out = Array<std::int64_t>(30001);
  generator.Integers(out, low, high);
  const std::vector<std::int64_t> got = out.ToVector();
  std::size_t again = 0;
  for (std::uint64_t i = 0; i < got.size(); ++i) {
    auto product = static_cast<unsigned __int128>(DoubleWord(from, i)) * span;
    for (std::uint64_t attempt = 0; static_cast<std::uint64_t>(product) < rejected; ++attempt) {
      const PhiloxBlock block =
          PhiloxBits(from.seed, (attempt << 32) | (i % 2 + 1), from.offset + i / 2);
      product = static_cast<unsigned __int128>(block[0] | (std::uint64_t{block[1]} << 32)) * span;
      ++again;
    }
    const auto number = static_cast<std::uint64_t>(product >> 64);
    ASSERT_EQ(got[i], static_cast<std::int64_t>(static_cast<std::uint64_t>(low) + number)) << i;
  }
  EXPECT_GT(again, got.size() / 5);
}

// Mean and variance of `values`, and the largest distance from the mean.
struct Moments {
  double mean = 0;
  double variance = 0;
  double farthest = 0;
};
template <typename T>
Moments MomentsOf(const std::vector<T>& values) {
  Moments moments;
  const auto count = static_cast<double>(values.size());
  for (const T value : values) {
    moments.mean += static_cast<double>(value) / count;
  }
  for (const T value : values) {
    const double distance = static_cast<double>(value) - moments.mean;
    moments.variance += distance * distance / count;
    moments.farthest = std::max(moments.farthest, std::abs(distance));
  }
  return moments;
}

TEST_P(GeneratorTest, NormalNumbersAreThoseOfBoxAndMuller) {
  Generator generator(kSeed);
  const auto out = Array<float>(1000002);
  generator.Normal(out, 2, 3);
  const std::vector<float> got = out.ToVector();
  for (std::uint64_t i = 0; i < got.size(); i += 2) {
    const double u = static_cast<double>(Word({kSeed, 0}, i)) * 0x1p-32 + 0x1p-33;
    const double angle = 6.283185307179586 * static_cast<double>(UnitFloat(Word({kSeed, 0}, i + 1)));
    const double radius = std::sqrt(-2 * std::log(u));
    ASSERT_NEAR(got[i], 2 + 3 * radius * std::cos(angle), 1e-4) << i;
    ASSERT_NEAR(got[i + 1], 2 + 3 * radius * std::sin(angle), 1e-4) << i;
  }
  const Moments moments = MomentsOf(got);
  EXPECT_NEAR(moments.mean, 2, 0.01);
  EXPECT_NEAR(moments.variance, 9, 0.05);
  EXPECT_GT(moments.farthest, 13);

  const auto doubles = Array<double>(1000001);
  generator.Normal(doubles);
  const Moments wide = MomentsOf(doubles.ToVector());
  EXPECT_NEAR(wide.mean, 0, 0.005);
  EXPECT_NEAR(wide.variance, 1, 0.01);
}

TEST_P(GeneratorTest, ExponentialNumbersAreLogarithms) {
  Generator generator(kSeed);
  const auto out = Array<float>(1000000);
  generator.Exponential(out, 4);
  const std::vector<float> got = out.ToVector();
  for (std::uint64_t i = 0; i < got.size(); ++i) {
    const double u = static_cast<double>(Word({kSeed, 0}, i)) * 0x1p-32 + 0x1p-33;
    ASSERT_NEAR(got[i], -4 * std::log(u), 2e-5 + 1e-6 * static_cast<double>(got[i])) << i;
    ASSERT_GE(got[i], 0.0f);
  }
  const auto doubles = Array<double>(1000000);
  generator.Exponential(doubles);
  const Moments moments = MomentsOf(doubles.ToVector());
  EXPECT_NEAR(moments.mean, 1, 0.01);
  EXPECT_NEAR(moments.variance, 1, 0.02);
}

TEST_P(GeneratorTest, AStateGoesOnExactly) {
  Generator generator(kSeed);
  const auto first = Array<double>(777);
  generator.Normal(first);
  const GeneratorState saved = generator.state();
  const auto second = Array<float>(1001);
  generator.Uniform(second);
  Generator other(1);
  other.SetState(saved);
  const auto again = Array<float>(1001);
  other.Uniform(again);
  EXPECT_EQ(second.ToVector(), again.ToVector());
  EXPECT_EQ(other.state(), generator.state());

  generator.ManualSeed(kSeed);
  EXPECT_EQ(generator.initial_seed(), kSeed);
  const auto repeated = Array<double>(777);
  generator.Normal(repeated);
  EXPECT_EQ(first.ToVector(), repeated.ToVector());
}

TEST_P(GeneratorTest, TheLayoutDoesNotCount) {
  const Dims shape{37, 53};
  const auto plain = DeviceArray<float>(*context, shape);
  Generator(5).Uniform(plain);
  const auto fortran = DeviceArray<float>(*context, shape, Order::F);
  Generator(5).Uniform(fortran);
  EXPECT_EQ(plain.ToVector(), fortran.ToVector());

  // Every second column of the middle rows; what lies between stays.
  const auto wide = DeviceArray<float>(*context, Dims{39, 107});
  wide.Fill(-1.0f);
  const DeviceArray<float> part(wide.Sliced({{1, 38}, {0, 106, 2}}));
  Generator(5).Uniform(part);
  EXPECT_EQ(plain.ToVector(), part.ToVector());
  const std::vector<float> all = wide.ToVector();
  EXPECT_EQ(std::count(all.begin(), all.end(), -1.0f), 39 * 107 - 37 * 53);
}

TEST_P(GeneratorTest, NothingIsWrittenBehindAnArray) {
  const auto all = Array<float>(1024);
  all.Fill(-1.0f);
  const DeviceArray<float> part(all.Sliced({{1, 1000}}));
  Generator(5).Uniform(part);
  const std::vector<float> values = all.ToVector();
  EXPECT_EQ(values[0], -1.0f);
  EXPECT_EQ(std::count(values.begin(), values.end(), -1.0f), 25);
  // No numbers, none used.
  Generator generator(5);
  generator.Uniform(Array<float>(0));
  EXPECT_EQ(generator.state().offset, 0u);
}

TEST_P(GeneratorTest, DrawsAreInStreamOrder) {
  const Stream stream(*context);
  const auto values = Array<float>(1 << 20);
  const auto copy = Array<float>(1 << 20);
  Generator generator(9);
  generator.Uniform(values, 0, 1, stream.ref());
  copy.CopyFrom(values, stream.ref());
  generator.Uniform(values, 2, 3, stream.ref());
  stream.Synchronize();
  const std::vector<float> first = copy.ToVector();
  const std::vector<float> second = values.ToVector();
  EXPECT_LT(*std::max_element(first.begin(), first.end()), 1.0f);
  EXPECT_GE(*std::min_element(second.begin(), second.end()), 2.0f);
}

TEST_P(GeneratorTest, PermutationsAreEquallyLikely) {
  Generator generator(kSeed);
  std::map<std::vector<std::int32_t>, int> counts;
  constexpr int kDraws = 2400;
  const auto out = Array<std::int32_t>(4);
  for (int i = 0; i < kDraws; ++i) {
    generator.Permutation(out);
    ++counts[out.ToVector()];
  }
  EXPECT_EQ(counts.size(), 24u);
  double chi_squared = 0;
  for (const auto& [order, count] : counts) {
    chi_squared += (count - kDraws / 24.0) * (count - kDraws / 24.0) / (kDraws / 24.0);
  }
  // 23 degrees of freedom: 49.7 is passed once in a thousand.
  EXPECT_LT(chi_squared, 49.7);

  const auto many = Array<std::int64_t>(100000);
  generator.Permutation(many);
  std::vector<std::int64_t> order = many.ToVector();
  EXPECT_FALSE(std::is_sorted(order.begin(), order.end()));
  std::sort(order.begin(), order.end());
  for (std::size_t i = 0; i < order.size(); ++i) {
    ASSERT_EQ(order[i], static_cast<std::int64_t>(i));
  }
}

TEST_P(GeneratorTest, ThreadsShareOneSequence) {
  Generator generator(kSeed);
  std::vector<std::vector<std::uint64_t>> drawn(8);
  std::vector<std::thread> threads;
  for (auto& mine : drawn) {
    threads.emplace_back([&] {
      const auto out = Array<std::uint64_t>(20);
      for (int i = 0; i < 25; ++i) {
        generator.Bits(out);
        const std::vector<std::uint64_t> words = out.ToVector();
        mine.insert(mine.end(), words.begin(), words.end());
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  std::set<std::uint64_t> got;
  for (const auto& mine : drawn) {
    got.insert(mine.begin(), mine.end());
  }
  std::set<std::uint64_t> expected;
  for (std::uint64_t i = 0; i < 8 * 25 * 20; ++i) {
    expected.insert(DoubleWord({kSeed, 0}, i));
  }
  EXPECT_EQ(got, expected);
}

TEST_P(GeneratorTest, DevicesHaveGenerators) {
  const Device device = context->device();
  Generator& generator = default_generator(device);
  EXPECT_EQ(&generator, &default_generator(device));
  const DeviceGuard guard(device);
  ManualSeed(42);
  EXPECT_EQ(initial_seed(), 42u);
  generator.Uniform(Array<float>(100));
  EXPECT_EQ(rng_state(device), (GeneratorState{42, 25}));
  const std::vector<GeneratorState> saved = rng_states();
  ASSERT_EQ(saved.size(), devices().size());
  ManualSeedAll(7);
  for (const GeneratorState& state : rng_states()) {
    EXPECT_EQ(state, (GeneratorState{7, 0}));
  }
  SetRngStates(saved);
  EXPECT_EQ(rng_state(device), (GeneratorState{42, 25}));
  EXPECT_NE(Seed(), Seed());
  const std::uint64_t seed = SeedAll();
  EXPECT_EQ(initial_seed(), seed);
  EXPECT_ERROR(SetRngStates(std::vector<GeneratorState>(devices().size() + 1)),
               ErrorCode::InvalidArgument, "states for");
}

TEST_P(GeneratorTest, WrongParametersAreNamed) {
  Generator generator(1);
  const auto floats = Array<float>(8);
  const auto integers = Array<std::int32_t>(8);
  EXPECT_ERROR(generator.Uniform(integers), ErrorCode::TypeMismatch, "int32, expected float32");
  EXPECT_ERROR(generator.Normal(integers), ErrorCode::TypeMismatch, "int32, expected float32");
  EXPECT_ERROR(generator.Exponential(Array<bool>(1)), ErrorCode::TypeMismatch, "bool");
  EXPECT_ERROR(generator.Integers(floats, 0, 2), ErrorCode::TypeMismatch, "float32, expected");
  EXPECT_ERROR(generator.Permutation(floats), ErrorCode::TypeMismatch, "int32 or int64");
  EXPECT_ERROR(generator.Permutation(DeviceArray<std::int32_t>(*context, Dims{2, 2})),
               ErrorCode::InvalidArgument, "2 dimensions");
  EXPECT_ERROR(generator.Uniform(floats, 1, 1), ErrorCode::InvalidArgument, "`high` is 1.0");
  EXPECT_ERROR(generator.Uniform(floats, -3e38, 3e38), ErrorCode::InvalidArgument, "high - low");
  EXPECT_ERROR(generator.Uniform(floats, 0, 1e300), ErrorCode::InvalidArgument, "`high` is inf");
  EXPECT_ERROR(generator.Normal(floats, 0, -1), ErrorCode::InvalidArgument, "`deviation` is -1.0");
  EXPECT_ERROR(generator.Normal(floats, std::nan("")), ErrorCode::InvalidArgument, "`mean` is nan");
  EXPECT_ERROR(generator.Exponential(floats, 0), ErrorCode::InvalidArgument, "`scale` is 0.0");
  EXPECT_ERROR(generator.Integers(integers, 3, 3), ErrorCode::InvalidArgument, "[3, 3) is empty");
  EXPECT_ERROR(generator.Integers(Array<std::uint8_t>(1), -1, 3), ErrorCode::InvalidArgument,
               "[-1, 3) does not fit elements of uint8");
  EXPECT_ERROR(generator.Integers(Array<std::int8_t>(1), 0, 129), ErrorCode::InvalidArgument,
               "does not fit");
  EXPECT_ERROR(generator.Bits(Array<std::int8_t>(5)), ErrorCode::InvalidArgument, "5 bytes");
  EXPECT_EQ(generator.state().offset, 0u);
}

}  // namespace
}  // namespace kernelc
