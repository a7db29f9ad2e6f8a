#include "compiler/advice/raise.h"

#include <algorithm>

#include "compiler/advice/report.h"

namespace kernelc::advice {
namespace {

using ast::As;

constexpr std::string_view kExceptions[] = {
    "ArithmeticError",     "AssertionError",  "BaseException",      "BufferError",
    "EOFError",            "Exception",       "FloatingPointError", "GeneratorExit",
    "IndexError",          "KeyError",        "KeyboardInterrupt",  "LookupError",
    "MemoryError",         "NameError",       "NotImplementedError", "OSError",
    "OverflowError",       "RecursionError",  "ReferenceError",     "RuntimeError",
    "StopIteration",       "SystemError",     "SystemExit",         "TypeError",
    "UnboundLocalError",   "ValueError",      "ZeroDivisionError",
};

// The name that an exception starts with: `errors` of `errors.TooSmall`.
const ast::Name* RootOf(const ast::Expr* expr) {
  while (const auto* attribute = As<ast::Attribute>(expr)) {
    expr = attribute->value;
  }
  return As<ast::Name>(expr);
}

void ReportForm(const ast::Node& node, std::string_view form, diag::Emitter& emitter) {
  emitter.Build(node.range, diag::Kind::UnsupportedRaise, form)
      .Help("write `raise ValueError(\"what is wrong\")`")
      .Emit();
}

}  // namespace

std::string MessageText(const ast::Expr* expr, const SourceManager& sources) {
  const auto* constant = As<ast::Constant>(expr);
  if (constant != nullptr && constant->value.kind == ast::ConstantKind::Str) {
    return std::string(constant->value.text);
  }
  return std::string(sources.text(expr->range));
}

std::optional<std::string> ReadRaise(const ast::Raise& node, const Scope* scope,
                                     std::span<const std::string_view> locals,
                                     const SourceManager& sources, diag::Emitter& emitter) {
  if (node.exc == nullptr) {
    ReportForm(node, "`raise` without an exception", emitter);
    return std::nullopt;
  }
  const auto* call = As<ast::Call>(node.exc);
  const ast::Expr* type = call == nullptr ? node.exc : call->func;
  const ast::Name* root = RootOf(type);
  if (root == nullptr || std::ranges::find(locals, root->id) != locals.end()) {
    ReportForm(*node.exc, "`raise` of a value", emitter);
    return std::nullopt;
  }
  const Scope* owner = nullptr;
  if (std::ranges::find(kExceptions, root->id) == std::end(kExceptions) &&
      index::FindBinding(scope, root->id, &owner) == nullptr) {
    ReportName(*root, scope, locals, std::nullopt, emitter);
    return std::nullopt;
  }
  std::string text(sources.text(type->range));
  if (call == nullptr || call->args.empty()) {
    return text;
  }
  text += ": ";
  for (std::size_t i = 0; i < call->args.size(); ++i) {
    text += (i == 0 ? "" : ", ") + MessageText(call->args[i], sources);
  }
  return text;
}

}  // namespace kernelc::advice
