// Which words describe a syntax error: looks at the token that does not fit, its neighbours, and
// the rule that the parser is in. The cases stand in the order in which they are tried.
#include <algorithm>
#include <optional>
#include <string>

#include "compiler/parse/error_strategy.h"
#include "compiler/parse/foreign_syntax.h"

namespace kernelc::parse {
namespace {

using P = KernelParser;

class Diagnosis {
 public:
  Diagnosis(KernelParser& parser, std::size_t index, FileId file, const SourceFile& source,
            const std::vector<Token>& tokens, diag::Emitter& emitter)
      : parser_(parser),
        index_(index),
        file_(file),
        source_(&source),
        text_(source.text()),
        tokens_(tokens),
        emitter_(&emitter),
        token_(tokens[index]),
        rule_(parser.getContext()->getRuleIndex()) {
    FindLine();
  }

  void Report() {
    if (LineIsBroken() || ReportLayout() || ReportForeign() || ReportColon() || ReportFString() ||
        ReportParameter() || ReportEqual() || ReportOrphanClause() || ReportKeywordAsName() ||
        ReportForeignOperator() || ReportPrint() || ReportRule() || ReportMissingComma()) {
      return;
    }
    ReportGeneric();
  }

 private:
  diag::Builder Build(const Token& token, std::string message) {
    return emitter_->BuildMessage(Place(token), diag::Kind::SyntaxError, std::move(message));
  }
  SourceRange Place(const Token& token) const {
    // NEWLINE and the end of the file are shown as the place right after the text.
    const std::uint32_t end = token.type == T::NEWLINE ? token.begin : token.end;
    return {file_, token.begin, end};
  }
  std::string_view Text(const Token& token) const {
    return text_.substr(token.begin, token.end - token.begin);
  }
  const Token& At(std::size_t index) const { return tokens_[std::min(index, tokens_.size() - 1)]; }
  const Token* Previous() const { return index_ > line_begin_ ? &tokens_[index_ - 1] : nullptr; }

  static bool IsLayout(TokenType type) {
    return type == T::NEWLINE || type == T::INDENT || type == T::DEDENT || type == kEndOfFile;
  }

  void FindLine() {
    line_begin_ = index_;
    while (line_begin_ > 0 && !IsLayout(tokens_[line_begin_ - 1].type)) {
      --line_begin_;
    }
    line_end_ = index_;
    while (!IsLayout(tokens_[line_end_].type)) {
      ++line_end_;
    }
  }

  // The scanner has reported a fault in this logical line, or in the one that the file ends with.
  bool LineIsBroken() const {
    if (token_.type == kEndOfFile || token_.type == T::DEDENT) {
      std::size_t last = index_;
      while (last > 0 && IsLayout(tokens_[last].type)) {
        --last;
      }
      return tokens_[last].type == T::BROKEN;
    }
    for (std::size_t i = line_begin_; i < line_end_; ++i) {
      if (tokens_[i].type == T::BROKEN) {
        return true;
      }
    }
    return false;
  }

  bool Expects(TokenType type) {
    if (!expected_) {
      expected_ = parser_.getExpectedTokens();
    }
    return expected_->contains(static_cast<ssize_t>(type));
  }

  static bool IsKeyword(TokenType type) { return type >= T::FALSE && type <= T::YIELD; }

  static bool StartsExpression(TokenType type) {
    switch (type) {
      case T::NAME:
      case T::INTEGER:
      case T::FLOAT:
      case T::IMAGINARY:
      case T::STRING:
      case T::TRIPLE_STRING:
      case T::FSTRING_START:
      case T::NONE:
      case T::TRUE:
      case T::FALSE:
      case T::LAMBDA:
      case T::AWAIT:
      case T::ELLIPSIS:
      case T::LEFT_BRACE:
        return true;
      default:
        return false;
    }
  }

  static bool EndsExpression(TokenType type) {
    switch (type) {
      case T::NAME:
      case T::INTEGER:
      case T::FLOAT:
      case T::IMAGINARY:
      case T::STRING:
      case T::TRIPLE_STRING:
      case T::FSTRING_END:
      case T::NONE:
      case T::TRUE:
      case T::FALSE:
      case T::ELLIPSIS:
      case T::RIGHT_PAREN:
      case T::RIGHT_BRACKET:
      case T::RIGHT_BRACE:
        return true;
      default:
        return false;
    }
  }

  // How the head of a compound statement is called.
  std::string HeadName(std::size_t head) const {
    const Token& first = At(head);
    const Token& second = At(head + 1);
    if (first.type == T::DEF || (first.type == T::ASYNC && second.type == T::DEF)) {
      return "function definition";
    }
    if (first.type == T::CLASS) {
      return "class definition";
    }
    if (first.type == T::ASYNC) {
      return std::string("`async ").append(Text(second)).append("` statement");
    }
    if (first.type == T::EXCEPT && second.type == T::STAR) {
      return "`except*` statement";
    }
    return std::string("`").append(Text(first)).append("` statement");
  }

