#include "compiler/codegen/cuda_cpp/tokens.h"

#include <algorithm>

namespace kernelc::codegen::cuda_cpp {

namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

bool IsWord(char c) {
  return c == '_' || IsDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Behind the string whose quote is at `at`.
std::size_t EndOfString(std::string_view text, std::size_t at) {
  const char quote = text[at++];
  while (at < text.size() && text[at] != quote) {
    at += text[at] == '\\' ? 2u : 1u;
  }
  return std::min(at + 1, text.size());
}

std::size_t EndOfNumber(std::string_view text, std::size_t at) {
  const bool is_hex = text.substr(at).starts_with("0x");
  while (at < text.size()) {
    const bool signs = !is_hex && (text[at] == '+' || text[at] == '-') && text[at - 1] == 'e';
    if (!IsWord(text[at]) && text[at] != '.' && !signs) {
      break;
    }
    ++at;
  }
  return at;
}

}  // namespace

std::vector<Token> TokensOf(std::string_view text) {
  std::vector<Token> tokens;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at + 1;
    TokenKind kind = TokenKind::Other;
    if (text[at] == '"' || text[at] == '\'') {
      end = EndOfString(text, at);
    } else if (text.substr(at).starts_with("//") || text[at] == '#') {
      end = std::min(text.find('\n', at), text.size());
    } else if (IsDigit(text[at])) {
      kind = TokenKind::Number;
      end = EndOfNumber(text, at);
    } else if (IsWord(text[at])) {
      kind = TokenKind::Word;
      while (end < text.size() && IsWord(text[end])) {
        ++end;
      }
    } else if (text[at] == ' ') {
      end = std::min(text.find_first_not_of(' ', at), text.size());
    }
    tokens.push_back({kind, text.substr(at, end - at)});
    at = end;
  }
  return tokens;
}

}  // namespace kernelc::codegen::cuda_cpp
