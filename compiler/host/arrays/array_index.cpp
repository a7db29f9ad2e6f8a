// a[i], a[1:3, ..., None], a[mask], a[[1, 2]], a["field"], and stores to them.
#include <algorithm>

#include "compiler/host/arrays/array.h"

namespace kernelc::host {
namespace {

// Offsets along one axis, in the shape of the index that picked them.
struct Pick {
  IntList offsets;
  IntList shape;
};

// What an index selects: a view, and integer arrays that pick from some of its axes.
struct Selection {
  ArrayView view;
  // For each axis of `view`; absent for axes that stay.
  std::vector<std::optional<Pick>> picks;
  // Indices that stay between two that pick: the picked axes stand in front.
  bool is_apart = false;
  bool has_picks = false;
  bool has_ended = false;
};

bool IsListLike(const Value& value) {
  return value.is(Kind::List) || (IsArray(value) && !ViewOf(value).shape.empty());
}

ValueList IndexParts(Context& c, const Value& index, std::size_t dimensions) {
  ValueList parts = index.is(Kind::Tuple) ? index.items() : ValueList{index};
  std::size_t used = 0;
  std::optional<std::size_t> ellipsis;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    GiveUpIf(c, parts[i].is_unknown(), "an index is not known");
    if (parts[i].tag == Tag::Ellipsis) {
      ellipsis = i;
    } else if (IsArray(parts[i]) && ViewOf(parts[i]).type.kind == abi::ScalarKind::Bool) {
      used += ViewOf(parts[i]).shape.size();
    } else if (!parts[i].is_none()) {
      ++used;
    }
  }
  RaiseIf(c, used > dimensions, "IndexError", "too many indices for array");
  const Value all = c.heap.Of(Kind::Slice, {Value::None(), Value::None(), Value::None()});
  const ValueList fill(dimensions - used, all);
  if (ellipsis) {
    GiveUpIf(c,
             fill.empty() && *ellipsis > 0 && *ellipsis + 1 < parts.size() &&
                 std::ranges::any_of(parts, IsListLike),
             "this index of an array is not followed");
    parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(*ellipsis));
    parts.insert(parts.begin() + static_cast<std::ptrdiff_t>(*ellipsis), fill.begin(), fill.end());
  } else {
    parts.insert(parts.end(), fill.begin(), fill.end());
  }
  return parts;
}

void KeepAxis(Selection& s, std::int64_t extent, std::int64_t stride) {
  s.view.shape.push_back(extent);
  s.view.strides.push_back(stride);
  s.picks.emplace_back();
}

// `pick` comes with places.
void AddPick(Context& c, Selection& s, Pick pick, std::int64_t extent, std::int64_t stride) {
  for (std::int64_t& place : pick.offsets) {
    place = CheckedIndex(c, place, extent) * stride;
  }
  s.is_apart = s.is_apart || s.has_ended;
  s.has_picks = true;
  KeepAxis(s, extent, stride);
  s.picks.back() = std::move(pick);
}

// An array or a list as index; gives the number of axes that it takes.
std::size_t AddArrayIndex(Context& c, Selection& s, const Value& part, const ArrayView& from,
                          std::size_t axis) {
  const Value array = AsArray(c, part);
  const ArrayView& index = ViewOf(array);
  if (index.type.kind == abi::ScalarKind::Bool) {
    const std::vector<IntList> places = PlacesOf(c, array);
    for (std::size_t d = 0; d < places.size(); ++d) {
      RaiseIf(c, index.shape[d] != from.shape[axis + d], "IndexError", "the mask does not fit");
      AddPick(c, s, {places[d], {std::ssize(places[d])}}, from.shape[axis + d],
              from.strides[axis + d]);
    }
    return places.size();
  }
  RaiseIf(c, !IsIntegerKind(index.type.kind) && (index.size() != 0 || IsArray(part)), "IndexError",
          "arrays used as indices must be of integer (or boolean) type");
  IntList places;
  for (const Number& number : Numbers(c, array)) {
    places.push_back(static_cast<std::int64_t>(number.integer));
  }
  AddPick(c, s, {std::move(places), index.shape}, from.shape[axis], from.strides[axis]);
  return 1;
}

