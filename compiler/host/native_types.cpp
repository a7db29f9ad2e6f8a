// What makes objects of builtin types, and what `object` and `type` do for all others.
#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

#include "compiler/host/array.h"
#include "compiler/host/integer.h"
#include "compiler/host/natives.h"
#include "compiler/host/strings.h"

namespace kernelc::host {
namespace {

Object* ClassArgument(Context& c, const Arguments& a) {
  const Value cls = Need(c, a, 0, "cls");
  if (!cls.is(Kind::Class)) {
    GiveUp(c, "is an object of a class that is not known");
  }
  return cls.object;
}

// `value` as an object of the class that `__new__` was called for: itself where that is the builtin
// type.
Value OfClass(Context& c, Object* cls, const Value& value) {
  if (cls->As<ClassInfo>().is_builtin) {
    return value;
  }
  if (!value.is_object() || value.is(Kind::BigInt) || value.is(Kind::Complex)) {
    Object* instance = c.heap.New(Kind::Instance);
    instance->cls = cls;
    instance->state.items = {value};
    instance->state.attributes = std::make_unique<Table>();
    return Value::Of(instance);
  }
  Object* object = c.heap.New(value.object->kind);
  object->cls = cls;
  object->text = value.object->text;
  object->state = value.object->state;
  if (!object->state.attributes) {
    object->state.attributes = std::make_unique<Table>();
  }
  return Value::Of(object);
}

std::string Stripped(std::string_view text) {
  constexpr std::string_view kBlank = " \t\n\r\v\f";
  const std::size_t first = text.find_first_not_of(kBlank);
  return first == std::string_view::npos
             ? ""
             : std::string(text.substr(first, text.find_last_not_of(kBlank) + 1 - first));
}

// Digits with single underscores between them; false for other texts.
bool Digits(std::string_view text, unsigned base, std::string& digits) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '_') {
      if (i == 0 || i + 1 == text.size() || text[i - 1] == '_') {
        return false;
      }
      continue;
    }
    const int digit = c >= '0' && c <= '9'                     ? c - '0'
                      : (c | 0x20) >= 'a' && (c | 0x20) <= 'z' ? (c | 0x20) - 'a' + 10
                                                               : 99;
    if (digit >= static_cast<int>(base)) {
      return false;
    }
    digits += c;
  }
  return !digits.empty();
}

Value ParseInteger(Context& c, const std::string& text, unsigned base) {
  std::string_view rest = text;
  const bool negative = rest.starts_with("-");
  if (negative || rest.starts_with("+")) {
    rest.remove_prefix(1);
  }
  const auto drop = [&](std::string_view prefix, unsigned of) {
    if ((base == of || base == 0) && rest.size() > 2 && rest[0] == '0' &&
        (rest[1] | 0x20) == prefix[1]) {
      rest.remove_prefix(rest[2] == '_' ? 3 : 2);
      base = of;
    }
  };
  drop("0x", 16);
  drop("0o", 8);
  drop("0b", 2);
  base = base == 0 ? 10 : base;
  std::string digits;
  if (!Digits(rest, base, digits)) {
    for (const char byte : text) {
      if (static_cast<unsigned char>(byte) > 0x7f) {
        GiveUp(c, "is a number in digits that are not followed");
      }
    }
    RaiseError(
        c, "ValueError",
        fmt::format("invalid literal for int() with base {}: {}", base, Quoted(text, false)));
  }
  const Value value = IntegerOfText(c, digits, base);
  return negative ? Unary(c, ast::UnaryOperator::USub, value) : value;
}

Value IntegerOf(Context& c, const Value& given) {
  const Value value = PlainNumber(given);
  if (IsInteger(value)) {
    return value.is_bool() ? Value::Int(value.integer) : value;
  }
  if (value.is_float()) {
    return IntegerOfDouble(c, std::trunc(value.real));
  }
  if (value.is(Kind::Str) || value.is(Kind::Bytes)) {
    return ParseInteger(c, Stripped(value.object->text), 10);
  }
  if (value.is(Kind::Scalar) || value.is(Kind::Array)) {
    return IntegerOf(c, ScalarNumber(c, value));
  }
  for (const std::string_view name : {"__int__", "__index__", "__trunc__"}) {
    const Value own = CallOwn(c, value, name, {});
    if (!own.is_undefined()) {
      return IntegerOf(c, own);
    }
  }
  CheckKnown(c, value);
  RaiseError(
      c, "TypeError",
      fmt::format("int() argument must be a string, a bytes-like object or a real number, not '{}'",
                  ClassOf(c, value)->text));
}

