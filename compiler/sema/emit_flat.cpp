#include "compiler/sema/emit_flat.h"

#include <algorithm>

#include "compiler/sema/emit_attribute.h"
#include "compiler/sema/emit_call.h"
#include "compiler/sema/emit_int.h"
#include "compiler/sema/emit_loop.h"
#include "compiler/sema/emit_optional.h"
#include "compiler/sema/emit_report.h"
#include "compiler/sema/emit_subscript.h"
#include "compiler/sema/emit_value.h"

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

// Element number `index` in C order as an index for each dimension.
std::vector<Value> Unravel(FunctionContext& fn, const Value& index,
                           const std::vector<Value>& extents) {
  std::vector<Value> indices(extents.size());
  kir::InstId rest = ConvertTo(fn, index, types::kUInt64);
  for (std::size_t dim = extents.size(); dim-- > 0;) {
    kir::InstId own = rest;
    if (dim > 0) {
      const kir::InstId extent = ConvertTo(fn, extents[dim], types::kUInt64);
      own = fn.builder.Binary(kir::Op::Mod, rest, extent);
      rest = fn.builder.Binary(kir::Op::FloorDiv, rest, extent);
    }
    indices[dim] = Value::Runtime(fn.builder.Convert(own, types::kInt64), types::kInt64);
    indices[dim].nonnegative = true;
  }
  return indices;
}

}  // namespace

bool IsFlat(FunctionContext& fn, const Value& value) {
  if (value.kind == ValueKind::Runtime && fn.type_of(value).kind == types::TypeKind::Tuple) {
    return fn.type_of(value).field_names == FlatInfo()->names;
  }
  return value.kind == ValueKind::Tuple && value.fields && value.fields->names == FlatInfo()->names;
}

Value EmitFlat(FunctionContext& fn, const Value& array) {
  const Value view = RavelView(fn, array);
  if (!view.is_poison()) {
    return view;
  }
  Value flat = Value::Tuple({array});
  flat.fields = FlatInfo();
  return flat;
}

Value RavelView(FunctionContext& fn, const Value& array) {
  const types::Type type = fn.type_of(array);
  if (type.ndim == 1) {
    return array;
  }
  if (type.layout != Layout::C && type.ndim != 0) {
    return Value();
  }
  return MakeView(fn, fn.builder.ArrayData(array.inst), type, Layout::C,
                  {{ArraySize(fn, array), IntConstant(0)}});
}

Place FlatPlace(FunctionContext& fn, const Value& array, const Value& index) {
  std::vector<IndexItem> items;
  const Value view = RavelView(fn, array);
  if (!view.is_poison()) {
    IndexItem item;
    item.value = index;
    items.push_back(item);
    return EmitPlace(fn, view, items, fn.builder.range());
  }
  std::vector<Value> extents;
  for (unsigned dim = 0; dim < fn.type_of(array).ndim; ++dim) {
    extents.push_back(ArrayExtent(fn, array, dim));
  }
  for (const Value& own : Unravel(fn, index, extents)) {
    IndexItem item;
    item.value = own;
    items.push_back(item);
  }
  return EmitPlace(fn, array, items, fn.builder.range());
}

std::optional<Place> EmitFlatSubscript(FunctionContext& fn, const ast::Subscript& subscript) {
  const auto* attribute = As<ast::Attribute>(subscript.value);
  if (attribute == nullptr || attribute->attr != "flat" || EvalConstant(fn, attribute)) {
    return std::nullopt;
  }
  const Value array = Emit(fn, attribute->value);
  if (!array.is_poison() && !IsArray(fn, array)) {
    fn.Report(attribute->range, diag::Kind::UnknownAttribute, Describe(fn, array), attribute->attr)
        .Emit();
    return Place();
  }
  return array.is_poison() ? Place() : FlatElement(fn, array, subscript);
}

Place FlatElement(FunctionContext& fn, const Value& array, const ast::Subscript& subscript) {
  const Value index = Emit(fn, subscript.slice);
  if (index.is_poison()) {
    return Place();
  }
  if (!IsInteger(index)) {
    fn.Report(subscript.slice->range, diag::Kind::IndexType, Describe(fn, index)).Emit();
    return Place();
  }
  const Value wrapped =
      index.nonnegative
          ? index
          : IntSelectNegative(fn, index, IntAdd(fn, index, ArraySize(fn, array)), index);
  Value nonnegative = AsRuntime(fn, wrapped);
  nonnegative.nonnegative = true;
  return FlatPlace(fn, array, nonnegative);
}

