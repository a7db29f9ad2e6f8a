// Tokens of KIR text. Private to the parser.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kernelc::kir {

enum class TokenKind : std::uint8_t {
  // Letters, digits, `_` and `.`, first a letter or `_`.
  Word,
  // `%name`, `%12`, `%i.3`, `%"any name"`.
  Value,
  // `@name`, `@"any name"`.
  Symbol,
  // Digits with an optional `-` before, and what follows without a break.
  Number,
  // In double quotes.
  String,
  // One character.
  Punctuation,
  // `->`.
  Arrow,
  End,
  // A fault; `text` is the message.
  Bad,
};

struct Token {
  TokenKind kind = TokenKind::End;
  // Without `%` and `@`; strings decoded. The name was in quotes when `quoted` is set.
  std::string text;
  bool quoted = false;
  std::uint32_t line = 1;
  std::uint32_t column = 1;
};

// All tokens of `text`, ending in End or Bad. `//` starts a comment that ends with its line.
std::vector<Token> Lex(std::string_view text);

}  // namespace kernelc::kir
