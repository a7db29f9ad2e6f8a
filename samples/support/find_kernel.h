// Where a sample's kernel.py is: in the source tree, or beside the program when both were moved.
#pragma once

#include <string>

namespace sample {

// The path of samples/<name>/kernel.py. Throws std::runtime_error when there is none.
std::string FindKernel(const std::string& name);

}  // namespace sample
