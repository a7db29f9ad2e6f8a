// Methods of builtin types that operators stand for, called by name: `super().__setitem__(k, v)`,
// `list.__len__(x)`.
#include <algorithm>

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

constexpr std::pair<std::string_view, ast::BinaryOperator> kBinary[] = {
    {"add", ast::BinaryOperator::Add},    {"sub", ast::BinaryOperator::Sub},
    {"mul", ast::BinaryOperator::Mult},   {"truediv", ast::BinaryOperator::Div},
    {"mod", ast::BinaryOperator::Mod},    {"floordiv", ast::BinaryOperator::FloorDiv},
    {"pow", ast::BinaryOperator::Pow},    {"lshift", ast::BinaryOperator::LShift},
    {"and", ast::BinaryOperator::BitAnd}, {"rshift", ast::BinaryOperator::RShift},
    {"or", ast::BinaryOperator::BitOr},   {"xor", ast::BinaryOperator::BitXor},
};

constexpr std::pair<std::string_view, ast::CompareOperator> kCompare[] = {
    {"__eq__", ast::CompareOperator::Eq}, {"__ne__", ast::CompareOperator::NotEq},
    {"__lt__", ast::CompareOperator::Lt}, {"__le__", ast::CompareOperator::LtE},
    {"__gt__", ast::CompareOperator::Gt}, {"__ge__", ast::CompareOperator::GtE},
};

template <typename Operators>
auto Named(const Operators& operators, std::string_view name) {
  return std::ranges::find(operators, name, [](const auto& row) { return row.first; })->second;
}

}  // namespace

Value SpecialBinary(Context& c, const Arguments& a) {
  const AsBuiltin plain(c, Need(c, a, 0, "self"));
  const Value self = Plain(c, a);
  const Value other = PlainNumber(Need(c, a, 1, "other"));
  // Between the underscores; the reflected ones begin with an r.
  std::string_view name = a.native.substr(2, a.native.size() - 4);
  const bool reflected = name.starts_with('r') && name != "rshift";
  name.remove_prefix(reflected ? 1 : 0);
  const ast::BinaryOperator op = Named(kBinary, name);
  return OrNotImplemented(
      c, [&] { return reflected ? Binary(c, op, other, self) : Binary(c, op, self, other); });
}

Value SpecialCompare(Context& c, const Arguments& a) {
  const AsBuiltin plain(c, Need(c, a, 0, "self"));
  const Value self = Plain(c, a);
  const Value other = PlainNumber(Need(c, a, 1, "other"));
  const ast::CompareOperator op = Named(kCompare, a.native);
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

Value SpecialFormat(Context& c, const Arguments& a) {
  const AsBuiltin plain(c, Need(c, a, 0, "self"));
  return c.heap.Str(Format(c, Plain(c, a), TextOf(c, Need(c, a, 1, "spec"))));
}

Value SpecialUnary(Context& c, const Arguments& a) {
  const AsBuiltin as_builtin(c, Need(c, a, 0, "self"));
  const Value plain = Plain(c, a);
  const Arguments self{{&plain, 1}, {}};
  const std::string_view name = a.native;
  return name == "__neg__"      ? Unary(c, ast::UnaryOperator::USub, plain)
         : name == "__pos__"    ? Unary(c, ast::UnaryOperator::UAdd, plain)
         : name == "__invert__" ? Unary(c, ast::UnaryOperator::Invert, plain)
         : name == "__abs__"    ? BuiltinAbs(c, self)
         : name == "__bool__"   ? Value::Bool(Truth(c, plain))
         : name == "__len__"    ? Value::Int(Length(c, plain))
         : name == "__iter__"   ? MakeIterator(c, plain)
         : name == "__repr__"   ? c.heap.Str(Repr(c, plain))
         : name == "__str__"
             ? c.heap.Str(ToText(c, plain))
             : Call(c, Value::Of(BuiltinClass(c, name == "__float__" ? "float" : "int")), self);
}

Value SpecialHash(Context& c, const Arguments& a) {
  const Value plain = Plain(c, a);
  // Equal values have equal hashes, which is all that can be seen of them.
  if (plain.is(Kind::Str)) {
    return Value::Int(static_cast<std::int64_t>(Table::HashName(plain.text())));
  }
  return BuiltinHash(c, Arguments{{&plain, 1}, {}});
}

}  // namespace kernelc::host
