// Counting loops in the emission of CPU code.
#pragma once

#include <llvm/IR/Instructions.h>

#include "compiler/codegen/llvm/function_context.h"

namespace kernelc::codegen {

// A loop over [begin, end), int64, whose body is emitted between construction and Close.
class CountingLoop {
 public:
  CountingLoop(FunctionContext& fn, llvm::Value* count, const char* name)
      : CountingLoop(fn, fn.Int64(0), count, name) {}

  CountingLoop(FunctionContext& fn, llvm::Value* begin, llvm::Value* end, const char* name)
      : fn_(fn), stop_(end) {
    llvm::IRBuilder<>& builder = fn.builder();
    llvm::BasicBlock* before = builder.GetInsertBlock();
    llvm::BasicBlock* body = fn.NewBlock(name);
    next_ = fn.NewBlock("next");
    end_ = fn.NewBlock("end");
    builder.CreateCondBr(builder.CreateICmpSLT(begin, end), body, end_);
    fn.StartBlock(body);
    index_ = builder.CreatePHI(fn.types().int64(), 2);
    index_->addIncoming(begin, before);
  }

  llvm::Value* index() { return index_; }
  llvm::BasicBlock* next() { return next_; }

  // Code goes behind the loop from here on. Gives the branch that goes on with it.
  llvm::Instruction* Close() {
    llvm::IRBuilder<>& builder = fn_.builder();
    if (builder.GetInsertBlock() != next_) {
      fn_.BranchTo(next_);
      fn_.StartBlock(next_);
    }
    llvm::Value* index = builder.CreateAdd(index_, fn_.Int64(1), "", true, true);
    index_->addIncoming(index, next_);
    llvm::Instruction* latch =
        builder.CreateCondBr(builder.CreateICmpSLT(index, stop_), index_->getParent(), end_);
    fn_.StartBlock(end_);
    return latch;
  }

 private:
  FunctionContext& fn_;
  llvm::Value* stop_;
  llvm::PHINode* index_ = nullptr;
  llvm::BasicBlock* next_ = nullptr;
  llvm::BasicBlock* end_ = nullptr;
};

}  // namespace kernelc::codegen
