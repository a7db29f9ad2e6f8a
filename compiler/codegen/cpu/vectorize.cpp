#include "compiler/codegen/cpu/vectorize.h"

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/LoopIterator.h>
#include <llvm/Analysis/MemoryLocation.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Vectorize/LoopVectorize.h>

#include <condition_variable>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "compiler/codegen/cpu/loop_metadata.h"
#include "compiler/codegen/cpu/vector_begins.h"
#include "compiler/codegen/llvm/llvm_options.h"

namespace kernelc::codegen {

namespace {

// LLVM's only switch is one for the whole process: the longest stride that makes a group.
llvm::cl::opt<unsigned>& GroupFactor() {
  static llvm::cl::opt<unsigned>& option = LlvmOption<unsigned>("max-interleave-group-factor");
  return option;
}
constexpr unsigned kDefaultFactor = 8;
constexpr unsigned kNoGroups = 1;

struct Scopes {
  std::mutex mutex;
  std::condition_variable ended;
  bool groups = true;
  unsigned count = 0;
};
Scopes& AllScopes() {
  static Scopes scopes;
  return scopes;
}

// The accesses of one iteration in the order of the program.
class Iteration {
 public:
  Iteration(llvm::Loop& loop, llvm::LoopInfo& loops, llvm::AAResults& alias) : alias_(alias) {
    llvm::LoopBlocksDFS order(&loop);
    order.perform(&loops);
    for (llvm::BasicBlock* block : llvm::make_range(order.beginRPO(), order.endRPO())) {
      for (llvm::Instruction& inst : *block) {
        if (const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&inst)) {
          Add(inst, llvm::getUnderlyingObject(pointer, 0));
        }
      }
    }
  }

  // Whether an access that is moved to the first load, or the last store, of the same object passes
  // one that it must not pass.
  bool GroupsWouldReorder() const {
    for (std::size_t store = 0; store < accesses_.size(); ++store) {
      if (!accesses_[store].is_store) {
        continue;
      }
      const std::size_t last_store = last_store_.at(accesses_[store].object);
      for (std::size_t other = store + 1; other < accesses_.size(); ++other) {
        const bool store_sinks = last_store > other;
        const bool load_rises =
            !accesses_[other].is_store && first_load_.at(accesses_[other].object) < store;
        if ((store_sinks || load_rises) && MayAlias(store, other)) {
          return true;
        }
      }
    }
    return false;
  }

 private:
  struct Access {
    const llvm::Instruction* inst;
    const llvm::Value* object;
    bool is_store;
  };

  void Add(const llvm::Instruction& inst, const llvm::Value* object) {
    const std::size_t place = accesses_.size();
    accesses_.push_back({&inst, object, llvm::isa<llvm::StoreInst>(inst)});
    if (accesses_.back().is_store) {
      last_store_[object] = place;
    } else {
      first_load_.try_emplace(object, place);
    }
  }
  bool MayAlias(std::size_t a, std::size_t b) const {
    return alias_.alias(llvm::MemoryLocation::get(accesses_[a].inst),
                        llvm::MemoryLocation::get(accesses_[b].inst)) != llvm::AliasResult::NoAlias;
  }

  llvm::AAResults& alias_;
  std::vector<Access> accesses_;
  std::unordered_map<const llvm::Value*, std::size_t> first_load_;
  std::unordered_map<const llvm::Value*, std::size_t> last_store_;
};

// Accesses to every second, third, ... element, which vectors under no mask make by shuffles.
bool HasStrides(const llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
  for (llvm::BasicBlock* block : loop.blocks()) {
    for (llvm::Instruction& inst : *block) {
      llvm::Value* pointer = llvm::getLoadStorePointerOperand(&inst);
      const auto* place = pointer == nullptr
                              ? nullptr
                              : llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution.getSCEV(pointer));
      const auto* step =
          place == nullptr || place->getLoop() != &loop
              ? nullptr
              : llvm::dyn_cast<llvm::SCEVConstant>(place->getStepRecurrence(evolution));
      if (step != nullptr && step->getAPInt().abs() != inst.getDataLayout().getTypeStoreSize(
                                                           llvm::getLoadStoreType(&inst))) {
        return true;
      }
    }
  }
  return false;
}

// Masked vectors would gather what lies in a pattern: there a scalar rest is better than a masked
// one.
void DropMasksOfStrides(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
  for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
    if (llvm::getBooleanLoopAttribute(loop, "llvm.loop.vectorize.predicate.enable") &&
        HasStrides(*loop, evolution)) {
      loop->setLoopID(llvm::makePostTransformationMetadata(function.getContext(), loop->getLoopID(),
                                                           {"llvm.loop.vectorize.predicate."}, {}));
    }
  }
}

