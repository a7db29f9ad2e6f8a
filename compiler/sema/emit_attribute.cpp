#include "compiler/sema/emit_attribute.h"

#include "compiler/sema/emit_flat.h"
#include "compiler/sema/emit_int.h"
#include "compiler/sema/emit_record.h"
#include "compiler/sema/emit_subscript.h"
#include "compiler/sema/emit_value.h"
#include "compiler/sema/help_texts.h"

namespace kernelc::sema {

using types::Layout;

namespace {

// Whether the elements lie one after the other, the last index (or the first one) running fastest:
// known from the type, else from extents and strides. What has one element in a dimension, or none,
// does not count.
Value IsContiguous(FunctionContext& fn, const Value& array, Layout order) {
  const types::Type type = fn.type_of(array);
  if (type.layout == order || (type.ndim == 1 && type.layout != Layout::A)) {
    return MakeNumber(fn, Number::Bool(true));
  }
  Value expected = IntConstant(types::MemorySize(fn.program.types(), type.element));
  kir::InstId result = fn.builder.ConstBool(true);
  for (unsigned i = 0; i < type.ndim; ++i) {
    const unsigned dim = order == Layout::C ? type.ndim - 1 - i : i;
    const Value extent = ArrayExtent(fn, array, dim);
    const kir::InstId one = fn.builder.ConstInt(types::kInt64, 1);
    const kir::InstId counts =
        fn.builder.Compare(kir::ComparePredicate::Gt, Materialize(fn, extent), one);
    const kir::InstId fits =
        fn.builder.Compare(kir::ComparePredicate::Eq, Materialize(fn, ArrayStride(fn, array, dim)),
                           Materialize(fn, expected));
    result = fn.builder.Select(counts, fn.builder.Binary(kir::Op::And, result, fits), result);
    expected =
        Value::Runtime(fn.builder.Select(counts, Materialize(fn, IntMul(fn, expected, extent)),
                                         Materialize(fn, expected)),
                       types::kInt64);
  }
  return Value::Runtime(result, types::kBool);
}

// a.flags, as a named tuple.
Value ArrayFlags(FunctionContext& fn, const Value& array) {
  static const std::shared_ptr<const NamedTupleInfo> info = [] {
    auto made = std::make_shared<NamedTupleInfo>();
    made->name = "flags";
    made->names = {"contiguous", "c_contiguous", "f_contiguous"};
    return made;
  }();
  const Value c_order = IsContiguous(fn, array, Layout::C);
  Value flags = Value::Tuple({c_order, c_order, IsContiguous(fn, array, Layout::F)});
  flags.fields = info;
  return flags;
}

}  // namespace

Value ArrayExtent(FunctionContext& fn, const Value& array, unsigned dim) {
  Value value = Value::Runtime(fn.builder.ArrayExtent(array.inst, dim), types::kInt64);
  value.nonnegative = true;
  return value;
}

Value ArrayStride(FunctionContext& fn, const Value& array, unsigned dim) {
  return Value::Runtime(fn.builder.ArrayStride(array.inst, dim), types::kInt64);
}

Value ArraySize(FunctionContext& fn, const Value& array) {
  if (fn.type_of(array).ndim == 0) {
    return IntConstant(1);
  }
  Value size = ArrayExtent(fn, array, 0);
  for (unsigned dim = 1; dim < fn.type_of(array).ndim; ++dim) {
    size = IntMul(fn, size, ArrayExtent(fn, array, dim));
  }
  return size;
}

Value EmitArrayAttribute(FunctionContext& fn, const Value& array, const ast::Attribute& attribute) {
  const types::Type type = fn.type_of(array);
  const std::string_view name = attribute.attr;
  if (name == "shape" || name == "strides") {
    std::vector<Value> elements;
    for (unsigned dim = 0; dim < type.ndim; ++dim) {
      elements.push_back(name == "shape" ? ArrayExtent(fn, array, dim)
                                         : ArrayStride(fn, array, dim));
    }
    return Value::Tuple(std::move(elements));
  }
  if (name == "size") {
    return ArraySize(fn, array);
  }
  if (name == "ndim") {
    return MakeNumber(fn, Number::Int(type.ndim));
  }
  const std::int64_t item_size = types::MemorySize(fn.program.types(), type.element);
  if (name == "itemsize") {
    return MakeNumber(fn, Number::Int(item_size));
  }
  if (name == "nbytes") {
    return IntMul(fn, ArraySize(fn, array), IntConstant(item_size));
  }
  if (name == "dtype") {
    return Value::Of(Object::Type(types::ElementArg(fn.program.types(), type.element)));
  }
  if (name == "flags") {
    return ArrayFlags(fn, array);
  }
  if (name == "flat") {
    return EmitFlat(fn, array);
  }
  if (name == "T") {
    return Transpose(fn, array);
  }
  if (name == "real" || name == "imag") {
    return ComplexPartView(fn, array, name == "imag");
  }
  if (HasField(fn, array, name)) {
    return FieldView(fn, array, name, attribute.range);
  }
  fn.Report(attribute.range, diag::Kind::UnknownAttribute, Describe(fn, array), name)
      .Label(attribute.value->range, Describe(fn, array))
      .Help(HelpForArrayAttribute(name))
      .Emit();
  return Value();
}

Value Transpose(FunctionContext& fn, const Value& array) {
  const types::Type type = fn.type_of(array);
  if (type.ndim < 2) {
    return array;
  }
  const Layout layout = type.layout == Layout::C   ? Layout::F
                        : type.layout == Layout::F ? Layout::C
                                                   : Layout::A;
  std::vector<ViewDimension> dimensions;
  for (unsigned dim = type.ndim; dim-- > 0;) {
    dimensions.push_back({ArrayExtent(fn, array, dim), ArrayStride(fn, array, dim)});
  }
  return MakeView(fn, fn.builder.ArrayData(array.inst), type, layout, dimensions);
}

Value ComplexPart(FunctionContext& fn, const Value& value, bool imag) {
  if (value.is_number()) {
    if (!types::IsComplex(value.type)) {
      return imag ? MakeTyped(Number::Int(0), value.type) : value;
    }
    const double part = imag ? value.number.imag : value.number.as_double();
    return value.typed ? MakeTyped(Number::Float(part), types::ComplexElement(value.type))
                       : MakeNumber(fn, Number::Float(part));
  }
  if (!types::IsComplex(value.type)) {
    return imag ? MakeTyped(Number::Int(0), value.type) : value;
  }
  const kir::InstId inst =
      imag ? fn.builder.ComplexImag(value.inst) : fn.builder.ComplexReal(value.inst);
  return Value::Runtime(inst, types::ComplexElement(value.type), value.weak);
}

Value ComplexPartView(FunctionContext& fn, const Value& array, bool imag) {
  const types::Type type = fn.type_of(array);
  if (!types::IsComplex(type.element)) {
    if (!imag) {
      return array;
    }
    fn.Report(fn.builder.range(), diag::Kind::UnknownAttribute, Describe(fn, array), "imag")
        .Help("only complex arrays have imaginary parts")
        .Emit();
    return Value();
  }
  const TypeId element = types::ComplexElement(type.element);
  const TypeId pointer_type = fn.program.types().Pointer(element, type.space, type.unaligned);
  kir::InstId pointer =
      fn.builder.Append(kir::Op::Bitcast, pointer_type, {fn.builder.ArrayData(array.inst)});
  if (imag) {
    // The second of the two parts at the front.
    types::Type parts_type = type;
    parts_type.element = element;
    parts_type.ndim = 1;
    parts_type.layout = Layout::C;
    const TypeId pair = fn.program.types().Intern(parts_type);
    const kir::InstId two = fn.builder.ConstInt(types::kInt64, 2);
    const kir::InstId parts = fn.builder.Append(kir::Op::ArrayMake, pair, {pointer, two});
    const kir::InstId one = fn.builder.ConstInt(types::kInt64, 1);
    pointer = fn.builder.ElementPtr(parts, {&one, 1}, 0);
  }
  std::vector<ViewDimension> dimensions;
  for (unsigned dim = 0; dim < type.ndim; ++dim) {
    dimensions.push_back({ArrayExtent(fn, array, dim), ArrayStride(fn, array, dim)});
  }
  return MakeView(fn, pointer, type, Layout::A, dimensions);
}

Value EmitScalarAttribute(FunctionContext& fn, const Value& scalar,
                          const ast::Attribute& attribute) {
  const std::string_view name = attribute.attr;
  if (name == "real" || name == "imag") {
    return ComplexPart(fn, scalar, name == "imag");
  }
  if (name == "dtype") {
    return Value::Of(Object::Type(abi::ArgType::Scalar(types::scalar_kind(scalar.type))));
  }
  // A member of an enumeration that is chosen at run time, or passed, is its number.
  if (name == "value") {
    return scalar;
  }
  fn.Report(attribute.range, diag::Kind::UnknownAttribute, Describe(fn, scalar), name)
      .Label(attribute.value->range, Describe(fn, scalar))
      .Help("numbers have real, imag and dtype")
      .Emit();
  return Value();
}

}  // namespace kernelc::sema
