// Methods of str and bytes.
#include <fmt/format.h>

#include <algorithm>

#include "compiler/base/unicode.h"
#include "compiler/host/integer.h"
#include "compiler/host/natives.h"
#include "compiler/host/strings.h"

namespace kernelc::host {
namespace {

// The last four are blanks of str alone.
constexpr std::string_view kBlank = " \t\n\r\v\f\x1c\x1d\x1e\x1f";

// What both types do to their bytes.
std::string_view SelfText(Context& c, const Arguments& a) {
  const Value self = Need(c, a, 0, "self");
  if (!self.is(Kind::Str) && !self.is(Kind::Bytes)) {
    GiveUp(c, "is a method of another object");
  }
  return self.object->text;
}

bool IsStr(const Arguments& a) { return a.values[0].is(Kind::Str); }

std::string_view BlanksOf(const Arguments& a) { return IsStr(a) ? kBlank : kBlank.substr(0, 6); }

Value Same(Context& c, const Arguments& a, std::string_view text) {
  return IsStr(a) ? c.heap.Str(text) : c.heap.Bytes(text);
}

std::string_view OtherText(Context& c, const Arguments& a, const Value& other) {
  if (!other.is_object() || other.object->kind != a.values[0].object->kind) {
    if (!IsStr(a) && !other.is_none() && !other.is(Kind::Str)) {
      GiveUp(c, "is given what may stand for bytes");
    }
    RaiseError(c, "TypeError", IsStr(a) ? "must be str" : "a bytes-like object is required");
  }
  return other.object->text;
}

// Letters beyond ASCII have rules of their own.
std::string_view PlainText(Context& c, const Arguments& a) {
  std::string_view text = SelfText(c, a);
  if (!IsAscii(text)) {
    GiveUp(c, "is a text with characters beyond ASCII");
  }
  return text;
}

char Upper(char x) { return x >= 'a' && x <= 'z' ? static_cast<char>(x - 32) : x; }
char Lower(char x) { return x >= 'A' && x <= 'Z' ? static_cast<char>(x + 32) : x; }
bool IsLetter(char x) { return Lower(x) >= 'a' && Lower(x) <= 'z'; }
bool IsDigit(char x) { return x >= '0' && x <= '9'; }

template <typename Map>
Value Mapped(Context& c, const Arguments& a, Map&& map) {
  std::string text(PlainText(c, a));
  std::ranges::transform(text, text.begin(), map);
  return Same(c, a, text);
}

struct Part {
  std::size_t begin;
  std::size_t end;
};

// The part of the text that `start` and `end` of find() and the like name, in bytes.
Part PartOf(Context& c, const Arguments& a, const Characters& characters) {
  const std::int64_t length = characters.size();
  const auto bound = [&](std::size_t position, std::int64_t fallback) {
    const Value value = a.values.size() > position ? a.values[position] : Value::None();
    if (value.is_none()) {
      return fallback;
    }
    const std::int64_t at = AsIndex(c, value);
    return std::clamp<std::int64_t>(at < 0 ? at + length : at, 0, length);
  };
  const bool starts_behind =
      a.values.size() > 2 && a.values[2].is_small_int() && a.values[2].integer > length;
  const std::int64_t start = bound(2, 0);
  const std::int64_t end = bound(3, length);
  if (starts_behind || start > end) {
    return {1, 0};
  }
  return {characters.begin(start), characters.begin(end)};
}

ValueList SplitBlank(Context& c, const Arguments& a, std::int64_t most, bool from_right) {
  std::string_view text = PlainText(c, a);
  const std::string_view blanks = BlanksOf(a);
  ValueList parts;
  if (from_right) {
    GiveUp(c, "is a text split in a way that is not followed");
  }
  while (true) {
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) {
      return parts;
    }
    text.remove_prefix(first);
    if (most == 0) {
      const std::size_t end = text.find_last_not_of(blanks);
      parts.push_back(Same(c, a, text.substr(0, end + 1)));
      return parts;
    }
    const std::size_t end = std::min(text.find_first_of(blanks), text.size());
    parts.push_back(Same(c, a, text.substr(0, end)));
    text.remove_prefix(end);
    --most;
  }
}

}  // namespace

