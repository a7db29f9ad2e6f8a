// Identifiers of the C++ text: the user's names where they are free.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace kernelc::codegen::cuda_cpp {

// Whether a function of this name, in no namespace, is declared by what nvcc includes by itself. A local variable may
// have the name all the same.
bool IsDeclaredByCuda(std::string_view name);
// Whether it has the form of the run time's functions and types, `cudaMalloc`.
bool IsOfCudaRuntime(std::string_view name);
// Whether it defines a macro of this name.
bool IsMacroOfCuda(std::string_view name);

class NameTable {
 public:
  // Words of C++ and CUDA, and functions that the text calls by unqualified names, are taken.
  NameTable();

  // A free identifier made of `wanted`, which becomes taken.
  std::string Add(std::string_view wanted);
  // The same for a function, which is declared in no namespace.
  std::string AddFunction(std::string_view wanted);
  bool IsFreeForFunction(std::string_view name) const;
  void Reserve(std::string_view name) { taken_.emplace(name); }
  // Names that were added after mark() are free again: those of a block, behind it.
  std::size_t mark() const { return added_.size(); }
  void Release(std::size_t mark);

 private:
  // A free name that `allows(name)`.
  template <typename Allows>
  std::string Add(std::string_view wanted, Allows allows);

  std::unordered_set<std::string> taken_;
  // In order.
  std::vector<std::string> added_;
};

}  // namespace kernelc::codegen::cuda_cpp
