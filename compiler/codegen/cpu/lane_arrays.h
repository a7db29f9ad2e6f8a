// Local arrays of the threads of a group, laid out so that the elements of one place lie side by side.
//
// An array for each thread, one behind the other, is gathered and scattered element by element where a vector of
// threads uses it. A group's memory has a vector for each place instead.
#pragma once

#include <vector>

#include "compiler/kir/kir.h"

namespace kernelc::codegen {

// By operation: local arrays that stand in a group of constant width, of which only elements are used, and which are
// small enough for the stack.
std::vector<bool> FindLaneArrays(const kir::Module& module, const kir::Function& kernel);

}  // namespace kernelc::codegen