Value TextUpper(Context& c, const Arguments& a) { return Mapped(c, a, Upper); }
Value TextLower(Context& c, const Arguments& a) { return Mapped(c, a, Lower); }
Value TextTitle(Context& c, const Arguments& a) {
  bool inside = false;
  return Mapped(c, a, [&](char x) {
    const char mapped = inside ? Lower(x) : Upper(x);
    inside = IsLetter(x);
    return mapped;
  });
}

Value TextCapitalize(Context& c, const Arguments& a) {
  bool is_first = true;
  return Mapped(c, a, [&](char x) {
    const char mapped = is_first ? Upper(x) : Lower(x);
    is_first = false;
    return mapped;
  });
}

// isalpha and the like: of every character; isupper and islower ask letters alone.
Value TextIs(Context& c, const Arguments& a) {
  const std::string_view what = a.native.substr(2);
  if (what == "identifier") {
    return Value::Bool(IsIdentifier(SelfText(c, a)));
  }
  if (what == "ascii") {
    return Value::Bool(IsAscii(SelfText(c, a)));
  }
  std::string_view text = PlainText(c, a);
  if (what == "upper" || what == "lower") {
    const auto other = what == "upper" ? Upper : Lower;
    return Value::Bool(std::ranges::any_of(text, IsLetter) &&
                       std::ranges::none_of(text, [&](char x) { return other(x) != x; }));
  }
  return Value::Bool(!text.empty() && std::ranges::all_of(text, [&](char x) {
    return what == "space"   ? BlanksOf(a).find(x) != std::string_view::npos
           : what == "alpha" ? IsLetter(x)
           : what == "alnum" ? IsLetter(x) || IsDigit(x)
                             : IsDigit(x);
  }));
}

Value TextStrip(Context& c, const Arguments& a) {
  const bool left = a.native != "rstrip";
  const bool right = a.native != "lstrip";
  const Value chars = Optional(a, 1, "chars", Value::None());
  const std::string_view text = SelfText(c, a);
  const std::string_view set =
      chars.is_none() ? BlanksOf(a) : std::string_view(OtherText(c, a, chars));
  if (!IsAscii(set) || (chars.is_none() && !IsAscii(text))) {
    GiveUp(c, "is a text with characters beyond ASCII");
  }
  std::size_t first = left ? text.find_first_not_of(set) : 0;
  first = first == std::string_view::npos ? text.size() : first;
  std::size_t end = right ? text.find_last_not_of(set) : text.size();
  end = right ? (end == std::string_view::npos ? first : end + 1) : text.size();
  return Same(c, a, text.substr(first, std::max(end, first) - first));
}

Value TextFind(Context& c, const Arguments& a) {
  const std::string_view text = SelfText(c, a);
  const std::string_view other = OtherText(c, a, Need(c, a, 1, "sub"));
  const Characters characters(text, IsStr(a));
  const Part part = PartOf(c, a, characters);
  std::size_t at = std::string_view::npos;
  if (part.begin <= part.end) {
    const std::string_view within = text.substr(0, part.end);
    at = a.native == "rfind" ? within.rfind(other) : within.find(other, part.begin);
  }
  const bool is_found = at != std::string_view::npos && at >= part.begin;
  if (!is_found && a.native == "index") {
    RaiseError(c, "ValueError", "substring not found");
  }
  return Value::Int(is_found ? characters.index_of(at) : -1);
}

