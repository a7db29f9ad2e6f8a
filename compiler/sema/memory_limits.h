// What arrays of constant shape may take.
#pragma once

#include <cstdint>

namespace kernelc::sema {

// Every GPU gives a block this much static shared memory; more is to be had as dynamic shared memory alone.
inline constexpr std::int64_t kMaxSharedBytes = std::int64_t{48} << 10;
// Local memory of a thread, on every GPU.
inline constexpr std::int64_t kMaxLocalBytes = std::int64_t{512} << 10;

}  // namespace kernelc::sema
