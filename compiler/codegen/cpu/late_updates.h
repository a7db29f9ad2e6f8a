// Updates of memory at computed places, put off until a number of threads have computed theirs.
//
// `atomic.add(bins, f(x[i]), w[i])` under a condition keeps a loop over threads scalar, since two
// threads may mean the same place, and a condition on data is guessed wrong again and again. In two
// loops the first, of places and values, is a vector, and the second has no condition: threads that
// update nothing update memory that nobody reads. Updates come in the order in which they came
// before.
#pragma once

#include <llvm/IR/Instructions.h>

#include <functional>
#include <optional>

#include "compiler/codegen/cpu/block_state.h"
#include "compiler/codegen/cpu/counting_loop.h"
#include "compiler/codegen/llvm/function_context.h"
#include "compiler/kir/kir.h"

namespace kernelc::codegen {

// The one update in the region of a thread that can wait for the region's end: an atomic operation
// under a condition, on shared memory or on an array of which workers have copies, whose result
// nobody looks at, with no access to memory behind it. None where there is no such.
kir::InstId FindLateUpdate(FunctionContext& fn, const BlockState& state, kir::RegionId region);

// Around the loop over threads [begin, end) that holds the update; does nothing where `update` is
// none.
class LateUpdates {
 public:
  LateUpdates(FunctionContext& fn, BlockState& state, kir::InstId update, llvm::Value* begin,
              llvm::Value* end);

  // The threads of the loop.
  llvm::Value* begin() const { return begin_; }
  llvm::Value* end() const { return end_; }
  // At the start of each thread's turn.
  void EnterThread(llvm::Value* index);
  // Behind the loop. `emit` makes the update's code, for a place and a value.
  void Close(
      const std::function<void(kir::InstId update, llvm::Value* place, llvm::Value* value)>& emit);

 private:
  FunctionContext& fn_;
  BlockState& state_;
  kir::InstId update_;
  llvm::Value* begin_;
  llvm::Value* end_;
  llvm::AllocaInst* places_ = nullptr;
  llvm::AllocaInst* values_ = nullptr;
  llvm::AllocaInst* nowhere_ = nullptr;
  std::optional<CountingLoop> pieces_;
};

}  // namespace kernelc::codegen