  // The opening bracket around the token in its logical line, if any.
  const Token* EnclosingBracket() const {
    int depth = 0;
    for (std::size_t i = index_; i-- > line_begin_;) {
      const TokenType type = tokens_[i].type;
      if (type == T::RIGHT_PAREN || type == T::RIGHT_BRACKET || type == T::RIGHT_BRACE) {
        ++depth;
      } else if (type == T::LEFT_PAREN || type == T::LEFT_BRACKET || type == T::LEFT_BRACE) {
        if (depth == 0) {
          return &tokens_[i];
        }
        --depth;
      }
    }
    return nullptr;
  }

  // Indentation: a block where none starts, or none where one must.
  bool ReportLayout() {
    if (token_.type == T::INDENT) {
      // One without text is a fault that the scanner has reported.
      if (token_.begin == token_.end) {
        return true;
      }
      emitter_->Build(Place(token_), diag::Kind::UnexpectedIndent)
          .Help("begin it in the column of the line before")
          .Emit();
      return true;
    }
    const bool after_line = index_ > 0 && tokens_[index_ - 1].type == T::NEWLINE;
    if (after_line && Expects(T::INDENT)) {
      std::size_t head = index_ - 1;
      while (head > 0 && !IsLayout(tokens_[head - 1].type)) {
        --head;
      }
      auto report = emitter_->Build(Place(token_), diag::Kind::ExpectedBlock, HeadName(head),
                                    source_->line_column(tokens_[head].begin).line);
      std::move(report).Emit();
      return true;
    }
    if (rule_ == P::RuleDecorated && !TypeOfC(Text(token_)).empty()) {
      return false;
    }
    if (rule_ == P::RuleDecorated &&
        (after_line || (index_ > 0 && tokens_[index_ - 1].type == T::DEDENT))) {
      Build(token_, "expected a function or class after the decorator").Emit();
      return true;
    }
    return false;
  }

  // A line as other languages have it.
  bool ReportForeign() {
    const std::optional<ForeignSyntax> found =
        FindForeignSyntax({tokens_, text_, line_begin_, line_end_, index_});
    if (found) {
      emitter_->BuildMessage({file_, found->begin, found->end}, diag::Kind::SyntaxError, found->message)
          .Help(found->help)
          .Emit();
    }
    return found.has_value();
  }

  bool IsCompoundRule() const {
    switch (rule_) {
      case P::RuleIfStatement:
      case P::RuleElseClause:
      case P::RuleWhileStatement:
      case P::RuleForStatement:
      case P::RuleTryStatement:
      case P::RuleExceptClause:
      case P::RuleWithStatement:
      case P::RuleFunctionDefinition:
      case P::RuleClassDefinition:
      case P::RuleMatchStatement:
      case P::RuleCaseBlock:
        return true;
      default:
        return false;
    }
  }

  bool ReportColon() {
    if (!IsCompoundRule() || !Expects(T::COLON) || token_.type == T::EQUAL) {
      return false;
    }
    if (rule_ == P::RuleExceptClause && token_.type == T::COMMA) {
      Build(token_, "multiple exception types must be parenthesized").Emit();
      return true;
    }
    if (rule_ == P::RuleElseClause && token_.type == T::IF) {
      Build(token_, "expected `:`").Help("`else if` is spelled `elif` in Python").Emit();
      return true;
    }
    if (rule_ != P::RuleIfStatement || token_.type == T::NEWLINE ||
        !StartsExpression(token_.type) || tokens_[index_ - 1].type == T::RIGHT_PAREN) {
      emitter_->Build(Place(token_), diag::Kind::ExpectedColon).Emit();
      return true;
    }
    return false;
  }

  bool ReportEqual() {
    if (token_.type != T::EQUAL) {
      return false;
    }
    const bool in_condition = rule_ == P::RuleIfStatement || rule_ == P::RuleWhileStatement ||
                              rule_ == P::RuleNamedExpression;
    if (in_condition || EnclosingBracket() != nullptr) {
      Build(token_, "invalid syntax: `=` cannot stand inside an expression")
          .Help("use `==` to compare, or `:=` to assign")
          .Emit();
      return true;
    }
    return false;
  }

