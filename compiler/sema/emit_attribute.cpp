// Attributes of arrays and numbers.
#include "compiler/sema/advice.h"
#include "compiler/sema/function_emitter.h"

namespace kernelc::sema {

using types::Layout;

Value FunctionEmitter::ArrayExtent(const Value& array, unsigned dim) {
  Value value = Value::Runtime(builder_.ArrayExtent(array.inst, dim), types::kInt64);
  value.nonnegative = true;
  return value;
}

Value FunctionEmitter::ArrayStride(const Value& array, unsigned dim) {
  return Value::Runtime(builder_.ArrayStride(array.inst, dim), types::kInt64);
}

Value FunctionEmitter::ArraySize(const Value& array) {
  if (type_of(array).ndim == 0) {
    return IntConstant(1);
  }
  Value size = ArrayExtent(array, 0);
  for (unsigned dim = 1; dim < type_of(array).ndim; ++dim) {
    size = IntMul(size, ArrayExtent(array, dim));
  }
  return size;
}

Value FunctionEmitter::EmitArrayAttribute(const Value& array, const ast::Attribute& attribute) {
  const types::Type type = type_of(array);
  const std::string_view name = attribute.attr;
  if (name == "shape" || name == "strides") {
    std::vector<Value> elements;
    for (unsigned dim = 0; dim < type.ndim; ++dim) {
      elements.push_back(name == "shape" ? ArrayExtent(array, dim) : ArrayStride(array, dim));
    }
    return Value::Tuple(std::move(elements));
  }
  if (name == "size") {
    return ArraySize(array);
  }
  if (name == "ndim") {
    return MakeNumber(Number::Int(type.ndim));
  }
  const std::int64_t item_size = types::MemorySize(program_->types(), type.element);
  if (name == "itemsize") {
    return MakeNumber(Number::Int(item_size));
  }
  if (name == "nbytes") {
    return IntMul(ArraySize(array), IntConstant(item_size));
  }
  if (name == "dtype") {
    return Value::Of(Object::Type(types::ElementArg(program_->types(), type.element)));
  }
  if (name == "flags") {
    return ArrayFlags(array);
  }
  if (name == "flat") {
    return EmitFlat(array);
  }
  if (name == "T") {
    return Transpose(array);
  }
  if (name == "real" || name == "imag") {
    return ComplexPartView(array, name == "imag");
  }
  if (HasField(array, name)) {
    return FieldView(array, name, attribute.range);
  }
  Report(attribute.range, diag::Kind::UnknownAttribute, Describe(array), name)
      .Label(attribute.value->range, Describe(array))
      .Help(HelpForArrayAttribute(name))
      .Emit();
  return Value();
}

// Whether the elements lie one after the other, the last index (or the first one) running fastest: known from the type,
// else from extents and strides. What has one element in a dimension, or none, does not count.
Value FunctionEmitter::IsContiguous(const Value& array, Layout order) {
  const types::Type type = type_of(array);
  if (type.layout == order || (type.ndim == 1 && type.layout != Layout::A)) {
    return MakeNumber(Number::Bool(true));
  }
  Value expected = IntConstant(types::MemorySize(program_->types(), type.element));
  kir::InstId result = builder_.ConstBool(true);
  for (unsigned i = 0; i < type.ndim; ++i) {
    const unsigned dim = order == Layout::C ? type.ndim - 1 - i : i;
    const Value extent = ArrayExtent(array, dim);
    const kir::InstId one = builder_.ConstInt(types::kInt64, 1);
    const kir::InstId counts =
        builder_.Compare(kir::ComparePredicate::Gt, Materialize(extent), one);
    const kir::InstId fits = builder_.Compare(
        kir::ComparePredicate::Eq, Materialize(ArrayStride(array, dim)), Materialize(expected));
    result = builder_.Select(counts, builder_.Binary(kir::Op::And, result, fits), result);
    expected = Value::Runtime(
        builder_.Select(counts, Materialize(IntMul(expected, extent)), Materialize(expected)),
        types::kInt64);
  }
  return Value::Runtime(result, types::kBool);
}

// a.flags, as a named tuple.
Value FunctionEmitter::ArrayFlags(const Value& array) {
  static const std::shared_ptr<const NamedTupleInfo> info = [] {
    auto made = std::make_shared<NamedTupleInfo>();
    made->name = "flags";
    made->names = {"contiguous", "c_contiguous", "f_contiguous"};
    return made;
  }();
  const Value c_order = IsContiguous(array, Layout::C);
  Value flags = Value::Tuple({c_order, c_order, IsContiguous(array, Layout::F)});
  flags.fields = info;
  return flags;
}

// The same elements with the dimensions in the other order.
Value FunctionEmitter::Transpose(const Value& array) {
  const types::Type type = type_of(array);
  if (type.ndim < 2) {
    return array;
  }
  const Layout layout = type.layout == Layout::C   ? Layout::F
                        : type.layout == Layout::F ? Layout::C
                                                   : Layout::A;
  std::vector<ViewDimension> dimensions;
  for (unsigned dim = type.ndim; dim-- > 0;) {
    dimensions.push_back({ArrayExtent(array, dim), ArrayStride(array, dim)});
  }
  return MakeView(builder_.ArrayData(array.inst), type, layout, dimensions);
}

Value FunctionEmitter::ComplexPart(const Value& value, bool imag) {
  if (value.is_number()) {
    if (!types::IsComplex(value.type)) {
      return imag ? MakeTyped(Number::Int(0), value.type) : value;
    }
    const double part = imag ? value.number.imag : value.number.as_double();
    return value.typed ? MakeTyped(Number::Float(part), types::ComplexElement(value.type))
                       : MakeNumber(Number::Float(part));
  }
  if (!types::IsComplex(value.type)) {
    return imag ? MakeTyped(Number::Int(0), value.type) : value;
  }
  const kir::InstId inst =
      imag ? builder_.ComplexImag(value.inst) : builder_.ComplexReal(value.inst);
  return Value::Runtime(inst, types::ComplexElement(value.type), value.weak);
}

// `a.real` and `a.imag`: a strided view of the parts of a complex array.
Value FunctionEmitter::ComplexPartView(const Value& array, bool imag) {
  const types::Type type = type_of(array);
  if (!types::IsComplex(type.element)) {
    if (!imag) {
      return array;
    }
    Report(builder_.range(), diag::Kind::UnknownAttribute, Describe(array), "imag")
        .Help("only complex arrays have imaginary parts")
        .Emit();
    return Value();
  }
  const TypeId element = types::ComplexElement(type.element);
  const TypeId pointer_type =
      program_->types().Pointer(element, type.space, type.unaligned);
  kir::InstId pointer =
      builder_.Append(kir::Op::Bitcast, pointer_type, {builder_.ArrayData(array.inst)});
  if (imag) {
    // The second of the two parts at the front.
    types::Type parts_type = type;
    parts_type.element = element;
    parts_type.ndim = 1;
    parts_type.layout = Layout::C;
    const TypeId pair = program_->types().Intern(parts_type);
    const kir::InstId two = builder_.ConstInt(types::kInt64, 2);
    const kir::InstId parts = builder_.Append(kir::Op::ArrayMake, pair, {pointer, two});
    const kir::InstId one = builder_.ConstInt(types::kInt64, 1);
    pointer = builder_.ElementPtr(parts, {&one, 1}, 0);
  }
  std::vector<ViewDimension> dimensions;
  for (unsigned dim = 0; dim < type.ndim; ++dim) {
    dimensions.push_back({ArrayExtent(array, dim), ArrayStride(array, dim)});
  }
  return MakeView(pointer, type, Layout::A, dimensions);
}

Value FunctionEmitter::EmitScalarAttribute(const Value& scalar, const ast::Attribute& attribute) {
  const std::string_view name = attribute.attr;
  if (name == "real" || name == "imag") {
    return ComplexPart(scalar, name == "imag");
  }
  if (name == "dtype") {
    return Value::Of(Object::Type(abi::ArgType::Scalar(types::scalar_kind(scalar.type))));
  }
  // A member of an enumeration that is chosen at run time, or passed, is its number.
  if (name == "value") {
    return scalar;
  }
  Report(attribute.range, diag::Kind::UnknownAttribute, Describe(scalar), name)
      .Label(attribute.value->range, Describe(scalar))
      .Help("numbers have real, imag and dtype")
      .Emit();
  return Value();
}

}  // namespace kernelc::sema
