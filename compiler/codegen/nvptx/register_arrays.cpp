#include "compiler/codegen/nvptx/register_arrays.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Scalar/LoopDeletion.h>
#include <llvm/Transforms/Utils/UnrollLoop.h>

#include <cstdint>
#include <optional>
#include <string>

namespace kernelc::codegen {

namespace {

// Bytes of an array: a thread has 255 registers.
constexpr std::uint64_t kMostBytes = 1024;
// Iterations of a loop that are written out, and instructions of them all before they are simplified.
constexpr unsigned kMostTrips = 256;
constexpr std::uint64_t kMostInstructions = 8192;

// Arrays stand before all else.
llvm::SmallVector<llvm::AllocaInst*, 4> ArraysOf(llvm::Function& function) {
  llvm::SmallVector<llvm::AllocaInst*, 4> arrays;
  for (llvm::Instruction& inst : function.getEntryBlock()) {
    auto* array = llvm::dyn_cast<llvm::AllocaInst>(&inst);
    if (array == nullptr) {
      break;
    }
    const std::optional<llvm::TypeSize> size = array->getAllocationSize(function.getDataLayout());
    if (size && size->getFixedValue() <= kMostBytes) {
      arrays.push_back(array);
    }
  }
  return arrays;
}

// Whether a loop does not run at all, as iterations of one around it may show that were just written out: a branch of
// which the condition became constant goes elsewhere.
bool IsDead(const llvm::Loop& loop, const llvm::DominatorTree& dominators) {
  const llvm::DomTreeNode* node = dominators.getNode(loop.getHeader());
  for (node = node->getIDom(); node != nullptr; node = node->getIDom()) {
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(node->getBlock()->getTerminator());
    if (branch == nullptr || branch->isUnconditional()) {
      continue;
    }
    const auto* condition = llvm::dyn_cast<llvm::ConstantInt>(branch->getCondition());
    if (condition != nullptr &&
        dominators.dominates(llvm::BasicBlockEdge(node->getBlock(), branch->getSuccessor(condition->isOne() ? 1 : 0)),
                             loop.getHeader())) {
      return true;
    }
  }
  return false;
}

// Which loops must be written out for an array to be in registers.
class ArrayLoops {
 public:
  ArrayLoops(llvm::AllocaInst& array, llvm::LoopStandardAnalysisResults& results)
      : array_(array), evolution_(results.SE), infos_(results.LI), dominators_(results.DT) {}

  // False where that is not enough, or too much.
  bool Find() {
    if (!FindPlaces() || !IsSmall()) {
      return false;
    }
    const Loops needed = loops_;
    if (!FindLoopsOfCounts() || !IsSmall()) {
      loops_ = needed;
    }
    return true;
  }

  bool contains(const llvm::Loop& loop) const { return loops_.contains(&loop); }

 private:
  using Loops = llvm::SmallSetVector<const llvm::Loop*, 4>;

  // Loops that decide which elements are read and written. False where other things do too, or the array's own address
  // goes elsewhere.
  bool FindPlaces() {
    llvm::SmallVector<llvm::Value*, 8> pointers{&array_};
    while (!pointers.empty()) {
      llvm::Value* pointer = pointers.pop_back_val();
      for (const llvm::Use& use : pointer->uses()) {
        llvm::User* user = use.getUser();
        if (llvm::isa<llvm::GetElementPtrInst, llvm::AddrSpaceCastInst>(user)) {
          pointers.push_back(user);
        } else if (llvm::getLoadStorePointerOperand(user) == pointer && !StoresPointer(user, pointer)) {
          if (!Follow(evolution_.getSCEV(pointer), *llvm::cast<llvm::Instruction>(user))) {
            return false;
          }
        } else if (!llvm::isa<llvm::LifetimeIntrinsic, llvm::MemSetInst>(user)) {
          return false;
        }
      }
    }
    return true;
  }

  static bool StoresPointer(const llvm::User* user, const llvm::Value* pointer) {
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
    return store != nullptr && store->getValueOperand() == pointer;
  }

  void Add(const llvm::SCEV* expression) {
    if (seen_.insert(expression).second) {
      open_.push_back(expression);
    }
  }

  // False for what is no integer or address.
  bool Add(llvm::Value& value) {
    const bool is_number = evolution_.isSCEVable(value.getType());
    if (is_number) {
      Add(evolution_.getSCEV(&value));
    }
    return is_number;
  }