Value FloatOf(Context& c, const Value& given) {
  const Value value = PlainNumber(given);
  if (value.is_float()) {
    return value;
  }
  if (IsInteger(value)) {
    return Value::Float(ToDouble(c, value));
  }
  if (value.is(Kind::Str)) {
    std::string text = Stripped(value.object->text);
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
      const bool between = text[i] == '_' && i > 0 && i + 1 < text.size() &&
                           std::isdigit(text[i - 1]) && std::isdigit(text[i + 1]);
      if (!between) {
        plain += text[i];
      }
    }
    char* end = nullptr;
    const double number = std::strtod(plain.c_str(), &end);
    const bool is_hex = plain.find_first_of("xXpP(") != std::string::npos;
    if (plain.empty() || is_hex || end != plain.c_str() + plain.size()) {
      RaiseError(
          c, "ValueError",
          fmt::format("could not convert string to float: {}", Quoted(value.object->text, false)));
    }
    return Value::Float(number);
  }
  if (value.is(Kind::Scalar) || value.is(Kind::Array)) {
    return FloatOf(c, ScalarNumber(c, value));
  }
  for (const std::string_view name : {"__float__", "__index__"}) {
    const Value own = CallOwn(c, value, name, {});
    if (!own.is_undefined()) {
      return FloatOf(c, own);
    }
  }
  CheckKnown(c, value);
  RaiseError(c, "TypeError",
             fmt::format("float() argument must be a string or a real number, not '{}'",
                         ClassOf(c, value)->text));
}

Object* NewKeyed(Context& c, Kind kind, Object* cls) {
  Object* object = c.heap.New(kind);
  object->state.table = std::make_unique<Table>();
  if (!cls->As<ClassInfo>().is_builtin) {
    object->cls = cls;
    object->state.attributes = std::make_unique<Table>();
  }
  return object;
}

void AddKeys(Context& c, Object* set, const Value& iterable) {
  const bool is_set = iterable.is(Kind::Set) || iterable.is(Kind::FrozenSet);
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

std::string BytesOf(Context& c, const Value& value) {
  if (value.is(Kind::Bytes)) {
    return std::string(value.object->text);
  }
  if (value.is(Kind::ByteArray) && !value.object->state.top) {
    return std::string(std::string_view(*value.object->state.bytes));
  }
  if (value.is_small_int()) {
    constexpr std::int64_t kMost = 1 << 24;
    if (value.integer < 0 || value.integer > kMost) {
      GiveUp(c, "is too long a sequence");
    }
    return std::string(static_cast<std::size_t>(value.integer), '\0');
  }
  if (value.is(Kind::Array) || value.is(Kind::Str)) {
    GiveUp(c, "are bytes of something that is not followed");
  }
  std::string bytes;
  for (const Value& element : Elements(c, value)) {
    const std::int64_t byte = AsIndex(c, element);
    if (byte < 0 || byte > 255) {
      RaiseError(c, "ValueError", "bytes must be in range(0, 256)");
    }
    bytes += static_cast<char>(byte);
  }
  return bytes;
}

std::string BytesArgument(Context& c, const Arguments& a) {
  if (a.values.size() < 2) {
    return {};
  }
  if (a.values[1].is(Kind::Str)) {
    const std::string_view encoding = TextOf(c, Need(c, a, 2, "encoding"));
    if (encoding != "utf-8" && encoding != "utf8" && encoding != "ascii") {
      GiveUp(c, "is in an encoding that is not followed");
    }
    return std::string(a.values[1].object->text);
  }
  return BytesOf(c, a.values[1]);
}

}  // namespace

