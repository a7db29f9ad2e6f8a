// Builtin functions.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "compiler/base/unicode.h"
#include "compiler/host/arrays/array.h"
#include "compiler/host/interpreter/generators.h"
#include "compiler/host/library/natives.h"
#include "compiler/host/library/parameters.h"
#include "compiler/host/objects/integer.h"
#include "compiler/host/objects/iterators.h"
#include "compiler/host/objects/strings.h"

namespace kernelc::host {
namespace {

// Undefined where the attribute is certainly not there.
Value AttributeOrNone(Context& c, const Value& object, std::string_view name) {
  return Unless(c, {"AttributeError"}, [&] { return FindAttribute(c, object, name); });
}

Truthiness IsInstanceOf(Context& c, const Value& value, const Value& of) {
  if (value.is_unknown() || of.is_unknown()) {
    return Truthiness::Unknown;
  }
  if (of.is(Kind::Tuple)) {
    Truthiness any = Truthiness::False;
    for (const Value& one : of.items()) {
      const Truthiness is = IsInstanceOf(c, value, one);
      if (is == Truthiness::True) {
        return is;
      }
      any = is == Truthiness::Unknown ? is : any;
    }
    return any;
  }
  if (of.is(Kind::Native)) {
    return IsArrayInstance(c, value, of.text()) ? Truthiness::True : Truthiness::False;
  }
  if (!of.is(Kind::Class) || of.object->state.top) {
    return Truthiness::Unknown;
  }
  if (const Value own = CallOwn(c, of, "__instancecheck__", {value}); !own.is_undefined()) {
    return TruthOf(c, own);
  }
  if (value.is(Kind::Scalar)) {
    return IsArrayInstance(c, value, of.text()) ? Truthiness::True : Truthiness::False;
  }
  return IsInstance(c, value, of.object) ? Truthiness::True : Truthiness::False;
}

Value OfTruthiness(Context& c, Truthiness truth) {
  return truth == Truthiness::Unknown ? Lose(c, "depends on something that is not known")
                                      : Value::Bool(truth == Truthiness::True);
}

}  // namespace

KC_NATIVE(BuiltinAbs, Value x) {
  if (const Value own = CallOwn(c, x, "__abs__", {}); !own.is_undefined()) {
    return own;
  }
  const Value number = PlainNumber(x);
  if (IsInteger(number)) {
    return IsNegative(number) ? Unary(c, ast::UnaryOperator::USub, number)
                              : Unary(c, ast::UnaryOperator::UAdd, number);
  }
  if (number.is_float()) {
    return Value::Float(std::fabs(number.real));
  }
  if (number.is(Kind::Complex)) {
    return Value::Float(
        std::hypot(number.As<ComplexNumber>().real, number.As<ComplexNumber>().imag));
  }
  if (IsNumpy(number)) {
    return Ufunc(c, "absolute", {&number, 1});
  }
  RaiseError(c, "TypeError", "has no absolute value");
}

KC_NATIVE(BuiltinLen, Value value) {
  if (IsSet(value) && !value.object->state.top && !KeysOf(value.object).is_uncertain) {
    return Value::Int(static_cast<std::int64_t>(KeysOf(value.object).size()));
  }
  return Value::Int(Length(c, value));
}

Value BuiltinPrint(Context& c, const Arguments& a) {
  for (const Value& value : a.values) {
    // Texts of objects may run code of the program.
    const bool runs = value.is(Kind::Instance, Kind::List, Kind::Tuple, Kind::Dict);
    if (runs || value.is_unknown()) {
      try {
        ToText(c, value);
      } catch (const GivenUp&) {
        c.heap.Escape(value.is(Kind::Instance) ? value : Value::None(), c.where);
        MayRaise(c);
      }
    }
  }
  for (const Keyword& keyword : a.keywords) {
    c.heap.Escape(keyword.value, c.where);
  }
  return Value::None();
}

KC_NATIVE_BY_NAME(NewEnumerate, Value, Value iterable, std::optional<std::int64_t> start) {
  return MakeIteratorObject(c, IteratorKind::Enumerate, {MakeIterator(c, iterable)},
                            start.value_or(0));
}

static ValueList Iterators(Context& c, const Rest& iterables, ValueList made) {
  for (const Value& iterable : iterables) {
    made.push_back(MakeIterator(c, iterable));
  }
  return made;
}

KC_NATIVE(NewZip, Value, Rest iterables) {
  return MakeIteratorObject(c, IteratorKind::Zip, Iterators(c, iterables, {}));
}

KC_NATIVE(NewMap, Value, Value function, Rest iterables) {
  return MakeIteratorObject(c, IteratorKind::Map, Iterators(c, iterables, {function}));
}

KC_NATIVE(NewFilter, Value, Value function, Value iterable) {
  return MakeIteratorObject(c, IteratorKind::Filter, {function, MakeIterator(c, iterable)});
}

KC_NATIVE(NewReversed, Value, Value sequence) {
  const Value own = CallOwn(c, sequence, "__reversed__", {});
  if (!own.is_undefined() && !own.is_unknown()) {
    return own;
  }
  if (sequence.is(Kind::Dict, Kind::DictView)) {
    ValueList elements = Elements(c, sequence);
    std::ranges::reverse(elements);
    return MakeIterator(c, c.heap.List(std::move(elements)));
  }
  return MakeIteratorObject(c, IteratorKind::Reversed, {sequence}, Length(c, sequence));
}

KC_NATIVE(BuiltinIter, Value object, Given sentinel) {
  return sentinel.is_undefined()
             ? MakeIterator(c, object)
             : MakeIteratorObject(c, IteratorKind::Callable, {object, sentinel});
}

KC_NATIVE(BuiltinNext, Value iterator, Given fallback) {
  Value element;
  RaiseIf(c, iterator.is(Kind::List, Kind::Tuple, Kind::Dict, Kind::Str), "TypeError",
          "is no iterator");
  if (Advance(c, iterator, element)) {
    return element;
  }
  if (!fallback.is_undefined()) {
    return fallback;
  }
  if (iterator.is(Kind::Generator) && !GeneratorResult(iterator.object).is_none()) {
    RaiseWith(c, "StopIteration", {GeneratorResult(iterator.object)});
  }
  RaiseWith(c, "StopIteration", {});
}

KC_NATIVE(BuiltinIsInstance, Value object, Value of) {
  return OfTruthiness(c, IsInstanceOf(c, object, of));
}

KC_NATIVE(BuiltinIsSubclass, Value cls, Value of) {
  const ValueList all = of.is(Kind::Tuple) ? of.items() : ValueList{of};
  for (const Value& one : all) {
    GiveUpIf(c,
             !cls.is(Kind::Class) || !one.is(Kind::Class) || cls.object->state.top ||
                 (one.As<ClassInfo>().metaclass != nullptr &&
                  !FindOwn(c, one.As<ClassInfo>().metaclass, "__subclasscheck__").is_undefined()),
             "is a question about classes that is not followed");
    if (IsSubclass(cls.object, one.object)) {
      return Value::Bool(true);
    }
  }
  return Value::Bool(false);
}

KC_NATIVE(BuiltinCallable, Value value) {
  if (!value.is_object()) {
    return Value::Bool(false);
  }
  if (value.is(Kind::External)) {
    // Modules are not.
    if (value.text() == "numba" || value.text() == "numba.cuda" || value.text() == "kernelc") {
      return Value::Bool(false);
    }
    GiveUp(c, "depends on a library");
  }
  return Value::Bool(HasTrait(value.object->kind, kCallable) ||
                     !FindInClass(c, ClassOf(c, value), "__call__").is_undefined());
}

KC_NATIVE(BuiltinGetAttr, Value object, std::string_view name, Given fallback) {
  if (fallback.is_undefined()) {
    return GetAttribute(c, object, name);
  }
  const Value found = AttributeOrNone(c, object, name);
  return found.is_undefined() ? fallback : found;
}

KC_NATIVE(BuiltinHasAttr, Value object, std::string_view name) {
  const Value found = AttributeOrNone(c, object, name);
  CheckKnown(c, found);
  return Value::Bool(!found.is_undefined());
}

KC_NATIVE(BuiltinSetAttr, Value object, Value name, Value value) {
  if (name.is_unknown() && object.is_object()) {
    c.heap.MakeTop(object.object, c.where);
  }
  SetAttribute(c, object, TextOf(c, name), value);
  return Value::None();
}

KC_NATIVE(BuiltinDelAttr, Value object, std::string_view name) {
  DeleteAttribute(c, object, name);
  return Value::None();
}

KC_NATIVE(BuiltinRepr, Value object) { return c.heap.Str(Repr(c, object)); }

KC_NATIVE(BuiltinFormat, Value value, std::optional<std::string_view> spec) {
  return c.heap.Str(Format(c, value, spec.value_or("")));
}

// `whole`, with a fraction or not, as a multiple of 10 to the power of `zeros`: the nearest one, of
// two the even one.
static std::int64_t RoundedToTens(std::int64_t whole, bool has_fraction, std::int64_t zeros) {
  std::int64_t unit = 1;
  for (std::int64_t i = 0; i < zeros; ++i) {
    unit *= 10;
  }
  const std::int64_t count = whole / unit;
  const std::int64_t twice = 2 * (whole % unit);
  const bool is_up = twice > unit || (twice == unit && (has_fraction || count % 2 != 0));
  return (count + (is_up ? 1 : 0)) * unit;
}

KC_NATIVE_BY_NAME(BuiltinRound, Value value, OrNone<Value> ndigits) {
  const Value digits = ndigits.value_or(Value::None());
  const Value own = digits.is_none() ? CallOwn(c, value, "__round__", {})
                                     : CallOwn(c, value, "__round__", {digits});
  if (!own.is_undefined()) {
    return own;
  }
  const bool is_scalar = value.is(Kind::Scalar) && digits.is_none();
  const Value number = is_scalar ? ScalarNumber(c, value) : PlainNumber(value);
  RaiseIf(c, is_scalar && number.is_bool(), "TypeError", "NumPy's bools are not rounded");
  if (IsInteger(number) && (digits.is_none() || AsIndex(c, digits) >= 0)) {
    return Unary(c, ast::UnaryOperator::UAdd, number);
  }
  if (number.is_float() && digits.is_none()) {
    const double rounded = std::nearbyint(number.real);
    return IntegerOfDouble(c, rounded);
  }
  if (number.is_float()) {
    // The nearest of the decimals with so many digits, as strtod and printf round.
    const std::int64_t places = AsIndex(c, digits);
    const double size = std::abs(number.real);
    constexpr double kMostToTens = 1e18;
    GiveUpIf(
        c,
        places < -18 || places > 22 || !std::isfinite(size) || (places < 0 && size > kMostToTens),
        "is rounded in a way that is not followed");
    if (places < 0) {
      const auto whole = static_cast<std::int64_t>(size);
      const auto rounded =
          static_cast<double>(RoundedToTens(whole, static_cast<double>(whole) != size, -places));
      return Value::Float(std::copysign(rounded, number.real));
    }
    return Value::Float(std::stod(fmt::format("{:.{}f}", number.real, places)));
  }
  GiveUp(c, "is rounded in a way that is not followed");
}

KC_NATIVE_BY_NAME(BuiltinPow, Value base, Value exp, OrNone<Value> mod) {
  if (!mod) {
    return Binary(c, ast::BinaryOperator::Pow, base, exp);
  }
  const Value& modulus = *mod;
  GiveUpIf(c, !IsInteger(base) || !exp.is_small_int() || exp.integer < 0 || !IsInteger(modulus),
           "is a power that is not followed");
  Value result = IntegerOperation(c, ast::BinaryOperator::Mod, Value::Int(1), modulus);
  Value square = IntegerOperation(c, ast::BinaryOperator::Mod, base, modulus);
  for (std::int64_t rest = exp.integer; rest > 0; rest >>= 1) {
    const auto times = [&](const Value& x) {
      return IntegerOperation(c, ast::BinaryOperator::Mod,
                              IntegerOperation(c, ast::BinaryOperator::Mult, x, square), modulus);
    };
    result = (rest & 1) != 0 ? times(result) : result;
    square = times(square);
  }
  return result;
}

KC_NATIVE(BuiltinDivMod, Value x, Value y) {
  const Value own = CallOwn(c, x, "__divmod__", {y});
  if (!own.is_undefined() && !own.is_unknown()) {
    return own;
  }
  return c.heap.Tuple(
      {Binary(c, ast::BinaryOperator::FloorDiv, x, y), Binary(c, ast::BinaryOperator::Mod, x, y)});
}

KC_NATIVE(BuiltinChr, std::int64_t code) {
  RaiseIf(c, code < 0 || code > 0x10ffff, "ValueError", "chr() arg not in range(0x110000)");
  std::string text;
  AppendUtf8(text, static_cast<char32_t>(code));
  return c.heap.Str(text);
}

KC_NATIVE(BuiltinOrd, Value value) {
  RaiseIf(c, !value.is(Kind::Str, Kind::Bytes), "TypeError", "is no character");
  const std::string_view text = value.text();
  RaiseIf(c, Characters(text, value.is(Kind::Str)).size() != 1, "TypeError", "is no character");
  std::size_t at = 0;
  return Value::Int(value.is(Kind::Str) ? static_cast<std::int64_t>(DecodeUtf8(text, at))
                                        : static_cast<unsigned char>(text[0]));
}

// bin, oct, hex
KC_NATIVE(BuiltinBased, Called name, Plain number) {
  const unsigned base = name == "bin" ? 2 : name == "oct" ? 8 : 16;
  const Value integer = IsInteger(number) ? number : Value::Int(AsIndex(c, number));
  std::string text = IntegerText(integer, base);
  text.insert(text[0] == '-' ? 1 : 0, base == 2 ? "0b" : base == 8 ? "0o" : "0x");
  return c.heap.Str(text);
}

KC_NATIVE(BuiltinHash, Value value) {
  if (const Value own = CallOwn(c, value, "__hash__", {}); !own.is_undefined()) {
    const bool is_itself = own.is(Kind::External) || (own.is_small_int() && own.integer != -1);
    return is_itself ? own.is_bool() ? Value::Int(own.integer) : own
                     : Lose(c, "is a hash that is not followed");
  }
  constexpr std::int64_t kModulus = (std::int64_t{1} << 61) - 1;
  if (value.is_small_int() && value.integer >= 0 && value.integer < kModulus) {
    return Value::Int(value.integer);
  }
  const std::uint64_t hash = HashOf(c, value);
  if (value.is(Kind::Str, Kind::Bytes, Kind::Tuple, Kind::FrozenSet)) {
    // A number that nobody knows, but equal for equal values: what `__hash__` gives finds keys.
    return MakeExternal(c, fmt::format("{}{}", kHashOf, hash));
  }
  return Lose(c, "is a hash, which differs from run to run");
}

Value BuiltinId(Context& c, const Arguments&) { return Lose(c, "is an address"); }

Value BuiltinExit(Context& c, const Arguments& a) {
  throw Raised{Call(c, Value::Of(BuiltinClass(c, "SystemExit")), Arguments{a.values, {}})};
}

Value BuiltinGlobals(Context& c, const Arguments&) {
  return AttributesAsDict(c, c.frame->As<FrameInfo>().module);
}

Value BuiltinLocals(Context& c, const Arguments&) {
  const FrameInfo& info = c.frame->As<FrameInfo>();
  if (info.space != nullptr) {
    return AttributesAsDict(c, info.space);
  }
  Object* dict = c.heap.NewDict();
  for (const auto& [name, slot] : info.scope->slots) {
    const Value& value = c.frame->state.items[slot];
    if (!value.is_undefined()) {
      StoreKey(c, dict, c.heap.Str(name), value);
    }
  }
  // Names of functions around that this one uses come with them.
  dict->state.table->is_uncertain = info.outer != nullptr;
  return Value::Of(dict);
}

Value BuiltinVars(Context& c, const Arguments& a) {
  if (a.values.empty()) {
    return BuiltinLocals(c, a);
  }
  return GetAttribute(c, a.values[0], "__dict__");
}

}  // namespace kernelc::host
