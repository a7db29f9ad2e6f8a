#include "compiler/parse/error_strategy.h"

#include "compiler/parse/limits.h"

namespace kernelc::parse {
namespace {

TokenType Next(antlr4::Parser& parser) { return Of(parser.getTokenStream()->LT(1)).type; }

bool ContinuesStatement(TokenType type) {
  return type == T::ELIF || type == T::ELSE || type == T::EXCEPT || type == T::FINALLY || type == T::CASE;
}

}  // namespace

bool StartsStatement(TokenType type) {
  switch (type) {
    case T::NEWLINE: case T::INDENT: case T::DEDENT: case T::BROKEN: case kEndOfFile: case T::AND:
    case T::AS: case T::CASE: case T::ELIF: case T::ELSE: case T::EXCEPT: case T::FINALLY: case T::IN:
    case T::IS: case T::OR: case T::FSTRING_MIDDLE: case T::FSTRING_END: case T::SLASH:
    case T::SLASH_SLASH: case T::STAR_STAR: case T::PERCENT: case T::LEFT_SHIFT: case T::RIGHT_SHIFT:
    case T::AMPERSAND: case T::BAR: case T::CARET: case T::COLON_EQUAL: case T::LESS: case T::GREATER:
    case T::LESS_EQUAL: case T::GREATER_EQUAL: case T::EQUAL_EQUAL: case T::NOT_EQUAL:
    case T::RIGHT_PAREN: case T::RIGHT_BRACKET: case T::RIGHT_BRACE: case T::COMMA: case T::COLON:
    case T::EXCLAMATION: case T::DOT: case T::SEMICOLON: case T::EQUAL: case T::ARROW:
    case T::PLUS_EQUAL: case T::MINUS_EQUAL: case T::STAR_EQUAL: case T::SLASH_EQUAL:
    case T::SLASH_SLASH_EQUAL: case T::PERCENT_EQUAL: case T::AT_EQUAL: case T::AMPERSAND_EQUAL:
    case T::BAR_EQUAL: case T::CARET_EQUAL: case T::RIGHT_SHIFT_EQUAL: case T::LEFT_SHIFT_EQUAL:
    case T::STAR_STAR_EQUAL:
      return false;
    default:
      return true;
  }
}

antlr4::Token* StatementRecovery::recoverInline(antlr4::Parser* parser) {
  throw antlr4::InputMismatchException(parser);
}

void StatementRecovery::reportError(antlr4::Parser* parser, const antlr4::RecognitionException& error) {
  if (failing_) {
    return;
  }
  failing_ = true;
  Diagnose(static_cast<KernelParser&>(*parser), Of(error.getOffendingToken()).index);
}

void StatementRecovery::Diagnose(KernelParser& parser, std::size_t index) {
  DiagnoseSyntax(parser, index, file_, *source_, tokens_, *emitter_);
  if (emitter_->error_count() > static_cast<int>(kMaxSyntaxErrors)) {
    throw antlr4::ParseCancellationException();
  }
}

void StatementRecovery::recover(antlr4::Parser* parser, std::exception_ptr error) {
  const std::size_t rule = parser->getContext()->getRuleIndex();
  if (rule != KernelParser::RuleStatement && rule != KernelParser::RuleCaseBlock &&
      rule != KernelParser::RuleFile) {
    std::rethrow_exception(error);
  }
  if (rule != KernelParser::RuleFile) {
    SkipLine(static_cast<KernelParser&>(*parser));
    CloseBlocks(static_cast<KernelParser&>(*parser));
  }
  failing_ = false;
}

// Leaves the blocks that the broken statement has entered and not left.
void StatementRecovery::CloseBlocks(KernelParser& parser) {
  int open = 0;
  for (std::size_t i = Of(parser.getContext()->start).index; i < parser.getTokenStream()->index(); ++i) {
    open += tokens_[i].type == T::INDENT ? 1 : tokens_[i].type == T::DEDENT ? -1 : 0;
  }
  for (; open > 0; --open) {
    ParseToBlockEnd(parser);
  }
}

void StatementRecovery::SkipLine(KernelParser& parser) {
  // An error at the start of a line belongs to the line before (a missing block); nothing to skip.
  const std::size_t index = parser.getTokenStream()->index();
  const TokenType previous = index == 0 ? static_cast<TokenType>(T::NEWLINE) : tokens_[index - 1].type;
  const bool at_line_start = previous == T::NEWLINE || previous == T::DEDENT;
  if (!at_line_start) {
    while (Next(parser) != T::NEWLINE && Next(parser) != kEndOfFile) {
      parser.consume();
    }
    if (Next(parser) == T::NEWLINE) {
      parser.consume();
    }
  }
  failing_ = false;
  if (Next(parser) == T::INDENT) {
    ParseLooseBlock(parser);
  }
  // The clauses of a statement whose head is broken.
  while (ContinuesStatement(Next(parser)) && Next(parser) != T::CASE) {
    while (Next(parser) != T::NEWLINE && Next(parser) != kEndOfFile) {
      parser.consume();
    }
    if (Next(parser) == T::NEWLINE) {
      parser.consume();
    }
    if (Next(parser) == T::INDENT) {
      ParseLooseBlock(parser);
    }
  }
}

void StatementRecovery::ParseLooseBlock(KernelParser& parser) {
  parser.consume();
  ParseToBlockEnd(parser);
}

void StatementRecovery::ParseToBlockEnd(KernelParser& parser) {
  while (Next(parser) != T::DEDENT && Next(parser) != kEndOfFile) {
    if (Next(parser) == T::CASE) {
      parser.caseBlock();
    } else if (StartsStatement(Next(parser))) {
      parser.statement();
    } else {
      SkipToStatement(parser);
    }
  }
  if (Next(parser) == T::DEDENT) {
    parser.consume();
  }
}

void StatementRecovery::sync(antlr4::Parser* parser) {
  antlr4::ParserRuleContext* context = parser->getContext();
  const std::size_t rule = context->getRuleIndex();
  const bool in_cases = rule == KernelParser::RuleMatchStatement;
  if (rule != KernelParser::RuleFile && rule != KernelParser::RuleBlock && !in_cases) {
    return;
  }
  const TokenType next = Next(*parser);
  if ((next == T::DEDENT && rule != KernelParser::RuleFile) || next == kEndOfFile || (in_cases ? next == T::CASE : StartsStatement(next))) {
    return;
  }
  // The head of a block and of a `match` is not a loop yet.
  const std::size_t index = parser->getTokenStream()->index();
  const bool at_line_start = index == 0 || tokens_[index - 1].type == T::NEWLINE ||
                             tokens_[index - 1].type == T::INDENT || tokens_[index - 1].type == T::DEDENT;
  const bool is_head = Of(context->start).index == index && rule == KernelParser::RuleBlock;
  if (at_line_start && !is_head) {
    SkipToStatement(static_cast<KernelParser&>(*parser));
    // That no case is left has been said by then.
    failing_ = in_cases && Next(*parser) != T::CASE &&
               static_cast<KernelParser::MatchStatementContext*>(context)->cases.empty();
  }
}

void StatementRecovery::SkipToStatement(KernelParser& parser) {
  while (true) {
    const TokenType next = Next(parser);
    const std::size_t rule = parser.getContext()->getRuleIndex();
    const bool in_cases = rule == KernelParser::RuleMatchStatement;
    if (next == T::DEDENT && rule == KernelParser::RuleFile) {
      parser.consume();
      continue;
    }
    if (next == T::DEDENT || next == kEndOfFile ||
        (in_cases ? next == T::CASE : StartsStatement(next))) {
      return;
    }
    Diagnose(parser, parser.getTokenStream()->index());
    if (next == T::INDENT) {
      ParseLooseBlock(parser);
      continue;
    }
    while (Next(parser) != T::NEWLINE && Next(parser) != kEndOfFile) {
      parser.consume();
    }
    if (Next(parser) == T::NEWLINE) {
      parser.consume();
    }
    if (Next(parser) == T::INDENT) {
      ParseLooseBlock(parser);
    }
  }
}

}  // namespace kernelc::parse
