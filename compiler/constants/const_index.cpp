// Subscripts of constant arrays beyond slices and numbers: new axes, `...`, lists of places, masks; np.mgrid.
#include <algorithm>

#include "compiler/constants/const_eval.h"
#include "compiler/constants/const_numpy.h"
#include "compiler/constants/selection.h"

namespace kernelc::constants {
namespace {

using ast::As;

// Each takes its time.
constexpr std::size_t kPlacesOfAStep = 16;

// One part of a subscript.
struct Part {
  enum class Kind : std::uint8_t { NewAxis, Ellipsis, Slice, Places };
  Kind kind = Kind::Slice;
  Selection selection;
  // Places: indices of one dimension, with the shape that they have.
  std::vector<std::int64_t> places;
  std::vector<std::int64_t> shape;
  bool is_index = false;
};

// What stands between two commas of a subscript: its value is that of the expression where it is
// known already.
struct Item {
  const ast::Expr* expr = nullptr;
  std::optional<Object> value;
};

std::vector<Item> ItemsOf(const ast::Expr* slice, const Object* value) {
  std::vector<Item> items;
  if (value != nullptr && value->kind == ObjectKind::Tuple && !value->is_list) {
    for (const Object& element : value->elements) {
      items.push_back({nullptr, element});
    }
  } else if (const auto* tuple = As<ast::Tuple>(slice); tuple != nullptr && value == nullptr) {
    for (const ast::Expr* each : tuple->elts) {
      items.push_back({each, std::nullopt});
    }
  } else {
    items.push_back({value == nullptr ? slice : nullptr,
                     value == nullptr ? std::nullopt : std::optional(*value)});
  }
  return items;
}

// A dimension of the result: the places in the array's elements that its positions add.
struct Axis {
  std::vector<std::int64_t> shape;
  std::vector<std::int64_t> offsets;
};

std::optional<std::int64_t> PlaceIn(const Number& number, std::int64_t extent) {
  const std::optional<Selection> at = SelectIndex(Object::Of(number), extent);
  return at ? std::optional(at->first) : std::nullopt;
}

// The places where a mask is true, a part for each of its dimensions.
std::vector<Part> MaskParts(const ConstArray& mask) {
  std::vector<Part> parts(mask.shape.size());
  for (std::int64_t i = 0; i < mask.size(); ++i) {
    std::int64_t rest = i;
    for (std::size_t d = mask.shape.size(); mask.at(i).truth() && d-- > 0;) {
      parts[d].places.push_back(rest % mask.shape[d]);
      rest /= mask.shape[d];
    }
  }
  for (Part& part : parts) {
    part.kind = Part::Kind::Places;
    part.shape = {static_cast<std::int64_t>(part.places.size())};
  }
  return parts;
}

// The parts that the value of one item stands for; null where it is no index of the array from dimension `dim` on.
std::optional<std::vector<Part>> PartsOf(const Object& value, const ConstArray& array,
                                         std::size_t dim) {
  Part part;
  if (value.kind == ObjectKind::None || value.kind == ObjectKind::Ellipsis) {
    part.kind = value.kind == ObjectKind::None ? Part::Kind::NewAxis : Part::Kind::Ellipsis;
    return std::vector<Part>{part};
  }
  // Truth values alone are masks of an axis that is not there.
  const bool is_truth = value.is_number() && value.number.kind == NumberKind::Bool;
  const std::optional<Object> indices =
      is_truth ? std::nullopt
      : value.is_number() || value.kind == ObjectKind::Array || value.is_list
          ? ArrayFrom(value, std::nullopt)
          : std::nullopt;
  if (!indices || indices->kind != ObjectKind::Array || !indices->array->has_values() ||
      indices->array->size() > kMaxArrayElements || dim >= array.shape.size()) {
    return std::nullopt;
  }
  const ConstArray& given = *indices->array;
  if (given.element == abi::ScalarKind::Bool && !given.shape.empty()) {
    const bool fits = dim + given.shape.size() <= array.shape.size() &&
                      std::equal(given.shape.begin(), given.shape.end(),
                                 array.shape.begin() + static_cast<std::ptrdiff_t>(dim));
    return fits ? std::optional(MaskParts(given)) : std::nullopt;
  }
  part.kind = Part::Kind::Places;
  part.is_index = value.is_number();
  part.shape = given.shape;
  for (std::int64_t i = 0; i < given.size(); ++i) {
    const std::optional<std::int64_t> place =
        given.at(i).is_integral() ? PlaceIn(given.at(i), array.shape[dim]) : std::nullopt;
    if (!place) {
      return std::nullopt;
    }
    part.places.push_back(*place);
  }
  return std::vector<Part>{part};
}

bool TakesDimension(const Part& part) {
  return part.kind == Part::Kind::Slice || part.kind == Part::Kind::Places;
}

// Writes `...` out, and gives the dimensions that are not named a slice of all.
bool Complete(std::vector<Part>* parts, const std::vector<std::int64_t>& shape) {
  const auto named = static_cast<std::size_t>(std::ranges::count_if(*parts, TakesDimension));
  auto hole = std::ranges::find(*parts, Part::Kind::Ellipsis, &Part::kind);
  if (named > shape.size()) {
    return false;
  }
  if (hole == parts->end()) {
    parts->emplace_back().kind = Part::Kind::Ellipsis;
    hole = parts->end() - 1;
  }
  const auto before =
      static_cast<std::size_t>(std::count_if(parts->begin(), hole, TakesDimension));
  std::vector<Part> all(shape.size() - named);
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i].selection = {0, 1, shape[before + i], false};
  }
  hole = parts->erase(hole);
  parts->insert(hole, all.begin(), all.end());
  return std::ranges::find(*parts, Part::Kind::Ellipsis, &Part::kind) == parts->end();
}