  // `else`, `except` and the like without the statement that they continue.
  bool ReportOrphanClause() {
    if (index_ != line_begin_) {
      return false;
    }
    std::string_view partner;
    switch (token_.type) {
      case T::ELIF:
        partner = "`if`";
        break;
      case T::ELSE:
        partner = "`if`, `for`, `while` or `try`";
        break;
      case T::EXCEPT:
      case T::FINALLY:
        partner = "`try`";
        break;
      default:
        break;
    }
    if (partner.empty()) {
      if (rule_ == P::RuleMatchStatement) {
        Build(token_, "expected a `case` block").Emit();
        return true;
      }
      return false;
    }
    Build(token_, fmt::format("`{}` without {} before it", Text(token_), partner)).Emit();
    return true;
  }

  // Parameters of functions and lambdas.
  bool InParameters() const {
    return rule_ == P::RuleLambdaHead || rule_ == P::RuleLambdaParameter ||
           rule_ == P::RuleParameter ||
           (rule_ == P::RuleFunctionDefinition && EnclosingBracket() != nullptr);
  }

  bool ReportParameter() {
    const Token* previous = Previous();
    if (previous == nullptr || !(InParameters() || previous->type == T::EQUAL)) {
      return false;
    }
    std::string_view message;
    const TokenType before = previous->type;
    const bool at_parameter = before == T::LEFT_PAREN || before == T::COMMA || before == T::LAMBDA;
    if (token_.type == T::LEFT_PAREN && at_parameter && InParameters()) {
      message = "parameters cannot be parenthesized";
    } else if (token_.type == T::EQUAL && index_ >= line_begin_ + 2 && before == T::NAME) {
      const TokenType mark = tokens_[index_ - 2].type;
      message = mark == T::STAR        ? "var-positional argument cannot have default value"
                : mark == T::STAR_STAR ? "var-keyword argument cannot have default value"
                                       : "";
    } else if (before == T::EQUAL && ParentRule() == P::RuleParameter) {
      message = "expected default value expression";
    }
    if (message.empty()) {
      return false;
    }
    Build(token_, std::string(message)).Emit();
    return true;
  }

  // The rule that holds the expression in which the error is.
  std::size_t ParentRule() const {
    const auto* context = parser_.getContext();
    while (context != nullptr &&
           (context->getRuleIndex() == P::RuleExpression ||
            context->getRuleIndex() == P::RuleOperation ||
            context->getRuleIndex() == P::RulePrimary || context->getRuleIndex() == P::RuleAtom)) {
      context = static_cast<const antlr4::ParserRuleContext*>(context->parent);
    }
    const std::size_t rule = context == nullptr ? rule_ : context->getRuleIndex();
    return rule == P::RuleLambdaParameter ? static_cast<std::size_t>(P::RuleParameter) : rule;
  }

  // A keyword where only a name can stand.
  bool ReportKeywordAsName() {
    const Token* previous = Previous();
    const bool is_parameter = InParameters() && previous != nullptr &&
                              (previous->type == T::LEFT_PAREN || previous->type == T::COMMA ||
                               previous->type == T::STAR || previous->type == T::LAMBDA);
    if (!IsKeyword(token_.type) || !(is_parameter || (Expects(T::NAME) && !Expects(T::INTEGER)))) {
      return false;
    }
    Build(token_, fmt::format("the keyword `{}` cannot be used as a name", Text(token_))).Emit();
    return true;
  }

  // Spellings of other languages.
  bool ReportForeignOperator() {
    const Token* previous = Previous();
    const bool doubled =
        previous != nullptr && previous->type == token_.type && previous->end == token_.begin;
    std::string_view help;
    if (doubled && token_.type == T::AMPERSAND) {
      help = "the logical operator is spelled `and`";
    } else if (doubled && token_.type == T::BAR) {
      help = "the logical operator is spelled `or`";
    } else if (token_.type == T::EXCLAMATION) {
      help = "the logical operator is spelled `not`";
    } else if (previous != nullptr && previous->type == T::LESS && token_.type == T::GREATER) {
      help = "unequal is spelled `!=`";
    } else {
      return false;
    }
    Build(token_, "invalid syntax").Help(std::string(help)).Emit();
    return true;
  }

  bool ReportPrint() {
    const Token* previous = Previous();
    if (previous == nullptr || index_ - 1 != line_begin_ || previous->type != T::NAME ||
        !StartsExpression(token_.type)) {
      return false;
    }
    const std::string_view name = Text(*previous);
    if (name != "print" && name != "exec") {
      return false;
    }
    emitter_
        ->Build({file_, previous->begin, tokens_[line_end_ - 1].end}, diag::Kind::SyntaxError,
                fmt::format("missing parentheses in call to `{}`", name))
        .Help(fmt::format("write `{}({})`", name,
                          text_.substr(token_.begin, tokens_[line_end_ - 1].end - token_.begin)))
        .Emit();
    return true;
  }

