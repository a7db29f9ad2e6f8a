// Statements that are wider than a page.
#pragma once

#include <string>

namespace kernelc::codegen::cuda_cpp {

// `body` with lines of more than 100 characters broken where the fewest parentheses are open.
std::string WrapLines(const std::string& body);

}  // namespace kernelc::codegen::cuda_cpp
