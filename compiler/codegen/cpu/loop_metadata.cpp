#include "compiler/codegen/cpu/loop_metadata.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Metadata.h>

#include "compiler/codegen/cpu/hooks.h"

namespace kernelc::codegen {

namespace {

llvm::Metadata* Property(llvm::LLVMContext& context, const char* name, bool value) {
  llvm::Metadata* flag =
      llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::Type::getInt1Ty(context), value));
  return llvm::MDNode::get(context, {llvm::MDString::get(context, name), flag});
}

// Branches become masks of vectors, and what has no masked form becomes a branch for each lane: a
// loop over threads with more blocks than this is left scalar.
constexpr unsigned kMaxVectorBlocks = 120;
// And with more instructions: the vectoriser compares memory accesses in pairs.
constexpr std::size_t kMaxVectorInstructions = 1500;
// Loops over threads of one function that may become vectors. A loop takes two to three times as
// long to compile with them, and a kernel with so many runs none of them long, unless in a loop of
// its own.
constexpr std::size_t kMaxVectorLoops = 24;

constexpr const char* kVectorize = "llvm.loop.vectorize.enable";
constexpr const char* kPredicate = "llvm.loop.vectorize.predicate.enable";
constexpr const char* kNoUnroll = "llvm.loop.unroll.disable";
constexpr const char* kNoRuntimeUnroll = "llvm.loop.unroll.runtime.disable";

// A loop of which there are no copies, nor vectors unless it is an outer one.
void SetOnce(llvm::Instruction* latch, LoopWorth worth) {
  llvm::LLVMContext& context = latch->getContext();
  llvm::SmallVector<llvm::Metadata*, 3> properties{
      nullptr, llvm::MDNode::get(context, llvm::MDString::get(context, kNoUnroll))};
  if (worth == LoopWorth::Rest) {
    properties.push_back(Property(context, kVectorize, false));
  } else if (worth == LoopWorth::ThreadRows) {
    properties.push_back(llvm::MDNode::get(context, llvm::MDString::get(context, kThreadRowsProperty)));
  }
  llvm::MDNode* node = llvm::MDNode::getDistinct(context, properties);
  node->replaceOperandWith(0, node);
  latch->setMetadata(llvm::LLVMContext::MD_loop, node);
}

}  // namespace

void MarkThreadLoop(llvm::Instruction* latch, LoopWorth worth) {
  if (worth == LoopWorth::Rest || worth == LoopWorth::Rows || worth == LoopWorth::ThreadRows) {
    SetOnce(latch, worth);
    return;
  }
  llvm::LLVMContext& context = latch->getContext();
  const auto flag = [&](LoopWorth which) {
    return llvm::ConstantAsMetadata::get(
        llvm::ConstantInt::get(llvm::Type::getInt1Ty(context), worth == which));
  };
  llvm::Metadata* mark =
      llvm::MDNode::get(context, {llvm::MDString::get(context, kThreadLoopProperty),
                                  flag(LoopWorth::ManyBlocks), flag(LoopWorth::PartOfBlock)});
  llvm::MDNode* node = llvm::MDNode::getDistinct(context, {nullptr, mark});
  node->replaceOperandWith(0, node);
  latch->setMetadata(llvm::LLVMContext::MD_loop, node);
}

namespace {

// Operands of the property that MarkThreadLoop gives, behind its name.
constexpr unsigned kManyBlocksFlag = 1;
constexpr unsigned kPartOfBlockFlag = 2;

// The property that MarkThreadLoop gave the loop; null where it did not.
const llvm::MDNode* MarkOf(const llvm::MDNode* loop_id) {
  for (unsigned i = 1; loop_id != nullptr && i < loop_id->getNumOperands(); ++i) {
    const auto* property = llvm::dyn_cast<llvm::MDNode>(loop_id->getOperand(i));
    if (property == nullptr || property->getNumOperands() == 0) {
      continue;
    }
    const auto* name = llvm::dyn_cast<llvm::MDString>(property->getOperand(0));
    if (name != nullptr && name->getString() == kThreadLoopProperty) {
      return property;
    }
  }
  return nullptr;
}

void SetLoopId(llvm::Loop& loop, llvm::ArrayRef<llvm::Metadata*> properties) {
  llvm::SmallVector<llvm::Metadata*, 4> operands{nullptr};
  operands.append(properties.begin(), properties.end());
  llvm::MDNode* node = llvm::MDNode::getDistinct(loop.getHeader()->getContext(), operands);
  node->replaceOperandWith(0, node);
  loop.setLoopID(node);
}

// Memory that is not the function's own, or a group's: the arguments', what is loaded from somewhere, constants.
bool IsSharedByThreads(const llvm::Instruction& inst) {
  const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&inst);
  if (pointer == nullptr || inst.isAtomic() || inst.getMetadata(kUpdateMetadata) != nullptr) {
    return false;
  }
  const llvm::Value* object = llvm::getUnderlyingObject(pointer, 0);
  const auto* own = llvm::dyn_cast<llvm::AllocaInst>(object);
  return llvm::isa<llvm::Argument, llvm::LoadInst, llvm::GlobalVariable>(object) ||
         (own != nullptr && own->getMetadata(kLanesMetadata) != nullptr);
}

