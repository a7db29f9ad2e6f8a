// Which values are the same for all threads of a block, as far as the program is free of races.
#pragma once

#include <vector>

#include "compiler/kir/kir.h"

namespace kernelc::kir {

// Of one function, by instruction index.
struct Uniformity {
  // The value differs from thread to thread because of a thread's place, what an atomic operation gave it, or which way it
  // went. What stands in global or shared memory at a place that all threads agree on is taken to be the same for all. Of a
  // slot: what it may hold.
  std::vector<bool> varies;
  // Of a loop: threads may run it differently often, because of its bounds or of how it is left.
  std::vector<bool> loop_varies;
  // Calls with arguments that are the same for all threads give results that are not.
  bool result_varies = false;
};

// For each function of the module, by index. A parameter of a device function varies when some call of the module passes a
// value that does.
std::vector<Uniformity> FindUniformity(const Module& module);

}  // namespace kernelc::kir
