// Builds the syntax tree from the parser's contexts, and makes the checks that need no names:
// targets, argument orders, places of statements. One class; its methods are split by family over
// build_ast_{expr,display,call,string,literal,stmt,compound,def,pattern}.cpp and targets.cpp.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compiler/ast/ast.h"
#include "compiler/diag/emitter.h"
#include "compiler/parse/token.h"
#include "grammar/KernelParser.h"

namespace kernelc::parse {

using P = KernelParser;

template <typename Node>
using List = std::vector<const Node*>;

class AstBuilder {
 public:
  // `tokens` and `text` must outlive the builder; the tree goes to `module`. `misuses` takes what is
  // wrong with statements whose meaning is clear, see ParseOptions.
  AstBuilder(FileId file, std::string_view text, const std::vector<Token>& tokens,
             ast::Module& module, diag::Emitter& emitter, diag::Emitter& misuses);

  // Adds the statements of `ctx` to the file's. Those with syntax errors are left out.
  void AddStatements(const P::FileContext& ctx);
  // Adds the statements `name = literal` that begin at token `index`; gives the index behind them.
  std::uint32_t BuildLiteralLines(std::uint32_t index);
  // Makes what was added the module's body.
  void FinishFile();
  // Whether the file holds what CheckScopes looks at.
  bool needs_scope_checks() const { return needs_scope_checks_; }

 private:
  // What a statement or expression stands in, as far as Python's rules ask for it.
  enum class ScopeKind : std::uint8_t { Module, Class, Function, AsyncFunction, Lambda };
  struct Scope {
    ScopeKind kind;
    int loops = 0;
    // Inside a comprehension, its name in words.
    std::string_view comprehension = {};
    // Inside an `except*` block and no loop of its own.
    bool in_star_handler = false;
    // The function is a generator; it returns a value here.
    bool yields = false;
    SourceRange value_return = {};
    // Of the innermost class, as it stands in private names; empty where these stay as they are.
    std::string_view class_name = {};
  };
  // Pushes a scope for its lifetime.
  class ScopeGuard {
   public:
    ScopeGuard(AstBuilder& builder, ScopeKind kind) : builder_(&builder) {
      builder.PushScope(kind);
    }
    ~ScopeGuard() { builder_->scopes_.pop_back(); }
    ScopeGuard(const ScopeGuard&) = delete;
    ScopeGuard& operator=(const ScopeGuard&) = delete;

   private:
    AstBuilder* builder_;
  };

  // Inside a comprehension for its lifetime; the rules of the scope around it go on.
  class ComprehensionGuard {
   public:
    ComprehensionGuard(AstBuilder& builder, std::string_view what) : builder_(&builder) {
      builder.scopes_.push_back(builder.scopes_.back());
      builder.scopes_.back().comprehension = what;
    }
    ~ComprehensionGuard() { builder_->scopes_.pop_back(); }
    ComprehensionGuard(const ComprehensionGuard&) = delete;
    ComprehensionGuard& operator=(const ComprehensionGuard&) = delete;

   private:
    AstBuilder* builder_;
  };

  // Where `:=` may stand without parentheses.
  enum class Walrus : std::uint8_t { Allowed, NotAllowed };

  // build_ast_expr.cpp
  const ast::Expr* BuildExpression(const P::ExpressionContext& ctx);
  const ast::Expr* BuildOperation(const P::OperationContext& ctx);
  const ast::Expr* BuildPrimary(const P::PrimaryContext& ctx);
  const ast::Expr* BuildAtom(const P::AtomContext& ctx);
  const ast::Expr* BuildTokenAtom(const Token& token);
  const ast::Expr* BuildNumber(const Token& token);
  const ast::Expr* BuildNamed(const P::NamedExpressionContext& ctx);
  const ast::Expr* BuildWalrus(const ast::Expr* target, const P::ExpressionContext& target_ctx,
                               const P::ExpressionContext& value);
  const ast::Expr* BuildYield(const P::YieldExpressionContext& ctx);
  const ast::Expr* BuildExpressionList(const P::ExpressionListContext& ctx,
                                       Walrus walrus = Walrus::NotAllowed);
  const ast::Expr* BuildListItem(const P::ListItemContext& ctx, Walrus walrus);
  const ast::Expr* BuildAssignedValue(const P::AssignedValueContext& ctx);
  const ast::Expr* BuildStarred(const antlr4::Token* star, const P::ExpressionContext& value,
                                bool any_expression);
  void PushLambda(const P::LambdaHeadContext& head, std::vector<const ast::Arguments*>& lambdas);

