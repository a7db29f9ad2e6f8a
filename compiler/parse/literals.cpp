#include "compiler/parse/literals.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <vector>

#include <fmt/format.h>

#include "compiler/base/unicode.h"
#include "compiler/parse/character_names.h"
#include "compiler/parse/limits.h"

namespace kernelc::parse {
namespace {

int DigitValue(char c) {
  if (c >= '0' && c <= '9') {
    return c - '0';
  }
  const char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : 16;
}

// The decimal digits of a number in base 2, 8 or 16 that does not fit 64 bits.
std::string ToDecimal(std::string_view digits, unsigned base) {
  constexpr std::uint64_t kChunk = 1'000'000'000;
  // Little-endian chunks of nine decimal digits.
  std::vector<std::uint32_t> chunks = {0};
  for (const char c : digits) {
    std::uint64_t carry = static_cast<std::uint64_t>(DigitValue(c));
    for (std::uint32_t& chunk : chunks) {
      const std::uint64_t product = std::uint64_t{chunk} * base + carry;
      chunk = static_cast<std::uint32_t>(product % kChunk);
      carry = product / kChunk;
    }
    if (carry != 0) {
      chunks.push_back(static_cast<std::uint32_t>(carry));
    }
  }
  std::string text = fmt::format("{}", chunks.back());
  for (std::size_t i = chunks.size() - 1; i-- > 0;) {
    text += fmt::format("{:09}", chunks[i]);
  }
  return text;
}

std::optional<LiteralFault> ReadInteger(std::string_view digits, ast::ConstantValue& value,
                                        std::string& decimal) {
  value.kind = ast::ConstantKind::Int;
  unsigned base = 10;
  if (digits.size() > 1 && digits[0] == '0' && DigitValue(digits[1]) != 0) {
    const char letter = static_cast<char>(digits[1] | 0x20);
    base = letter == 'x' ? 16 : letter == 'o' ? 8 : letter == 'b' ? 2 : 10;
    digits.remove_prefix(base == 10 ? 0 : 2);
  }
  digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size() - 1));
  // A digit in base 16, 8 or 2 is worth log10(base) decimal digits.
  const double decimal_digits = static_cast<double>(digits.size()) * std::log10(base);
  if (decimal_digits > static_cast<double>(kMaxIntegerDigits)) {
    return LiteralFault{
        0, 0, fmt::format("the integer has more than {} decimal digits", kMaxIntegerDigits)};
  }
  const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), value.int_value,
                                      static_cast<int>(base));
  value.is_big = parsed.ec == std::errc::result_out_of_range;
  if (value.is_big) {
    value.int_value = std::numeric_limits<std::uint64_t>::max();
    decimal = base == 10 ? std::string(digits) : ToDecimal(digits, base);
  } else {
    decimal = base == 10 ? std::string(digits) : fmt::format("{}", value.int_value);
  }
  return std::nullopt;
}

// Whether a number that no double holds is too large rather than too small.
bool IsHuge(std::string_view text) {
  const std::size_t exponent_at = std::min(text.find_first_of("eE"), text.size());
  long exponent = 0;
  if (exponent_at < text.size()) {
    std::string_view digits = text.substr(exponent_at + 1);
    const bool is_negative = digits.starts_with('-');
    digits.remove_prefix(is_negative || digits.starts_with('+') ? 1 : 0);
    const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
    exponent = parsed.ec == std::errc() ? exponent : 1'000'000'000;
    exponent = is_negative ? -exponent : exponent;
  }
  const std::string_view mantissa = text.substr(0, exponent_at);
  const auto point = static_cast<long>(std::min(mantissa.find('.'), mantissa.size()));
  const auto first = static_cast<long>(std::min(mantissa.find_first_not_of("0."), mantissa.size()));
  return point - first + exponent > 0;
}

double ReadFloat(std::string_view text) {
  double number = 0.0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
  if (parsed.ec == std::errc::result_out_of_range) {
    return IsHuge(text) ? std::numeric_limits<double>::infinity() : 0.0;
  }
  return number;
}

// Reads one literal's text.
class StringReader {
 public:
  StringReader(std::string_view text, std::uint32_t begin, const StringRules& rules,
               std::string& value)
      : text_(text), begin_(begin), rules_(rules), value_(&value) {}

  std::optional<LiteralFault> Read() {
    while (at_ < text_.size() && !fault_) {
      ReadPiece();
    }
    return std::move(fault_);
  }

