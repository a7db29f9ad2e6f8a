// Conditionals, lambdas, operators, primaries and plain lists of expressions.
#include "compiler/parse/builder.h"
#include "compiler/parse/literals.h"
#include "compiler/parse/operator_chain.h"

namespace kernelc::parse {

// Lambdas and conditionals nest to the right; their parts are built first, so that the scopes of
// the lambdas are open where they have to be, and joined from the right.
const ast::Expr* AstBuilder::BuildExpression(const P::ExpressionContext& ctx) {
  if (ctx.parts.size() == 1 && ctx.heads.empty()) {
    return BuildOperation(*ctx.parts[0]);
  }
  List<ast::Expr> parts;
  std::vector<const ast::Arguments*> lambdas;
  for (const P::OperationContext* part : ctx.parts) {
    while (lambdas.size() < ctx.heads.size() &&
           Of(ctx.heads[lambdas.size()]->start).index < Of(part->start).index) {
      PushLambda(*ctx.heads[lambdas.size()], lambdas);
    }
    parts.push_back(BuildOperation(*part));
  }
  scopes_.resize(scopes_.size() - lambdas.size());

  const std::uint32_t end = End(ctx);
  const ast::Expr* result = parts.back();
  for (std::size_t i = parts.size() - 1;; i -= 2) {
    const std::uint32_t before = i == 0 ? 0 : Of(ctx.parts[i - 1]->stop).index;
    while (!lambdas.empty() &&
           (i == 0 || Of(ctx.heads[lambdas.size() - 1]->start).index > before)) {
      auto* lambda = New<ast::Lambda>(Begin(*ctx.heads[lambdas.size() - 1]), end);
      lambda->args = lambdas.back();
      lambda->body = result;
      result = lambda;
      lambdas.pop_back();
    }
    if (i == 0) {
      return result;
    }
    auto* conditional = New<ast::IfExp>(Begin(*ctx.parts[i - 2]), end);
    conditional->test = parts[i - 1];
    conditional->body = parts[i - 2];
    conditional->orelse = result;
    result = conditional;
  }
}

void AstBuilder::PushLambda(const P::LambdaHeadContext& head,
                            std::vector<const ast::Arguments*>& lambdas) {
  CheckSeparators(head.commas);
  std::vector<Parameter> parameters;
  for (const P::LambdaParameterContext* item : head.items) {
    Parameter& parameter = parameters.emplace_back();
    parameter.name = item->name == nullptr ? nullptr : &Of(item->name);
    parameter.star = item->star == nullptr ? nullptr : &Of(item->star);
    parameter.slash = item->slash == nullptr ? nullptr : &Of(item->slash);
    parameter.value = item->value == nullptr ? nullptr : BuildExpression(*item->value);
    parameter.range = Range(*item);
  }
  lambdas.push_back(BuildParameters(parameters, Range(head)));
  PushScope(ScopeKind::Lambda);
}

const ast::Expr* AstBuilder::BuildOperation(const P::OperationContext& ctx) {
  const std::uint32_t first = Of(ctx.start).index;
  if (ctx.operands.size() == 1 && Of(ctx.operands[0]->start).index == first) {
    return BuildPrimary(*ctx.operands[0]);
  }
  OperatorChain chain(file_, *module_, *emitter_);
  std::uint32_t next = first;
  for (const P::PrimaryContext* operand : ctx.operands) {
    const std::uint32_t operand_index = Of(operand->start).index;
    while (next < operand_index) {
      if (tokens_[next].type == T::AWAIT) {
        RequireAsync(tokens_[next], "await");
      }
      next += chain.AddOperator(&tokens_[next]);
    }
    chain.AddOperand(BuildPrimary(*operand), Range(*operand));
    next = Of(operand->stop).index + 1;
  }
  return chain.Finish();
}

const ast::Expr* AstBuilder::BuildPrimary(const P::PrimaryContext& ctx) {
  const ast::Expr* value = BuildAtom(*ctx.head);
  for (const P::TrailerContext* tail : ctx.tails) {
    value = BuildTrailer(value, Begin(ctx), *tail);
  }
  return value;
}

const ast::Expr* AstBuilder::BuildAtom(const P::AtomContext& ctx) {
  if (ctx.token != nullptr) {
    return BuildTokenAtom(Of(ctx.token));
  }
  if (!ctx.pieces.empty()) {
    return BuildStrings(ctx.pieces);
  }
  if (ctx.open == nullptr) {
    return BuildGroup(*ctx.parenthesised);
  }
  return Of(ctx.open).type == T::LEFT_BRACKET ? BuildListDisplay(ctx) : BuildBraceDisplay(ctx);
}

const ast::Expr* AstBuilder::BuildTokenAtom(const Token& token) {
  if (token.type == T::NAME) {
    return NewName(token, ast::ExprContext::Load);
  }
  if (token.type == T::INTEGER || token.type == T::FLOAT || token.type == T::IMAGINARY) {
    return BuildNumber(token);
  }
  auto* constant = New<ast::Constant>(token.begin, token.end);
  constant->value.kind = token.type == T::TRUE    ? ast::ConstantKind::True
                         : token.type == T::FALSE ? ast::ConstantKind::False
                         : token.type == T::NONE  ? ast::ConstantKind::None
                                                  : ast::ConstantKind::Ellipsis;
  return constant;
}

const ast::Expr* AstBuilder::BuildNumber(const Token& token) {
  auto* constant = New<ast::Constant>(token.begin, token.end);
  std::string digits;
  if (const auto fault = ReadNumber(Text(token), constant->value, digits)) {
    emitter_->Build(Range(token), diag::Kind::InvalidNumber, fault->message).Emit();
    digits = "0";
  }
  constant->value.text = module_->CopyString(digits);
  return constant;
}

const ast::Expr* AstBuilder::BuildWalrus(const ast::Expr* target,
                                         const P::ExpressionContext& target_ctx,
                                         const P::ExpressionContext& value) {
  auto* named = New<ast::NamedExpr>(Begin(target_ctx), End(value));
  needs_scope_checks_ = true;
  // Only a bare name: `(x) := 1` is not one.
  const bool is_name = target->kind == ast::NodeKind::Name && target->range == Range(target_ctx);
  if (!is_name) {
    emitter_
        ->Build(target->range, diag::Kind::InvalidTarget, "use assignment expressions with",
                ExpressionKind(target))
        .Emit();
  } else {
    SetContext(target, ast::ExprContext::Store);
  }
  named->target = target;
  named->value = BuildExpression(value);
  return named;
}

const ast::Expr* AstBuilder::BuildNamed(const P::NamedExpressionContext& ctx) {
  const ast::Expr* value = BuildExpression(*ctx.value);
  return ctx.walrus == nullptr ? value : BuildWalrus(value, *ctx.value, *ctx.walrus);
}

const ast::Expr* AstBuilder::BuildYield(const P::YieldExpressionContext& ctx) {
  const ScopeKind scope = scopes_.back().kind;
  scopes_.back().yields = true;
  if (!scopes_.back().comprehension.empty()) {
    Misplaced(Range(ctx), fmt::format("`yield` inside {}", scopes_.back().comprehension));
  }
  if (scope == ScopeKind::Module || scope == ScopeKind::Class) {
    Misplaced(Range(ctx), "`yield` outside function");
  }
  if (ctx.from != nullptr) {
    if (scope == ScopeKind::AsyncFunction) {
      Misplaced(Range(ctx), "`yield from` inside async function");
    }
    auto* yield_from = New<ast::YieldFrom>(Begin(ctx), End(ctx));
    yield_from->value = BuildExpression(*ctx.source);
    return yield_from;
  }
  auto* yield = New<ast::Yield>(Begin(ctx), End(ctx));
  yield->value = ctx.values == nullptr ? nullptr : BuildExpressionList(*ctx.values);
  return yield;
}

const ast::Expr* AstBuilder::BuildExpressionList(const P::ExpressionListContext& ctx,
                                                 Walrus walrus) {
  if (ctx.commas.empty()) {
    return BuildListItem(*ctx.items[0], walrus);
  }
  CheckSeparators(ctx.commas);
  List<ast::Expr> items;
  for (const P::ListItemContext* item : ctx.items) {
    items.push_back(BuildListItem(*item, walrus));
  }
  return NewTuple(items, Begin(ctx), End(ctx));
}

const ast::Expr* AstBuilder::BuildListItem(const P::ListItemContext& ctx, Walrus walrus) {
  if (ctx.star != nullptr) {
    return BuildStarred(ctx.star, *ctx.value, false);
  }
  const ast::Expr* value = BuildExpression(*ctx.value);
  if (ctx.walrus == nullptr) {
    return value;
  }
  if (walrus == Walrus::NotAllowed) {
    const Token& token = tokens_[Of(ctx.value->stop).index + 1];
    emitter_->Build(Range(token), diag::Kind::SyntaxError, "invalid syntax")
        .Help("put the assignment expression into parentheses")
        .Emit();
  }
  return BuildWalrus(value, *ctx.value, *ctx.walrus);
}

const ast::Expr* AstBuilder::BuildAssignedValue(const P::AssignedValueContext& ctx) {
  return ctx.yielded != nullptr ? BuildYield(*ctx.yielded) : BuildExpressionList(*ctx.list);
}

// Outside of calls and subscripts only operators from `|` on may stand after the star.
const ast::Expr* AstBuilder::BuildStarred(const antlr4::Token* star,
                                          const P::ExpressionContext& value, bool any_expression) {
  auto* starred = New<ast::Starred>(Of(star).begin, End(value));
  starred->value = BuildExpression(value);
  const bool in_parentheses = starred->value->range != Range(value);
  if (!any_expression && !in_parentheses) {
    const ast::NodeKind kind = starred->value->kind;
    const auto* unary = ast::As<ast::UnaryOp>(starred->value);
    if (kind == ast::NodeKind::Compare || kind == ast::NodeKind::BoolOp ||
        kind == ast::NodeKind::IfExp || kind == ast::NodeKind::Lambda ||
        (unary != nullptr && unary->op == ast::UnaryOperator::Not)) {
      emitter_->Build(Range(value), diag::Kind::SyntaxError, "invalid syntax")
          .Help(fmt::format("put the {} into parentheses", ExpressionKind(starred->value)))
          .Emit();
    }
  }
  return starred;
}

}  // namespace kernelc::parse