Value NewInt(Context& c, const Arguments& a) {
  Object* cls = ClassArgument(c, a);
  const Value base = Optional(a, 2, "base", Value());
  if (a.values.size() < 2) {
    return OfClass(c, cls, Value::Int(0));
  }
  if (base.is_undefined()) {
    return OfClass(c, cls, IntegerOf(c, a.values[1]));
  }
  return OfClass(
      c, cls,
      ParseInteger(c, Stripped(TextOf(c, a.values[1])), static_cast<unsigned>(AsIndex(c, base))));
}

Value NewBool(Context& c, const Arguments& a) {
  return Value::Bool(a.values.size() > 1 && Truth(c, a.values[1]));
}

Value NewFloat(Context& c, const Arguments& a) {
  return OfClass(c, ClassArgument(c, a),
                 a.values.size() > 1 ? FloatOf(c, a.values[1]) : Value::Float(0.0));
}

Value NewComplex(Context& c, const Arguments& a) {
  const Value real = PlainNumber(Optional(a, 1, "real", Value::Int(0)));
  const Value imag = PlainNumber(Optional(a, 2, "imag", Value::Int(0)));
  const auto is_real = [](const Value& x) { return IsInteger(x) || x.is_float(); };
  if (real.is(Kind::Complex) && a.values.size() == 2) {
    return real;
  }
  if (!is_real(real) || !is_real(imag)) {
    GiveUp(c, "is a complex number that is not followed");
  }
  return OfClass(c, ClassArgument(c, a), MakeComplex(c, ToDouble(c, real), ToDouble(c, imag)));
}

Value NewStr(Context& c, const Arguments& a) {
  Object* cls = ClassArgument(c, a);
  const Value value = Optional(a, 1, "object", Value());
  const Value encoding = Optional(a, 2, "encoding", Value());
  if (!encoding.is_undefined() && (value.is(Kind::Bytes) || value.is(Kind::ByteArray))) {
    return OfClass(c, cls, CallSpecial(c, value, "decode", {encoding}));
  }
  return OfClass(c, cls, c.heap.Str(value.is_undefined() ? std::string() : ToText(c, value)));
}

Value NewBytes(Context& c, const Arguments& a) {
  return OfClass(c, ClassArgument(c, a), c.heap.Bytes(BytesArgument(c, a)));
}

Value NewByteArray(Context& c, const Arguments& a) {
  Object* object = c.heap.New(Kind::ByteArray);
  object->state.bytes = std::make_unique<Bytes>(BytesArgument(c, a));
  return Value::Of(object);
}

Value NewTuple(Context& c, const Arguments& a) {
  Object* cls = ClassArgument(c, a);
  if (a.values.size() > 1 && a.values[1].is(Kind::Tuple) && cls->As<ClassInfo>().is_builtin &&
      a.values[1].object->cls == nullptr) {
    return a.values[1];
  }
  return OfClass(c, cls,
                 c.heap.Tuple(a.values.size() > 1 ? Elements(c, a.values[1]) : ValueList()));
}

Value NewList(Context& c, const Arguments& a) {
  return OfClass(c, ClassArgument(c, a), c.heap.List({}));
}

Value InitList(Context& c, const Arguments& a) {
  const Value self = Need(c, a, 0, "self");
  ValueList items = a.values.size() > 1 ? Elements(c, a.values[1]) : ValueList();
  if (!self.object->state.top) {
    c.heap.Change(self.object).items = std::move(items);
  }
  return Value::None();
}

Value NewDictObject(Context& c, const Arguments& a) {
  return Value::Of(NewKeyed(c, Kind::Dict, ClassArgument(c, a)));
}

Value NewSet(Context& c, const Arguments& a) {
  return Value::Of(NewKeyed(c, Kind::Set, ClassArgument(c, a)));
}

Value InitSet(Context& c, const Arguments& a) {
  if (a.values.size() > 1) {
    AddKeys(c, a.values[0].object, a.values[1]);
  }
  return Value::None();
}

Value NewFrozenSet(Context& c, const Arguments& a) {
  Object* set = NewKeyed(c, Kind::FrozenSet, ClassArgument(c, a));
  if (a.values.size() > 1) {
    AddKeys(c, set, a.values[1]);
  }
  return Value::Of(set);
}

