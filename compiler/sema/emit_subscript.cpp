#include "compiler/sema/emit_subscript.h"

#include <algorithm>

#include "compiler/sema/constant_texts.h"
#include "compiler/sema/emit_attribute.h"
#include "compiler/sema/emit_constant.h"
#include "compiler/sema/emit_expr.h"
#include "compiler/sema/emit_flat.h"
#include "compiler/sema/emit_int.h"
#include "compiler/sema/emit_loop.h"
#include "compiler/sema/emit_node.h"
#include "compiler/sema/emit_optional.h"
#include "compiler/sema/emit_pointer.h"
#include "compiler/sema/emit_range.h"
#include "compiler/sema/emit_record.h"
#include "compiler/sema/emit_report.h"
#include "compiler/sema/emit_slice.h"
#include "compiler/sema/emit_string.h"
#include "compiler/sema/emit_unroll.h"
#include "compiler/sema/emit_value.h"
#include "compiler/sema/help_texts.h"

namespace kernelc::sema {

using ast::As;

namespace {

using types::Layout;

// a.shape[1] asks for one extent, not for all of them; null where the expression is something else.
std::optional<Value> EmitShapeElement(FunctionContext& fn, const ast::Subscript& node) {
  const auto* attribute = As<ast::Attribute>(node.value);
  const auto* constant = As<ast::Constant>(node.slice);
  if (attribute == nullptr || constant == nullptr ||
      constant->value.kind != ast::ConstantKind::Int ||
      (attribute->attr != "shape" && attribute->attr != "strides") ||
      As<ast::Name>(attribute->value) == nullptr) {
    return std::nullopt;
  }
  const auto use = fn.renaming.uses.find(attribute->value->id);
  if (use == fn.renaming.uses.end()) {
    return std::nullopt;
  }
  const Value array = Emit(fn, attribute->value);
  if (!IsArray(fn, array) || constant->value.int_value >= fn.type_of(array).ndim) {
    return std::nullopt;
  }
  const auto dim = static_cast<unsigned>(constant->value.int_value);
  return attribute->attr == "shape" ? ArrayExtent(fn, array, dim) : ArrayStride(fn, array, dim);
}

// lower:upper:step; null after an error.
std::optional<IndexItem> EmitSliceItem(FunctionContext& fn, const ast::Slice& slice) {
  IndexItem item;
  item.kind = IndexItem::Kind::Slice;
  item.range = slice.range;
  const auto emit = [&](const ast::Expr* bound) {
    const Value value = bound == nullptr ? Value::Of(Object()) : Emit(fn, bound);
    if (!value.is_poison() && !value.is_none() && !IsInteger(value)) {
      fn.Report(bound->range, diag::Kind::IndexType, Describe(fn, value))
          .Help(HelpForIndex(value, SpellingAt(fn, bound->range)))
          .Emit();
      return Value();
    }
    return value;
  };
  item.lower = emit(slice.lower);
  item.upper = emit(slice.upper);
  item.step = emit(slice.step);
  const bool valid = !item.lower.is_poison() && !item.upper.is_poison() && !item.step.is_poison();
  return valid ? std::optional(std::move(item)) : std::nullopt;
}

// What slice(...) gave, as an index.
IndexItem SliceItem(FunctionContext& fn, const Value& slice, SourceRange range) {
  const std::vector<Value> bounds = TupleParts(fn, slice);
  IndexItem item;
  item.kind = IndexItem::Kind::Slice;
  item.lower = bounds[0];
  item.upper = bounds[1];
  item.step = bounds[2];
  item.range = range;
  return item;
}

std::optional<std::vector<IndexItem>> EmitIndex(FunctionContext& fn, const ast::Expr* slice) {
  std::vector<IndexItem> items;
  std::vector<const ast::Expr*> parts;
  if (const auto* tuple = As<ast::Tuple>(slice)) {
    parts.assign(tuple->elts.begin(), tuple->elts.end());
  } else {
    parts.push_back(slice);
  }
  bool valid = true;
  for (const ast::Expr* part : parts) {
    if (const auto* range = As<ast::Slice>(part)) {
      const std::optional<IndexItem> item = EmitSliceItem(fn, *range);
      valid = valid && item.has_value();
      items.push_back(item.value_or(IndexItem()));
      continue;
    }
    const Value value = Emit(fn, part);
    const bool spreads = parts.size() == 1;
    if (value.is_poison()) {
      valid = false;
    } else if (const TupleElements elements = spreads ? AsTuple(fn, value) : nullptr) {
      // What `for i in enumerate(a)` gives is a pair, and no place.
      const bool is_pair = elements->size() == 2 && IsInteger((*elements)[0]) &&
                           (*elements)[1].is_scalar() && !IsInteger((*elements)[1]);
      if (is_pair && As<ast::Name>(part) != nullptr) {
        fn.Report(part->range, diag::Kind::IndexType, Describe(fn, value))
            .Help(HelpForIndex(value, SpellingAt(fn, part->range)))
            .Emit();
        return std::nullopt;
      }
      for (const Value& element : *elements) {
        valid = AddIndexValue(fn, element, part->range, &items) && valid;
      }
    } else {
      valid = AddIndexValue(fn, value, part->range, &items) && valid;
    }
  }
  return valid ? std::optional(std::move(items)) : std::nullopt;
}

// The extent and stride of a sliced dimension; `*start` becomes the index of its first element.
ViewDimension EmitSlice(FunctionContext& fn, const Value& array, unsigned dim,
                        const IndexItem& item, Value* start) {
  const Value zero = IntConstant(0);
  const Value one = IntConstant(1);
  const bool whole = item.lower.is_none() && item.upper.is_none() && item.step.is_none();
  const Value extent = ArrayExtent(fn, array, dim);
  const Value stride = ArrayStride(fn, array, dim);
  if (whole) {
    *start = zero;
    return {extent, stride};
  }
  const std::optional<std::int64_t> constant_step =
      item.step.is_none() ? std::optional<std::int64_t>(1) : ConstantInt(item.step);
  if (!constant_step) {
    return EmitSteppedSlice(fn, extent, stride, item, start);
  }
  if (*constant_step == 0) {
    fn.Report(item.range, diag::Kind::ZeroStep, "a slice").Emit();
    *start = zero;
    return {extent, stride};
  }
  const std::int64_t step = *constant_step;
  // Bounds are clipped as in Python: to 0 and n, and to -1 and n - 1 when stepping down.
  const Value lowest = step > 0 ? zero : IntConstant(-1);
  const Value highest = step > 0 ? extent : IntSub(fn, extent, one);
  const auto clip = [&](const Value& bound, const Value& absent) {
    if (bound.is_none()) {
      return absent;
    }
    Value position = bound;
    if (!bound.is_number() && bound.type != types::kInt64) {
      const bool nonnegative = bound.nonnegative;
      position = Value::Runtime(ConvertTo(fn, bound, types::kInt64), types::kInt64);
      position.nonnegative = nonnegative;
    }
    if (position.nonnegative) {
      return IntMin(fn, position, highest);
    }
    const Value wrapped = IntMax(fn, IntAdd(fn, position, extent), lowest);
    return position.is_number()
               ? wrapped
               : IntSelectNegative(fn, position, wrapped, IntMin(fn, position, highest));
  };
  const Value lower = clip(item.lower, step > 0 ? zero : highest);
  const Value upper = clip(item.upper, step > 0 ? extent : lowest);
  const std::int64_t size = step > 0 ? step : -step;
  Value length = step > 0 ? IntSub(fn, upper, lower) : IntSub(fn, lower, upper);
  length = IntMax(fn, length, zero);
  if (size != 1) {
    length = IntAdd(fn, length, IntConstant(size - 1));
    Value quotient = Value::Runtime(fn.builder.Binary(kir::Op::FloorDiv, Materialize(fn, length),
                                                      fn.builder.ConstInt(types::kInt64, size)),
                                    types::kInt64);
    quotient.nonnegative = true;
    length = quotient;
  }
  *start = lower;
  return {length, IntMul(fn, stride, IntConstant(step))};
}

Value EmitView(FunctionContext& fn, const Value& array, const std::vector<IndexItem>& items) {
  const types::Type type = fn.type_of(array);
  std::vector<kir::InstId> starts;
  std::uint32_t wrap = 0;
  std::uint32_t sliced = 0;
  ViewOrigin origin{array.inst, {}};
  std::vector<ViewDimension> dimensions;
  bool keeps_c = true;
  bool only_integers_so_far = true;
  unsigned dim = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const IndexItem& item = items[i];
    if (item.kind == IndexItem::Kind::NewAxis) {
      dimensions.push_back({IntConstant(1), IntConstant(0)});
      keeps_c = false;
      continue;
    }
    if (item.kind == IndexItem::Kind::Integer) {
      starts.push_back(Materialize(fn, item.value));
      origin.parts.emplace_back();
      wrap |= item.value.nonnegative ? 0u : 1u << dim;
      keeps_c = keeps_c && only_integers_so_far;
      ++dim;
      continue;
    }
    Value start;
    dimensions.push_back(EmitSlice(fn, array, dim, item, &start));
    starts.push_back(Materialize(fn, start));
    const std::int64_t step = item.step.is_none() ? 1 : ConstantInt(item.step).value_or(0);
    origin.parts.push_back(
        {true, step, item.lower, item.upper, Value::Runtime(starts.back(), types::kInt64)});
    sliced |= 1u << dim;
    const bool whole = item.lower.is_none() && item.upper.is_none() && item.step.is_none();
    const bool unit = item.step.is_none() || ConstantInt(item.step) == 1;
    // A part of the outermost dimension that is left, and all of the inner ones, stay contiguous.
    keeps_c = keeps_c && (only_integers_so_far ? unit : whole);
    only_integers_so_far = false;
    ++dim;
  }
  const bool all_whole = std::ranges::all_of(items, [](const IndexItem& item) {
    return item.kind == IndexItem::Kind::Slice && item.lower.is_none() && item.upper.is_none() &&
           item.step.is_none();
  });
  Layout layout = Layout::A;
  if (type.layout == Layout::C && keeps_c) {
    layout = Layout::C;
  } else if (type.layout == Layout::F && all_whole) {
    layout = Layout::F;
  }
  const kir::InstId pointer = fn.builder.ElementPtr(array.inst, starts, wrap);
  if (fn.reports_errors()) {
    fn.kir_function.inst(pointer).imm |= static_cast<std::int64_t>(sliced) << kir::kSliceStartShift;
  }
  const Value view = MakeView(fn, pointer, type, layout, dimensions);
  if (origin.parts.size() == items.size()) {
    fn.view_origins.emplace(view.inst, std::move(origin));
  }
  return view;
}

Value EmitTupleSubscript(FunctionContext& fn, const Value& tuple, const ast::Subscript& subscript) {
  const auto* slice = As<ast::Slice>(subscript.slice);
  if (slice != nullptr && IsRange(fn, tuple)) {
    const bool reverses = SpellingAt(fn, slice->range) == "::-1";
    fn.Report(slice->range, diag::Kind::UnsupportedSlice)
        .Help(reverses ? fmt::format("ranges have no slices: write `reversed({})`",
                                     SpellingAt(fn, subscript.value->range))
                       : "ranges have no slices: write the bounds as `range(start, stop, step)`")
        .Emit();
    return Value();
  }
  if (slice != nullptr) {
    const std::optional<IndexItem> item = EmitSliceItem(fn, *slice);
    return item ? EmitTupleSlice(fn, *AsTuple(fn, tuple), *item) : Value();
  }
  const Value index = Emit(fn, subscript.slice);
  return index.is_poison() ? index : TupleItem(fn, tuple, index, subscript.slice, subscript.range);
}

}  // namespace

