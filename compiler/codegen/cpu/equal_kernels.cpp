#include "compiler/codegen/cpu/equal_kernels.h"

#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/FunctionComparator.h>

#include <memory>
#include <string>
#include <vector>

namespace kernelc::codegen {

namespace {

constexpr unsigned kOverlapFacts[] = {llvm::LLVMContext::MD_alias_scope,
                                      llvm::LLVMContext::MD_noalias};

// Takes from a function what it says of overlaps while this lives, unless it is dropped.
class OverlapFacts {
 public:
  explicit OverlapFacts(llvm::Function& function) {
    for (llvm::Instruction& inst : llvm::make_early_inc_range(llvm::instructions(function))) {
      // Says where facts begin to hold, to those who copy code.
      if (llvm::isa<llvm::NoAliasScopeDeclInst>(inst)) {
        inst.eraseFromParent();
        continue;
      }
      for (const unsigned kind : kOverlapFacts) {
        if (llvm::MDNode* node = inst.getMetadata(kind)) {
          taken_.push_back({&inst, kind, node});
          inst.setMetadata(kind, nullptr);
        }
      }
    }
  }
  OverlapFacts(const OverlapFacts&) = delete;
  OverlapFacts& operator=(const OverlapFacts&) = delete;
  ~OverlapFacts() {
    for (const Fact& fact : taken_) {
      fact.inst->setMetadata(fact.kind, fact.node);
    }
  }
  void Drop() { taken_.clear(); }

 private:
  struct Fact {
    llvm::Instruction* inst;
    unsigned kind;
    llvm::MDNode* node;
  };
  std::vector<Fact> taken_;
};

// A kernel, and what was taken from it.
struct Kernel {
  llvm::Function* function;
  std::unique_ptr<OverlapFacts> facts;
};

}  // namespace

void JoinEqualKernels(llvm::Module& module) {
  std::vector<Kernel> kernels;
  for (llvm::Function& function : module) {
    if (!function.isDeclaration() && function.hasExternalLinkage() && function.use_empty()) {
      kernels.push_back({&function, nullptr});
    }
  }
  if (kernels.size() < 2) {
    return;
  }
  llvm::GlobalNumberState numbers;
  std::vector<Kernel> distinct;
  for (Kernel& kernel : kernels) {
    kernel.facts = std::make_unique<OverlapFacts>(*kernel.function);
    bool is_new = true;
    for (Kernel& other : distinct) {
      if (llvm::FunctionComparator(other.function, kernel.function, &numbers).compare() == 0) {
        other.facts->Drop();
        kernel.facts->Drop();
        const std::string name = kernel.function->getName().str();
        kernel.function->eraseFromParent();
        llvm::GlobalAlias::create(name, other.function);
        is_new = false;
        break;
      }
    }
    if (is_new) {
      distinct.push_back(std::move(kernel));
    }
  }
}

}  // namespace kernelc::codegen