Value NewRange(Context& c, const Arguments& a) {
  Object* range = c.heap.New(Kind::Range);
  const std::int64_t first = AsIndex(c, Need(c, a, 1, "stop"));
  const bool has_start = a.values.size() > 2;
  const std::int64_t step = a.values.size() > 3 ? AsIndex(c, a.values[3]) : 1;
  if (step == 0) {
    RaiseError(c, "ValueError", "range() arg 3 must not be zero");
  }
  constexpr std::int64_t kMost = std::int64_t{1} << 60;
  const std::int64_t stop = has_start ? AsIndex(c, a.values[2]) : first;
  if (std::llabs(first) > kMost || std::llabs(stop) > kMost || std::llabs(step) > kMost) {
    GiveUp(c, "is too long a range");
  }
  range->state.items = {Value::Int(has_start ? first : 0), Value::Int(stop), Value::Int(step)};
  return Value::Of(range);
}

Value NewSlice(Context& c, const Arguments& a) {
  Object* slice = c.heap.New(Kind::Slice);
  const std::size_t count = a.values.size();
  slice->state.items = {count > 2 ? a.values[1] : Value::None(),
                        count > 2 ? a.values[2] : Need(c, a, 1, "stop"),
                        count > 3 ? a.values[3] : Value::None()};
  return Value::Of(slice);
}

Value NewProperty(Context& c, const Arguments& a) {
  Object* property = c.heap.New(Kind::Property);
  property->state.items = {Optional(a, 1, "fget", Value::None()),
                           Optional(a, 2, "fset", Value::None()),
                           Optional(a, 3, "fdel", Value::None())};
  return Value::Of(property);
}

namespace {

// What gets, sets or deletes, by the first letter.
std::size_t PartNamed(char letter) { return letter == 'g' ? 0 : letter == 's' ? 1 : 2; }

Value Wrap(Context& c, const Arguments& a, Kind kind) {
  Object* wrapped = c.heap.New(kind);
  wrapped->state.items = {Need(c, a, 1, "function")};
  return Value::Of(wrapped);
}

}  // namespace

// fget, fset, fdel
Value PropertyPart(Context& c, const Arguments& a) {
  return Need(c, a, 0, "self").object->state.items[PartNamed(a.native[1])];
}
// getter, setter, deleter
Value PropertyWith(Context& c, const Arguments& a) {
  Object* property = c.heap.New(Kind::Property);
  property->state.items = Need(c, a, 0, "self").object->state.items;
  property->state.items[PartNamed(a.native[0])] = Need(c, a, 1, "function");
  return Value::Of(property);
}
Value WrappedFunction(Context& c, const Arguments& a) {
  return Need(c, a, 0, "self").object->state.items[0];
}
Value MethodFunction(Context& c, const Arguments& a) {
  return Need(c, a, 0, "self").object->state.items[1];
}
Value NewStaticMethod(Context& c, const Arguments& a) { return Wrap(c, a, Kind::StaticMethod); }
Value NewClassMethod(Context& c, const Arguments& a) { return Wrap(c, a, Kind::ClassMethod); }

Value NewMethod(Context& c, const Arguments& a) {
  Object* method = c.heap.New(Kind::Method);
  method->state.items = {Need(c, a, 2, "object"), Need(c, a, 1, "function")};
  return Value::Of(method);
}

Value NewSuper(Context& c, const Arguments& a) {
  Object* super = c.heap.New(Kind::Super);
  if (a.values.size() > 2) {
    super->state.items = {a.values[1], a.values[2]};
    return Value::Of(super);
  }
  const FrameInfo* info = &c.frame->As<FrameInfo>();
  const Object* frame = c.frame;
  while (info->is_comprehension && info->outer != nullptr) {
    frame = info->outer;
    info = &frame->As<FrameInfo>();
  }
  if (info->class_cell == nullptr || info->class_cell->state.items.empty() ||
      info->function == nullptr) {
    GiveUp(c, "is super() outside of a method");
  }
  const ast::Arguments& params = *info->function->As<FunctionInfo>().arguments;
  const ast::NodeList<ast::Arg> list =
      params.posonlyargs.empty() ? params.args : params.posonlyargs;
  if (list.empty()) {
    GiveUp(c, "is super() without an object");
  }
  super->state.items = {info->class_cell->state.items[0],
                        frame->state.items[info->scope->slots.at(list[0]->arg)]};
  CheckKnown(c, super->state.items[1]);
  return Value::Of(super);
}

