// The token stream under the parser of KIR text. Private to the parser.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/kir/lexer.h"

namespace kernelc::kir {

// Every method that can fail gives false after it has noted the fault; the first one is kept.
class TokenReader {
 public:
  explicit TokenReader(std::string_view text) : tokens_(Lex(text)) {}

  // "line:column: message", empty while nothing has failed.
  const std::string& error() const { return error_; }

  const Token& Peek(std::size_t ahead = 0) const {
    return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
  }
  Token Take() {
    const Token& token = Peek();
    at_ = std::min(at_ + 1, tokens_.size() - 1);
    return token;
  }
  bool Is(std::string_view punctuation) const {
    return Peek().kind == TokenKind::Punctuation && Peek().text == punctuation;
  }
  bool IsWord(std::string_view word) const {
    return Peek().kind == TokenKind::Word && Peek().text == word;
  }
  bool TryTake(std::string_view punctuation) {
    if (!Is(punctuation)) {
      return false;
    }
    Take();
    return true;
  }
  bool TryTakeWord(std::string_view word) {
    if (!IsWord(word)) {
      return false;
    }
    Take();
    return true;
  }

  bool Fail(const Token& token, std::string message) {
    if (error_.empty()) {
      if (token.kind == TokenKind::Bad) {
        message = token.text;
      }
      error_ = fmt::format("{}:{}: {}", token.line, token.column, message);
    }
    return false;
  }
  bool FailExpected(std::string_view what) {
    return Fail(Peek(), fmt::format("expected {}", what));
  }
  bool Expect(std::string_view punctuation) {
    return TryTake(punctuation) || FailExpected(fmt::format("`{}`", punctuation));
  }
  bool ExpectWord(std::string_view word) {
    return TryTakeWord(word) || FailExpected(fmt::format("`{}`", word));
  }
  bool ExpectKind(TokenKind kind, std::string_view what, Token* token) {
    if (Peek().kind != kind) {
      return FailExpected(what);
    }
    *token = Take();
    return true;
  }

  // Any integer type; the number must fit.
  template <typename T>
  bool ParseInteger(T* value) {
    if (Peek().kind != TokenKind::Number) {
      return FailExpected("an integer");
    }
    const std::string& text = Peek().text;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), *value);
    if (status != std::errc() || end != text.data() + text.size()) {
      return FailExpected(fmt::format("an integer of {} bits", sizeof(T) * 8));
    }
    Take();
    return true;
  }

 private:
  const std::vector<Token> tokens_;
  std::size_t at_ = 0;
  std::string error_;
};

}  // namespace kernelc::kir