// Vectors of threads that load before the first of them stores, where neighbours exchange values.
constexpr unsigned kExchanging = 4;
// Places that are nearer to each other lie in one vector.
constexpr std::uint64_t kExchangeBytes = 64;

// A store beside the place of a load: the next vector of threads loads a part of what was stored
// and a part that was not, and waits until all of it is in the cache.
bool ExchangesNeighbours(const llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
  std::vector<const llvm::SCEV*> loads;
  std::vector<const llvm::SCEV*> stores;
  for (llvm::BasicBlock* block : loop.blocks()) {
    for (llvm::Instruction& inst : *block) {
      if (llvm::Value* pointer = llvm::getLoadStorePointerOperand(&inst)) {
        (llvm::isa<llvm::LoadInst>(inst) ? loads : stores).push_back(evolution.getSCEV(pointer));
      }
    }
  }
  for (const llvm::SCEV* store : stores) {
    for (const llvm::SCEV* load : loads) {
      const auto* apart = llvm::dyn_cast<llvm::SCEVConstant>(evolution.getMinusSCEV(store, load));
      if (apart != nullptr && !apart->isZero() && apart->getAPInt().abs().ult(kExchangeBytes)) {
        return true;
      }
    }
  }
  return false;
}

// Such loops in several copies: all loads of some vectors, then all stores.
void InterleaveExchanges(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
  llvm::LLVMContext& context = function.getContext();
  for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
    if (llvm::getBooleanLoopAttribute(loop, "llvm.loop.vectorize.predicate.enable") &&
        ExchangesNeighbours(*loop, evolution)) {
      llvm::Metadata* count = llvm::ConstantAsMetadata::get(
          llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), kExchanging));
      llvm::MDNode* property = llvm::MDNode::get(
          context, {llvm::MDString::get(context, "llvm.loop.interleave.count"), count});
      loop->setLoopID(llvm::makePostTransformationMetadata(context, loop->getLoopID(),
                                                           {"llvm.loop.interleave."}, {property}));
    }
  }
}

// Loads of a place that is the same for all threads, in front of each thread's stores, stand in
// front of the loop, and what is computed of them: a thread that stored there for others to see
// would need a barrier between. Nobody tells LLVM so where arrays may overlap, and elements that
// lie side by side at a place that each lane looked up (`table[words[row], x]`) would be gathered.
bool HoistUniformLoads(llvm::Loop& loop, llvm::LoopInfo& loops, llvm::DominatorTree& dominators) {
  bool changed = false;
  for (llvm::Instruction& inst : llvm::make_early_inc_range(*loop.getHeader())) {
    if (inst.mayWriteToMemory() || inst.isTerminator() ||
        !llvm::isGuaranteedToTransferExecutionToSuccessor(&inst)) {
      break;
    }
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(&inst);
    const bool moves =
        load != nullptr ? load->isSimple()
                        : changed && !llvm::isa<llvm::PHINode>(inst) && !inst.mayReadFromMemory();
    if (!moves || !loop.hasLoopInvariantOperands(&inst)) {
      continue;
    }
    llvm::BasicBlock* before = loop.getLoopPreheader();
    if (before == nullptr) {
      before = llvm::InsertPreheaderForLoop(&loop, &dominators, &loops, nullptr, false);
    }
    if (before != nullptr) {
      inst.moveBefore(before->getTerminator()->getIterator());
      changed = true;
    }
  }
  return changed;
}

void HoistUniformLoads(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
  bool changed = false;
  for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
    if (loop->isInnermost() && loop->isAnnotatedParallel()) {
      changed = HoistUniformLoads(*loop, loops, dominators) || changed;
      // Rows of a thread loop are threads as those of one row are.
      for (llvm::Loop* rows = loop->getParentLoop();
           rows != nullptr && llvm::findOptionMDForLoop(rows, kThreadRowsProperty) != nullptr;
           rows = rows->getParentLoop()) {
        changed = HoistUniformLoads(*rows, loops, dominators) || changed;
      }
    }
  }
  if (changed) {
    llvm::PreservedAnalyses preserved;
    preserved.preserve<llvm::LoopAnalysis>();
    preserved.preserve<llvm::DominatorTreeAnalysis>();
    analyses.invalidate(function, preserved);
  }
}

constexpr const char* kEnable = "llvm.loop.vectorize.enable";
// A loop that is left for a run of the vectoriser without groups of interleaved accesses.
constexpr const char* kWithoutGroups = "kernelc.without_groups";

