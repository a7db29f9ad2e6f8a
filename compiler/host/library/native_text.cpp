// Methods of str and bytes.
#include <fmt/format.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>

#include <algorithm>

#include "compiler/base/unicode.h"
#include "compiler/host/library/natives.h"
#include "compiler/host/library/parameters.h"
#include "compiler/host/objects/integer.h"
#include "compiler/host/objects/strings.h"

namespace kernelc::host {
namespace {

// The last four are blanks of str alone.
constexpr std::string_view kBlank = " \t\n\r\v\f\x1c\x1d\x1e\x1f";

using Self = Any<Kind::Str, Kind::Bytes>;

bool IsStr(const Value& self) { return self.is(Kind::Str); }

std::string_view BlanksOf(const Value& self) { return IsStr(self) ? kBlank : kBlank.substr(0, 6); }

Value Same(Context& c, const Value& self, std::string_view text) {
  return LikeText(c, self.object->kind, text);
}

std::string_view OtherText(Context& c, const Value& self, const Value& other) {
  if (!other.is(self.object->kind)) {
    GiveUpIf(c, !IsStr(self) && !other.is_none() && !other.is(Kind::Str),
             "is given what may stand for bytes");
    RaiseError(c, "TypeError", IsStr(self) ? "must be str" : "a bytes-like object is required");
  }
  return other.text();
}

// Letters beyond ASCII have rules of their own.
std::string_view PlainText(Context& c, const Value& self) {
  GiveUpIf(c, !IsAscii(self.text()), "is a text with characters beyond ASCII");
  return self.text();
}

char Upper(char x) { return x >= 'a' && x <= 'z' ? static_cast<char>(x - 32) : x; }
char Lower(char x) { return x >= 'A' && x <= 'Z' ? static_cast<char>(x + 32) : x; }
bool IsLetter(char x) { return Lower(x) >= 'a' && Lower(x) <= 'z'; }
bool IsDigit(char x) { return x >= '0' && x <= '9'; }

template <typename Map>
Value Mapped(Context& c, const Value& self, Map&& map) {
  std::string text(PlainText(c, self));
  std::ranges::transform(text, text.begin(), map);
  return Same(c, self, text);
}

struct Part {
  std::size_t begin;
  std::size_t end;
};

// The part of the text that `start` and `end` of find() and the like name, in bytes.
Part PartOf(Context& c, const Characters& characters, const Given& start, const Given& end) {
  const std::int64_t length = characters.size();
  const auto bound = [&](const Given& given, std::int64_t fallback) {
    const std::int64_t at = given.is_undefined() || given.is_none() ? fallback : AsIndex(c, given);
    return std::clamp<std::int64_t>(at < 0 ? at + length : at, 0, length);
  };
  const bool starts_behind = start.is_small_int() && start.integer > length;
  const std::int64_t first = bound(start, 0);
  const std::int64_t last = bound(end, length);
  return starts_behind || first > last ? Part{1, 0}
                                       : Part{characters.begin(first), characters.begin(last)};
}

// What stands between separators, of which `most` from one side count; -1: all.
std::vector<std::string_view> Parted(std::string_view text, std::string_view separator,
                                     std::int64_t most, bool from_right) {
  std::vector<std::string_view> parts;
  for (; most != 0; --most) {
    const std::size_t at = from_right ? text.rfind(separator) : text.find(separator);
    if (at == std::string_view::npos) {
      break;
    }
    const std::string_view before = text.substr(0, at);
    const std::string_view behind = text.substr(at + separator.size());
    parts.push_back(from_right ? behind : before);
    text = from_right ? before : behind;
  }
  parts.push_back(text);
  if (from_right) {
    std::ranges::reverse(parts);
  }
  return parts;
}

std::string_view Separator(Context& c, const Value& self, const Value& separator) {
  const std::string_view text = OtherText(c, self, separator);
  RaiseIf(c, text.empty(), "ValueError", "empty separator");
  return text;
}

ValueList SplitBlank(Context& c, const Value& self, std::int64_t most, bool from_right) {
  std::string_view text = PlainText(c, self);
  const std::string_view blanks = BlanksOf(self);
  ValueList parts;
  GiveUpIf(c, from_right, "is a text split in a way that is not followed");
  while (true) {
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) {
      return parts;
    }
    text.remove_prefix(first);
    if (most == 0) {
      const std::size_t end = text.find_last_not_of(blanks);
      parts.push_back(Same(c, self, text.substr(0, end + 1)));
      return parts;
    }
    const std::size_t end = std::min(text.find_first_of(blanks), text.size());
    parts.push_back(Same(c, self, text.substr(0, end)));
    text.remove_prefix(end);
    --most;
  }
}

}  // namespace

