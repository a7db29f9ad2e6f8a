// What splitting at synchronisation must know before it rewrites a function: which structured
// operations stay outside of the loops over threads, which values are computed once, and which
// masks divergence needs.
#pragma once

#include <functional>
#include <vector>

#include "compiler/kir/kir.h"
#include "compiler/passes/barrier_variance.h"

namespace kernelc::passes {

// For each instruction of a function, by index.
struct SplitPlan {
  // A structured operation that stands outside of thread loops; its regions are split.
  std::vector<bool> lifted;
  // Computed once outside of thread loops: a value, a slot that only such code stores to, or a
  // whole structured operation without effects. For lifted ones: the condition (bounds) is such a
  // value.
  std::vector<bool> outer;
  // Loops: some threads may leave the loop, or an iteration, before the others do.
  std::vector<bool> needs_active;
  std::vector<bool> needs_iteration;
  // Break, continue and return: taken by all threads that are there, so that it can stand outside
  // of thread loops.
  std::vector<bool> clean_exit;
  // Lifted operations: a barrier may run after the operation is left.
  std::vector<bool> barrier_after;
  // The operation is or holds a block-wide barrier; or any reason to split.
  std::vector<bool> has_barrier;
  std::vector<bool> has_split;
  // Some threads may return before others meet again.
  bool needs_live = false;
  // for_range: lanes start one after the other and step together, so that each iteration is one
  // bounded loop over lanes.
  std::vector<bool> strided;
};

// What splits a function, and which values differ between the threads of one loop.
struct SplitCriteria {
  // Operations at which thread loops end: synchronisation, or loops that are to stand outside.
  std::function<bool(kir::InstId, const kir::Inst&)> splits;
  // Directions in which the threads of one loop differ.
  Variance directions = kVariesAny;
  // Conditions that are the same for all threads, and under which they return, stand outside as
  // well. Not where threads wait for each other in loops: what stands in front of such a condition
  // and what stands behind it would be two loops over threads, and who waits in the first for what
  // another one does in the second would wait forever.
  bool lifts_returns = true;
  // A for_range of which SplitPlan::strided holds; may be empty.
  std::function<bool(kir::InstId, const kir::Inst&)> strided;
};

SplitPlan MakeSplitPlan(const kir::Function& function, const std::vector<Variance>& variance,
                        const SplitCriteria& criteria);

// The same for the region of one thread_loop, where everything outside of it is computed once. Adds
// to `plan`, which is empty or holds other regions of the function; `needs_live` is that of the
// region.
void PlanRegion(const kir::Function& function, kir::RegionId region,
                const std::vector<Variance>& variance, const SplitCriteria& criteria,
                SplitPlan* plan);

// The operation is a barrier of the block, or one of a warp (shuffles included).
bool IsBlockSync(const kir::Inst& inst);
bool IsWarpSync(const kir::Inst& inst);
// Has no effect and gives the same for the same operands; places of the thread count.
bool IsPure(const kir::Inst& inst);
bool IsStructured(const kir::Inst& inst);

}  // namespace kernelc::passes
