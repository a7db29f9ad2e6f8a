// Strings in the file's constants: str(), formatting, methods. Signatures are often put together from them.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <limits>

#include "compiler/constants/const_eval.h"

namespace kernelc::constants {
namespace {

std::string IntText(Int128 value) {
  const bool negative = value < 0;
  auto rest = negative ? -static_cast<unsigned __int128>(value) : static_cast<unsigned __int128>(value);
  std::string digits;
  do {
    digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(rest % 10)));
    rest /= 10;
  } while (rest != 0);
  return negative ? "-" + digits : digits;
}

// As repr() of a float writes it.
std::string FloatText(double value) {
  char buffer[40];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value);
  std::string text(buffer, end);
  return text.find_first_of(".en") == std::string::npos ? text + ".0" : text;
}

// What stands behind the colon of a replacement:
// [[fill]align][sign][0][width][,][.precision][type].
struct FormatSpec {
  char fill = ' ';
  char alignment = '\0';
  char sign = '-';
  std::size_t width = 0;
  // Between groups of three digits: a comma, an underscore or nothing.
  char separator = '\0';
  std::optional<int> precision;
  char type = '\0';
};

std::optional<FormatSpec> ParseSpec(std::string_view text) {
  FormatSpec spec;
  const auto is_alignment = [](char c) { return c == '<' || c == '>' || c == '^'; };
  if (text.size() > 1 && is_alignment(text[1])) {
    spec.fill = text[0];
    spec.alignment = text[1];
    text.remove_prefix(2);
  } else if (!text.empty() && is_alignment(text[0])) {
    spec.alignment = text[0];
    text.remove_prefix(1);
  }
  if (!text.empty() && (text[0] == '+' || text[0] == '-' || text[0] == ' ')) {
    spec.sign = text[0];
    text.remove_prefix(1);
  }
  if (text.starts_with('0') && spec.alignment == '\0') {
    spec.fill = '0';
    spec.alignment = '=';
    text.remove_prefix(1);
  }
  const auto number = [&](auto* value) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *value);
    const bool is_number = error == std::errc() && text[0] != '-' && *value <= 1000;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return is_number;
  };
  if (!text.empty() && text[0] >= '0' && text[0] <= '9' && !number(&spec.width)) {
    return std::nullopt;
  }
  if (text.starts_with(',') || text.starts_with('_')) {
    spec.separator = text[0];
    text.remove_prefix(1);
  }
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    int precision = 0;
    if (text.empty() || !number(&precision)) {
      return std::nullopt;
    }
    spec.precision = precision;
  }
  spec.type = text.empty() ? '\0' : text[0];
  return text.size() > 1 ? std::nullopt : std::optional(spec);
}

// Digits with a separator between groups of three of those before the point.
std::string Grouped(std::string_view digits, char separator) {
  const std::size_t whole = std::min(digits.find_first_not_of("0123456789"), digits.size());
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && i < whole && (whole - i) % 3 == 0) {
      text += separator;
    }
    text += digits[i];
  }
  return text;
}

// The digits of a number without its sign; null for other types.
std::optional<std::string> DigitsOf(const Object& object, const FormatSpec& spec) {
  const Number& number = object.number;
  if (number.kind == NumberKind::Complex || number.kind == NumberKind::Bool || object.typed) {
    return std::nullopt;
  }
  const bool is_float_type =
      std::string_view("feEgG%F").find(spec.type) != std::string_view::npos && spec.type != '\0';
  if (number.kind == NumberKind::Int && !is_float_type) {
    const Int128 size = number.integer < 0 ? -number.integer : number.integer;
    if (spec.precision || size > Int128(std::numeric_limits<std::int64_t>::max())) {
      return std::nullopt;
    }
    std::string digits;
    const auto plain = static_cast<std::uint64_t>(size);
    switch (spec.type) {
      case '\0':
      case 'd':
        return IntText(size);
      case 'x':
        return fmt::format("{:x}", plain);
      case 'X':
        return fmt::format("{:X}", plain);
      case 'b':
        return fmt::format("{:b}", plain);
      case 'o':
        return fmt::format("{:o}", plain);
      default:
        return std::nullopt;
    }
  }
  const double value = std::abs(number.as_double());
  if (!std::isfinite(value)) {
    return std::nullopt;
  }
  if (!is_float_type) {
    return spec.type == '\0' && !spec.precision ? std::optional(FloatText(value)) : std::nullopt;
  }
  if (spec.type == '%') {
    return std::nullopt;
  }
  const char pattern[] = {'%', '.', '*', spec.type, '\0'};
  char text[400];
  const int size = std::snprintf(text, sizeof text, pattern, spec.precision.value_or(6), value);
  return size > 0 && static_cast<std::size_t>(size) < sizeof text ? std::optional(std::string(text))
                                                                  : std::nullopt;
}

