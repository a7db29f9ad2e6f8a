#include "compiler/driver/generate/operands.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "compiler/driver/generate/expression.h"

namespace kernelc::driver::generate {
namespace {

std::int64_t CountOf(const Dims& dims) {
  return std::accumulate(dims.begin(), dims.end(), std::int64_t{1}, std::multiplies<>());
}

// The dimensions of one group, from the outside in.
std::vector<std::size_t> OrderOf(const Dims& shape, const std::vector<bool>& is_reduced,
                                 bool reduced, const std::vector<LoopArray>& arrays,
                                 bool keeps_order) {
  std::vector<std::size_t> order;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (is_reduced[d] == reduced && shape[d] != 1) {
      order.push_back(d);
    }
  }
  if (!keeps_order) {
    const auto width = [&](std::size_t d) {
      std::int64_t sum = 0;
      for (const LoopArray& array : arrays) {
        sum += std::abs(array.strides[d]);
      }
      return sum;
    };
    std::ranges::stable_sort(order, std::greater<>(), width);
  }
  return order;
}

struct Group {
  Dims extents;
  std::vector<Dims> strides;
};

// Joins neighbours that all arrays go through without a jump.
Group Collapse(const Dims& shape, std::span<const std::size_t> order,
               const std::vector<LoopArray>& arrays) {
  Group group;
  group.strides.resize(arrays.size());
  for (const std::size_t d : order) {
    const std::size_t last = group.extents.size();
    const bool joins = last != 0 && std::ranges::all_of(arrays, [&](const LoopArray& array) {
                         const auto index = static_cast<std::size_t>(&array - arrays.data());
                         return group.strides[index][last - 1] == array.strides[d] * shape[d];
                       });
    if (joins) {
      group.extents[last - 1] *= shape[d];
    } else {
      group.extents.push_back(shape[d]);
    }
    for (std::size_t a = 0; a < arrays.size(); ++a) {
      if (joins) {
        group.strides[a][last - 1] = arrays[a].strides[d];
      } else {
        group.strides[a].push_back(arrays[a].strides[d]);
      }
    }
  }
  return group;
}

struct Bytes {
  DevicePointer begin;
  DevicePointer end;
};

Bytes BytesOf(const DeviceArrayAny& array) {
  Bytes bytes{array.data(), array.data()};
  for (std::size_t d = 0; d < array.ndim(); ++d) {
    const std::int64_t reach = (array.shape()[d] - 1) * array.strides()[d];
    (reach < 0 ? bytes.begin : bytes.end) += static_cast<DevicePointer>(reach);
  }
  bytes.end += array.element_size();
  return bytes;
}

}  // namespace

Dims BroadcastShape(std::span<const DeviceArrayAny* const> arrays,
                    std::span<const std::string> names, const char* what) {
  std::size_t rank = 0;
  for (const DeviceArrayAny* array : arrays) {
    rank = std::max(rank, array->ndim());
  }
  Dims shape = Dims::Filled(rank, 1);
  std::vector<std::size_t> from(rank, 0);
  for (std::size_t a = 0; a < arrays.size(); ++a) {
    const Dims& own = arrays[a]->shape();
    for (std::size_t d = 0; d < own.size(); ++d) {
      const std::size_t place = rank - own.size() + d;
      if (own[d] == 1 || own[d] == shape[place]) {
        continue;
      }
      if (shape[place] != 1) {
        ThrowCall(
            ErrorCode::InvalidArgument, what,
            fmt::format("the shapes of `{}` {} and `{}` {} do not broadcast: counted from the "
                        "last dimension, extents must be equal or 1",
                        names[from[place]], ToString(arrays[from[place]]->shape()), names[a],
                        ToString(own)));
      }
      shape[place] = own[d];
      from[place] = a;
    }
  }
  return shape;
}

