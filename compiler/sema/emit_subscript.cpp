// Subscripts: elements, views, stores of elements.
#include <algorithm>

#include "compiler/sema/advice.h"
#include "compiler/sema/constant_texts.h"
#include "compiler/sema/fold.h"
#include "compiler/sema/function_emitter.h"
#include "compiler/sema/report.h"

namespace kernelc::sema {

using ast::As;

namespace {

using types::Layout;

// What is stored of an integer constant that `element` does not hold; none where it does, and where the
// program speaks of bits: typed numbers, hexadecimal ones, small negative ones as unsigned.
std::optional<Number> LostBits(const Value& value, TypeId element, std::string_view text) {
  if (!value.is_number() || value.typed || !value.number.is_integral() ||
      !types::IsInteger(element) || text.starts_with("0x") || text.starts_with("0b")) {
    return std::nullopt;
  }
  const std::optional<Number> stored = CastNumber(value.number, types::scalar_kind(element));
  const Int128 sign = Int128(1) << (types::scalar_bits(element) - 1);
  const bool is_bits = types::IsUnsigned(element) && value.number.integer < 0 &&
                       value.number.integer >= -sign;
  return stored && stored->integer != value.number.integer && !is_bits ? stored : std::nullopt;
}

}  // namespace

// a.shape[1] asks for one extent, not for all of them; null where the expression is something else.
std::optional<Value> FunctionEmitter::EmitShapeElement(const ast::Subscript& node) {
  const auto* attribute = As<ast::Attribute>(node.value);
  const auto* constant = As<ast::Constant>(node.slice);
  if (attribute == nullptr || constant == nullptr ||
      constant->value.kind != ast::ConstantKind::Int ||
      (attribute->attr != "shape" && attribute->attr != "strides") ||
      As<ast::Name>(attribute->value) == nullptr) {
    return std::nullopt;
  }
  const auto use = renaming_.uses.find(attribute->value->id);
  if (use == renaming_.uses.end()) {
    return std::nullopt;
  }
  const Value array = Emit(attribute->value);
  if (!IsArray(array) || constant->value.int_value >= type_of(array).ndim) {
    return std::nullopt;
  }
  const auto dim = static_cast<unsigned>(constant->value.int_value);
  return attribute->attr == "shape" ? ArrayExtent(array, dim) : ArrayStride(array, dim);
}

Value FunctionEmitter::EmitNode(const ast::Subscript& node) {
  if (const std::optional<Value> extent = EmitShapeElement(node)) {
    return *extent;
  }
  if (const std::optional<Place> flat = EmitFlatSubscript(node)) {
    return flat->valid ? LoadPlace(*flat) : Value();
  }
  // A list that is written out is asked for an element, and nobody else sees it: `[5, 7, 4, 6][i % 4]`.
  const auto* list = As<ast::List>(node.value);
  const Value base = list != nullptr ? EmitElements(list->elts, list->range) : Emit(node.value);
  if (base.is_poison()) {
    // Of what would have had keys, a key is no second mistake.
    if (!FieldKey(node.slice)) {
      EmitIndex(node.slice);
    }
    return base;
  }
  if (IsRecord(base) || IsPointer(base)) {
    const Place place = IsPointer(base) ? PointerPlace(base, node) : RecordSubscript(base, node);
    return place.valid ? LoadPlace(place) : Value();
  }
  if (IsString(base)) {
    return EmitStringSubscript(base, node);
  }
  if (IsRecordArray(base)) {
    if (const std::optional<std::string> key = FieldKey(node.slice)) {
      return FieldView(base, *key, node.range);
    }
  }
  if (IsArray(base)) {
    const std::optional<std::vector<IndexItem>> items = EmitIndex(node.slice);
    const Place place = items ? EmitPlace(base, *items, node.range) : Place();
    return place.valid ? LoadPlace(place) : Value();
  }
  if (IsFlat(base)) {
    const Place place = FlatElement(TupleParts(base)[0], node);
    return place.valid ? LoadPlace(place) : Value();
  }
  if (AsTuple(base) || IsRange(base)) {
    return EmitTupleSubscript(base, node);
  }
  // Types in expressions: float32[:].
  if (base.is_object(ObjectKind::Type) || base.is_object(ObjectKind::Dict) ||
      base.is_object(ObjectKind::Class) || base.is_object(ObjectKind::Str)) {
    if (const std::optional<Object> object = EvalConstant(&node)) {
      return FromObject(*object);
    }
  }
  Report(node.range, diag::Kind::NotSubscriptable, Describe(base))
      .Label(node.value->range, Describe(base))
      .Help(HelpForSubscript(base, node, function_->file->sources()))
      .Emit();
  return Value();
}

Place FunctionEmitter::EmitSubscriptPlace(const ast::Subscript& subscript) {
  const RangeScope scope(builder_, subscript.range);
  if (const std::optional<Place> flat = EmitFlatSubscript(subscript)) {
    return *flat;
  }
  const Value base = Emit(subscript.value);
  if (base.is_poison()) {
    return Place();
  }
  if (IsRecord(base)) {
    return RecordSubscript(base, subscript);
  }
  if (IsPointer(base)) {
    return PointerPlace(base, subscript);
  }
  if (IsFlat(base)) {
    return FlatElement(TupleParts(base)[0], subscript);
  }
  if (IsRecordArray(base)) {
    if (const std::optional<std::string> key = FieldKey(subscript.slice)) {
      Place place;
      place.view = FieldView(base, *key, subscript.range);
      place.valid = !place.view.is_poison();
      place.readonly = type_of(base).readonly;
      return place;
    }
  }
  if (!IsArray(base)) {
    const bool is_tuple = AsTuple(base).has_value();
    const bool is_constant =
        As<ast::Name>(subscript.value) != nullptr && EvalConstant(subscript.value).has_value();
    Report(subscript.range, is_tuple ? diag::Kind::TupleWrite : diag::Kind::NotSubscriptable,
           Describe(base))
        .Label(subscript.value->range, Describe(base))
        .Help(HelpForElementWrite(base, is_tuple, is_constant, SpellingAt(subscript.value->range)))
        .Emit();
    return Place();
  }
  const std::optional<std::vector<IndexItem>> items = EmitIndex(subscript.slice);
  return items ? EmitPlace(base, *items, subscript.range) : Place();
}

// lower:upper:step; null after an error.
std::optional<IndexItem> FunctionEmitter::EmitSliceItem(const ast::Slice& slice) {
  IndexItem item;
  item.kind = IndexItem::Kind::Slice;
  item.range = slice.range;
  const auto emit = [&](const ast::Expr* bound) {
    const Value value = bound == nullptr ? Value::Of(Object()) : Emit(bound);
    if (!value.is_poison() && !value.is_none() && !IsInteger(value)) {
      Report(bound->range, diag::Kind::IndexType, Describe(value)).Help(HelpForIndex(value, SpellingAt(bound->range))).Emit();
      return Value();
    }
    return value;
  };
  item.lower = emit(slice.lower);
  item.upper = emit(slice.upper);
  item.step = emit(slice.step);
  const bool valid =
      !item.lower.is_poison() && !item.upper.is_poison() && !item.step.is_poison();
  return valid ? std::optional(std::move(item)) : std::nullopt;
}

// What slice(...) gave, as an index.
IndexItem FunctionEmitter::SliceItem(const Value& slice, SourceRange range) {
  const std::vector<Value> bounds = TupleParts(slice);
  IndexItem item;
  item.kind = IndexItem::Kind::Slice;
  item.lower = bounds[0];
  item.upper = bounds[1];
  item.step = bounds[2];
  item.range = range;
  return item;
}

std::optional<std::vector<IndexItem>> FunctionEmitter::EmitIndex(
    const ast::Expr* slice) {
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
      const std::optional<IndexItem> item = EmitSliceItem(*range);
      valid = valid && item.has_value();
      items.push_back(item.value_or(IndexItem()));
      continue;
    }
    const Value value = Emit(part);
    const bool spreads = parts.size() == 1;
    if (value.is_poison()) {
      valid = false;
    } else if (const auto elements = spreads ? AsTuple(value) : std::nullopt) {
      // What `for i in enumerate(a)` gives is a pair, and no place.
      const bool is_pair = elements->size() == 2 && IsInteger((*elements)[0]) &&
                           (*elements)[1].is_scalar() && !IsInteger((*elements)[1]);
      if (is_pair && As<ast::Name>(part) != nullptr) {
        Report(part->range, diag::Kind::IndexType, Describe(value)).Help(HelpForIndex(value, SpellingAt(part->range))).Emit();
        return std::nullopt;
      }
      for (const Value& element : *elements) {
        valid = AddIndexValue(element, part->range, &items) && valid;
      }
    } else {
      valid = AddIndexValue(value, part->range, &items) && valid;
    }
  }
  return valid ? std::optional(std::move(items)) : std::nullopt;
}

