// Assignments of arrays to slices, `a[1:] = b[:-1]`, `a[:] = 0`, `a[1:] += b`, in the operations
// that they are made of.
#pragma once

#include <cstdint>
#include <set>
#include <unordered_map>
#include <vector>

#include "compiler/kir/kir.h"

namespace kernelc::codegen::cuda_cpp {

// Whose result is that of a copy of the right side, whatever memory the two share.
struct ElementAssignment {
  kir::InstId to;
  // No value where one value goes to all elements.
  kir::InstId from;
  // What is stored, and what it is made of, in order; without what stands outside of the loops.
  kir::InstId stored;
  std::vector<kir::InstId> computed;
  // The element of `from`, and that of `to` before; no value where it does not count.
  kir::InstId from_element;
  kir::InstId to_element;
};

// Those of a function, by InstId of the operation that holds all of one: a loop, or the `if` around
// the ways for arrays that overlap and for those that do not. Sema writes loops without names for
// them alone (compiler/sema/emit_store.cpp); what differs from that in any way is none.
struct Assignments {
  std::unordered_map<std::uint32_t, ElementAssignment> by_inst;
  // Calls that nothing else needs: whether the arrays overlap.
  std::set<std::uint32_t> questions;
};
Assignments FindAssignments(const kir::Module& module, const kir::Function& function);

}  // namespace kernelc::codegen::cuda_cpp
