#include "compiler/codegen/nvptx/waiting.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "runtime/abi/device_error.h"

namespace kernelc::codegen {

namespace {

using llvm::AtomicCmpXchgInst;

bool IsStrong(const llvm::Instruction& inst) {
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&inst)) {
    // Atomic operations of the target, fences, and assembler text.
    return (llvm::isa<llvm::IntrinsicInst>(call) || call->isInlineAsm()) &&
           call->mayWriteToMemory() && call->mayReadFromMemory();
  }
  return inst.isAtomic() || inst.isVolatile();
}

using Functions = llvm::SmallPtrSet<const llvm::Function*, 8>;

// Whether it is a call in which the thread may wait. `callers`: not looked into again.
bool IsWaitingCall(const llvm::Instruction& inst, Functions& callers) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&inst);
  if (call == nullptr || llvm::isa<llvm::IntrinsicInst>(call) || call->isInlineAsm() ||
      call->doesNotAccessMemory()) {
    return false;
  }
  const llvm::Function* callee = call->getCalledFunction();
  if (callee == nullptr) {
    return true;
  }
  if (callee->isDeclaration()) {
    // The driver's own: text goes to a buffer.
    return callee->getName() != "vprintf" && callee->getName() != "__assertfail";
  }
  return callers.insert(callee).second &&
         llvm::any_of(llvm::instructions(*callee), [&](const llvm::Instruction& inner) {
           return IsStrong(inner) || IsWaitingCall(inner, callers);
         });
}

// Whether it loads what no thread of the kernel writes: no lane waits for another one there.
bool LoadsInput(const llvm::Instruction& inst) {
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(&inst);
  if (load == nullptr) {
    return false;
  }
  const llvm::Value* object = llvm::getUnderlyingObject(load->getPointerOperand());
  const auto* argument = llvm::dyn_cast<llvm::Argument>(object);
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(object);
  if (variable != nullptr && variable->getName() == abi::kCudaErrorState) {
    // Whether the launch has failed: none waits until it has.
    return true;
  }
  if (!load->isSimple()) {
    return false;
  }
  return (argument != nullptr && argument->onlyReadsMemory()) ||
         (variable != nullptr && variable->isConstant());
}

// Whether the value is made from what the exchange found.
bool ComesFrom(const llvm::Value* value, const AtomicCmpXchgInst& exchange) {
  const auto* inst = llvm::dyn_cast<llvm::Instruction>(value);
  while (inst != nullptr && inst != &exchange &&
         (llvm::isa<llvm::CastInst>(inst) || llvm::isa<llvm::ExtractValueInst>(inst))) {
    inst = llvm::dyn_cast<llvm::Instruction>(inst->getOperand(0));
  }
  return inst == &exchange;
}

// A compare-and-swap whose failure gives the value that the next try expects.
bool TriesAgain(const AtomicCmpXchgInst& exchange, const llvm::Loop& loop) {
  const llvm::Value* expected = exchange.getCompareOperand();
  while (const auto* cast = llvm::dyn_cast<llvm::CastInst>(expected)) {
    expected = cast->getOperand(0);
  }
  const auto* phi = llvm::dyn_cast<llvm::PHINode>(expected);
  return phi != nullptr && phi->getParent() == loop.getHeader() &&
         llvm::all_of(phi->blocks(), [&](const llvm::BasicBlock* from) {
           return !loop.contains(from) || ComesFrom(phi->getIncomingValueForBlock(from), exchange);
         });
}

}  // namespace

bool HasAtomics(const llvm::Loop& loop) {
  return llvm::any_of(loop.blocks(),
                      [](const llvm::BasicBlock* block) { return llvm::any_of(*block, IsStrong); });
}

bool MayWaitInCall(const llvm::BasicBlock& block) {
  Functions callers;
  return llvm::any_of(block,
                      [&](const llvm::Instruction& inst) { return IsWaitingCall(inst, callers); });
}

