// States of the generator xoroshiro128+ for kernels that draw with `xoroshiro128p_next(states, i)` and its like: the same
// numbers as Numba's create_xoroshiro128p_states.
#pragma once

#include <cstdint>

#include "kernelc/array.h"
#include "kernelc/context.h"
#include "kernelc/export.h"
#include "kernelc/host_array.h"

namespace kernelc {

// The element type of an array of states: an aligned record of two uint64, `s0` and `s1`.
KC_RUNTIME_API const RecordRef& Xoroshiro128pType();

// `count` states in host memory, each 2^64 numbers after the one before; the first one is `subsequence_start` times 2^64
// numbers after the start that belongs to `seed`. Throws Error{InvalidArgument} for a negative count, and OutOfMemory.
KC_RUNTIME_API HostArray MakeXoroshiro128pStates(std::int64_t count, std::uint64_t seed,
                                                 std::uint64_t subsequence_start = 0);

// The same in memory of `context`. Blocks until they are there.
KC_RUNTIME_API DeviceArrayAny CreateXoroshiro128pStates(const Context& context, std::int64_t count,
                                                        std::uint64_t seed,
                                                        std::uint64_t subsequence_start = 0);

}  // namespace kernelc
