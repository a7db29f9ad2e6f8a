#include "compiler/codegen/cpu/prefetch.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include <algorithm>
#include <vector>

namespace kernelc::codegen {

namespace {

constexpr std::uint64_t kLine = 64;
// What is on its way at a time; rows ahead where a row's length is not known.
constexpr std::uint64_t kBytesAhead = 4096;
constexpr std::uint64_t kRowsAhead = 4;
constexpr std::uint64_t kMaxRowsAhead = 32;
// Rows that are nearer to each other the hardware follows by itself.
constexpr std::uint64_t kNear = 2048;
// Arrays of one loop that are fetched.
constexpr std::size_t kMaxArrays = 3;

// What one loop over threads reads in a turn of the loop around it.
struct Row {
  const llvm::SCEV* first = nullptr;
  // To the next turn's, and between threads, in bytes.
  const llvm::SCEV* step = nullptr;
  std::uint64_t element = 0;
};

class RowFinder {
 public:
  RowFinder(llvm::Loop& loop, llvm::ScalarEvolution& evolution)
      : loop_(loop), evolution_(evolution) {}

  // None where the loop reads several rows of an array: these are on their way at the same time.
  std::vector<Row> Find() {
    for (llvm::BasicBlock* block : loop_.blocks()) {
      for (llvm::Instruction& inst : *block) {
        if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&inst)) {
          Note(*load);
        }
      }
    }
    return several_ ? std::vector<Row>() : std::move(rows_);
  }

 private:
  void Note(llvm::LoadInst& load) {
    const auto* place =
        llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution_.getSCEV(load.getPointerOperand()));
    if (place == nullptr || place->getLoop() != &loop_ || !place->isAffine()) {
      return;
    }
    const auto* element = llvm::dyn_cast<llvm::SCEVConstant>(place->getStepRecurrence(evolution_));
    const auto* row = llvm::dyn_cast<llvm::SCEVAddRecExpr>(place->getStart());
    if (element == nullptr || !element->getAPInt().isStrictlyPositive() ||
        element->getAPInt().ugt(kLine / 2) || row == nullptr || !row->isAffine() ||
        row->getLoop() != loop_.getParentLoop()) {
      return;
    }
    const llvm::SCEV* step = row->getStepRecurrence(evolution_);
    if (const auto* constant = llvm::dyn_cast<llvm::SCEVConstant>(step);
        constant != nullptr && constant->getAPInt().abs().ult(kNear)) {
      return;
    }
    bool known = false;
    for (const Row& other : rows_) {
      const auto* apart =
          llvm::dyn_cast<llvm::SCEVConstant>(evolution_.getMinusSCEV(other.first, row));
      const bool near = apart != nullptr && apart->getAPInt().abs().ult(kLine);
      known = known || near;
      several_ = several_ || (!near && evolution_.getPointerBase(other.first) ==
                                           evolution_.getPointerBase(row));
    }
    if (!known && rows_.size() < kMaxArrays) {
      rows_.push_back({row, step, element->getAPInt().getZExtValue()});
    }
  }

  llvm::Loop& loop_;
  llvm::ScalarEvolution& evolution_;
  std::vector<Row> rows_;
  bool several_ = false;
};

void FetchLine(llvm::IRBuilder<>& builder, llvm::Value* place) {
  // To read, into all caches.
  builder.CreateIntrinsic(llvm::Intrinsic::prefetch, {place->getType()},
                          {place, builder.getInt32(0), builder.getInt32(3), builder.getInt32(1)});
}

// What to fetch in front of a loop.
struct Stretch {
  llvm::Instruction* front = nullptr;
  llvm::Value* first = nullptr;
  // 0 where only the number of lines is known, when it runs.
  std::uint64_t bytes = 0;
  llvm::Value* lines = nullptr;
};

