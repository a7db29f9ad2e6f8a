#include "compiler/sema/emit_value.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "compiler/sema/choices.h"
#include "compiler/sema/constant_texts.h"
#include "compiler/sema/emit_constant.h"
#include "compiler/sema/emit_flat.h"
#include "compiler/sema/emit_iterator.h"
#include "compiler/sema/emit_literal.h"
#include "compiler/sema/emit_optional.h"
#include "compiler/sema/emit_range.h"
#include "compiler/sema/versions.h"
#include "compiler/types/written_types.h"

namespace kernelc::sema {
namespace {

// Tuples up to here are described whole, and of longer ones so many elements.
constexpr std::size_t kMaxDescribed = 32;
constexpr std::size_t kDescribed = 3;

constexpr Int128 kMinInt64 = std::numeric_limits<std::int64_t>::min();
constexpr Int128 kMaxInt64 = std::numeric_limits<std::int64_t>::max();
constexpr Int128 kMaxUInt64 = std::numeric_limits<std::uint64_t>::max();
// Integers up to here are exact as doubles.
constexpr Int128 kMaxExactDouble = Int128(1) << 53;
// Parts of a tuple, with those of tuples inside it. Tuples in tuples double with every step of a
// recursion or loop.
constexpr std::size_t kMaxTupleParts = 1000;

// Scalars and arrays in a type or value; counts no further than just above `limit`.
std::size_t CountParts(const types::TypeStore& types, TypeId type, std::size_t limit) {
  if (types.get(type).kind != types::TypeKind::Tuple) {
    return 1;
  }
  std::size_t count = 1;
  for (const TypeId element : types.get(type).elements) {
    if (count > limit) {
      break;
    }
    count += CountParts(types, element, limit);
  }
  return count;
}

std::size_t CountParts(const types::TypeStore& types, const Value& value, std::size_t limit) {
  if (value.kind == ValueKind::Runtime) {
    return CountParts(types, value.type, limit);
  }
  if (value.kind != ValueKind::Tuple) {
    return 1;
  }
  std::size_t count = 1;
  for (const Value& element : *value.elements) {
    if (count > limit) {
      break;
    }
    count += CountParts(types, element, limit);
  }
  return count;
}

kir::InstId ConvertArray(FunctionContext& fn, kir::InstId array, TypeId type) {
  const types::Type target = fn.program.types().get(type);
  const types::Type source = fn.program.types().get(fn.builder.type_of(array));
  kir::InstId data = fn.builder.ArrayData(array);
  if (source.space != target.space || source.unaligned != target.unaligned) {
    data = fn.builder.Append(kir::Op::Bitcast, fn.program.types().PointerInto(target), {data});
  }
  std::vector<kir::InstId> operands{data};
  for (unsigned dim = 0; dim < target.ndim; ++dim) {
    operands.push_back(fn.builder.ArrayExtent(array, dim));
  }
  if (target.layout == types::Layout::A) {
    for (unsigned dim = 0; dim < target.ndim; ++dim) {
      operands.push_back(fn.builder.ArrayStride(array, dim));
    }
  }
  return fn.builder.Append(kir::Op::ArrayMake, type, operands);
}

// Made once for all mentions of one constant.
TupleElements FromElements(FunctionContext& fn, const Object& object) {
  const auto known = fn.constant_tuples.find(object.elements.shared());
  if (known != fn.constant_tuples.end()) {
    return known->second;
  }
  auto elements = std::make_shared<std::vector<Value>>();
  elements->reserve(object.elements.size());
  for (const Object& element : object.elements) {
    elements->push_back(FromObject(fn, element));
  }
  fn.constant_tuples.emplace(object.elements.shared(), elements);
  return elements;
}

}  // namespace

Value MakeNumber(FunctionContext& fn, const Number& number) {
  Value value;
  value.kind = ValueKind::Number;
  value.number = number;
  value.weak = fn.rules() == types::PromotionRules::Weak;
  switch (number.kind) {
    case NumberKind::Bool:
      value.type = types::kBool;
      value.weak = false;
      break;
    case NumberKind::Int:
      value.type = number.integer > kMaxInt64 ? types::kUInt64 : types::kInt64;
      value.nonnegative = number.integer >= 0;
      break;
    case NumberKind::Float:
      value.type = types::kFloat64;
      break;
    case NumberKind::Complex:
      value.type = types::kComplex128;
      break;
  }
  return value;
}

Value MakeTyped(const Number& number, TypeId type) {
  Value value;
  value.kind = ValueKind::Number;
  value.number = number;
  value.typed = true;
  value.type = type;
  value.nonnegative = number.is_integral() && number.integer >= 0;
  return value;
}

Value FromObject(FunctionContext& fn, const Object& object) {
  if (object.is_number()) {
    return object.typed ? MakeTyped(object.number, types::ScalarType(object.scalar))
                        : MakeNumber(fn, object.number);
  }
  if (object.kind == ObjectKind::Tuple) {
    Value tuple;
    tuple.kind = ValueKind::Tuple;
    tuple.elements = FromElements(fn, object);
    tuple.fields = object.fields;
    if (object.identity != 0) {
      tuple.object = std::make_shared<const Object>(object);
    }
    return tuple;
  }
  if (object.kind == ObjectKind::Array) {
    return EmitConstArray(fn, object.array);
  }
  if (object.kind == ObjectKind::EnumMember && object.elements.front().is_number()) {
    Value value = FromObject(fn, object.elements.front());
    value.object = std::make_shared<const Object>(object);
    return value;
  }
  return Value::Of(object);
}

kir::InstId MaterializeNumber(FunctionContext& fn, const Number& number, TypeId type) {
  if (types::IsBool(type)) {
    return fn.builder.ConstBool(number.truth());
  }
  if (types::IsComplex(type)) {
    const TypeId element = types::ComplexElement(type);
    const kir::InstId real = MaterializeNumber(fn, Number::Float(number.as_double()), element);
    const kir::InstId imag = MaterializeNumber(fn, Number::Float(number.imag), element);
    return fn.builder.ComplexMake(real, imag);
  }
  if (types::IsFloat8(type)) {
    return fn.builder.Convert(
        MaterializeNumber(fn, Number::Float(number.as_double()), types::kFloat64), type);
  }
  if (types::IsFloat(type)) {
    // Beyond 53 bits the way through double would round twice.
    const bool exact = !number.is_integral() ||
                       (number.integer <= kMaxExactDouble && number.integer >= -kMaxExactDouble);
    if (!exact && number.integer >= kMinInt64 && number.integer <= kMaxInt64) {
      return fn.builder.Convert(
          fn.builder.ConstInt(types::kInt64, static_cast<std::int64_t>(number.integer)), type);
    }
    return fn.builder.ConstFloat(type, constants::RoundFloat(number.as_double(), types::scalar_kind(type)));
  }
  if (number.is_integral()) {
    if (number.integer < kMinInt64 || number.integer > kMaxUInt64) {
      ReportLargeInteger(fn, fn.builder.range());
    }
    return fn.builder.ConstInt(
        type, static_cast<std::int64_t>(static_cast<std::uint64_t>(number.integer)));
  }
  // Float to integer: as the hardware does it at run time when it does not fit.
  const double truncated = std::trunc(number.real);
  const std::optional<Number> integer = constants::CastNumber(number, types::scalar_kind(type));
  if (integer && std::fabs(truncated) < 9.0e18 &&
      integer->integer == static_cast<Int128>(truncated)) {
    return MaterializeNumber(fn, *integer, type);
  }
  return fn.builder.Convert(fn.builder.ConstFloat(types::kFloat64, number.real), type);
}

kir::InstId Materialize(FunctionContext& fn, const Value& value) {
  return ConvertTo(fn, value, RuntimeType(fn, value));
}

TypeId RuntimeType(FunctionContext& fn, const Value& value) {
  switch (value.kind) {
    case ValueKind::Poison:
    case ValueKind::Object:
      return TypeId();
    case ValueKind::Number:
    case ValueKind::Runtime:
      return value.type;
    case ValueKind::Tuple: {
      std::vector<TypeId> elements;
      for (const Value& element : *value.elements) {
        const TypeId type = element.is_none() ? types::kNone : RuntimeType(fn, element);
        if (!type.has_value()) {
          return TypeId();
        }
        elements.push_back(type);
      }
      if (value.fields) {
        return fn.program.types().NamedTuple(value.fields->name, value.fields->names,
                                             std::move(elements));
      }
      return fn.program.types().Tuple(std::move(elements));
    }
  }
  KC_FATAL("value kind");
}

bool IsConvertible(FunctionContext& fn, const Value& value, TypeId type) {
  const TypeId from = RuntimeType(fn, value);
  if (!from.has_value() || !type.has_value()) {
    return false;
  }
  if (from == type || types::CanConvert(from, type)) {
    return true;
  }
  const std::optional<types::NumericType> unified = UnifyTypes(fn, {from, false}, {type, false});
  return unified && unified->type == type;
}

kir::InstId ConvertTo(FunctionContext& fn, const Value& value, TypeId type) {
  if (fn.program.types().get(type).kind == types::TypeKind::Optional) {
    return MakeOptional(fn, value, type);
  }
  if (value.is_none()) {
    return fn.builder.Zero(type);
  }
  if (IsPlainText(value) || IsChoice(fn.program.types(), value)) {
    return ConvertChoice(fn.builder, value, type);
  }
  if (value.is_number()) {
    const kir::InstId number = MaterializeNumber(fn, value.number, type);
    NoteConstantText(fn.kir_function, number, value);
    return number;
  }
  if (value.kind == ValueKind::Tuple) {
    const std::vector<TypeId> element_types = fn.program.types().get(type).elements;
    KC_CHECK(element_types.size() == value.elements->size());
    std::vector<kir::InstId> elements;
    for (std::size_t i = 0; i < element_types.size(); ++i) {
      elements.push_back(ConvertTo(fn, (*value.elements)[i], element_types[i]));
    }
    const kir::InstId tuple = fn.builder.Append(kir::Op::TupleMake, type, elements);
    NoteConstantText(fn.kir_function, tuple, value);
    return tuple;
  }
  KC_CHECK(value.kind == ValueKind::Runtime);
  if (value.type == type) {
    return value.inst;
  }
  const types::TypeKind kind = fn.type_of(value).kind;
  if (kind == types::TypeKind::Optional) {
    return ConvertTo(fn, ValueInside(fn, value), type);
  }
  if (kind == types::TypeKind::Array) {
    return ConvertArray(fn, value.inst, type);
  }
  if (kind == types::TypeKind::Tuple) {
    return ConvertTo(fn, Value::Tuple(TupleParts(fn, value)), type);
  }
  if (kind == types::TypeKind::Pointer) {
    return fn.builder.Append(kir::Op::Bitcast, type, {value.inst});
  }
  return fn.builder.Convert(value.inst, type);
}

TupleElements AsTuple(FunctionContext& fn, const Value& value) {
  if (value.is_object(ObjectKind::Str) && value.object->is_bytes) {
    std::vector<Value> units;
    for (const char unit : value.object->text) {
      units.push_back(
          MakeTyped(Number::Int(Int128(static_cast<unsigned char>(unit))), types::kUInt8));
    }
    return std::make_shared<const std::vector<Value>>(std::move(units));
  }
  const bool is_tuple =
      value.kind == ValueKind::Tuple ||
      (value.kind == ValueKind::Runtime && fn.type_of(value).kind == types::TypeKind::Tuple);
  if (!is_tuple || IsRange(fn, value) || IsSlice(fn, value) || IsFlat(fn, value) ||
      IsIterator(fn, value) || IsChoice(fn.program.types(), value)) {
    return nullptr;
  }
  return value.kind == ValueKind::Tuple
             ? value.elements
             : std::make_shared<const std::vector<Value>>(TupleParts(fn, value));
}

std::vector<Value> TupleParts(FunctionContext& fn, const Value& value) {
  if (value.kind == ValueKind::Tuple) {
    return *value.elements;
  }
  const std::vector<TypeId> element_types = fn.type_of(value).elements;
  std::vector<Value> elements;
  for (unsigned i = 0; i < element_types.size(); ++i) {
    elements.push_back(element_types[i] == types::kNone
                           ? Value::Of(Object())
                           : Value::Runtime(fn.builder.TupleGet(value.inst, i), element_types[i]));
  }
  return elements;
}

Value NewTuple(FunctionContext& fn, std::vector<Value> elements, SourceRange range) {
  Value tuple = Value::Tuple(std::move(elements));
  if (CountParts(fn.program.types(), tuple, kMaxTupleParts) > kMaxTupleParts) {
    fn.Report(range, diag::Kind::TooComplex).Help("use a local array instead of this tuple").Emit();
    return Value();
  }
  return tuple;
}

Value AsRuntime(FunctionContext& fn, const Value& value) {
  if (value.kind == ValueKind::Runtime) {
    return value;
  }
  const TypeId type = RuntimeType(fn, value);
  Value result = Value::Runtime(ConvertTo(fn, value, type), type, value.weak);
  result.nonnegative = value.nonnegative;
  return result;
}

bool IsArray(FunctionContext& fn, const Value& value) {
  return value.kind == ValueKind::Runtime && fn.type_of(value).kind == types::TypeKind::Array;
}

std::optional<std::int64_t> ConstantInt(const Value& value) {
  if (!value.is_number() || !value.number.is_integral() || value.number.integer < kMinInt64 ||
      value.number.integer > kMaxInt64) {
    return std::nullopt;
  }
  return static_cast<std::int64_t>(value.number.integer);
}

std::string Describe(FunctionContext& fn, const Value& value) {
  switch (value.kind) {
    case ValueKind::Poison:
      return "unknown";
    case ValueKind::Number:
    case ValueKind::Runtime:
      return fn.Spell(value.type);
    case ValueKind::Tuple: {
      if (IsRange(fn, value) || IsSlice(fn, value)) {
        return value.fields->name;
      }
      if (IsIterator(fn, value)) {
        return fn.Spell(RuntimeType(fn, value));
      }
      const std::size_t size = value.elements->size();
      // Of long ones the first elements, as a reader could follow them.
      const std::size_t shown = size > kMaxDescribed ? kDescribed : size;
      std::string text = "(";
      for (std::size_t i = 0; i < shown; ++i) {
        text += (i == 0 ? "" : ", ") + Describe(fn, (*value.elements)[i]);
      }
      if (shown < size) {
        return fmt::format("{}, and {} more)", text, size - shown);
      }
      return text + (size == 1 ? ",)" : ")");
    }
    case ValueKind::Object:
      break;
  }
  const Object& object = *value.object;
  switch (object.kind) {
    case ObjectKind::None:
      return "None";
    case ObjectKind::Str:
      return object.is_bytes ? "bytes" : "str";
    case ObjectKind::Type:
      return fmt::format("the type {}", types::SpellArgType(object.types.front()));
    case ObjectKind::Function:
      return fmt::format("the function {}", object.function->name);
    case ObjectKind::External:
      return object.text;
    case ObjectKind::Ellipsis:
      return "...";
    case ObjectKind::Module:
      return fmt::format("the module {}", object.module->name);
    case ObjectKind::Class:
      return fmt::format("the class {}", object.class_scope->name);
    case ObjectKind::Instance:
      return fmt::format("an object of the class {}", object.class_scope->name);
    case ObjectKind::NamedTupleType:
      return fmt::format("the class {}", object.fields->name);
    case ObjectKind::EnumMember:
      return fmt::format("{}.{}", object.class_scope->name, object.text);
    case ObjectKind::Dict:
      return "dict";
    case ObjectKind::Array:
      return "a NumPy array";
    case ObjectKind::Number:
    case ObjectKind::Tuple:
    case ObjectKind::Signature:
      return "an object";
  }
  KC_FATAL("object kind");
}

Value IntConstant(std::int64_t value) { return MakeTyped(Number::Int(value), types::kInt64); }

bool IsInteger(const Value& value) { return value.is_scalar() && types::IsInteger(value.type); }

}  // namespace kernelc::sema
