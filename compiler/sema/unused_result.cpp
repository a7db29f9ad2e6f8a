#include "compiler/sema/unused_result.h"

#include <algorithm>
#include <iterator>

#include "compiler/advice/report.h"
#include "compiler/ast/walk.h"
#include "compiler/builtins/builtins.h"
#include "compiler/functions/functions.h"
#include "compiler/sema/emit_report.h"

namespace kernelc::sema {
namespace {

using ast::As;

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

bool IsPureCall(FunctionContext& fn, const ast::Call& call, const Value& value) {
  const std::optional<Object> callee = EvalConstant(fn, call.func);
  if (callee && callee->kind == ObjectKind::External && functions::IsPure(callee->text)) {
    return true;
  }
  if (value.kind != ValueKind::Runtime || !value.inst.has_value()) {
    return false;
  }
  const kir::Inst& inst = fn.kir_function.inst(value.inst);
  if (inst.op == kir::Op::CallBuiltin) {
    return IsPure(builtins::builtin_info(static_cast<builtins::BuiltinId>(inst.imm)).effects);
  }
  return inst.op == kir::Op::Call && callee &&
         (callee->kind == ObjectKind::Function || callee->kind == ObjectKind::External) &&
         IsPure(fn.program.module().functions[static_cast<std::size_t>(inst.imm)]);
}

}  // namespace

void CheckUnused(FunctionContext& fn, const ast::Expr& expr, const Value& value) {
  if (value.is_poison()) {
    return;
  }
  const auto* call = As<ast::Call>(&expr);
  if (call == nullptr) {
    const bool is_function = value.kind == ValueKind::Object && advice::IsCallable(*value.object);
    return advice::ReportUnused(expr, SpellingAt(fn, expr.range), is_function, fn.emitter);
  }
  if (!value.is_none() && IsPureCall(fn, *call, value)) {
    advice::ReportDropped(expr.range, SpellingAt(fn, expr.range), "assign it, or remove the line",
                  fn.emitter);
  }
}

}  // namespace kernelc::sema
