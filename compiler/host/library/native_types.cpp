// What makes objects of builtin types, and what `object` and `type` do for all others.
#include <fmt/format.h>
#include <llvm/ADT/StringRef.h>

#include <cmath>
#include <cstdlib>

#include "compiler/base/unicode.h"
#include "compiler/host/arrays/array.h"
#include "compiler/host/library/natives.h"
#include "compiler/host/library/parameters.h"
#include "compiler/host/objects/integer.h"
#include "compiler/host/objects/strings.h"

namespace kernelc::host {
namespace {

// `value` as an object of the class that `__new__` was called for: itself where that is the builtin
// type.
Value OfClass(Context& c, Object* cls, const Value& value) {
  if (cls->As<ClassInfo>().is_builtin) {
    return value;
  }
  if (!value.is_object() || value.is(Kind::BigInt, Kind::Complex)) {
    const Value instance = c.heap.Of(Kind::Instance, {value});
    instance.object->cls = cls;
    return instance;
  }
  Object* object = c.heap.New(value.object->kind);
  object->cls = cls;
  object->text = value.text();
  object->state = value.object->state;
  if (!object->state.attributes) {
    object->state.attributes = std::make_unique<Table>();
  }
  return Value::Of(object);
}

std::string Stripped(std::string_view text) {
  return llvm::StringRef(text).trim(" \t\n\r\v\f").str();
}

Value ParseInteger(Context& c, const std::string& text, unsigned base) {
  GiveUpIf(c, !IsAscii(text), "is a number in digits that are not followed");
  RaiseIf(c, base == 1 || base > 36, "ValueError", "base must be >= 2 and <= 36, or 0");
  llvm::StringRef rest = text;
  const bool negative = rest.consume_front("-");
  if (!negative) {
    rest.consume_front("+");
  }
  bool has_prefix = false;
  for (const auto& [prefix, of] :
       {std::pair("0x", 16u), std::pair("0o", 8u), std::pair("0b", 2u)}) {
    if ((base == of || base == 0) && rest.consume_front_insensitive(prefix)) {
      rest.consume_front("_");
      base = of;
      has_prefix = true;
    }
  }
  // Zeros in front are for no base.
  const bool is_octal =
      base == 0 && rest.starts_with("0") && rest.find_first_not_of("0_") != rest.npos;
  const bool is_parted = rest.starts_with("_") || rest.ends_with("_") || rest.contains("__");
  RaiseIf(c, is_parted || is_octal || (rest.empty() && has_prefix), "ValueError", "is no integer");
  std::string digits = rest.str();
  std::erase(digits, '_');
  const Value value = IntegerOfText(c, digits, base == 0 ? 10 : base);
  return negative ? Unary(c, ast::UnaryOperator::USub, value) : value;
}

// The number that `of` makes of what an array of one element holds, or a method of the object
// gives.
Value NumberOfOther(Context& c, const Value& value, std::initializer_list<std::string_view> methods,
                    Value (*of)(Context&, const Value&)) {
  if (value.is(Kind::Scalar, Kind::Array)) {
    const Value number = ScalarNumber(c, value);
    GiveUpIf(c, number.is(Kind::Complex), "is the real part of a complex number");
    return of(c, number);
  }
  for (const std::string_view name : methods) {
    if (const Value own = CallOwn(c, value, name, {}); !own.is_undefined()) {
      return of(c, own);
    }
  }
  CheckKnown(c, value);
  GiveUpIf(c, value.is(Kind::Bytes, Kind::ByteArray, Kind::External),
           "is a number of something that is not followed");
  RaiseError(c, "TypeError", "is no number");
}

Value IntegerOf(Context& c, const Value& given) {
  if (const Value own = CallOwn(c, given, "__int__", {}); !own.is_undefined()) {
    return IntegerOf(c, own);
  }
  const Value value = PlainNumber(given);
  if (IsInteger(value)) {
    return value.is_bool() ? Value::Int(value.integer) : value;
  }
  if (value.is_float()) {
    return IntegerOfDouble(c, std::trunc(value.real));
  }
  return value.is(Kind::Str, Kind::Bytes)
             ? ParseInteger(c, Stripped(value.text()), 10)
             : NumberOfOther(c, value, {"__index__", "__trunc__"}, IntegerOf);
}

Value FloatOfText(Context& c, std::string_view text) {
  const std::string given = Stripped(text);
  std::string plain;
  for (std::size_t i = 0; i < given.size(); ++i) {
    const bool between = given[i] == '_' && i > 0 && i + 1 < given.size() &&
                         std::isdigit(given[i - 1]) && std::isdigit(given[i + 1]);
    plain += between ? "" : given.substr(i, 1);
  }
  char* end = nullptr;
  const double number = std::strtod(plain.c_str(), &end);
  const bool is_hex = plain.find_first_of("xXpP(") != std::string::npos;
  if (plain.empty() || is_hex || end != plain.c_str() + plain.size()) {
    RaiseError(c, "ValueError", "{} is no number", Quoted(text, false));
  }
  return Value::Float(number);
}

Value FloatOf(Context& c, const Value& given) {
  if (const Value own = CallOwn(c, given, "__float__", {}); !own.is_undefined()) {
    return FloatOf(c, own);
  }
  const Value value = PlainNumber(given);
  return IsInteger(value) || value.is_float() ? Value::Float(ToDouble(c, value))
         : value.is(Kind::Str)                ? FloatOfText(c, value.text())
                                              : NumberOfOther(c, value, {"__index__"}, FloatOf);
}

// A container of the class that `__new__` was called for.
Object* NewOfClass(Context& c, Object* cls) {
  Object* object = c.heap.New(cls->As<ClassInfo>().instance_kind);
  if (!cls->As<ClassInfo>().is_builtin) {
    object->cls = cls;
    object->state.attributes = std::make_unique<Table>();
  }
  return object;
}

void AddKeys(Context& c, Object* set, const Value& iterable) {
  const bool is_set = iterable.is(Kind::Set, Kind::FrozenSet);
  if (is_set) {
    const Entries entries = KnownKeys(c, iterable.object).entries();
    for (const Entry& entry : entries) {
      if (!entry.key.is_undefined()) {
        StoreKey(c, set, entry.key, Value::None());
      }
    }
    return;
  }
  for (const Value& element : Elements(c, iterable)) {
    StoreKey(c, set, element, Value::None());
  }
}

std::string BytesOf(Context& c, const Value& given) {
  const Value value = PlainNumber(given);
  GiveUpIf(c, IsPartial(ClassOf(c, value)), "are bytes of something that is not followed");
  if (value.is(Kind::Bytes, Kind::ByteArray) && !value.object->state.top) {
    return std::string(BytesIn(*value.object));
  }
  if (value.is_small_int()) {
    constexpr std::int64_t kMost = 1 << 24;
    GiveUpIf(c, value.integer < 0 || value.integer > kMost, "is too long a sequence");
    return std::string(static_cast<std::size_t>(value.integer), '\0');
  }
  GiveUpIf(c, value.is(Kind::Array, Kind::Str), "are bytes of something that is not followed");
  std::string bytes;
  for (const Value& element : Elements(c, value)) {
    const std::int64_t byte = AsIndex(c, element);
    RaiseIf(c, byte < 0 || byte > 255, "ValueError", "bytes must be in range(0, 256)");
    bytes += static_cast<char>(byte);
  }
  return bytes;
}

std::string BytesArgument(Context& c, const Given& source, const Given& encoding) {
  if (!source.is(Kind::Str)) {
    return source.is_undefined() ? std::string() : BytesOf(c, source);
  }
  RaiseIf(c, encoding.is_undefined(), "TypeError", "string argument without an encoding");
  const std::string_view name = TextOf(c, encoding);
  GiveUpIf(c, name != "utf-8" && name != "utf8" && name != "ascii",
           "is in an encoding that is not followed");
  return std::string(source.text());
}

}  // namespace

double Take(Context& c, const Value& value, Type<double>) {
  RaiseIf(c, value.is(Kind::Str), "TypeError", "is no real number");
  return FloatOf(c, value).real;
}

// `base` is given with texts alone.
KC_NATIVE_BY_NAME(NewInt, Any<Kind::Class> cls, Given x, std::optional<std::int64_t> base) {
  return OfClass(c, cls.object,
                 x.is_undefined() ? Value::Int(0)
                 : !base          ? IntegerOf(c, x)
                         : ParseInteger(c, Stripped(TextOf(c, x)), static_cast<unsigned>(*base)));
}

KC_NATIVE(NewBool, Value, std::optional<bool> x) { return Value::Bool(x.value_or(false)); }

KC_NATIVE(NewFloat, Any<Kind::Class> cls, Given x) {
  return OfClass(c, cls.object, x.is_undefined() ? Value::Float(0.0) : FloatOf(c, x));
}

KC_NATIVE_BY_NAME(NewComplex, Any<Kind::Class> cls, std::optional<Plain> real,
                  std::optional<Plain> imag) {
  const Value x = real.value_or(Plain{Value::Int(0)});
  const Value y = imag.value_or(Plain{Value::Int(0)});
  const auto is_real = [](const Value& part) { return IsInteger(part) || part.is_float(); };
  if (x.is(Kind::Complex) && !imag) {
    return x;
  }
  GiveUpIf(c, !is_real(x) || !is_real(y), "is a complex number that is not followed");
  return OfClass(c, cls.object, MakeComplex(c, ToDouble(c, x), ToDouble(c, y)));
}

KC_NATIVE_BY_NAME(NewStr, Any<Kind::Class> cls, Given object, Given encoding) {
  if (!encoding.is_undefined() && object.is(Kind::Bytes, Kind::ByteArray)) {
    return OfClass(c, cls.object, CallSpecial(c, object, "decode", {encoding}));
  }
  return OfClass(c, cls.object,
                 c.heap.Str(object.is_undefined() ? std::string() : ToText(c, object)));
}

KC_NATIVE_BY_NAME(NewBytes, Any<Kind::Class> cls, Given source, Given encoding) {
  return OfClass(c, cls.object, c.heap.Bytes(BytesArgument(c, source, encoding)));
}

KC_NATIVE_BY_NAME(NewByteArray, Value, Given source, Given encoding) {
  return LikeText(c, Kind::ByteArray, BytesArgument(c, source, encoding));
}

KC_NATIVE(NewTuple, Any<Kind::Class> cls, Given iterable) {
  if (iterable.is(Kind::Tuple) && cls.As<ClassInfo>().is_builtin &&
      iterable.object->cls == nullptr) {
    return iterable;
  }
  return OfClass(c, cls.object,
                 c.heap.Tuple(iterable.is_undefined() ? ValueList() : Elements(c, iterable)));
}

KC_NATIVE(InitList, Value self, std::optional<ValueList> iterable) {
  if (!self.object->state.top) {
    c.heap.Change(self.object).items = iterable.value_or(ValueList());
  }
  return Value::None();
}

// dict, list, set: `__init__` fills them.
KC_NATIVE(NewContainer, Any<Kind::Class> cls, Rest, Keywords) {
  return Value::Of(NewOfClass(c, cls.object));
}

KC_NATIVE(InitSet, Value self, Given iterable) {
  if (!iterable.is_undefined()) {
    AddKeys(c, self.object, iterable);
  }
  return Value::None();
}

KC_NATIVE(NewFrozenSet, Any<Kind::Class> cls, Given iterable) {
  Object* set = NewOfClass(c, cls.object);
  if (!iterable.is_undefined()) {
    AddKeys(c, set, iterable);
  }
  return Value::Of(set);
}

KC_NATIVE(NewRange, Value, std::int64_t first, std::optional<std::int64_t> second,
          std::optional<std::int64_t> third) {
  constexpr std::int64_t kMost = std::int64_t{1} << 60;
  const std::int64_t step = third.value_or(1);
  RaiseIf(c, step == 0, "ValueError", "range() arg 3 must not be zero");
  const std::int64_t stop = second.value_or(first);
  GiveUpIf(c, std::llabs(first) > kMost || std::llabs(stop) > kMost || std::llabs(step) > kMost,
           "is too long a range");
  return c.heap.Of(Kind::Range,
                   {Value::Int(second ? first : 0), Value::Int(stop), Value::Int(step)});
}

KC_NATIVE(NewSlice, Value, Value first, Given second, Given third) {
  return c.heap.Of(Kind::Slice, {second.is_undefined() ? Value::None() : first,
                                 second.is_undefined() ? first : second,
                                 third.is_undefined() ? Value::None() : third});
}

KC_NATIVE_BY_NAME(NewProperty, Value, OrNone<Value> fget, OrNone<Value> fset, OrNone<Value> fdel,
                  Given doc) {
  static_cast<void>(doc);
  const Value none = Value::None();
  return c.heap.Of(Kind::Property, {fget.value_or(none), fset.value_or(none), fdel.value_or(none)});
}

// What slices, properties, methods and wrapped functions are made of, in the order of State::items.
static std::size_t PartNamed(const Value& self, std::string_view name) {
  return name == "stop" || name == "fset" || name == "setter" ||
                 (name == "__func__" && self.is(Kind::Method))
             ? 1
         : name == "step" || name == "fdel" || name == "deleter" ? 2
                                                                 : 0;
}

KC_NATIVE(PartOf, Called name, Value self) { return self.items()[PartNamed(self, name)]; }
// getter, setter, deleter
KC_NATIVE(PropertyWith, Called name, Value self, Value function) {
  ValueList parts = self.items();
  parts[PartNamed(self, name)] = function;
  return c.heap.Of(Kind::Property, std::move(parts));
}
// classmethod, staticmethod
KC_NATIVE(NewWrapper, Any<Kind::Class> cls, Value function) {
  return c.heap.Of(cls.As<ClassInfo>().instance_kind, {function});
}
KC_NATIVE(NewMethod, Value, Value function, Value object) {
  return c.heap.Of(Kind::Method, {object, function});
}

KC_NATIVE(NewSuper, Value, Given type, Given object) {
  if (!object.is_undefined()) {
    return c.heap.Of(Kind::Super, {type, object});
  }
  const FrameInfo* info = &c.frame->As<FrameInfo>();
  const Object* frame = c.frame;
  while (info->is_comprehension && info->outer != nullptr) {
    frame = info->outer;
    info = &frame->As<FrameInfo>();
  }
  GiveUpIf(c,
           info->class_cell == nullptr || info->class_cell->state.items.empty() ||
               info->function == nullptr,
           "is super() outside of a method");
  const ast::Arguments& params = *info->function->As<FunctionInfo>().arguments;
  const ast::NodeList<ast::Arg> list =
      params.posonlyargs.empty() ? params.args : params.posonlyargs;
  GiveUpIf(c, list.empty(), "is super() without an object");
  const Value& self = frame->state.items[info->scope->slots.at(list[0]->arg)];
  CheckKnown(c, self);
  return c.heap.Of(Kind::Super, {info->class_cell->state.items[0], self});
}

// --- object and type ---

KC_NATIVE(NewObject, Any<Kind::Class> cls, Rest, Keywords) {
  const ClassInfo& info = cls.As<ClassInfo>();
  GiveUpIf(c, info.instance_kind != Kind::Instance && info.instance_kind != Kind::Class,
           "is an object of a builtin type made in a way that is not followed");
  Object* instance = c.heap.New(Kind::Instance);
  instance->cls = cls.object;
  return Value::Of(instance);
}

Value NewException(Context& c, const Arguments& a) {
  const Value made = NewObject(c, a);
  StoreName(c, made.object, "args", c.heap.Tuple({a.values.begin() + 1, a.values.end()}));
  StoreName(c, made.object, "__cause__", Value::None());
  return made;
}

KC_NATIVE(InitException, Value self, Rest args, Keywords keywords) {
  if (!keywords.empty()) {
    GiveUpIf(c, IsOneOf(c, self, {"AttributeError", "ImportError", "NameError"}),
             "is an exception with attributes that are not followed");
    RaiseError(c, "TypeError", "exceptions take no keyword arguments");
  }
  StoreName(c, self.object, "args", c.heap.Tuple({args.begin(), args.end()}));
  return Value::None();
}

KC_NATIVE(FirstArgument, Value self) {
  const Value args = GetAttribute(c, self, "args");
  return args.is(Kind::Tuple) && !args.items().empty() ? args.items()[0] : Value::None();
}

KC_NATIVE(SameObject, Value self, Rest) { return self; }

KC_NATIVE(ObjectSetAttribute, Value self, std::string_view name, Value value) {
  SetPlainAttribute(c, self, name, value);
  return Value::None();
}

KC_NATIVE(ObjectEqual, Value self, Value other) {
  return IsSame(self, other) ? Value::Bool(true) : Value::NotImplemented();
}

KC_NATIVE(ObjectUnequal, Value self, Value other) {
  const Value equal = Compare(c, ast::CompareOperator::Eq, self, other);
  return equal.is_unknown() ? equal : Value::Bool(!Truth(c, equal));
}

KC_NATIVE(ObjectText, Value self) { return c.heap.Str(Repr(c, self)); }

KC_NATIVE(ObjectFormat, Value self, std::string_view spec) {
  RaiseIf(c, !spec.empty(), "TypeError", "unsupported format string passed to object.__format__");
  return c.heap.Str(ToText(c, self));
}

KC_NATIVE(ObjectInitSubclass, Rest, Keywords keywords) {
  RaiseIf(c, !keywords.empty(), "TypeError", "__init_subclass__() takes no keyword arguments");
  return Value::None();
}

KC_NATIVE(NewType, Any<Kind::Class> metaclass, Value name, std::optional<ValueList> bases,
          Given space, Keywords keywords) {
  if (!bases) {
    return Value::Of(ClassOf(c, name));
  }
  std::vector<Object*> classes;
  for (const Value& base : *bases) {
    GiveUpIf(c, !base.is(Kind::Class) || base.object->state.top,
             "is a class with a base that is not known");
    classes.push_back(base.object);
  }
  GiveUpIf(c, !space.is(Kind::Dict), "is a class of attributes that are not known");
  return MakeClass(c, TextOf(c, name), std::move(classes), metaclass.object,
                   KnownKeys(c, space.object), keywords);
}

KC_NATIVE(CallType, Any<Kind::Class> cls, Rest values, Keywords keywords) {
  return InstantiateClass(c, cls.object, Arguments{values, keywords});
}

KC_NATIVE(TypeMro, Value cls) { return c.heap.List(Elements(c, GetAttribute(c, cls, "__mro__"))); }

}  // namespace kernelc::host