  // build_ast_display.cpp
  const ast::Expr* BuildGroup(const P::GroupContext& ctx);
  const ast::Expr* BuildElement(const P::ElementContext& ctx);
  const ast::Expr* BuildListDisplay(const P::AtomContext& ctx);
  const ast::Expr* BuildBraceDisplay(const P::AtomContext& ctx);
  const ast::Expr* BuildBraceComprehension(const P::AtomContext& ctx);
  void BuildEntry(const P::EntryContext& ctx, bool is_dict, List<ast::Expr>& keys,
                  List<ast::Expr>& values);
  std::span<const ast::Comprehension* const> BuildLoops(const P::ComprehensionContext& ctx);
  const ast::Expr* BuildTarget(const P::TargetItemContext& ctx);
  const ast::Expr* BuildTargetList(const P::TargetListContext& ctx);
  List<ast::Expr> BuildTargetItems(const P::TargetListContext& ctx);

  // build_ast_call.cpp
  const ast::Expr* BuildTrailer(const ast::Expr* value, std::uint32_t begin,
                                const P::TrailerContext& ctx);
  const ast::Expr* BuildSlices(const P::TrailerContext& ctx);
  const ast::Expr* BuildSlice(const P::SliceContext& ctx);
  struct Arguments {
    List<ast::Expr> args;
    List<ast::Keyword> keywords;
  };
  Arguments BuildArguments(const std::vector<P::ArgumentContext*>& items,
                           const std::vector<antlr4::Token*>& commas, const antlr4::Token* open,
                           const antlr4::Token* close);
  const ast::Expr* BuildGeneratorArgument(const P::ArgumentContext& ctx, bool is_alone,
                                          const antlr4::Token* open, const antlr4::Token* close);
  void BuildNamedArgument(const P::ArgumentContext& ctx, Arguments& out);

  // build_ast_string.cpp
  struct StringParts {
    List<ast::Expr> values;
    std::string text;
    SourceRange text_range;
    bool has_text = false;
    bool has_u_prefix = false;
    bool is_formatted = false;
  };
  const ast::Expr* BuildString(const Token& token);
  const ast::Expr* BuildStrings(const std::vector<P::StringPieceContext*>& pieces);
  void AppendLiteral(const Token& token, bool is_bytes, StringParts& parts);
  void AppendFString(const P::FstringContext& ctx, StringParts& parts);
  void AppendFStringParts(const std::vector<P::FstringPartContext*>& items, bool is_raw,
                          bool in_format, StringParts& parts);
  void AppendField(const P::FstringPartContext& ctx, bool is_raw, StringParts& parts);
  int ReadConversion(const P::FstringPartContext& ctx);
  void AppendText(std::string_view text, SourceRange range, StringParts& parts);
  void FlushText(StringParts& parts);

  // build_ast_literal.cpp
  std::uint32_t SkipLiteral(std::uint32_t index, std::size_t depth) const;
  const ast::Expr* BuildLiteral(std::uint32_t* index);

  // build_ast_stmt.cpp
  void BuildSimpleLine(const P::SimpleLineContext& ctx, List<ast::Stmt>& out);
  const ast::Stmt* BuildSimple(const P::SimpleStatementContext& ctx);
  const ast::Stmt* BuildWord(const Token& token);
  const ast::Stmt* BuildExpressionStatement(const P::ExpressionStatementContext& ctx);
  const ast::Stmt* BuildAugmented(const P::ExpressionStatementContext& ctx);
  const ast::Stmt* BuildAnnotated(const P::ExpressionStatementContext& ctx);
  const ast::Stmt* BuildImport(const P::ImportStatementContext& ctx);
  const ast::Stmt* BuildFrom(const P::FromStatementContext& ctx);
  void CheckFuture(const ast::ImportFrom& statement);
  void BuildImportedNames(const P::FromStatementContext& ctx, List<ast::Alias>& names);
  const ast::Stmt* BuildDelete(const P::DelStatementContext& ctx);
  const ast::Stmt* BuildReturn(const P::ReturnStatementContext& ctx);
  const ast::Stmt* BuildScope(const P::ScopeStatementContext& ctx);
  const ast::Stmt* BuildTypeAlias(const P::TypeStatementContext& ctx);
  std::string_view DottedName(const P::DottedNameContext& ctx);