 private:
  void ReadPiece() {
    const char c = text_[at_];
    const char next = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
    if (c == '\\' && !rules_.is_raw && at_ + 1 < text_.size()) {
      ReadEscape(next);
    } else if (c == '\r') {
      *value_ += '\n';
      at_ += next == '\n' ? 2u : 1u;
    } else if (rules_.doubled_braces && (c == '{' || c == '}') && next == c) {
      *value_ += c;
      at_ += 2;
    } else if (rules_.is_bytes && static_cast<unsigned char>(c) >= 0x80) {
      std::size_t end = at_;
      DecodeUtf8(text_, end);
      Fail(end, "bytes can only contain ASCII literal characters");
    } else {
      *value_ += c;
      ++at_;
    }
  }

  void ReadEscape(char letter) {
    constexpr std::string_view kLetters = "abfnrtv\\'\"";
    constexpr std::string_view kValues = "\a\b\f\n\r\t\v\\'\"";
    const std::size_t simple = kLetters.find(letter);
    if (simple != std::string_view::npos) {
      *value_ += kValues[simple];
      at_ += 2;
    } else if (letter == '\n' || letter == '\r') {
      at_ += letter == '\r' && at_ + 2 < text_.size() && text_[at_ + 2] == '\n' ? 3u : 2u;
    } else if (letter >= '0' && letter <= '7') {
      ReadOctal();
    } else if (letter == 'x') {
      ReadHex(2, "\\xXX");
    } else if (letter == 'u' && !rules_.is_bytes) {
      ReadHex(4, "\\uXXXX");
    } else if (letter == 'U' && !rules_.is_bytes) {
      ReadHex(8, "\\UXXXXXXXX");
    } else if (letter == 'N' && !rules_.is_bytes) {
      ReadNamed();
    } else {
      // An unknown escape stands for itself.
      *value_ += '\\';
      ++at_;
    }
  }

  void Append(char32_t code) {
    if (rules_.is_bytes) {
      *value_ += static_cast<char>(code);
    } else {
      AppendUtf8(*value_, code);
    }
  }

  void ReadOctal() {
    char32_t code = 0;
    std::size_t end = at_ + 1;
    while (end < text_.size() && end < at_ + 4 && text_[end] >= '0' && text_[end] <= '7') {
      code = code * 8 + static_cast<char32_t>(text_[end++] - '0');
    }
    at_ = end;
    Append(code);
  }

  void ReadHex(std::size_t count, std::string_view form) {
    char32_t code = 0;
    std::size_t end = at_ + 2;
    while (end < text_.size() && end < at_ + 2 + count && DigitValue(text_[end]) < 16) {
      code = code * 16 + static_cast<char32_t>(DigitValue(text_[end++]));
    }
    if (end != at_ + 2 + count) {
      Fail(end, fmt::format("truncated `{}` escape", form));
    } else if (code > 0x10ffff) {
      Fail(end, "the escape is not a Unicode character");
    } else {
      at_ = end;
      Append(code);
    }
  }

  void ReadNamed() {
    const std::size_t close = text_.find('}', at_);
    if (at_ + 2 >= text_.size() || text_[at_ + 2] != '{' || close == std::string_view::npos ||
        close == at_ + 3) {
      Fail(at_ + 2, "malformed `\\N{...}` escape");
      return;
    }
    const std::string_view name = text_.substr(at_ + 3, close - at_ - 3);
    const std::optional<char32_t> code = FindCharacter(name);
    if (!code) {
      Fail(close + 1, fmt::format("`{}` is not the name of a Unicode character", name));
      return;
    }
    at_ = close + 1;
    AppendUtf8(*value_, *code);
  }

  void Fail(std::size_t end, std::string message) {
    fault_ = LiteralFault{begin_ + static_cast<std::uint32_t>(at_),
                          begin_ + static_cast<std::uint32_t>(end), std::move(message)};
  }

  std::string_view text_;
  std::uint32_t begin_;
  StringRules rules_;
  std::string* value_;
  std::size_t at_ = 0;
  std::optional<LiteralFault> fault_;
};

}  // namespace

std::optional<LiteralFault> ReadNumber(std::string_view spelling, ast::ConstantValue& value,
                                       std::string& digits) {
  std::string text(spelling);
  std::erase(text, '_');
  const bool is_prefixed = text.size() > 1 && text[0] == '0' &&
                           std::string_view("xXoObB").find(text[1]) != std::string_view::npos;
  if (!is_prefixed && (text.back() == 'j' || text.back() == 'J')) {
    text.pop_back();
    value.kind = ast::ConstantKind::Imaginary;
    value.float_value = ReadFloat(text);
    return std::nullopt;
  }
  if (!is_prefixed && text.find_first_of(".eE") != std::string::npos) {
    value.kind = ast::ConstantKind::Float;
    value.float_value = ReadFloat(text);
    return std::nullopt;
  }
  return ReadInteger(text, value, digits);
}

std::optional<LiteralFault> ReadString(std::string_view text, std::uint32_t begin,
                                       const StringRules& rules, std::string& value) {
  return StringReader(text, begin, rules, value).Read();
}

}  // namespace kernelc::parse
