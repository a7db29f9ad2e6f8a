#include <bit>

#include "kernelc/image.h"

namespace kernelc {
namespace {

// Odd, so that multiplying by one loses nothing; else without structure.
constexpr std::uint64_t kFactors[] = {0x9e6c63d0876a9a47, 0xc2b2ae3d27d4eb4f};
constexpr std::size_t kWordBytes = sizeof(std::uint64_t);

std::uint64_t ReadWord(const std::byte* bytes, std::size_t count) {
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < count; ++i) {
    word |= std::to_integer<std::uint64_t>(bytes[i]) << (8 * i);
  }
  return word;
}

// A bijection of 64 bits that spreads each bit over all others.
std::uint64_t Spread(std::uint64_t value) {
  value ^= value >> 32;
  value *= kFactors[0];
  value ^= value >> 29;
  value *= kFactors[1];
  return value ^ (value >> 32);
}

}  // namespace

Checksum ChecksumOf(std::span<const std::byte> bytes) noexcept {
  std::uint64_t low = 0x243f6a8885a308d3;
  std::uint64_t high = 0x13198a2e03707344;
  // Each step can be undone when the word is known, so two texts that differ in one word alone
  // never meet again.
  const auto mix = [&](std::uint64_t word) {
    low = std::rotl((low ^ word) * kFactors[0], 31);
    high = std::rotl(high + word * kFactors[1], 27) * kFactors[0] + 1;
  };
  std::size_t at = 0;
  for (; at + kWordBytes <= bytes.size(); at += kWordBytes) {
    mix(ReadWord(bytes.data() + at, kWordBytes));
  }
  if (at < bytes.size()) {
    mix(ReadWord(bytes.data() + at, bytes.size() - at));
  }
  mix(bytes.size());
  return {Spread(low), Spread(high ^ std::rotl(low, 17))};
}

}  // namespace kernelc
