// Grids whose blocks wait for each other.
#pragma once

#include <cstdint>

#include "runtime/cpu/grid_executor.h"

namespace kernelc::cpu {

// Blocks of such a grid, at most: each has a thread of the system to itself.
inline constexpr std::uint64_t kMaxCooperativeBlocks = 1024;

// Runs all blocks of the grid at the same time, and blocks until every one ran. A block that ends
// no longer keeps the others waiting. `out_of_memory` also stands for a system without threads left;
// nothing has run then.
GridResult RunCooperativeGrid(const GridLaunch& grid);

}  // namespace kernelc::cpu
