// The numbers of calls in PTX.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace kernelc::codegen {

// LLVM writes a number beside each call, in comments, and counts on through the life of the process. The same
// PTX with numbers that start anew, so that the same kernel has the same text whatever was compiled before.
std::vector<std::byte> RenumberCalls(std::string_view ptx);

}  // namespace kernelc::codegen