bool FunctionEmitter::AddIndexValue(const Value& value, SourceRange range,
                                    std::vector<IndexItem>* items) {
  IndexItem item;
  item.range = range;
  if (value.is_none()) {
    item.kind = IndexItem::Kind::NewAxis;
  } else if (value.is_object(ObjectKind::Ellipsis)) {
    item.kind = IndexItem::Kind::Ellipsis;
  } else if (IsInteger(value)) {
    item.value = value;
  } else if (IsSlice(value)) {
    item = SliceItem(value, range);
  } else if (IsArray(value) && type_of(value).ndim == 0) {
    // An array without dimensions is its one element.
    return AddIndexValue(LoadPlace(EmitPlace(value, {}, range)), range, items);
  } else if (IsArray(value)) {
    Report(range, diag::Kind::FancyIndex, Describe(value))
        .Help("index with integers and slices; write a loop over the index array")
        .Emit();
    return false;
  } else {
    Report(range, diag::Kind::IndexType, Describe(value)).Help(HelpForIndex(value, SpellingAt(range))).Emit();
    return false;
  }
  items->push_back(std::move(item));
  return true;
}

Place FunctionEmitter::EmitPlace(const Value& array,
                                                  const std::vector<IndexItem>& given,
                                                  SourceRange range) {
  const unsigned ndim = type_of(array).ndim;
  std::size_t used = 0;
  std::size_t ellipses = 0;
  for (const IndexItem& item : given) {
    used += item.kind == IndexItem::Kind::Integer || item.kind == IndexItem::Kind::Slice ? 1 : 0;
    ellipses += item.kind == IndexItem::Kind::Ellipsis ? 1 : 0;
  }
  if (used > ndim || ellipses > 1) {
    // `a[i]`, where `i` is a tuple.
    const std::string_view text = SpellingAt(range);
    const bool is_one = text.substr(std::min(text.rfind('['), text.size())).find(',') == std::string_view::npos;
    Report(range, diag::Kind::TooManyIndices, used, ndim)
        .Label(range, Describe(array))
        .Help(ndim == 0 ? ""
              : given.size() > 1 && is_one
                  ? fmt::format("the index is a tuple of {}: give its parts names, as in `i, j = cuda.grid(2)`", used)
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
  place.readonly = type_of(array).readonly;
  const bool is_element =
      used == ndim && std::ranges::all_of(items, [](const IndexItem& item) {
        return item.kind == IndexItem::Kind::Integer;
      });
  if (!is_element) {
    if (ellipses == 0) {
      fill();
    }
    place.view = EmitView(array, items);
    return place;
  }
  std::vector<kir::InstId> indices;
  std::uint32_t wrap = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    indices.push_back(Materialize(items[i].value));
    wrap |= items[i].value.nonnegative ? 0u : 1u << i;
  }
  place.pointer = builder_.ElementPtr(array.inst, indices, wrap);
  return place;
}

// The extent and stride of a sliced dimension; `*start` becomes the index of its first element.
ViewDimension FunctionEmitter::EmitSlice(const Value& array, unsigned dim,
                                                          const IndexItem& item, Value* start) {
  const Value zero = IntConstant(0);
  const Value one = IntConstant(1);
  const bool whole = item.lower.is_none() && item.upper.is_none() && item.step.is_none();
  const Value extent = ArrayExtent(array, dim);
  const Value stride = ArrayStride(array, dim);
  if (whole) {
    *start = zero;
    return {extent, stride};
  }
  const std::optional<std::int64_t> constant_step =
      item.step.is_none() ? std::optional<std::int64_t>(1) : ConstantInt(item.step);
  if (!constant_step) {
    return EmitSteppedSlice(extent, stride, item, start);
  }
  if (*constant_step == 0) {
    Report(item.range, diag::Kind::ZeroStep, "a slice").Emit();
    *start = zero;
    return {extent, stride};
  }
  const std::int64_t step = *constant_step;
  // Bounds are clipped as in Python: to 0 and n, and to -1 and n - 1 when stepping down.
  const Value lowest = step > 0 ? zero : IntConstant(-1);
  const Value highest = step > 0 ? extent : IntSub(extent, one);
  const auto clip = [&](const Value& bound, const Value& absent) {
    if (bound.is_none()) {
      return absent;
    }
    Value position = bound;
    if (!bound.is_number() && bound.type != types::kInt64) {
      const bool nonnegative = bound.nonnegative;
      position = Value::Runtime(ConvertTo(bound, types::kInt64), types::kInt64);
      position.nonnegative = nonnegative;
    }
    if (position.nonnegative) {
      return IntMin(position, highest);
    }
    const Value wrapped = IntMax(IntAdd(position, extent), lowest);
    return position.is_number() ? wrapped
                                : IntSelectNegative(position, wrapped, IntMin(position, highest));
  };
  const Value lower = clip(item.lower, step > 0 ? zero : highest);
  const Value upper = clip(item.upper, step > 0 ? extent : lowest);
  const std::int64_t size = step > 0 ? step : -step;
  Value length = step > 0 ? IntSub(upper, lower) : IntSub(lower, upper);
  length = IntMax(length, zero);
  if (size != 1) {
    length = IntAdd(length, IntConstant(size - 1));
    Value quotient = Value::Runtime(builder_.Binary(kir::Op::FloorDiv, Materialize(length),
                                                    builder_.ConstInt(types::kInt64, size)),
                                    types::kInt64);
    quotient.nonnegative = true;
    length = quotient;
  }
  *start = lower;
  return {length, IntMul(stride, IntConstant(step))};
}

Value FunctionEmitter::EmitView(const Value& array, const std::vector<IndexItem>& items) {
  const types::Type type = type_of(array);
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
      starts.push_back(Materialize(item.value));
      origin.parts.emplace_back();
      wrap |= item.value.nonnegative ? 0u : 1u << dim;
      keeps_c = keeps_c && only_integers_so_far;
      ++dim;
      continue;
    }
    Value start;
    dimensions.push_back(EmitSlice(array, dim, item, &start));
    starts.push_back(Materialize(start));
    const std::int64_t step = item.step.is_none() ? 1 : ConstantInt(item.step).value_or(0);
    origin.parts.push_back({true, step, item.lower, item.upper,
                            Value::Runtime(starts.back(), types::kInt64)});
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
  const kir::InstId pointer = builder_.ElementPtr(array.inst, starts, wrap);
  if (reports_errors()) {
    kir_.inst(pointer).imm |= static_cast<std::int64_t>(sliced) << kir::kSliceStartShift;
  }
  const Value view = MakeView(pointer, type, layout, dimensions);
  if (origin.parts.size() == items.size()) {
    view_origins_.emplace(view.inst, std::move(origin));
  }
  return view;
}