Value EmitNode(FunctionContext& fn, const ast::Subscript& node) {
  if (const std::optional<Value> extent = EmitShapeElement(fn, node)) {
    return *extent;
  }
  if (const std::optional<Place> flat = EmitFlatSubscript(fn, node)) {
    return flat->valid ? LoadPlace(fn, *flat) : Value();
  }
  // A list that is written out is asked for an element, and nobody else sees it: `[5, 7, 4, 6][i %
  // 4]`.
  const auto* list = As<ast::List>(node.value);
  const Value base =
      list != nullptr ? EmitElements(fn, list->elts, list->range) : Emit(fn, node.value);
  if (base.is_poison()) {
    // Of what would have had keys, a key is no second mistake.
    if (!FieldKey(fn, node.slice)) {
      EmitIndex(fn, node.slice);
    }
    return base;
  }
  if (IsRecord(fn, base) || IsPointer(fn, base)) {
    const Place place =
        IsPointer(fn, base) ? PointerPlace(fn, base, node) : RecordSubscript(fn, base, node);
    return place.valid ? LoadPlace(fn, place) : Value();
  }
  if (IsString(fn, base)) {
    return EmitStringSubscript(fn, base, node);
  }
  if (IsRecordArray(fn, base)) {
    if (const std::optional<std::string> key = FieldKey(fn, node.slice)) {
      return FieldView(fn, base, *key, node.range);
    }
  }
  if (IsArray(fn, base)) {
    const std::optional<std::vector<IndexItem>> items = EmitIndex(fn, node.slice);
    const Place place = items ? EmitPlace(fn, base, *items, node.range) : Place();
    return place.valid ? LoadPlace(fn, place) : Value();
  }
  if (IsFlat(fn, base)) {
    const Place place = FlatElement(fn, TupleParts(fn, base)[0], node);
    return place.valid ? LoadPlace(fn, place) : Value();
  }
  if (AsTuple(fn, base) || IsRange(fn, base)) {
    return EmitTupleSubscript(fn, base, node);
  }
  // Types in expressions: float32[:].
  if (base.is_object(ObjectKind::Type) || base.is_object(ObjectKind::Dict) ||
      base.is_object(ObjectKind::Class) || base.is_object(ObjectKind::Str)) {
    if (const std::optional<Object> object = EvalConstant(fn, &node)) {
      return FromObject(fn, *object);
    }
  }
  fn.Report(node.range, diag::Kind::NotSubscriptable, Describe(fn, base))
      .Label(node.value->range, Describe(fn, base))
      .Help(HelpForSubscript(base, node, fn.function.file->sources()))
      .Emit();
  return Value();
}

