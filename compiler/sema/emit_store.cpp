#include "compiler/sema/emit_store.h"

#include <algorithm>

#include "compiler/advice/report.h"
#include "compiler/kir/overlap.h"
#include "compiler/sema/emit_attribute.h"
#include "compiler/sema/emit_datetime.h"
#include "compiler/sema/emit_error.h"
#include "compiler/sema/emit_int.h"
#include "compiler/sema/emit_library.h"
#include "compiler/sema/emit_record.h"
#include "compiler/sema/emit_report.h"
#include "compiler/sema/emit_subscript.h"
#include "compiler/sema/emit_ufunc.h"
#include "compiler/sema/emit_value.h"
#include "compiler/sema/help_texts.h"

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
  const bool counts =
      part.step == 1 && lower && upper && *lower >= 0 && (part.upper.is_none() || *upper < 0);
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

// The parts that `array` takes of the array behind it; all of itself where it is no slice that is
// known.
ViewOrigin OriginOf(FunctionContext& fn, const Value& array) {
  const auto known = fn.view_origins.find(array.inst);
  if (known != fn.view_origins.end()) {
    return known->second;
  }
  ViewOrigin origin{array.inst, {}};
  for (unsigned dim = 0; dim < fn.type_of(array).ndim; ++dim) {
    origin.parts.push_back({true, 1, Value::Of(Object()), Value::Of(Object()), IntConstant(0)});
  }
  return origin;
}

// By dimension of `view`, whether its elements are to be stored from the last to the first, as
// bools; where `view` and `source` are slices of one array with the same steps, so that this is
// enough. `*may_repeat` becomes true where `source` may have one element in a dimension in which
// `view` has several.
std::optional<StoreOrder> DirectOrder(FunctionContext& fn, const Value& view, const Value& source,
                                      bool* may_repeat) {
  *may_repeat = false;
  const ViewOrigin to = OriginOf(fn, view);
  const ViewOrigin from = OriginOf(fn, source);
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
    const bool same_extent =
        (SameBound(left.lower, right.lower) && SameBound(left.upper, right.upper)) ||
        (out && out == LeftOut(right));
    *may_repeat = *may_repeat || !same_extent;
    const bool up = left.step > 0;
    const std::optional<std::int64_t> to_start = KnownStart(left.lower, left.step);
    const std::optional<std::int64_t> from_start = KnownStart(right.lower, left.step);
    if (SameBound(left.lower, right.lower)) {
      order.push_back(MakeNumber(fn, Number::Bool(false)));
    } else if (to_start && from_start && (*to_start < 0) == (*from_start < 0)) {
      order.push_back(
          MakeNumber(fn, Number::Bool(up ? *from_start < *to_start : *from_start > *to_start)));
    } else {
      order.push_back(Value::Runtime(
          fn.builder.Compare(up ? ComparePredicate::Lt : ComparePredicate::Gt,
                             Materialize(fn, right.first), Materialize(fn, left.first)),
          types::kBool));
    }
  }
  return order;
}

// `source` with the shape of `view`, by strides of 0 where it has one element or no such dimension.
Value Stretched(FunctionContext& fn, const Value& source, const Value& view) {
  const unsigned ndim = fn.type_of(view).ndim;
  const unsigned missing = ndim - fn.type_of(source).ndim;
  const kir::InstId zero = fn.builder.ConstInt(types::kInt64, 0);
  const kir::InstId one = fn.builder.ConstInt(types::kInt64, 1);
  std::vector<ViewDimension> dimensions;
  for (unsigned dim = 0; dim < ndim; ++dim) {
    kir::InstId stride = zero;
    if (dim >= missing) {
      const kir::InstId extent = fn.builder.ArrayExtent(source.inst, dim - missing);
      stride = fn.builder.Select(fn.builder.Compare(ComparePredicate::Eq, extent, one), zero,
                                 fn.builder.ArrayStride(source.inst, dim - missing));
    }
    dimensions.push_back({ArrayExtent(fn, view, dim), Value::Runtime(stride, types::kInt64)});
  }
  return MakeView(fn, fn.builder.ArrayData(source.inst), fn.type_of(source), types::Layout::A,
                  dimensions);
}

