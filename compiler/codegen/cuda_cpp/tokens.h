// The words of C++ text that this back end wrote.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kernelc::codegen::cuda_cpp {

enum class TokenKind : std::uint8_t {
  Word,
  Number,
  // A string, a comment, a character that is none of the others, blanks.
  Other,
};

struct Token {
  TokenKind kind = TokenKind::Other;
  std::string_view text;
};

// All of `text`, in pieces that give it again when put together; they point into it.
std::vector<Token> TokensOf(std::string_view text);

}  // namespace kernelc::codegen::cuda_cpp
