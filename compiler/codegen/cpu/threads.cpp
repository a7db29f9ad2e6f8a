// Loops over the threads of a block.
//
// The loop over x is innermost and counts an int64 from 0, so that everything computed from
// threadIdx.x is an affine function of it to LLVM.
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <optional>

#include "compiler/codegen/cpu/counting_loop.h"
#include "compiler/codegen/cpu/hooks.h"
#include "compiler/codegen/cpu/kernel_facts.h"
#include "compiler/codegen/cpu/late_updates.h"
#include "compiler/codegen/llvm/emit.h"

namespace kernelc::codegen {

namespace {

// Where threads begin and end in each direction.
struct ThreadBounds {
  llvm::Value* begin[3];
  llvm::Value* end[3];
};

ThreadBounds BoundsOf(FunctionContext& fn, const kir::Inst& inst) {
  ThreadBounds bounds;
  for (std::uint32_t dim = 0; dim < 3; ++dim) {
    bounds.begin[dim] = fn.operand(inst, dim);
    bounds.end[dim] = fn.operand(inst, dim + 3);
  }
  return bounds;
}

// A value that says where in the grid the block is, over a few operations.
bool DependsOnBlock(const kir::Function& function, kir::InstId id, unsigned depth = 0) {
  constexpr unsigned kMaxDepth = 8;
  const kir::Inst& inst = function.inst(id);
  if (inst.op == kir::Op::CallBuiltin) {
    const auto builtin = static_cast<builtins::BuiltinId>(inst.imm);
    return builtin == builtins::BuiltinId::GridX || builtin == builtins::BuiltinId::BlockIdxX;
  }
  const auto operands = function.operands(inst);
  return depth < kMaxDepth &&
         std::any_of(operands.begin(), operands.end(), [&](kir::InstId operand) {
           return DependsOnBlock(function, operand, depth + 1);
         });
}

// How much code the loop over x is worth. Nearly all blocks are whole where a condition is one on
// places in the grid; conditions on threadIdx leave a part of every block, and periods
// (barrier_periods) are as long as they are.
LoopWorth WorthOf(const kir::Function& function, const kir::Inst& loop, bool fuses_blocks) {
  const kir::InstId begin = function.operand(loop, 0);
  const kir::InstId end = function.operand(loop, 3);
  const bool begins_inside =
      function.inst(begin).op != kir::Op::ConstInt && !DependsOnBlock(function, begin);
  if (fuses_blocks) {
    return begins_inside ? LoopWorth::Block : LoopWorth::ManyBlocks;
  }
  const bool ends_inside =
      function.inst(end).op != kir::Op::ThreadCount && !DependsOnBlock(function, end);
  return begins_inside || ends_inside ? LoopWorth::PartOfBlock : LoopWorth::Block;
}

// One loop over the rows (y, z) of a block. Where the kernel tells rows apart, y counts up and
// wraps around to the next z: a loop fewer for LLVM to look at than one in the other.
class RowLoop {
 public:
  RowLoop(FunctionContext& fn, BlockState& state, const ThreadBounds& bounds)
      : fn_(fn), bounds_(bounds) {
    llvm::IRBuilder<>& builder = fn.builder();
    if (fn.module().options().opt_level > 0) {
      // Asked for in front of the rows: what all threads share is computed once then, and not in each row, since the
      // loop over x runs wherever the row does.
      llvm::BasicBlock* rows = fn.NewBlock("rows");
      end_ = fn.NewBlock("rows.end");
      builder.CreateCondBr(builder.CreateICmpSLT(bounds.begin[0], bounds.end[0]), rows, end_);
      fn.StartBlock(rows);
    }
    // With no rows in y there is none, whatever z says.
    const auto count = [&](unsigned dim) {
      return builder.CreateBinaryIntrinsic(llvm::Intrinsic::smax,
                                           builder.CreateNSWSub(bounds.end[dim], bounds.begin[dim]),
                                           fn.Int64(0));
    };
    llvm::Value* y_count = count(1);
    llvm::Value* z_count = count(2);
    before_ = builder.GetInsertBlock();
    loop_.emplace(fn, builder.CreateMul(y_count, z_count, "", true, true), "row");
    llvm::Value* row = loop_->index();
    if (state.uses_rows) {
      y_ = Phi(bounds.begin[1]);
      z_ = Phi(bounds.begin[2]);
      state.thread_idx[1] = y_;
      state.thread_idx[2] = z_;
      row = builder.CreateAdd(builder.CreateMul(z_, state.thread_count[1], "", true, true), y_, "",
                              true, true);
    }
    state.thread_number = builder.CreateMul(row, state.thread_count[0], "", true, true);
  }

