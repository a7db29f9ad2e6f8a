// Kernels of which one thread may do the work of several neighbours in the grid: threads that know
// nothing of each other, and of themselves only their place in one dimension of the grid.
#pragma once

#include <vector>

#include "compiler/kir/kir.h"

namespace kernelc::kir {

// A comparison of the thread's place with a number that is the same for all threads of the launch:
// `place predicate bound`.
struct PlaceGuard {
  InstId compare;
  // An operation that EvaluatesAtEntry().
  InstId bound;
  ComparePredicate predicate = ComparePredicate::Lt;
  // Threads for which the kernel is made lie below the bound, rather than above it.
  bool is_upper = true;
};

struct Coarsening {
  // Neighbours that a thread does the work of; 1 where the kernel stays as it is.
  unsigned factor = 1;
  // Operations whose value is the thread's place in the grid, an int32 or int64: `grid(1)`, or
  // `threadIdx.x + blockIdx.x * blockDim.x`.
  std::vector<InstId> places;
  std::vector<PlaceGuard> guards;
  // Of kernels with loops, by operation: it may be another one for the next neighbour. What is not
  // is done once for all of them, loops above all; empty where there is no loop.
  std::vector<bool> varying;
};

// What several threads of the kernel may become. Memory that two of its threads use, and one
// writes, is used in an order that nobody knows; nothing else is seen of the other threads.
Coarsening FindCoarsening(const Module& module, const Function& kernel);

// An integer made of constants, parameters and extents of arrays alone.
bool EvaluatesAtEntry(const Function& function, InstId id);

}  // namespace kernelc::kir
