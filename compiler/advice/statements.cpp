// What is said of statements by their text alone.
#include <algorithm>
#include <iterator>

#include "compiler/advice/report.h"
#include "compiler/ast/walk.h"

namespace kernelc::advice {
namespace {

using ast::As;

// Longer texts are not repeated in messages.
constexpr std::size_t kLongestText = 50;

// Something inside may have an effect.
bool HoldsCall(const ast::Node* node) {
  if (As<ast::Call>(node) != nullptr || As<ast::NamedExpr>(node) != nullptr ||
      As<ast::Yield>(node) != nullptr || As<ast::Await>(node) != nullptr) {
    return true;
  }
  bool holds = false;
  ast::ForEachChild(node, [&](const ast::Node* child) { holds = holds || HoldsCall(child); });
  return holds;
}

bool IsValueAlone(const ast::Expr& expr) {
  constexpr ast::NodeKind kKinds[] = {
      ast::NodeKind::Attribute, ast::NodeKind::BinOp, ast::NodeKind::BoolOp,
      ast::NodeKind::Compare,   ast::NodeKind::IfExp, ast::NodeKind::Name,
      ast::NodeKind::Subscript, ast::NodeKind::Tuple, ast::NodeKind::UnaryOp,
  };
  return std::ranges::find(kKinds, expr.kind) != std::end(kKinds);
}

// A condition that is a tuple. `says` joins what was meant: " and ", or ", " for the message of an
// assertion.
void ReportTuple(const ast::Expr& test, std::string_view head, std::string_view joint,
                 const SourceManager& sources, diag::Emitter& emitter) {
  const auto* tuple = As<ast::Tuple>(&test);
  // `(*parts,)` may be empty.
  const bool has_parts =
      tuple != nullptr && std::ranges::any_of(tuple->elts, [](const ast::Expr* each) {
        return As<ast::Starred>(each) != nullptr;
      });
  if (tuple == nullptr || tuple->elts.empty() || has_parts) {
    return;
  }
  std::string meant;
  for (const ast::Expr* element : tuple->elts) {
    meant += meant.empty() ? "" : joint;
    meant += sources.text(element->range);
  }
  emitter.Build(test.range, diag::Kind::TupleCondition)
      .Help(meant.size() <= kLongestText ? fmt::format("write `{} {}`", head, meant)
                                         : "leave the parentheses and commas away")
      .Emit();
}

// `x =+ 1`, as the blanks tell.
void ReportSwapped(const ast::Assign& node, const SourceManager& sources, diag::Emitter& emitter) {
  const auto* unary = As<ast::UnaryOp>(node.value);
  const bool has_sign = unary != nullptr && (unary->op == ast::UnaryOperator::UAdd ||
                                             unary->op == ast::UnaryOperator::USub);
  const SourceRange value = node.value->range;
  if (!has_sign || node.targets.size() != 1 || value.begin < 2) {
    return;
  }
  const std::string_view before = sources.text({value.file, value.begin - 2, value.begin});
  const std::string_view sign = sources.text({value.file, value.begin, value.begin + 2});
  if (before != " =" || !sign.ends_with(' ')) {
    return;
  }
  const std::string_view target = sources.text(node.targets[0]->range);
  const std::string_view operand = sources.text(unary->operand->range);
  const bool adds = unary->op == ast::UnaryOperator::UAdd;
  const SourceRange place{value.file, value.begin - 1, value.begin + 1};
  if (target.size() + operand.size() > kLongestText) {
    emitter.Build(place, diag::Kind::SwappedOperator, sign[0], adds ? "add" : "subtract")
        .Help(fmt::format("write `{}=`, or put a blank behind the `=`", sign[0]))
        .Emit();
    return;
  }
  emitter.Build(place, diag::Kind::SwappedOperator, sign[0], adds ? "add" : "subtract")
      .Help(fmt::format("write `{0} {1}= {2}`; where the sign is meant, `{0} = {1}{2}`", target,
                        sign[0], operand))
      .Emit();
}

}  // namespace

bool IsCallable(const Object& object) {
  return object.kind == ObjectKind::Function ||
         (object.kind == ObjectKind::External && !index::IsModulePath(object.text));
}

void ReportDropped(SourceRange range, std::string_view text, std::string help,
                   diag::Emitter& emitter) {
  const bool is_short = text.size() <= kLongestText && text.find('\n') == std::string_view::npos;
  emitter
      .Build(range, diag::Kind::UnusedResult,
             is_short ? fmt::format("the value of `{}` is not used", text)
                      : std::string("the value of this expression is not used"))
      .Help(std::move(help))
      .Emit();
}

void ReportUnused(const ast::Expr& expr, std::string_view text, bool is_function,
                  diag::Emitter& emitter) {
  if (!IsValueAlone(expr) || HoldsCall(&expr)) {
    return;
  }
  if (is_function) {
    emitter
        .Build(expr.range, diag::Kind::UnusedResult,
               fmt::format("`{}` is named, but not called", text))
        .Help(fmt::format("write `{}()`", text))
        .Emit();
    return;
  }
  const bool is_step = (text.starts_with("++") || text.starts_with("--")) && text.size() > 2;
  if (is_step) {
    ReportDropped(expr.range, text, fmt::format("write `{} {}= 1`", text.substr(2), text[0]),
                  emitter);
    return;
  }
  const auto* compare = As<ast::Compare>(&expr);
  const bool is_equality =
      compare != nullptr && compare->ops.size() == 1 && compare->ops[0] == ast::CompareOperator::Eq;
  ReportDropped(expr.range, text,
                is_equality ? "an assignment is written with `=`" : "assign it, or remove the line",
                emitter);
}

void ReportSlips(const ast::Stmt& stmt, const SourceManager& sources, diag::Emitter& emitter) {
  if (const auto* assertion = As<ast::Assert>(&stmt);
      assertion != nullptr && assertion->msg == nullptr) {
    ReportTuple(*assertion->test, "assert", ", ", sources, emitter);
  } else if (const auto* branch = As<ast::If>(&stmt)) {
    ReportTuple(*branch->test, "if", " and ", sources, emitter);
  } else if (const auto* loop = As<ast::While>(&stmt)) {
    ReportTuple(*loop->test, "while", " and ", sources, emitter);
  } else if (const auto* assign = As<ast::Assign>(&stmt)) {
    ReportSwapped(*assign, sources, emitter);
  }
}

SourceRange OpenEnd(ast::NodeList<ast::Stmt> body) {
  const ast::Stmt* last = body.empty() ? nullptr : body[body.size() - 1];
  if (last == nullptr) {
    return SourceRange();
  }
  const auto leaves = [](const ast::Stmt* stmt) {
    const auto* assertion = As<ast::Assert>(stmt);
    const auto* test = assertion == nullptr ? nullptr : As<ast::Constant>(assertion->test);
    const bool is_false = test != nullptr &&
                          (test->value.kind == ast::ConstantKind::False || test->value.text == "0");
    return stmt->kind == ast::NodeKind::Return || stmt->kind == ast::NodeKind::Raise || is_false;
  };
  if (leaves(last)) {
    return SourceRange();
  }
  const auto* branch = As<ast::If>(last);
  if (branch == nullptr) {
    return last->range;
  }
  if (branch->orelse.empty()) {
    return branch->test->range;
  }
  const SourceRange inside = OpenEnd(branch->orelse);
  return inside.has_value() ? inside : OpenEnd(branch->body);
}

}  // namespace kernelc::advice
