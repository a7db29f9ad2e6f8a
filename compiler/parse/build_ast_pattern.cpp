// The `match` statement.
#include <algorithm>

#include "compiler/parse/builder.h"
#include "compiler/parse/operator_chain.h"

namespace kernelc::parse {

const ast::Stmt* AstBuilder::BuildMatch(const P::MatchStatementContext& ctx) {
  auto* statement = New<ast::Match>(Begin(ctx), End(ctx));
  statement->subject = BuildExpressionList(*ctx.subject, Walrus::Allowed);
  CheckStarred(statement->subject);
  List<ast::MatchCase> cases;
  for (const P::CaseBlockContext* item : ctx.cases) {
    if (item->exception == nullptr) {
      cases.push_back(BuildCase(*item));
      if (item != ctx.cases.back() && cases.back()->guard == nullptr) {
        CheckUnreachable(cases.back()->pattern);
      }
    }
  }
  statement->cases = Store(cases);
  return statement;
}

const ast::MatchCase* AstBuilder::BuildCase(const P::CaseBlockContext& ctx) {
  auto* node = New<ast::MatchCase>(Begin(ctx), End(ctx));
  pattern_names_.clear();
  node->pattern = BuildOpenPattern(*ctx.patterns);
  node->guard = ctx.guard == nullptr ? nullptr : BuildNamed(*ctx.guard);
  node->body = BuildBlock(*ctx.body);
  return node;
}

// Each name can be bound once in a pattern.
void AstBuilder::BindPatternName(const Token& name) {
  const std::string_view identifier = Identifier(name);
  if (std::find(pattern_names_.begin(), pattern_names_.end(), identifier) != pattern_names_.end()) {
    Misuse(Range(name), fmt::format("multiple assignments to name `{}` in pattern", identifier));
  }
  pattern_names_.push_back(identifier);
}

// A pattern that matches everything leaves nothing to what follows it.
void AstBuilder::CheckUnreachable(const ast::Pattern* pattern) {
  const auto* as = ast::As<ast::MatchAs>(pattern);
  while (as != nullptr && as->pattern != nullptr) {
    as = ast::As<ast::MatchAs>(as->pattern);
  }
  if (as != nullptr && as->name.empty()) {
    Misuse(as->range, "wildcard makes remaining patterns unreachable");
  } else if (as != nullptr) {
    Misuse(as->range,
           fmt::format("name capture `{}` makes remaining patterns unreachable", as->name));
  } else if (const auto* either = ast::As<ast::MatchOr>(pattern)) {
    CheckUnreachable(either->patterns.back());
  }
}

// `a | b`: every alternative binds the same names, and only the last may match everything.
const ast::Pattern* AstBuilder::BuildAlternatives(const P::PatternContext& ctx) {
  const std::vector<std::string_view> before = pattern_names_;
  std::vector<std::string_view> first_names;
  List<ast::Pattern> alternatives;
  for (const P::ClosedPatternContext* item : ctx.alternatives) {
    pattern_names_ = before;
    alternatives.push_back(BuildClosedPattern(*item));
    std::sort(pattern_names_.begin(), pattern_names_.end());
    if (alternatives.size() == 1) {
      first_names = pattern_names_;
    } else if (pattern_names_ != first_names) {
      Error(Range(ctx), "alternative patterns bind different names");
      return alternatives[0];
    }
  }
  if (alternatives.size() == 1 && ctx.alternatives.size() == 1) {
    return alternatives[0];
  }
  for (const ast::Pattern* alternative : alternatives) {
    if (alternative != alternatives.back()) {
      CheckUnreachable(alternative);
    }
  }
  auto* either = New<ast::MatchOr>(Begin(ctx), End(*ctx.alternatives.back()));
  either->patterns = Store(alternatives);
  return either;
}

// A sequence without brackets, or one pattern.
const ast::Pattern* AstBuilder::BuildOpenPattern(const P::OpenPatternContext& ctx) {
  if (ctx.commas.empty()) {
    return BuildPattern(*ctx.items[0], false);
  }
  CheckSeparators(ctx.commas);
  return BuildSequence(ctx.items, Range(ctx));
}

const ast::Pattern* AstBuilder::BuildSequence(const std::vector<P::PatternContext*>& contexts,
                                              SourceRange range) {
  List<ast::Pattern> items;
  int stars = 0;
  for (const P::PatternContext* item : contexts) {
    items.push_back(BuildPattern(*item, true));
    stars += item->star != nullptr ? 1 : 0;
    if (item->star != nullptr && stars > 1) {
      Misuse(Range(*item), "multiple starred names in sequence pattern");
    }
  }
  auto* sequence = New<ast::MatchSequence>(range.begin, range.end);
  sequence->patterns = Store(items);
  return sequence;
}

const ast::Pattern* AstBuilder::BuildPattern(const P::PatternContext& ctx, bool star_allowed) {
  if (ctx.star != nullptr) {
    if (!star_allowed) {
      Error(Range(ctx), "cannot use starred pattern here");
    }
    auto* star = New<ast::MatchStar>(Begin(ctx), End(ctx));
    const std::string_view name = Identifier(Of(ctx.name));
    star->name = name == "_" ? std::string_view() : name;
    if (!star->name.empty()) {
      BindPatternName(Of(ctx.name));
    }
    return star;
  }
  const ast::Pattern* pattern = BuildAlternatives(ctx);
  if (ctx.name == nullptr) {
    return pattern;
  }
  auto* as = New<ast::MatchAs>(Begin(ctx), End(ctx));
  as->pattern = pattern;
  as->name = Identifier(Of(ctx.name));
  if (as->name == "_") {
    Error(Range(Of(ctx.name)), "cannot use `_` as a target");
  }
  BindPatternName(Of(ctx.name));
  return as;
}

const ast::Pattern* AstBuilder::BuildClosedPattern(const P::ClosedPatternContext& ctx) {
  if (ctx.number != nullptr) {
    return BuildNumberPattern(ctx);
  }
  if (ctx.name != nullptr) {
    return BuildNamePattern(ctx);
  }
  if (ctx.constant != nullptr) {
    auto* singleton = New<ast::MatchSingleton>(Begin(ctx), End(ctx));
    singleton->value = ast::As<ast::Constant>(BuildTokenAtom(Of(ctx.constant)))->value;
    return singleton;
  }
  if (!ctx.pieces.empty()) {
    auto* value = New<ast::MatchValue>(Begin(ctx), End(ctx));
    value->value = BuildStrings(ctx.pieces);
    if (value->value->kind == ast::NodeKind::JoinedStr) {
      Error(value->range, "patterns may only match literals and attribute lookups");
    }
    return value;
  }
  return Of(ctx.open).type == T::LEFT_BRACE ? BuildMappingPattern(ctx) : BuildSequencePattern(ctx);
}

// `-1`, `1.5`, `-1 + 2j`.
const ast::Pattern* AstBuilder::BuildNumberPattern(const P::ClosedPatternContext& ctx) {
  OperatorChain chain(file_, *module_, *emitter_);
  if (ctx.minus != nullptr) {
    chain.AddOperator(&Of(ctx.minus));
  }
  chain.AddOperand(BuildNumber(Of(ctx.number)), Range(Of(ctx.number)));
  if (ctx.sign != nullptr) {
    const Token& imaginary = Of(ctx.imaginary);
    if (Of(ctx.number).type == T::IMAGINARY) {
      Error(Range(Of(ctx.number)), "real number required in complex literal");
    }
    if (imaginary.type != T::IMAGINARY) {
      Error(Range(imaginary), "imaginary number required in complex literal");
    }
    chain.AddOperator(&Of(ctx.sign));
    chain.AddOperand(BuildNumber(imaginary), Range(imaginary));
  }
  auto* value = New<ast::MatchValue>(Begin(ctx), End(ctx));
  value->value = chain.Finish();
  return value;
}

const ast::Expr* AstBuilder::DottedExpression(const P::DottedNameContext& ctx) {
  const ast::Expr* value = NewName(Of(ctx.parts[0]), ast::ExprContext::Load);
  for (std::size_t i = 1; i < ctx.parts.size(); ++i) {
    auto* attribute = New<ast::Attribute>(Begin(ctx), Of(ctx.parts[i]).end);
    attribute->value = value;
    attribute->attr = Identifier(Of(ctx.parts[i]));
    value = attribute;
  }
  return value;
}

// A name alone takes the value; `_` takes anything and binds nothing.
const ast::Pattern* AstBuilder::Capture(const Token& name, SourceRange range) {
  auto* as = New<ast::MatchAs>(range.begin, range.end);
  const std::string_view identifier = Identifier(name);
  as->name = identifier == "_" ? std::string_view() : identifier;
  if (!as->name.empty()) {
    BindPatternName(name);
  }
  return as;
}

const ast::Pattern* AstBuilder::BuildNamePattern(const P::ClosedPatternContext& ctx) {
  if (ctx.open != nullptr) {
    return BuildClassPattern(ctx, DottedExpression(*ctx.name));
  }
  if (ctx.name->parts.size() == 1) {
    return Capture(Of(ctx.name->parts[0]), Range(ctx));
  }
  auto* value = New<ast::MatchValue>(Begin(ctx), End(ctx));
  value->value = DottedExpression(*ctx.name);
  return value;
}

const ast::Pattern* AstBuilder::BuildClassPattern(const P::ClosedPatternContext& ctx,
                                                  const ast::Expr* cls) {
  CheckSeparators(ctx.commas);
  List<ast::Pattern> patterns;
  List<ast::Pattern> keyword_patterns;
  std::vector<std::string_view> keywords;
  for (const P::PatternArgumentContext* item : ctx.arguments) {
    if (item->right == nullptr) {
      if (!keywords.empty()) {
        emitter_
            ->Build(Range(*item), diag::Kind::ArgumentOrder,
                    "positional patterns follow keyword patterns")
            .Emit();
      }
      patterns.push_back(BuildPattern(*item->left, false));
      continue;
    }
    const Token& name = Of(item->left->start);
    const bool is_name = name.type == T::NAME && item->left->start == item->left->stop;
    if (!is_name) {
      Error(Range(*item->left), "expected the name of an attribute before `=`");
    }
    const std::string_view keyword = is_name ? Identifier(name) : std::string_view("_");
    if (std::find(keywords.begin(), keywords.end(), keyword) != keywords.end()) {
      Misuse(Range(name), fmt::format("attribute name repeated in class pattern: `{}`", keyword));
    }
    keywords.push_back(keyword);
    keyword_patterns.push_back(BuildPattern(*item->right, false));
  }
  auto* node = New<ast::MatchClass>(Begin(ctx), End(ctx));
  node->cls = cls;
  node->patterns = Store(patterns);
  node->kwd_attrs = module_->CopyList(keywords);
  node->kwd_patterns = Store(keyword_patterns);
  return node;
}

const ast::Pattern* AstBuilder::BuildMappingPattern(const P::ClosedPatternContext& ctx) {
  CheckSeparators(ctx.commas);
  auto* mapping = New<ast::MatchMapping>(Begin(ctx), End(ctx));
  List<ast::Expr> keys;
  List<ast::Pattern> patterns;
  for (const P::PatternEntryContext* item : ctx.entries) {
    if (!mapping->rest.empty()) {
      Error(Range(*item), "`**` must be the last entry of a mapping pattern");
    }
    if (item->star != nullptr) {
      mapping->rest = Identifier(Of(item->name));
      if (mapping->rest == "_") {
        Error(Range(Of(item->name)), "cannot use `_` as a target");
      }
      BindPatternName(Of(item->name));
      continue;
    }
    const ast::Pattern* key = BuildClosedPattern(*item->key);
    const auto* value = ast::As<ast::MatchValue>(key);
    const auto* singleton = ast::As<ast::MatchSingleton>(key);
    if (value != nullptr) {
      keys.push_back(value->value);
    } else {
      auto* constant = New<ast::Constant>(key->range.begin, key->range.end);
      if (singleton == nullptr) {
        Error(key->range, "a key of a mapping pattern must be a literal or an attribute lookup");
      } else {
        constant->value = singleton->value;
      }
      keys.push_back(constant);
    }
    patterns.push_back(BuildPattern(*item->value, false));
  }
  mapping->keys = Store(keys);
  mapping->patterns = Store(patterns);
  return mapping;
}

// `[a, *b]`, `(a, b)`; one pattern in parentheses is that pattern.
const ast::Pattern* AstBuilder::BuildSequencePattern(const P::ClosedPatternContext& ctx) {
  CheckSeparators(ctx.commas);
  const bool is_group =
      Of(ctx.open).type == T::LEFT_PAREN && ctx.items.size() == 1 && ctx.commas.empty();
  if (is_group) {
    return BuildPattern(*ctx.items[0], false);
  }
  return BuildSequence(ctx.items, Range(ctx));
}

}  // namespace kernelc::parse
