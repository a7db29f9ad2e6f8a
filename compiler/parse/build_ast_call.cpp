// Attributes, calls and subscripts.
#include <algorithm>

#include "compiler/parse/builder.h"

namespace kernelc::parse {

// `begin` is where the primary starts, parentheses included.
const ast::Expr* AstBuilder::BuildTrailer(const ast::Expr* value, std::uint32_t begin,
                                          const P::TrailerContext& ctx) {
  const std::uint32_t end = End(ctx);
  if (ctx.name != nullptr) {
    auto* attribute = New<ast::Attribute>(begin, end);
    attribute->value = value;
    attribute->attr = Identifier(Of(ctx.name));
    return attribute;
  }
  if (Of(ctx.open).type == T::LEFT_BRACKET) {
    auto* subscript = New<ast::Subscript>(begin, end);
    subscript->value = value;
    subscript->slice = BuildSlices(ctx);
    return subscript;
  }
  auto* call = New<ast::Call>(begin, end);
  const Arguments arguments = BuildArguments(ctx.arguments, ctx.commas, ctx.open, ctx.stop);
  call->func = value;
  call->args = Store(arguments.args);
  call->keywords = Store(arguments.keywords);
  return call;
}

const ast::Expr* AstBuilder::BuildSlices(const P::TrailerContext& ctx) {
  CheckSeparators(ctx.commas);
  const bool is_single = ctx.commas.empty() && ctx.slices[0]->star == nullptr;
  if (is_single) {
    return BuildSlice(*ctx.slices[0]);
  }
  List<ast::Expr> items;
  for (const P::SliceContext* slice : ctx.slices) {
    items.push_back(BuildSlice(*slice));
  }
  const bool trailing = ctx.commas.size() == ctx.slices.size();
  const std::uint32_t end = trailing ? Of(ctx.commas.back()).end : End(*ctx.slices.back());
  return NewTuple(items, Begin(*ctx.slices[0]), end);
}

const ast::Expr* AstBuilder::BuildSlice(const P::SliceContext& ctx) {
  if (ctx.star != nullptr) {
    return BuildStarred(ctx.star, *ctx.value, true);
  }
  const ast::Expr* value = ctx.value == nullptr ? nullptr : BuildExpression(*ctx.value);
  if (ctx.walrus != nullptr) {
    return BuildWalrus(value, *ctx.value, *ctx.walrus);
  }
  if (ctx.bounds == nullptr) {
    return value;
  }
  auto* slice = New<ast::Slice>(Begin(ctx), End(ctx));
  slice->lower = value;
  slice->upper = ctx.bounds->upper == nullptr ? nullptr : BuildExpression(*ctx.bounds->upper);
  slice->step = ctx.bounds->step == nullptr ? nullptr : BuildExpression(*ctx.bounds->step);
  return slice;
}

AstBuilder::Arguments AstBuilder::BuildArguments(const std::vector<P::ArgumentContext*>& items,
                                                 const std::vector<antlr4::Token*>& commas,
                                                 const antlr4::Token* open,
                                                 const antlr4::Token* close) {
  CheckSeparators(commas);
  Arguments out;
  bool has_unpacking = false;
  for (const P::ArgumentContext* item : items) {
    if (item->named != nullptr) {
      BuildNamedArgument(*item, out);
      continue;
    }
    if (item->star != nullptr && Of(item->star).type == T::STAR_STAR) {
      auto* keyword = New<ast::Keyword>(Begin(*item), End(*item));
      keyword->value = BuildExpression(*item->value);
      out.keywords.push_back(keyword);
      has_unpacking = true;
      continue;
    }
    if (item->star != nullptr) {
      if (has_unpacking) {
        emitter_
            ->Build(Range(*item), diag::Kind::ArgumentOrder,
                    "iterable argument unpacking follows keyword argument unpacking")
            .Emit();
      }
      out.args.push_back(BuildStarred(item->star, *item->value, true));
      continue;
    }
    const ast::Expr* value =
        item->loops != nullptr
            ? BuildGeneratorArgument(*item, items.size() == 1 && commas.empty(), open, close)
            : BuildExpression(*item->value);
    if (item->walrus != nullptr) {
      value = BuildWalrus(value, *item->value, *item->walrus);
    }
    if (!out.keywords.empty()) {
      emitter_
          ->Build(Range(*item), diag::Kind::ArgumentOrder,
                  has_unpacking ? "positional argument follows keyword argument unpacking"
                                : "positional argument follows keyword argument")
          .Emit();
    }
    out.args.push_back(value);
  }
  return out;
}

// A generator expression that is the only argument shares the parentheses of the call.
const ast::Expr* AstBuilder::BuildGeneratorArgument(const P::ArgumentContext& ctx, bool is_alone,
                                                    const antlr4::Token* open,
                                                    const antlr4::Token* close) {
  if (!is_alone) {
    Error(Range(ctx), "generator expression must be parenthesized");
  }
  auto* generator = New<ast::GeneratorExp>(is_alone ? Of(open).begin : Begin(ctx),
                                           is_alone ? Of(close).end : End(ctx));
  const ComprehensionGuard scope(*this, "generator expression");
  generator->elt = BuildExpression(*ctx.value);
  generator->generators = BuildLoops(*ctx.loops);
  return generator;
}

void AstBuilder::BuildNamedArgument(const P::ArgumentContext& ctx, Arguments& out) {
  auto* keyword = New<ast::Keyword>(Begin(ctx), End(ctx));
  const ast::Expr* name = BuildExpression(*ctx.value);
  keyword->value = BuildExpression(*ctx.named);
  const bool is_name = name->kind == ast::NodeKind::Name && name->range == Range(*ctx.value);
  if (is_name) {
    keyword->arg = ast::As<ast::Name>(name)->id;
    CheckBinding(keyword->arg, Range(ctx), ast::ExprContext::Store);
    const bool repeated =
        std::any_of(out.keywords.begin(), out.keywords.end(),
                    [&](const auto* other) { return other->arg == keyword->arg; });
    if (repeated) {
      misuses_->Build(Range(ctx), diag::Kind::RepeatedKeyword, keyword->arg).Emit();
    }
  } else {
    const auto* constant = ast::As<ast::Constant>(name);
    const bool is_word = constant != nullptr && (constant->value.kind == ast::ConstantKind::True ||
                                                 constant->value.kind == ast::ConstantKind::False ||
                                                 constant->value.kind == ast::ConstantKind::None);
    const SourceRange range = Range(Begin(ctx), Begin(*ctx.named));
    if (is_word) {
      emitter_->Build(range, diag::Kind::InvalidTarget, "assign to", ExpressionKind(name)).Emit();
    } else {
      Error(range, "expression cannot contain assignment, perhaps you meant `==`?");
    }
    // An argument without a name would be `**`.
    keyword->arg = "_";
  }
  out.keywords.push_back(keyword);
}

}  // namespace kernelc::parse