// The shape that two shapes broadcast to; null where they do not.
std::optional<std::vector<std::int64_t>> CommonShape(std::vector<std::int64_t> left,
                                                     std::vector<std::int64_t> right) {
  const std::size_t dims = std::max(left.size(), right.size());
  left.insert(left.begin(), dims - left.size(), 1);
  right.insert(right.begin(), dims - right.size(), 1);
  for (std::size_t d = 0; d < dims; ++d) {
    if (left[d] != right[d] && left[d] != 1 && right[d] != 1) {
      return std::nullopt;
    }
    left[d] = left[d] == 1 ? right[d] : left[d];
  }
  return left;
}

// The numbers of an array of one shape for each element of a shape that it broadcasts to.
std::vector<std::int64_t> Spread(const std::vector<std::int64_t>& values,
                                 std::vector<std::int64_t> from,
                                 const std::vector<std::int64_t>& to) {
  from.insert(from.begin(), to.size() - from.size(), 1);
  std::int64_t count = 1;
  for (const std::int64_t extent : to) {
    count *= extent;
  }
  std::vector<std::int64_t> result;
  for (std::int64_t i = 0; i < count; ++i) {
    std::int64_t rest = i;
    std::int64_t place = 0;
    std::int64_t stride = 1;
    for (std::size_t d = to.size(); d-- > 0;) {
      place += from[d] == 1 ? 0 : rest % to[d] * stride;
      rest /= to[d];
      stride *= from[d];
    }
    result.push_back(values[static_cast<std::size_t>(place)]);
  }
  return result;
}

// Lists of places are taken together, and stand where the first of them does; they have to follow one another.
bool AddPlaces(const Part& part, std::int64_t stride, bool follows, std::optional<std::size_t>* at,
               std::vector<Axis>* axes) {
  if (!at->has_value()) {
    *at = axes->size();
    axes->push_back({part.shape, std::vector<std::int64_t>(part.places.size(), 0)});
  } else if (!follows) {
    return false;
  }
  Axis& joint = (*axes)[**at];
  const std::optional<std::vector<std::int64_t>> shape = CommonShape(joint.shape, part.shape);
  if (!shape) {
    return false;
  }
  const std::vector<std::int64_t> places = Spread(part.places, part.shape, *shape);
  joint = {*shape, Spread(joint.offsets, joint.shape, *shape)};
  for (std::size_t i = 0; i < joint.offsets.size(); ++i) {
    joint.offsets[i] += places[i] * stride;
  }
  return true;
}

std::optional<std::vector<Axis>> AxesOf(const std::vector<Part>& parts, const ConstArray& array) {
  std::vector<std::int64_t> strides(array.shape.size(), 1);
  for (std::size_t d = strides.size(); d-- > 1;) {
    strides[d - 1] = strides[d] * array.shape[d];
  }
  std::vector<Axis> axes;
  std::optional<std::size_t> joint;
  bool follows = false;
  std::size_t dim = 0;
  for (const Part& part : parts) {
    if (part.kind == Part::Kind::NewAxis) {
      axes.push_back({{1}, {0}});
      follows = false;
      continue;
    }
    const std::int64_t stride = strides[dim++];
    if (part.kind == Part::Kind::Places) {
      if (!AddPlaces(part, stride, follows, &joint, &axes)) {
        return std::nullopt;
      }
      follows = true;
      continue;
    }
    follows = false;
    Axis axis{{part.selection.count}, {}};
    for (std::int64_t i = 0; i < part.selection.count; ++i) {
      axis.offsets.push_back((part.selection.first + i * part.selection.step) * stride);
    }
    axes.push_back(std::move(axis));
  }
  return axes;
}

}  // namespace