// One replacement; null for formats that are not known.
std::optional<std::string> Formatted(const Object& object, std::string_view given) {
  if (given.empty()) {
    return ObjectText(object);
  }
  const std::optional<FormatSpec> spec = ParseSpec(given);
  if (!spec || (object.kind != ObjectKind::Str && !object.is_number()) || object.is_bytes ||
      object.is_path) {
    return std::nullopt;
  }
  std::string sign;
  std::optional<std::string> text;
  if (object.is_number()) {
    text = DigitsOf(object, *spec);
    const bool is_negative =
        object.number.is_integral() ? object.number.integer < 0 : std::signbit(object.number.real);
    sign = is_negative ? "-" : spec->sign == '-' ? "" : std::string(1, spec->sign);
  } else if ((spec->type == '\0' || spec->type == 's') && !spec->precision && spec->sign == '-' &&
             spec->alignment != '=') {
    text = object.text;
  }
  if (text && spec->separator != '\0') {
    const bool has_groups = object.is_number() && spec->fill != '0' &&
                            std::string_view("bcoxXns").find(spec->type) == std::string_view::npos;
    text = has_groups ? std::optional(Grouped(*text, spec->separator)) : std::nullopt;
  }
  if (!text) {
    return std::nullopt;
  }
  const std::size_t size = text->size() + sign.size();
  const std::size_t missing = spec->width > size ? spec->width - size : 0;
  const char alignment = spec->alignment != '\0' ? spec->alignment : object.is_number() ? '>' : '<';
  const std::size_t before = alignment == '>' ? missing : alignment == '^' ? missing / 2 : 0;
  const std::string inner = alignment == '=' ? std::string(missing, spec->fill) : std::string();
  const std::size_t after = alignment == '<' ? missing : alignment == '^' ? missing - before : 0;
  return std::string(before, spec->fill) + sign + inner + *text + std::string(after, spec->fill);
}

bool IsDigits(std::string_view text) {
  return !text.empty() && text.size() < 6 &&
         std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

std::string Replaced(std::string_view text, std::string_view from, std::string_view to) {
  std::string result;
  while (true) {
    const std::size_t at = text.find(from);
    result += text.substr(0, at);
    if (at == std::string_view::npos) {
      return result;
    }
    result += to;
    text.remove_prefix(at + from.size());
  }
}

std::string Stripped(std::string_view text) {
  static constexpr std::string_view kSpaces = " \t\n\r\f\v";
  const std::size_t begin = text.find_first_not_of(kSpaces);
  const std::size_t end = text.find_last_not_of(kSpaces);
  return begin == std::string_view::npos ? std::string()
                                         : std::string(text.substr(begin, end - begin + 1));
}

// text.split(between); at runs of spaces where that is empty.
Object Split(std::string_view text, std::string_view between) {
  static constexpr std::string_view kSpaces = " \t\n\r\f\v";
  std::vector<Object> parts;
  while (true) {
    if (between.empty()) {
      const std::size_t begin = text.find_first_not_of(kSpaces);
      if (begin == std::string_view::npos) {
        break;
      }
      text.remove_prefix(begin);
    }
    const std::size_t end = between.empty() ? text.find_first_of(kSpaces) : text.find(between);
    parts.push_back(Object::Str(text.substr(0, end)));
    if (end == std::string_view::npos) {
      break;
    }
    text.remove_prefix(end + std::max<std::size_t>(between.size(), 1));
  }
  return Object::List(std::move(parts));
}

std::optional<Object> Joined(std::string_view between, const Object& parts) {
  const std::optional<std::vector<Object>> elements = ObjectElements(parts);
  if (!elements) {
    return std::nullopt;
  }
  std::string result;
  for (std::size_t i = 0; i < elements->size(); ++i) {
    if ((*elements)[i].kind != ObjectKind::Str || result.size() > kMaxConstantParts) {
      return std::nullopt;
    }
    result += (i == 0 ? std::string_view() : between);
    result += (*elements)[i].text;
  }
  return Object::Str(result);
}

std::string ChangeCase(std::string text, bool lower) {
  std::ranges::transform(text, text.begin(), [&](char c) {
    const bool letter = lower ? c >= 'A' && c <= 'Z' : c >= 'a' && c <= 'z';
    return letter ? static_cast<char>(c ^ 0x20) : c;
  });
  return text;
}

}  // namespace

