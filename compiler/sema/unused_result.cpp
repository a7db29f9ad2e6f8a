#include "compiler/sema/unused_result.h"

#include <algorithm>
#include <iterator>

#include "compiler/ast/walk.h"
#include "compiler/builtins/builtins.h"
#include "compiler/sema/emit_report.h"
#include "compiler/sema/paths.h"
#include "compiler/sema/report.h"

namespace kernelc::sema {
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

bool IsPure(builtins::BuiltinEffects effects) {
  return effects == builtins::BuiltinEffects::Pure ||
         effects == builtins::BuiltinEffects::ThreadPure;
}

// A function that does nothing that its caller could see.
bool IsPure(const kir::Function& function) {
  return std::ranges::all_of(function.insts, [](const kir::Inst& inst) {
    const bool is_slot = inst.op == kir::Op::SlotStore;
    const bool is_builtin =
        inst.op == kir::Op::CallBuiltin &&
        IsPure(builtins::builtin_info(static_cast<builtins::BuiltinId>(inst.imm)).effects);
    const kir::Effects effects = kir::op_info(inst.op).effects;
    return inst.op != kir::Op::Fail && (effects != kir::Effects::Writes || is_slot) &&
           (effects != kir::Effects::Call || is_builtin);
  });
}

// Functions of Python and of `math` that sema turns into operations itself.
bool IsPurePath(std::string_view path) {
  static constexpr std::string_view kPure[] = {"abs",   "bool",  "complex", "divmod", "float",
                                               "int",   "len",   "max",     "min",    "pow",
                                               "round", "tuple", "type"};
  return path.starts_with("math.") || std::ranges::find(kPure, path) != std::end(kPure);
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

bool IsPureCall(FunctionContext& fn, const ast::Call& call, const Value& value) {
  const std::optional<Object> callee = EvalConstant(fn, call.func);
  if (callee && callee->kind == ObjectKind::External && IsPurePath(callee->text)) {
    return true;
  }
  if (value.kind != ValueKind::Runtime || !value.inst.has_value()) {
    return false;
  }
  const kir::Inst& inst = fn.kir_function.inst(value.inst);
  if (inst.op == kir::Op::CallBuiltin) {
    return IsPure(builtins::builtin_info(static_cast<builtins::BuiltinId>(inst.imm)).effects);
  }
  return inst.op == kir::Op::Call && callee && callee->kind == ObjectKind::Function &&
         IsPure(fn.program.module().functions[static_cast<std::size_t>(inst.imm)]);
}

}  // namespace

bool IsCallable(const Object& object) {
  return object.kind == ObjectKind::Function ||
         (object.kind == ObjectKind::External && !IsModulePath(object.text));
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

void CheckUnused(FunctionContext& fn, const ast::Expr& expr, const Value& value) {
  if (value.is_poison()) {
    return;
  }
  const auto* call = As<ast::Call>(&expr);
  if (call == nullptr) {
    const bool is_function = value.kind == ValueKind::Object && IsCallable(*value.object);
    return ReportUnused(expr, SpellingAt(fn, expr.range), is_function, fn.emitter);
  }
  if (!value.is_none() && IsPureCall(fn, *call, value)) {
    ReportDropped(expr.range, SpellingAt(fn, expr.range), "assign it, or remove the line",
                  fn.emitter);
  }
}

}  // namespace kernelc::sema