  bool ReportFString() {
    bool in_fstring = false;
    for (auto* context = parser_.getContext(); context != nullptr && !in_fstring;
         context = static_cast<antlr4::ParserRuleContext*>(context->parent)) {
      in_fstring = context->getRuleIndex() == P::RuleFstringPart;
      if (context->getRuleIndex() == P::RuleStatement) {
        break;
      }
    }
    if (!in_fstring) {
      return false;
    }
    const Token* previous = Previous();
    const auto report = [&](std::string_view message) {
      emitter_->Build(Place(token_), diag::Kind::FStringField, message).Emit();
      return true;
    };
    const bool at_start = previous != nullptr && previous->type == T::LEFT_BRACE;
    if (at_start && !StartsExpression(token_.type)) {
      return report(fmt::format("valid expression required before `{}`", Text(token_)));
    }
    if (previous != nullptr && previous->type == T::COLON && token_.type == T::FSTRING_MIDDLE) {
      return report("lambda expressions are not allowed without parentheses");
    }
    if (rule_ == P::RuleFstringPart) {
      return report("expecting `=`, or `!`, or `:`, or `}`");
    }
    return false;
  }

  // What a rule alone can say.
  bool ReportRule() {
    if (rule_ == P::RuleExpression && Expects(T::ELSE)) {
      Build(token_, "expected `else` after `if` expression").Emit();
      return true;
    }
    if (rule_ == P::RuleOperation && Expects(T::IN) && !Expects(T::NAME)) {
      Build(token_, "expected `in` after `not`").Emit();
      return true;
    }
    if (rule_ == P::RuleFunctionDefinition && Expects(T::LEFT_PAREN)) {
      Build(token_, "expected `(`").Emit();
      return true;
    }
    if (token_.type == T::FOR && EnclosingBracket() != nullptr) {
      Build(token_, "invalid syntax: did you forget parentheses around the comprehension target?")
          .Emit();
      return true;
    }
    if ((rule_ == P::RuleComprehensionFor || rule_ == P::RuleForStatement) && Expects(T::IN)) {
      Build(token_, "expected `in` after the targets of `for`").Emit();
      return true;
    }
    return false;
  }

  bool ReportMissingComma() {
    const Token* previous = Previous();
    const Token* bracket = EnclosingBracket();
    if (bracket == nullptr || previous == nullptr || !EndsExpression(previous->type) ||
        !StartsExpression(token_.type)) {
      return false;
    }
    emitter_
        ->Build({file_, previous->begin, token_.end}, diag::Kind::SyntaxError,
                "invalid syntax: perhaps a comma is missing")
        .Label({file_, bracket->begin, bracket->end},
               fmt::format("inside this `{}`", Text(*bracket)))
        .Emit();
    return true;
  }

  void ReportGeneric() {
    const bool wants_expression = Expects(T::INTEGER) && Expects(T::NAME);
    if (token_.type == T::NEWLINE || token_.type == kEndOfFile) {
      Build(token_, wants_expression ? "expected an expression before the end of the line"
                                     : "invalid syntax: the line is not complete")
          .Emit();
    } else if (Expects(T::NAME) && !Expects(T::INTEGER)) {
      Build(token_, fmt::format("expected a name, not `{}`", Text(token_))).Emit();
    } else if (wants_expression) {
      Build(token_, fmt::format("invalid syntax: expected an expression, not `{}`", Text(token_)))
          .Emit();
    } else {
      ReportInBracket();
    }
  }

  // A line that makes no sense inside a bracket of an earlier line may only lack the closing
  // bracket.
  void ReportInBracket() {
    auto report = Build(token_, "invalid syntax");
    const Token* bracket = EnclosingBracket();
    const std::string_view between =
        bracket == nullptr ? std::string_view()
                           : text_.substr(bracket->begin, token_.begin - bracket->begin);
    if (between.find_first_of("\r\n") == std::string_view::npos) {
      std::move(report).Emit();
      return;
    }
    std::move(report)
        .Label({file_, bracket->begin, bracket->end},
               fmt::format("inside this `{}`, which is still open", Text(*bracket)))
        .Emit();
  }

  KernelParser& parser_;
  std::size_t index_;
  FileId file_;
  const SourceFile* source_;
  std::string_view text_;
  const std::vector<Token>& tokens_;
  diag::Emitter* emitter_;
  const Token& token_;
  std::size_t rule_;
  std::size_t line_begin_ = 0;
  std::size_t line_end_ = 0;
  std::optional<antlr4::misc::IntervalSet> expected_;
};

}  // namespace

void DiagnoseSyntax(KernelParser& parser, std::size_t index, FileId file, const SourceFile& source,
                    const std::vector<Token>& tokens, diag::Emitter& emitter) {
  Diagnosis(parser, index, file, source, tokens, emitter).Report();
}

}  // namespace kernelc::parse