std::optional<std::string> ObjectText(const Object& object) {
  switch (object.kind) {
    case ObjectKind::Str:
      return object.text;
    case ObjectKind::None:
      return "None";
    case ObjectKind::Number:
      switch (object.number.kind) {
        case NumberKind::Bool:
          return object.number.integer != 0 ? "True" : "False";
        case NumberKind::Int:
          return IntText(object.number.integer);
        case NumberKind::Float:
          return FloatText(object.number.real);
        case NumberKind::Complex:
          return std::nullopt;
      }
      return std::nullopt;
    case ObjectKind::Type:
      return object.is_scalar_type()
                 ? std::optional(std::string(abi::scalar_info(object.scalar_type()).text))
                 : std::nullopt;
    case ObjectKind::Ellipsis:
    case ObjectKind::Tuple:
    case ObjectKind::Dict:
    case ObjectKind::EnumMember:
    case ObjectKind::Signature:
    case ObjectKind::Function:
    case ObjectKind::Module:
    case ObjectKind::Class:
    case ObjectKind::NamedTupleType:
    case ObjectKind::Instance:
    case ObjectKind::Decorator:
    case ObjectKind::External:
    case ObjectKind::Array:
      return std::nullopt;
  }
  return std::nullopt;
}

std::optional<Object> FormatPercent(std::string_view pattern, const Object& value) {
  const bool many = value.kind == ObjectKind::Tuple && !value.is_list;
  std::size_t next = 0;
  std::string result;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] != '%') {
      result += pattern[i];
      continue;
    }
    const std::size_t end = pattern.find_first_of("dsifeg%", i + 1);
    if (end == std::string_view::npos) {
      return std::nullopt;
    }
    if (pattern[end] == '%') {
      if (end != i + 1) {
        return std::nullopt;
      }
      result += '%';
      i = end;
      continue;
    }
    const Object* argument = nullptr;
    if (many) {
      argument = next < value.elements.size() ? &value.elements[next] : nullptr;
    } else {
      argument = next == 0 ? &value : nullptr;
    }
    ++next;
    std::string spec(pattern.substr(i + 1, end - i - 1));
    const char type = pattern[end] == 'i' ? 'd' : pattern[end];
    // Texts stand to the right, and fractions are cut off.
    const bool is_plain =
        spec.empty() || (argument != nullptr && argument->is_number() &&
                         (type != 'd' || argument->is_int()) && type != 's' && spec.front() != '-');
    if (!is_plain || (type == 'd' && argument != nullptr && !argument->is_int())) {
      return std::nullopt;
    }
    spec += type == 's' ? std::string() : std::string(1, type);
    const std::optional<std::string> text =
        argument == nullptr ? std::nullopt : Formatted(*argument, spec);
    if (!text) {
      return std::nullopt;
    }
    result += *text;
    i = end;
  }
  const bool all_used = next == (many ? value.elements.size() : std::size_t{1});
  return all_used ? std::optional(Object::Str(result)) : std::nullopt;
}

// "{}", "{0}", "{name}", "{:d}", "{{".
std::optional<Object> Evaluator::FormatText(std::string_view pattern, const Arguments& arguments) {
  std::string result;
  std::size_t next = 0;
  while (!pattern.empty()) {
    const char c = pattern.front();
    if ((c == '{' || c == '}') && pattern.size() > 1 && pattern[1] == c) {
      result += c;
      pattern.remove_prefix(2);
      continue;
    }
    if (c != '{') {
      if (c == '}') {
        return std::nullopt;
      }
      result += c;
      pattern.remove_prefix(1);
      continue;
    }
    const std::size_t close = pattern.find('}');
    if (close == std::string_view::npos) {
      return std::nullopt;
    }
    std::string_view name = pattern.substr(1, close - 1);
    std::string_view spec;
    if (const std::size_t colon = name.find(':'); colon != std::string_view::npos) {
      spec = name.substr(colon + 1);
      name = name.substr(0, colon);
    }
    std::size_t index = arguments.positional.size();
    if (name.empty()) {
      index = next++;
    } else if (IsDigits(name)) {
      std::from_chars(name.data(), name.data() + name.size(), index);
    }
    const Object* value = arguments.Find(index, name);
    const std::optional<std::string> text =
        value == nullptr ? std::nullopt : Formatted(*value, spec);
    if (!text) {
      return std::nullopt;
    }
    result += *text;
    pattern.remove_prefix(close + 1);
  }
  return Object::Str(result);
}