  // Loops around those that were found on which it depends how often they run: with them no iteration has to ask
  // whether it is the last.
  bool FindLoopsOfCounts() {
    for (std::size_t i = 0; i < loops_.size(); ++i) {
      const llvm::Loop& loop = *loops_[i];
      if (evolution_.getSmallConstantTripCount(&loop) == 0 &&
          !Follow(evolution_.getBackedgeTakenCount(&loop), loop.getHeader()->front())) {
        return false;
      }
    }
    return true;
  }

  // Whether what `place` uses is a constant once loops are written out.
  bool Follow(const llvm::SCEV* whole, const llvm::Instruction& place) {
    seen_.clear();
    open_.clear();
    Add(whole);
    while (!open_.empty()) {
      const llvm::SCEV* expression = open_.pop_back_val();
      if (llvm::isa<llvm::SCEVCouldNotCompute>(expression)) {
        return false;
      }
      if (const auto* unknown = llvm::dyn_cast<llvm::SCEVUnknown>(expression)) {
        if (!Follow(*unknown->getValue())) {
          return false;
        }
        continue;
      }
      if (const auto* sum = llvm::dyn_cast<llvm::SCEVAddRecExpr>(expression)) {
        loops_.insert(sum->getLoop());
        // Behind its loop, a variable has the value that it had in the last iteration.
        if (!sum->getLoop()->contains(&place)) {
          Add(evolution_.getBackedgeTakenCount(sum->getLoop()));
        }
      }
      for (const llvm::SCEV* operand : expression->operands()) {
        Add(operand);
      }
    }
    return true;
  }

  // What is no arithmetic that LLVM follows: comparisons, choices, numbers of tables.
  bool Follow(llvm::Value& value) {
    if (&value == &array_ || llvm::isa<llvm::Constant>(value)) {
      const auto* table = llvm::dyn_cast<llvm::GlobalVariable>(&value);
      return table == nullptr || (table->isConstant() && table->hasDefinitiveInitializer());
    }
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(&value)) {
      return FollowPhi(*phi);
    }
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&value)) {
      return ReadsTable(*load) && Add(*load->getPointerOperand());
    }
    return llvm::isa<llvm::SelectInst, llvm::CmpInst, llvm::CastInst, llvm::BinaryOperator, llvm::FreezeInst,
                     llvm::MinMaxIntrinsic>(value) &&
           llvm::all_of(llvm::cast<llvm::Instruction>(value).operands(), [this](const llvm::Use& operand) {
             return llvm::isa<llvm::Function>(operand) || Add(*operand);
           });
  }

  // A value that is another one in each iteration, or from each side of a branch.
  bool FollowPhi(llvm::PHINode& phi) {
    const llvm::Loop* loop = infos_.getLoopFor(phi.getParent());
    const bool is_header = loop != nullptr && loop->getHeader() == phi.getParent();
    if (is_header) {
      loops_.insert(loop);
    }
    return llvm::all_of(phi.incoming_values(), [this](const llvm::Use& value) { return Add(*value); }) &&
           (is_header || llvm::all_of(phi.blocks(),
                                      [&](llvm::BasicBlock* from) { return FollowBranches(*from, *phi.getParent()); }));
  }

  // What decides that `to` is reached from `from`.
  bool FollowBranches(llvm::BasicBlock& from, llvm::BasicBlock& to) {
    const llvm::DomTreeNode* const last = dominators_.getNode(&to)->getIDom();
    for (const llvm::DomTreeNode* node = dominators_.getNode(&from); node != nullptr; node = node->getIDom()) {
      llvm::Instruction* end = node->getBlock()->getTerminator();
      if (end->getNumSuccessors() > 1 && !Add(*end->getOperand(0))) {
        return false;
      }
      if (node == last) {
        return true;
      }
    }
    return false;
  }

  static bool ReadsTable(const llvm::LoadInst& load) {
    return llvm::isa<llvm::GlobalVariable>(llvm::getUnderlyingObject(load.getPointerOperand()));
  }

  // Whether the loops end soon enough, and what they leave is little enough.
  bool IsSmall() {
    std::uint64_t instructions = 0;
    for (const llvm::Loop* loop : loops_) {
      const unsigned trips = evolution_.getSmallConstantMaxTripCount(loop);
      const bool is_dead = trips == 0 && IsDead(*loop, dominators_);
      if ((trips == 0 && !is_dead) || trips > kMostTrips || !loop->isSafeToClone()) {
        return false;
      }
      if (is_dead || HasOuter(*loop)) {
        continue;
      }
      for (const llvm::BasicBlock* block : loop->blocks()) {
        instructions += block->size() * TimesOf(*block);
        if (instructions > kMostInstructions) {
          return false;
        }
      }
    }
    return true;
  }

  bool HasOuter(const llvm::Loop& loop) const {
    for (const llvm::Loop* outer = loop.getParentLoop(); outer != nullptr; outer = outer->getParentLoop()) {
      if (loops_.contains(outer)) {
        return true;
      }
    }
    return false;
  }

  // How often a block is written out.
  std::uint64_t TimesOf(const llvm::BasicBlock& block) const {
    std::uint64_t times = 1;
    for (const llvm::Loop* loop = infos_.getLoopFor(&block); loop != nullptr && times <= kMostInstructions;
         loop = loop->getParentLoop()) {
      times *= loops_.contains(loop) ? evolution_.getSmallConstantMaxTripCount(loop) : 1;
    }
    return times;
  }

  llvm::AllocaInst& array_;
  llvm::ScalarEvolution& evolution_;
  llvm::LoopInfo& infos_;
  llvm::DominatorTree& dominators_;
  // What is followed, and what of it was not looked at yet.
  llvm::SmallPtrSet<const llvm::SCEV*, 16> seen_;
  llvm::SmallVector<const llvm::SCEV*, 8> open_;
  Loops loops_;
};