bool IsLong(const llvm::Loop& loop) {
  std::size_t instructions = 0;
  for (const llvm::BasicBlock* block : loop.blocks()) {
    instructions += block->size();
  }
  return loop.getNumBlocks() > kMaxVectorBlocks || instructions > kMaxVectorInstructions;
}

// A loop over threads, which is worth vectors or not. `masks`: see AnnotateThreadLoops.
void AnnotateLoop(llvm::Loop& loop, bool vectors, bool masks) {
  llvm::LLVMContext& context = loop.getHeader()->getContext();
  llvm::MDNode* group = llvm::MDNode::getDistinct(context, {});
  bool updates = false;
  for (llvm::BasicBlock* block : loop.blocks()) {
    for (llvm::Instruction& inst : *block) {
      updates = updates || inst.getMetadata(kUpdateMetadata) != nullptr;
      if (IsSharedByThreads(inst)) {
        inst.setMetadata(llvm::LLVMContext::MD_access_group, group);
      }
    }
  }
  llvm::Metadata* parallel = llvm::MDNode::get(
      context, {llvm::MDString::get(context, "llvm.loop.parallel_accesses"), group});
  llvm::SmallVector<llvm::Metadata*, 4> properties{parallel};
  if (!updates) {
    // Unrolled loops of few lanes would be lost to the vectoriser, and threads in straight lines
    // gain nothing. Else it stays scalar, and copies of its body pay.
    properties.push_back(llvm::MDNode::get(context, llvm::MDString::get(context, kNoUnroll)));
  }
  const llvm::MDNode* mark = MarkOf(loop.getLoopID());
  const auto is = [&](unsigned flag) {
    return llvm::mdconst::extract<llvm::ConstantInt>(mark->getOperand(flag))->isOne();
  };
  if (!vectors || IsLong(loop)) {
    properties.push_back(Property(context, kVectorize, false));
  } else if (!is(kManyBlocksFlag)) {
    // A block's threads are few.
    llvm::Metadata* one =
        llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), 1));
    properties.push_back(llvm::MDNode::get(
        context, {llvm::MDString::get(context, "llvm.loop.interleave.count"), one}));
    if (masks && is(kPartOfBlockFlag)) {
      properties.push_back(Property(context, kPredicate, true));
    }
  }
  SetLoopId(loop, properties);
}

// A loop over the threads of a group whose number is a constant.
bool RunsWholeGroup(const llvm::Loop* loop) {
  const llvm::BasicBlock* latch = loop->getLoopLatch();
  if (latch == nullptr || MarkOf(loop->getLoopID()) == nullptr) {
    return false;
  }
  const auto* branch = llvm::dyn_cast<llvm::BranchInst>(latch->getTerminator());
  const auto* end = branch != nullptr && branch->isConditional()
                        ? llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition())
                        : nullptr;
  return end != nullptr && llvm::isa<llvm::ConstantInt>(end->getOperand(1));
}

// Says so of a loop that nobody has said anything about.
void Forbid(llvm::Loop& loop, const char* what) {
  if (loop.getLoopID() == nullptr) {
    llvm::LLVMContext& context = loop.getHeader()->getContext();
    SetLoopId(loop, {llvm::MDNode::get(context, llvm::MDString::get(context, what))});
  }
}

// Goes through the loops of a function, and gathers those over threads.
class ThreadLoops {
 public:
  // `rare`: inside of a loop that is marked to run rarely, for the rest of a row of threads.
  // `inside`: of a loop of the kernel's own. Copies of loops around loops, for numbers of turns
  // that are not known, are much code for nothing: what is inside takes the time. Loops over whole
  // groups become straight lines.
  void Visit(llvm::Loop& loop, bool rare, bool inside) {
    // Loops over threads do not nest in each other.
    if (MarkOf(loop.getLoopID()) != nullptr) {
      (inside ? inside_ : outside_).push_back(&loop);
      return;
    }
    const bool own = llvm::findOptionMDForLoop(&loop, kNoUnroll) == nullptr;
    if (rare) {
      Forbid(loop, kNoUnroll);
    } else if (!loop.isInnermost() && !llvm::all_of(loop, RunsWholeGroup)) {
      Forbid(loop, kNoRuntimeUnroll);
    }
    rare = rare || llvm::findOptionMDForLoop(&loop, kVectorize) != nullptr;
    for (llvm::Loop* inner : loop) {
      Visit(*inner, rare, inside || own);
    }
  }

  void Annotate(bool masks) {
    std::size_t budget = kMaxVectorLoops;
    inside_.append(outside_);
    for (llvm::Loop* loop : inside_) {
      AnnotateLoop(*loop, budget > 0, masks);
      budget -= budget > 0 ? 1 : 0;
    }
  }

 private:
  llvm::SmallVector<llvm::Loop*> inside_;
  llvm::SmallVector<llvm::Loop*> outside_;
};

}  // namespace

void AnnotateThreadLoops(llvm::Module& module, bool masks) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) {
      continue;
    }
    const llvm::DominatorTree dominators(function);
    llvm::LoopInfo loops(dominators);
    ThreadLoops threads;
    for (llvm::Loop* loop : loops) {
      threads.Visit(*loop, false, false);
    }
    threads.Annotate(masks);
  }
}

}  // namespace kernelc::codegen