// --- object and type ---

Value NewObject(Context& c, const Arguments& a) {
  Object* cls = ClassArgument(c, a);
  const ClassInfo& info = cls->As<ClassInfo>();
  if (info.instance_kind != Kind::Instance && info.instance_kind != Kind::Class) {
    GiveUp(c, "is an object of a builtin type made in a way that is not followed");
  }
  Object* instance = c.heap.New(Kind::Instance);
  instance->cls = cls;
  instance->state.attributes = std::make_unique<Table>();
  return Value::Of(instance);
}

Value NewException(Context& c, const Arguments& a) {
  const Value made = NewObject(c, a);
  StoreName(c, made.object, "args", c.heap.Tuple({a.values.begin() + 1, a.values.end()}));
  StoreName(c, made.object, "__cause__", Value::None());
  return made;
}

Value InitException(Context& c, const Arguments& a) {
  StoreName(c, Need(c, a, 0, "self").object, "args",
            c.heap.Tuple({a.values.begin() + 1, a.values.end()}));
  return Value::None();
}

Value FirstArgument(Context& c, const Arguments& a) {
  const Value args = GetAttribute(c, Need(c, a, 0, "self"), "args");
  return args.is(Kind::Tuple) && !args.object->state.items.empty() ? args.object->state.items[0]
                                                                   : Value::None();
}

Value SameObject(Context& c, const Arguments& a) { return Need(c, a, 0, "self"); }

Value ObjectSetAttribute(Context& c, const Arguments& a) {
  SetPlainAttribute(c, Need(c, a, 0, "self"), TextOf(c, Need(c, a, 1, "name")),
                    Need(c, a, 2, "value"));
  return Value::None();
}

Value ObjectEqual(Context& c, const Arguments& a) {
  return IsSame(Need(c, a, 0, "self"), Need(c, a, 1, "other")) ? Value::Bool(true)
                                                               : Value::NotImplemented();
}

Value ObjectUnequal(Context& c, const Arguments& a) {
  const Value equal =
      Compare(c, ast::CompareOperator::Eq, Need(c, a, 0, "self"), Need(c, a, 1, "other"));
  return equal.is_unknown() ? equal : Value::Bool(!Truth(c, equal));
}

Value ObjectText(Context& c, const Arguments& a) {
  return c.heap.Str(Repr(c, Need(c, a, 0, "self")));
}

Value ObjectFormat(Context& c, const Arguments& a) {
  if (!TextOf(c, Need(c, a, 1, "spec")).empty()) {
    RaiseError(c, "TypeError", "unsupported format string passed to object.__format__");
  }
  return c.heap.Str(ToText(c, Need(c, a, 0, "self")));
}

Value ObjectInitSubclass(Context& c, const Arguments& a) {
  if (!a.keywords.empty()) {
    RaiseError(c, "TypeError", "__init_subclass__() takes no keyword arguments");
  }
  return Value::None();
}

Value NewType(Context& c, const Arguments& a) {
  Object* metaclass = ClassArgument(c, a);
  if (a.values.size() == 2) {
    return Value::Of(ClassOf(c, a.values[1]));
  }
  std::vector<Object*> bases;
  for (const Value& base : Elements(c, Need(c, a, 2, "bases"))) {
    if (!base.is(Kind::Class) || base.object->state.top) {
      GiveUp(c, "is a class with a base that is not known");
    }
    bases.push_back(base.object);
  }
  const Value space = Need(c, a, 3, "dict");
  if (!space.is(Kind::Dict)) {
    GiveUp(c, "is a class of attributes that are not known");
  }
  return MakeClass(c, TextOf(c, Need(c, a, 1, "name")), std::move(bases), metaclass,
                   KnownKeys(c, space.object), a.keywords);
}

Value CallType(Context& c, const Arguments& a) {
  return InstantiateClass(c, ClassArgument(c, a), Arguments{a.values.subspan(1), a.keywords});
}

Value TypeMro(Context& c, const Arguments& a) {
  return c.heap.List(Elements(c, GetAttribute(c, Need(c, a, 0, "cls"), "__mro__")));
}

}  // namespace kernelc::host