std::optional<Object> Evaluator::TextMethod(const std::string& text, std::string_view name,
                                            const Arguments& arguments) {
  if (name == "format") {
    return FormatText(text, arguments);
  }
  const std::vector<Object>& given = arguments.positional;
  if (!arguments.keywords.empty()) {
    return std::nullopt;
  }
  if (given.empty()) {
    if (name == "lower" || name == "upper") {
      return Object::Str(ChangeCase(text, name == "lower"));
    }
    if (name == "strip") {
      return Object::Str(Stripped(text));
    }
    return name == "split" ? std::optional(Split(text, {})) : std::nullopt;
  }
  if (name == "join" && given.size() == 1) {
    return Joined(text, given[0]);
  }
  if (!std::ranges::all_of(given, [](const Object& o) { return o.kind == ObjectKind::Str; })) {
    return std::nullopt;
  }
  if (given.size() == 1 && (name == "startswith" || name == "endswith")) {
    return Object::Of(Number::Bool(name == "startswith" ? text.starts_with(given[0].text)
                                                        : text.ends_with(given[0].text)));
  }
  if (given.size() == 1 && !given[0].text.empty() && (name == "count" || name == "split")) {
    const Object parts = Split(text, given[0].text);
    return name == "split" ? parts
                           : Object::Of(Number::Int(Int128(parts.elements.size()) - Int128(1)));
  }
  if (name == "replace" && given.size() == 2 && !given[0].text.empty() &&
      text.size() * (given[1].text.size() + 1) < kMaxConstantParts) {
    return Object::Str(Replaced(text, given[0].text, given[1].text));
  }
  return std::nullopt;
}

std::optional<Number> ParseNumber(std::string_view text, bool as_float) {
  std::string clean = Stripped(text);
  const bool negative = clean.starts_with('-');
  std::string_view digits = clean;
  if (negative || clean.starts_with('+')) {
    digits.remove_prefix(1);
  }
  const char* end = digits.data() + digits.size();
  if (as_float) {
    const std::string lower = ChangeCase(std::string(digits), true);
    double value = 0.0;
    if (lower == "inf" || lower == "infinity") {
      value = std::numeric_limits<double>::infinity();
    } else if (lower == "nan") {
      value = std::numeric_limits<double>::quiet_NaN();
    } else if (digits.empty() || digits.front() == '-' || lower.find_first_of("inx") != lower.npos ||
               std::from_chars(digits.data(), end, value).ptr != end) {
      return std::nullopt;
    }
    return Number::Float(negative ? -value : value);
  }
  std::int64_t value = 0;
  const auto [stop, error] = std::from_chars(digits.data(), end, value);
  if (digits.empty() || digits.front() == '-' || error != std::errc() || stop != end) {
    return std::nullopt;
  }
  return Number::Int(negative ? -value : value);
}

// f"int{bits}"
std::optional<Object> Evaluator::EvalFString(const ast::JoinedStr& text, const Context& context) {
  std::string result;
  for (const ast::Expr* part : text.values) {
    const auto* field = As<ast::FormattedValue>(part);
    if (field != nullptr && field->conversion >= 0) {
      return std::nullopt;
    }
    std::string spec;
    if (field != nullptr && field->format_spec != nullptr) {
      const std::optional<Object> written = EvalIn(field->format_spec, context);
      if (!written || written->kind != ObjectKind::Str) {
        return std::nullopt;
      }
      spec = written->text;
    }
    const std::optional<Object> value = EvalIn(field == nullptr ? part : field->value, context);
    const std::optional<std::string> piece = value ? Formatted(*value, spec) : std::nullopt;
    if (!piece) {
      return std::nullopt;
    }
    result += *piece;
  }
  return Object::Str(result);
}

}  // namespace kernelc::constants
