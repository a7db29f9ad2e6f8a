// Tokens and the streams through which ANTLR sees the text and the tokens.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "antlr4-runtime.h"
#include "grammar/KernelLexer.h"

namespace kernelc::parse {

using TokenType = std::uint32_t;
using T = KernelLexer;
inline constexpr TokenType kEndOfFile = 0xffffffffu;

// A token: a byte range of the decoded text. NEWLINE, INDENT, DEDENT and the end of the file may be
// empty.
class Token final : public antlr4::Token {
 public:
  Token(TokenType token_type, std::uint32_t token_begin, std::uint32_t token_end,
        std::uint32_t token_index)
      : type(token_type), begin(token_begin), end(token_end), index(token_index) {}

  std::size_t getType() const override { return type == kEndOfFile ? antlr4::Token::EOF : type; }
  std::size_t getTokenIndex() const override { return index; }
  std::size_t getStartIndex() const override { return begin; }
  std::size_t getStopIndex() const override { return end; }
  std::string getText() const override { return {}; }
  std::size_t getLine() const override { return 0; }
  std::size_t getCharPositionInLine() const override { return 0; }
  std::size_t getChannel() const override { return 0; }
  antlr4::TokenSource* getTokenSource() const override { return nullptr; }
  antlr4::CharStream* getInputStream() const override { return nullptr; }
  std::string toString() const override { return {}; }

  // Fields are plain: the streams and the builder read them without a virtual call.
  TokenType type;
  std::uint32_t begin;
  std::uint32_t end;
  std::uint32_t index;
};

// Every token that ANTLR hands out is one of ours.
inline const Token& Of(const antlr4::Token* token) { return static_cast<const Token&>(*token); }

// The text as the lexer's grammar wants it: bytes, those of non-ASCII characters as U+007F, which
// keeps every character inside the range whose transitions the lexer caches.
class ByteStream final : public antlr4::CharStream {
 public:
  explicit ByteStream(std::string_view text) : text_(text) {}

  void consume() override { ++position_; }
  std::size_t LA(ssize_t i) override {
    const std::size_t at = position_ + static_cast<std::size_t>(i) - 1;
    if (at >= text_.size()) {
      return antlr4::IntStream::EOF;
    }
    const auto byte = static_cast<unsigned char>(text_[at]);
    return byte < 0x80 ? byte : 0x7f;
  }
  ssize_t mark() override { return 0; }
  void release(ssize_t) override {}
  std::size_t index() override { return position_; }
  void seek(std::size_t index) override { position_ = index; }
  std::size_t size() override { return text_.size(); }
  std::string getSourceName() const override { return {}; }
  std::string getText(const antlr4::misc::Interval&) override { return {}; }
  std::string toString() const override { return {}; }

 private:
  std::string_view text_;
  std::size_t position_ = 0;
};

// A scanned file as the stream that the parser reads. The last token is the end of the file.
class TokenList final : public antlr4::TokenStream {
 public:
  explicit TokenList(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}

  const std::vector<Token>& tokens() const { return tokens_; }

  antlr4::Token* LT(ssize_t k) override {
    const ssize_t at = static_cast<ssize_t>(position_) + (k > 0 ? k - 1 : k);
    const ssize_t last = static_cast<ssize_t>(tokens_.size()) - 1;
    return at < 0 ? nullptr : &tokens_[static_cast<std::size_t>(at > last ? last : at)];
  }
  std::size_t LA(ssize_t i) override { return LT(i)->getType(); }
  void consume() override { position_ += position_ + 1 < tokens_.size(); }
  antlr4::Token* get(std::size_t index) const override {
    return const_cast<Token*>(&tokens_[index]);
  }
  std::size_t index() override { return position_; }
  void seek(std::size_t index) override { position_ = index; }
  std::size_t size() override { return tokens_.size(); }
  ssize_t mark() override { return 0; }
  void release(ssize_t) override {}
  antlr4::TokenSource* getTokenSource() const override { return nullptr; }
  std::string getSourceName() const override { return {}; }
  std::string getText(const antlr4::misc::Interval&) override { return {}; }
  std::string getText() override { return {}; }
  std::string getText(antlr4::RuleContext*) override { return {}; }
  std::string getText(antlr4::Token*, antlr4::Token*) override { return {}; }

 private:
  std::vector<Token> tokens_;
  std::size_t position_ = 0;
};

}  // namespace kernelc::parse
