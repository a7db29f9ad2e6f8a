// Products of matrices in shared memory that four warps make together, beside what else they do:
// `wgmma` of sm_90a. LLVM has no intrinsics for them.
#include <llvm/IR/InlineAsm.h>

#include <algorithm>
#include <string>
#include <vector>

#include "compiler/codegen/codegen.h"
#include "compiler/codegen/llvm/emit.h"
#include "compiler/codegen/nvptx/hooks.h"

namespace kernelc::codegen {

using builtins::BuiltinId;

namespace {

constexpr std::string_view kArch = "sm_90a";
constexpr std::uint32_t kFirstPtx = 80;
// What has this for the architecture and what may follow it.
constexpr std::string_view kBase = "sm_90";

bool IsWarpGroupCall(const kir::Inst& inst) {
  if (inst.op != kir::Op::CallBuiltin) {
    return false;
  }
  const auto id = static_cast<BuiltinId>(inst.imm);
  return id == BuiltinId::Wgmma || id == BuiltinId::WgmmaCommit || id == BuiltinId::WgmmaFence ||
         id == BuiltinId::WgmmaWait;
}

// Instructions of the whole warp that order memory and registers.
void EmitAsm(FunctionContext& fn, const std::string& text) {
  auto* const type = llvm::FunctionType::get(fn.builder().getVoidTy(), false);
  llvm::CallInst* call = fn.builder().CreateCall(
      type, llvm::InlineAsm::get(type, text, "~{memory}", /*hasSideEffects=*/true));
  call->setConvergent();
}

// `text` reads and writes the sums, $0 and so on, behind which `operands` come.
void EmitOverSums(FunctionContext& fn, llvm::Value* sums, unsigned count, const std::string& text,
                  std::vector<llvm::Value*> operands) {
  llvm::IRBuilder<>& builder = fn.builder();
  llvm::Type* const number = builder.getFloatTy();
  std::string constraints;
  for (unsigned i = 0; i < count; ++i) {
    constraints += "=f,";
  }
  std::vector<llvm::Type*> types;
  for (llvm::Value* operand : operands) {
    constraints += "l,";
    types.push_back(operand->getType());
  }
  const auto place = [&](unsigned i) {
    return builder.CreateConstInBoundsGEP1_64(number, sums, i);
  };
  for (unsigned i = 0; i < count; ++i) {
    constraints += fmt::format("{},", i);
    operands.push_back(builder.CreateLoad(number, place(i)));
    types.push_back(number);
  }
  auto* const result =
      llvm::StructType::get(fn.llvm_context(), std::vector<llvm::Type*>(count, number));
  auto* const type = llvm::FunctionType::get(result, types, false);
  llvm::CallInst* call = builder.CreateCall(
      type, llvm::InlineAsm::get(type, text, constraints + "~{memory}", /*hasSideEffects=*/true),
      operands);
  call->setConvergent();
  for (unsigned i = 0; i < count; ++i) {
    builder.CreateStore(builder.CreateExtractValue(call, i), place(i));
  }
}

unsigned ConstantOperand(FunctionContext& fn, const kir::Inst& inst, std::uint32_t i) {
  return static_cast<unsigned>(fn.kir_function().inst(fn.kir_function().operand(inst, i)).imm);
}

// What names an operand: "Matrix descriptor" of the PTX ISA. Lines of 128 bytes, in groups of eight
// with their pieces of 16 bytes exchanged; `step` elements from 64 columns to the next.
llvm::Value* Descriptor(FunctionContext& fn, llvm::Value* array, llvm::Value* i,
                        llvm::Value* step) {
  constexpr std::uint64_t kGroupBytes = 1024;
  constexpr std::uint64_t kExchanged128 = std::uint64_t{1} << 62;
  constexpr std::uint32_t kAddressBits = 0x3ffff;
  llvm::IRBuilder<>& builder = fn.builder();
  llvm::Value* base = builder.CreatePtrToInt(
      builder.CreateAddrSpaceCast(array, llvm::PointerType::get(fn.llvm_context(), kSharedSpace)),
      fn.types().int32());
  llvm::Value* address =
      builder.CreateAnd(builder.CreateAdd(base, builder.CreateShl(i, 1)), kAddressBits);
  llvm::Value* low = builder.CreateZExt(builder.CreateLShr(address, 4), fn.types().int64());
  // In 16 bytes, of elements of two.
  llvm::Value* steps = builder.CreateZExt(builder.CreateLShr(step, 3), fn.types().int64());
  low = builder.CreateOr(low, builder.CreateShl(steps, 16));
  return builder.CreateOr(low, fn.Int64(kExchanged128 | (kGroupBytes >> 4) << 32));
}

void EmitProduct(FunctionContext& fn, const kir::Inst& inst) {
  const unsigned columns = ConstantOperand(fn, inst, 5);
  const unsigned sums = columns / 2;
  const types::Type& pointer = fn.module().kir_module().types.get(fn.operand_type(inst, 1));
  const std::string_view type = pointer.element == types::kBFloat16 ? "bf16" : "f16";
  std::string registers;
  for (unsigned i = 0; i < sums; ++i) {
    registers += fmt::format("{}${}", i == 0 ? "" : ", ", i);
  }
  const std::string text = fmt::format(
      "wgmma.mma_async.sync.aligned.m64n{}k16.f32.{}.{} {{{}}}, ${}, ${}, 1, 1, 1, {}, {};",
      columns, type, type, registers, sums, sums + 1, ConstantOperand(fn, inst, 6),
      ConstantOperand(fn, inst, 7));
  llvm::Value* left = Descriptor(fn, fn.operand(inst, 1), fn.operand(inst, 2), fn.Int32(0));
  llvm::Value* right =
      Descriptor(fn, fn.operand(inst, 3), fn.operand(inst, 4), fn.operand(inst, 8));
  EmitOverSums(fn, fn.operand(inst, 0), sums, text, {left, right});
}

}  // namespace

bool UsesWarpGroups(const kir::Module& module) {
  return std::ranges::any_of(module.functions, [](const kir::Function& function) {
    return std::ranges::any_of(function.insts, IsWarpGroupCall);
  });
}

std::string ArchFor(const kir::Module& module, const TargetOptions& target) {
  return target.exact && target.arch == kBase && UsesWarpGroups(module) ? std::string(kArch)
                                                                        : target.arch;
}

bool NvptxHooks::EmitWarpGroupCustom(FunctionContext& fn, const kir::Inst& inst,
                                     std::string_view name) {
  if (name != "wgmma" && name != "wgmma_order" && name != "wgmma_wait") {
    return false;
  }
  const auto id = static_cast<BuiltinId>(inst.imm);
  const bool is_fence = id == BuiltinId::FenceProxyAsync;
  if (is_fence ? target_.sm < 90 : target_.arch != kArch || target_.ptx < kFirstPtx) {
    fn.module().Fail(
        inst.range,
        fmt::format("`{}` needs {} and PTX {}.{} or later, and the target is {} with PTX {}.{}",
                    builtins::builtin_info(id).name(), is_fence ? kBase : kArch, kFirstPtx / 10,
                    kFirstPtx % 10, target_.arch, target_.ptx / 10, target_.ptx % 10));
  } else if (id == BuiltinId::Wgmma) {
    EmitProduct(fn, inst);
  } else if (id == BuiltinId::WgmmaWait) {
    // The sums go through it, so that nothing uses them before.
    EmitOverSums(fn, fn.operand(inst, 2), ConstantOperand(fn, inst, 1) / 2,
                 fmt::format("wgmma.wait_group.sync.aligned {};", ConstantOperand(fn, inst, 0)),
                 {});
  } else {
    EmitAsm(fn, is_fence                       ? "fence.proxy.async.shared::cta;"
                : id == BuiltinId::WgmmaCommit ? "wgmma.commit_group.sync.aligned;"
                                               : "wgmma.fence.sync.aligned;");
  }
  return true;
}

}  // namespace kernelc::codegen