KC_NATIVE(TextUpper, Self self) { return Mapped(c, self, Upper); }
KC_NATIVE(TextLower, Self self) { return Mapped(c, self, Lower); }
KC_NATIVE(TextSwapCase, Self self) {
  return Mapped(c, self, [](char x) { return Upper(x) == x ? Lower(x) : Upper(x); });
}
KC_NATIVE(TextTitle, Self self) {
  bool inside = false;
  return Mapped(c, self, [&](char x) {
    const char mapped = inside ? Lower(x) : Upper(x);
    inside = IsLetter(x);
    return mapped;
  });
}

KC_NATIVE(TextCapitalize, Self self) {
  bool is_first = true;
  return Mapped(c, self, [&](char x) {
    const char mapped = is_first ? Upper(x) : Lower(x);
    is_first = false;
    return mapped;
  });
}

// isalpha and the like: of every character; isupper and islower ask letters alone.
KC_NATIVE(TextIs, Called name, Self self) {
  const std::string_view what = name.substr(2);
  if (what == "identifier") {
    return Value::Bool(IsIdentifier(self.text()));
  }
  if (what == "ascii") {
    return Value::Bool(IsAscii(self.text()));
  }
  std::string_view text = PlainText(c, self);
  if (what == "upper" || what == "lower") {
    const auto other = what == "upper" ? Upper : Lower;
    return Value::Bool(std::ranges::any_of(text, IsLetter) &&
                       std::ranges::none_of(text, [&](char x) { return other(x) != x; }));
  }
  return Value::Bool(!text.empty() && std::ranges::all_of(text, [&](char x) {
    return what == "space"   ? BlanksOf(self).find(x) != std::string_view::npos
           : what == "alpha" ? IsLetter(x)
           : what == "alnum" ? IsLetter(x) || IsDigit(x)
                             : IsDigit(x);
  }));
}

KC_NATIVE(TextStrip, Called name, Self self, OrNone<Value> chars) {
  const std::string_view set = chars ? OtherText(c, self, *chars) : BlanksOf(self);
  GiveUpIf(c, !IsAscii(set) || (!chars && !IsAscii(self.text())),
           "is a text with characters beyond ASCII");
  llvm::StringRef text = self.text();
  text = name == "rstrip" ? text : text.ltrim(set);
  return Same(c, self, name == "lstrip" ? text : text.rtrim(set));
}

KC_NATIVE(TextFind, Called name, Self self, Value sub, Given start, Given end) {
  const std::string_view text = self.text();
  const std::string_view other = OtherText(c, self, sub);
  const Characters characters(text, IsStr(self));
  const Part part = PartOf(c, characters, start, end);
  std::size_t at = std::string_view::npos;
  if (part.begin <= part.end) {
    const std::string_view within = text.substr(0, part.end);
    at = name.starts_with("r") ? within.rfind(other) : within.find(other, part.begin);
  }
  const bool is_found = at != std::string_view::npos && at >= part.begin;
  RaiseIf(c, !is_found && name.ends_with("index"), "ValueError", "substring not found");
  return Value::Int(is_found ? characters.index_of(at) : -1);
}

KC_NATIVE(TextAffix, Called name, Self self, Value affix, Given start, Given end) {
  const bool at_start = name == "startswith";
  const std::string_view text = self.text();
  const Part part = PartOf(c, Characters(text, IsStr(self)), start, end);
  const ValueList all = affix.is(Kind::Tuple) ? affix.items() : ValueList{affix};
  for (const Value& one : all) {
    CheckKnown(c, one);
    std::string_view other = OtherText(c, self, one);
    if (part.begin <= part.end) {
      const std::string_view within = text.substr(part.begin, part.end - part.begin);
      if (at_start ? within.starts_with(other) : within.ends_with(other)) {
        return Value::Bool(true);
      }
    }
  }
  return Value::Bool(false);
}

KC_NATIVE_BY_NAME(TextSplit, Called name, Self self, OrNone<Value> sep,
                  std::optional<std::int64_t> maxsplit) {
  const bool from_right = name == "rsplit";
  std::int64_t most = maxsplit.value_or(-1);
  if (!sep) {
    return c.heap.List(SplitBlank(c, self, most, from_right && most >= 0));
  }
  return c.heap.List(ListOf(Parted(self.text(), Separator(c, self, *sep), most, from_right),
                            [&](std::string_view part) { return Same(c, self, part); }));
}

