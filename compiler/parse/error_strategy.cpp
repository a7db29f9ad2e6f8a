#include "compiler/parse/error_strategy.h"

#include "compiler/parse/limits.h"

namespace kernelc::parse {
namespace {

TokenType Next(antlr4::Parser& parser) { return Of(parser.getTokenStream()->LT(1)).type; }

// Whether the grammar lets a statement start with a token of this type. The answers are worked out
// once.
bool StartsStatement(antlr4::Parser& parser, TokenType type) {
  static const std::vector<bool> kStarts = [&] {
    const antlr4::atn::ATN& atn = parser.getATN();
    const auto first = atn.nextTokens(atn.ruleToStartState[KernelParser::RuleStatement]);
    std::vector<bool> starts(atn.maxTokenType + 1);
    for (std::size_t i = 0; i < starts.size(); ++i) {
      starts[i] = first.contains(i);
    }
    return starts;
  }();
  return type < kStarts.size() && kStarts[type];
}

bool ContinuesStatement(TokenType type) {
  return type == T::ELIF || type == T::ELSE || type == T::EXCEPT || type == T::FINALLY ||
         type == T::CASE;
}

}  // namespace

antlr4::Token* StatementRecovery::recoverInline(antlr4::Parser* parser) {
  throw antlr4::InputMismatchException(parser);
}

void StatementRecovery::reportError(antlr4::Parser* parser,
                                    const antlr4::RecognitionException& error) {
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
  for (std::size_t i = Of(parser.getContext()->start).index; i < parser.getTokenStream()->index();
       ++i) {
    open += tokens_[i].type == T::INDENT ? 1 : tokens_[i].type == T::DEDENT ? -1 : 0;
  }
  for (; open > 0; --open) {
    ParseToBlockEnd(parser);
  }
}

void StatementRecovery::SkipLine(KernelParser& parser) {
  // An error at the start of a line belongs to the line before (a missing block); nothing to skip.
  const std::size_t index = parser.getTokenStream()->index();
  const TokenType previous =
      index == 0 ? static_cast<TokenType>(T::NEWLINE) : tokens_[index - 1].type;
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
    } else if (StartsStatement(parser, Next(parser))) {
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
  if (rule == KernelParser::RuleFile) {
    between_();
  }
  const TokenType next = Next(*parser);
  if ((next == T::DEDENT && rule != KernelParser::RuleFile) || next == kEndOfFile ||
      (in_cases ? next == T::CASE : StartsStatement(*parser, next))) {
    return;
  }
  // The head of a block and of a `match` is not a loop yet.
  const std::size_t index = parser->getTokenStream()->index();
  const bool at_line_start = index == 0 || tokens_[index - 1].type == T::NEWLINE ||
                             tokens_[index - 1].type == T::INDENT ||
                             tokens_[index - 1].type == T::DEDENT;
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
        (in_cases ? next == T::CASE : StartsStatement(parser, next))) {
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
