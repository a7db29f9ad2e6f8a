// What may be assigned to, deleted or bound.
#include "compiler/parse/builder.h"
#include "compiler/parse/foreign_syntax.h"

namespace kernelc::parse {
namespace {

// The builder owns the nodes that it makes until the module is handed out.
template <typename Node>
Node& Own(const ast::Expr* expr) {
  return *const_cast<Node*>(static_cast<const Node*>(expr));
}

// What the kinds of expressions are called in messages; Constant depends on its value.
constexpr std::pair<ast::NodeKind, std::string_view> kExpressionKinds[] = {
    {ast::NodeKind::Attribute, "attribute"},
    {ast::NodeKind::Await, "await expression"},
    {ast::NodeKind::BinOp, "expression"},
    {ast::NodeKind::BoolOp, "expression"},
    {ast::NodeKind::Call, "function call"},
    {ast::NodeKind::Compare, "comparison"},
    {ast::NodeKind::Dict, "dict literal"},
    {ast::NodeKind::DictComp, "dict comprehension"},
    {ast::NodeKind::FormattedValue, "f-string expression"},
    {ast::NodeKind::GeneratorExp, "generator expression"},
    {ast::NodeKind::IfExp, "conditional expression"},
    {ast::NodeKind::JoinedStr, "f-string expression"},
    {ast::NodeKind::Lambda, "lambda"},
    {ast::NodeKind::List, "list"},
    {ast::NodeKind::ListComp, "list comprehension"},
    {ast::NodeKind::Name, "name"},
    {ast::NodeKind::NamedExpr, "named expression"},
    {ast::NodeKind::Set, "set display"},
    {ast::NodeKind::SetComp, "set comprehension"},
    {ast::NodeKind::Slice, "slice"},
    {ast::NodeKind::Starred, "starred"},
    {ast::NodeKind::Subscript, "subscript"},
    {ast::NodeKind::Tuple, "tuple"},
    {ast::NodeKind::UnaryOp, "expression"},
    {ast::NodeKind::Yield, "yield expression"},
    {ast::NodeKind::YieldFrom, "yield expression"},
};

std::string ConstantName(const ast::ConstantValue& value) {
  switch (value.kind) {
    case ast::ConstantKind::None:
      return "`None`";
    case ast::ConstantKind::True:
      return "`True`";
    case ast::ConstantKind::False:
      return "`False`";
    case ast::ConstantKind::Ellipsis:
      return "ellipsis";
    case ast::ConstantKind::Int:
    case ast::ConstantKind::Float:
    case ast::ConstantKind::Imaginary:
    case ast::ConstantKind::Str:
    case ast::ConstantKind::Bytes:
      return "literal";
  }
  KC_FATAL("not a constant kind");
}

}  // namespace

std::string AstBuilder::ExpressionKind(const ast::Expr* expr) {
  if (const auto* constant = ast::As<ast::Constant>(expr)) {
    return ConstantName(constant->value);
  }
  for (const auto& [kind, words] : kExpressionKinds) {
    if (kind == expr->kind) {
      return std::string(words);
    }
  }
  KC_FATAL("{} is no expression", ast::node_kind_name(expr->kind));
}

// Finds the part that cannot be a target.
bool AstBuilder::IsInvalidTarget(const ast::Expr* expr, ast::ExprContext context,
                                 const ast::Expr** culprit) const {
  const auto any_of = [&](ast::NodeList<ast::Expr> items) {
    for (const ast::Expr* item : items) {
      if (IsInvalidTarget(item, context, culprit)) {
        return true;
      }
    }
    return false;
  };
  if (const auto* tuple = ast::As<ast::Tuple>(expr)) {
    return any_of(tuple->elts);
  }
  if (const auto* list = ast::As<ast::List>(expr)) {
    return any_of(list->elts);
  }
  *culprit = expr;
  if (const auto* starred = ast::As<ast::Starred>(expr)) {
    return context == ast::ExprContext::Del || IsInvalidTarget(starred->value, context, culprit);
  }
  return expr->kind != ast::NodeKind::Name && expr->kind != ast::NodeKind::Attribute &&
         expr->kind != ast::NodeKind::Subscript;
}

// `__debug__` is a constant to which nothing can be assigned.
void AstBuilder::CheckBinding(std::string_view name, SourceRange range, ast::ExprContext context) {
  if (name == "__debug__") {
    misuses_
        ->Build(range, diag::Kind::InvalidTarget,
                context == ast::ExprContext::Del ? "delete" : "assign to", "`__debug__`")
        .Emit();
  }
}

void AstBuilder::SetContext(const ast::Expr* expr, ast::ExprContext context) {
  if (expr->kind == ast::NodeKind::Name) {
    CheckBinding(ast::As<ast::Name>(expr)->id, expr->range, context);
    Own<ast::Name>(expr).ctx = context;
  } else if (expr->kind == ast::NodeKind::Attribute) {
    CheckBinding(ast::As<ast::Attribute>(expr)->attr, expr->range, context);
    Own<ast::Attribute>(expr).ctx = context;
  } else if (expr->kind == ast::NodeKind::Subscript) {
    Own<ast::Subscript>(expr).ctx = context;
  } else if (const auto* starred = ast::As<ast::Starred>(expr)) {
    Own<ast::Starred>(expr).ctx = context;
    SetContext(starred->value, context);
  } else if (const auto* tuple = ast::As<ast::Tuple>(expr)) {
    Own<ast::Tuple>(expr).ctx = context;
    for (const ast::Expr* item : tuple->elts) {
      SetContext(item, context);
    }
  } else if (const auto* list = ast::As<ast::List>(expr)) {
    Own<ast::List>(expr).ctx = context;
    for (const ast::Expr* item : list->elts) {
      SetContext(item, context);
    }
  }
}

// What to write instead of a target that is none.
std::string AstBuilder::HelpForTarget(const ast::Expr* culprit) const {
  const auto text = [this](const ast::Expr* expr) {
    return text_.substr(expr->range.begin, expr->range.end - expr->range.begin);
  };
  const auto* product = ast::As<ast::BinOp>(culprit);
  const auto* type = product == nullptr ? nullptr : ast::As<ast::Name>(product->left);
  if (type != nullptr && product->op == ast::BinaryOperator::Mult && !TypeOfC(type->id).empty()) {
    return fmt::format("a variable has no type in front: write `{} = ...`", text(product->right));
  }
  const auto* call = ast::As<ast::Call>(culprit);
  if (call != nullptr && !call->args.empty() && call->keywords.empty()) {
    const std::uint32_t begin = call->args[0]->range.begin;
    return fmt::format("an element is written in brackets: `{}[{}]`", text(call->func),
                       text_.substr(begin, call->args[call->args.size() - 1]->range.end - begin));
  }
  return "use `==` to compare";
}

const ast::Expr* AstBuilder::MakeTarget(const ast::Expr* expr, ast::ExprContext context,
                                        std::string_view verb, bool hint) {
  const ast::Expr* culprit = nullptr;
  if (IsInvalidTarget(expr, context, &culprit)) {
    auto report =
        emitter_->Build(culprit->range, diag::Kind::InvalidTarget, verb, ExpressionKind(culprit));
    if (hint) {
      std::move(report).Help(HelpForTarget(culprit)).Emit();
    } else {
      std::move(report).Emit();
    }
    return expr;
  }
  SetContext(expr, context);
  if (context == ast::ExprContext::Store) {
    int stars = 0;
    const auto items = expr->kind == ast::NodeKind::Tuple  ? ast::As<ast::Tuple>(expr)->elts
                       : expr->kind == ast::NodeKind::List ? ast::As<ast::List>(expr)->elts
                                                           : ast::NodeList<ast::Expr>();
    for (const ast::Expr* item : items) {
      stars += item->kind == ast::NodeKind::Starred ? 1 : 0;
      if (stars > 1) {
        Misuse(item->range, "multiple starred expressions in assignment");
        break;
      }
    }
  }
  return expr;
}

// A starred expression must be part of a sequence.
void AstBuilder::CheckStarred(const ast::Expr* expr) {
  if (expr->kind == ast::NodeKind::Starred) {
    Misuse(expr->range, "cannot use starred expression here");
  }
}

}  // namespace kernelc::parse