bool WaitingLoops::MayWait(const llvm::Loop& loop) {
  const auto known = known_.find(&loop);
  if (known != known_.end()) {
    return known->second;
  }
  const bool waits =
      (HasAtomics(loop) && EndsByMemory(loop)) ||
      llvm::any_of(loop, [this](const llvm::Loop* inner) { return MayWait(*inner); });
  known_[&loop] = waits;
  return waits;
}

const WaitingLoops::Blocks& WaitingLoops::DecidingNext(const llvm::Loop& loop,
                                                       const llvm::BasicBlock* block) {
  const auto [known, is_new] = deciding_.try_emplace({&loop, block});
  Blocks& deciding = known->second;
  if (!is_new) {
    return deciding;
  }
  // From where an iteration can come to its end without passing through the block.
  const llvm::BasicBlock* const header = loop.getHeader();
  llvm::SmallPtrSet<const llvm::BasicBlock*, 32> without;
  llvm::SmallVector<const llvm::BasicBlock*, 16> open = {header};
  while (!open.empty()) {
    for (const llvm::BasicBlock* from : llvm::predecessors(open.pop_back_val())) {
      if (from != block && loop.contains(from) && without.insert(from).second && from != header) {
        open.push_back(from);
      }
    }
  }
  for (const llvm::BasicBlock* from : without) {
    if (llvm::any_of(llvm::successors(from), [&](const llvm::BasicBlock* next) {
          return next != header && loop.contains(next) && !without.contains(next);
        })) {
      deciding.push_back(from);
    }
  }
  return deciding;
}

WaitingLoops::Blocks WaitingLoops::Deciding(const llvm::Loop& loop, const Blocks& blocks) {
  llvm::SmallSetVector<const llvm::BasicBlock*, 8> deciding(blocks.begin(), blocks.end());
  for (std::size_t i = 0; i < deciding.size(); ++i) {
    const Blocks& next = DecidingNext(loop, deciding[i]);
    deciding.insert(next.begin(), next.end());
  }
  return {deciding.begin(), deciding.end()};
}

void WaitingLoops::AddChoice(const llvm::Loop& loop, const llvm::PHINode& phi, Values& open) {
  llvm::SmallMapVector<const llvm::Value*, Blocks, 4> ways;
  for (const llvm::BasicBlock* from : phi.blocks()) {
    if (loop.contains(from)) {
      ways[phi.getIncomingValueForBlock(from)].push_back(from);
    }
  }
  // A branch chooses when ways to several values go through it.
  llvm::SmallDenseMap<const llvm::BasicBlock*, unsigned, 16> values;
  for (const auto& [value, ends] : ways) {
    for (const llvm::BasicBlock* block : Deciding(loop, ends)) {
      if (++values[block] == 2) {
        open.push_back(block->getTerminator());
      }
    }
  }
}

bool WaitingLoops::EndsByMemory(const llvm::Loop& loop) {
  llvm::SmallVector<llvm::BasicBlock*, 8> exits;
  loop.getExitingBlocks(exits);
  Values open;
  for (const llvm::BasicBlock* block : Deciding(loop, Blocks(exits.begin(), exits.end()))) {
    open.push_back(block->getTerminator());
  }
  llvm::SmallPtrSet<const llvm::Value*, 16> seen;
  while (!open.empty()) {
    const auto* inst = llvm::dyn_cast<llvm::Instruction>(open.pop_back_val());
    if (inst == nullptr || !loop.contains(inst) || !seen.insert(inst).second) {
      continue;
    }
    if (const auto* exchange = llvm::dyn_cast<AtomicCmpXchgInst>(inst)) {
      if (!TriesAgain(*exchange, loop)) {
        return true;
      }
    } else if (inst->mayReadFromMemory() && !LoadsInput(*inst)) {
      return true;
    }
    if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(inst)) {
      AddChoice(loop, *phi, open);
    }
    open.append(inst->op_begin(), inst->op_end());
  }
  return false;
}

}  // namespace kernelc::codegen
