// Arithmetic.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "compiler/host/arrays/array.h"
#include "compiler/host/objects/integer.h"
#include "compiler/host/objects/operations.h"

namespace kernelc::host {
namespace {

using ast::BinaryOperator;

Value FloatPower(Context& c, double a, double b) {
  RaiseIf(c, a == 0 && b < 0, "ZeroDivisionError", "0.0 cannot be raised to a negative power");
  GiveUpIf(c, a < 0 && std::isfinite(b) && b != std::floor(b), "is a complex power");
  const double result = std::pow(a, b);
  RaiseIf(c, std::isinf(result) && std::isfinite(a) && std::isfinite(b), "OverflowError",
          "(34, 'Numerical result out of range')");
  return Value::Float(result);
}

Value FloatOperation(Context& c, BinaryOperator op, double a, double b) {
  const bool divides =
      op == BinaryOperator::Div || op == BinaryOperator::FloorDiv || op == BinaryOperator::Mod;
  RaiseIf(c, divides && b == 0, "ZeroDivisionError", "division by zero");
  if (op == BinaryOperator::Pow) {
    return FloatPower(c, a, b);
  }
  const std::optional<Number> result = FoldBinary(op, Number::Float(a), Number::Float(b));
  return result ? Value::Float(result->real) : Value();
}

// `/` of integers is rounded once.
Value DivideIntegers(Context& c, const Value& a, const Value& b) {
  constexpr std::int64_t kExact = std::int64_t{1} << 53;
  RaiseIf(c, b.is_small_int() && b.integer == 0, "ZeroDivisionError", "division by zero");
  const auto is_exact = [](const Value& x) {
    return x.is_small_int() && x.integer <= kExact && x.integer >= -kExact;
  };
  if (is_exact(a) && is_exact(b)) {
    return Value::Float(static_cast<double>(a.integer) / static_cast<double>(b.integer));
  }
  // A power of two only moves the exponent.
  const llvm::APInt divisor = ToBig(b);
  if (divisor.isPowerOf2() && divisor.getActiveBits() < 1000) {
    return Value::Float(std::ldexp(ToDouble(c, a), -static_cast<int>(divisor.logBase2())));
  }
  GiveUp(c, "is a quotient of large integers");
}

// Undefined where complex numbers have no such operation.
Value OnComplex(Context& c, BinaryOperator op, const Value& a, const Value& b) {
  GiveUpIf(c, op == BinaryOperator::Pow, "is a complex power");
  const auto number = [&](const Value& value) {
    return value.is(Kind::Complex) ? NumberOf(c, value).value() : Number::Float(ToDouble(c, value));
  };
  const Number divisor = number(b);
  RaiseIf(c, op == BinaryOperator::Div && !divisor.truth(), "ZeroDivisionError",
          "division by zero");
  const std::optional<Number> result = ComplexOperation(op, number(a), divisor);
  return result ? MakeComplex(c, result->real, result->imag) : Value();
}

bool IsNumber(const Value& value) {
  return IsInteger(value) || value.is_float() || value.is(Kind::Complex);
}

Value NumberOperation(Context& c, BinaryOperator op, const Value& a, const Value& b) {
  if (a.is(Kind::Complex) || b.is(Kind::Complex)) {
    return OnComplex(c, op, a, b);
  }
  if (IsInteger(a) && IsInteger(b)) {
    if (op == BinaryOperator::Div) {
      return DivideIntegers(c, a, b);
    }
    const Value result = IntegerOperation(c, op, a, b);
    if (!result.is_undefined() || op != BinaryOperator::Pow) {
      return result;
    }
  }
  return FloatOperation(c, op, ToDouble(c, a), ToDouble(c, b));
}

std::int64_t RepeatCount(Context& c, std::size_t size, const Value& count) {
  constexpr std::int64_t kMost = 1 << 20;
  const std::int64_t times = std::max<std::int64_t>(0, AsIndex(c, count));
  GiveUpIf(c, size != 0 && times > kMost / static_cast<std::int64_t>(size),
           "is too long a sequence");
  return times;
}

bool IsText(const Value& value) { return value.is(Kind::Str, Kind::Bytes); }

// Whether all operators of such a value are here: what it does not have is a TypeError. Of others
// the operation is not known.
bool HasKnownOperators(const Value& value) {
  return !value.is_object() ||
         value.is(Kind::Str, Kind::Bytes, Kind::List, Kind::Tuple, Kind::Dict, Kind::Set,
                  Kind::FrozenSet, Kind::Range, Kind::Slice, Kind::Complex, Kind::BigInt,
                  Kind::Function, Kind::Method, Kind::Module, Kind::Instance, Kind::Generator,
                  Kind::Iterator);
}

Value Repeat(Context& c, const Value& sequence, const Value& count) {
  const Object& object = *sequence.object;
  if (IsText(sequence)) {
    std::string text;
    for (std::int64_t i = RepeatCount(c, object.text.size(), count); i > 0; --i) {
      text += object.text;
    }
    return LikeText(c, object.kind, text);
  }
  ValueList items;
  for (std::int64_t i = RepeatCount(c, object.state.items.size(), count); i > 0; --i) {
    items.insert(items.end(), object.state.items.begin(), object.state.items.end());
  }
  return object.kind == Kind::List ? c.heap.List(std::move(items)) : c.heap.Tuple(std::move(items));
}

bool IsSetOperator(BinaryOperator op) {
  return op == BinaryOperator::BitOr || op == BinaryOperator::BitAnd ||
         op == BinaryOperator::BitXor || op == BinaryOperator::Sub;
}

Value SetOperation(Context& c, BinaryOperator op, const Value& a, const Value& b) {
  Object* result = c.heap.New(a.object->kind);
  Table& left = const_cast<Table&>(KnownKeys(c, a.object));
  Table& right = const_cast<Table&>(KnownKeys(c, b.object));
  for (const Entry& entry : left.live()) {
    const bool in_both = op != BinaryOperator::BitOr && FindKey(c, right, entry.key) != nullptr;
    if (op == BinaryOperator::BitOr || (op == BinaryOperator::BitAnd) == in_both) {
      StoreKey(c, result, entry.key, Value::None());
    }
  }
  for (const Entry& entry : right.entries()) {
    const bool adds = op == BinaryOperator::BitOr ||
                      (op == BinaryOperator::BitXor && FindKey(c, left, entry.key) == nullptr);
    if (!entry.key.is_undefined() && adds) {
      StoreKey(c, result, entry.key, Value::None());
    }
  }
  return Value::Of(result);
}

// Operations of builtin types; undefined where there is none.
Value BuiltinOperation(Context& c, BinaryOperator op, const Value& a, const Value& b) {
  if (IsNumber(a) && IsNumber(b)) {
    return NumberOperation(c, op, a, b);
  }
  CheckContents(c, a);
  CheckContents(c, b);
  GiveUpIf(c,
           !HasKnownOperators(a) || !HasKnownOperators(b) ||
               (op == BinaryOperator::Mod && a.is(Kind::Bytes)),
           "is an operation that is not followed");
  if (op == BinaryOperator::Mod && a.is(Kind::Str)) {
    return c.heap.Str(FormatPercent(c, a.text(), b));
  }
  if (op == BinaryOperator::Mult) {
    const auto repeats = [](const Value& x) { return IsText(x) || x.is(Kind::List, Kind::Tuple); };
    if (repeats(a) && IsInteger(b)) {
      return Repeat(c, a, b);
    }
    if (repeats(b) && IsInteger(a)) {
      return Repeat(c, b, a);
    }
  }
  if (!a.is_object() || !b.is_object()) {
    return Value();
  }
  if (op == BinaryOperator::Add && a.object->kind == b.object->kind) {
    if (IsText(a)) {
      return LikeText(c, a.object->kind, fmt::format("{}{}", a.text(), b.text()));
    }
    if (a.is(Kind::List, Kind::Tuple)) {
      ValueList items = a.items();
      items.insert(items.end(), b.items().begin(), b.items().end());
      return a.is(Kind::List) ? c.heap.List(std::move(items)) : c.heap.Tuple(std::move(items));
    }
  }
  if (IsSet(a) && IsSet(b) && IsSetOperator(op)) {
    return SetOperation(c, op, a, b);
  }
  if (op == BinaryOperator::BitOr && a.is(Kind::Dict) && b.is(Kind::Dict)) {
    Object* result = c.heap.NewDict();
    UpdateDict(c, result, a);
    UpdateDict(c, result, b);
    return Value::Of(result);
  }
  return Value();
}

// NumPy takes a number of a class of its own (an IntEnum, say) as a scalar of its default type.
Value NumpyOperand(Context& c, const Value& operand) {
  const Value plain = PlainNumber(operand);
  if (!operand.is(Kind::Instance) || !IsNumber(plain)) {
    return plain;
  }
  GiveUpIf(c, !plain.is_small_int() && !plain.is_float(), "is an operation that is not followed");
  return plain.is_float() ? MakeScalar(c, abi::ScalarKind::Float64, Number::Float(plain.real))
                          : MakeScalar(c, abi::ScalarKind::Int64, NumberOf(c, plain).value());
}

// A method of the operand's own class; undefined where it has none or does not know the other one.
Value OwnOperation(Context& c, const Value& self, std::string_view name, const Value& other) {
  const Value result = CallOwn(c, self, name, {other});
  return result.tag == Tag::NotImplemented ? Value() : result;
}

Value BinaryKnown(Context& c, BinaryOperator op, const Value& a, const Value& b) {
  const BinaryNames& names = NamesOf(op);
  const bool reflected_first = a.is_object() && b.is_object() && b.object->cls != nullptr &&
                               ClassOf(c, a) != ClassOf(c, b) &&
                               IsSubclass(ClassOf(c, b), ClassOf(c, a)) &&
                               !FindOwn(c, ClassOf(c, b), names.reflected).is_undefined();
  Value result = reflected_first ? OwnOperation(c, b, names.reflected, a) : Value();
  if (result.is_undefined()) {
    result = OwnOperation(c, a, names.plain, b);
  }
  if (result.is_undefined() && !reflected_first &&
      (!a.is_object() || !b.is_object() || ClassOf(c, a) != ClassOf(c, b))) {
    result = OwnOperation(c, b, names.reflected, a);
  }
  if (result.is_undefined()) {
    const Value x = PlainNumber(a);
    const Value y = PlainNumber(b);
    result = IsNumpy(x) || IsNumpy(y) ? ArrayBinary(c, op, NumpyOperand(c, a), NumpyOperand(c, b))
                                      : BuiltinOperation(c, op, x, y);
  }
  if (result.is_undefined()) {
    GiveUpIf(c, IsPartial(ClassOf(c, a)) || IsPartial(ClassOf(c, b)),
             "is an operation that is not followed");
    RaiseError(c, "TypeError", "`{}` is not for these operands", ast::operator_spelling(op));
  }
  return result;
}

}  // namespace

constexpr std::pair<BinaryOperator, BinaryNames> kNames[] = {
    {BinaryOperator::Add, {"__add__", "__radd__", "__iadd__", "add"}},
    {BinaryOperator::Sub, {"__sub__", "__rsub__", "__isub__", "subtract"}},
    {BinaryOperator::Mult, {"__mul__", "__rmul__", "__imul__", "multiply"}},
    {BinaryOperator::MatMult, {"__matmul__", "__rmatmul__", "__imatmul__", "matmul"}},
    {BinaryOperator::Div, {"__truediv__", "__rtruediv__", "__itruediv__", "divide"}},
    {BinaryOperator::Mod, {"__mod__", "__rmod__", "__imod__", "remainder"}},
    {BinaryOperator::Pow, {"__pow__", "__rpow__", "__ipow__", "power"}},
    {BinaryOperator::LShift, {"__lshift__", "__rlshift__", "__ilshift__", "left_shift"}},
    {BinaryOperator::RShift, {"__rshift__", "__rrshift__", "__irshift__", "right_shift"}},
    {BinaryOperator::BitOr, {"__or__", "__ror__", "__ior__", "bitwise_or"}},
    {BinaryOperator::BitXor, {"__xor__", "__rxor__", "__ixor__", "bitwise_xor"}},
    {BinaryOperator::BitAnd, {"__and__", "__rand__", "__iand__", "bitwise_and"}},
    {BinaryOperator::FloorDiv, {"__floordiv__", "__rfloordiv__", "__ifloordiv__", "floor_divide"}},
};

const BinaryNames& NamesOf(BinaryOperator op) {
  return std::ranges::find(kNames, op, &std::pair<BinaryOperator, BinaryNames>::first)->second;
}

BinaryMethod FindBinary(std::string_view method) {
  const auto* row = std::ranges::find_if(kNames, [&](const auto& names) {
    return names.second.plain == method || names.second.reflected == method;
  });
  return {row->first, row->second.reflected == method};
}

Value Binary(Context& c, BinaryOperator op, const Value& a, const Value& b) {
  if (a.is_float() && b.is_float()) {
    return FloatOperation(c, op, a.real, b.real).is_undefined()
               ? BinaryKnown(c, op, a, b)
               : FloatOperation(c, op, a.real, b.real);
  }
  return Guarded(c, {a, b}, [&] {
    CheckKnown(c, a, b);
    if (c.compiled > 0) {
      CheckCompiledOperation(c, op, a, b);
    }
    return BinaryKnown(c, op, a, b);
  });
}

Value InPlace(Context& c, BinaryOperator op, const Value& a, const Value& b) {
  return Guarded(c, {a, b}, [&]() -> Value {
    CheckKnown(c, a, b);
    if (c.compiled > 0) {
      CheckCompiledOperation(c, op, a, b);
    }
    if (a.is_object() && !a.is(Kind::Array)) {
      if (const Value own = OwnOperation(c, a, NamesOf(op).in_place, b); !own.is_undefined()) {
        return own;
      }
    }
    if (a.is(Kind::Array)) {
      return ArrayInPlace(c, op, a, NumpyOperand(c, b));
    }
    // Arrays come before what lists do in place, unless these are of a class of their own.
    GiveUpIf(c, a.is(Kind::List) && a.object->cls != nullptr && IsNumpy(b),
             "is an operation that is not followed");
    if (a.is(Kind::List) && !IsNumpy(b) &&
        (op == BinaryOperator::Add || op == BinaryOperator::Mult)) {
      CheckContents(c, a);
      const ValueList items = op == BinaryOperator::Add ? Elements(c, b) : Repeat(c, a, b).items();
      ValueList& into = c.heap.Change(a.object).items;
      if (op == BinaryOperator::Mult) {
        into = items;
      } else {
        into.insert(into.end(), items.begin(), items.end());
      }
      return a;
    }
    if (a.is(Kind::Dict) && op == BinaryOperator::BitOr) {
      UpdateDict(c, a.object, b);
      return a;
    }
    if (a.is(Kind::Set) && IsSet(b) && IsSetOperator(op) && a.object->cls == nullptr) {
      const Value result = SetOperation(c, op, a, b);
      *c.heap.Change(a.object).table = *result.object->state.table;
      return a;
    }
    // CPython asks the sequence for its repetition only where the number is a plain one.
    GiveUpIf(c,
             op == BinaryOperator::Mult && a.is(Kind::Instance) && IsInteger(PlainNumber(a)) &&
                 !IsNumber(PlainNumber(b)),
             "is an operation that is not followed");
    return BinaryKnown(c, op, a, b);
  });
}

Value Unary(Context& c, ast::UnaryOperator op, const Value& operand) {
  return Guarded(c, {operand}, [&]() -> Value {
    CheckKnown(c, operand);
    const std::string_view name = op == ast::UnaryOperator::USub   ? "__neg__"
                                  : op == ast::UnaryOperator::UAdd ? "__pos__"
                                                                   : "__invert__";
    if (const Value own = CallOwn(c, operand, name, {}); !own.is_undefined()) {
      return own;
    }
    const Value a = PlainNumber(operand);
    if (IsNumpy(a)) {
      return ArrayUnary(c, op, a);
    }
    if (IsInteger(a)) {
      const Value number = a.is_bool() ? Value::Int(a.integer) : a;
      if (op == ast::UnaryOperator::UAdd) {
        return number;
      }
      const Value zero = Value::Int(op == ast::UnaryOperator::USub ? 0 : -1);
      return IntegerOperation(c, BinaryOperator::Sub, zero, number);
    }
    if (a.is_float() && op != ast::UnaryOperator::Invert) {
      return Value::Float(op == ast::UnaryOperator::USub ? -a.real : a.real);
    }
    if (a.is(Kind::Complex) && op != ast::UnaryOperator::Invert) {
      const ComplexNumber& number = a.As<ComplexNumber>();
      return op == ast::UnaryOperator::USub ? MakeComplex(c, -number.real, -number.imag) : a;
    }
    RaiseError(c, "TypeError", "`{}` is not for this operand", ast::operator_spelling(op));
  });
}

}  // namespace kernelc::host