Value TextAffix(Context& c, const Arguments& a) {
  const bool at_start = a.native == "startswith";
  const std::string_view text = SelfText(c, a);
  const Value affix = Need(c, a, 1, "prefix");
  const Part part = PartOf(c, a, Characters(text, IsStr(a)));
  const ValueList all = affix.is(Kind::Tuple) ? affix.object->state.items : ValueList{affix};
  for (const Value& one : all) {
    CheckKnown(c, one);
    std::string_view other = OtherText(c, a, one);
    if (part.begin <= part.end) {
      const std::string_view within = text.substr(part.begin, part.end - part.begin);
      if (at_start ? within.starts_with(other) : within.ends_with(other)) {
        return Value::Bool(true);
      }
    }
  }
  return Value::Bool(false);
}

Value TextSplit(Context& c, const Arguments& a) {
  const bool from_right = a.native == "rsplit";
  const Value separator = Optional(a, 1, "sep", Value::None());
  std::int64_t most = AsIndex(c, Optional(a, 2, "maxsplit", Value::Int(-1)));
  if (separator.is_none()) {
    return c.heap.List(SplitBlank(c, a, most, from_right && most >= 0));
  }
  std::string_view text = SelfText(c, a);
  std::string_view between = OtherText(c, a, separator);
  if (between.empty()) {
    RaiseError(c, "ValueError", "empty separator");
  }
  ValueList parts;
  for (; most != 0; --most) {
    const std::size_t at = from_right ? text.rfind(between) : text.find(between);
    if (at == std::string_view::npos) {
      break;
    }
    parts.push_back(Same(c, a, from_right ? text.substr(at + between.size()) : text.substr(0, at)));
    text = from_right ? text.substr(0, at) : text.substr(at + between.size());
  }
  parts.push_back(Same(c, a, text));
  if (from_right) {
    std::ranges::reverse(parts);
  }
  return c.heap.List(std::move(parts));
}

Value TextPartition(Context& c, const Arguments& a) {
  const bool from_right = a.native == "rpartition";
  const std::string_view text = SelfText(c, a);
  std::string_view between = OtherText(c, a, Need(c, a, 1, "sep"));
  const std::size_t at = from_right ? text.rfind(between) : text.find(between);
  if (at == std::string_view::npos) {
    const Value empty = Same(c, a, "");
    return c.heap.Tuple(from_right ? ValueList{empty, empty, a.values[0]}
                                   : ValueList{a.values[0], empty, empty});
  }
  return c.heap.Tuple({Same(c, a, text.substr(0, at)), Same(c, a, between),
                       Same(c, a, text.substr(at + between.size()))});
}

Value TextJustify(Context& c, const Arguments& a) {
  std::string_view text = SelfText(c, a);
  const std::int64_t width = AsIndex(c, Need(c, a, 1, "width"));
  const Value fill = Optional(a, 2, "fillchar", Value());
  const std::string_view pad = fill.is_undefined() ? " " : OtherText(c, a, fill);
  constexpr std::int64_t kMost = 1 << 16;
  if (width > kMost) {
    GiveUp(c, "is too wide a text");
  }
  const std::int64_t missing = std::max<std::int64_t>(0, width - Characters(text, IsStr(a)).size());
  // center() puts the odd one to the left where the width is odd.
  const std::int64_t before = a.native == "ljust"   ? 0
                              : a.native == "rjust" ? missing
                                                    : missing / 2 + (missing & width & 1);
  std::string result;
  for (std::int64_t i = 0; i < missing; ++i) {
    if (i == before) {
      result += text;
    }
    result += pad;
  }
  return Same(c, a, missing == before ? result.append(text) : result);
}

Value TextCount(Context& c, const Arguments& a) {
  const std::string_view text = SelfText(c, a);
  std::string_view other = OtherText(c, a, Need(c, a, 1, "sub"));
  if (a.values.size() > 2 || other.empty()) {
    GiveUp(c, "is a count that is not followed");
  }
  std::int64_t count = 0;
  for (std::size_t at = text.find(other); at != std::string_view::npos;
       at = text.find(other, at + other.size())) {
    ++count;
  }
  return Value::Int(count);
}

