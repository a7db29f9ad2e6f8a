// Philox4x32-10 on the host; stdlib/philox.py is the same for kernels.
#pragma once

#include <array>
#include <cstdint>

namespace kernelc::random {

using PhiloxBlock = std::array<std::uint32_t, 4>;

constexpr PhiloxBlock Philox(PhiloxBlock counter, std::array<std::uint32_t, 2> key) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t even = std::uint64_t{counter[0]} * 0xD2511F53u;
    const std::uint64_t odd = std::uint64_t{counter[2]} * 0xCD9E8D57u;
    counter = {static_cast<std::uint32_t>(odd >> 32) ^ counter[1] ^ key[0],
               static_cast<std::uint32_t>(odd),
               static_cast<std::uint32_t>(even >> 32) ^ counter[3] ^ key[1],
               static_cast<std::uint32_t>(even)};
    key[0] += 0x9E3779B9u;
    key[1] += 0xBB67AE85u;
  }
  return counter;
}

// Block `draw` of sequence `index` of a seed, as `philox_bits` has it.
constexpr PhiloxBlock PhiloxBits(std::uint64_t seed, std::uint64_t index, std::uint64_t draw) {
  return Philox({static_cast<std::uint32_t>(draw), static_cast<std::uint32_t>(draw >> 32),
                 static_cast<std::uint32_t>(index), static_cast<std::uint32_t>(index >> 32)},
                {static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)});
}

// The known answers of Random123 1.14 (kat_vectors).
static_assert(Philox({0, 0, 0, 0}, {0, 0}) ==
              PhiloxBlock{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
static_assert(Philox({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff}) ==
              PhiloxBlock{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
static_assert(Philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}) ==
              PhiloxBlock{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});

}  // namespace kernelc::random