Place EmitSubscriptPlace(FunctionContext& fn, const ast::Subscript& subscript) {
  const RangeScope scope(fn.builder, subscript.range);
  if (const std::optional<Place> flat = EmitFlatSubscript(fn, subscript)) {
    return *flat;
  }
  const Value base = Emit(fn, subscript.value);
  if (base.is_poison()) {
    return Place();
  }
  if (IsRecord(fn, base)) {
    return RecordSubscript(fn, base, subscript);
  }
  if (IsPointer(fn, base)) {
    return PointerPlace(fn, base, subscript);
  }
  if (IsFlat(fn, base)) {
    return FlatElement(fn, TupleParts(fn, base)[0], subscript);
  }
  if (IsRecordArray(fn, base)) {
    if (const std::optional<std::string> key = FieldKey(fn, subscript.slice)) {
      Place place;
      place.view = FieldView(fn, base, *key, subscript.range);
      place.valid = !place.view.is_poison();
      place.readonly = fn.type_of(base).readonly;
      return place;
    }
  }
  if (!IsArray(fn, base)) {
    const bool is_tuple = AsTuple(fn, base) != nullptr;
    const bool is_constant =
        As<ast::Name>(subscript.value) != nullptr && EvalConstant(fn, subscript.value).has_value();
    fn.Report(subscript.range, is_tuple ? diag::Kind::TupleWrite : diag::Kind::NotSubscriptable,
              Describe(fn, base))
        .Label(subscript.value->range, Describe(fn, base))
        .Help(HelpForElementWrite(base, is_tuple, is_constant,
                                  SpellingAt(fn, subscript.value->range)))
        .Emit();
    return Place();
  }
  const std::optional<std::vector<IndexItem>> items = EmitIndex(fn, subscript.slice);
  return items ? EmitPlace(fn, base, *items, subscript.range) : Place();
}

