// The arrays of a call as loops over one shape: broadcast, brought into an order that suits memory,
// and with as few dimensions as they need.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernelc/array.h"
#include "kernelc/launch.h"

namespace kernelc::driver::generate {

// NumPy's broadcasting. Throws Error{InvalidArgument} that names the inputs and both shapes.
Dims BroadcastShape(std::span<const DeviceArrayAny* const> arrays,
                    std::span<const std::string> names, const char* what);

// The context of the arrays, which must be one; of the stream, or the current one, where there are
// none. Throws Error{InvalidArgument} for arrays of several.
Context ContextOfArrays(std::span<const DeviceArrayAny* const> arrays, StreamRef stream,
                        const char* what);

// An array over the dimensions of a loop; the stride is 0 where it does not vary.
struct LoopArray {
  const DeviceArrayAny* array = nullptr;
  Dims strides;
};

// A loop over kept dimensions, and inside of it one over reduced ones.
struct Loop {
  Dims kept;
  Dims reduced;
  // Each with strides for the kept dimensions, then the reduced ones.
  std::vector<LoopArray> arrays;

  std::int64_t kept_count() const;
  std::int64_t reduced_count() const;
};

// Strides of `array` over `shape`, which it broadcasts to.
Dims BroadcastStrides(const DeviceArrayAny& array, const Dims& shape);

struct LoopOptions {
  // Places are counted in C order, or the order of the elements matters: dimensions keep theirs.
  bool keeps_order = false;
};
// Dimensions `is_reduced` inside, the others outside; each group with the widest strides first,
// unless options say otherwise, and dimensions joined where all arrays allow it. `arrays` have
// strides over `shape`.
Loop MakeLoop(const Dims& shape, const std::vector<bool>& is_reduced, std::vector<LoopArray> arrays,
              const LoopOptions& options);

// The array as one over the loop's dimensions: all, or the kept ones alone. Borrows.
DeviceArrayAny LoopView(const Loop& loop, std::size_t array, bool with_reduced);

// Whether two arrays share bytes, and whether each element lies where the other's of the same place
// is.
bool MayOverlap(const DeviceArrayAny& a, const DeviceArrayAny& b);
bool SameElements(const DeviceArrayAny& a, const DeviceArrayAny& b);

// Checks that the shape of a result that the caller gave is the wanted one. Throws
// Error{InvalidArgument}.
void CheckOutputShape(const DeviceArrayAny& output, const Dims& wanted, const std::string& name,
                      const char* what);

// The conversion of a C++ number to the type that it has beside the arrays. Throws
// Error{TypeMismatch} that names it.
ScalarValue ConvertNumber(const ScalarValue& value, ScalarKind kind, const std::string& name,
                          const char* what);

}  // namespace kernelc::driver::generate
