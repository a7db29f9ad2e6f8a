#include "compiler/codegen/cpu/vector_begins.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>

#include "compiler/codegen/cpu/own_stores.h"

namespace kernelc::codegen {

namespace {

// A loop that counts up from `begin` and is left at its end alone.
struct CountedLoop {
  llvm::PHINode* index = nullptr;
  llvm::Value* begin = nullptr;
  llvm::Instruction* next = nullptr;
  llvm::ICmpInst* goes_on = nullptr;
};

std::optional<CountedLoop> FindCountedLoop(const llvm::Loop& loop) {
  using namespace llvm::PatternMatch;
  const llvm::BasicBlock* latch = loop.getLoopLatch();
  if (latch == nullptr || loop.getLoopPreheader() == nullptr || loop.getExitingBlock() != latch ||
      !llvm::hasSingleElement(loop.getHeader()->phis())) {
    return std::nullopt;
  }
  CountedLoop counted;
  counted.index = &*loop.getHeader()->phis().begin();
  counted.begin = counted.index->getIncomingValueForBlock(loop.getLoopPreheader());
  counted.next = llvm::dyn_cast<llvm::Instruction>(counted.index->getIncomingValueForBlock(latch));
  const auto* branch = llvm::dyn_cast<llvm::BranchInst>(latch->getTerminator());
  counted.goes_on =
      branch == nullptr ? nullptr : llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition());
  if (counted.next == nullptr || !match(counted.next, m_Add(m_Specific(counted.index), m_One())) ||
      counted.goes_on == nullptr || !counted.goes_on->hasOneUse() ||
      counted.goes_on->getOperand(0) != counted.next ||
      !loop.isLoopInvariant(counted.goes_on->getOperand(1))) {
    return std::nullopt;
  }
  return counted;
}

// Nothing behind the loop asks for what it computed.
bool KeepsNothing(const llvm::Loop& loop) {
  return llvm::all_of(loop.blocks(), [&](const llvm::BasicBlock* block) {
    return llvm::all_of(*block, [&](const llvm::Instruction& inst) {
      return llvm::all_of(inst.users(), [&](const llvm::User* user) {
        return loop.contains(llvm::cast<llvm::Instruction>(user));
      });
    });
  });
}

// Bits of the widest element that the loop loads or stores, if it changes neighbours' elements of
// the worker's memory: it loads them and stores to them, whole vectors (own_stores.h). Else 0.
std::uint64_t WidestChange(const llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
  std::uint64_t widest = 0;
  llvm::SmallPtrSet<const llvm::SCEV*, 8> loaded;
  llvm::SmallPtrSet<const llvm::SCEV*, 8> stored;
  for (llvm::BasicBlock* block : loop.blocks()) {
    for (llvm::Instruction& inst : *block) {
      llvm::Value* pointer = llvm::getLoadStorePointerOperand(&inst);
      if (pointer == nullptr) {
        continue;
      }
      const std::uint64_t bits =
          inst.getDataLayout().getTypeStoreSizeInBits(llvm::getLoadStoreType(&inst));
      widest = std::max(widest, bits);
      const auto* place = llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution.getSCEV(pointer));
      const auto* step =
          place == nullptr || place->getLoop() != &loop
              ? nullptr
              : llvm::dyn_cast<llvm::SCEVConstant>(place->getStepRecurrence(evolution));
      if (step != nullptr && step->getAPInt() * 8 == bits && IsWorkerMemory(pointer)) {
        (llvm::isa<llvm::StoreInst>(inst) ? stored : loaded).insert(place);
      }
    }
  }
  const bool changes =
      llvm::any_of(stored, [&](const llvm::SCEV* place) { return loaded.contains(place); });
  return changes ? widest : 0;
}

// for x in begin, end: turn  =>  for x in begin & -lanes, end: if x >= begin: turn
void BeginAtVector(llvm::Loop& loop, const CountedLoop& counted, std::uint64_t lanes,
                   llvm::LoopInfo& loops, llvm::DominatorTree& dominators) {
  llvm::BasicBlock* const header = loop.getHeader();
  llvm::BasicBlock* const before = loop.getLoopPreheader();
  counted.next->moveBefore(header->getFirstInsertionPt());
  llvm::Instruction* const back = loop.getLoopLatch()->getTerminator();
  counted.goes_on->moveBefore(back->getIterator());
  llvm::BasicBlock* const latch =
      llvm::SplitBlock(back->getParent(), counted.goes_on->getIterator(), &dominators, &loops);
  llvm::BasicBlock* const turn =
      llvm::SplitBlock(header, std::next(counted.next->getIterator()), &dominators, &loops);

  llvm::IRBuilder<> builder(before->getTerminator());
  llvm::Value* first = builder.CreateAnd(
      counted.begin,
      llvm::ConstantInt::getSigned(counted.begin->getType(), -static_cast<std::int64_t>(lanes)));
  counted.index->setIncomingValueForBlock(before, first);
  header->getTerminator()->eraseFromParent();
  builder.SetInsertPoint(header);
  builder.CreateCondBr(builder.CreateICmpSGE(counted.index, counted.begin), turn, latch);
  dominators.changeImmediateDominator(latch, header);
}

}  // namespace

void BeginLoopsAtVectors(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
  auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
  const std::uint64_t register_bits =
      analyses.getResult<llvm::TargetIRAnalysis>(function)
          .getRegisterBitWidth(llvm::TargetTransformInfo::RGK_FixedWidthVector)
          .getFixedValue();
  bool changed = false;
  for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
    if (!loop->isInnermost() || !loop->isAnnotatedParallel() ||
        !llvm::getBooleanLoopAttribute(loop, "llvm.loop.vectorize.predicate.enable")) {
      continue;
    }
    changed =
        llvm::simplifyLoop(loop, &dominators, &loops, &evolution, nullptr, nullptr, false) || changed;
    const std::optional<CountedLoop> counted = FindCountedLoop(*loop);
    const std::uint64_t widest = counted ? WidestChange(*loop, evolution) : 0;
    const std::uint64_t lanes = widest == 0 ? 1 : std::bit_floor(register_bits / widest);
    if (lanes <= 1 || !KeepsNothing(*loop) ||
        llvm::computeKnownBits(counted->begin, function.getDataLayout()).countMinTrailingZeros() >=
            static_cast<unsigned>(std::countr_zero(lanes))) {
      continue;
    }
    BeginAtVector(*loop, *counted, lanes, loops, dominators);
    evolution.forgetLoop(loop);
    changed = true;
  }
  if (changed) {
    llvm::PreservedAnalyses preserved;
    preserved.preserve<llvm::LoopAnalysis>();
    preserved.preserve<llvm::DominatorTreeAnalysis>();
    analyses.invalidate(function, preserved);
  }
}

}  // namespace kernelc::codegen