// What is stored of an integer constant that `element` does not hold; none where it does, and where
// the program speaks of bits: typed numbers, hexadecimal ones, small negative ones as unsigned.
std::optional<Number> LostBits(const Value& value, TypeId element, std::string_view text) {
  if (!value.is_number() || value.typed || !value.number.is_integral() ||
      !types::IsInteger(element) || text.starts_with("0x") || text.starts_with("0b")) {
    return std::nullopt;
  }
  const std::optional<Number> stored = constants::CastNumber(value.number, types::scalar_kind(element));
  const Int128 sign = Int128(1) << (types::scalar_bits(element) - 1);
  const bool is_bits =
      types::IsUnsigned(element) && value.number.integer < 0 && value.number.integer >= -sign;
  return stored && stored->integer != value.number.integer && !is_bits ? stored : std::nullopt;
}

}  // namespace

void EmitOverlapping(FunctionContext& fn, const Value& view, const Value& source,
                     const Value& operation, SourceRange range,
                     const std::function<bool(const StoreOrder&)>& plain) {
  // One element is read before it is stored; a value that is stored to its own place stays.
  if (fn.type_of(view).ndim == 0 || fn.type_of(source).ndim == 0) {
    plain(StoreOrder());
    return;
  }
  bool may_repeat = false;
  const std::optional<StoreOrder> order =
      view.inst == source.inst ? StoreOrder() : DirectOrder(fn, view, source, &may_repeat);
  if (order && !may_repeat) {
    plain(*order);
    return;
  }
  const kir::RegionId fast = fn.builder.NewRegion();
  if (!fn.InRegion(fast, [&] { return plain(order.value_or(StoreOrder())); })) {
    return;
  }
  kir::InstId needs_care;
  if (order) {
    needs_care = fn.builder.ConstBool(false);
    for (unsigned dim = 0; dim < fn.type_of(view).ndim; ++dim) {
      const kir::InstId one = fn.builder.ConstInt(types::kInt64, 1);
      const kir::InstId repeats = fn.builder.Binary(
          kir::Op::And,
          fn.builder.Compare(ComparePredicate::Eq, fn.builder.ArrayExtent(source.inst, dim), one),
          fn.builder.Compare(ComparePredicate::Ne, fn.builder.ArrayExtent(view.inst, dim), one));
      needs_care = fn.builder.Binary(kir::Op::Or, needs_care, repeats);
    }
  } else {
    const Value question[] = {view, source};
    needs_care = CallLibrary(fn, "overlaps.meet", question, range, "=").inst;
    if (!needs_care.has_value()) {
      return;
    }
    const std::int64_t callee = fn.kir_function.inst(needs_care).imm;
    fn.program.module().functions[static_cast<std::size_t>(callee)].name = kir::kOverlapQuestion;
  }
  const kir::RegionId slow = fn.builder.NewRegion();
  fn.InRegion(slow, [&] {
    const Value values[] = {Stretched(fn, view, view), Stretched(fn, source, view), operation};
    CallLibrary(fn, "overlaps.assign", values, range, "=");
  });
  fn.builder.If(needs_care, slow, fast);
}

void ForEachElement(FunctionContext& fn, const Value& view,
                    const std::function<void(const std::vector<kir::InstId>&)>& emit,
                    const StoreOrder& order) {
  const unsigned ndim = fn.type_of(view).ndim;
  const kir::RegionId outer = fn.builder.insertion_region();
  std::vector<kir::InstId> indices;
  for (unsigned dim = 0; dim < ndim; ++dim) {
    const Value extent = ArrayExtent(fn, view, dim);
    const Value last = IntSub(fn, extent, IntConstant(1));
    const bool known = dim >= order.size() || order[dim].is_number();
    const bool down = dim < order.size() && known && order[dim].number.truth();
    const kir::InstId start = down ? Materialize(fn, last) : fn.builder.ConstInt(types::kInt64, 0);
    const kir::InstId stop =
        down ? fn.builder.ConstInt(types::kInt64, -1) : Materialize(fn, extent);
    const kir::InstId step = fn.builder.ConstInt(types::kInt64, down ? -1 : 1);
    const kir::RegionId body = fn.builder.NewRegion();
    kir::InstId index = fn.builder.ForRange(start, stop, step, body);
    fn.builder.set_insertion_region(body);
    if (!known) {
      const kir::InstId from_end =
          Materialize(fn, IntSub(fn, last, Value::Runtime(index, types::kInt64)));
      index = fn.builder.Select(order[dim].inst, from_end, index);
    }
    indices.push_back(index);
  }
  emit(indices);
  fn.builder.set_insertion_region(outer);
}