KC_NATIVE(TextPartition, Called name, Self self, Value sep) {
  const bool from_right = name == "rpartition";
  const auto parts = Parted(self.text(), Separator(c, self, sep), 1, from_right);
  if (parts.size() == 1) {
    const Value empty = Same(c, self, "");
    return c.heap.Tuple(from_right ? ValueList{empty, empty, self} : ValueList{self, empty, empty});
  }
  return c.heap.Tuple({Same(c, self, parts[0]), sep, Same(c, self, parts[1])});
}

KC_NATIVE(TextJustify, Called name, Self self, std::int64_t width, Given fillchar) {
  const std::string_view text = self.text();
  const std::string_view pad = fillchar.is_undefined() ? " " : OtherText(c, self, fillchar);
  RaiseIf(c, Characters(pad, IsStr(self)).size() != 1, "TypeError", "is no character");
  constexpr std::int64_t kMost = 1 << 16;
  GiveUpIf(c, width > kMost, "is too wide a text");
  const std::int64_t missing =
      std::max<std::int64_t>(0, width - Characters(text, IsStr(self)).size());
  // center() puts the odd one to the left where the width is odd.
  const std::int64_t before = name == "ljust"   ? 0
                              : name == "rjust" ? missing
                                                : missing / 2 + (missing & width & 1);
  std::string result;
  for (std::int64_t i = 0; i < missing; ++i) {
    if (i == before) {
      result += text;
    }
    result += pad;
  }
  return Same(c, self, missing == before ? result.append(text) : result);
}

KC_NATIVE(TextCount, Self self, Value sub) {
  const std::string_view other = OtherText(c, self, sub);
  GiveUpIf(c, other.empty(), "is a count that is not followed");
  return Value::Int(std::ssize(Parted(self.text(), other, -1, false)) - 1);
}

KC_NATIVE(TextReplace, Self self, Value old_text, Value new_text,
          std::optional<std::int64_t> count) {
  const std::string_view old = OtherText(c, self, old_text);
  const std::string_view with = OtherText(c, self, new_text);
  GiveUpIf(c, old.empty(), "is a replacement that is not followed");
  return Same(c, self, llvm::join(Parted(self.text(), old, count.value_or(-1), false), with));
}

KC_NATIVE(TextJoin, Self self, ValueList iterable) {
  return Same(c, self,
              llvm::join(llvm::map_range(iterable,
                                         [&](const Value& element) {
                                           CheckKnown(c, element);
                                           return OtherText(c, self, element);
                                         }),
                         self.text()));
}

KC_NATIVE_BY_NAME(TextSplitLines, Self self, std::optional<bool> keepends) {
  std::string_view text = PlainText(c, self);
  const bool keeps = keepends.value_or(false);
  ValueList lines;
  const std::string_view ends = IsStr(self) ? "\n\r\v\f\x1c\x1d\x1e" : "\n\r";
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(ends), text.size());
    const std::size_t size = text.substr(end).starts_with("\r\n") ? 2 : end < text.size() ? 1 : 0;
    lines.push_back(Same(c, self, text.substr(0, keeps ? end + size : end)));
    text.remove_prefix(end + size);
  }
  return c.heap.List(std::move(lines));
}

KC_NATIVE(TextZeroFill, Self self, std::int64_t width) {
  std::string text(self.text());
  const std::int64_t missing = width - Characters(text, IsStr(self)).size();
  constexpr std::int64_t kMost = 1 << 16;
  GiveUpIf(c, missing > kMost, "is too wide a text");
  const bool has_sign = text.starts_with("-") || text.starts_with("+");
  if (missing > 0) {
    text.insert(has_sign ? 1 : 0, static_cast<std::size_t>(missing), '0');
  }
  return Same(c, self, text);
}

KC_NATIVE(TextRemoveAffix, Called name, Self self, Value affix) {
  std::string_view text = self.text();
  const std::string_view other = OtherText(c, self, affix);
  if (name == "removeprefix" && text.starts_with(other)) {
    text.remove_prefix(other.size());
  } else if (name == "removesuffix" && text.ends_with(other)) {
    text.remove_suffix(other.size());
  }
  return Same(c, self, text);
}

// str.encode and bytes.decode: UTF-8, and what is the same in other encodings.
KC_NATIVE_BY_NAME(TextRecode, Self self, std::optional<std::string_view> encoding) {
  const std::string_view name = encoding.value_or("utf-8");
  const std::string_view text = self.text();
  const bool is_utf8 = name == "utf-8" || name == "utf8" || name == "UTF-8";
  GiveUpIf(c,
           (!is_utf8 &&
            !((name == "ascii" || name == "latin-1" || name == "latin1") && IsAscii(text))) ||
               FindInvalidUtf8(text) != std::string_view::npos,
           "is in an encoding that is not followed");
  return IsStr(self) ? c.heap.Bytes(text) : c.heap.Str(text);
}

