// The values of literals.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "compiler/ast/ast.h"

namespace kernelc::parse {

// What is wrong inside a literal: a byte range of the decoded text and the kind of fault in words.
struct LiteralFault {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::string message;
};

// The value of a number as spelled, underscores included. `digits` receives the decimal digits of
// an integer, to which value.text must be set once they are stored. A fault is an integer with more
// digits than limits.h allows; its range is left empty.
std::optional<LiteralFault> ReadNumber(std::string_view spelling, ast::ConstantValue& value,
                                       std::string& digits);

// How the text of a string piece is read.
struct StringRules {
  bool is_raw = false;
  bool is_bytes = false;
  // Literal text of an f-string: `{{` and `}}` stand for one brace.
  bool doubled_braces = false;
};

// Appends the value of `text`, the inside of a literal that begins at offset `begin`, to `value`.
// Line ends become "\n". Stops at the first fault.
std::optional<LiteralFault> ReadString(std::string_view text, std::uint32_t begin,
                                       const StringRules& rules, std::string& value);

}  // namespace kernelc::parse
