// Parentheses, lists, sets, dictionaries, comprehensions, and lists of targets.
#include "compiler/parse/builder.h"

namespace kernelc::parse {

const ast::Expr* AstBuilder::BuildGroup(const P::GroupContext& ctx) {
  const std::uint32_t begin = Begin(ctx);
  const std::uint32_t end = End(ctx);
  if (ctx.yielded != nullptr) {
    return BuildYield(*ctx.yielded);
  }
  if (ctx.loops != nullptr) {
    const ComprehensionGuard scope(*this, "generator expression");
    auto* generator = New<ast::GeneratorExp>(begin, end);
    generator->elt = BuildElement(*ctx.items[0]);
    if (ctx.items[0]->star != nullptr) {
      Error(Range(*ctx.items[0]), "iterable unpacking cannot be used in comprehension");
    }
    generator->generators = BuildLoops(*ctx.loops);
    return generator;
  }
  if (ctx.items.size() == 1 && ctx.commas.empty()) {
    const ast::Expr* item = BuildElement(*ctx.items[0]);
    if (ctx.items[0]->star != nullptr) {
      Error(item->range, "cannot use starred expression here");
    }
    return item;
  }
  CheckSeparators(ctx.commas);
  List<ast::Expr> items;
  for (const P::ElementContext* item : ctx.items) {
    items.push_back(BuildElement(*item));
  }
  return NewTuple(items, begin, end);
}

const ast::Expr* AstBuilder::BuildElement(const P::ElementContext& ctx) {
  if (ctx.star != nullptr) {
    return BuildStarred(ctx.star, *ctx.value, false);
  }
  const ast::Expr* value = BuildExpression(*ctx.value);
  if (ctx.target != nullptr) {
    Error(Range(tokens_[Of(ctx.target->start).index - 1]), "`as` cannot be used here");
  }
  return ctx.walrus == nullptr ? value : BuildWalrus(value, *ctx.value, *ctx.walrus);
}

const ast::Expr* AstBuilder::BuildListDisplay(const P::AtomContext& ctx) {
  const std::uint32_t begin = Begin(ctx);
  const std::uint32_t end = End(ctx);
  if (ctx.loops != nullptr) {
    const ComprehensionGuard scope(*this, "list comprehension");
    auto* comprehension = New<ast::ListComp>(begin, end);
    comprehension->elt = BuildElement(*ctx.items[0]);
    if (ctx.items[0]->star != nullptr) {
      Error(Range(*ctx.items[0]), "iterable unpacking cannot be used in comprehension");
    }
    comprehension->generators = BuildLoops(*ctx.loops);
    return comprehension;
  }
  CheckSeparators(ctx.commas);
  List<ast::Expr> items;
  for (const P::ElementContext* item : ctx.items) {
    items.push_back(BuildElement(*item));
  }
  auto* list = New<ast::List>(begin, end);
  list->elts = Store(items);
  return list;
}

// Whether an entry belongs to a dictionary: `key: value` or `**mapping`.
static bool IsPair(const P::EntryContext& entry) {
  return entry.mapped != nullptr || (entry.star != nullptr && Of(entry.star).type == T::STAR_STAR);
}

// `{...}`: a dictionary when its first entry is one of a dictionary, else a set; `{}` is a
// dictionary.
const ast::Expr* AstBuilder::BuildBraceDisplay(const P::AtomContext& ctx) {
  if (ctx.loops != nullptr) {
    return BuildBraceComprehension(ctx);
  }
  CheckSeparators(ctx.commas);
  const bool is_dict = ctx.entries.empty() || IsPair(*ctx.entries[0]);
  List<ast::Expr> keys;
  List<ast::Expr> values;
  for (const P::EntryContext* entry : ctx.entries) {
    BuildEntry(*entry, is_dict, keys, values);
  }
  if (is_dict) {
    auto* dict = New<ast::Dict>(Begin(ctx), End(ctx));
    dict->keys = Store(keys);
    dict->values = Store(values);
    return dict;
  }
  auto* set = New<ast::Set>(Begin(ctx), End(ctx));
  set->elts = Store(keys);
  return set;
}

// Appends the key and the value of an entry; that of a set is both, and `**mapping` has no key.
void AstBuilder::BuildEntry(const P::EntryContext& ctx, bool is_dict, List<ast::Expr>& keys,
                            List<ast::Expr>& values) {
  if (IsPair(ctx) != is_dict) {
    const Token& token = tokens_[Of(ctx.stop).index + 1];
    Error(is_dict ? Range(token) : Range(ctx),
          is_dict ? "`:` expected after dictionary key" : "a set cannot hold `key: value`");
  }
  if (ctx.star != nullptr && is_dict) {
    keys.push_back(nullptr);
    values.push_back(BuildExpression(*ctx.value));
    return;
  }
  const ast::Expr* value =
      ctx.star != nullptr ? BuildStarred(ctx.star, *ctx.value, false) : BuildExpression(*ctx.value);
  if (ctx.walrus != nullptr) {
    value = BuildWalrus(value, *ctx.value, *ctx.walrus);
  }
  keys.push_back(value);
  values.push_back(ctx.mapped == nullptr ? value : BuildExpression(*ctx.mapped));
}

const ast::Expr* AstBuilder::BuildBraceComprehension(const P::AtomContext& ctx) {
  const P::EntryContext& entry = *ctx.entries[0];
  const bool is_dict = IsPair(entry);
  if (entry.star != nullptr) {
    Error(Range(entry), is_dict ? "dict unpacking cannot be used in dict comprehension"
                                : "iterable unpacking cannot be used in comprehension");
  }
  const ComprehensionGuard scope(*this, is_dict ? "dict comprehension" : "set comprehension");
  List<ast::Expr> keys;
  List<ast::Expr> values;
  BuildEntry(entry, is_dict, keys, values);
  const auto loops = BuildLoops(*ctx.loops);
  if (is_dict) {
    auto* comprehension = New<ast::DictComp>(Begin(ctx), End(ctx));
    comprehension->key = keys[0] == nullptr ? values[0] : keys[0];
    comprehension->value = values[0];
    comprehension->generators = loops;
    return comprehension;
  }
  auto* comprehension = New<ast::SetComp>(Begin(ctx), End(ctx));
  comprehension->elt = keys[0];
  comprehension->generators = loops;
  return comprehension;
}

// Called inside the ComprehensionGuard; what the first loop runs over is evaluated outside of it.
std::span<const ast::Comprehension* const> AstBuilder::BuildLoops(
    const P::ComprehensionContext& ctx) {
  const Scope inside = scopes_.back();
  List<ast::Comprehension> loops;
  for (const P::ComprehensionForContext* item : ctx.loops) {
    auto* loop = New<ast::Comprehension>(Begin(*item), End(*item));
    loop->target =
        MakeTarget(BuildTargetList(*item->targets), ast::ExprContext::Store, "assign to");
    if (loops.empty()) {
      scopes_.pop_back();
      loop->iter = BuildOperation(*item->iterable);
      scopes_.push_back(inside);
    } else {
      loop->iter = BuildOperation(*item->iterable);
    }
    List<ast::Expr> conditions;
    for (const P::OperationContext* condition : item->conditions) {
      conditions.push_back(BuildOperation(*condition));
    }
    loop->ifs = Store(conditions);
    loop->is_async = item->async != nullptr ? 1 : 0;
    if (item->async != nullptr && inside.kind != ScopeKind::AsyncFunction &&
        inside.comprehension != "generator expression") {
      Misplaced(Range(Of(item->async)), "asynchronous comprehension outside of an asynchronous function");
    }
    loops.push_back(loop);
  }
  return Store(loops);
}

const ast::Expr* AstBuilder::BuildTarget(const P::TargetItemContext& ctx) {
  const ast::Expr* value = BuildPrimary(*ctx.value);
  if (ctx.star == nullptr) {
    return value;
  }
  auto* starred = New<ast::Starred>(Begin(ctx), End(ctx));
  starred->value = value;
  return starred;
}

List<ast::Expr> AstBuilder::BuildTargetItems(const P::TargetListContext& ctx) {
  CheckSeparators(ctx.commas);
  List<ast::Expr> items;
  for (const P::TargetItemContext* item : ctx.items) {
    items.push_back(BuildTarget(*item));
  }
  return items;
}

const ast::Expr* AstBuilder::BuildTargetList(const P::TargetListContext& ctx) {
  const List<ast::Expr> items = BuildTargetItems(ctx);
  if (ctx.commas.empty()) {
    CheckStarred(items[0]);
    return items[0];
  }
  return NewTuple(items, Begin(ctx), End(ctx));
}

}  // namespace kernelc::parse