Value TextReplace(Context& c, const Arguments& a) {
  std::string_view text = SelfText(c, a);
  std::string_view old = OtherText(c, a, Need(c, a, 1, "old"));
  std::string_view with = OtherText(c, a, Need(c, a, 2, "new"));
  std::int64_t most = AsIndex(c, Optional(a, 3, "count", Value::Int(-1)));
  if (old.empty()) {
    GiveUp(c, "is a replacement that is not followed");
  }
  std::string result;
  for (; most != 0; --most) {
    const std::size_t at = text.find(old);
    if (at == std::string_view::npos) {
      break;
    }
    result += text.substr(0, at);
    result += with;
    text.remove_prefix(at + old.size());
  }
  return Same(c, a, result + std::string(text));
}

Value TextJoin(Context& c, const Arguments& a) {
  std::string_view between = SelfText(c, a);
  std::string result;
  bool is_first = true;
  for (const Value& element : Elements(c, Need(c, a, 1, "iterable"))) {
    CheckKnown(c, element);
    result += is_first ? "" : between;
    result += OtherText(c, a, element);
    is_first = false;
  }
  return Same(c, a, result);
}

Value TextSplitLines(Context& c, const Arguments& a) {
  std::string_view text = PlainText(c, a);
  const bool keeps = Truth(c, Optional(a, 1, "keepends", Value::Bool(false)));
  ValueList lines;
  const std::string_view ends = IsStr(a) ? "\n\r\v\f\x1c\x1d\x1e" : "\n\r";
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(ends), text.size());
    const std::size_t size = text.substr(end).starts_with("\r\n") ? 2 : end < text.size() ? 1 : 0;
    lines.push_back(Same(c, a, text.substr(0, keeps ? end + size : end)));
    text.remove_prefix(end + size);
  }
  return c.heap.List(std::move(lines));
}

Value TextZeroFill(Context& c, const Arguments& a) {
  std::string text(SelfText(c, a));
  const std::int64_t missing =
      AsIndex(c, Need(c, a, 1, "width")) - Characters(text, IsStr(a)).size();
  constexpr std::int64_t kMost = 1 << 16;
  if (missing > kMost) {
    GiveUp(c, "is too wide a text");
  }
  const bool has_sign = text.starts_with("-") || text.starts_with("+");
  if (missing > 0) {
    text.insert(has_sign ? 1 : 0, static_cast<std::size_t>(missing), '0');
  }
  return Same(c, a, text);
}

Value TextRemoveAffix(Context& c, const Arguments& a) {
  const std::string_view text = SelfText(c, a);
  std::string_view affix = OtherText(c, a, Need(c, a, 1, "affix"));
  if (a.native == "removeprefix") {
    return Same(c, a, text.starts_with(affix) ? text.substr(affix.size()) : text);
  }
  return Same(c, a, text.ends_with(affix) ? text.substr(0, text.size() - affix.size()) : text);
}

// str.encode and bytes.decode: UTF-8, and what is the same in other encodings.
Value TextRecode(Context& c, const Arguments& a) {
  const Value encoding = Optional(a, 1, "encoding", Value());
  const std::string_view name = encoding.is_undefined() ? "utf-8" : TextOf(c, encoding);
  std::string_view text = SelfText(c, a);
  const bool is_utf8 = name == "utf-8" || name == "utf8" || name == "UTF-8";
  if ((!is_utf8 &&
       !((name == "ascii" || name == "latin-1" || name == "latin1") && IsAscii(text))) ||
      FindInvalidUtf8(text) != std::string_view::npos) {
    GiveUp(c, "is in an encoding that is not followed");
  }
  return IsStr(a) ? c.heap.Bytes(text) : c.heap.Str(text);
}

