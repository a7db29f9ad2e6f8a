// Variables of a function's text that nothing reads, which compilers warn of.
#pragma once

#include <string>
#include <string_view>

namespace kernelc::codegen::cuda_cpp {

// `body` without declarations of variables that stand there alone and compute nothing; others that nothing reads are marked.
// A name is declared once in a block and those around it, on a line of its own.
std::string DropUnusedNames(const std::string& body);

// Whether `name` stands in `text` as a word, comments left away.
bool HasWord(std::string_view text, std::string_view name);

}  // namespace kernelc::codegen::cuda_cpp
