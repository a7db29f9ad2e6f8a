// Which elements of which arrays the threads of a kernel use, by their places in the grid. Private
// to the analysis of launch shapes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/kir/analysis/launch_shape.h"
#include "compiler/kir/analysis/place_value.h"

namespace kernelc::kir {

// Where the elements of an array lie: a launch's or the module's, the block's, the thread's.
enum class ArrayOwner : std::uint8_t { Launch, Block, Thread };

struct PlacedArray {
  ArrayOwner owner = ArrayOwner::Launch;
  // The program's name for it or for the array that it is a part of; empty where it has none.
  std::string name;
  // Where they are known.
  std::vector<std::optional<std::int64_t>> extents;
};

// A use of one element.
struct PlacedAccess {
  PlacedArray array;
  std::vector<PlaceValue> indices;
  // Places that comparisons on the way have spoken about; see PlaceValue::compared.
  Places guarded = 0;
  SourceRange range;
};

// A comparison on the way says that `index` is below `count` where the kernel does its work.
struct PlacedBound {
  PlaceValue index;
  std::int64_t count = 0;
};

struct PlaceFacts {
  // Both in the order of the program.
  std::vector<PlacedAccess> accesses;
  std::vector<PlacedBound> bounds;
  // The places that anything of the kernel asks for.
  Places used = 0;
  // It asks for the size of the grid, as loops over all elements do.
  bool asks_grid_size = false;
};

// `block`: the threads of a block in each direction, where they are known.
PlaceFacts FindPlaces(const Module& module, const Function& kernel,
                      const std::vector<LaunchArgument>& arguments,
                      const std::optional<LaunchExtents>& block);

}  // namespace kernelc::kir
