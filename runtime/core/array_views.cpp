// Views of arrays: other shapes and strides over the same memory.
#include <algorithm>
#include <bitset>
#include <utility>

#include "kernelc/array.h"
#include "runtime/backend/status.h"
#include "runtime/backend/text.h"

namespace kernelc {
namespace {

using backend::Concat;

[[noreturn]] void ThrowView(const char* operation, const Dims& shape, std::string message) {
  backend::ThrowError(ErrorCode::InvalidArgument, operation,
                      Concat("array of shape ", ToString(shape)), std::move(message));
}

// Resolves start:stop:step for an extent as Python's slice.indices() does; gives start and element
// count.
std::pair<std::int64_t, std::int64_t> ResolveSlice(const Slice& slice, std::int64_t extent) {
  const bool forward = slice.step > 0;
  const std::int64_t lowest = forward ? 0 : -1;
  const std::int64_t highest = forward ? extent : extent - 1;
  const auto clamp = [&](std::int64_t value) {
    if (value < 0) {
      value = value < -extent ? lowest : value + extent;
    }
    return std::clamp(value, lowest, highest);
  };
  const std::int64_t start =
      slice.start == Slice::kNone ? (forward ? 0 : extent - 1) : clamp(slice.start);
  const std::int64_t stop =
      slice.stop == Slice::kNone ? (forward ? extent : -1) : clamp(slice.stop);
  const std::int64_t distance = forward ? stop - start : start - stop;
  if (distance <= 0) {
    return {start, 0};
  }
  // -step would overflow for the lowest value, which steps over everything.
  const std::uint64_t step = forward ? static_cast<std::uint64_t>(slice.step)
                                     : std::uint64_t{0} - static_cast<std::uint64_t>(slice.step);
  return {start, static_cast<std::int64_t>((static_cast<std::uint64_t>(distance) - 1) / step + 1)};
}

// The shape with its -1 replaced.
Dims InferShape(const Dims& from, std::int64_t size, const Dims& wanted) {
  Dims shape = wanted;
  std::int64_t* inferred = nullptr;
  std::int64_t known = 1;
  for (std::int64_t& extent : shape) {
    if (extent == -1) {
      if (inferred != nullptr) {
        ThrowView("reshape", from, Concat("shape ", ToString(wanted), " has more than one -1"));
      }
      inferred = &extent;
    } else if (extent < 0 || __builtin_mul_overflow(known, extent, &known)) {
      ThrowView("reshape", from, Concat("shape ", ToString(wanted), " is not valid"));
    }
  }
  const bool fits = inferred == nullptr ? known == size : known != 0 && size % known == 0;
  if (!fits) {
    ThrowView("reshape", from, Concat(size, " elements cannot take the shape ", ToString(wanted)));
  }
  if (inferred != nullptr) {
    *inferred = size / known;
  }
  return shape;
}

// Strides of `shape` over an array of the same size in C order; false when only a copy could do it.
// Both shapes are cut into the shortest runs of equal element count; within a run the old array
// must be evenly spaced.
bool StridesForReshape(const Dims& old_shape, const Dims& old_strides, const Dims& shape,
                       std::size_t element_size, Dims* strides) {
  Dims extents;
  Dims steps;
  for (std::size_t d = 0; d < old_shape.size(); ++d) {
    if (old_shape[d] != 1) {
      extents.push_back(old_shape[d]);
      steps.push_back(old_strides[d]);
    }
  }
  *strides = Dims::Filled(shape.size(), static_cast<std::int64_t>(element_size));
  std::size_t old_begin = 0;
  std::size_t new_begin = 0;
  while (old_begin < extents.size()) {
    std::size_t old_end = old_begin + 1;
    std::size_t new_end = new_begin + 1;
    std::int64_t old_count = extents[old_begin];
    std::int64_t new_count = shape[new_begin];
    while (old_count != new_count) {
      if (old_count < new_count) {
        old_count *= extents[old_end++];
      } else {
        new_count *= shape[new_end++];
      }
    }
    for (std::size_t d = old_begin; d + 1 < old_end; ++d) {
      if (steps[d] != steps[d + 1] * extents[d + 1]) {
        return false;
      }
    }
    std::int64_t step = steps[old_end - 1];
    for (std::size_t d = new_end; d-- > new_begin;) {
      (*strides)[d] = step;
      step *= shape[d];
    }
    old_begin = old_end;
    new_begin = new_end;
  }
  return true;
}

}  // namespace

DeviceArrayAny DeviceArrayAny::Sliced(std::span<const Slice> slices) const {
  if (slices.size() > shape_.size()) {
    ThrowView("slice", shape_, Concat(slices.size(), " slices were given"));
  }
  DeviceArrayAny view = *this;
  for (std::size_t d = 0; d < slices.size(); ++d) {
    if (slices[d].step == 0 || slices[d].step == Slice::kNone) {
      ThrowView("slice", shape_, Concat("the step of dimension ", d, " is not valid"));
    }
    const auto [start, count] = ResolveSlice(slices[d], shape_[d]);
    if (count > 0) {
      view.data_ += static_cast<DevicePointer>(start * strides_[d]);
    }
    view.shape_[d] = count;
    // One element or none: the stride is never walked, and could overflow.
    view.strides_[d] = count > 1 ? strides_[d] * slices[d].step : strides_[d];
  }
  view.size_ = ElementCount(view.shape_);
  view.Seal();
  return view;
}

DeviceArrayAny DeviceArrayAny::Indexed(std::size_t dimension, std::int64_t index) const {
  if (dimension >= shape_.size()) {
    ThrowView("index", shape_, Concat("there is no dimension ", dimension));
  }
  const std::int64_t extent = shape_[dimension];
  if (index < -extent || index >= extent) {
    ThrowView("index", shape_,
              Concat("index ", index, " is out of range for dimension ", dimension, " of extent ",
                     extent));
  }
  DeviceArrayAny view = *this;
  const std::int64_t place = index < 0 ? index + extent : index;
  view.data_ += static_cast<DevicePointer>(place * strides_[dimension]);
  view.shape_.erase(dimension);
  view.strides_.erase(dimension);
  view.size_ = ElementCount(view.shape_);
  view.Seal();
  return view;
}

DeviceArrayAny DeviceArrayAny::Reshaped(const Dims& shape, Order order) const {
  DeviceArrayAny view = *this;
  view.shape_ = InferShape(shape_, size_, shape);
  if (size_ == 0) {
    view.strides_ = ContiguousStrides(view.shape_, element_size(), order);
  } else if (order == Order::C) {
    if (!StridesForReshape(shape_, strides_, view.shape_, element_size(), &view.strides_)) {
      ThrowView("reshape", shape_,
                Concat("strides ", ToString(strides_), " do not allow shape ",
                       ToString(view.shape_), " without a copy; call Contiguous() first"));
    }
  } else {
    // F order is C order of the transposed array.
    Dims reversed = view.shape_;
    std::reverse(reversed.begin(), reversed.end());
    return Transposed().Reshaped(reversed, Order::C).Transposed();
  }
  view.Seal();
  return view;
}

DeviceArrayAny DeviceArrayAny::Transposed() const {
  DeviceArrayAny view = *this;
  std::reverse(view.shape_.begin(), view.shape_.end());
  std::reverse(view.strides_.begin(), view.strides_.end());
  view.Seal();
  return view;
}

DeviceArrayAny DeviceArrayAny::Transposed(const Dims& axes) const {
  std::bitset<kMaxRank> used;
  bool valid = axes.size() == shape_.size();
  for (std::size_t d = 0; d < axes.size() && valid; ++d) {
    valid = axes[d] >= 0 && static_cast<std::size_t>(axes[d]) < shape_.size() &&
            !used.test(static_cast<std::size_t>(axes[d]));
    if (valid) {
      used.set(static_cast<std::size_t>(axes[d]));
    }
  }
  if (!valid) {
    ThrowView("transpose", shape_,
              Concat("axes ", ToString(axes), " are not a permutation of the dimensions"));
  }
  DeviceArrayAny view = *this;
  for (std::size_t d = 0; d < axes.size(); ++d) {
    view.shape_[d] = shape_[static_cast<std::size_t>(axes[d])];
    view.strides_[d] = strides_[static_cast<std::size_t>(axes[d])];
  }
  view.Seal();
  return view;
}

DeviceArrayAny DeviceArrayAny::Squeezed() const {
  DeviceArrayAny view = *this;
  for (std::size_t d = view.shape_.size(); d-- > 0;) {
    if (view.shape_[d] == 1) {
      view.shape_.erase(d);
      view.strides_.erase(d);
    }
  }
  view.Seal();
  return view;
}

std::vector<DeviceArrayAny> DeviceArrayAny::Split(std::int64_t section) const {
  if (shape_.size() != 1) {
    ThrowView("split", shape_, "only an array of one dimension can be split");
  }
  if (section <= 0) {
    ThrowView("split", shape_, Concat("sections of ", section, " elements"));
  }
  std::vector<DeviceArrayAny> views;
  for (std::int64_t begin = 0; begin < shape_[0]; begin += std::min(section, shape_[0] - begin)) {
    views.push_back(Sliced({{begin, begin + std::min(section, shape_[0] - begin)}}));
  }
  return views;
}

DeviceArrayAny DeviceArrayAny::ViewedAs(const ElementType& element) const {
  if (element.size() != element_size()) {
    ThrowView("view as type", shape_,
              Concat(ToString(element_), " elements cannot be seen as ",
                     ToString(element), ": the sizes differ"));
  }
  DeviceArrayAny view = *this;
  view.element_ = element;
  view.Seal();
  return view;
}

}  // namespace kernelc
