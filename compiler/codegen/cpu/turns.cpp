// Threads of a block that wait for each other in loops.
//
// Such a loop over threads is a function of its own, which takes the next thread until there is
// none and shares its count with all that run it: the runtime calls it (abi::CpuHooks::run_turns),
// and calls it again on another stack for the remaining threads when a thread waits. A kernel in
// which no thread ever waits so runs as any other loop does.
//
// What turns use comes from a closure whose address the runtime has, so that LLVM keeps what is loaded
// before a wait apart from what is loaded behind it.
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/CodeExtractor.h>

#include <cstddef>

#include "compiler/codegen/cpu/hooks.h"
#include "compiler/codegen/llvm/emit.h"
#include "compiler/kir/analysis/synchronisation.h"
#include "runtime/abi/cpu_abi.h"

namespace kernelc::codegen {

namespace {

// `begin` and what can be reached from it without passing `end`, `begin` first.
llvm::SetVector<llvm::BasicBlock*> BlocksBetween(llvm::BasicBlock* begin,
                                                 const llvm::BasicBlock* end) {
  llvm::SetVector<llvm::BasicBlock*> blocks;
  blocks.insert(begin);
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    for (llvm::BasicBlock* next : llvm::successors(blocks[i])) {
      if (next != end) {
        blocks.insert(next);
      }
    }
  }
  return blocks;
}

// Variables that only `blocks` use: each call of the function that these become has its own.
std::vector<llvm::AllocaInst*> MoveVariables(llvm::BasicBlock& from,
                                             const llvm::SetVector<llvm::BasicBlock*>& blocks) {
  std::vector<llvm::AllocaInst*> moved;
  for (llvm::Instruction& inst : from) {
    auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&inst);
    if (variable != nullptr && !variable->use_empty() &&
        llvm::all_of(variable->users(), [&](const llvm::User* user) {
          return blocks.contains(
              const_cast<llvm::BasicBlock*>(llvm::cast<llvm::Instruction>(user)->getParent()));
        })) {
      moved.push_back(variable);
    }
  }
  for (llvm::AllocaInst* variable : moved) {
    variable->moveBefore(blocks.front()->getFirstInsertionPt());
  }
  return moved;
}

}  // namespace

bool CpuTargetHooks::HasTurns(const kir::Function& function, const kir::Inst& thread_loop) const {
  return kir::MayWait(function, function.region_of(thread_loop, 0), waiting_);
}

void CpuTargetHooks::EmitTurns(FunctionContext& fn, const kir::Inst& inst) {
  const BlockState saved = state_;
  llvm::IRBuilder<>& builder = fn.builder();
  llvm::Value* first[3];
  llvm::Value* count[3];
  for (std::uint32_t dim = 0; dim < 3; ++dim) {
    first[dim] = fn.operand(inst, dim);
    count[dim] = builder.CreateBinaryIntrinsic(
        llvm::Intrinsic::smax, builder.CreateNSWSub(fn.operand(inst, dim + 3), first[dim]),
        fn.Int64(0));
  }
  llvm::Value* rows = builder.CreateMul(count[1], count[2], "", true, true);
  llvm::Value* threads = builder.CreateMul(count[0], rows, "", true, true);
  llvm::AllocaInst* taken = fn.EntryAlloca(fn.types().int64(), llvm::Align(8));
  builder.CreateStore(fn.Int64(0), taken);
  llvm::BasicBlock* turns = fn.NewBlock("turns");
  llvm::BasicBlock* turn = fn.NewBlock("turn");
  llvm::BasicBlock* end = fn.NewBlock("turns.end");
  fn.BranchTo(turns);

  fn.StartBlock(turns);
  llvm::Value* number = builder.CreateLoad(fn.types().int64(), taken);
  builder.CreateCondBr(builder.CreateICmpSLT(number, threads), turn, end);

  fn.StartBlock(turn);
  builder.CreateStore(builder.CreateAdd(number, fn.Int64(1), "", true, true), taken);
  llvm::Value* row = builder.CreateUDiv(number, count[0]);
  llvm::Value* place[] = {builder.CreateURem(number, count[0]), builder.CreateURem(row, count[1]),
                          builder.CreateUDiv(row, count[1])};
  for (unsigned dim = 0; dim < 3; ++dim) {
    state_.thread_idx[dim] = builder.CreateAdd(first[dim], place[dim], "", true, true);
  }
  const auto join = [&](llvm::Value* outer, unsigned dim) {
    return builder.CreateAdd(builder.CreateMul(outer, state_.thread_count[dim], "", true, true),
                             state_.thread_idx[dim], "", true, true);
  };
  state_.thread_number = join(join(state_.thread_idx[2], 1), 0);
  const kir::InstId mask =
      inst.operands.count > 6 ? fn.kir_function().operand(inst, 6) : kir::InstId();
  EmitTurn(fn, fn.kir_function().region_of(inst, 0), mask, turns);
  fn.BranchTo(turns);
  fn.StartBlock(end);
  turns_.push_back({turns, end, state_.launch, state_.worker});
  auto offsets = std::move(state_.scratch_offsets);
  state_ = saved;
  state_.scratch_offsets = std::move(offsets);
}

void CpuTargetHooks::OutlineTurns() {
  for (const Turns& turns : std::exchange(turns_, {})) {
    llvm::Function& kernel = *turns.begin->getParent();
    const llvm::SetVector<llvm::BasicBlock*> blocks = BlocksBetween(turns.begin, turns.end);
    const std::vector<llvm::AllocaInst*> variables = MoveVariables(kernel.getEntryBlock(), blocks);
    llvm::CodeExtractor extractor(blocks.getArrayRef(), nullptr, /*AggregateArgs=*/true, nullptr,
                                  nullptr, nullptr, /*AllowVarArgs=*/false, /*AllowAlloca=*/true,
                                  nullptr, "turns");
    const llvm::CodeExtractorAnalysisCache cache(kernel);
    llvm::Function* function = extractor.extractCodeRegion(cache);
    KC_CHECK(function != nullptr && function->arg_size() == 1 && function->hasOneUse(),
             "the threads of {} that wait cannot be a function", kernel.getName().str());
    function->removeFnAttr(llvm::Attribute::AlwaysInline);
    for (llvm::AllocaInst* variable : variables) {
      variable->moveBefore(function->getEntryBlock().getFirstInsertionPt());
    }
    auto* call = llvm::cast<llvm::CallInst>(function->user_back());
    llvm::IRBuilder<> builder(call);
    llvm::FunctionType* type = llvm::FunctionType::get(
        builder.getVoidTy(), {builder.getPtrTy(), builder.getPtrTy(), builder.getPtrTy()}, false);
    builder.CreateCall(type, LoadHook(builder, turns.launch, offsetof(abi::CpuHooks, run_turns)),
                       {turns.worker, function, call->getArgOperand(0)});
    call->eraseFromParent();
  }
}

llvm::Value* CpuTargetHooks::EmitWaitTurn(FunctionContext& fn) {
  llvm::IRBuilder<>& builder = fn.builder();
  llvm::FunctionType* type =
      llvm::FunctionType::get(builder.getInt32Ty(), {builder.getPtrTy()}, false);
  llvm::Value* failed = builder.CreateCall(
      type, LoadHook(builder, state_.launch, offsetof(abi::CpuHooks, wait_turn)), {state_.worker});
  return builder.CreateIsNotNull(failed);
}

}  // namespace kernelc::codegen
