// First part of the verifier: ids, regions, dominance and control flow. Private to it.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/kir/kir.h"

namespace kernelc::kir {

// What an index into a wraparound mask, and Numba, allow.
inline constexpr unsigned kMaxArrayDims = 32;

// Collects the faults of one function.
class FaultSink {
 public:
  FaultSink(const Module& module, const Function& function, std::vector<std::string>* faults)
      : module_(&module), function_(&function), faults_(faults) {}

  // About the function itself.
  void Add(std::string_view message);
  // About an operation, which is printed: every id of the function is in range.
  void Add(InstId id, std::string_view message);

 private:
  const Module* module_;
  const Function* function_;
  std::vector<std::string>* faults_;
};

// Whether every id of `function` that its body reaches is in range, every operation stands in one
// region and every region belongs to one operation. What follows relies on it.
bool VerifyIds(const Module& module, const Function& function, FaultSink& faults);

// Dominance, places of slots and region arguments, terminators, loops, yields and falling off the
// end.
void VerifyStructure(const Function& function, FaultSink& faults);

// Operand counts and types, results and attributes of every operation.
void VerifyTypes(const Module& module, const Function& function, FaultSink& faults);

}  // namespace kernelc::kir
