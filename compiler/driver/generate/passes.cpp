#include "compiler/driver/generate/passes.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace kernelc::driver::generate {
namespace {

constexpr std::int64_t kSmall = std::int64_t{1} << 31;
// Arrays in scratch memory begin at multiples of this.
constexpr std::size_t kAlignment = 256;
// Blocks of a multiprocessor; of a thread of the CPU, so that uneven ones even out.
constexpr std::int64_t kCudaBlocks = 8;
constexpr std::int64_t kCpuBlocks = 4;

std::size_t AlignedBytes(ScalarKind kind, std::size_t places) {
  const std::size_t bytes = abi::scalar_info(kind).size * places;
  return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

// Places of C order: what an array of single bytes would have as strides.
Dims PlaceStrides(const Dims& shape) {
  Dims strides = Dims::Filled(shape.size(), 1);
  for (std::size_t d = shape.size(); d-- > 1;) {
    strides[d - 1] = strides[d] * shape[d];
  }
  return strides;
}

}  // namespace

std::size_t AxisOf(int axis, const Dims& shape, const char* what) {
  const int rank = static_cast<int>(shape.size());
  if (axis < -rank || axis >= rank) {
    ThrowCall(ErrorCode::InvalidArgument, what,
              fmt::format("there is no dimension {}: the shape is {}", axis, ToString(shape)));
  }
  return static_cast<std::size_t>(axis < 0 ? axis + rank : axis);
}

std::int64_t BlocksFor(const Device& device) {
  const std::int64_t processors = std::max(device.properties().multiprocessors, 1);
  return processors * (device.kind() == DeviceKind::Cpu ? kCpuBlocks : kCudaBlocks);
}

std::uint32_t GridOf(std::int64_t blocks, const char* what) {
  if (blocks > std::numeric_limits<std::int32_t>::max()) {
    ThrowCall(ErrorCode::InvalidArgument, what,
              fmt::format("{} results need more blocks than a grid has", blocks));
  }
  return static_cast<std::uint32_t>(std::max<std::int64_t>(blocks, 1));
}

Split Split::Of(std::int64_t length, std::int64_t most, std::int64_t least, std::int64_t unit) {
  if (length == 0) {
    return {1, 0};
  }
  const std::int64_t pieces = std::clamp<std::int64_t>(most, 1, (length + least - 1) / least);
  std::int64_t chunk = (length + pieces - 1) / pieces;
  if (pieces > 1) {
    chunk = (chunk + unit - 1) / unit * unit;
  }
  return {(length + chunk - 1) / chunk, chunk};
}

void Split::AddTo(std::vector<Arg>& args, std::int64_t length) const {
  args.emplace_back(count);
  args.emplace_back(chunk);
  args.emplace_back(length);
}

std::size_t Partials::BytesFor(std::span<const ScalarKind> kinds, std::size_t places) {
  std::size_t bytes = 0;
  for (const ScalarKind kind : kinds) {
    bytes += AlignedBytes(kind, places);
  }
  return bytes;
}

Partials::Partials(std::span<const ScalarKind> kinds, const DeviceArrayAny& memory,
                   std::size_t places) {
  DevicePointer at = memory.data();
  for (const ScalarKind kind : kinds) {
    arrays_.push_back(
        DeviceArrayAny::Wrap(memory.context(), at, kind, Dims{static_cast<std::int64_t>(places)}));
    at += AlignedBytes(kind, places);
  }
}

DeviceArrayAny Partials::ViewOf(const DeviceArrayAny& partial, const Dims& rows,
                                std::int64_t splits, bool by_row) {
  const auto size = static_cast<std::int64_t>(partial.element_size());
  std::int64_t count = 1;
  for (const std::int64_t extent : rows) {
    count *= extent;
  }
  Dims shape = rows;
  Dims strides = PlaceStrides(rows);
  for (std::int64_t& stride : strides) {
    stride *= by_row ? splits * size : size;
  }
  shape.push_back(splits);
  strides.push_back(by_row ? size : count * size);
  return DeviceArrayAny::Wrap(partial.context(), partial.data(), partial.element(), shape, strides);
}

Pass::Pass(const Accumulation& accumulation, const AccumulationPlan& plan,
           const Parameters& parameters, const Dims& shape, const std::vector<bool>& is_reduced,
           std::span<const DeviceArrayAny> outputs, std::span<const Dims> output_strides,
           const LoopOptions& options, bool outputs_have_reduced)
    : accumulation_(&accumulation) {
  std::vector<LoopArray> arrays;
  for (std::size_t p = 0; p < parameters.count; ++p) {
    if (parameters.arrays[p] != nullptr) {
      arrays.push_back({parameters.arrays[p], BroadcastStrides(*parameters.arrays[p], shape)});
    }
  }
  const std::size_t first_output = arrays.size();
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    arrays.push_back({&outputs[k], output_strides[k]});
  }
  if (accumulation.interface.uses_index) {
    arrays.push_back({nullptr, PlaceStrides(shape)});
  }
  loop_ = MakeLoop(shape, is_reduced, std::move(arrays), options);
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    outputs_.push_back(LoopView(loop_, first_output + k, outputs_have_reduced));
  }
  std::size_t next = 0;
  for (std::size_t p = 0; p < parameters.count; ++p) {
    is_number_.push_back(parameters.arrays[p] == nullptr);
    if (is_number_.back()) {
      numbers_.push_back(
          NumberOf(accumulation.interface, plan.types, parameters, p, accumulation.what));
    } else {
      inputs_.push_back(LoopView(loop_, next++, true));
    }
  }
  if (accumulation.interface.uses_index) {
    const Dims& strides = loop_.arrays.back().strides;
    index_strides_.assign(strides.begin(), strides.end());
  }
}

Traversal Pass::TraversalOf() const {
  Traversal traversal;
  traversal.kept = loop_.kept.size();
  traversal.reduced = loop_.reduced.size();
  traversal.small = loop_.kept_count() < kSmall && loop_.reduced_count() < kSmall;
  return traversal;
}

void Pass::AddInputs(std::vector<Arg>& args) const {
  args.insert(args.end(), index_strides_.begin(), index_strides_.end());
  std::size_t array = 0;
  std::size_t number = 0;
  for (const bool is_number : is_number_) {
    args.push_back(is_number ? Arg(numbers_[number++]) : Arg(inputs_[array++]));
  }
}

}  // namespace kernelc::driver::generate
