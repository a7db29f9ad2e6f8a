// Methods of builtin types that operators stand for, called by name: `super().__setitem__(k, v)`,
// `list.__len__(x)`.
#include <algorithm>

#include "compiler/host/arrays/array.h"
#include "compiler/host/library/natives.h"
#include "compiler/host/objects/integer.h"
#include "compiler/host/objects/operations.h"

namespace kernelc::host {
namespace {

template <typename Operation>
Value OrNotImplemented(Context& c, Operation&& operation) {
  const Value result = Unless(c, {"TypeError"}, operation);
  return result.is_undefined() ? Value::NotImplemented() : result;
}

}  // namespace

KC_NATIVE(SpecialBinary, Called name, Value self, Plain other) {
  const AsBuiltin plain(self);
  const Value own = PlainNumber(self);
  const BinaryMethod method = FindBinary(name);
  return OrNotImplemented(c, [&] {
    return method.is_reflected ? Binary(c, method.op, other, own)
                               : Binary(c, method.op, own, other);
  });
}

KC_NATIVE(SpecialCompare, Called name, Value object, Plain other) {
  const AsBuiltin plain(object);
  const Value self = PlainNumber(object);
  const ast::CompareOperator op = FindComparison(name)->op;
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

// Functions of `operator`: "and_" for `&`.
static std::string MethodOf(std::string_view name) {
  return fmt::format("__{}__", name.substr(0, name.find('_', 1)));
}

KC_NATIVE(OperatorBinary, Called name, Value a, Value b) {
  return Binary(c, FindBinary(MethodOf(name)).op, a, b);
}

KC_NATIVE(OperatorCompare, Called name, Value a, Value b) {
  return Compare(c, FindComparison(MethodOf(name))->op, a, b);
}

KC_NATIVE(OperatorUnary, Called name, Value a) {
  return name == "neg"      ? Unary(c, ast::UnaryOperator::USub, a)
         : name == "pos"    ? Unary(c, ast::UnaryOperator::UAdd, a)
         : name == "invert" ? Unary(c, ast::UnaryOperator::Invert, a)
                            : Value::Bool(Truth(c, a) == (name == "truth"));
}

KC_NATIVE(SpecialGetItem, Value self, Value key) {
  if (self.is(Kind::Dict)) {
    // `__missing__` of a subclass is asked by the builtin method itself.
    const Entry* found = self.object->state.top ? nullptr : FindKey(c, KeysOf(self.object), key);
    const Value missing = found == nullptr && !self.object->state.top
                              ? CallOwn(c, self, "__missing__", {key})
                              : Value();
    if (!missing.is_undefined()) {
      return missing;
    }
  }
  const AsBuiltin plain(self);
  return GetItem(c, self, key);
}

KC_NATIVE(SpecialSetItem, Value self, Value key, Value value) {
  const AsBuiltin plain(self);
  SetItem(c, self, key, value);
  return Value::None();
}

KC_NATIVE(SpecialDelItem, Value self, Value key) {
  const AsBuiltin plain(self);
  DeleteItem(c, self, key);
  return Value::None();
}

KC_NATIVE(SpecialContains, Value self, Value key) {
  const AsBuiltin plain(self);
  return Compare(c, ast::CompareOperator::In, key, self);
}

KC_NATIVE(SpecialFormat, Value self, std::string_view spec) {
  const AsBuiltin plain(self);
  return c.heap.Str(Format(c, PlainNumber(self), spec));
}

KC_NATIVE(SpecialUnary, Called name, Value object) {
  const AsBuiltin as_builtin(object);
  const Value plain = PlainNumber(object);
  const Arguments self{{&plain, 1}, {}};
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

KC_NATIVE(SpecialHash, Plain plain) {
  // Equal values have equal hashes, which is all that can be seen of them.
  if (plain.is(Kind::Str)) {
    return Value::Int(static_cast<std::int64_t>(Table::HashName(plain.text())));
  }
  const Value values[] = {plain};
  return BuiltinHash(c, Arguments{values, {}});
}

}  // namespace kernelc::host