Value FunctionEmitter::MakeView(kir::InstId pointer, const types::Type& array, Layout layout,
                                const std::vector<ViewDimension>& dimensions) {
  std::vector<kir::InstId> operands{pointer};
  for (const ViewDimension& dimension : dimensions) {
    operands.push_back(ConvertTo(dimension.extent, types::kInt64));
  }
  if (layout == Layout::A) {
    for (const ViewDimension& dimension : dimensions) {
      operands.push_back(ConvertTo(dimension.stride, types::kInt64));
    }
  }
  const types::Type& source = program_->types().get(builder_.type_of(pointer));
  types::Type view;
  view.kind = types::TypeKind::Array;
  view.element = source.element;
  view.ndim = static_cast<std::uint8_t>(dimensions.size());
  view.layout = layout;
  view.space = array.space;
  view.readonly = array.readonly;
  view.unaligned = source.unaligned;
  const TypeId type = program_->types().Intern(view);
  return Value::Runtime(builder_.Append(kir::Op::ArrayMake, type, operands), type);
}

Value FunctionEmitter::ElementAt(const Value& array, const Value& index) {
  IndexItem item;
  item.value = index;
  return LoadPlace(EmitPlace(array, {item}, builder_.range()));
}

Value FunctionEmitter::LoadPlace(const Place& place) {
  if (!place.pointer.has_value()) {
    return place.view;
  }
  return LoadPointer(place.pointer);
}

