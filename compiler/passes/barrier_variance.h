// In which directions of the block a value differs from thread to thread: what uniformity at block
// level alone cannot say, and splitting by rows of threads needs.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/kir/kir.h"

namespace kernelc::passes {

// A set of directions; 0 is the same for all threads of the block that compute the value.
using Variance = std::uint8_t;
inline constexpr Variance kUniform = 0;
inline constexpr Variance kVariesX = 1;
inline constexpr Variance kVariesY = 2;
inline constexpr Variance kVariesZ = 4;
// Nothing is known: what memory, atomics, calls and other threads give.
inline constexpr Variance kVariesAny = 15;

// The variance of every value of `function`, by instruction index; that of a slot is the one of
// what it may hold. A slot with a home (see barrier_webs.h; may be empty) holds what the threads that come there give it:
// which threads do is no difference.
std::vector<Variance> ComputeVariance(const kir::Module& module, const kir::Function& function,
                                      const std::vector<kir::RegionId>& homes = {});

}  // namespace kernelc::passes