bool AddIndexValue(FunctionContext& fn, const Value& value, SourceRange range,
                   std::vector<IndexItem>* items) {
  IndexItem item;
  item.range = range;
  if (value.is_none()) {
    item.kind = IndexItem::Kind::NewAxis;
  } else if (value.is_object(ObjectKind::Ellipsis)) {
    item.kind = IndexItem::Kind::Ellipsis;
  } else if (IsInteger(value)) {
    item.value = value;
  } else if (IsSlice(fn, value)) {
    item = SliceItem(fn, value, range);
  } else if (IsArray(fn, value) && fn.type_of(value).ndim == 0) {
    // An array without dimensions is its one element.
    return AddIndexValue(fn, LoadPlace(fn, EmitPlace(fn, value, {}, range)), range, items);
  } else if (IsArray(fn, value)) {
    fn.Report(range, diag::Kind::FancyIndex, Describe(fn, value))
        .Help("index with integers and slices; write a loop over the index array")
        .Emit();
    return false;
  } else {
    fn.Report(range, diag::Kind::IndexType, Describe(fn, value))
        .Help(HelpForIndex(value, SpellingAt(fn, range)))
        .Emit();
    return false;
  }
  items->push_back(std::move(item));
  return true;
}

Place EmitPlace(FunctionContext& fn, const Value& array, const std::vector<IndexItem>& given,
                SourceRange range) {
  const unsigned ndim = fn.type_of(array).ndim;
  std::size_t used = 0;
  std::size_t ellipses = 0;
  for (const IndexItem& item : given) {
    used += item.kind == IndexItem::Kind::Integer || item.kind == IndexItem::Kind::Slice ? 1 : 0;
    ellipses += item.kind == IndexItem::Kind::Ellipsis ? 1 : 0;
  }
  if (used > ndim || ellipses > 1) {
    // `a[i]`, where `i` is a tuple.
    const std::string_view text = SpellingAt(fn, range);
    const bool is_one =
        text.substr(std::min(text.rfind('['), text.size())).find(',') == std::string_view::npos;
    fn.Report(range, diag::Kind::TooManyIndices, used, ndim)
        .Label(range, Describe(fn, array))
        .Help(ndim == 0 ? ""
              : given.size() > 1 && is_one
                  ? fmt::format("the index is a tuple of {}: give its parts names, as in `i, j = "
                                "cuda.grid(2)`",
                                used)
                  : fmt::format("leave {} of them away, or pass an array of {} dimensions",
                                used - std::min<std::size_t>(used, ndim), used))
        .Emit();
    return Place();
  }
  // An ellipsis stands for whole dimensions; they follow the last index where there is none.
  std::vector<IndexItem> items;
  const auto fill = [&] {
    IndexItem whole;
    whole.kind = IndexItem::Kind::Slice;
    whole.lower = whole.upper = whole.step = Value::Of(Object());
    items.insert(items.end(), ndim - used, whole);
  };
  for (const IndexItem& item : given) {
    if (item.kind == IndexItem::Kind::Ellipsis) {
      fill();
    } else {
      items.push_back(item);
    }
  }
  Place place;
  place.valid = true;
  place.readonly = fn.type_of(array).readonly;
  const bool is_element = used == ndim && std::ranges::all_of(items, [](const IndexItem& item) {
                            return item.kind == IndexItem::Kind::Integer;
                          });
  if (!is_element) {
    if (ellipses == 0) {
      fill();
    }
    place.view = EmitView(fn, array, items);
    return place;
  }
  std::vector<kir::InstId> indices;
  std::uint32_t wrap = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    indices.push_back(Materialize(fn, items[i].value));
    wrap |= items[i].value.nonnegative ? 0u : 1u << i;
  }
  place.pointer = fn.builder.ElementPtr(array.inst, indices, wrap);
  return place;
}