bool FunctionEmitter::StoreElement(kir::InstId pointer, const Value& value,
                                   SourceRange value_range) {
  const TypeId element = program_->types().get(builder_.type_of(pointer)).element;
  if (program_->types().get(element).kind == types::TypeKind::Record) {
    return StoreRecord(pointer, value, value_range);
  }
  if (program_->types().get(element).kind == types::TypeKind::Datetime) {
    return StoreTime(pointer, value, value_range);
  }
  if (!types::IsScalar(element) && value.kind == ValueKind::Runtime && value.type == element) {
    builder_.Store(pointer, value.inst);
    return true;
  }
  if (!value.is_convertible_number() || !types::CanConvert(value.type, element)) {
    Report(value_range, diag::Kind::StoreType, Describe(value), Spell(element))
        .Help(HelpForStore(value, IsArray(value) ? type_of(value).ndim : 0, SpellingAt(value_range)))
        .Emit();
    return false;
  }
  if (const std::optional<Number> stored = LostBits(value, element, SpellingAt(value_range))) {
    Report(value_range, diag::Kind::ConstantOverflow, SpellingAt(value_range), Spell(element),
           static_cast<std::int64_t>(stored->integer))
        .Help("use a wider array, or a number that it holds")
        .Emit();
  }
  builder_.Store(pointer, ConvertTo(value, element));
  return true;
}