Selection Select(Context& c, const Value& array, const Value& index) {
  const ArrayView& from = ViewOf(array);
  Selection s;
  s.view.type = from.type;
  s.view.offset = from.offset;
  s.view.on_device = from.on_device;
  std::size_t axis = 0;
  const ValueList parts = IndexParts(c, index, from.shape.size());
  // Beside arrays, integers pick as well.
  const bool picks = std::ranges::any_of(parts, IsListLike);
  for (const Value& part : parts) {
    if (part.is_none() || part.is(Kind::Slice)) {
      s.has_ended = s.has_picks;
    }
    if (part.is_none()) {
      KeepAxis(s, 1, 0);
    } else if (part.is(Kind::Slice)) {
      const SliceRange range = ResolveSlice(c, *part.object, from.shape[axis]);
      s.view.offset += range.count > 0 ? range.start * from.strides[axis] : 0;
      KeepAxis(s, range.count, range.step * from.strides[axis]);
      ++axis;
    } else if (IsListLike(part)) {
      axis += AddArrayIndex(c, s, part, from, axis);
    } else if (part.is_bool() || part.is(Kind::Str) || IsArray(part) ||
               (part.is(Kind::Scalar) && !IsIntegerKind(part.As<ArrayScalar>().kind))) {
      GiveUp(c, "this index of an array is not followed");
    } else if (part.is_float()) {
      RaiseError(c, "IndexError", "only integers, slices, arrays and masks are indices");
    } else if (!IsIndex(c, part)) {
      // Other sequences become arrays, what is none is no index.
      GiveUp(c, "this index of an array is not followed");
    } else if (picks) {
      AddPick(c, s, {{AsIndex(c, part)}, {}}, from.shape[axis], from.strides[axis]);
      ++axis;
    } else {
      s.view.offset += CheckedIndex(c, AsIndex(c, part), from.shape[axis]) * from.strides[axis];
      ++axis;
    }
  }
  return s;
}

// The byte offsets that the indices that pick have together, in C order of `shape`.
IntList OffsetsOfPicks(const Selection& s, const IntList& shape) {
  IntList offsets(static_cast<std::size_t>(CountOf(shape)), 0);
  for (const std::optional<Pick>& pick : s.picks) {
    if (pick) {
      ArrayView own;
      own.shape = pick->shape;
      own.strides = ContiguousStrides(pick->shape, 1);
      const IntList places = Offsets(Broadcasted(std::move(own), shape));
      for (std::size_t i = 0; i < offsets.size(); ++i) {
        offsets[i] += pick->offsets[static_cast<std::size_t>(places[i])];
      }
    }
  }
  return offsets;
}

// The shape of what is picked, and the byte offset of each element in C order.
struct Picked {
  IntList shape;
  IntList offsets;
};

Picked PickedOffsets(Context& c, const Selection& s) {
  // The axes that picks make stand where the first of them was, if they are neighbours, else in
  // front.
  IntList shape;
  for (const std::optional<Pick>& pick : s.picks) {
    shape = pick ? BroadcastShapes(c, shape, pick->shape) : shape;
  }
  Picked result;
  result.offsets = {0};
  const auto extend = [&](const IntList& extents, const IntList& offsets) {
    GiveUpIf(c, result.offsets.size() * offsets.size() > static_cast<std::size_t>(kMaxElements),
             "the array is too large to be followed");
    result.shape.insert(result.shape.end(), extents.begin(), extents.end());
    result.offsets = SumsOf(result.offsets, offsets);
  };
  bool has_picked = s.is_apart;
  if (has_picked) {
    extend(shape, OffsetsOfPicks(s, shape));
  }
  for (std::size_t d = 0; d < s.picks.size(); ++d) {
    if (!s.picks[d]) {
      extend({s.view.shape[d]}, AxisOffsets(s.view.shape[d], s.view.strides[d]));
    } else if (!std::exchange(has_picked, true)) {
      extend(shape, OffsetsOfPicks(s, shape));
    }
  }
  return result;
}

}  // namespace

