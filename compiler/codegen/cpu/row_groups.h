// Groups of threads that reach over several rows of a block.
//
// Where threads of neighbouring rows read the same in a loop, as the rows of a tile in a matrix
// product do, a group that is one vector of one row reads it again for each row. In a group of
// several rows it is read once, and each row has accumulators of its own, which do not wait for
// each other.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/kir/kir.h"

namespace kernelc::codegen {

struct RowGroups {
  // Rows of a group; 1 where more do not pay or cannot be.
  std::uint64_t rows = 1;
  // By instruction: stands outside of loops over lanes, and differs by row.
  std::vector<bool> by_row;
};

// For a group_loop with a constant number of lanes.
RowGroups PlanRowGroups(const kir::Function& function, const kir::Inst& group_loop);

}  // namespace kernelc::codegen
