// Simple statements.
#include <algorithm>

#include "compiler/parse/builder.h"

namespace kernelc::parse {
namespace {

ast::BinaryOperator AugmentedOperator(TokenType type) {
  using ast::BinaryOperator;
  switch (type) {
    case T::PLUS_EQUAL:
      return BinaryOperator::Add;
    case T::MINUS_EQUAL:
      return BinaryOperator::Sub;
    case T::STAR_EQUAL:
      return BinaryOperator::Mult;
    case T::SLASH_EQUAL:
      return BinaryOperator::Div;
    case T::SLASH_SLASH_EQUAL:
      return BinaryOperator::FloorDiv;
    case T::PERCENT_EQUAL:
      return BinaryOperator::Mod;
    case T::AT_EQUAL:
      return BinaryOperator::MatMult;
    case T::AMPERSAND_EQUAL:
      return BinaryOperator::BitAnd;
    case T::BAR_EQUAL:
      return BinaryOperator::BitOr;
    case T::CARET_EQUAL:
      return BinaryOperator::BitXor;
    case T::RIGHT_SHIFT_EQUAL:
      return BinaryOperator::RShift;
    case T::LEFT_SHIFT_EQUAL:
      return BinaryOperator::LShift;
    case T::STAR_STAR_EQUAL:
      return BinaryOperator::Pow;
    default:
      KC_FATAL("not an augmented assignment: token {}", type);
  }
}

// Whether `from __future__` may follow: a docstring at the start of the file, or another such
// import.
bool KeepsFuture(const ast::Stmt* statement, bool is_first) {
  if (const auto* expression = ast::As<ast::ExprStmt>(statement)) {
    const auto* constant = ast::As<ast::Constant>(expression->value);
    return is_first && constant != nullptr && constant->value.kind == ast::ConstantKind::Str;
  }
  const auto* import = ast::As<ast::ImportFrom>(statement);
  return import != nullptr && import->module == "__future__";
}

}  // namespace

void AstBuilder::BuildSimpleLine(const P::SimpleLineContext& ctx, List<ast::Stmt>& out) {
  CheckSeparators(ctx.semicolons);
  for (const P::SimpleStatementContext* item : ctx.items) {
    const ast::Stmt* statement = BuildSimple(*item);
    future_allowed_ = future_allowed_ && KeepsFuture(statement, out.empty());
    out.push_back(statement);
  }
}

const ast::Stmt* AstBuilder::BuildSimple(const P::SimpleStatementContext& ctx) {
  if (ctx.expr != nullptr) {
    return BuildExpressionStatement(*ctx.expr);
  }
  if (ctx.word != nullptr) {
    return BuildWord(Of(ctx.word));
  }
  if (ctx.returned != nullptr) {
    return BuildReturn(*ctx.returned);
  }
  if (ctx.imported != nullptr) {
    return BuildImport(*ctx.imported);
  }
  if (ctx.importedFrom != nullptr) {
    return BuildFrom(*ctx.importedFrom);
  }
  if (ctx.asserted != nullptr) {
    auto* statement = New<ast::Assert>(Begin(ctx), End(ctx));
    statement->test = BuildExpression(*ctx.asserted->test);
    statement->msg =
        ctx.asserted->message == nullptr ? nullptr : BuildExpression(*ctx.asserted->message);
    return statement;
  }
  if (ctx.deleted != nullptr) {
    return BuildDelete(*ctx.deleted);
  }
  if (ctx.raised != nullptr) {
    auto* statement = New<ast::Raise>(Begin(ctx), End(ctx));
    statement->exc = ctx.raised->raised == nullptr ? nullptr : BuildExpression(*ctx.raised->raised);
    statement->cause = ctx.raised->cause == nullptr ? nullptr : BuildExpression(*ctx.raised->cause);
    return statement;
  }
  return ctx.scoped != nullptr ? BuildScope(*ctx.scoped) : BuildTypeAlias(*ctx.typed);
}

// `pass`, `break`, `continue`.
const ast::Stmt* AstBuilder::BuildWord(const Token& token) {
  if (token.type == T::PASS) {
    return New<ast::Pass>(token.begin, token.end);
  }
  const Scope& scope = scopes_.back();
  const bool is_break = token.type == T::BREAK;
  if (scope.loops == 0 && scope.in_star_handler) {
    Misplaced(Range(token), "`break`, `continue` and `return` cannot appear in an `except*` block");
  } else if (scope.loops == 0) {
    Misplaced(Range(token), is_break ? "`break` outside loop" : "`continue` not properly in loop");
  }
  if (is_break) {
    return New<ast::Break>(token.begin, token.end);
  }
  return New<ast::Continue>(token.begin, token.end);
}

const ast::Stmt* AstBuilder::BuildExpressionStatement(const P::ExpressionStatementContext& ctx) {
  if (ctx.op != nullptr) {
    return BuildAugmented(ctx);
  }
  if (ctx.annotation != nullptr) {
    return BuildAnnotated(ctx);
  }
  if (ctx.equals.empty()) {
    auto* statement = New<ast::ExprStmt>(Begin(ctx), End(ctx));
    statement->value = BuildAssignedValue(*ctx.values[0]);
    CheckStarred(statement->value);
    return statement;
  }
  auto* statement = New<ast::Assign>(Begin(ctx), End(ctx));
  List<ast::Expr> targets;
  for (std::size_t i = 0; i + 1 < ctx.values.size(); ++i) {
    const ast::Expr* target = MakeTarget(BuildAssignedValue(*ctx.values[i]),
                                         ast::ExprContext::Store, "assign to", i == 0);
    if (target->kind == ast::NodeKind::Starred) {
      misuses_->BuildMessage(target->range, diag::Kind::SyntaxError, "starred assignment target must be in a list or tuple")
          .Help("there are no pointers: an element is written `a[0] = ...`")
          .Emit();
    }
    targets.push_back(target);
  }
  statement->targets = Store(targets);
  statement->value = BuildAssignedValue(*ctx.values.back());
  CheckStarred(statement->value);
  return statement;
}

const ast::Stmt* AstBuilder::BuildAugmented(const P::ExpressionStatementContext& ctx) {
  auto* statement = New<ast::AugAssign>(Begin(ctx), End(ctx));
  const ast::Expr* target = BuildAssignedValue(*ctx.values[0]);
  const bool is_single = target->kind == ast::NodeKind::Name ||
                         target->kind == ast::NodeKind::Attribute ||
                         target->kind == ast::NodeKind::Subscript;
  if (is_single) {
    SetContext(target, ast::ExprContext::Store);
  } else {
    emitter_
        ->Build(target->range, diag::Kind::InvalidTarget, "use augmented assignment with",
                ExpressionKind(target))
        .Emit();
  }
  statement->target = target;
  statement->op = AugmentedOperator(Of(ctx.op).type);
  statement->value = BuildAssignedValue(*ctx.values[1]);
  CheckStarred(statement->value);
  return statement;
}

const ast::Stmt* AstBuilder::BuildAnnotated(const P::ExpressionStatementContext& ctx) {
  auto* statement = New<ast::AnnAssign>(Begin(ctx), End(ctx));
  const ast::Expr* target = BuildAssignedValue(*ctx.values[0]);
  if (target->kind == ast::NodeKind::Tuple || target->kind == ast::NodeKind::List) {
    Error(target->range,
          fmt::format("only single target (not {}) can be annotated", ExpressionKind(target)));
  } else if (target->kind != ast::NodeKind::Name && target->kind != ast::NodeKind::Attribute &&
             target->kind != ast::NodeKind::Subscript) {
    emitter_->Build(target->range, diag::Kind::InvalidTarget, "annotate", ExpressionKind(target))
        .Emit();
  } else {
    SetContext(target, ast::ExprContext::Store);
  }
  statement->target = target;
  statement->annotation = BuildExpression(*ctx.annotation);
  statement->value = ctx.values.size() < 2 ? nullptr : BuildAssignedValue(*ctx.values[1]);
  // A name in parentheses does not count as simple.
  statement->simple =
      target->kind == ast::NodeKind::Name && target->range == Range(*ctx.values[0]) ? 1 : 0;
  return statement;
}

const ast::Stmt* AstBuilder::BuildReturn(const P::ReturnStatementContext& ctx) {
  const Scope& scope = scopes_.back();
  if (scope.kind == ScopeKind::Module || scope.kind == ScopeKind::Class) {
    Misplaced(Range(ctx), "`return` outside function");
  } else if (scope.in_star_handler) {
    Misplaced(Range(ctx), "`break`, `continue` and `return` cannot appear in an `except*` block");
  }
  auto* statement = New<ast::Return>(Begin(ctx), End(ctx));
  statement->value = ctx.values == nullptr ? nullptr : BuildExpressionList(*ctx.values);
  if (statement->value != nullptr) {
    CheckStarred(statement->value);
    scopes_.back().value_return = statement->range;
  }
  return statement;
}

const ast::Stmt* AstBuilder::BuildDelete(const P::DelStatementContext& ctx) {
  auto* statement = New<ast::Delete>(Begin(ctx), End(ctx));
  List<ast::Expr> targets = BuildTargetItems(*ctx.targets);
  for (const ast::Expr* target : targets) {
    MakeTarget(target, ast::ExprContext::Del, "delete");
  }
  statement->targets = Store(targets);
  return statement;
}

std::string_view AstBuilder::DottedName(const P::DottedNameContext& ctx) {
  if (ctx.parts.size() == 1) {
    return PublicIdentifier(Of(ctx.parts[0]));
  }
  std::string name;
  for (const antlr4::Token* part : ctx.parts) {
    name += name.empty() ? "" : ".";
    name += PublicIdentifier(Of(part));
  }
  return module_->CopyString(name);
}

const ast::Stmt* AstBuilder::BuildImport(const P::ImportStatementContext& ctx) {
  auto* statement = New<ast::Import>(Begin(ctx), End(ctx));
  List<ast::Alias> names;
  for (const P::DottedAliasContext* item : ctx.names) {
    auto* alias = New<ast::Alias>(Begin(*item), End(*item));
    alias->name = DottedName(*item->name);
    alias->asname = item->alias == nullptr ? std::string_view() : Identifier(Of(item->alias));
    names.push_back(alias);
  }
  statement->names = Store(names);
  return statement;
}

const ast::Stmt* AstBuilder::BuildFrom(const P::FromStatementContext& ctx) {
  auto* statement = New<ast::ImportFrom>(Begin(ctx), End(ctx));
  for (const antlr4::Token* dots : ctx.dots) {
    statement->level += Of(dots).type == T::DOT ? 1 : 3;
  }
  statement->module = ctx.module == nullptr ? std::string_view() : DottedName(*ctx.module);
  if (ctx.module == nullptr && ctx.dots.empty()) {
    Error(Range(tokens_[Of(ctx.start).index + 1]), "expected a module name after `from`");
  }
  List<ast::Alias> names;
  BuildImportedNames(ctx, names);
  statement->names = Store(names);
  if (statement->module == "__future__" && statement->level == 0) {
    CheckFuture(*statement);
  }
  return statement;
}

// Only a docstring and other imports of this kind may stand before.
void AstBuilder::CheckFuture(const ast::ImportFrom& statement) {
  constexpr std::string_view kFeatures[] = {
      "nested_scopes",  "generators",       "division",       "absolute_import", "with_statement",
      "print_function", "unicode_literals", "barry_as_FLUFL", "generator_stop",  "annotations",
  };
  if (!future_allowed_) {
    Misplaced(statement.range, "`from __future__` imports must occur at the beginning of the file");
  }
  for (const ast::Alias* name : statement.names) {
    if (std::find(std::begin(kFeatures), std::end(kFeatures), name->name) == std::end(kFeatures)) {
      Misuse(name->range, fmt::format("future feature `{}` is not defined", name->name));
    }
  }
}

void AstBuilder::BuildImportedNames(const P::FromStatementContext& ctx, List<ast::Alias>& names) {
  if (ctx.star != nullptr) {
    const Token& star = Of(ctx.star);
    if (scopes_.back().kind != ScopeKind::Module) {
      Misplaced(Range(star), "`import *` only allowed at module level");
    }
    auto* alias = New<ast::Alias>(star.begin, star.end);
    alias->name = module_->CopyString("*");
    names.push_back(alias);
    return;
  }
  CheckSeparators(ctx.commas);
  if (ctx.open == nullptr && ctx.commas.size() == ctx.names.size()) {
    Error(Range(Of(ctx.commas.back())),
          "trailing comma not allowed without surrounding parentheses");
  }
  for (const P::ImportAliasContext* item : ctx.names) {
    auto* alias = New<ast::Alias>(Begin(*item), End(*item));
    // The other file's name is no private one of a class here.
    alias->name = PublicIdentifier(Of(item->name));
    alias->asname = item->alias == nullptr ? std::string_view() : Identifier(Of(item->alias));
    names.push_back(alias);
  }
}

const ast::Stmt* AstBuilder::BuildScope(const P::ScopeStatementContext& ctx) {
  needs_scope_checks_ = true;
  std::vector<std::string_view> names;
  for (const antlr4::Token* name : ctx.names) {
    names.push_back(Identifier(Of(name)));
  }
  if (Of(ctx.word).type == T::GLOBAL) {
    auto* statement = New<ast::Global>(Begin(ctx), End(ctx));
    statement->names = module_->CopyList(names);
    return statement;
  }
  if (scopes_.back().kind == ScopeKind::Module) {
    Misplaced(Range(ctx), "`nonlocal` declaration not allowed at module level");
  }
  auto* statement = New<ast::Nonlocal>(Begin(ctx), End(ctx));
  statement->names = module_->CopyList(names);
  return statement;
}

const ast::Stmt* AstBuilder::BuildTypeAlias(const P::TypeStatementContext& ctx) {
  auto* statement = New<ast::TypeAlias>(Begin(ctx), End(ctx));
  statement->name = NewName(Of(ctx.name), ast::ExprContext::Store);
  statement->type_params = BuildTypeParams(ctx.parameters);
  statement->value = BuildExpression(*ctx.value);
  return statement;
}

}  // namespace kernelc::parse
