// What differs between the LLVM back ends. nvptx and cpu each implement this; everything else is
// shared.
#pragma once

#include <llvm/IR/FMF.h>
#include <llvm/IR/Value.h>

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "compiler/builtins/builtins.h"
#include "compiler/codegen/llvm/function_context.h"

namespace kernelc::codegen {

// A main loop whose turns run several iterations for one test; what remains runs in a second loop.
struct LoopUnroll {
  // Iterations of a turn; the body is emitted once for each, and again for what remains. 1: no main
  // loop.
  unsigned count = 1;
  // Emit each operation for all iterations of a turn before the next operation, so that all loads
  // come first. The body has neither regions nor slots of its own, and no iteration depends on
  // another.
  bool interleave = false;
  // What remains, less than a turn, is written out one iteration after the other rather than as a
  // loop, where the step is a constant.
  bool writes_rest = false;
};

// Which loop of a for_range: the only one, the main loop of an unrolled one (and the other, where
// it may run long), or the one that runs what is left of it, which is less than a turn.
enum class LoopPart : std::uint8_t { Whole, Main, Rest };

class TargetHooks {
 public:
  virtual ~TargetHooks() = default;

  // LLVM's number for an address space; also the space of slots is Local.
  virtual unsigned AddressSpaceNumber(types::AddressSpace space) const = 0;
  // The target's column of builtins.def.
  virtual const builtins::Lowering& LoweringOf(const builtins::BuiltinInfo& info) const = 0;
  // Flags for floating-point operations. The default: `contract`, and all of them with fastmath.
  virtual llvm::FastMathFlags MathFlags(const kir::FunctionOptions& options) const;

  // Index arithmetic of small arrays is done in 32 bits.
  virtual bool UsesIndex32() const { return false; }

  // Signed integers of 32 and 64 bits are divided as magnitudes: where a division has no sign in
  // the end, as on a GPU. Vectors of signed divisions are made of signed ones.
  virtual bool DividesMagnitudes() const { return false; }

  // The target has instructions that convert between this 16-bit float and float32.
  virtual bool ConvertsNarrow(TypeId /*type*/) const { return true; }

  // An 8-bit float of type `from` as a float32, and a float32 rounded to the 8-bit float `to` (ties
  // to even, what is too large becomes the largest number), by an instruction of the target; null
  // where it has none.
  virtual llvm::Value* WidenFloat8(FunctionContext& /*fn*/, llvm::Value* /*value*/,
                                   TypeId /*from*/) {
    return nullptr;
  }
  virtual llvm::Value* RoundToFloat8(FunctionContext& /*fn*/, llvm::Value* /*value*/,
                                     TypeId /*to*/) {
    return nullptr;
  }

  // The target has a fused multiply-add for 16-bit floats.
  virtual bool FusesNarrow() const { return true; }

  // Asked before each operation: true when the target emitted `id` itself (value set by set_value).
  virtual bool EmitInst(FunctionContext& fn, kir::InstId id);
  // The value of an operation that has not been emitted in this context; the default is a KC_CHECK
  // failure.
  virtual llvm::Value* MissingValue(FunctionContext& fn, kir::InstId id);

  // A builtin whose lowering is Custom(name). `inst` is a call_builtin.
  virtual llvm::Value* EmitCustom(FunctionContext& fn, const kir::Inst& inst,
                                  std::string_view name) = 0;
  // The math function `name` ("sin", "fmod", "pow", "hypot") of C for operands of one type, float32
  // or float64: Libdevice and Libm lowerings, and what the shared code needs itself.
  virtual llvm::Value* EmitMath(FunctionContext& fn, const kir::Inst& inst, std::string_view name,
                                std::span<llvm::Value* const> operands) = 0;

  // Memory for a slot: a pointer that SlotLoad and SlotStore use. The default is an alloca in the
  // entry block.
  virtual llvm::Value* CreateSlot(FunctionContext& fn, kir::InstId id, llvm::Type* type);
  // Data pointers, in the array type's address space.
  virtual llvm::Value* EmitSharedArrayData(FunctionContext& fn, kir::InstId id, std::uint64_t bytes,
                                           llvm::Align align) = 0;
  virtual llvm::Value* EmitDynamicSharedData(FunctionContext& fn, kir::InstId id) = 0;
  // How many elements lie from one of a static array to the next: 1 where they lie side by side.
  virtual std::uint64_t ElementSpacing(FunctionContext& /*fn*/, kir::InstId /*array*/) const { return 1; }
  // Bytes of dynamic shared memory of this launch, i64.
  virtual llvm::Value* EmitDynamicSharedBytes(FunctionContext& fn) = 0;
  // The default is an alloca in the entry block.
  virtual llvm::Value* EmitLocalArrayData(FunctionContext& fn, kir::InstId id, std::uint64_t bytes,
                                          llvm::Align align);

  // Returns from the function; `value` is null without a result.
  virtual void EmitReturn(FunctionContext& fn, llvm::Value* value);
  // Ends the thread; must end the block.
  virtual void EmitFail(FunctionContext& fn, const kir::Inst& inst) = 0;
  // Reports the error of `inst`, a fail or report_error, unless one was reported before. The thread
  // goes on.
  virtual void EmitReport(FunctionContext& fn, const kir::Inst& inst) = 0;
  virtual void EmitPrint(FunctionContext& fn, const kir::Inst& inst) = 0;

  // Synchronisation scope of atomics ("device" on a GPU, "" for the whole system).
  virtual const char* AtomicScope() const { return ""; }

  // Hidden leading parameters of device functions, and their arguments for a call from `fn`.
  virtual void HiddenParams(ModuleContext& module, std::vector<llvm::Type*>& params);
  virtual void HiddenArguments(FunctionContext& fn, std::vector<llvm::Value*>& arguments);
  // Called for each function before its body is emitted: attributes, calling convention.
  virtual void PrepareFunction(FunctionContext& fn);
  // How the shared code should unroll a for_range; the default leaves it alone.
  virtual LoopUnroll UnrollOf(FunctionContext& fn, kir::InstId loop);
  // Called for the back edge of each loop that the shared code emits.
  virtual void AnnotateLoop(FunctionContext& fn, kir::InstId loop, llvm::Instruction* latch,
                            LoopPart part);
};

}  // namespace kernelc::codegen
