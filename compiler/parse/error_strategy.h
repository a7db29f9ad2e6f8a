// What the parser does when a token does not fit: one report for each logical line, then on with
// the next.
#pragma once

#include <functional>
#include <vector>

#include "compiler/diag/emitter.h"
#include "compiler/parse/token.h"
#include "grammar/KernelParser.h"

namespace kernelc::parse {

// ANTLR's own recovery drops and inserts tokens inside expressions, which leads to errors that
// nobody made. Here an error unwinds to its statement (or `case`); the rest of the logical line is
// skipped, and an indented block after it is parsed for its own errors.
class StatementRecovery final : public antlr4::ANTLRErrorStrategy {
 public:
  StatementRecovery(FileId file, const SourceFile& source, const std::vector<Token>& tokens,
                    diag::Emitter& emitter)
      : file_(file), source_(&source), tokens_(tokens), emitter_(&emitter) {}

  void reset(antlr4::Parser*) override {}
  void reportMatch(antlr4::Parser*) override {}
  bool inErrorRecoveryMode(antlr4::Parser*) override { return failing_; }
  // `between` is called between the statements of the file.
  void CallBetween(std::function<void()> between) { between_ = std::move(between); }
  // The next error has been reported by someone else.
  void Silence() { failing_ = true; }
  // Called between the parts of a rule; only the loops over statements and cases need it.
  void sync(antlr4::Parser* parser) override;
  antlr4::Token* recoverInline(antlr4::Parser* parser) override;
  void reportError(antlr4::Parser* parser, const antlr4::RecognitionException& error) override;
  void recover(antlr4::Parser* parser, std::exception_ptr error) override;

 private:
  // Skips what cannot start a statement where one must start.
  void SkipToStatement(KernelParser& parser);
  // Skips the rest of the line; then parses the block that belongs to it, for its errors alone.
  void SkipLine(KernelParser& parser);
  void ParseLooseBlock(KernelParser& parser);
  void ParseToBlockEnd(KernelParser& parser);
  void CloseBlocks(KernelParser& parser);

  // Throws ParseCancellationException when the file has had its share of errors.
  void Diagnose(KernelParser& parser, std::size_t index);

  FileId file_;
  const SourceFile* source_;
  const std::vector<Token>& tokens_;
  diag::Emitter* emitter_;
  std::function<void()> between_;
  // Between the report of an error and the end of its statement.
  bool failing_ = false;
};

// Reports that the token at `index` does not fit where `parser` is, in the words that help most.
void DiagnoseSyntax(KernelParser& parser, std::size_t index, FileId file, const SourceFile& source,
                    const std::vector<Token>& tokens, diag::Emitter& emitter);

}  // namespace kernelc::parse