Value WholeOf(Context& c, const Value& array) {
  ArrayView whole = ViewOf(array);
  whole.is_record = false;
  return MakeView(c, array, std::move(whole));
}

Value FieldView(Context& c, const Value& array, std::string_view name) {
  ArrayView view = ViewOf(array);
  RaiseIf(c, !view.type.record, "IndexError", "a text is no index");
  for (const abi::RecordField& field : view.type.record->fields) {
    if (field.name != name) {
      continue;
    }
    view.offset += field.offset;
    const bool was_record = view.is_record;
    view.is_record = false;
    view.type = {field.scalar, field.record};
    const IntList strides =
        ContiguousStrides({field.extents.begin(), field.extents.end()}, view.type.size());
    view.shape.insert(view.shape.end(), field.extents.begin(), field.extents.end());
    view.strides.insert(view.strides.end(), strides.begin(), strides.end());
    view.is_record = view.type.record && view.shape.empty() && was_record;
    const Value made = MakeView(c, array, std::move(view));
    return was_record ? ScalarIfNone(c, made) : made;
  }
  RaiseError(c, "ValueError", "no field of name " + std::string(name));
}

static bool HasEllipsis(const Value& index) {
  const auto is_ellipsis = [](const Value& value) { return value.tag == Tag::Ellipsis; };
  return is_ellipsis(index) ||
         (index.is(Kind::Tuple) &&
          std::any_of(index.items().begin(), index.items().end(), is_ellipsis));
}

Value ArrayGetItem(Context& c, const Value& array, const Value& index) {
  GiveUpIf(c, array.is(Kind::DType), "fields of types are not followed");
  if (array.is(Kind::Scalar) && index.is(Kind::Tuple) && index.items().empty()) {
    return array;
  }
  RaiseIf(c, array.is(Kind::Scalar), "IndexError", "invalid index to scalar variable.");
  GiveUpIf(c, index.is_unknown(), "an index is not known");
  if (index.is(Kind::Str)) {
    return FieldView(c, array, index.text());
  }
  GiveUpIf(c, ViewOf(array).is_record, "is a field by its number");
  Selection s = Select(c, array, index);
  if (!s.has_picks) {
    const bool is_element = s.view.shape.empty() && !HasEllipsis(index);
    s.view.is_record = is_element && s.view.type.record;
    const Value view = MakeView(c, array, std::move(s.view));
    return is_element ? ScalarIfNone(c, view) : view;
  }
  const Picked picked = PickedOffsets(c, s);
  return Gather(c, MakeView(c, array, s.view), picked.offsets, picked.shape);
}

void ArraySetItem(Context& c, const Value& array, const Value& index, const Value& value) {
  RaiseIf(c, !IsArray(array), "TypeError", "object does not support item assignment");
  GiveUpIf(c, value.is_unknown() || index.is_unknown(),
           "what is stored into an array is not known");
  if (index.is(Kind::Str)) {
    AssignArray(c, FieldView(c, WholeOf(c, array), index.text()), value);
    return;
  }
  GiveUpIf(c, ViewOf(array).is_record, "is a field by its number");
  Selection s = Select(c, array, index);
  if (!s.has_picks) {
    AssignArray(c, MakeView(c, array, s.view), value);
    return;
  }
  const Picked picked = PickedOffsets(c, s);
  const Value source = NewArray(c, s.view.type, picked.shape);
  AssignArray(c, source, value);
  Scatter(c, MakeView(c, array, s.view), picked.offsets, source);
}

std::int64_t ArrayLength(Context& c, const Value& array) {
  GiveUpIf(c, array.is(Kind::DType), "the length of a type is not followed");
  if (array.is(Kind::Scalar) || ViewOf(array).is_record) {
    if (IsArray(array)) {
      return static_cast<std::int64_t>(ViewOf(array).type.record->fields.size());
    }
    RaiseError(c, "TypeError", "object of type '" + std::string("numpy scalar") + "' has no len()");
  }
  RaiseIf(c, ViewOf(array).shape.empty(), "TypeError", "len() of unsized object");
  return ViewOf(array).shape[0];
}

}  // namespace kernelc::host