// Of two texts, and what a third one has: characters that go.
KC_NATIVE(TextMakeTable, Any<Kind::Str> x, Any<Kind::Str> y, std::optional<std::string_view> z) {
  const std::string_view from = PlainText(c, x);
  const std::string_view into = PlainText(c, y);
  RaiseIf(c, from.size() != into.size(), "ValueError",
          "the first two maketrans arguments must have equal length");
  GiveUpIf(c, !IsAscii(z.value_or("")), "is a text with characters beyond ASCII");
  Object* table = c.heap.NewDict();
  for (std::size_t i = 0; i < from.size(); ++i) {
    StoreKey(c, table, Value::Int(from[i]), Value::Int(into[i]));
  }
  for (const char gone : z.value_or("")) {
    StoreKey(c, table, Value::Int(gone), Value::None());
  }
  return Value::Of(table);
}

KC_NATIVE(TextTranslate, Self self, Any<Kind::Dict> table) {
  GiveUpIf(c, !IsStr(self), "is bytes translated in a way that is not followed");
  CheckContents(c, table);
  std::string result;
  for (const char x : PlainText(c, self)) {
    const Entry* entry = FindKey(c, KeysOf(table.object), Value::Int(x));
    const Value with =
        entry == nullptr || entry->value.is_undefined() ? Value::Int(x) : entry->value;
    CheckKnown(c, with);
    GiveUpIf(c,
             !with.is_none() && !with.is(Kind::Str) &&
                 !(with.is_small_int() && with.integer >= 0 && with.integer < 128),
             "is a text translated in a way that is not followed");
    if (with.is_small_int()) {
      result += static_cast<char>(with.integer);
    } else if (!with.is_none()) {
      result += with.text();
    }
  }
  return c.heap.Str(result);
}

KC_NATIVE(BytesFromHex, Any<Kind::Str> string) {
  std::string bytes;
  for (llvm::StringRef text = string.text(); !(text = text.ltrim(kBlank.substr(0, 6))).empty();
       text = text.drop_front(2)) {
    std::string byte;
    RaiseIf(c, text.size() < 2 || !llvm::tryGetFromHex(text.take_front(2), byte), "ValueError",
            "non-hexadecimal number found in fromhex() arg");
    bytes += byte;
  }
  return c.heap.Bytes(bytes);
}

KC_NATIVE(BytesHex, Self self) { return c.heap.Str(llvm::toHex(self.text(), true)); }

// What a field of str.format() names: "0", "name", "a.b[0]".
static Value FieldOf(Context& c, const Arguments& a, std::string_view name, std::size_t& next) {
  const std::size_t end = std::min(name.find_first_of(".["), name.size());
  const std::string_view first = name.substr(0, end);
  Value value;
  if (first.empty() || std::ranges::all_of(first, IsDigit)) {
    const std::size_t position =
        first.empty() ? next++ : static_cast<std::size_t>(std::stoul(std::string(first)));
    RaiseIf(c, position >= a.size(), "IndexError", "index out of range");
    value = a.values[position];
  } else {
    value = Arguments{{}, a.keywords}.Get(0, first);
    if (value.is_undefined()) {
      RaiseWith(c, "KeyError", {c.heap.Str(first)});
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
      RaiseIf(c, stop == std::string_view::npos, "ValueError", "expected '}' before end of string");
      const std::string_view key = rest.substr(1, stop - 1);
      const bool is_number = !key.empty() && std::ranges::all_of(key, IsDigit);
      value =
          GetItem(c, value, is_number ? Value::Int(std::stoll(std::string(key))) : c.heap.Str(key));
      rest.remove_prefix(stop + 1);
    }
  }
  return value;
}

static std::string FormatFields(Context& c, const Arguments& a, std::string_view text,
                                std::size_t& next, int depth) {
  std::string result;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '}' || (text[at] == '{' && at + 1 < text.size() && text[at + 1] == '{')) {
      RaiseIf(c, at + 1 >= text.size() || text[at + 1] != text[at], "ValueError",
              "Single '}' encountered in format string");
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
    RaiseIf(c, end == text.size() || depth > 2, "ValueError", "expected '}' before end of string");
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

KC_NATIVE(StrFormat, Self self, Rest values, Keywords keywords) {
  std::size_t next = 0;
  return c.heap.Str(FormatFields(c, {values, keywords}, self.text(), next, 0));
}

}  // namespace kernelc::host
