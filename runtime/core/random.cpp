#include "kernelc/random.h"

#include <bit>
#include <cstddef>
#include <cstring>

namespace kernelc {
namespace {

struct State {
  std::uint64_t s0 = 0;
  std::uint64_t s1 = 0;

  // The state after the next number.
  void Step() {
    const std::uint64_t mixed = s0 ^ s1;
    s0 = std::rotl(s0, 55) ^ mixed ^ (mixed << 14);
    s1 = std::rotl(mixed, 36);
  }

  // The state after 2^64 numbers: the sum of the states at the set bits of the jump polynomial.
  void Jump() {
    constexpr std::uint64_t kPolynomial[] = {0xbeac0467eba5facbu, 0xd86b048b86aa9922u};
    State sum;
    for (const std::uint64_t part : kPolynomial) {
      for (unsigned bit = 0; bit < 64; ++bit) {
        if ((part >> bit & 1) != 0) {
          sum.s0 ^= s0;
          sum.s1 ^= s1;
        }
        Step();
      }
    }
    *this = sum;
  }
};

// SplitMix64: small seeds give states without patterns.
State FirstState(std::uint64_t seed) {
  std::uint64_t z = seed + 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  z ^= z >> 31;
  return {z, z};
}

}  // namespace

const RecordRef& Xoroshiro128pType() {
  // Never destroyed: other threads may ask for it while the process ends.
  static const RecordRef& type =
      *new RecordRef(RecordBuilder(sizeof(State), alignof(State))
                         .Field<std::uint64_t>("s0", offsetof(State, s0))
                         .Field<std::uint64_t>("s1", offsetof(State, s1))
                         .Build());
  return type;
}

HostArray MakeXoroshiro128pStates(std::int64_t count, std::uint64_t seed,
                                  std::uint64_t subsequence_start) {
  HostArray states(Xoroshiro128pType(), Dims{count});
  State state = FirstState(seed);
  for (std::uint64_t i = 0; i < subsequence_start; ++i) {
    state.Jump();
  }
  for (std::int64_t i = 0; i < count; ++i) {
    if (i > 0) {
      state.Jump();
    }
    std::memcpy(states.data() + static_cast<std::size_t>(i) * sizeof(State), &state,
                sizeof(State));
  }
  return states;
}

DeviceArrayAny CreateXoroshiro128pStates(const Context& context, std::int64_t count,
                                         std::uint64_t seed, std::uint64_t subsequence_start) {
  return DeviceArrayAny::FromHost(context,
                                  MakeXoroshiro128pStates(count, seed, subsequence_start));
}

}  // namespace kernelc