  // build_ast_compound.cpp
  void BuildStatement(const P::StatementContext& ctx, List<ast::Stmt>& out);
  ast::NodeList<ast::Stmt> BuildBlock(const P::BlockContext& ctx);
  ast::NodeList<ast::Stmt> BuildLoopBlock(const P::BlockContext& ctx);
  ast::NodeList<ast::Stmt> BuildElse(const P::ElseClauseContext* ctx);
  const ast::Stmt* BuildIf(const P::IfStatementContext& ctx);
  const ast::Stmt* BuildWhile(const P::WhileStatementContext& ctx);
  const ast::Stmt* BuildFor(const P::ForStatementContext& ctx, const antlr4::Token* async);
  const ast::Stmt* BuildTry(const P::TryStatementContext& ctx);
  const ast::ExceptHandler* BuildHandler(const P::ExceptClauseContext& ctx);
  const ast::Stmt* BuildWith(const P::WithStatementContext& ctx, const antlr4::Token* async);
  List<ast::WithItem> BuildWithItems(const P::WithStatementContext& ctx);
  const P::GroupContext* GroupOfItems(const P::WithStatementContext& ctx);
  const ast::WithItem* BuildWithItem(SourceRange range, const P::ExpressionContext& value,
                                     const ast::Expr* target);
  const ast::Stmt* BuildAsync(const P::AsyncStatementContext& ctx);
  void RequireAsync(const Token& token, std::string_view what);

  // build_ast_def.cpp
  const ast::Stmt* BuildFunction(const P::FunctionDefinitionContext& ctx,
                                 const antlr4::Token* async, const List<ast::Expr>& decorators);
  const ast::Stmt* BuildClass(const P::ClassDefinitionContext& ctx,
                              const List<ast::Expr>& decorators);
  const ast::Stmt* BuildDecorated(const P::DecoratedContext& ctx);
  std::span<const ast::Helper* const> BuildTypeParams(const P::TypeParametersContext* ctx);
  // One parameter of a function or lambda, or one of the marks `*` and `/`.
  struct Parameter {
    const Token* name = nullptr;
    const Token* star = nullptr;
    const Token* slash = nullptr;
    const ast::Expr* annotation = nullptr;
    const ast::Expr* value = nullptr;
    SourceRange range;
  };
  // Null for `*` and `/` alone.
  const ast::Arg* BuildArg(const Parameter& parameter);
  const ast::Arguments* BuildParameters(const std::vector<Parameter>& parameters,
                                        SourceRange range);
  void CheckParameterNames(const std::vector<Parameter>& parameters);
  Parameter ReadParameter(const P::ParameterContext& ctx);

  // build_ast_pattern.cpp
  const ast::Stmt* BuildMatch(const P::MatchStatementContext& ctx);
  const ast::MatchCase* BuildCase(const P::CaseBlockContext& ctx);
  const ast::Pattern* BuildOpenPattern(const P::OpenPatternContext& ctx);
  const ast::Pattern* BuildPattern(const P::PatternContext& ctx, bool star_allowed);
  const ast::Pattern* BuildClosedPattern(const P::ClosedPatternContext& ctx);
  const ast::Pattern* BuildNumberPattern(const P::ClosedPatternContext& ctx);
  const ast::Pattern* BuildNamePattern(const P::ClosedPatternContext& ctx);
  const ast::Pattern* BuildClassPattern(const P::ClosedPatternContext& ctx, const ast::Expr* cls);
  const ast::Pattern* BuildMappingPattern(const P::ClosedPatternContext& ctx);
  const ast::Pattern* BuildSequence(const std::vector<P::PatternContext*>& contexts,
                                    SourceRange range);
  const ast::Pattern* BuildSequencePattern(const P::ClosedPatternContext& ctx);
  const ast::Expr* DottedExpression(const P::DottedNameContext& ctx);
  const ast::Pattern* Capture(const Token& name, SourceRange range);
  void BindPatternName(const Token& name);
  const ast::Pattern* BuildAlternatives(const P::PatternContext& ctx);
  void CheckUnreachable(const ast::Pattern* pattern);

