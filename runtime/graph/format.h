// How a graph's bytes start, in every version of the format: as those of an image
// (runtime/image/format.h), with another magic number. The body is what write.cpp writes, in its
// order.
#pragma once

#include <array>
#include <cstdint>

#include "runtime/image/format.h"

namespace kernelc::graph {

inline constexpr std::array<unsigned char, 8> kMagic = {0x8b, 'K', 'C', 'G', 'R', 'A', '\r', '\n'};

// Bodies lie in each other no deeper than this.
inline constexpr unsigned kMaxDepth = 64;
// Memory is made as aligned as this: addresses keep their place within it.
inline constexpr std::uint64_t kBufferAlignment = 256;
// Stands for the null address.
inline constexpr std::uint32_t kNoBuffer = 0xffffffffU;

// Whose number is the place in GraphWork.
enum class WorkKind : std::uint8_t {
  Empty,
  Launch,
  Copy,
  Memset,
  StridedCopy,
  StridedFill,
  Callback,
  Condition,
  Native,
};

}  // namespace kernelc::graph
