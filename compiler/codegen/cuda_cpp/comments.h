// The comments of the kernel file, for the text that is made of it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/base/source.h"

namespace kernelc::codegen::cuda_cpp {

// Gives each comment of a function once, in order.
class Comments {
 public:
  // `sources` may be null: no comments.
  Comments(const SourceManager* sources, SourceRange function);

  // What stands above the function's decorators, and its docstring; first of all.
  std::vector<std::string> OfFunction();
  // What stands on lines of its own before the line of `place`, and behind the code of that line.
  std::vector<std::string> Before(SourceRange place);

 private:
  std::vector<std::string> Docstring();

  const SourceFile* file_ = nullptr;
  FileId id_;
  std::uint32_t first_line_ = 0;
  std::uint32_t next_line_ = 0;
};

}  // namespace kernelc::codegen::cuda_cpp
