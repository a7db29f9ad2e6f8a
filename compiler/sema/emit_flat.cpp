// The orders in which loops and flat indices run over the elements of arrays.
#include <algorithm>

#include "compiler/sema/function_emitter.h"

namespace kernelc::sema {

using ast::As;
using types::Layout;

namespace {

// `a.flat` in a variable is a named tuple of the array, as a range is one of its bounds.
const std::shared_ptr<const NamedTupleInfo>& FlatInfo() {
  static const auto info = [] {
    auto made = std::make_shared<NamedTupleInfo>();
    made->name = "flat";
    made->names = {"flat of"};
    return std::shared_ptr<const NamedTupleInfo>(std::move(made));
  }();
  return info;
}

}  // namespace

bool FunctionEmitter::IsFlat(const Value& value) {
  if (value.kind == ValueKind::Runtime && type_of(value).kind == types::TypeKind::Tuple) {
    return type_of(value).field_names == FlatInfo()->names;
  }
  return value.kind == ValueKind::Tuple && value.fields && value.fields->names == FlatInfo()->names;
}

// The elements as an array where memory holds them one after the other.
Value FunctionEmitter::EmitFlat(const Value& array) {
  const Value view = RavelView(array);
  if (!view.is_poison()) {
    return view;
  }
  Value flat = Value::Tuple({array});
  flat.fields = FlatInfo();
  return flat;
}

// The elements of a contiguous array, or of one with one dimension, as an array with one dimension; poison where memory
// holds them in another order.
Value FunctionEmitter::RavelView(const Value& array) {
  const types::Type type = type_of(array);
  if (type.ndim == 1) {
    return array;
  }
  if (type.layout != Layout::C && type.ndim != 0) {
    return Value();
  }
  return MakeView(builder_.ArrayData(array.inst), type, Layout::C,
                  {{ArraySize(array), IntConstant(0)}});
}

// Element number `index` in C order as an index for each dimension.
std::vector<Value> FunctionEmitter::Unravel(const Value& index, const std::vector<Value>& extents) {
  std::vector<Value> indices(extents.size());
  kir::InstId rest = ConvertTo(index, types::kUInt64);
  for (std::size_t dim = extents.size(); dim-- > 0;) {
    kir::InstId own = rest;
    if (dim > 0) {
      const kir::InstId extent = ConvertTo(extents[dim], types::kUInt64);
      own = builder_.Binary(kir::Op::Mod, rest, extent);
      rest = builder_.Binary(kir::Op::FloorDiv, rest, extent);
    }
    indices[dim] = Value::Runtime(builder_.Convert(own, types::kInt64), types::kInt64);
    indices[dim].nonnegative = true;
  }
  return indices;
}

// The pointer to element number `index`, which is not negative, in C order.
Place FunctionEmitter::FlatPlace(const Value& array, const Value& index) {
  std::vector<IndexItem> items;
  const Value view = RavelView(array);
  if (!view.is_poison()) {
    IndexItem item;
    item.value = index;
    items.push_back(item);
    return EmitPlace(view, items, builder_.range());
  }
  std::vector<Value> extents;
  for (unsigned dim = 0; dim < type_of(array).ndim; ++dim) {
    extents.push_back(ArrayExtent(array, dim));
  }
  for (const Value& own : Unravel(index, extents)) {
    IndexItem item;
    item.value = own;
    items.push_back(item);
  }
  return EmitPlace(array, items, builder_.range());
}

// `a.flat[i]`; null where the subscript is something else.
std::optional<Place> FunctionEmitter::EmitFlatSubscript(
    const ast::Subscript& subscript) {
  const auto* attribute = As<ast::Attribute>(subscript.value);
  if (attribute == nullptr || attribute->attr != "flat" || EvalConstant(attribute)) {
    return std::nullopt;
  }
  const Value array = Emit(attribute->value);
  if (!array.is_poison() && !IsArray(array)) {
    Report(attribute->range, diag::Kind::UnknownAttribute, Describe(array), attribute->attr).Emit();
    return Place();
  }
  return array.is_poison() ? Place() : FlatElement(array, subscript);
}

// The element that a subscript of `a.flat` names.
Place FunctionEmitter::FlatElement(const Value& array, const ast::Subscript& subscript) {
  const Value index = Emit(subscript.slice);
  if (index.is_poison()) {
    return Place();
  }
  if (!IsInteger(index)) {
    Report(subscript.slice->range, diag::Kind::IndexType, Describe(index)).Emit();
    return Place();
  }
  const Value wrapped =
      index.nonnegative
          ? index
          : IntSelectNegative(index, IntAdd(index, ArraySize(array)), index);
  Value nonnegative = AsRuntime(wrapped);
  nonnegative.nonnegative = true;
  return FlatPlace(array, nonnegative);
}

Sequence FunctionEmitter::FlatSequence(const Value& array) {
  const Value view = RavelView(array);
  const Value elements = view.is_poison() ? array : view;
  return Sequence{ArraySize(array), [this, elements](const Value& index) {
                    return LoadPlace(FlatPlace(elements, index));
                  }};
}

// np.nditer runs through memory in its own order.
std::optional<Sequence> FunctionEmitter::IterSequence(const Value& value,
                                                                       SourceRange range) {
  if (IsArray(value)) {
    return FlatSequence(type_of(value).layout == Layout::F ? Transpose(value) : value);
  }
  const std::optional<std::vector<Value>> elements = AsTuple(value);
  const bool all_arrays = elements && !elements->empty() &&
                          std::ranges::all_of(*elements, [this](const Value& element) {
                            return IsArray(element);
                          });
  if (!all_arrays) {
    return SequenceOf(value, range);
  }
  std::vector<Sequence> parts;
  for (const Value& element : *elements) {
    parts.push_back(FlatSequence(element));
  }
  const Value count = parts.front().count;
  return Sequence{count, [parts](const Value& index) {
                    std::vector<Value> values;
                    for (const Sequence& part : parts) {
                      values.push_back(part.get(index));
                    }
                    return Value::Tuple(std::move(values));
                  }};
}

// The extents that np.ndindex(...) is given, as numbers or as tuples of them.
std::optional<std::vector<Value>> FunctionEmitter::NdExtents(const Arguments& arguments) {
  std::vector<Value> extents;
  for (const Argument& argument : arguments) {
    const std::optional<std::vector<Value>> elements = AsTuple(argument.value);
    for (const Value& extent : elements ? *elements : std::vector<Value>{argument.value}) {
      if (!IsInteger(extent)) {
        Report(argument.range, diag::Kind::ArgumentType, "np.ndindex", "integers",
               Describe(extent))
            .Emit();
        return std::nullopt;
      }
      extents.push_back(extent.is_number() ? extent : AsRuntime(extent));
    }
  }
  return extents;
}

Sequence FunctionEmitter::NdIndexSequence(const std::vector<Value>& extents) {
  Value count = IntConstant(1);
  for (const Value& extent : extents) {
    count = IntMul(count, Value::Runtime(ConvertTo(extent, types::kInt64), types::kInt64));
  }
  return Sequence{count, [this, extents](const Value& index) {
                    return Value::Tuple(Unravel(index, extents));
                  }};
}

Sequence FunctionEmitter::NdEnumerateSequence(const Value& array) {
  std::vector<Value> extents;
  for (unsigned dim = 0; dim < type_of(array).ndim; ++dim) {
    extents.push_back(ArrayExtent(array, dim));
  }
  const Sequence flat = FlatSequence(array);
  return Sequence{flat.count, [this, flat, extents](const Value& index) {
                    return Value::Tuple({Value::Tuple(Unravel(index, extents)), flat.get(index)});
                  }};
}

// Loops over a.flat, np.nditer(a), np.ndenumerate(a) and np.ndindex(shape). `*handled` becomes false for others.
std::optional<Sequence> FunctionEmitter::MakeArraySequence(const ast::Expr* iter,
                                                                            bool* handled) {
  *handled = true;
  if (const auto* attribute = As<ast::Attribute>(iter);
      attribute != nullptr && attribute->attr == "flat" && !EvalConstant(attribute)) {
    const Value array = Emit(attribute->value);
    if (IsArray(array)) {
      return FlatSequence(array);
    }
    if (!array.is_poison()) {
      Report(iter->range, diag::Kind::UnknownAttribute, Describe(array), attribute->attr).Emit();
    }
    return std::nullopt;
  }
  const auto* call = As<ast::Call>(iter);
  const std::optional<Object> callee = call == nullptr ? std::nullopt : EvalConstant(call->func);
  const std::string path =
      callee && callee->kind == ObjectKind::External ? callee->text : std::string();
  if (path == "np.ndindex") {
    Arguments arguments;
    const std::optional<std::vector<Value>> extents =
        CollectArguments(*call, path, &arguments) ? NdExtents(arguments) : std::nullopt;
    return extents ? std::optional(NdIndexSequence(*extents)) : std::nullopt;
  }
  if ((path == "np.nditer" || path == "np.ndenumerate") && call->args.size() == 1) {
    const Value value = Emit(call->args[0]);
    if (value.is_poison()) {
      return std::nullopt;
    }
    if (path == "np.nditer") {
      return IterSequence(value, call->args[0]->range);
    }
    if (IsArray(value)) {
      return NdEnumerateSequence(value);
    }
    Report(call->args[0]->range, diag::Kind::ArgumentType, path, "an array", Describe(value))
        .Emit();
    return std::nullopt;
  }
  *handled = false;
  return std::nullopt;
}

}  // namespace kernelc::sema
