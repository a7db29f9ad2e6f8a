// Identifiers of the C++ text: the user's names where they are free.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>

namespace kernelc::codegen::cuda_cpp {

class NameTable {
 public:
  // Words of C++ and CUDA, and functions that the text calls by unqualified names, are taken.
  NameTable();

  // A free identifier made of `wanted`, which becomes taken.
  std::string Add(std::string_view wanted);
  void Reserve(std::string_view name) { taken_.emplace(name); }

 private:
  std::unordered_set<std::string> taken_;
};

}  // namespace kernelc::codegen::cuda_cpp
