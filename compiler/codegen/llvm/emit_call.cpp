// Calls of device functions and builtins.
#include <llvm/IR/Intrinsics.h>

#include <algorithm>

#include "compiler/codegen/llvm/debug_info.h"
#include "compiler/codegen/llvm/emit.h"
#include "compiler/kir/analysis/external.h"

namespace kernelc::codegen {

namespace {

// Operands of a math builtin; half and bfloat16 are computed in float32.
struct MathOperands {
  std::vector<llvm::Value*> values;
  TypeId type;
};

MathOperands MathOperandsOf(FunctionContext& fn, const kir::Inst& inst) {
  MathOperands result;
  result.type = fn.operand_type(inst, 0);
  const bool narrow = types::IsFloat(result.type) && types::scalar_bits(result.type) < 32;
  const TypeId type = narrow ? types::kFloat32 : result.type;
  for (kir::InstId operand : fn.kir_function().operands(inst)) {
    result.values.push_back(ConvertScalar(fn, fn.value(operand), fn.type_of(operand), type));
  }
  result.type = type;
  return result;
}

llvm::Value* CallIntrinsic(FunctionContext& fn, std::string_view name,
                           const MathOperands& operands) {
  const llvm::Intrinsic::ID id =
      llvm::Intrinsic::lookupIntrinsicID(llvm::StringRef(name.data(), name.size()));
  KC_CHECK(id != llvm::Intrinsic::not_intrinsic, "LLVM has no intrinsic {}", name);
  return fn.builder().CreateIntrinsic(id, {operands.values[0]->getType()}, operands.values);
}

llvm::Value* EmitCustomBuiltin(FunctionContext& fn, const kir::Inst& inst, std::string_view name) {
  llvm::Value* result = nullptr;
  if (EmitSharedCustom(fn, inst, name, &result)) {
    return result;
  }
  return fn.hooks().EmitCustom(fn, inst, name);
}

}  // namespace

llvm::Value* EmitCall(FunctionContext& fn, kir::InstId /*id*/, const kir::Inst& inst) {
  const kir::FunctionId callee_id(static_cast<std::uint32_t>(inst.imm));
  llvm::Function* callee = fn.module().DeviceFunction(callee_id);
  std::vector<llvm::Value*> arguments;
  if (!kir::IsExternal(fn.module().kir_module().function(callee_id))) {
    fn.hooks().HiddenArguments(fn, arguments);
  }
  for (kir::InstId operand : fn.kir_function().operands(inst)) {
    if (fn.types().HasBytes(fn.type_of(operand))) {
      arguments.push_back(fn.value(operand));
    }
  }
  llvm::CallInst* call = fn.builder().CreateCall(callee, arguments);
  call->setCallingConv(callee->getCallingConv());
  if (inst.type == types::kVoid) {
    return nullptr;
  }
  return fn.types().HasBytes(inst.type)
             ? static_cast<llvm::Value*>(call)
             : llvm::Constant::getNullValue(fn.types().Register(inst.type));
}

llvm::Value* EmitCallBuiltin(FunctionContext& fn, kir::InstId /*id*/, const kir::Inst& inst) {
  const auto builtin = static_cast<builtins::BuiltinId>(inst.imm);
  const builtins::Lowering& lowering = fn.hooks().LoweringOf(builtins::builtin_info(builtin));
  switch (lowering.kind) {
    case builtins::LoweringKind::Intrinsic: {
      const MathOperands operands = MathOperandsOf(fn, inst);
      return ConvertScalar(fn, CallIntrinsic(fn, lowering.name, operands), operands.type,
                           inst.type);
    }
    case builtins::LoweringKind::Libdevice:
    case builtins::LoweringKind::Libm: {
      const MathOperands operands = MathOperandsOf(fn, inst);
      return ConvertScalar(fn, fn.hooks().EmitMath(fn, inst, lowering.name, operands.values),
                           operands.type, inst.type);
    }
    case builtins::LoweringKind::Custom:
      return EmitCustomBuiltin(fn, inst, lowering.name);
    case builtins::LoweringKind::Spell:
      break;
  }
  KC_FATAL("{} has no lowering for LLVM", builtins::builtin_info(builtin).name());
}

void DeclareParams(FunctionContext& fn) {
  DebugInfo* debug = fn.module().debug_info();
  if (debug == nullptr) {
    return;
  }
  unsigned index = 0;
  for (const kir::Param& param : fn.kir_function().params) {
    debug->DeclareParam(fn.builder(), fn.function(), param, index++, fn.value(param.value));
  }
}

void EmitDeviceFunctionBody(FunctionContext& fn) {
  const kir::Function& function = fn.kir_function();
  const auto has_bytes = [&fn](const kir::Param& param) { return fn.types().HasBytes(param.type); };
  auto next = static_cast<unsigned>(
      fn.function()->arg_size() -
      static_cast<std::size_t>(std::ranges::count_if(function.params, has_bytes)));
  for (const kir::Param& param : function.params) {
    fn.set_value(param.value, has_bytes(param)
                                  ? static_cast<llvm::Value*>(fn.function()->getArg(next++))
                                  : llvm::Constant::getNullValue(fn.types().Register(param.type)));
  }
  DeclareParams(fn);
  fn.EmitRegion(function.body);
  if (fn.terminated()) {
    return;
  }
  // Falling off the end gives zero: what the language calls None has no other use.
  if (function.result == types::kVoid) {
    fn.hooks().EmitReturn(fn, nullptr);
  } else {
    fn.hooks().EmitReturn(fn, llvm::Constant::getNullValue(fn.types().Register(function.result)));
  }
}

}  // namespace kernelc::codegen
