// Arrays and pointers through which a text writes nothing.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "compiler/codegen/cuda_cpp/assignments.h"
#include "compiler/kir/kir.h"

namespace kernelc::codegen::cuda_cpp {

// Which values of type array and pointer are of const elements in the text: those that are only
// read through, here and in the functions that they are passed to. Kept for all functions of a
// module, as a function's parameters decide for its callers.
class ReadOnly {
 public:
  // `assignments` are by function of the module.
  ReadOnly(const kir::Module& module, const std::vector<Assignments>& assignments);

  bool contains(const kir::Function& function, kir::InstId value) const;

 private:
  void Visit(std::size_t index, kir::RegionId region);
  void VisitInst(std::size_t index, kir::InstId id);
  bool Writes(const kir::Inst& user, std::uint32_t operand) const;

  const kir::Module& module_;
  const std::vector<Assignments>& assignments_;
  std::unordered_map<const kir::Function*, std::size_t> indices_;
  // By function and InstId.
  std::vector<std::vector<bool>> writable_;
  bool changed_ = false;
};

}  // namespace kernelc::codegen::cuda_cpp
