// Variables of a function's text that nothing reads, which compilers warn of.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace kernelc::codegen::cuda_cpp {

// A line of a function's body.
struct TextLine {
  std::string text;
  // The variable that it declares, or only assigns to; else empty.
  std::string declares = {};
  std::string assigns = {};
  // The declaration has an initialiser.
  bool has_value = false;
  // Not a comment, nor for the preprocessor.
  bool is_code = true;
  // Blanks before it.
  std::size_t indent = 0;
};

// The lines without declarations of variables that stand there alone and compute nothing; others
// that nothing reads are marked. A name is declared once in a block and those around it, on a line
// of its own.
std::string DropUnusedNames(const std::vector<TextLine>& lines);
// Whether `name` stands in `text` as a word, comments and strings left away.
bool HasWord(std::string_view text, std::string_view name);

}  // namespace kernelc::codegen::cuda_cpp
