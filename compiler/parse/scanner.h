// The state of a scan; ScanTokens is its only user. Split in token_scanner.cpp (lines and tokens),
// scan_fstring.cpp and scan_errors.cpp.
#pragma once

#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "antlr4-runtime.h"
#include "compiler/diag/emitter.h"
#include "compiler/parse/token.h"

namespace kernelc::parse {

class Scanner {
 public:
  Scanner(FileId file, const SourceFile& source, diag::Emitter& emitter, bool by_grammar_alone);
  std::vector<Token> Scan();

 private:
  // What the scan is inside of, outermost first.
  enum class FrameKind : std::uint8_t {
    Bracket,
    // The literal text of an f-string, a replacement field `{...}` in it, the format of a field.
    FStringText,
    FStringField,
    FStringFormat,
  };
  struct Frame {
    FrameKind kind;
    // Bracket: the opening character. FStringText: the quote.
    char open = 0;
    bool is_triple = false;
    bool is_raw = false;
    // The opening bracket or the f-string's start.
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
  };
  // Columns with tab stops every 8 and every 1 characters: two lines compare the same under both,
  // or their order depends on the width of a tab.
  struct Indent {
    std::uint32_t column = 0;
    std::uint32_t tab_column = 0;
    friend bool operator==(const Indent&, const Indent&) = default;
  };

  // token_scanner.cpp
  void ScanLogicalLine();
  bool ScanIndentation(Indent& indent);
  void EmitIndentation(const Indent& indent, std::uint32_t line_begin);
  // True when the logical line is over.
  bool ScanToken();
  void HandleToken(TokenType type, std::uint32_t begin);
  bool HandleLineEnd(std::uint32_t begin);
  void HandleName(std::uint32_t begin);
  void HandleNumber(TokenType type, std::uint32_t begin);
  void HandleOpen(TokenType type, std::uint32_t begin);
  void HandleClose(TokenType type, std::uint32_t begin);
  bool StatementKeywordAt(std::uint32_t position) const;
  void EndLine(std::uint32_t begin, std::uint32_t end);
  void MarkSoftKeywords();
  void MarkSoftKeyword(std::size_t first, bool in_match);

  // scan_fstring.cpp
  void OpenFString(std::uint32_t begin);
  bool ScanFStringText();
  bool HandleFStringPiece(TokenType type, std::uint32_t begin, std::uint32_t text_begin);
  void OpenField(std::uint32_t begin);
  void EmitText(std::uint32_t begin, std::uint32_t end);
  void CloseFString(std::uint32_t begin, std::uint32_t end);
  void AbandonFString();
  const Frame& EnclosingFString() const;
  // `:` right inside a replacement field starts its format.
  bool HandleFieldToken(TokenType type, std::uint32_t begin);

  // scan_errors.cpp
  void ReportUnclosedString(std::uint32_t begin);
  void ReportUnclosedBracket();
  // Reports the string or bracket that is open where the logical line ends, if any.
  void ReportOpenFrame();
  void ReportUnknown(std::uint32_t begin);
  void ReportBadNumber(std::uint32_t begin, std::uint32_t end);
  void ReportBadName(std::uint32_t begin);
  void ReportUnclosedFString(const Frame& frame);

  TokenType Match(std::size_t mode);
  // The end of the token at `begin` where it is one of the plain kinds that most of a text is made of, which the
  // generated lexer would find the same; `*type` is its type. 0 for others.
  std::size_t MatchPlain(std::size_t begin, TokenType* type) const;
  void Add(TokenType type, std::uint32_t begin, std::uint32_t end);
  void Break(std::uint32_t begin, std::uint32_t end);
  SourceRange Range(std::uint32_t begin, std::uint32_t end) const { return {file_, begin, end}; }
  std::uint32_t position() { return static_cast<std::uint32_t>(stream_.index()); }
  std::uint32_t size() const { return static_cast<std::uint32_t>(text_.size()); }
  char At(std::size_t offset) const { return offset < text_.size() ? text_[offset] : '\0'; }
  std::string_view Text(const Token& token) const {
    return text_.substr(token.begin, token.end - token.begin);
  }
  bool InFString() const;

  FileId file_;
  const SourceFile* source_;
  std::string_view text_;
  diag::Emitter* emitter_;
  bool by_grammar_alone_;
  ByteStream stream_;
  KernelLexer lexer_;
  antlr4::atn::LexerATNSimulator* matcher_;
  std::vector<Token> tokens_;
  std::vector<Frame> frames_;
  std::vector<Indent> indents_;
  // The first token of each logical line.
  std::vector<std::uint32_t> line_starts_;
  // A nesting limit is reported once for a file.
  bool nesting_reported_ = false;
};

}  // namespace kernelc::parse