  void Close() {
    if (y_ != nullptr) {
      llvm::IRBuilder<>& builder = fn_.builder();
      fn_.BranchTo(loop_->next());
      fn_.StartBlock(loop_->next());
      llvm::Value* y = builder.CreateAdd(y_, fn_.Int64(1), "", true, true);
      llvm::Value* wraps = builder.CreateICmpEQ(y, bounds_.end[1]);
      y_->addIncoming(builder.CreateSelect(wraps, bounds_.begin[1], y), loop_->next());
      llvm::Value* z =
          builder.CreateAdd(z_, builder.CreateZExt(wraps, fn_.types().int64()), "", true, true);
      z_->addIncoming(z, loop_->next());
    }
    MarkThreadLoop(loop_->Close(), LoopWorth::ThreadRows);
    if (end_ != nullptr) {
      fn_.BranchTo(end_);
      fn_.StartBlock(end_);
    }
  }

 private:
  llvm::PHINode* Phi(llvm::Value* first) {
    llvm::PHINode* phi = fn_.builder().CreatePHI(fn_.types().int64(), 2);
    phi->addIncoming(first, before_);
    return phi;
  }

  FunctionContext& fn_;
  ThreadBounds bounds_;
  llvm::BasicBlock* before_ = nullptr;
  llvm::BasicBlock* end_ = nullptr;
  std::optional<CountingLoop> loop_;
  llvm::PHINode* y_ = nullptr;
  llvm::PHINode* z_ = nullptr;
};

}  // namespace

// One thread's pass through `region`; goes to `next` at its end.
void CpuTargetHooks::EmitTurn(FunctionContext& fn, kir::RegionId region, kir::InstId mask,
                              llvm::BasicBlock* next) {
  if (mask.has_value()) {
    llvm::Value* active = LoadSlot(fn, OwnSlotPointer(fn, mask), types::kBool);
    llvm::BasicBlock* turn = fn.NewBlock("turn");
    fn.builder().CreateCondBr(active, turn, next);
    fn.StartBlock(turn);
  }
  llvm::BasicBlock* outer = state_.turn_end;
  state_.turn_end = next;
  fn.EmitRegion(region);
  state_.turn_end = outer;
}

void CpuTargetHooks::EmitThreadLoop(FunctionContext& fn, const kir::Inst& inst) {
  if (HasTurns(fn.kir_function(), inst)) {
    EmitTurns(fn, inst);
    return;
  }
  const BlockState saved = state_;
  const ThreadBounds bounds = BoundsOf(fn, inst);
  const kir::InstId mask =
      inst.operands.count > 6 ? fn.kir_function().operand(inst, 6) : kir::InstId();
  const kir::RegionId region = fn.kir_function().region_of(inst, 0);
  RowLoop rows(fn, state_, bounds);
  LateUpdates late(fn, state_,
                   mask.has_value() ? kir::InstId() : FindLateUpdate(fn, state_, region),
                   bounds.begin[0], bounds.end[0]);
  CountingLoop x(fn, late.begin(), late.end(), "thread");
  late.EnterThread(x.index());
  state_.thread_idx[0] = x.index();
  state_.thread_number = fn.builder().CreateAdd(state_.thread_number, x.index(), "", true, true);
  EmitTurn(fn, region, mask, x.next());
  MarkThreadLoop(x.Close(), WorthOf(fn.kir_function(), inst, state_.fuses_blocks));
  EmitLateUpdates(fn, late);
  rows.Close();
  auto offsets = std::move(state_.scratch_offsets);
  state_ = saved;
  state_.scratch_offsets = std::move(offsets);
}

void CpuTargetHooks::EmitGroupLoop(FunctionContext& fn, const kir::Inst& inst) {
  const BlockState saved = state_;
  const ThreadBounds bounds = BoundsOf(fn, inst);
  RowLoop rows(fn, state_, bounds);
  llvm::IRBuilder<>& builder = fn.builder();
  llvm::Value* first = bounds.begin[0];
  llvm::Value* threads = builder.CreateBinaryIntrinsic(
      llvm::Intrinsic::smax, builder.CreateNSWSub(bounds.end[0], first), fn.Int64(0));
  state_.thread_number = builder.CreateAdd(state_.thread_number, first, "", true, true);
  state_.group_width = static_cast<std::uint64_t>(inst.imm);
  if (inst.imm == 0) {
    EmitGroup(fn, inst, first, threads);
  } else {
    EmitGroups(fn, inst, first, threads);
  }
  rows.Close();
  auto offsets = std::move(state_.scratch_offsets);
  state_ = saved;
  state_.scratch_offsets = std::move(offsets);
}

namespace {

// Vectors of registers that what a wide group keeps may take, and the registers' bytes.
constexpr std::uint64_t kKeptVectors = 16;
constexpr std::uint64_t kVectorBytes = 64;
// Operations of a wide group, which are as many again for each vector of it.
constexpr std::size_t kMaxWideOperations = 64;
constexpr std::uint64_t kMostLanes = 64;
constexpr std::uint64_t kLanesOfNothingKept = 128;

std::size_t CountOperations(const kir::Function& function, kir::RegionId region) {
  std::size_t count = 0;
  for (const kir::InstId id : function.region(region).insts) {
    count += 1;
    for (const kir::RegionId nested : function.regions_of(function.inst(id))) {
      count += CountOperations(function, nested);
    }
  }
  return count;
}

// Neighbours' values of an index lie further apart than 1, or nobody knows how far.
bool IsSpread(const kir::Function& function, kir::InstId id) {
  const kir::Inst& inst = function.inst(id);
  if (inst.op == kir::Op::Add || inst.op == kir::Op::Sub || inst.op == kir::Op::Convert) {
    const auto operands = function.operands(inst);
    return std::any_of(operands.begin(), operands.end(),
                       [&](kir::InstId operand) { return IsSpread(function, operand); });
  }
  return inst.op != kir::Op::CallBuiltin && VariesInRow(function, id);
}

// A row of elements for each thread, which are read several at a time where the loop along them has
// copies (gathers.h): those are fewer in wide groups.
bool ReadsRows(const kir::Function& function, kir::RegionId region) {
  const auto& insts = function.region(region).insts;
  return std::any_of(insts.begin(), insts.end(), [&](kir::InstId id) {
    const kir::Inst& inst = function.inst(id);
    if (inst.op == kir::Op::Load) {
      const kir::Inst& place = function.inst(function.operand(inst, 0));
      if (place.op != kir::Op::ElementPtr) {
        return true;
      }
      const std::uint32_t last = place.operands.count - 1;
      for (std::uint32_t i = 1; i <= last; ++i) {
        const kir::InstId index = function.operand(place, i);
        if (i == last ? IsSpread(function, index) : VariesInRow(function, index)) {
          return true;
        }
      }
    }
    const auto regions = function.regions_of(inst);
    return std::any_of(regions.begin(), regions.end(),
                       [&](kir::RegionId nested) { return ReadsRows(function, nested); });
  });
}

bool HasMasks(const kir::Function& function, kir::RegionId region) {
  const auto& insts = function.region(region).insts;
  return std::any_of(insts.begin(), insts.end(), [&](kir::InstId id) {
    const kir::Inst& inst = function.inst(id);
    const auto regions = function.regions_of(inst);
    return inst.op == kir::Op::AnyThread ||
           std::any_of(regions.begin(), regions.end(),
                       [&](kir::RegionId nested) { return HasMasks(function, nested); });
  });
}

}  // namespace

// Lanes of groups, the widest first. One vector after the other would wait for its own results in
// each turn of the loop; where registers hold what several keep, these are on their way together.
// Lanes that keep nothing have only memory to wait for: a turn reads several lines of it one after the other.
std::vector<std::uint64_t> CpuTargetHooks::GroupWidths(FunctionContext& fn,
                                                       const kir::Inst& inst) const {
  const auto narrow = static_cast<std::uint64_t>(inst.imm);
  const kir::Function& function = fn.kir_function();
  const kir::RegionId region = function.region_of(inst, 0);
  if (HasMasks(function, region) || ReadsRows(function, region)) {
    return {narrow};
  }
  std::uint64_t bytes = 0;
  for (const kir::InstId id : function.region(region).insts) {
    const kir::Inst& slot = function.inst(id);
    if (slot.op == kir::Op::ThreadSlot) {
      bytes += fn.module().llvm_module().getDataLayout().getTypeAllocSize(
          fn.types().Register(slot.type));
    } else if (slot.op == kir::Op::LocalArray) {
      bytes += StaticArrayBytes(fn.module().kir_module(), function, slot);
    }
  }
  if (bytes == 0) {
    return {kLanesOfNothingKept, narrow};
  }
  if (!state_.fuses_blocks || vector_level_ != VectorLevel::Avx512 ||
      CountOperations(function, region) > kMaxWideOperations) {
    return {narrow};
  }
  std::uint64_t wide = kMostLanes;
  while (wide > narrow && wide * bytes > kKeptVectors * kVectorBytes) {
    wide /= 2;
  }
  return wide > narrow ? std::vector{wide, narrow} : std::vector{narrow};
}

// Whole groups with a constant number of lanes, which become vector registers, and the rest of the
// row.
void CpuTargetHooks::EmitGroups(FunctionContext& fn, const kir::Inst& inst, llvm::Value* begin,
                                llvm::Value* threads) {
  llvm::IRBuilder<>& builder = fn.builder();
  llvm::Value* row = state_.thread_number;
  llvm::Value* done = fn.Int64(0);
  for (const std::uint64_t lanes : GroupWidths(fn, inst)) {
    state_.group_width = lanes;
    llvm::Value* width = fn.Int64(lanes);
    llvm::Value* whole =
        builder.CreateUDiv(builder.CreateSub(threads, done, "", true, true), width);
    CountingLoop groups(fn, whole, "group");
    llvm::Value* first = builder.CreateAdd(
        done, builder.CreateMul(groups.index(), width, "", true, true), "", true, true);
    state_.thread_number = builder.CreateAdd(row, first, "", true, true);
    EmitGroup(fn, inst, builder.CreateAdd(begin, first, "", true, true), width);
    MarkThreadLoop(groups.Close(), LoopWorth::Rows);
    done = builder.CreateAdd(done, builder.CreateMul(whole, width, "", true, true), "", true, true);
  }
  llvm::Value* rest = builder.CreateSub(threads, done, "", true, true);
  CountingLoop last(fn,
                    builder.CreateZExt(builder.CreateICmpNE(rest, fn.Int64(0)), fn.types().int64()),
                    "group.rest");
  state_.thread_number = builder.CreateAdd(row, done, "", true, true);
  state_.rest_of_row = true;
  EmitGroup(fn, inst, builder.CreateAdd(begin, done, "", true, true), rest);
  state_.rest_of_row = false;
  MarkThreadLoop(last.Close(), LoopWorth::Rest);
}

void CpuTargetHooks::EmitGroup(FunctionContext& fn, const kir::Inst& inst, llvm::Value* first,
                               llvm::Value* lanes) {
  state_.thread_idx[0] = first;
  state_.lane = fn.Int64(0);
  state_.group_lanes = lanes;
  fn.EmitRegion(fn.kir_function().region_of(inst, 0));
}

void CpuTargetHooks::EmitLaneLoop(FunctionContext& fn, const kir::Inst& inst) {
  llvm::IRBuilder<>& builder = fn.builder();
  llvm::Value* first = state_.thread_idx[0];
  llvm::Value* number = state_.thread_number;
  llvm::Value* count = state_.group_lanes;
  if (inst.operands.count > 0) {
    count = builder.CreateBinaryIntrinsic(llvm::Intrinsic::smin, count, fn.operand(inst, 0));
  }
  const kir::InstId mask =
      inst.operands.count > 1 ? fn.kir_function().operand(inst, 1) : kir::InstId();
  const kir::RegionId region = fn.kir_function().region_of(inst, 0);
  // Groups of few lanes wait for nothing.
  const bool may_wait = !mask.has_value() && state_.group_width == 0;
  LateUpdates late(fn, state_, may_wait ? FindLateUpdate(fn, state_, region) : kir::InstId(),
                   fn.Int64(0), count);
  CountingLoop lane(fn, late.begin(), late.end(), "lane");
  late.EnterThread(lane.index());
  state_.lane = lane.index();
  state_.thread_idx[0] = builder.CreateAdd(first, lane.index(), "", true, true);
  state_.thread_number = builder.CreateAdd(number, lane.index(), "", true, true);
  BringLaneSlots(fn, inst, mask);
  EmitTurn(fn, region, mask, lane.next());
  fn.BranchTo(lane.next());
  fn.StartBlock(lane.next());
  StoreLaneSlots(fn);
  const LoopWorth whole =
      state_.fuses_blocks && state_.group_width == 0 ? LoopWorth::ManyBlocks : LoopWorth::Block;
  MarkThreadLoop(lane.Close(), state_.rest_of_row ? LoopWorth::Rest : whole);
  EmitLateUpdates(fn, late);
  state_.thread_idx[0] = first;
  state_.thread_number = number;
  state_.lane = fn.Int64(0);
}

llvm::Value* CpuTargetHooks::EmitAnyThread(FunctionContext& fn, kir::InstId slot) {
  llvm::IRBuilder<>& builder = fn.builder();
  if (group_slots_.contains(slot.index) && !state_.rest_of_row) {
    auto* lanes =
        llvm::FixedVectorType::get(builder.getInt8Ty(), static_cast<unsigned>(state_.group_width));
    llvm::Value* flags = builder.CreateLoad(lanes, group_slots_.at(slot.index)[0]);
    return builder.CreateIsNotNull(builder.CreateOrReduce(flags));
  }
  llvm::Value* count = state_.group_lanes;
  if (count == nullptr) {
    count = builder.CreateMul(
        builder.CreateMul(state_.thread_count[0], state_.thread_count[1], "", true, true),
        state_.thread_count[2], "", true, true);
  }
  llvm::AllocaInst* any = fn.EntryAlloca(builder.getInt8Ty(), llvm::Align(1));
  builder.CreateStore(builder.getInt8(0), any);
  CountingLoop loop(fn, count, "any");
  llvm::Value* place = nullptr;
  if (group_slots_.contains(slot.index)) {
    place = builder.CreateInBoundsGEP(builder.getInt8Ty(), group_slots_.at(slot.index)[0],
                                      loop.index());
  } else {
    // In a group, slots of the whole block start at the group's first thread.
    place = SlotPointer(fn, slot,
                        state_.group_lanes == nullptr
                            ? loop.index()
                            : builder.CreateAdd(state_.thread_number, loop.index()));
  }
  llvm::Value* flag = builder.CreateLoad(builder.getInt8Ty(), place);
  builder.CreateStore(builder.CreateOr(builder.CreateLoad(builder.getInt8Ty(), any), flag), any);
  loop.Close();
  return builder.CreateIsNotNull(builder.CreateLoad(builder.getInt8Ty(), any));
}

}  // namespace kernelc::codegen
