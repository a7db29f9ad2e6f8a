#include "compiler/codegen/nvptx/pass_needs.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LazyCallGraph.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <iterator>
#include <utility>

namespace kernelc::codegen {

namespace {

// What a function does with memory of its own, and where it writes.
struct Writes {
  // Several in one object.
  bool repeated = false;
  // Of constants: several in a row may be one `memset`.
  unsigned constant_stores = 0;
  // Of what was just read: the memory may have it already.
  bool stores_loaded = false;
  // Whole records, variables in memory, copies of memory.
  bool copies = false;
};

Writes WritesOf(const llvm::Function& function) {
  Writes writes;
  llvm::SmallPtrSet<const llvm::Value*, 8> objects;
  for (const llvm::Instruction& inst : llvm::instructions(function)) {
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&inst)) {
      const llvm::Value* value = store->getValueOperand();
      const bool is_first = objects.insert(llvm::getUnderlyingObject(store->getPointerOperand())).second;
      writes.repeated = writes.repeated || !is_first;
      writes.constant_stores += llvm::isa<llvm::Constant>(value) ? 1u : 0u;
      writes.stores_loaded = writes.stores_loaded || llvm::isa<llvm::LoadInst>(value);
      writes.copies = writes.copies || value->getType()->isAggregateType();
    } else if (llvm::isa<llvm::AllocaInst, llvm::AnyMemIntrinsic>(inst)) {
      writes.copies = true;
    }
  }
  return writes;
}

// A store is dead where another one to the same place follows, or where nobody can read the memory.
bool MayHaveDeadStores(const llvm::Function& function) {
  const Writes writes = WritesOf(function);
  return writes.repeated || writes.stores_loaded || writes.copies;
}

bool MayHaveCopies(const llvm::Function& function) {
  const Writes writes = WritesOf(function);
  return writes.constant_stores > 1 || writes.copies;
}

// Several loads, or stores, are in the same array; `in_block`: and in one block.
bool HasNeighbours(const llvm::Function& function, bool in_block) {
  llvm::SmallSet<std::pair<const llvm::Value*, bool>, 8> known;
  for (const llvm::BasicBlock& block : function) {
    if (in_block) {
      known.clear();
    }
    for (const llvm::Instruction& inst : block) {
      const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&inst);
      if (pointer != nullptr &&
          !known.insert({llvm::getUnderlyingObject(pointer), llvm::isa<llvm::StoreInst>(inst)}).second) {
        return true;
      }
    }
  }
  return false;
}

// Whether an access is aligned for two like it, or may become so: arrays of a thread may move.
bool IsAlignedForTwo(const llvm::Instruction& inst, const llvm::DataLayout& layout) {
  return llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(llvm::getLoadStorePointerOperand(&inst))) ||
         llvm::getLoadStoreAlignment(&inst).value() >= 2 * layout.getTypeStoreSize(llvm::getLoadStoreType(&inst));
}

// Accesses that nothing is known to align stay apart, after many comparisons.
bool MayJoinAccesses(const llvm::Function& function) {
  const llvm::DataLayout& layout = function.getDataLayout();
  return HasNeighbours(function, /*in_block=*/true) &&
         llvm::any_of(llvm::instructions(function), [&](const llvm::Instruction& inst) {
           return llvm::getLoadStorePointerOperand(&inst) != nullptr && IsAlignedForTwo(inst, layout);
         });
}

// Alignment is of use for joining alone, before which blocks may become one.
bool MayJoinLater(const llvm::Function& function) { return HasNeighbours(function, /*in_block=*/false); }

// A loop that does nothing: it writes nowhere, and nothing of it is read behind it. LLVM asks how often each loop runs
// before it looks.
bool MayBeDead(const llvm::Loop& loop) {
  llvm::SmallVector<llvm::BasicBlock*, 4> exits;
  loop.getExitBlocks(exits);
  for (const llvm::BasicBlock* exit : exits) {
    for (const llvm::PHINode& phi : exit->phis()) {
      if (llvm::any_of(phi.incoming_values(), [&](const llvm::Value* value) { return !loop.isLoopInvariant(value); })) {
        return false;
      }
    }
  }
  return llvm::none_of(loop.blocks(), [](const llvm::BasicBlock* block) {
    return llvm::any_of(*block, [](const llvm::Instruction& inst) { return inst.mayHaveSideEffects(); });
  });
}

// What is known of a function is for those who call it.
bool AreCalled(const llvm::LazyCallGraph::SCC& functions) {
  return llvm::any_of(functions, [](const llvm::LazyCallGraph::Node& node) { return !node.getFunction().use_empty(); });
}

// Functions that are called are few in a module: no function is looked through.
bool CallsFunctions(const llvm::Function& function) {
  return llvm::any_of(*function.getParent(),
                      [](const llvm::Function& callee) { return !callee.isIntrinsic() && !callee.use_empty(); });
}

// Variables of the module, and functions that it shows nobody.
bool HasGlobals(const llvm::Module& module) {
  return !module.global_empty() ||
         llvm::any_of(module, [](const llvm::Function& function) { return function.hasLocalLinkage(); });
}

struct Need {
  llvm::StringLiteral pass;
  // Of the kind of unit that the pass is for.
  bool (*function)(const llvm::Function& function) = nullptr;
  bool (*loop)(const llvm::Loop& loop) = nullptr;
  bool (*component)(const llvm::LazyCallGraph::SCC& functions) = nullptr;
  bool (*module)(const llvm::Module& module) = nullptr;
};

constexpr Need kNeeds[] = {{.pass = "CallSiteSplittingPass", .function = CallsFunctions},
                           {.pass = "DSEPass", .function = MayHaveDeadStores},
                           {.pass = "GlobalOptPass", .module = HasGlobals},
                           {.pass = "InferAlignmentPass", .function = MayJoinLater},
                           {.pass = "LoadStoreVectorizerPass", .function = MayJoinAccesses},
                           {.pass = "LoopDeletionPass", .loop = MayBeDead},
                           {.pass = "MemCpyOptPass", .function = MayHaveCopies},
                           {.pass = "PostOrderFunctionAttrsPass", .component = AreCalled},
                           {.pass = "TailCallElimPass", .function = CallsFunctions}};

}  // namespace

bool MayFindWork(llvm::StringRef pass, const llvm::Any& unit) {
  const auto* const need = llvm::find_if(kNeeds, [pass](const Need& row) { return row.pass == pass; });
  if (need == std::end(kNeeds)) {
    return true;
  }
  if (need->function != nullptr) {
    return need->function(**llvm::any_cast<const llvm::Function*>(&unit));
  }
  if (need->loop != nullptr) {
    return need->loop(**llvm::any_cast<const llvm::Loop*>(&unit));
  }
  if (need->module != nullptr) {
    return need->module(**llvm::any_cast<const llvm::Module*>(&unit));
  }
  return need->component(**llvm::any_cast<const llvm::LazyCallGraph::SCC*>(&unit));
}

}  // namespace kernelc::codegen
