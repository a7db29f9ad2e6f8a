// str() and repr().
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "compiler/host/arrays/array.h"
#include "compiler/host/objects/integer.h"
#include "compiler/host/objects/iterators.h"
#include "compiler/host/objects/strings.h"

namespace kernelc::host {
namespace {

constexpr int kMostDepth = 60;

std::string ComplexText(const ComplexNumber& number) {
  const auto part = [](double value) {
    const std::string text = FloatText(value);
    return text.ends_with(".0") ? text.substr(0, text.size() - 2) : text;
  };
  if (number.real == 0 && !std::signbit(number.real)) {
    return part(number.imag) + "j";
  }
  const std::string imag = part(number.imag);
  return "(" + part(number.real) + (imag[0] == '-' ? "" : "+") + imag + "j)";
}

std::string ClassText(const Object& cls) {
  const ClassInfo& info = cls.As<ClassInfo>();
  return info.is_builtin ? fmt::format("<class '{}'>", cls.text)
                         : fmt::format("<class '{}.{}'>", info.module_name, info.qualified_name);
}

ValueList ArgsOf(Context& c, const Value& exception) {
  const Value args = GetAttribute(c, exception, "args");
  GiveUpIf(c, !args.is(Kind::Tuple), "is the text of an exception");
  return args.items();
}

// Of what a method of the program gives.
std::string TextGiven(Context& c, const Value& text) {
  CheckKnown(c, text);
  GiveUpIf(c, !text.is(Kind::Str), "is the text of an object");
  return std::string(text.text());
}

std::string ObjectRepr(Context& c, const Value& value) {
  const Object& object = *value.object;
  const Kind kind = object.kind;
  const ValueList& items = object.state.items;
  if (kind == Kind::BigInt) {
    return IntegerText(value);
  }
  if (kind == Kind::Complex) {
    return ComplexText(object.As<ComplexNumber>());
  }
  if (kind == Kind::Dict || IsSet(value)) {
    GiveUpIf(c, KnownKeys(c, value.object).size() > 1 && kind != Kind::Dict,
             "is the text of a set, whose order is not known");
  }
  const auto write = [&](const Value& part) { return Repr(c, part); };
  if (const std::string text = ContentsText(c, value, write); !text.empty()) {
    return text;
  }
  if (kind == Kind::ByteArray) {
    return "bytearray(" + Quoted(*object.state.bytes, true) + ")";
  }
  if (kind == Kind::Range) {
    const bool has_step = items[2].integer != 1;
    return ListText(has_step ? items : ValueList{items[0], items[1]}, "range(", ")", write);
  }
  if (kind == Kind::Slice) {
    return ListText(items, "slice(", ")", write);
  }
  if (kind == Kind::Class) {
    return ClassText(object);
  }
  if (kind == Kind::Array || kind == Kind::Scalar || kind == Kind::DType) {
    return ArrayText(c, value, true);
  }
  if (kind == Kind::Instance && IsInstance(c, value, BuiltinClass(c, "BaseException"))) {
    return fmt::format("{}{}", ClassOf(c, value)->text,
                       ListText(ArgsOf(c, value), "(", ")", write));
  }
  if (kind == Kind::External) {
    // Numba's types of numbers.
    const std::string_view name = object.text.substr(object.text.rfind('.') + 1);
    const std::optional<abi::ScalarKind> number = KindNamed(name);
    if (object.text.starts_with("numba.") && number && TypeName(*number) == name) {
      return std::string(name);
    }
  }
  // Python writes an address.
  GiveUp(c, "is the text of an object");
}

}  // namespace

std::string ListText(const ValueList& items, std::string_view open, std::string_view close,
                     PartWriter write) {
  std::string text(open);
  for (const Value& item : items) {
    text += (&item == items.data() ? "" : ", ") + write(item);
  }
  return text += close;
}

std::string ContentsText(Context& c, const Value& value, PartWriter write) {
  const Object& object = *value.object;
  if (value.is(Kind::Str, Kind::Bytes)) {
    return Quoted(object.text, object.kind == Kind::Bytes);
  }
  if (value.is(Kind::Tuple)) {
    return ListText(value.items(), "(", value.items().size() == 1 ? ",)" : ")", write);
  }
  if (value.is(Kind::List)) {
    return ListText(value.items(), "[", "]", write);
  }
  if (value.is(Kind::DictView)) {
    const ViewKind kind = object.As<ViewInfo>().kind;
    return ListText(Elements(c, value),
                    kind == ViewKind::Keys     ? "dict_keys(["
                    : kind == ViewKind::Values ? "dict_values(["
                                               : "dict_items([",
                    "])", write);
  }
  if (!value.is(Kind::Dict) && !IsSet(value)) {
    return "";
  }
  std::vector<std::string> parts;
  for (const Entry& entry : KeysOf(value.object).live()) {
    if (!entry.value.is_undefined()) {
      parts.push_back(write(entry.key) + (value.is(Kind::Dict) ? ": " + write(entry.value) : ""));
    }
  }
  if (IsSet(value)) {
    std::ranges::sort(parts);
  }
  const std::string all = fmt::format("{{{}}}", fmt::join(parts, ", "));
  return value.is(Kind::FrozenSet) ? fmt::format("frozenset({})", parts.empty() ? "" : all)
         : value.is(Kind::Set) && parts.empty() ? "set()"
                                                : all;
}

std::string FloatText(double value) {
  if (std::isnan(value)) {
    return "nan";
  }
  if (std::isinf(value)) {
    return value < 0 ? "-inf" : "inf";
  }
  char buffer[40];
  const double size = std::fabs(value);
  // repr() writes exponents below 1e-4 and from 1e16 on.
  const bool is_plain = size == 0 || (size >= 1e-4 && size < 1e16);
  const auto end =
      std::to_chars(buffer, buffer + sizeof buffer, value,
                    is_plain ? std::chars_format::fixed : std::chars_format::scientific)
          .ptr;
  std::string text(buffer, end);
  return is_plain && text.find('.') == std::string::npos ? text + ".0" : text;
}

std::string Repr(Context& c, const Value& value) {
  Step(c);
  CheckKnown(c, value);
  if (!value.is_object()) {
    return value.is_bool()                    ? value.as_bool() ? "True" : "False"
           : value.is_small_int()             ? std::to_string(value.integer)
           : value.is_float()                 ? FloatText(value.real)
           : value.tag == Tag::Ellipsis       ? "Ellipsis"
           : value.tag == Tag::NotImplemented ? "NotImplemented"
                                              : "None";
  }
  if (const Value own = CallOwn(c, value, "__repr__", {}); !own.is_undefined()) {
    return TextGiven(c, own);
  }
  GiveUpIf(c, value.object->state.top, "has contents that code that is not known may have changed");
  const Value plain = PlainNumber(value);
  if (!plain.is_object()) {
    return Repr(c, plain);
  }
  GiveUpIf(c, c.text_depth > kMostDepth, "is the text of too deep an object");
  const Restored depth(c.text_depth, c.text_depth + 1);
  return ObjectRepr(c, plain);
}

std::string ToText(Context& c, const Value& value) {
  if (value.is(Kind::Str) && value.object->cls == nullptr) {
    return std::string(value.text());
  }
  if (!value.is_object()) {
    return Repr(c, value);
  }
  // `__str__` of the class, unless a base that stands before it brings `__repr__` alone.
  if (const Value own = CallOwn(c, value, "__str__", {}); !own.is_undefined()) {
    return TextGiven(c, own);
  }
  if (value.is(Kind::Str)) {
    return std::string(value.text());
  }
  if ((IsNumpy(value) || value.is(Kind::DType)) && !value.object->state.top) {
    return ArrayText(c, value, false);
  }
  if (value.is(Kind::Instance) && IsInstance(c, value, BuiltinClass(c, "BaseException"))) {
    const ValueList args = ArgsOf(c, value);
    const bool is_key = IsInstance(c, value, BuiltinClass(c, "KeyError"));
    GiveUpIf(c,
             args.size() > 1 && IsOneOf(c, value,
                                        {"OSError", "SyntaxError", "UnicodeDecodeError",
                                         "UnicodeEncodeError", "UnicodeTranslateError"}),
             "is the text of an exception");
    return args.empty()      ? ""
           : args.size() > 1 ? Repr(c, c.heap.Tuple(args))
           : is_key          ? Repr(c, args[0])
                             : ToText(c, args[0]);
  }
  return Repr(c, value);
}

}  // namespace kernelc::host
