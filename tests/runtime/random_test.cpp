// States of random generators, against what Numba makes of the same seeds.
#include "kernelc/random.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <vector>

#include "kernelc/error.h"

namespace kernelc {
namespace {

std::vector<std::uint64_t> WordsOf(const HostArray& states) {
  std::vector<std::uint64_t> words(states.nbytes() / sizeof(std::uint64_t));
  std::memcpy(words.data(), states.data(), states.nbytes());
  return words;
}

TEST(RandomTest, StatesAreThoseOfNumba) {
  // numba.cuda.random.init_xoroshiro128p_states_cpu(states, 42, 1)
  const std::vector<std::uint64_t> expected = {
      0x045a2c270718bc3bu, 0x05b3939a23e533b4u,
      0xa67324e5ecccb8dcu, 0x4a81bbd6c315729eu,
      0xef6261e44fd8abc9u, 0x0c6ebfa4759a0f22u,
  };
  EXPECT_EQ(WordsOf(MakeXoroshiro128pStates(3, 42, 1)), expected);
}

TEST(RandomTest, LaterStatesStartFurtherOn) {
  const std::vector<std::uint64_t> all = WordsOf(MakeXoroshiro128pStates(4, 7));
  const std::vector<std::uint64_t> tail = WordsOf(MakeXoroshiro128pStates(2, 7, 2));
  EXPECT_EQ(std::vector<std::uint64_t>(all.begin() + 4, all.end()), tail);
}

TEST(RandomTest, AnArrayOfStatesMayBeEmptyButNotNegative) {
  EXPECT_EQ(MakeXoroshiro128pStates(0, 1).size(), 0);
  EXPECT_THROW(MakeXoroshiro128pStates(-1, 1), Error);
}

}  // namespace
}  // namespace kernelc
