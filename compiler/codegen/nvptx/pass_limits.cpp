#include "compiler/codegen/nvptx/pass_limits.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace kernelc::codegen {

namespace {

// Instructions of a function that is long: no kernel of bench/suite has a tenth of them.
constexpr std::size_t kLong = 20000;

// Functions for which a pass takes too long, or for too little. 0 is no limit.
struct Limit {
  llvm::StringLiteral pass;
  std::size_t instructions = 0;
  std::size_t blocks = 0;
  // The limit is for what the pass does once more.
  bool repeated = false;
};

constexpr Limit kLimits[] = {
    // Find next to nothing in long functions, through which each walks in memory that no cache holds.
    {.pass = "AggressiveInstCombinePass", .instructions = kLong},
    {.pass = "SCCPPass", .instructions = kLong},
    {.pass = "CorrelatedValuePropagationPass", .instructions = kLong, .repeated = true},
    // All conditions that dominate a comparison are equations of it.
    {.pass = "ConstraintEliminationPass", .blocks = 2000},
    // Each store is compared with the hundred behind it.
    {.pass = "DSEPass", .instructions = 8000},
    // Blocks are numbered anew whenever one is split.
    {.pass = "GVNPass", .blocks = 2000},
    // Quadratic: about 30 ms.
    {.pass = "StraightLineStrengthReducePass", .instructions = 3000}};

// Loads of a function times its blocks, up to which computations move to where they are used: for each load that might,
// all blocks behind it are looked through, about 20 ns each.
constexpr std::size_t kMaxLoadsByBlocks = 12'000'000;
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
  return {element->getPointerOperand()->stripPointerCasts(), WithoutConstant(element->getOperand(1))};
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
    std::set<Place>& known = places[{llvm::getUnderlyingObject(pointer), llvm::isa<llvm::StoreInst>(instruction)}];
    known.insert(PlaceOf(pointer, layout));
    pairs += std::min(known.size() - 1, kMaxChains);
  }
  return pairs;
}

bool HasManyPairs(const llvm::Function& function) {
  std::size_t pairs = 0;
  for (const llvm::BasicBlock& block : function) {
    pairs += CountPairs(block, function.getParent()->getDataLayout());
  }
  return pairs > kMaxPairs;
}

// Looks at no more of a function than it must.
bool HasMoreInstructions(const llvm::Function& function, std::size_t limit) {
  std::size_t count = 0;
  return llvm::any_of(function, [&](const llvm::BasicBlock& block) {
    return llvm::any_of(block, [&](const llvm::Instruction&) { return ++count > limit; });
  });
}

std::size_t CountLoads(const llvm::BasicBlock& block) {
  return static_cast<std::size_t>(
      llvm::count_if(block, [](const llvm::Instruction& inst) { return llvm::isa<llvm::LoadInst>(inst); }));
}

}  // namespace

bool IsLong(const llvm::Function& function) { return HasMoreInstructions(function, kLong); }

bool IsTooLargeFor(llvm::StringRef pass, const llvm::Function& function, bool repeated) {
  if (pass == "LoadStoreVectorizerPass") {
    return HasManyPairs(function);
  }
  const auto* const limit = llvm::find_if(kLimits, [pass](const Limit& row) { return row.pass == pass; });
  if (limit == std::end(kLimits) || (limit->repeated && !repeated)) {
    return false;
  }
  return (limit->blocks != 0 && function.size() > limit->blocks) ||
         (limit->instructions != 0 && HasMoreInstructions(function, limit->instructions));
}

MachineLimits::MachineLimits(const llvm::Module& module) {
  for (const llvm::Function& function : module) {
    std::size_t loads = 0;
    for (const llvm::BasicBlock& block : function) {
      loads += CountLoads(block);
    }
    if (loads * function.size() > kMaxLoadsByBlocks) {
      without_sinking_.insert(("function (" + function.getName() + ")").str());
    }
  }
}

bool MachineLimits::shouldRunPass(llvm::StringRef pass, llvm::StringRef description) const {
  return pass != "machine-sink" || !without_sinking_.contains(description);
}

}  // namespace kernelc::codegen