Value MakeView(FunctionContext& fn, kir::InstId pointer, const types::Type& array, Layout layout,
               const std::vector<ViewDimension>& dimensions) {
  std::vector<kir::InstId> operands{pointer};
  for (const ViewDimension& dimension : dimensions) {
    operands.push_back(ConvertTo(fn, dimension.extent, types::kInt64));
  }
  if (layout == Layout::A) {
    for (const ViewDimension& dimension : dimensions) {
      operands.push_back(ConvertTo(fn, dimension.stride, types::kInt64));
    }
  }
  const types::Type& source = fn.program.types().get(fn.builder.type_of(pointer));
  types::Type view;
  view.kind = types::TypeKind::Array;
  view.element = source.element;
  view.ndim = static_cast<std::uint8_t>(dimensions.size());
  view.layout = layout;
  view.space = array.space;
  view.readonly = array.readonly;
  view.unaligned = source.unaligned;
  const TypeId type = fn.program.types().Intern(view);
  return Value::Runtime(fn.builder.Append(kir::Op::ArrayMake, type, operands), type);
}

Value ElementAt(FunctionContext& fn, const Value& array, const Value& index) {
  IndexItem item;
  item.value = index;
  return LoadPlace(fn, EmitPlace(fn, array, {item}, fn.builder.range()));
}

