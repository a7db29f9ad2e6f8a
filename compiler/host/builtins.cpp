// Builtin functions.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "compiler/base/unicode.h"
#include "compiler/host/array.h"
#include "compiler/host/integer.h"
#include "compiler/host/iterators.h"
#include "compiler/host/natives.h"
#include "compiler/host/strings.h"

namespace kernelc::host {
namespace {

// Gives undefined where the attribute is certainly not there.
Value AttributeOrNone(Context& c, const Value& object, std::string_view name) {
  try {
    return FindAttribute(c, object, name);
  } catch (const Raised& raised) {
    if (raised.exception.is_unknown() ||
        !IsInstance(c, raised.exception, BuiltinClass(c, "AttributeError"))) {
      throw;
    }
    return Value();
  }
}

Truthiness IsInstanceOf(Context& c, const Value& value, const Value& of) {
  if (value.is_unknown() || of.is_unknown()) {
    return Truthiness::Unknown;
  }
  if (of.is(Kind::Tuple)) {
    Truthiness any = Truthiness::False;
    for (const Value& one : of.object->state.items) {
      const Truthiness is = IsInstanceOf(c, value, one);
      if (is == Truthiness::True) {
        return is;
      }
      any = is == Truthiness::Unknown ? is : any;
    }
    return any;
  }
  if (of.is(Kind::Native)) {
    return IsArrayInstance(c, value, of.object->text) ? Truthiness::True : Truthiness::False;
  }
  if (!of.is(Kind::Class) || of.object->state.top) {
    return Truthiness::Unknown;
  }
  if (Object* metaclass = of.object->As<ClassInfo>().metaclass) {
    const Value own = FindOwn(c, metaclass, "__instancecheck__");
    if (!own.is_undefined()) {
      return TruthOf(c, Call(c, Bind(c, own, of, metaclass), {value}));
    }
  }
  if (value.is(Kind::Scalar)) {
    return IsArrayInstance(c, value, of.object->text) ? Truthiness::True : Truthiness::False;
  }
  return IsInstance(c, value, of.object) ? Truthiness::True : Truthiness::False;
}

Value OfTruthiness(Context& c, Truthiness truth) {
  return truth == Truthiness::Unknown ? Lose(c, "depends on something that is not known")
                                      : Value::Bool(truth == Truthiness::True);
}

}  // namespace

Value BuiltinAbs(Context& c, const Arguments& a) {
  const Value value = Need(c, a, 0, "x");
  const Value own = CallOwn(c, value, "__abs__", {});
  if (!own.is_undefined()) {
    return own;
  }
  const Value number = PlainNumber(value);
  if (IsInteger(number)) {
    return IsNegative(number) ? Unary(c, ast::UnaryOperator::USub, number)
                              : Unary(c, ast::UnaryOperator::UAdd, number);
  }
  if (number.is_float()) {
    return Value::Float(std::fabs(number.real));
  }
  if (number.is(Kind::Complex)) {
    return Value::Float(std::hypot(number.object->As<ComplexNumber>().real,
                                   number.object->As<ComplexNumber>().imag));
  }
  if (IsNumpy(number)) {
    return Ufunc(c, "absolute", a.values);
  }
  RaiseError(c, "TypeError",
             fmt::format("bad operand type for abs(): '{}'", ClassOf(c, value)->text));
}

Value BuiltinLen(Context& c, const Arguments& a) {
  const Value value = Need(c, a, 0, "obj");
  if (IsSet(value) && !value.object->state.top && !KeysOf(value.object).is_uncertain) {
    return Value::Int(static_cast<std::int64_t>(KeysOf(value.object).size()));
  }
  return Value::Int(Length(c, value));
}

Value BuiltinPrint(Context& c, const Arguments& a) {
  for (const Value& value : a.values) {
    // Texts of objects may run code of the program.
    const bool runs = value.is(Kind::Instance) || value.is(Kind::List) || value.is(Kind::Tuple) ||
                      value.is(Kind::Dict);
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

Value NewEnumerate(Context& c, const Arguments& a) {
  const std::int64_t start = AsIndex(c, Optional(a, 2, "start", Value::Int(0)));
  return MakeIteratorObject(c, IteratorKind::Enumerate,
                            {MakeIterator(c, Need(c, a, 1, "iterable"))}, start);
}

Value NewZip(Context& c, const Arguments& a) {
  if (!a.keywords.empty()) {
    GiveUp(c, "is zip() with a keyword");
  }
  ValueList sources;
  for (std::size_t i = 1; i < a.values.size(); ++i) {
    sources.push_back(MakeIterator(c, a.values[i]));
  }
  return MakeIteratorObject(c, IteratorKind::Zip, std::move(sources));
}

Value NewMap(Context& c, const Arguments& a) {
  ValueList sources = {Need(c, a, 1, "function")};
  for (std::size_t i = 2; i < a.values.size(); ++i) {
    sources.push_back(MakeIterator(c, a.values[i]));
  }
  return MakeIteratorObject(c, IteratorKind::Map, std::move(sources));
}

Value NewFilter(Context& c, const Arguments& a) {
  return MakeIteratorObject(
      c, IteratorKind::Filter,
      {Need(c, a, 1, "function"), MakeIterator(c, Need(c, a, 2, "iterable"))});
}

Value NewReversed(Context& c, const Arguments& a) {
  const Value sequence = Need(c, a, 1, "sequence");
  const Value own = CallOwn(c, sequence, "__reversed__", {});
  if (!own.is_undefined() && !own.is_unknown()) {
    return own;
  }
  if (sequence.is(Kind::Dict) || sequence.is(Kind::DictView)) {
    ValueList elements = Elements(c, sequence);
    std::ranges::reverse(elements);
    return MakeIterator(c, c.heap.List(std::move(elements)));
  }
  return MakeIteratorObject(c, IteratorKind::Reversed, {sequence}, Length(c, sequence));
}

Value BuiltinIter(Context& c, const Arguments& a) {
  if (a.values.size() == 2) {
    return MakeIteratorObject(c, IteratorKind::Callable, {a.values[0], a.values[1]});
  }
  return MakeIterator(c, Need(c, a, 0, "object"));
}

Value BuiltinNext(Context& c, const Arguments& a) {
  const Value iterator = Need(c, a, 0, "iterator");
  Value element;
  if (iterator.is(Kind::List) || iterator.is(Kind::Tuple) || iterator.is(Kind::Dict) ||
      iterator.is(Kind::Str)) {
    RaiseError(c, "TypeError",
               fmt::format("'{}' object is not an iterator", ClassOf(c, iterator)->text));
  }
  if (Advance(c, iterator, element)) {
    return element;
  }
  if (a.values.size() > 1) {
    return a.values[1];
  }
  if (iterator.is(Kind::Generator) && !GeneratorResult(iterator.object).is_none()) {
    throw Raised{
        Call(c, Value::Of(BuiltinClass(c, "StopIteration")), {GeneratorResult(iterator.object)})};
  }
  throw Raised{Call(c, Value::Of(BuiltinClass(c, "StopIteration")), {})};
}

Value BuiltinIsInstance(Context& c, const Arguments& a) {
  return OfTruthiness(c, IsInstanceOf(c, Need(c, a, 0, "object"), Need(c, a, 1, "class")));
}

Value BuiltinIsSubclass(Context& c, const Arguments& a) {
  const Value cls = Need(c, a, 0, "class");
  const Value of = Need(c, a, 1, "classes");
  const ValueList all = of.is(Kind::Tuple) ? of.object->state.items : ValueList{of};
  for (const Value& one : all) {
    if (!cls.is(Kind::Class) || !one.is(Kind::Class) || cls.object->state.top ||
        (one.object->As<ClassInfo>().metaclass != nullptr &&
         !FindOwn(c, one.object->As<ClassInfo>().metaclass, "__subclasscheck__").is_undefined())) {
      GiveUp(c, "is a question about classes that is not followed");
    }
    if (IsSubclass(cls.object, one.object)) {
      return Value::Bool(true);
    }
  }
  return Value::Bool(false);
}

Value BuiltinCallable(Context& c, const Arguments& a) {
  const Value value = Need(c, a, 0, "object");
  if (!value.is_object()) {
    return Value::Bool(false);
  }
  if (value.is(Kind::External)) {
    // Modules are not.
    if (value.object->text == "numba" || value.object->text == "numba.cuda" ||
        value.object->text == "kernelc") {
      return Value::Bool(false);
    }
    GiveUp(c, "depends on a library");
  }
  return Value::Bool(HasTrait(value.object->kind, kCallable) ||
                     !FindInClass(c, ClassOf(c, value), "__call__").is_undefined());
}

Value BuiltinGetAttr(Context& c, const Arguments& a) {
  const Value object = Need(c, a, 0, "object");
  const std::string_view name = TextOf(c, Need(c, a, 1, "name"));
  if (a.values.size() < 3) {
    return GetAttribute(c, object, name);
  }
  const Value found = AttributeOrNone(c, object, name);
  return found.is_undefined() ? a.values[2] : found;
}

Value BuiltinHasAttr(Context& c, const Arguments& a) {
  const Value found = AttributeOrNone(c, Need(c, a, 0, "object"), TextOf(c, Need(c, a, 1, "name")));
  CheckKnown(c, found);
  return Value::Bool(!found.is_undefined());
}

Value BuiltinSetAttr(Context& c, const Arguments& a) {
  const Value name = Need(c, a, 1, "name");
  if (name.is_unknown() && a.values[0].is_object()) {
    c.heap.MakeTop(a.values[0].object, c.where);
  }
  SetAttribute(c, Need(c, a, 0, "object"), TextOf(c, name), Need(c, a, 2, "value"));
  return Value::None();
}

Value BuiltinDelAttr(Context& c, const Arguments& a) {
  DeleteAttribute(c, Need(c, a, 0, "object"), TextOf(c, Need(c, a, 1, "name")));
  return Value::None();
}

Value BuiltinRepr(Context& c, const Arguments& a) {
  return c.heap.Str(Repr(c, Need(c, a, 0, "object")));
}

Value BuiltinFormat(Context& c, const Arguments& a) {
  const Value spec = Optional(a, 1, "spec", Value());
  return c.heap.Str(
      Format(c, Need(c, a, 0, "value"), spec.is_undefined() ? std::string() : TextOf(c, spec)));
}

Value BuiltinRound(Context& c, const Arguments& a) {
  const Value value = Need(c, a, 0, "number");
  const Value digits = Optional(a, 1, "ndigits", Value::None());
  const Value own = value.is_object() ? FindOwn(c, ClassOf(c, value), "__round__") : Value();
  if (!own.is_undefined()) {
    const Value bound = Bind(c, own, value, ClassOf(c, value));
    return digits.is_none() ? Call(c, bound, {}) : Call(c, bound, {digits});
  }
  const bool is_scalar = value.is(Kind::Scalar) && digits.is_none();
  const Value number = is_scalar ? ScalarNumber(c, value) : PlainNumber(value);
  if (is_scalar && number.is_bool()) {
    RaiseError(c, "TypeError", "type numpy.bool doesn't define __round__ method");
  }
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
    if (places < 0 || places > 22 || !std::isfinite(number.real)) {
      GiveUp(c, "is rounded in a way that is not followed");
    }
    return Value::Float(std::stod(fmt::format("{:.{}f}", number.real, places)));
  }
  GiveUp(c, "is rounded in a way that is not followed");
}

Value BuiltinPow(Context& c, const Arguments& a) {
  const Value modulus = Optional(a, 2, "mod", Value::None());
  if (modulus.is_none()) {
    return Binary(c, ast::BinaryOperator::Pow, Need(c, a, 0, "base"), Need(c, a, 1, "exp"));
  }
  const Value base = Need(c, a, 0, "base");
  const Value exponent = Need(c, a, 1, "exp");
  if (!IsInteger(base) || !exponent.is_small_int() || exponent.integer < 0 || !IsInteger(modulus)) {
    GiveUp(c, "is a power that is not followed");
  }
  Value result = IntegerOperation(c, ast::BinaryOperator::Mod, Value::Int(1), modulus);
  Value square = IntegerOperation(c, ast::BinaryOperator::Mod, base, modulus);
  for (std::int64_t rest = exponent.integer; rest > 0; rest >>= 1) {
    const auto times = [&](const Value& x) {
      return IntegerOperation(c, ast::BinaryOperator::Mod,
                              IntegerOperation(c, ast::BinaryOperator::Mult, x, square), modulus);
    };
    result = (rest & 1) != 0 ? times(result) : result;
    square = times(square);
  }
  return result;
}

Value BuiltinDivMod(Context& c, const Arguments& a) {
  const Value x = Need(c, a, 0, "x");
  const Value y = Need(c, a, 1, "y");
  const Value own = CallOwn(c, x, "__divmod__", {y});
  if (!own.is_undefined() && !own.is_unknown()) {
    return own;
  }
  return c.heap.Tuple(
      {Binary(c, ast::BinaryOperator::FloorDiv, x, y), Binary(c, ast::BinaryOperator::Mod, x, y)});
}

Value BuiltinChr(Context& c, const Arguments& a) {
  const std::int64_t code = AsIndex(c, Need(c, a, 0, "i"));
  if (code < 0 || code > 0x10ffff) {
    RaiseError(c, "ValueError", "chr() arg not in range(0x110000)");
  }
  std::string text;
  AppendUtf8(text, static_cast<char32_t>(code));
  return c.heap.Str(text);
}

Value BuiltinOrd(Context& c, const Arguments& a) {
  const Value value = Need(c, a, 0, "c");
  if (!value.is(Kind::Str) && !value.is(Kind::Bytes)) {
    RaiseError(c, "TypeError", "ord() expected string of length 1");
  }
  const std::string_view text = value.object->text;
  if (Characters(text, value.is(Kind::Str)).size() != 1) {
    RaiseError(c, "TypeError", "ord() expected a character");
  }
  std::size_t at = 0;
  return Value::Int(value.is(Kind::Str) ? static_cast<std::int64_t>(DecodeUtf8(text, at))
                                        : static_cast<unsigned char>(text[0]));
}

// bin, oct, hex
Value BuiltinBased(Context& c, const Arguments& a) {
  const unsigned base = a.native == "bin" ? 2 : a.native == "oct" ? 8 : 16;
  const Value number = PlainNumber(Need(c, a, 0, "number"));
  const Value integer = IsInteger(number) ? number : Value::Int(AsIndex(c, number));
  std::string text = IntegerText(integer, base);
  text.insert(text[0] == '-' ? 1 : 0, base == 2 ? "0b" : base == 8 ? "0o" : "0x");
  return c.heap.Str(text);
}

Value BuiltinHash(Context& c, const Arguments& a) {
  const Value value = Need(c, a, 0, "object");
  const Value own = value.is_object() ? FindOwn(c, ClassOf(c, value), "__hash__") : Value();
  if (!own.is_undefined() && !own.is_none()) {
    return Call(c, Bind(c, own, value, ClassOf(c, value)), {});
  }
  constexpr std::int64_t kModulus = (std::int64_t{1} << 61) - 1;
  if (value.is_small_int() && value.integer >= 0 && value.integer < kModulus) {
    return Value::Int(value.integer);
  }
  const std::uint64_t hash = HashOf(c, value);
  if (value.is(Kind::Str) || value.is(Kind::Bytes) || value.is(Kind::Tuple) ||
      value.is(Kind::FrozenSet)) {
    // A number that nobody knows, but equal for equal values: what `__hash__` gives finds keys.
    Object* number = c.heap.New(Kind::External);
    number->text = Pool::current()->Copy(fmt::format("hash {}", hash));
    return Value::Of(number);
  }
  return Lose(c, "is a hash, which differs from run to run");
}

Value BuiltinId(Context& c, const Arguments& a) {
  static_cast<void>(a);
  return Lose(c, "is an address");
}

Value BuiltinExit(Context& c, const Arguments& a) {
  throw Raised{Call(c, Value::Of(BuiltinClass(c, "SystemExit")), Arguments{a.values, {}})};
}

Value BuiltinGlobals(Context& c, const Arguments& a) {
  static_cast<void>(a);
  return AttributesAsDict(c, c.frame->As<FrameInfo>().module);
}

Value BuiltinLocals(Context& c, const Arguments& a) {
  static_cast<void>(a);
  const FrameInfo& info = c.frame->As<FrameInfo>();
  if (info.space != nullptr) {
    return AttributesAsDict(c, info.space);
  }
  Object* dict = c.heap.NewDict();
  std::vector<std::pair<std::uint32_t, std::string_view>> names;
  for (const auto& [name, slot] : info.scope->slots) {
    names.emplace_back(slot, name);
  }
  std::ranges::sort(names);
  for (const auto& [slot, name] : names) {
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