Sequence FlatSequence(FunctionContext& fn, const Value& array) {
  const Value view = RavelView(fn, array);
  const Value elements = view.is_poison() ? array : view;
  return Sequence{ArraySize(fn, array), [&fn, elements](const Value& index) {
                    return LoadPlace(fn, FlatPlace(fn, elements, index));
                  }};
}

std::optional<Sequence> IterSequence(FunctionContext& fn, const Value& value, SourceRange range) {
  if (IsArray(fn, value)) {
    return FlatSequence(fn, fn.type_of(value).layout == Layout::F ? Transpose(fn, value) : value);
  }
  const TupleElements elements = AsTuple(fn, value);
  const bool all_arrays =
      elements && !elements->empty() &&
      std::ranges::all_of(*elements, [&fn](const Value& element) { return IsArray(fn, element); });
  if (!all_arrays) {
    return SequenceOf(fn, value, range);
  }
  std::vector<Sequence> parts;
  for (const Value& element : *elements) {
    parts.push_back(FlatSequence(fn, element));
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

std::optional<std::vector<Value>> NdExtents(FunctionContext& fn, const Arguments& arguments) {
  std::vector<Value> extents;
  for (const Argument& argument : arguments) {
    const TupleElements elements = AsTuple(fn, argument.value);
    for (const Value& extent : elements ? *elements : std::vector<Value>{argument.value}) {
      if (!IsInteger(extent)) {
        fn.Report(argument.range, diag::Kind::ArgumentType, "np.ndindex", "integers",
                  Describe(fn, extent))
            .Emit();
        return std::nullopt;
      }
      extents.push_back(extent.is_number() ? extent : AsRuntime(fn, extent));
    }
  }
  return extents;
}

Sequence NdIndexSequence(FunctionContext& fn, const std::vector<Value>& extents) {
  Value count = IntConstant(1);
  for (const Value& extent : extents) {
    count = IntMul(fn, count, Value::Runtime(ConvertTo(fn, extent, types::kInt64), types::kInt64));
  }
  return Sequence{count, [&fn, extents](const Value& index) {
                    return Value::Tuple(Unravel(fn, index, extents));
                  }};
}

Sequence NdEnumerateSequence(FunctionContext& fn, const Value& array) {
  std::vector<Value> extents;
  for (unsigned dim = 0; dim < fn.type_of(array).ndim; ++dim) {
    extents.push_back(ArrayExtent(fn, array, dim));
  }
  const Sequence flat = FlatSequence(fn, array);
  return Sequence{
      flat.count, [&fn, flat, extents](const Value& index) {
        return Value::Tuple({Value::Tuple(Unravel(fn, index, extents)), flat.get(index)});
      }};
}

std::optional<Sequence> MakeArraySequence(FunctionContext& fn, const ast::Expr* iter,
                                          bool* handled) {
  *handled = true;
  if (const auto* attribute = As<ast::Attribute>(iter);
      attribute != nullptr && attribute->attr == "flat" && !EvalConstant(fn, attribute)) {
    const Value array = Emit(fn, attribute->value);
    if (IsArray(fn, array)) {
      return FlatSequence(fn, array);
    }
    if (!array.is_poison()) {
      fn.Report(iter->range, diag::Kind::UnknownAttribute, Describe(fn, array), attribute->attr)
          .Emit();
    }
    return std::nullopt;
  }
  const auto* call = As<ast::Call>(iter);
  const std::optional<Object> callee =
      call == nullptr ? std::nullopt : EvalConstant(fn, call->func);
  const std::string path =
      callee && callee->kind == ObjectKind::External ? callee->text : std::string();
  if (path == "np.ndindex") {
    Arguments arguments;
    const std::optional<std::vector<Value>> extents =
        CollectArguments(fn, *call, path, &arguments) ? NdExtents(fn, arguments) : std::nullopt;
    return extents ? std::optional(NdIndexSequence(fn, *extents)) : std::nullopt;
  }
  if ((path == "np.nditer" || path == "np.ndenumerate") && call->args.size() == 1) {
    const Value value = Emit(fn, call->args[0]);
    if (value.is_poison()) {
      return std::nullopt;
    }
    if (path == "np.nditer") {
      return IterSequence(fn, value, call->args[0]->range);
    }
    if (IsArray(fn, value)) {
      return NdEnumerateSequence(fn, value);
    }
    fn.Report(call->args[0]->range, diag::Kind::ArgumentType, path, "an array", Describe(fn, value))
        .Emit();
    return std::nullopt;
  }
  *handled = false;
  return std::nullopt;
}

}  // namespace kernelc::sema
