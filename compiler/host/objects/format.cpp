// format() and `%`.
#include <fmt/format.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/StringRef.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "compiler/base/unicode.h"
#include "compiler/host/arrays/array.h"
#include "compiler/host/objects/integer.h"
#include "compiler/host/objects/strings.h"

namespace kernelc::host {
namespace {

constexpr std::int64_t kMostWidth = 1 << 16;

// [[fill]align][sign][z][#][0][width][grouping][.precision][type]
struct Spec {
  std::string fill = " ";
  char alignment = '\0';
  char sign = '-';
  bool alternate = false;
  bool zero = false;
  std::int64_t width = 0;
  char grouping = '\0';
  std::optional<int> precision;
  char type = '\0';
};

std::int64_t TakeNumber(Context& c, std::string_view& text) {
  std::int64_t number = 0;
  while (!text.empty() && text[0] >= '0' && text[0] <= '9') {
    number = number * 10 + (text[0] - '0');
    GiveUpIf(c, number > kMostWidth, "is too wide a text");
    text.remove_prefix(1);
  }
  return number;
}

bool IsOneOf(char c, std::string_view any) { return any.find(c) != std::string_view::npos; }
bool IsAlignment(char c) { return IsOneOf(c, "<>^="); }

Value NumberShown(Context& c, const Value& value) {
  const Value plain = PlainNumber(value);
  return plain.is(Kind::Scalar) ? ScalarNumber(c, plain) : plain;
}

Spec ParseSpec(Context& c, std::string_view text) {
  Spec spec;
  std::size_t first = 0;
  if (!text.empty()) {
    DecodeUtf8(text, first);
  }
  if (first != 0 && first < text.size() && IsAlignment(text[first])) {
    spec.fill = text.substr(0, first);
    spec.alignment = text[first];
    text.remove_prefix(first + 1);
  } else if (!text.empty() && IsAlignment(text[0])) {
    spec.alignment = text[0];
    text.remove_prefix(1);
  }
  const auto take = [&](std::string_view any) {
    const bool found = !text.empty() && IsOneOf(text[0], any);
    const char taken = found ? text[0] : '\0';
    text.remove_prefix(found ? 1 : 0);
    return taken;
  };
  if (const char sign = take("+- ")) {
    spec.sign = sign;
  }
  GiveUpIf(c, take("z") != 0, "is a format that is not followed");
  spec.alternate = take("#") != 0;
  if (take("0") != 0) {
    spec.zero = true;
    if (spec.alignment == '\0') {
      spec.fill = "0";
      spec.alignment = '=';
    }
  }
  spec.width = TakeNumber(c, text);
  spec.grouping = take(",_");
  if (take(".") != 0) {
    spec.precision = static_cast<int>(TakeNumber(c, text));
  }
  if (text.size() == 1) {
    spec.type = text[0];
  } else if (!text.empty()) {
    RaiseError(c, "ValueError", "Invalid format specifier");
  }
  return spec;
}

// `sign` and prefix stay in front of what pads between.
std::string Pad(const std::string& sign, std::string_view body, const Spec& spec, char usual) {
  const std::int64_t length = Characters(sign, true).size() + Characters(body, true).size();
  std::int64_t missing = std::max<std::int64_t>(0, spec.width - length);
  const char alignment = spec.alignment != '\0' ? spec.alignment : usual;
  std::int64_t before = alignment == '<' ? 0 : alignment == '^' ? missing / 2 : missing;
  std::string left;
  std::string right;
  for (std::int64_t i = 0; i < missing; ++i) {
    (i < before ? left : right) += spec.fill;
  }
  return alignment == '=' ? fmt::format("{}{}{}", sign, left, body)
                          : fmt::format("{}{}{}{}", left, sign, body, right);
}

std::string Grouped(std::string digits, char separator, std::size_t size) {
  for (std::size_t left = digits.size(); left > size;) {
    digits.insert(left -= size, 1, separator);
  }
  return digits;
}

std::string SignOf(bool negative, const Spec& spec) {
  return negative ? "-" : spec.sign == '-' ? "" : std::string(1, spec.sign);
}

// With zeros up to the width, grouping goes through them.
std::string GroupedTo(const std::string& digits, const Spec& spec, std::size_t group,
                      std::size_t taken) {
  std::string padded = digits;
  std::string result = Grouped(padded, spec.grouping, group);
  while (spec.zero && static_cast<std::int64_t>(result.size() + taken) < spec.width) {
    padded = "0" + padded;
    result = Grouped(padded, spec.grouping, group);
  }
  return result;
}

std::string FormatInteger(Context& c, const Value& value, Spec spec) {
  RaiseIf(c, spec.type != '\0' && !IsOneOf(spec.type, "bcdnoxX"), "ValueError",
          "no format code of integers");
  if (spec.type == 'c') {
    std::string text;
    AppendUtf8(text, static_cast<char32_t>(AsIndex(c, value)));
    return Pad("", text, spec, '<');
  }
  const unsigned base = spec.type == 'b'            ? 2
                        : spec.type == 'o'          ? 8
                        : (spec.type | 0x20) == 'x' ? 16
                                                    : 10;
  RaiseIf(c, spec.precision, "ValueError", "Precision not allowed in integer format specifier");
  std::string digits = IntegerText(value.is_bool() ? Value::Int(value.integer) : value, base);
  const bool negative = digits[0] == '-';
  digits = digits.substr(negative ? 1 : 0);
  if (spec.type == 'X') {
    digits = llvm::StringRef(digits).upper();
  }
  const std::string prefix = spec.alternate && base != 10 ? std::string{'0', spec.type} : "";
  const std::string sign = SignOf(negative, spec) + prefix;
  if (spec.grouping != '\0') {
    digits = GroupedTo(digits, spec, base == 10 ? 3 : 4, sign.size());
  }
  return Pad(sign, digits, spec, '>');
}

std::string ToChars(double value, std::chars_format format, int precision) {
  std::string buffer(512 + static_cast<std::size_t>(precision), '\0');
  const auto end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format, precision).ptr;
  buffer.resize(static_cast<std::size_t>(end - buffer.data()));
  return buffer;
}

std::string FloatBody(Context& c, double size, const Spec& spec) {
  const char type = static_cast<char>(spec.type | 0x20);
  if (std::isinf(size) || std::isnan(size)) {
    return std::isnan(size) ? "nan" : "inf";
  }
  const int precision = spec.precision.value_or(6);
  if (type == 'f' || type == '%') {
    return ToChars(type == '%' ? size * 100 : size, std::chars_format::fixed, precision);
  }
  if (type == 'e') {
    return ToChars(size, std::chars_format::scientific, precision);
  }
  if (spec.type == '\0' && !spec.precision) {
    return FloatText(size);
  }
  GiveUpIf(c, spec.alternate, "is a text in a form that is not followed");
  const int digits = std::max(precision, 1);
  const std::string text = ToChars(size, std::chars_format::general, digits);
  if (spec.type != '\0') {
    return text;
  }
  // Without a type, a digit stands behind the point, and exponents begin one place earlier.
  const std::string scientific = ToChars(size, std::chars_format::scientific, digits - 1);
  const std::size_t exponent = scientific.find('e');
  if (std::stoi(scientific.substr(exponent + 1)) == digits - 1) {
    const llvm::StringRef mantissa(scientific.data(), exponent);
    return (mantissa.contains('.') ? mantissa.rtrim('0').rtrim('.') : mantissa).str() +
           scientific.substr(exponent);
  }
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

std::string FormatFloat(Context& c, double value, const Spec& spec) {
  RaiseIf(c, spec.type != '\0' && !IsOneOf(spec.type, "eEfFgGn%"), "ValueError",
          "no format code of floats");
  const bool negative = std::signbit(value) && !std::isnan(value);
  std::string body = FloatBody(c, std::fabs(value), spec);
  if (spec.type == 'E' || spec.type == 'F' || spec.type == 'G') {
    body = llvm::StringRef(body).upper();
  }
  const std::string sign = SignOf(negative, spec);
  if (spec.grouping != '\0') {
    const std::size_t end = std::min(body.find_first_of(".eE"), body.size());
    body =
        GroupedTo(body.substr(0, end), spec, 3, sign.size() + body.size() - end) + body.substr(end);
  }
  if (spec.type == '%') {
    body += '%';
  }
  return Pad(sign, body, spec, '>');
}

std::string FormatText(Context& c, std::string_view text, const Spec& spec) {
  if ((spec.type != '\0' && spec.type != 's') || spec.alignment == '=') {
    if (spec.alignment == '=' && spec.zero) {
      Spec left = spec;
      left.alignment = '<';
      return FormatText(c, text, left);
    }
    RaiseError(c, "ValueError", "no format code of texts");
  }
  const Characters characters(text, true);
  const bool is_cut = spec.precision && *spec.precision < characters.size();
  return Pad("", is_cut ? text.substr(0, characters.begin(*spec.precision)) : text, spec, '<');
}

}  // namespace

std::string Format(Context& c, const Value& value, std::string_view text) {
  CheckKnown(c, value);
  const Value own =
      value.is_object() ? CallOwn(c, value, "__format__", {c.heap.Str(text)}) : Value();
  if (!own.is_undefined()) {
    GiveUpIf(c, !own.is(Kind::Str), "is the text of an object");
    return std::string(own.text());
  }
  if (text.empty()) {
    return ToText(c, value);
  }
  const Spec spec = ParseSpec(c, text);
  const Value plain = NumberShown(c, value);
  if (plain.is_float() ||
      (IsInteger(plain) && spec.type != '\0' && IsOneOf(spec.type, "eEfFgG%"))) {
    return FormatFloat(c, ToDouble(c, plain), spec);
  }
  if (IsInteger(plain)) {
    return FormatInteger(c, plain, spec);
  }
  if (plain.is(Kind::Str)) {
    return FormatText(c, plain.text(), spec);
  }
  GiveUpIf(c, plain.is(Kind::Complex, Kind::Array), "is a text in a form that is not followed");
  RaiseError(c, "TypeError", "unsupported format string");
}

namespace {

// Gives the next value that `%` takes.
using NextValue = llvm::function_ref<Value()>;

// [flags][width][.precision], from the start of `text`, which loses it.
Spec TakePercentSpec(Context& c, std::string_view& text, NextValue next) {
  Spec spec;
  bool left = false;
  for (; !text.empty() && IsOneOf(text[0], "-+ #0"); text.remove_prefix(1)) {
    left = left || text[0] == '-';
    spec.zero = spec.zero || text[0] == '0';
    spec.alternate = spec.alternate || text[0] == '#';
    spec.sign = text[0] == '+' || (text[0] == ' ' && spec.sign == '-') ? text[0] : spec.sign;
  }
  if (text.starts_with("*")) {
    spec.width = AsIndex(c, next());
    text.remove_prefix(1);
  } else {
    spec.width = TakeNumber(c, text);
  }
  if (text.starts_with(".")) {
    text.remove_prefix(1);
    spec.precision = static_cast<int>(TakeNumber(c, text));
  }
  RaiseIf(c, text.empty(), "ValueError", "incomplete format");
  const bool is_text = text[0] == 's' || text[0] == 'r';
  spec.alignment = left ? '<' : spec.zero && !is_text ? '=' : '>';
  spec.fill = spec.alignment == '=' ? "0" : " ";
  return spec;
}

std::string PercentValue(Context& c, const Value& value, Spec spec, char type) {
  CheckKnown(c, value);
  if (type == 's' || type == 'r') {
    return FormatText(c, type == 's' ? ToText(c, value) : Repr(c, value), spec);
  }
  Value number = NumberShown(c, value);
  GiveUpIf(c, number.is(Kind::Instance, Kind::Array, Kind::Complex),
           "is a text in a form that is not followed");
  spec.type = type == 'i' || type == 'u' ? 'd' : type;
  if (IsOneOf(spec.type, "dxXo")) {
    GiveUpIf(c, spec.precision || (type == 'o' && spec.alternate),
             "is a text in a form that is not followed");
    if (number.is_float() && spec.type == 'd') {
      number = IntegerOfDouble(c, number.real);
    }
    RaiseIf(c, !IsInteger(number), "TypeError", "is no number");
    return FormatInteger(c, number, spec);
  }
  GiveUpIf(c, !IsOneOf(type, "eEfFgG"), "is a text in a form that is not followed");
  RaiseIf(c, !IsInteger(number) && !number.is_float(), "TypeError", "must be real number");
  return FormatFloat(c, ToDouble(c, number), spec);
}

}  // namespace

std::string FormatPercent(Context& c, std::string_view text, const Value& arguments) {
  const ValueList values = arguments.is(Kind::Tuple) ? arguments.items() : ValueList{arguments};
  std::size_t taken = 0;
  const auto next = [&] {
    RaiseIf(c, taken == values.size(), "TypeError", "not enough arguments for format string");
    return values[taken++];
  };
  std::string result;
  while (true) {
    const std::size_t percent = std::min(text.find('%'), text.size());
    result += text.substr(0, percent);
    text.remove_prefix(percent);
    if (text.empty()) {
      break;
    }
    text.remove_prefix(1);
    Value value;
    if (text.starts_with("(")) {
      const std::size_t end = text.find(')');
      RaiseIf(c, end == std::string_view::npos || !arguments.is(Kind::Dict), "TypeError",
              "format requires a mapping");
      value = GetItem(c, arguments, c.heap.Str(text.substr(1, end - 1)));
      text.remove_prefix(end + 1);
    }
    const Spec spec = TakePercentSpec(c, text, next);
    const char type = text[0];
    text.remove_prefix(1);
    if (type == '%') {
      result += '%';
    } else {
      result += PercentValue(c, value.is_undefined() ? next() : value, spec, type);
    }
  }
  const bool is_left = taken < values.size() && !arguments.is(Kind::Dict);
  // What has elements by keys may be left: lists are no exception.
  GiveUpIf(c,
           is_left && arguments.is_object() &&
               !arguments.is(Kind::Tuple, Kind::Str, Kind::BigInt, Kind::Complex),
           "is a text in a form that is not followed");
  RaiseIf(c, is_left, "TypeError", "not all arguments converted during string formatting");
  return result;
}

}  // namespace kernelc::host