// Puts those loops aside in which groups would move accesses past others that they must not pass.
// Whether there are such, and others.
struct LoopKinds {
  bool with_groups = false;
  bool without_groups = false;
};
LoopKinds PutUngroupedAside(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  auto& alias = analyses.getResult<llvm::AAManager>(function);
  llvm::LLVMContext& context = function.getContext();
  llvm::Metadata* never[] = {llvm::MDString::get(context, kEnable),
                             llvm::ConstantAsMetadata::get(llvm::ConstantInt::getFalse(context))};
  LoopKinds kinds;
  for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
    if (!loop->isInnermost() || !llvm::getOptionalBoolLoopAttribute(loop, kEnable).value_or(true)) {
      continue;
    }
    if (loop->isAnnotatedParallel() && Iteration(*loop, loops, alias).GroupsWouldReorder()) {
      kinds.without_groups = true;
      loop->setLoopID(llvm::makePostTransformationMetadata(
          context, loop->getLoopID(), {},
          {llvm::MDNode::get(context, never),
           llvm::MDNode::get(context, llvm::MDString::get(context, kWithoutGroups))}));
    } else {
      kinds.with_groups = true;
    }
  }
  return kinds;
}

void TakeUngrouped(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  for (llvm::Loop* loop : analyses.getResult<llvm::LoopAnalysis>(function).getLoopsInPreorder()) {
    if (llvm::findOptionMDForLoop(loop, kWithoutGroups) != nullptr) {
      loop->setLoopID(llvm::makePostTransformationMetadata(function.getContext(), loop->getLoopID(),
                                                           {kEnable, kWithoutGroups}, {}));
    }
  }
}

llvm::PreservedAnalyses Vectorize(llvm::Function& function, llvm::FunctionAnalysisManager& analyses,
                                  bool groups) {
  const InterleavedAccessScope scope(groups);
  llvm::PreservedAnalyses preserved = llvm::LoopVectorizePass().run(function, analyses);
  analyses.invalidate(function, preserved);
  return preserved;
}

llvm::PreservedAnalyses VectorizeByGroups(llvm::Function& function,
                                          llvm::FunctionAnalysisManager& analyses) {
  const LoopKinds kinds = PutUngroupedAside(function, analyses);
  llvm::PreservedAnalyses preserved = llvm::PreservedAnalyses::all();
  if (kinds.with_groups || !kinds.without_groups) {
    preserved.intersect(Vectorize(function, analyses, true));
  }
  if (kinds.without_groups) {
    TakeUngrouped(function, analyses);
    preserved.intersect(Vectorize(function, analyses, false));
  }
  return preserved;
}

// Vectors that a group of threads makes at most, of the narrowest ones.
constexpr unsigned kMaxTurns = 8;

// A loop over a group of threads that is left with a few turns, each for a vector of them, becomes
// straight lines: only then are what the threads keep from one operation to the next registers.
void UnrollShortOnes(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
  for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
    if (!llvm::getBooleanLoopAttribute(loop, "llvm.loop.isvectorized")) {
      continue;
    }
    const unsigned turns = evolution.getSmallConstantTripCount(loop);
    if (turns > 1 && turns <= kMaxTurns) {
      loop->setLoopID(llvm::makePostTransformationMetadata(function.getContext(), loop->getLoopID(),
                                                           {"llvm.loop.unroll."}, {}));
    }
  }
}

}  // namespace

InterleavedAccessScope::InterleavedAccessScope(bool groups) {
  Scopes& scopes = AllScopes();
  std::unique_lock lock(scopes.mutex);
  scopes.ended.wait(lock, [&] { return scopes.count == 0 || scopes.groups == groups; });
  if (scopes.count == 0) {
    scopes.groups = groups;
    GroupFactor().setValue(groups ? kDefaultFactor : kNoGroups);
  }
  ++scopes.count;
}

InterleavedAccessScope::~InterleavedAccessScope() {
  Scopes& scopes = AllScopes();
  const std::lock_guard lock(scopes.mutex);
  if (--scopes.count == 0) {
    scopes.ended.notify_all();
  }
}

llvm::PreservedAnalyses VectorizeLoopsPass::run(llvm::Function& function,
                                                llvm::FunctionAnalysisManager& analyses) {
  HoistUniformLoads(function, analyses);
  DropMasksOfStrides(function, analyses);
  BeginLoopsAtVectors(function, analyses);
  InterleaveExchanges(function, analyses);
  const llvm::PreservedAnalyses preserved = VectorizeByGroups(function, analyses);
  UnrollShortOnes(function, analyses);
  return preserved;
}

}  // namespace kernelc::codegen