// The same threads' memory of a later turn; adds nothing where it cannot be computed in front of
// `loop`.
void FindStretch(llvm::Loop& loop, const Row& row, llvm::ScalarEvolution& evolution,
                 std::vector<Stretch>& stretches) {
  llvm::Instruction* front = loop.getLoopPreheader()->getTerminator();
  const std::uint64_t bytes = evolution.getSmallConstantTripCount(&loop) * row.element;
  const std::uint64_t ahead =
      bytes == 0 ? kRowsAhead : std::clamp<std::uint64_t>(kBytesAhead / bytes, 1, kMaxRowsAhead);
  llvm::SCEVExpander expander(evolution, "ahead");
  const llvm::SCEV* distance =
      evolution.getMulExpr(row.step, evolution.getConstant(row.step->getType(), ahead));
  const llvm::SCEV* place = evolution.getAddExpr(row.first, distance);
  const llvm::SCEV* turns = evolution.getBackedgeTakenCount(&loop);
  const bool counts = !llvm::isa<llvm::SCEVCouldNotCompute>(turns) &&
                      turns->getType()->isIntegerTy(64) && expander.isSafeToExpandAt(turns, front);
  if (!expander.isSafeToExpandAt(place, front) || (bytes == 0 && !counts)) {
    return;
  }
  llvm::IRBuilder<> builder(front);
  Stretch stretch{front, nullptr, bytes, nullptr};
  stretch.first = expander.expandCodeFor(place, builder.getPtrTy(), front->getIterator());
  if (bytes == 0) {
    llvm::Value* last = expander.expandCodeFor(turns, builder.getInt64Ty(), front->getIterator());
    builder.SetInsertPoint(front);
    llvm::Value* offset = builder.CreateMul(last, builder.getInt64(row.element));
    stretch.lines =
        builder.CreateAdd(builder.CreateUDiv(offset, builder.getInt64(kLine)), builder.getInt64(1));
  }
  stretches.push_back(stretch);
}

void Fetch(const Stretch& stretch) {
  llvm::IRBuilder<> builder(stretch.front);
  if (stretch.bytes != 0) {
    for (std::uint64_t at = 0; at < std::min(stretch.bytes, kBytesAhead); at += kLine) {
      FetchLine(builder, builder.CreateConstGEP1_64(builder.getInt8Ty(), stretch.first, at));
    }
    return;
  }
  const auto [inside, index] =
      llvm::SplitBlockAndInsertSimpleForLoop(stretch.lines, stretch.front->getIterator());
  builder.SetInsertPoint(inside);
  FetchLine(builder, builder.CreateGEP(builder.getInt8Ty(), stretch.first,
                                       builder.CreateMul(index, builder.getInt64(kLine))));
}

}  // namespace

llvm::PreservedAnalyses PrefetchRowsPass::run(llvm::Function& function,
                                              llvm::FunctionAnalysisManager& analyses) {
  auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
  auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
  bool any = false;
  // All are computed before blocks change under the analyses.
  std::vector<Stretch> stretches;
  for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
    // Around whole groups and rows of threads there are loops too, which are marked.
    llvm::Loop* around = loop->getParentLoop();
    if (!loop->isInnermost() || around == nullptr ||
        llvm::findOptionMDForLoop(loop, "llvm.loop.parallel_accesses") == nullptr ||
        llvm::findOptionMDForLoop(around, "llvm.loop.unroll.disable") != nullptr) {
      continue;
    }
    // One with nothing in it is gone.
    if (loop->getLoopPreheader() == nullptr &&
        llvm::InsertPreheaderForLoop(loop, &dominators, &loops, nullptr, false) == nullptr) {
      continue;
    }
    any = true;
    for (const Row& row : RowFinder(*loop, evolution).Find()) {
      FindStretch(*loop, row, evolution, stretches);
    }
  }
  for (const Stretch& stretch : stretches) {
    Fetch(stretch);
  }
  return !any ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

}  // namespace kernelc::codegen
