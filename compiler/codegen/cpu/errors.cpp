// Errors and text of device code: DeviceError of the worker, and the print hook of the launch.
#include <llvm/IR/Instructions.h>

#include <cstddef>

#include "compiler/codegen/cpu/hooks.h"
#include "compiler/codegen/cpu/kernel_facts.h"
#include "compiler/codegen/llvm/emit.h"
#include "runtime/abi/cpu_abi.h"

namespace kernelc::codegen {

namespace {

llvm::Value* At(FunctionContext& fn, llvm::Value* base, std::size_t offset) {
  return fn.builder().CreateConstInBoundsGEP1_64(fn.builder().getInt8Ty(), base, offset);
}

void StoreWord(FunctionContext& fn, llvm::Value* base, std::size_t offset, llvm::Value* value) {
  fn.builder().CreateStore(value, At(fn, base, offset));
}

}  // namespace

std::uint32_t CpuTargetHooks::LocationOf(FunctionContext& fn, SourceRange range,
                                         std::string_view text) {
  abi::SourceLocation location;
  if (const SourceManager* sources = fn.module().sources();
      sources != nullptr && range.has_value()) {
    location.file = sources->file(range.file).path();
    location.line = sources->begin(range).line;
  }
  location.text = std::string(text);
  for (std::size_t i = 0; i < locations_.size(); ++i) {
    if (locations_[i].file == location.file && locations_[i].line == location.line &&
        locations_[i].text == location.text) {
      return static_cast<std::uint32_t>(i);
    }
  }
  locations_.push_back(std::move(location));
  return static_cast<std::uint32_t>(locations_.size() - 1);
}

void CpuTargetHooks::EmitFail(FunctionContext& fn, const kir::Inst& inst) {
  llvm::IRBuilder<>& builder = fn.builder();
  const kir::Function& function = fn.kir_function();
  const std::uint32_t location = LocationOf(fn, inst.range, function.text_of(inst));
  llvm::Value* error = At(fn, state_.worker, offsetof(abi::CpuWorker, error));
  const auto code = static_cast<std::uint32_t>(inst.imm);
  StoreWord(fn, error, offsetof(abi::DeviceError, code), fn.Int32(code));
  StoreWord(fn, error, offsetof(abi::DeviceError, location), fn.Int32(location));
  for (std::size_t dim = 0; dim < 3; ++dim) {
    // The thread may be one of several blocks that run as one.
    llvm::Value* size = state_.block_dim[dim];
    llvm::Value* block_idx =
        builder.CreateAdd(state_.block_idx[dim], builder.CreateUDiv(state_.thread_idx[dim], size));
    llvm::Value* block = builder.CreateTrunc(block_idx, fn.types().int32());
    llvm::Value* thread =
        builder.CreateTrunc(builder.CreateURem(state_.thread_idx[dim], size), fn.types().int32());
    StoreWord(fn, error, offsetof(abi::DeviceError, block) + 4 * dim, block);
    StoreWord(fn, error, offsetof(abi::DeviceError, thread) + 4 * dim, thread);
  }
  const auto operands = function.operands(inst);
  for (std::size_t i = 0; i < operands.size() && i < 3; ++i) {
    llvm::Value* value =
        ConvertScalar(fn, fn.value(operands[i]), fn.type_of(operands[i]), types::kInt64);
    StoreWord(fn, error, offsetof(abi::DeviceError, values) + 8 * i, value);
  }
  EndWithError(fn, fn.Int32(code));
}

// Leaves the function; callers of device functions look at the worker's error.
void CpuTargetHooks::EndWithError(FunctionContext& fn, llvm::Value* code) {
  if (fn.kir_function().kind == kir::FunctionKind::Device) {
    llvm::Type* type = fn.function()->getReturnType();
    TargetHooks::EmitReturn(fn, type->isVoidTy() ? nullptr : llvm::Constant::getNullValue(type));
  } else {
    fn.builder().CreateRet(code);
  }
}

// A call, behind which the thread goes on only when no error was met in it.
void CpuTargetHooks::EmitCheckedCall(FunctionContext& fn, kir::InstId id) {
  const kir::Inst& inst = fn.kir_function().inst(id);
  const kir::Module& module = fn.module().kir_module();
  const kir::FunctionId callee(static_cast<std::uint32_t>(inst.imm));
  if (llvm::Value* value = fn.EmitDefault(id)) {
    fn.set_value(id, value);
  }
  if (!MayFail(module, module.function(callee))) {
    return;
  }
  llvm::IRBuilder<>& builder = fn.builder();
  constexpr std::size_t kCode = offsetof(abi::CpuWorker, error) + offsetof(abi::DeviceError, code);
  llvm::Value* code = builder.CreateLoad(builder.getInt32Ty(), At(fn, state_.worker, kCode));
  llvm::BasicBlock* failed = fn.NewBlock("failed");
  llvm::BasicBlock* next = fn.NewBlock("called");
  builder.CreateCondBr(builder.CreateIsNull(code), next, failed);
  fn.StartBlock(failed);
  EndWithError(fn, code);
  fn.StartBlock(next);
}

}  // namespace kernelc::codegen
