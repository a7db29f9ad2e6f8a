// The NVPTX side of the shared emission.
#pragma once

#include "compiler/codegen/llvm/target_hooks.h"
#include "compiler/codegen/nvptx/target.h"

namespace kernelc::codegen {

// LLVM's numbers of the address spaces. Local memory is addressed generically: LLVM's own passes
// find what is local.
inline constexpr unsigned kGenericSpace = 0;
inline constexpr unsigned kGlobalSpace = 1;
inline constexpr unsigned kSharedSpace = 3;
inline constexpr unsigned kConstantSpace = 4;

// Votes, matches, block-wide and grid-wide meetings, sleeping, memory with cache operators: true
// and `*result` (null without a value) when `name` is one of them.
bool EmitSyncCustom(FunctionContext& fn, const kir::Inst& inst, std::string_view name,
                    llvm::Value** result);

// In x, as int64.
struct GridPlace {
  // The thread's place in the grid.
  llvm::Value* thread;
  llvm::Value* block_size;
};
GridPlace ReadGridPlace(FunctionContext& fn);

// Whether a thread of the launch has reported an error, as it is now.
llvm::Value* HasFailed(FunctionContext& fn);

struct CoarseBody;

// Whether 8-bit floats of the module are converted by instructions of the target; its PTX version rises to the first that
// has them where none was asked for.
bool UseFloat8Conversions(const kir::Module& module, const TargetOptions& options,
                          CudaTarget* target);

// Whether kernels of the module call products by four warps (`wgmma`).
bool UsesWarpGroups(const kir::Module& module);

class NvptxHooks : public TargetHooks {
 public:
  unsigned AddressSpaceNumber(types::AddressSpace space) const override;
  const builtins::Lowering& LoweringOf(const builtins::BuiltinInfo& info) const override;
  bool UsesIndex32() const override { return true; }
  bool DividesMagnitudes() const override { return true; }

  bool EmitInst(FunctionContext& fn, kir::InstId id) override;
  llvm::Value* EmitCustom(FunctionContext& fn, const kir::Inst& inst,
                          std::string_view name) override;
  llvm::Value* EmitMath(FunctionContext& fn, const kir::Inst& inst, std::string_view name,
                        std::span<llvm::Value* const> operands) override;

  llvm::Value* EmitSharedArrayData(FunctionContext& fn, kir::InstId id, std::uint64_t bytes,
                                   llvm::Align align) override;
  llvm::Value* EmitDynamicSharedData(FunctionContext& fn, kir::InstId id) override;
  llvm::Value* EmitDynamicSharedBytes(FunctionContext& fn) override;
  llvm::Value* EmitLocalArrayData(FunctionContext& fn, kir::InstId id, std::uint64_t bytes,
                                  llvm::Align align) override;

  void EmitFail(FunctionContext& fn, const kir::Inst& inst) override;
  void EmitReport(FunctionContext& fn, const kir::Inst& inst) override;
  void EmitPrint(FunctionContext& fn, const kir::Inst& inst) override;
  const char* AtomicScope() const override { return "device"; }
  void PrepareFunction(FunctionContext& fn) override;
  LoopUnroll UnrollOf(FunctionContext& fn, kir::InstId loop) override;
  void AnnotateLoop(FunctionContext& fn, kir::InstId loop, llvm::Instruction* latch,
                    LoopPart part) override;

  llvm::Value* WidenFloat8(FunctionContext& fn, llvm::Value* value, TypeId from) override;
  llvm::Value* RoundToFloat8(FunctionContext& fn, llvm::Value* value, TypeId to) override;
  // Whether the target has conversions of e4m3 and e5m2 (sm_89 with PTX 8.1).
  void set_has_float8_conversions(bool value) { has_float8_conversions_ = value; }
  // While a body is emitted whose place in the grid is `place` (int64) rather than the thread's own:
  // see coarse_kernel.h. Null ends it.
  void set_coarse_body(const CoarseBody* body) { coarse_body_ = body; }
  void set_target(const CudaTarget& target) { target_ = target; }

 private:
  // matrix.cpp: true and `*result` (null without a value) when `name` is one of its lowerings. A target without the
  // instruction is an error.
  bool EmitMatrixCustom(FunctionContext& fn, const kir::Inst& inst, std::string_view name,
                        llvm::Value** result);
  // warp_group.cpp: the same for products by four warps, which have no value.
  bool EmitWarpGroupCustom(FunctionContext& fn, const kir::Inst& inst, std::string_view name);

  const CoarseBody* coarse_body_ = nullptr;
  bool has_float8_conversions_ = false;
  CudaTarget target_;
};

}  // namespace kernelc::codegen