  // targets.cpp
  // Makes `expr` a target of `context`; reports what cannot be one as "cannot `verb` ...". `hint`
  // is for `=`: ask whether `==` was meant.
  const ast::Expr* MakeTarget(const ast::Expr* expr, ast::ExprContext context,
                              std::string_view verb, bool hint = false);
  static std::string ExpressionKind(const ast::Expr* expr);
  std::string HelpForTarget(const ast::Expr* culprit) const;
  bool IsInvalidTarget(const ast::Expr* expr, ast::ExprContext context,
                       const ast::Expr** culprit) const;
  void CheckBinding(std::string_view name, SourceRange range, ast::ExprContext context);
  void SetContext(const ast::Expr* expr, ast::ExprContext context);
  void CheckStarred(const ast::Expr* expr);

  // builder.cpp
  template <typename Node>
  Node* New(std::uint32_t begin, std::uint32_t end) {
    return module_->Create<Node>({file_, begin, end});
  }
  template <typename Node>
  ast::NodeList<Node> Store(const List<Node>& nodes) {
    return module_->CopyList(nodes);
  }
  void PushScope(ScopeKind kind) {
    Scope scope{kind};
    scope.class_name = scopes_.back().class_name;
    scopes_.push_back(scope);
  }
  // The identifier as Python compares it: `__size` in a class `Tile` is `_Tile__size`.
  std::string_view Identifier(const Token& token);
  // The same where it is nobody's private name.
  std::string_view PublicIdentifier(const Token& token);
  std::string_view Text(const Token& token) const {
    return text_.substr(token.begin, token.end - token.begin);
  }
  SourceRange Range(std::uint32_t begin, std::uint32_t end) const { return {file_, begin, end}; }
  SourceRange Range(const Token& token) const { return Range(token.begin, token.end); }
  SourceRange Range(const antlr4::ParserRuleContext& ctx) const {
    return Range(Begin(ctx), End(ctx));
  }
  static std::uint32_t Begin(const antlr4::ParserRuleContext& ctx) { return Of(ctx.start).begin; }
  // The end of the last token that is text: a compound statement does not end with its DEDENT.
  std::uint32_t End(const antlr4::ParserRuleContext& ctx) const {
    const Token* token = &Of(ctx.stop);
    while (token->type == T::NEWLINE || token->type == T::INDENT || token->type == T::DEDENT) {
      token = &tokens_[token->index - 1];
    }
    return token->end;
  }
  const ast::Expr* NewName(const Token& token, ast::ExprContext context);
  const ast::Expr* NewTuple(const List<ast::Expr>& items, std::uint32_t begin, std::uint32_t end);
  // The grammar takes empty places between commas; only the one after the last comma may be empty.
  void CheckSeparators(const std::vector<antlr4::Token*>& separators);
  void Error(SourceRange range, std::string message);
  void Misuse(SourceRange range, std::string message);
  void Misplaced(SourceRange range, std::string message);

  FileId file_;
  std::string_view text_;
  const std::vector<Token>& tokens_;
  ast::Module* module_;
  diag::Emitter* emitter_;
  diag::Emitter* misuses_;
  // Of the file.
  List<ast::Stmt> statements_;
  std::vector<Scope> scopes_;
  // The names that the pattern of the current `case` has bound so far.
  std::vector<std::string_view> pattern_names_;
  bool needs_scope_checks_ = false;
  // No statement has been seen that `from __future__ import` cannot follow.
  bool future_allowed_ = true;
};

}  // namespace kernelc::parse
