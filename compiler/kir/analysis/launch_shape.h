// What a kernel asks of the launch that runs it: how many dimensions, which block, and how far the
// grid reaches.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compiler/kir/kir.h"

namespace kernelc::kir {

// x, y and z of a grid or block.
using LaunchExtents = std::array<std::int64_t, 3>;

// A kernel's argument, as far as a launch depends on it.
struct LaunchArgument {
  // Of an integer.
  std::optional<std::int64_t> value;
  // Of an array.
  std::vector<std::int64_t> extents;
  // Of a tuple.
  std::vector<LaunchArgument> elements;
};

// A number of threads or blocks, and the array that it follows from; a comparison where `array` is
// empty.
struct LaunchNeed {
  std::int64_t count = 0;
  std::string array;
};

// In one direction.
struct LaunchDirection {
  // The kernel asks for the place of the block, and for more than to number threads together with
  // other directions.
  bool is_open = false;
  // Threads of the whole grid, where the place in the grid is an index.
  std::optional<LaunchNeed> threads;
  // Blocks, where the place of the block is one.
  std::optional<LaunchNeed> blocks;
  // Threads of a block, where the place in the block is one; more than a block may have is for a
  // loop.
  std::optional<LaunchNeed> block_threads;
  // The threads of a block that shared arrays, or constants in the kernel's arithmetic, ask for.
  std::optional<LaunchNeed> block;
};

struct LaunchShape {
  // The highest direction with a need: 1, 2 or 3, and 1 where the kernel asks for places without
  // one; 0 where all threads do the same.
  unsigned rank = 0;
  std::array<LaunchDirection, 3> directions;
  // The threads of a block in all directions together.
  std::optional<LaunchNeed> block_total;
  // Threads loop over what the grid does not cover.
  bool strides = false;
  // Elements that arrays have for one block each, where `strides`: more blocks would use elements
  // that are not there.
  std::optional<LaunchNeed> most_blocks;
};

// `arguments` by number of the parameter. What cannot be followed is left out.
LaunchShape FindLaunchShape(const Module& module, const Function& kernel,
                            const std::vector<LaunchArgument>& arguments);

// An element that a launch uses and the array does not have: of a shared array at a place in the
// block, of an array of the launch at the place of a block.
struct LaunchMisfit {
  SourceRange range;
  bool is_shared = false;
  // The array's, in that dimension.
  std::int64_t extent = 0;
  // Of the last thread or block.
  std::int64_t index = 0;
};

std::vector<LaunchMisfit> FindLaunchMisfits(const Module& module, const Function& kernel,
                                            const std::vector<LaunchArgument>& arguments,
                                            const LaunchExtents& grid, const LaunchExtents& block);

}  // namespace kernelc::kir
