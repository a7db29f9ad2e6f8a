#include "compiler/codegen/nvptx/pass_limits.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace kernelc::codegen {

namespace {

// Instructions of a function up to which strength reduction runs: about 30 ms.
constexpr std::size_t kMaxInstructions = 3000;
// And up to which sums are reordered behind it: about 100 ms.
constexpr std::size_t kMaxReassociated = 10000;
// Pairs that may be compared in one function: about 10 us each.
constexpr std::size_t kMaxPairs = 4096;
// Unrelated accesses that the vectorizer compares one with.
constexpr std::size_t kMaxChains = 64;

// Without what a constant adds to it.
const llvm::Value* WithoutConstant(const llvm::Value* index) {
  while (const auto* cast = llvm::dyn_cast<llvm::CastInst>(index)) {
    index = cast->getOperand(0);
  }
  if (const auto* add = llvm::dyn_cast<llvm::BinaryOperator>(index);
      add != nullptr && llvm::isa<llvm::ConstantInt>(add->getOperand(1)) &&
      (add->getOpcode() == llvm::Instruction::Add || add->getOpcode() == llvm::Instruction::Or)) {
    return WithoutConstant(add->getOperand(0));
  }
  return index;
}

// Accesses of the same place are a constant apart: a base and what is added to it.
using Place = std::pair<const llvm::Value*, const llvm::Value*>;

Place PlaceOf(const llvm::Value* pointer, const llvm::DataLayout& layout) {
  llvm::APInt offset(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
  const llvm::Value* base = pointer->stripAndAccumulateConstantOffsets(layout, offset, true);
  const auto* element = llvm::dyn_cast<llvm::GEPOperator>(base);
  if (element == nullptr || element->getNumIndices() != 1) {
    return {base, nullptr};
  }
  return {element->getPointerOperand()->stripPointerCasts(),
          WithoutConstant(element->getOperand(1))};
}

std::size_t CountPairs(const llvm::BasicBlock& block, const llvm::DataLayout& layout) {
  // By what the vectorizer takes together: the array and whether it is written.
  std::map<std::pair<const llvm::Value*, bool>, std::set<Place>> places;
  std::size_t pairs = 0;
  for (const llvm::Instruction& instruction : block) {
    const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
    if (pointer == nullptr) {
      continue;
    }
    std::set<Place>& known =
        places[{llvm::getUnderlyingObject(pointer), llvm::isa<llvm::StoreInst>(instruction)}];
    known.insert(PlaceOf(pointer, layout));
    pairs += std::min(known.size() - 1, kMaxChains);
  }
  return pairs;
}

}  // namespace

bool IsTooLargeFor(llvm::StringRef pass, const llvm::Function& function) {
  if (pass == "StraightLineStrengthReducePass") {
    return function.getInstructionCount() > kMaxInstructions;
  }
  if (pass == "NaryReassociatePass") {
    return function.getInstructionCount() > kMaxReassociated;
  }
  if (pass != "LoadStoreVectorizerPass") {
    return false;
  }
  std::size_t pairs = 0;
  for (const llvm::BasicBlock& block : function) {
    pairs += CountPairs(block, function.getParent()->getDataLayout());
  }
  return pairs > kMaxPairs;
}

}  // namespace kernelc::codegen
