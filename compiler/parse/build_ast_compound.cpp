// Blocks and the compound statements that hold them, apart from definitions and `match`.
#include "compiler/parse/builder.h"

namespace kernelc::parse {

void AstBuilder::BuildStatement(const P::StatementContext& ctx, List<ast::Stmt>& out) {
  // A statement with a syntax error has been reported and has no tree.
  if (ctx.exception != nullptr) {
    return;
  }
  if (ctx.line != nullptr) {
    BuildSimpleLine(*ctx.line, out);
    return;
  }
  future_allowed_ = false;
  if (ctx.branch != nullptr) {
    out.push_back(BuildIf(*ctx.branch));
  } else if (ctx.forLoop != nullptr) {
    out.push_back(BuildFor(*ctx.forLoop, nullptr));
  } else if (ctx.whileLoop != nullptr) {
    out.push_back(BuildWhile(*ctx.whileLoop));
  } else if (ctx.function != nullptr) {
    out.push_back(BuildFunction(*ctx.function, nullptr, {}));
  } else if (ctx.marked != nullptr) {
    out.push_back(BuildDecorated(*ctx.marked));
  } else if (ctx.cls != nullptr) {
    out.push_back(BuildClass(*ctx.cls, {}));
  } else if (ctx.with != nullptr) {
    out.push_back(BuildWith(*ctx.with, nullptr));
  } else if (ctx.guarded != nullptr) {
    out.push_back(BuildTry(*ctx.guarded));
  } else if (ctx.asynchronous != nullptr) {
    out.push_back(BuildAsync(*ctx.asynchronous));
  } else {
    out.push_back(BuildMatch(*ctx.matched));
  }
}

ast::NodeList<ast::Stmt> AstBuilder::BuildBlock(const P::BlockContext& ctx) {
  List<ast::Stmt> statements;
  if (ctx.line != nullptr) {
    BuildSimpleLine(*ctx.line, statements);
  }
  for (const P::StatementContext* statement : ctx.statements) {
    BuildStatement(*statement, statements);
  }
  if (statements.empty()) {
    // Every statement of the block was in error; the tree still has no empty block.
    statements.push_back(New<ast::Pass>(Begin(ctx), Begin(ctx)));
  }
  return Store(statements);
}

ast::NodeList<ast::Stmt> AstBuilder::BuildLoopBlock(const P::BlockContext& ctx) {
  ++scopes_.back().loops;
  const auto block = BuildBlock(ctx);
  --scopes_.back().loops;
  return block;
}

ast::NodeList<ast::Stmt> AstBuilder::BuildElse(const P::ElseClauseContext* ctx) {
  return ctx == nullptr ? ast::NodeList<ast::Stmt>() : BuildBlock(*ctx->body);
}

// `elif` is an `if` in the `else` of the one before, so the clauses are joined from the last.
const ast::Stmt* AstBuilder::BuildIf(const P::IfStatementContext& ctx) {
  List<ast::Expr> tests;
  std::vector<ast::NodeList<ast::Stmt>> bodies;
  for (std::size_t i = 0; i < ctx.tests.size(); ++i) {
    tests.push_back(BuildNamed(*ctx.tests[i]));
    bodies.push_back(BuildBlock(*ctx.blocks[i]));
  }
  ast::NodeList<ast::Stmt> otherwise = BuildElse(ctx.otherwise);
  const std::uint32_t end = End(ctx);
  for (std::size_t i = tests.size();;) {
    --i;
    auto* statement = New<ast::If>(Of(ctx.words[i]).begin, end);
    statement->test = tests[i];
    statement->body = bodies[i];
    statement->orelse = otherwise;
    if (i == 0) {
      return statement;
    }
    otherwise = Store(List<ast::Stmt>{statement});
  }
}

const ast::Stmt* AstBuilder::BuildWhile(const P::WhileStatementContext& ctx) {
  auto* statement = New<ast::While>(Begin(ctx), End(ctx));
  statement->test = BuildNamed(*ctx.test);
  statement->body = BuildLoopBlock(*ctx.body);
  statement->orelse = BuildElse(ctx.otherwise);
  return statement;
}

const ast::Stmt* AstBuilder::BuildFor(const P::ForStatementContext& ctx,
                                      const antlr4::Token* async) {
  const ast::Expr* target =
      MakeTarget(BuildTargetList(*ctx.targets), ast::ExprContext::Store, "assign to");
  const ast::Expr* iterable = BuildExpressionList(*ctx.iterable);
  CheckStarred(iterable);
  const auto body = BuildLoopBlock(*ctx.body);
  const auto otherwise = BuildElse(ctx.otherwise);
  const std::uint32_t end = End(ctx);
  const auto fill = [&](auto* statement) {
    statement->target = target;
    statement->iter = iterable;
    statement->body = body;
    statement->orelse = otherwise;
    return statement;
  };
  if (async != nullptr) {
    return fill(New<ast::AsyncFor>(Of(async).begin, end));
  }
  return fill(New<ast::For>(Begin(ctx), end));
}

const ast::Stmt* AstBuilder::BuildTry(const P::TryStatementContext& ctx) {
  const auto body = BuildBlock(*ctx.body);
  List<ast::ExceptHandler> handlers;
  bool has_star = false;
  bool has_plain = false;
  for (const P::ExceptClauseContext* item : ctx.handlers) {
    const bool is_star = item->star != nullptr;
    if (is_star ? has_plain : has_star) {
      Error(Range(Of(item->word)), "cannot have both `except` and `except*` on the same `try`");
    }
    if (item->type == nullptr && item != ctx.handlers.back() && !is_star) {
      Misuse(Range(Of(item->word)), "default `except:` must be last");
    }
    has_star |= is_star;
    has_plain |= !is_star;
    handlers.push_back(BuildHandler(*item));
  }
  const auto otherwise = BuildElse(ctx.otherwise);
  const auto final_body =
      ctx.finalBody == nullptr ? ast::NodeList<ast::Stmt>() : BuildBlock(*ctx.finalBody);
  if (handlers.empty() && final_body.empty()) {
    Error(Range(tokens_[Of(ctx.start).index]), "expected `except` or `finally` block after `try`");
  } else if (handlers.empty() && !otherwise.empty()) {
    Error(Range(tokens_[Of(ctx.otherwise->start).index]), "expected `except` before `else`");
  }
  const std::uint32_t end = End(ctx);
  const auto fill = [&](auto* statement) {
    statement->body = body;
    statement->handlers = Store(handlers);
    statement->orelse = otherwise;
    statement->finalbody = final_body;
    return statement;
  };
  if (has_star) {
    return fill(New<ast::TryStar>(Begin(ctx), end));
  }
  return fill(New<ast::Try>(Begin(ctx), end));
}

const ast::ExceptHandler* AstBuilder::BuildHandler(const P::ExceptClauseContext& ctx) {
  auto* handler = New<ast::ExceptHandler>(Begin(ctx), End(ctx));
  if (ctx.star != nullptr && ctx.type == nullptr) {
    Error(Range(Of(ctx.star)), "expected one or more exception types");
  }
  handler->type = ctx.type == nullptr ? nullptr : BuildExpression(*ctx.type);
  handler->name = ctx.name == nullptr ? std::string_view() : Identifier(Of(ctx.name));
  const Scope saved = scopes_.back();
  if (ctx.star != nullptr) {
    scopes_.back().in_star_handler = true;
    scopes_.back().loops = 0;
  }
  handler->body = BuildBlock(*ctx.body);
  scopes_.back() = saved;
  return handler;
}

// `with (a as b, c):` parses as one parenthesised item; gives its group if its elements are the
// items.
const P::GroupContext* AstBuilder::GroupOfItems(const P::WithStatementContext& ctx) {
  const P::ExpressionContext& value = *ctx.items[0]->value;
  const bool is_bare = ctx.items.size() == 1 && ctx.items[0]->target == nullptr &&
                       value.heads.empty() && value.parts.size() == 1 &&
                       value.parts[0]->operands.size() == 1 &&
                       value.start->getType() == T::LEFT_PAREN;
  if (!is_bare || !value.parts[0]->operands[0]->tails.empty()) {
    return nullptr;
  }
  const P::GroupContext* group = value.parts[0]->operands[0]->head->parenthesised;
  if (group == nullptr || group->items.empty() || group->loops != nullptr) {
    return nullptr;
  }
  for (const P::ElementContext* element : group->items) {
    // What cannot be an item makes the whole a tuple.
    if (element->star != nullptr || element->walrus != nullptr) {
      return nullptr;
    }
  }
  return group;
}

const ast::WithItem* AstBuilder::BuildWithItem(SourceRange range, const P::ExpressionContext& value,
                                               const ast::Expr* target) {
  auto* item = New<ast::WithItem>(range.begin, range.end);
  item->context_expr = BuildExpression(value);
  if (target != nullptr) {
    CheckStarred(target);
    item->optional_vars = MakeTarget(target, ast::ExprContext::Store, "assign to");
  }
  return item;
}

List<ast::WithItem> AstBuilder::BuildWithItems(const P::WithStatementContext& ctx) {
  List<ast::WithItem> items;
  if (const P::GroupContext* group = GroupOfItems(ctx)) {
    CheckSeparators(group->commas);
    for (const P::ElementContext* element : group->items) {
      const ast::Expr* target =
          element->target == nullptr ? nullptr : BuildPrimary(*element->target);
      items.push_back(BuildWithItem(Range(*element), *element->value, target));
    }
    return items;
  }
  for (const P::WithItemContext* item : ctx.items) {
    const ast::Expr* target = item->target == nullptr ? nullptr : BuildTarget(*item->target);
    items.push_back(BuildWithItem(Range(*item), *item->value, target));
  }
  return items;
}

const ast::Stmt* AstBuilder::BuildWith(const P::WithStatementContext& ctx,
                                       const antlr4::Token* async) {
  const List<ast::WithItem> items = BuildWithItems(ctx);
  const auto body = BuildBlock(*ctx.body);
  const auto fill = [&](auto* statement) {
    statement->items = Store(items);
    statement->body = body;
    return statement;
  };
  if (async != nullptr) {
    return fill(New<ast::AsyncWith>(Of(async).begin, End(ctx)));
  }
  return fill(New<ast::With>(Begin(ctx), End(ctx)));
}

const ast::Stmt* AstBuilder::BuildAsync(const P::AsyncStatementContext& ctx) {
  if (ctx.function != nullptr) {
    return BuildFunction(*ctx.function, ctx.word, {});
  }
  RequireAsync(Of(ctx.word), ctx.loop != nullptr ? "async for" : "async with");
  return ctx.loop != nullptr ? BuildFor(*ctx.loop, ctx.word) : BuildWith(*ctx.with, ctx.word);
}

void AstBuilder::RequireAsync(const Token& token, std::string_view what) {
  const ScopeKind scope = scopes_.back().kind;
  // A generator expression waits when it is run, so it may stand anywhere.
  const bool in_generator = scopes_.back().comprehension == "generator expression";
  if (scope == ScopeKind::AsyncFunction || (what == "await" && in_generator)) {
    return;
  }
  const bool in_function = scope == ScopeKind::Function || scope == ScopeKind::Lambda;
  Misplaced(Range(token), fmt::format("`{}` outside {}function", what,
                          in_function || what != "await" ? "async " : ""));
}

}  // namespace kernelc::parse