std::optional<Evaluator::ArrayPlaces> Evaluator::PlacesOf(const ConstArray& array,
                                                          const ast::Expr* slice,
                                                          const Context& context,
                                                          const Object* value) {
  if (array.record || array.size() > kMaxArrayElements) {
    return std::nullopt;
  }
  const std::vector<Item> items = ItemsOf(slice, value);
  std::vector<Part> parts;
  std::size_t dim = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const auto* range = As<ast::Slice>(items[i].expr);
    const std::optional<Object> index =
        range != nullptr || items[i].value ? items[i].value : EvalIn(items[i].expr, context);
    // What a name stands for may be several.
    const bool is_tuple = index && index->kind == ObjectKind::Tuple && !index->is_list;
    if (is_tuple && items.size() == 1) {
      return PlacesOf(array, slice, context, &*index);
    }
    // An item after `...` stands for a later dimension than its number says.
    const bool after = std::ranges::find(parts, Part::Kind::Ellipsis, &Part::kind) != parts.end();
    const std::size_t place = after && items.size() - i <= array.shape.size()
                                  ? array.shape.size() - (items.size() - i)
                                  : dim;
    std::optional<std::vector<Part>> more;
    if (range != nullptr && place < array.shape.size()) {
      const std::optional<Selection> selection = SelectSlice(
          *range, array.shape[place], [&](const ast::Expr* part) { return EvalIn(part, context); });
      more = selection ? std::optional(std::vector<Part>(1)) : std::nullopt;
      if (more) {
        more->front().selection = *selection;
      }
    } else if (index) {
      more = PartsOf(*index, array, place);
    }
    if (!more) {
      return std::nullopt;
    }
    dim = place + static_cast<std::size_t>(std::ranges::count_if(*more, TakesDimension));
    parts.insert(parts.end(), more->begin(), more->end());
  }
  const bool has_ellipsis =
      std::ranges::find(parts, Part::Kind::Ellipsis, &Part::kind) != parts.end();
  if (!Complete(&parts, array.shape)) {
    return std::nullopt;
  }
  const std::optional<std::vector<Axis>> axes = AxesOf(parts, array);
  if (!axes) {
    return std::nullopt;
  }
  ArrayPlaces result;
  result.has_ellipsis = has_ellipsis;
  result.is_view = std::ranges::all_of(
      parts, [](const Part& part) { return part.kind != Part::Kind::Places || part.is_index; });
  for (const Axis& axis : *axes) {
    result.shape.insert(result.shape.end(), axis.shape.begin(), axis.shape.end());
  }
  std::int64_t count = 1;
  for (const std::int64_t extent : result.shape) {
    count *= extent;
  }
  if (count > kMaxArrayElements) {
    return std::nullopt;
  }
  steps_ += static_cast<std::size_t>(count) / kPlacesOfAStep;
  result.places.reserve(static_cast<std::size_t>(count));
  for (std::int64_t i = 0; i < count; ++i) {
    std::int64_t rest = i;
    std::int64_t place = 0;
    for (std::size_t a = axes->size(); a-- > 0;) {
      const auto extent = static_cast<std::int64_t>((*axes)[a].offsets.size());
      place += (*axes)[a].offsets[static_cast<std::size_t>(rest % extent)];
      rest /= extent;
    }
    result.places.push_back(place);
  }
  return result;
}

// `array[slice]`: a view of it, or an array of its own. Of an element, a number.
std::optional<Object> Evaluator::EvalArrayPart(const Object& object, const ast::Expr* slice,
                                               const Context& context, const Object* value) {
  const ConstArray& array = *object.array;
  const std::optional<ArrayPlaces> places = PlacesOf(array, slice, context, value);
  if (!places) {
    return std::nullopt;
  }
  ConstArray result;
  result.element = array.element;
  result.shape = places->shape;
  for (std::size_t i = 0; !array.values.empty() && i < places->places.size(); ++i) {
    result.values.push_back(array.at(places->places[i]));
  }
  if (result.shape.empty() && places->has_ellipsis) {
    return std::nullopt;
  }
  if (result.shape.empty() && !result.values.empty()) {
    return Object::OfTyped(result.values.front(), result.element);
  }
  return ArrayObject(std::move(result));
}

}  // namespace kernelc::constants
