// One pass of a reduction or scan over its arrays, and how rows are cut so that a device is busy.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "compiler/driver/generate/accumulation.h"

namespace kernelc::driver::generate {

// The dimension `axis` counts from the end where it is negative. Throws Error{InvalidArgument}.
std::size_t AxisOf(int axis, const Dims& shape, const char* what);
// Blocks of 256 threads that keep a device busy.
std::int64_t BlocksFor(const Device& device);
// Throws Error{InvalidArgument} for more blocks than a grid has.
std::uint32_t GridOf(std::int64_t blocks, const char* what);

// A row in `count` pieces of `chunk` places; the last one may be shorter.
struct Split {
  std::int64_t count = 1;
  std::int64_t chunk = 0;

  // At most `most` pieces, each of at least `least` places and a multiple of `unit`.
  static Split Of(std::int64_t length, std::int64_t most, std::int64_t least, std::int64_t unit);
  // The kernels' parameters splits, chunk, length.
  void AddTo(std::vector<Arg>& args, std::int64_t length) const;
};

// Partial results in scratch memory: an array for each kind, of so many places.
class Partials {
 public:
  static std::size_t BytesFor(std::span<const ScalarKind> kinds, std::size_t places);
  Partials(std::span<const ScalarKind> kinds, const DeviceArrayAny& memory, std::size_t places);
  const std::vector<DeviceArrayAny>& arrays() const { return arrays_; }

  // One of them with the dimensions of the rows and, last, the splits, which lie side by side where
  // `by_row` holds and else apart by the number of rows.
  static DeviceArrayAny ViewOf(const DeviceArrayAny& partial, const Dims& rows, std::int64_t splits,
                               bool by_row);

 private:
  std::vector<DeviceArrayAny> arrays_;
};

class Pass {
 public:
  // `output_strides`: of each output over `shape`. Everything but the strides is borrowed.
  Pass(const Accumulation& accumulation, const AccumulationPlan& plan, const Parameters& parameters,
       const Dims& shape, const std::vector<bool>& is_reduced,
       std::span<const DeviceArrayAny> outputs, std::span<const Dims> output_strides,
       const LoopOptions& options, bool outputs_have_reduced = false);

  const Accumulation& accumulation() const { return *accumulation_; }
  const Loop& loop() const { return loop_; }
  // The loop's array that decides how memory is gone through.
  std::size_t lead() const { return 0; }
  std::span<const DeviceArrayAny> outputs() const { return outputs_; }
  // Dimensions and sizes alone.
  Traversal TraversalOf() const;
  // Strides of the index, where the map has one, and the inputs.
  void AddInputs(std::vector<Arg>& args) const;

 private:
  const Accumulation* accumulation_;
  Loop loop_;
  std::vector<DeviceArrayAny> outputs_;
  // Views of arrays, in the order of parameters; a number for each other one.
  std::vector<DeviceArrayAny> inputs_;
  std::vector<ScalarValue> numbers_;
  std::vector<bool> is_number_;
  std::vector<std::int64_t> index_strides_;
};

}  // namespace kernelc::driver::generate
