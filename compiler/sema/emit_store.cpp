// Stores to views.
//
// Where an array is stored to one that may lie in the same memory, the result is that of a copied right side. Slices of one
// array with the same steps need the right direction alone. Elsewhere the kernel asks whether the arrays overlap, and takes
// a slow way where they do (stdlib/overlaps.py); passes/known_overlaps drops both where the answer is known.
#include <algorithm>

#include "compiler/kir/overlap.h"
#include "compiler/sema/function_emitter.h"

namespace kernelc::sema {
namespace {

using kir::ComparePredicate;

// The first index of a slice, where that is a constant: from the end if negative.
std::optional<std::int64_t> KnownStart(const Value& lower, std::int64_t step) {
  if (lower.is_none()) {
    return step > 0 ? 0 : -1;
  }
  return lower.is_number() && lower.number.is_integral()
             ? std::optional(static_cast<std::int64_t>(lower.number.integer))
             : std::nullopt;
}

// How many elements of a dimension a slice `[lower:-upper]` leaves out; null for others.
std::optional<std::int64_t> LeftOut(const ViewPart& part) {
  const std::optional<std::int64_t> lower = KnownStart(part.lower, 1);
  const std::optional<std::int64_t> upper =
      part.upper.is_none() ? std::optional<std::int64_t>(0) : KnownStart(part.upper, 1);
  const bool counts = part.step == 1 && lower && upper && *lower >= 0 &&
                      (part.upper.is_none() || *upper < 0);
  return counts ? std::optional(*lower - *upper) : std::nullopt;
}

bool SameBound(const Value& left, const Value& right) {
  if (left.is_none() || right.is_none()) {
    return left.is_none() && right.is_none();
  }
  if (left.is_number() || right.is_number()) {
    return left.is_number() && right.is_number() && left.number.integer == right.number.integer;
  }
  return left.inst == right.inst;
}

}  // namespace

// The parts that `array` takes of the array behind it; all of itself where it is no slice that is known.
ViewOrigin FunctionEmitter::OriginOf(const Value& array) {
  const auto known = view_origins_.find(array.inst);
  if (known != view_origins_.end()) {
    return known->second;
  }
  ViewOrigin origin{array.inst, {}};
  for (unsigned dim = 0; dim < type_of(array).ndim; ++dim) {
    origin.parts.push_back({true, 1, Value::Of(Object()), Value::Of(Object()), IntConstant(0)});
  }
  return origin;
}

// By dimension of `view`, whether its elements are to be stored from the last to the first, as bools; where `view` and
// `source` are slices of one array with the same steps, so that this is enough. `*may_repeat` becomes true where `source`
// may have one element in a dimension in which `view` has several.
std::optional<StoreOrder> FunctionEmitter::DirectOrder(const Value& view, const Value& source,
                                                       bool* may_repeat) {
  *may_repeat = false;
  const ViewOrigin to = OriginOf(view);
  const ViewOrigin from = OriginOf(source);
  if (to.base != from.base) {
    return std::nullopt;
  }
  StoreOrder order;
  for (std::size_t i = 0; i < to.parts.size(); ++i) {
    const ViewPart& left = to.parts[i];
    const ViewPart& right = from.parts[i];
    if (left.is_slice != right.is_slice || left.step != right.step || left.step == 0) {
      return std::nullopt;
    }
    if (!left.is_slice) {
      // Another row, or the same one.
      continue;
    }
    const std::optional<std::int64_t> out = LeftOut(left);
    const bool same_extent = (SameBound(left.lower, right.lower) && SameBound(left.upper, right.upper)) ||
                             (out && out == LeftOut(right));
    *may_repeat = *may_repeat || !same_extent;
    const bool up = left.step > 0;
    const std::optional<std::int64_t> to_start = KnownStart(left.lower, left.step);
    const std::optional<std::int64_t> from_start = KnownStart(right.lower, left.step);
    if (SameBound(left.lower, right.lower)) {
      order.push_back(MakeNumber(Number::Bool(false)));
    } else if (to_start && from_start && (*to_start < 0) == (*from_start < 0)) {
      order.push_back(
          MakeNumber(Number::Bool(up ? *from_start < *to_start : *from_start > *to_start)));
    } else {
      order.push_back(Value::Runtime(
          builder_.Compare(up ? ComparePredicate::Lt : ComparePredicate::Gt,
                           Materialize(right.first), Materialize(left.first)),
          types::kBool));
    }
  }
  return order;
}

// `source` with the shape of `view`, by strides of 0 where it has one element or no such dimension.
Value FunctionEmitter::Stretched(const Value& source, const Value& view) {
  const unsigned ndim = type_of(view).ndim;
  const unsigned missing = ndim - type_of(source).ndim;
  const kir::InstId zero = builder_.ConstInt(types::kInt64, 0);
  const kir::InstId one = builder_.ConstInt(types::kInt64, 1);
  std::vector<ViewDimension> dimensions;
  for (unsigned dim = 0; dim < ndim; ++dim) {
    kir::InstId stride = zero;
    if (dim >= missing) {
      const kir::InstId extent = builder_.ArrayExtent(source.inst, dim - missing);
      stride = builder_.Select(builder_.Compare(ComparePredicate::Eq, extent, one), zero,
                               builder_.ArrayStride(source.inst, dim - missing));
    }
    dimensions.push_back({ArrayExtent(view, dim), Value::Runtime(stride, types::kInt64)});
  }
  return MakeView(builder_.ArrayData(source.inst), type_of(source), types::Layout::A, dimensions);
}

// Emits `plain`, which stores what it makes of the elements of `source` to those of `view`, in an order in which it
// destroys none that it still needs. `operation` is a ufunc where elements are not just stored, else None.
void FunctionEmitter::EmitOverlapping(const Value& view, const Value& source,
                                      const Value& operation, SourceRange range,
                                      const std::function<bool(const StoreOrder&)>& plain) {
  // One element is read before it is stored; a value that is stored to its own place stays.
  if (type_of(view).ndim == 0 || type_of(source).ndim == 0) {
    plain(StoreOrder());
    return;
  }
  bool may_repeat = false;
  const std::optional<StoreOrder> order =
      view.inst == source.inst ? StoreOrder() : DirectOrder(view, source, &may_repeat);
  if (order && !may_repeat) {
    plain(*order);
    return;
  }
  const kir::RegionId fast = builder_.NewRegion();
  if (!InRegion(fast, [&] { return plain(order.value_or(StoreOrder())); })) {
    return;
  }
  kir::InstId needs_care;
  if (order) {
    needs_care = builder_.ConstBool(false);
    for (unsigned dim = 0; dim < type_of(view).ndim; ++dim) {
      const kir::InstId one = builder_.ConstInt(types::kInt64, 1);
      const kir::InstId repeats = builder_.Binary(
          kir::Op::And,
          builder_.Compare(ComparePredicate::Eq, builder_.ArrayExtent(source.inst, dim), one),
          builder_.Compare(ComparePredicate::Ne, builder_.ArrayExtent(view.inst, dim), one));
      needs_care = builder_.Binary(kir::Op::Or, needs_care, repeats);
    }
  } else {
    const Value question[] = {view, source};
    needs_care = CallLibrary("overlaps.meet", question, range, "=").inst;
    if (!needs_care.has_value()) {
      return;
    }
    const std::int64_t callee = kir_.inst(needs_care).imm;
    program_->module().functions[static_cast<std::size_t>(callee)].name = kir::kOverlapQuestion;
  }
  const kir::RegionId slow = builder_.NewRegion();
  InRegion(slow, [&] {
    const Value values[] = {Stretched(view, view), Stretched(source, view), operation};
    CallLibrary("overlaps.assign", values, range, "=");
  });
  builder_.If(needs_care, slow, fast);
}

// Nested loops over all indices of a view, in the calling thread.
void FunctionEmitter::ForEachElement(
    const Value& view, const std::function<void(const std::vector<kir::InstId>&)>& emit,
    const StoreOrder& order) {
  const unsigned ndim = type_of(view).ndim;
  const kir::RegionId outer = builder_.insertion_region();
  std::vector<kir::InstId> indices;
  for (unsigned dim = 0; dim < ndim; ++dim) {
    const Value extent = ArrayExtent(view, dim);
    const Value last = IntSub(extent, IntConstant(1));
    const bool known = dim >= order.size() || order[dim].is_number();
    const bool down = dim < order.size() && known && order[dim].number.truth();
    const kir::InstId start = down ? Materialize(last) : builder_.ConstInt(types::kInt64, 0);
    const kir::InstId stop = down ? builder_.ConstInt(types::kInt64, -1) : Materialize(extent);
    const kir::InstId step = builder_.ConstInt(types::kInt64, down ? -1 : 1);
    const kir::RegionId body = builder_.NewRegion();
    kir::InstId index = builder_.ForRange(start, stop, step, body);
    builder_.set_insertion_region(body);
    if (!known) {
      const kir::InstId from_end = Materialize(IntSub(last, Value::Runtime(index, types::kInt64)));
      index = builder_.Select(order[dim].inst, from_end, index);
    }
    indices.push_back(index);
  }
  emit(indices);
  builder_.set_insertion_region(outer);
}

// a[i, :] = 0.0, a[:] = b[:], a[3:6] = x, y, z
void FunctionEmitter::StoreToView(const Value& view, const Value& value, SourceRange range,
                                  SourceRange value_range) {
  const types::Type type = type_of(view);
  if (IsArray(value)) {
    const unsigned value_ndim = type_of(value).ndim;
    if (value_ndim > type.ndim) {
      Report(range, diag::Kind::StoreRank, value_ndim, type.ndim)
          .Label(value_range, Describe(value))
          .Emit();
      return;
    }
    for (unsigned dim = 0; dim < value_ndim; ++dim) {
      CheckStoredExtent(view, type.ndim - value_ndim + dim, ArrayExtent(value, dim), true);
    }
    EmitOverlapping(view, value, Value::Of(Object()), range, [&](const StoreOrder& order) {
      bool valid = true;
      const auto store = [&](const std::vector<kir::InstId>& indices) {
        const Value element = LoadPointer(BroadcastPointer(value, indices));
        valid = StoreElement(builder_.ElementPtr(view.inst, indices, 0), element, value_range);
      };
      ForEachElement(view, store, order);
      return valid;
    });
    return;
  }
  if (!types::IsScalar(type.element) && !types::IsFloat8(type.element) && !AsTuple(value)) {
    ForEachElement(view, [&](const std::vector<kir::InstId>& indices) {
      StoreElement(builder_.ElementPtr(view.inst, indices, 0), value, value_range);
    });
    return;
  }
  if (const std::optional<std::vector<Value>> elements = AsTuple(value)) {
    if (type.ndim != 1) {
      Report(range, diag::Kind::StoreRank, 1, type.ndim).Label(value_range, Describe(value)).Emit();
      return;
    }
    CheckStoredExtent(view, 0, IntConstant(static_cast<std::int64_t>(elements->size())), false);
    for (std::size_t i = 0; i < elements->size(); ++i) {
      const kir::InstId index = builder_.ConstInt(types::kInt64, static_cast<std::int64_t>(i));
      StoreElement(builder_.ElementPtr(view.inst, {&index, 1}, 0), (*elements)[i], value_range);
    }
    return;
  }
  if (!value.is_convertible_number() || !types::CanConvert(value.type, type.element)) {
    Report(value_range, diag::Kind::StoreType, Describe(value), Spell(type.element)).Emit();
    return;
  }
  const kir::InstId element = ConvertTo(value, type.element);
  ForEachElement(view, [&](const std::vector<kir::InstId>& indices) {
    builder_.Store(builder_.ElementPtr(view.inst, indices, 0), element);
  });
}

}  // namespace kernelc::sema
