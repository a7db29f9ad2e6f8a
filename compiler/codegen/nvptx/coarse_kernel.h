// Kernels of which each thread does the work of several neighbours: wide loads and stores, and more
// of them on their way. The launch chooses between such a kernel and the plain one.
#pragma once

#include <llvm/IR/Value.h>

#include "compiler/codegen/llvm/module_context.h"
#include "compiler/kir/analysis/coarsening.h"

namespace kernelc::codegen {

// Emits, beside `kernel`, the function abi::CoarseSymbol() of it: parameters as those of the
// kernel, and behind them the blocks in x of the grid that was asked for, a uint32. Thread t does
// the work of the threads factor * t and so on of that grid, interleaved as it suits: as before,
// nobody knows the order in which threads use memory. `coarsening` has a factor above 1.
void EmitCoarseKernel(ModuleContext& module, const kir::Function& kernel,
                      const kir::Coarsening& coarsening);

// How the operations of a body are emitted that runs for another place in the grid than the
// thread's.
struct CoarseBody {
  const kir::Function* kernel;
  const kir::Coarsening* coarsening;
  // The place, int64; of several threads at once, that of the first one.
  llvm::Value* place;
  // All guards are known to let the place through, and it is below 2^31.
  bool is_inside;

  // The place as an int32.
  bool IsShortPlace(const FunctionContext& fn, kir::InstId id) const;
  // Whether `id` is one of them; its value is set then.
  bool EmitInst(FunctionContext& fn, kir::InstId id) const;
};

}  // namespace kernelc::codegen