void FunctionEmitter::StorePlace(const Place& place, const Value& value, SourceRange range,
                                 SourceRange value_range) {
  if (value.is_poison()) {
    return;
  }
  if (place.readonly) {
    Report(range, diag::Kind::ReadonlyStore).Help(std::string(kReadonlyHelp)).Emit();
    return;
  }
  if (place.pointer.has_value()) {
    StoreElement(place.pointer, value, value_range);
  } else {
    StoreToView(place.view, value, range, value_range);
  }
}

Value FunctionEmitter::EmitTupleSubscript(const Value& tuple, const ast::Subscript& subscript) {
  const auto* slice = As<ast::Slice>(subscript.slice);
  if (slice != nullptr && IsRange(tuple)) {
    const bool reverses = SpellingAt(slice->range) == "::-1";
    Report(slice->range, diag::Kind::UnsupportedSlice)
        .Help(reverses ? fmt::format("ranges have no slices: write `reversed({})`",
                                     SpellingAt(subscript.value->range))
                       : "ranges have no slices: write the bounds as `range(start, stop, step)`")
        .Emit();
    return Value();
  }
  if (slice != nullptr) {
    const std::optional<IndexItem> item = EmitSliceItem(*slice);
    return item ? EmitTupleSlice(*AsTuple(tuple), *item) : Value();
  }
  const Value index = Emit(subscript.slice);
  return index.is_poison() ? index : TupleItem(tuple, index, subscript.slice, subscript.range);
}

Value FunctionEmitter::TupleItem(const Value& tuple, const Value& index,
                                 const ast::Expr* index_expr, SourceRange range) {
  const bool is_range = IsRange(tuple);
  const std::vector<Value> elements = is_range ? std::vector<Value>() : *AsTuple(tuple);
  const auto size = static_cast<std::int64_t>(elements.size());
  if (IsSlice(index) && !is_range) {
    return EmitTupleSlice(elements, SliceItem(index, index_expr->range));
  }
  if (!IsInteger(index)) {
    Report(index_expr->range, diag::Kind::IndexType, Describe(index)).Emit();
    return Value();
  }
  if (is_range) {
    const Sequence numbers = SequenceOfRange(tuple);
    return numbers.get(index.nonnegative
                           ? index
                           : IntSelectNegative(index, IntAdd(index, numbers.count), index));
  }
  if (const std::optional<std::int64_t> known = ConstantInt(index)) {
    const std::int64_t position = *known < 0 ? *known + size : *known;
    if (position < 0 || position >= size) {
      Report(range, diag::Kind::TupleRange, *known, size).Help(HelpForExtents(SpellingAt(range), size)).Emit();
      return Value();
    }
    return elements[static_cast<std::size_t>(position)];
  }
  if (size == 0) {
    Report(range, diag::Kind::TupleRange,
           fmt::format("of type {}", Describe(index)), size).Emit();
    return Value();
  }
  if (const std::optional<Value> table = EmitTable(elements)) {
    NameTable(program_->module(), kir_, *table, tuple);
    return ElementAt(*table, index);
  }
  learned_.refused = 0;
  if (!CommonType(elements) && RequestUnrollFor(index_expr)) {
    return Value();
  }
  const std::optional<Sequence> sequence = SequenceOf(tuple, range);
  if (!sequence) {
    return Value();
  }
  const Value wrapped =
      index.nonnegative ? index : IntSelectNegative(index, IntAdd(index, IntConstant(size)), index);
  return sequence->get(wrapped);
}

}  // namespace kernelc::sema