void StoreToView(FunctionContext& fn, const Value& view, const Value& value, SourceRange range,
                 SourceRange value_range) {
  const types::Type type = fn.type_of(view);
  if (IsArray(fn, value)) {
    const unsigned value_ndim = fn.type_of(value).ndim;
    if (value_ndim > type.ndim) {
      fn.Report(range, diag::Kind::StoreRank, value_ndim, type.ndim)
          .Label(value_range, Describe(fn, value))
          .Emit();
      return;
    }
    for (unsigned dim = 0; dim < value_ndim; ++dim) {
      CheckStoredExtent(fn, view, type.ndim - value_ndim + dim, ArrayExtent(fn, value, dim), true);
    }
    EmitOverlapping(fn, view, value, Value::Of(Object()), range, [&](const StoreOrder& order) {
      bool valid = true;
      const auto store = [&](const std::vector<kir::InstId>& indices) {
        const Value element = LoadPointer(fn, BroadcastPointer(fn, value, indices));
        valid =
            StoreElement(fn, fn.builder.ElementPtr(view.inst, indices, 0), element, value_range);
      };
      ForEachElement(fn, view, store, order);
      return valid;
    });
    return;
  }
  if (!types::IsScalar(type.element) && !types::IsFloat8(type.element) && !AsTuple(fn, value)) {
    ForEachElement(fn, view, [&](const std::vector<kir::InstId>& indices) {
      StoreElement(fn, fn.builder.ElementPtr(view.inst, indices, 0), value, value_range);
    });
    return;
  }
  if (const TupleElements elements = AsTuple(fn, value)) {
    if (type.ndim != 1) {
      fn.Report(range, diag::Kind::StoreRank, 1, type.ndim)
          .Label(value_range, Describe(fn, value))
          .Emit();
      return;
    }
    CheckStoredExtent(fn, view, 0, IntConstant(static_cast<std::int64_t>(elements->size())), false);
    for (std::size_t i = 0; i < elements->size(); ++i) {
      const kir::InstId index = fn.builder.ConstInt(types::kInt64, static_cast<std::int64_t>(i));
      StoreElement(fn, fn.builder.ElementPtr(view.inst, {&index, 1}, 0), (*elements)[i],
                   value_range);
    }
    return;
  }
  if (!value.is_convertible_number() || !types::CanConvert(value.type, type.element)) {
    fn.Report(value_range, diag::Kind::StoreType, Describe(fn, value), fn.Spell(type.element))
        .Emit();
    return;
  }
  const kir::InstId element = ConvertTo(fn, value, type.element);
  ForEachElement(fn, view, [&](const std::vector<kir::InstId>& indices) {
    fn.builder.Store(fn.builder.ElementPtr(view.inst, indices, 0), element);
  });
}

bool StoreElement(FunctionContext& fn, kir::InstId pointer, const Value& value,
                  SourceRange value_range) {
  const TypeId element = fn.program.types().get(fn.builder.type_of(pointer)).element;
  if (fn.program.types().get(element).kind == types::TypeKind::Record) {
    return StoreRecord(fn, pointer, value, value_range);
  }
  if (fn.program.types().get(element).kind == types::TypeKind::Datetime) {
    return StoreTime(fn, pointer, value, value_range);
  }
  if (!types::IsScalar(element) && value.kind == ValueKind::Runtime && value.type == element) {
    fn.builder.Store(pointer, value.inst);
    return true;
  }
  if (!value.is_convertible_number() || !types::CanConvert(value.type, element)) {
    fn.Report(value_range, diag::Kind::StoreType, Describe(fn, value), fn.Spell(element))
        .Help(HelpForStore(value, IsArray(fn, value) ? fn.type_of(value).ndim : 0,
                           SpellingAt(fn, value_range)))
        .Emit();
    return false;
  }
  if (const std::optional<Number> stored = LostBits(value, element, SpellingAt(fn, value_range))) {
    fn.Report(value_range, diag::Kind::ConstantOverflow, SpellingAt(fn, value_range),
              fn.Spell(element), static_cast<std::int64_t>(stored->integer))
        .Help("use a wider array, or a number that it holds")
        .Emit();
  }
  fn.builder.Store(pointer, ConvertTo(fn, value, element));
  return true;
}

void StorePlace(FunctionContext& fn, const Place& place, const Value& value, SourceRange range,
                SourceRange value_range) {
  if (value.is_poison()) {
    return;
  }
  if (place.readonly) {
    fn.Report(range, diag::Kind::ReadonlyStore).Help(std::string(advice::kReadonlyHelp)).Emit();
    return;
  }
  if (place.pointer.has_value()) {
    StoreElement(fn, place.pointer, value, value_range);
  } else {
    StoreToView(fn, place.view, value, range, value_range);
  }
}

}  // namespace kernelc::sema