Value BytesHex(Context& c, const Arguments& a) {
  if (a.values.size() > 1) {
    GiveUp(c, "is a text in a form that is not followed");
  }
  std::string digits;
  for (const char byte : SelfText(c, a)) {
    digits += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  }
  return c.heap.Str(digits);
}

namespace {

// What a field of str.format() names: "0", "name", "a.b[0]".
Value FieldOf(Context& c, const Arguments& a, std::string_view name, std::size_t& next) {
  const std::size_t end = std::min(name.find_first_of(".["), name.size());
  const std::string_view first = name.substr(0, end);
  Value value;
  if (first.empty() || std::ranges::all_of(first, IsDigit)) {
    const std::size_t position =
        first.empty() ? next++ : static_cast<std::size_t>(std::stoul(std::string(first)));
    if (position + 1 >= a.values.size()) {
      RaiseError(c, "IndexError", "Replacement index out of range for positional args tuple");
    }
    value = a.values[position + 1];
  } else {
    value = Arguments{{}, a.keywords}.Get(0, first);
    if (value.is_undefined()) {
      throw Raised{Call(c, Value::Of(BuiltinClass(c, "KeyError")), {c.heap.Str(first)})};
    }
  }
  std::string_view rest = name.substr(end);
  while (!rest.empty()) {
    if (rest[0] == '.') {
      const std::size_t stop = std::min(rest.find_first_of(".[", 1), rest.size());
      value = GetAttribute(c, value, rest.substr(1, stop - 1));
      rest.remove_prefix(stop);
    } else {
      const std::size_t stop = rest.find(']');
      if (stop == std::string_view::npos) {
        RaiseError(c, "ValueError", "expected '}' before end of string");
      }
      const std::string_view key = rest.substr(1, stop - 1);
      const bool is_number = !key.empty() && std::ranges::all_of(key, IsDigit);
      value =
          GetItem(c, value, is_number ? Value::Int(std::stoll(std::string(key))) : c.heap.Str(key));
      rest.remove_prefix(stop + 1);
    }
  }
  return value;
}

std::string FormatFields(Context& c, const Arguments& a, std::string_view text, std::size_t& next,
                         int depth) {
  std::string result;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '}' || (text[at] == '{' && at + 1 < text.size() && text[at + 1] == '{')) {
      if (at + 1 >= text.size() || text[at + 1] != text[at]) {
        RaiseError(c, "ValueError", "Single '}' encountered in format string");
      }
      result += text[at++];
      continue;
    }
    if (text[at] != '{') {
      result += text[at];
      continue;
    }
    std::size_t end = at + 1;
    for (int open = 1; end < text.size(); ++end) {
      open += text[end] == '{' ? 1 : text[end] == '}' ? -1 : 0;
      if (open == 0) {
        break;
      }
    }
    if (end == text.size() || depth > 2) {
      RaiseError(c, "ValueError", "expected '}' before end of string");
    }
    const std::string field(text.substr(at + 1, end - at - 1));
    const std::size_t colon = std::min(field.find(':'), field.size());
    const std::string name = field.substr(0, colon);
    const std::size_t mark = std::min(name.find('!'), name.size());
    const std::string conversion = name.substr(mark);
    const Value value = FieldOf(c, a, std::string_view(name).substr(0, mark), next);
    const std::string spec =
        colon < field.size()
            ? FormatFields(c, a, std::string_view(field).substr(colon + 1), next, depth + 1)
            : "";
    if (conversion.empty()) {
      result += Format(c, value, spec);
    } else {
      const std::string shown = conversion == "!s" ? ToText(c, value) : Repr(c, value);
      result += Format(c, c.heap.Str(shown), spec);
    }
    at = end;
  }
  return result;
}

}  // namespace

Value StrFormat(Context& c, const Arguments& a) {
  std::size_t next = 0;
  return c.heap.Str(FormatFields(c, a, SelfText(c, a), next, 0));
}

}  // namespace kernelc::host
