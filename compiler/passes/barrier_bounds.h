// Conditions that hold for a box of threads: those whose places lie between limits that all threads of the block share.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "compiler/kir/builder.h"
#include "compiler/kir/kir.h"
#include "compiler/passes/barrier_affine.h"
#include "compiler/passes/barrier_outer.h"
#include "compiler/passes/barrier_variance.h"

namespace kernelc::passes {

// A condition that holds for the first threads in one direction (place < limit, or <=), or for the
// last.
struct Bound {
  Direction direction;
  kir::InstId place;
  kir::InstId limit;
  bool upper;
  bool inclusive;
  // The condition is one on place // divisor, a constant.
  std::int64_t divisor = 1;
};

// What is known of values where conditions are looked at.
struct BoundFacts {
  const kir::Function* function;
  const std::vector<Variance>* variance;
  // What is computed outside of loops over threads, in front of them.
  const OuterValues* is_outer;
};

// A short-circuit `and` or `or`: an `if` that gives a bool and has no effects.
bool IsCondition(const kir::Function& function, const kir::Inst& inst);

// All of `condition` (of its negation) as bounds; none when a part of it is not one.
std::optional<std::vector<Bound>> CollectBounds(const BoundFacts& facts, kir::InstId condition, bool negated);

// end = min(end, limit - place of the first thread), or the same for the begin from below: `range` are the first six
// operands of a thread_loop. Computed in the insertion region, outside of thread loops.
void ApplyBound(kir::Builder& builder, const BoundFacts& facts, const Bound& bound, std::span<kir::InstId> range);

}  // namespace kernelc::passes
