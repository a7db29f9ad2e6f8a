#include "compiler/kir/lexer.h"

#include <fmt/format.h>

#include <cstddef>
#include <utility>

namespace kernelc::kir {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

bool IsWordStart(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

bool IsWordPart(char c) { return IsWordStart(c) || IsDigit(c) || c == '.'; }

int HexValue(char c) {
  if (IsDigit(c)) {
    return c - '0';
  }
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  std::vector<Token> Run() {
    std::vector<Token> tokens;
    do {
      tokens.push_back(Next());
    } while (tokens.back().kind != TokenKind::End && tokens.back().kind != TokenKind::Bad);
    return tokens;
  }

 private:
  bool AtEnd() const { return at_ >= text_.size(); }
  char Peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  void Advance() {
    if (text_[at_] == '\n') {
      ++line_;
      column_ = 1;
    } else {
      ++column_;
    }
    ++at_;
  }

  void SkipBlanks() {
    while (!AtEnd()) {
      const char c = Peek();
      if (c == '/' && Peek(1) == '/') {
        while (!AtEnd() && Peek() != '\n') {
          Advance();
        }
      } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
        Advance();
      } else {
        return;
      }
    }
  }

  Token Next() {
    SkipBlanks();
    Token token;
    token.line = line_;
    token.column = column_;
    if (AtEnd()) {
      return token;
    }
    const char c = Peek();
    if (c == '%' || c == '@') {
      Advance();
      token.kind = c == '%' ? TokenKind::Value : TokenKind::Symbol;
      return Name(std::move(token));
    }
    if (c == '"') {
      token.kind = TokenKind::String;
      return Text(std::move(token));
    }
    if (IsWordStart(c)) {
      token.kind = TokenKind::Word;
      return Run(std::move(token), IsWordPart);
    }
    if (c == '-' && Peek(1) == '>') {
      Advance();
      Advance();
      token.kind = TokenKind::Arrow;
      token.text = "->";
      return token;
    }
    if (IsDigit(c) || c == '-') {
      return Number(std::move(token));
    }
    if (std::string_view("()[]{}<>,:=").find(c) == std::string_view::npos) {
      return Bad(std::move(token), "unexpected character");
    }
    Advance();
    token.kind = TokenKind::Punctuation;
    token.text = c;
    return token;
  }

  Token Run(Token token, bool (*belongs)(char)) {
    const std::size_t begin = at_;
    while (!AtEnd() && belongs(Peek())) {
      Advance();
    }
    token.text = std::string(text_.substr(begin, at_ - begin));
    return token;
  }

  // A sign belongs to a number at its start and after an exponent's `e` alone.
  Token Number(Token token) {
    const std::size_t begin = at_;
    Advance();
    while (!AtEnd() && (IsWordPart(Peek()) || ((Peek() == '+' || Peek() == '-') &&
                                               text_[at_ - 1] == 'e' && IsDigit(Peek(1))))) {
      Advance();
    }
    token.kind = TokenKind::Number;
    token.text = std::string(text_.substr(begin, at_ - begin));
    return token;
  }

  Token Name(Token token) {
    if (Peek() == '"') {
      token.quoted = true;
      return Text(std::move(token));
    }
    token = Run(std::move(token), IsWordPart);
    return token.text.empty() ? Bad(std::move(token), "expected a name") : token;
  }

  Token Text(Token token) {
    Advance();
    while (!AtEnd() && Peek() != '"') {
      if (Peek() == '\n') {
        return Bad(std::move(token), "a string does not end on its line");
      }
      if (Peek() != '\\') {
        token.text += Peek();
        Advance();
        continue;
      }
      Advance();
      if (Peek() == 'x' && HexValue(Peek(1)) >= 0 && HexValue(Peek(2)) >= 0) {
        token.text += static_cast<char>(HexValue(Peek(1)) * 16 + HexValue(Peek(2)));
        Advance();
        Advance();
      } else if (Peek() == '"' || Peek() == '\\') {
        token.text += Peek();
      } else {
        return Bad(std::move(token), "unknown escape in a string");
      }
      Advance();
    }
    if (AtEnd()) {
      return Bad(std::move(token), "a string does not end");
    }
    Advance();
    return token;
  }

  Token Bad(Token token, std::string message) {
    token.kind = TokenKind::Bad;
    token.text = std::move(message);
    return token;
  }

  const std::string_view text_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;
  std::uint32_t column_ = 1;
};

}  // namespace

std::vector<Token> Lex(std::string_view text) { return Lexer(text).Run(); }

}  // namespace kernelc::kir