Context ContextOfArrays(std::span<const DeviceArrayAny* const> arrays, StreamRef stream,
                        const char* what) {
  const DeviceArrayAny* first = nullptr;
  for (const DeviceArrayAny* array : arrays) {
    if (first != nullptr && array->context_impl() != first->context_impl()) {
      ThrowCall(ErrorCode::InvalidArgument, what,
                fmt::format("arrays of {} and of {} in one call; copy one to the other's device",
                            first->context().device().name(), array->context().device().name()));
    }
    first = array;
  }
  if (first != nullptr) {
    return first->context();
  }
  return stream.is_default() ? current_context() : stream.context();
}

std::int64_t Loop::kept_count() const { return CountOf(kept); }
std::int64_t Loop::reduced_count() const { return CountOf(reduced); }

Dims BroadcastStrides(const DeviceArrayAny& array, const Dims& shape) {
  Dims strides = Dims::Filled(shape.size(), 0);
  const std::size_t offset = shape.size() - array.ndim();
  for (std::size_t d = 0; d < array.ndim(); ++d) {
    strides[offset + d] = array.shape()[d] == 1 ? 0 : array.strides()[d];
  }
  return strides;
}

Loop MakeLoop(const Dims& shape, const std::vector<bool>& is_reduced, std::vector<LoopArray> arrays,
              const LoopOptions& options) {
  Loop loop;
  loop.arrays = std::move(arrays);
  const Group kept = Collapse(
      shape, OrderOf(shape, is_reduced, false, loop.arrays, options.keeps_order), loop.arrays);
  const Group reduced = Collapse(
      shape, OrderOf(shape, is_reduced, true, loop.arrays, options.keeps_order), loop.arrays);
  loop.kept = kept.extents;
  loop.reduced = reduced.extents;
  for (std::size_t a = 0; a < loop.arrays.size(); ++a) {
    Dims strides = kept.strides[a];
    for (const std::int64_t stride : reduced.strides[a]) {
      strides.push_back(stride);
    }
    loop.arrays[a].strides = strides;
  }
  return loop;
}

DeviceArrayAny LoopView(const Loop& loop, std::size_t array, bool with_reduced) {
  const LoopArray& from = loop.arrays[array];
  Dims shape = loop.kept;
  Dims strides;
  for (std::size_t d = 0; d < loop.kept.size(); ++d) {
    strides.push_back(from.strides[d]);
  }
  for (std::size_t d = 0; with_reduced && d < loop.reduced.size(); ++d) {
    shape.push_back(loop.reduced[d]);
    strides.push_back(from.strides[loop.kept.size() + d]);
  }
  if (shape.empty()) {
    shape.push_back(1);
    strides.push_back(static_cast<std::int64_t>(from.array->element_size()));
  }
  return DeviceArrayAny::Wrap(from.array->context(), from.array->data(), from.array->element(),
                              shape, strides);
}

bool MayOverlap(const DeviceArrayAny& a, const DeviceArrayAny& b) {
  if (a.size() == 0 || b.size() == 0) {
    return false;
  }
  const Bytes left = BytesOf(a);
  const Bytes right = BytesOf(b);
  return left.begin < right.end && right.begin < left.end;
}

bool SameElements(const DeviceArrayAny& a, const DeviceArrayAny& b) {
  return a.data() == b.data() && a.element() == b.element() && a.shape() == b.shape() &&
         a.strides() == b.strides();
}

void CheckOutputShape(const DeviceArrayAny& output, const Dims& wanted, const std::string& name,
                      const char* what) {
  if (!(output.shape() == wanted)) {
    ThrowCall(ErrorCode::InvalidArgument, what,
              fmt::format("the result `{}` has the shape {}, but the array for it has {}", name,
                          ToString(wanted), ToString(output.shape())));
  }
}

ScalarValue ConvertNumber(const ScalarValue& value, ScalarKind kind, const std::string& name,
                          const char* what) {
  ScalarValue converted;
  converted.kind = kind;
  if (!ConvertScalar(value, kind, converted.bytes)) {
    ThrowCall(ErrorCode::TypeMismatch, what,
              fmt::format("`{}` is {}, which the type of the arrays, {}, does not hold; convert an "
                          "array, or pass the number as an array without dimensions",
                          name, ToString(value), abi::scalar_info(kind).text));
  }
  return converted;
}

}  // namespace kernelc::driver::generate