Value LoadPlace(FunctionContext& fn, const Place& place) {
  if (!place.pointer.has_value()) {
    return place.view;
  }
  return LoadPointer(fn, place.pointer);
}

Value TupleItem(FunctionContext& fn, const Value& tuple, const Value& index,
                const ast::Expr* index_expr, SourceRange range) {
  const bool is_range = IsRange(fn, tuple);
  const TupleElements parts = is_range ? nullptr : AsTuple(fn, tuple);
  static const std::vector<Value> kNone;
  const std::vector<Value>& elements = parts == nullptr ? kNone : *parts;
  const auto size = static_cast<std::int64_t>(elements.size());
  if (IsSlice(fn, index) && !is_range) {
    return EmitTupleSlice(fn, elements, SliceItem(fn, index, index_expr->range));
  }
  if (!IsInteger(index)) {
    fn.Report(index_expr->range, diag::Kind::IndexType, Describe(fn, index)).Emit();
    return Value();
  }
  if (is_range) {
    const Sequence numbers = SequenceOfRange(fn, tuple);
    return numbers.get(index.nonnegative
                           ? index
                           : IntSelectNegative(fn, index, IntAdd(fn, index, numbers.count), index));
  }
  if (const std::optional<std::int64_t> known = ConstantInt(index)) {
    const std::int64_t position = *known < 0 ? *known + size : *known;
    if (position < 0 || position >= size) {
      fn.Report(range, diag::Kind::TupleRange, *known, size)
          .Help(HelpForExtents(SpellingAt(fn, range), size))
          .Emit();
      return Value();
    }
    return elements[static_cast<std::size_t>(position)];
  }
  if (size == 0) {
    fn.Report(range, diag::Kind::TupleRange, fmt::format("of type {}", Describe(fn, index)), size)
        .Emit();
    return Value();
  }
  if (const std::optional<Value> table = EmitTable(fn, elements)) {
    NameTable(fn.program.module(), fn.kir_function, *table, tuple);
    return ElementAt(fn, *table, index);
  }
  fn.learned.refused = 0;
  if (!CommonType(fn, elements) && RequestUnrollFor(fn, index_expr)) {
    return Value();
  }
  const std::optional<Sequence> sequence = SequenceOf(fn, tuple, range);
  if (!sequence) {
    return Value();
  }
  const Value wrapped =
      index.nonnegative ? index
                        : IntSelectNegative(fn, index, IntAdd(fn, index, IntConstant(size)), index);
  return sequence->get(wrapped);
}

}  // namespace kernelc::sema
