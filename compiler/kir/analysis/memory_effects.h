// Through which parameters a function reads and writes memory.
#pragma once

#include <vector>

#include "compiler/kir/kir.h"

namespace kernelc::kir {

// Where the memory behind an array or pointer comes from: parameters, by number, and other places.
struct MemoryRoots {
  // Empty where it is none of them, as of most values.
  std::vector<bool> params;
  // Shared and local arrays of the function and of its callees.
  bool own = false;
  // Loaded from memory, or made of what is no array.
  bool unknown = false;

  // Whether `other` had any that were not here.
  bool Add(const MemoryRoots& other);
};

// What a call of the function does to the memory that its caller can see, its callees included.
struct MemoryEffects {
  // By parameter number: memory reached through it is read, or written (stores and atomics).
  std::vector<bool> reads;
  std::vector<bool> writes;
  bool reads_unknown = false;
  bool writes_unknown = false;
  friend bool operator==(const MemoryEffects&, const MemoryEffects&) = default;
};

// For each function of the module, by index. Recursive functions are taken to read and write
// everything they reach.
std::vector<MemoryEffects> FindMemoryEffects(const Module& module);

// The roots of every value of `function`, by instruction index.
std::vector<MemoryRoots> FindMemoryRoots(const Module& module, const Function& function);

}  // namespace kernelc::kir