enum class Need { None, Now, Later, Never };

// Whether an array needs `loop` to be written out. Where the trip count depends on a loop around it that an array needs
// to be written out too, that is to be done first.
Need NeedOf(const llvm::Loop& loop, llvm::LoopStandardAnalysisResults& results) {
  const bool is_exact = results.SE.getSmallConstantTripCount(&loop) != 0;
  bool is_needed = false;
  bool waits = false;
  for (llvm::AllocaInst* array : ArraysOf(*loop.getHeader()->getParent())) {
    ArrayLoops loops(*array, results);
    if (!loops.Find()) {
      continue;
    }
    is_needed = is_needed || loops.contains(loop);
    for (const llvm::Loop* outer = loop.getParentLoop(); outer != nullptr && !is_exact;
         outer = outer->getParentLoop()) {
      waits = waits || loops.contains(*outer);
    }
  }
  if (!is_needed) {
    return Need::None;
  }
  if (IsDead(loop, results.DT)) {
    return Need::Never;
  }
  return waits ? Need::Later : Need::Now;
}

llvm::SmallVector<llvm::Loop*, 4> LoopsIn(llvm::Loop* parent, llvm::LoopInfo& loops) {
  if (parent != nullptr) {
    return {parent->begin(), parent->end()};
  }
  return {loops.begin(), loops.end()};
}

llvm::LoopUnrollResult WriteOut(llvm::Loop& loop, llvm::LoopStandardAnalysisResults& results) {
  llvm::UnrollLoopOptions options{};
  options.Count = results.SE.getSmallConstantMaxTripCount(&loop);
  options.Force = true;
  llvm::OptimizationRemarkEmitter remarks(loop.getHeader()->getParent());
  return llvm::UnrollLoop(&loop, options, &results.LI, &results.SE, &results.DT, &results.AC, &results.TTI, &remarks,
                          /*PreserveLCSSA=*/true);
}

}  // namespace

llvm::PreservedAnalyses RegisterArraysPass::run(llvm::Loop& loop, llvm::LoopAnalysisManager& analyses,
                                                llvm::LoopStandardAnalysisResults& results, llvm::LPMUpdater& updater) {
  const Need need = NeedOf(loop, results);
  if (need == Need::Later) {
    // LLVM would peel iterations off, and not know any more how many are left.
    loop.setLoopAlreadyUnrolled();
  }
  if (need == Need::Never) {
    return llvm::LoopDeletionPass().run(loop, analyses, results, updater);
  }
  if (need != Need::Now) {
    return llvm::PreservedAnalyses::all();
  }
  llvm::Loop* parent = loop.getParentLoop();
  const std::string name = loop.getName().str();
  const llvm::SmallVector<llvm::Loop*, 4> before = LoopsIn(parent, results.LI);
  const llvm::LoopUnrollResult result = WriteOut(loop, results);
  if (result != llvm::LoopUnrollResult::FullyUnrolled) {
    return result == llvm::LoopUnrollResult::Unmodified ? llvm::PreservedAnalyses::all()
                                                        : llvm::getLoopPassPreservedAnalyses();
  }
  updater.markLoopAsDeleted(loop, name);
  // Loops of the body are there several times now, each of them new.
  llvm::SmallVector<llvm::Loop*, 4> copies = LoopsIn(parent, results.LI);
  llvm::erase_if(copies, [&before](llvm::Loop* other) { return llvm::is_contained(before, other); });
  updater.addSiblingLoops(copies);
  return llvm::getLoopPassPreservedAnalyses();
}

}  // namespace kernelc::codegen
