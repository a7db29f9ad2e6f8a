// Methods of builtin types that operators stand for, called by name: `super().__setitem__(k, v)`,
// `list.__len__(x)`.
#include "compiler/host/array.h"
#include "compiler/host/integer.h"
#include "compiler/host/natives.h"

namespace kernelc::host {
namespace {

// The object as one of its builtin type.
Value Plain(Context& c, const Arguments& a) { return PlainNumber(Need(c, a, 0, "self")); }

template <typename Operation>
Value OrNotImplemented(Context& c, Operation&& operation) {
  try {
    return operation();
  } catch (const Raised& raised) {
    if (!raised.exception.is_unknown() &&
        IsInstance(c, raised.exception, BuiltinClass(c, "TypeError"))) {
      return Value::NotImplemented();
    }
    throw;
  }
}

Value Operate(Context& c, const Arguments& a, ast::BinaryOperator op, bool reflected) {
  const AsBuiltin plain(c, Need(c, a, 0, "self"));
  const Value self = Plain(c, a);
  const Value other = PlainNumber(Need(c, a, 1, "other"));
  return OrNotImplemented(
      c, [&] { return reflected ? Binary(c, op, other, self) : Binary(c, op, self, other); });
}

Value Ask(Context& c, const Arguments& a, ast::CompareOperator op) {
  const AsBuiltin plain(c, Need(c, a, 0, "self"));
  const Value self = Plain(c, a);
  const Value other = PlainNumber(Need(c, a, 1, "other"));
  const bool is_equality = op == ast::CompareOperator::Eq || op == ast::CompareOperator::NotEq;
  const bool is_number = IsInteger(self) || self.is_float();
  const bool same_type =
      is_number ? IsInteger(other) || other.is_float() || other.is(Kind::Complex)
                : self.is_object() && other.is_object() && self.object->kind == other.object->kind;
  if (is_equality && !same_type) {
    return Value::NotImplemented();
  }
  return OrNotImplemented(c, [&] { return Compare(c, op, self, other); });
}

}  // namespace

#define SPECIAL(Name, op)                                        \
  Value Special##Name(Context& c, const Arguments& a) {          \
    return Operate(c, a, ast::BinaryOperator::op, false);        \
  }                                                              \
  Value SpecialReflected##Name(Context& c, const Arguments& a) { \
    return Operate(c, a, ast::BinaryOperator::op, true);         \
  }
SPECIAL(Add, Add)
SPECIAL(Sub, Sub)
SPECIAL(Mul, Mult)
SPECIAL(TrueDiv, Div)
SPECIAL(FloorDiv, FloorDiv)
SPECIAL(Mod, Mod)
SPECIAL(Pow, Pow)
SPECIAL(LeftShift, LShift)
SPECIAL(RightShift, RShift)
SPECIAL(And, BitAnd)
SPECIAL(Or, BitOr)
SPECIAL(Xor, BitXor)
#undef SPECIAL

#define SPECIAL(Name, op)                               \
  Value Special##Name(Context& c, const Arguments& a) { \
    return Ask(c, a, ast::CompareOperator::op);         \
  }
SPECIAL(Equal, Eq)
SPECIAL(Unequal, NotEq)
SPECIAL(Less, Lt)
SPECIAL(LessEqual, LtE)
SPECIAL(Greater, Gt)
SPECIAL(GreaterEqual, GtE)
#undef SPECIAL

Value SpecialGetItem(Context& c, const Arguments& a) {
  const Value self = Need(c, a, 0, "self");
  if (self.is(Kind::Dict)) {
    // `__missing__` of a subclass is asked by the builtin method itself.
    const Entry* found =
        self.object->state.top ? nullptr : FindKey(c, KeysOf(self.object), Need(c, a, 1, "key"));
    const Value missing = found == nullptr ? FindOwn(c, ClassOf(c, self), "__missing__") : Value();
    if (!missing.is_undefined() && !self.object->state.top) {
      return Call(c, Bind(c, missing, self, ClassOf(c, self)), {a.values[1]});
    }
  }
  const AsBuiltin plain(c, self);
  return GetItem(c, self, Need(c, a, 1, "key"));
}

Value SpecialSetItem(Context& c, const Arguments& a) {
  const AsBuiltin plain(c, Need(c, a, 0, "self"));
  SetItem(c, a.values[0], Need(c, a, 1, "key"), Need(c, a, 2, "value"));
  return Value::None();
}

Value SpecialDelItem(Context& c, const Arguments& a) {
  const AsBuiltin plain(c, Need(c, a, 0, "self"));
  DeleteItem(c, a.values[0], Need(c, a, 1, "key"));
  return Value::None();
}

Value SpecialContains(Context& c, const Arguments& a) {
  const AsBuiltin plain(c, Need(c, a, 0, "self"));
  return Compare(c, ast::CompareOperator::In, Need(c, a, 1, "key"), a.values[0]);
}

Value SpecialLength(Context& c, const Arguments& a) {
  const AsBuiltin plain(c, Need(c, a, 0, "self"));
  return Value::Int(Length(c, a.values[0]));
}

Value SpecialIter(Context& c, const Arguments& a) {
  const AsBuiltin plain(c, Need(c, a, 0, "self"));
  return MakeIterator(c, a.values[0]);
}

Value SpecialNext(Context& c, const Arguments& a) { return BuiltinNext(c, a); }

Value SpecialRepr(Context& c, const Arguments& a) {
  const AsBuiltin plain(c, Need(c, a, 0, "self"));
  return c.heap.Str(Repr(c, Plain(c, a)));
}

Value SpecialText(Context& c, const Arguments& a) {
  const AsBuiltin plain(c, Need(c, a, 0, "self"));
  return c.heap.Str(ToText(c, Plain(c, a)));
}

Value SpecialFormat(Context& c, const Arguments& a) {
  const AsBuiltin plain(c, Need(c, a, 0, "self"));
  return c.heap.Str(Format(c, Plain(c, a), TextOf(c, Need(c, a, 1, "spec"))));
}

Value SpecialNegative(Context& c, const Arguments& a) {
  return Unary(c, ast::UnaryOperator::USub, Plain(c, a));
}
Value SpecialPositive(Context& c, const Arguments& a) {
  return Unary(c, ast::UnaryOperator::UAdd, Plain(c, a));
}
Value SpecialInvert(Context& c, const Arguments& a) {
  return Unary(c, ast::UnaryOperator::Invert, Plain(c, a));
}

Value SpecialBool(Context& c, const Arguments& a) { return Value::Bool(Truth(c, Plain(c, a))); }

Value SpecialAbs(Context& c, const Arguments& a) {
  const Value plain = Plain(c, a);
  return BuiltinAbs(c, Arguments{{&plain, 1}, {}});
}

Value SpecialInt(Context& c, const Arguments& a) {
  return Call(c, Value::Of(BuiltinClass(c, "int")), {Plain(c, a)});
}
Value SpecialFloat(Context& c, const Arguments& a) {
  return Call(c, Value::Of(BuiltinClass(c, "float")), {Plain(c, a)});
}

Value SpecialHash(Context& c, const Arguments& a) {
  const Value plain = Plain(c, a);
  // Equal values have equal hashes, which is all that can be seen of them.
  if (plain.is(Kind::Str)) {
    return Value::Int(static_cast<std::int64_t>(Table::HashName(plain.object->text)));
  }
  return BuiltinHash(c, Arguments{{&plain, 1}, {}});
}

}  // namespace kernelc::host
