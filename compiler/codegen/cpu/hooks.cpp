#include "compiler/codegen/cpu/hooks.h"

#include <llvm/IR/Instructions.h>

#include <cstddef>

#include "compiler/codegen/llvm/emit.h"
#include "runtime/abi/cpu_abi.h"

namespace kernelc::codegen {

using builtins::BuiltinId;
using kir::Op;

llvm::Value* LoadHook(llvm::IRBuilderBase& builder, llvm::Value* launch, std::size_t offset) {
  const auto load = [&](llvm::Value* base, std::size_t at) {
    return builder.CreateLoad(builder.getPtrTy(),
                              builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), base, at));
  };
  return load(load(launch, offsetof(abi::CpuLaunch, hooks)), offset);
}

unsigned CpuTargetHooks::AddressSpaceNumber(types::AddressSpace /*space*/) const { return 0; }

const builtins::Lowering& CpuTargetHooks::LoweringOf(const builtins::BuiltinInfo& info) const {
  return info.cpu;
}

void CpuTargetHooks::EnterKernel(const SharedLayout& shared, std::vector<bool> lane_arrays) {
  state_ = BlockState();
  shared_ = &shared;
  lane_arrays_ = std::move(lane_arrays);
  group_arrays_.clear();
  scratch_bytes_ = 0;
  group_slots_.clear();
}

bool CpuTargetHooks::EmitInst(FunctionContext& fn, kir::InstId id) {
  const kir::Function& function = fn.kir_function();
  const kir::Inst& inst = function.inst(id);
  const auto is_thread_slot = [&](std::uint32_t operand) {
    return function.inst(function.operand(inst, operand)).op == Op::ThreadSlot;
  };
  if (inst.op == Op::ThreadLoop) {
    EmitByCopies(fn, inst, &CpuTargetHooks::EmitThreadLoop);
  } else if (inst.op == Op::GroupLoop) {
    EmitByCopies(fn, inst, &CpuTargetHooks::EmitGroupLoop);
  } else if (inst.op == Op::LaneLoop) {
    EmitLaneLoop(fn, inst);
  } else if (inst.op == Op::ThreadSlot) {
    if (state_.group_lanes != nullptr && state_.group_width != 0) {
      CreateGroupSlot(fn, id);
    }
  } else if (inst.op == Op::SlotLoad && is_thread_slot(0)) {
    fn.set_value(id, LoadSlot(fn, OwnSlotPointer(fn, function.operand(inst, 0)), inst.type));
  } else if (inst.op == Op::SlotStore && is_thread_slot(0)) {
    StoreSlot(fn, fn.operand(inst, 1), OwnSlotPointer(fn, function.operand(inst, 0)),
              fn.operand_type(inst, 1));
  } else if (inst.op == Op::ThreadSlotAt) {
    llvm::Value* place = SlotPointer(fn, function.operand(inst, 0), fn.operand(inst, 1));
    // Frozen, or LLVM would make one load with either place of this and of a thread's own value:
    // neighbours' values are then gathered.
    fn.set_value(id, fn.builder().CreateFreeze(LoadSlot(fn, place, inst.type)));
  } else if (inst.op == Op::ThreadCount) {
    fn.set_value(id, state_.thread_count[inst.imm]);
  } else if (inst.op == Op::AnyThread) {
    fn.set_value(id, EmitAnyThread(fn, function.operand(inst, 0)));
  } else if (inst.op == Op::ArraysApart) {
    fn.set_value(id, EmitArraysApart(fn, inst));
  } else if (inst.op == Op::If && function.inst(function.operand(inst, 0)).op == Op::ArraysApart) {
    EmitApartVersion(fn, inst);
  } else if (inst.op == Op::BlockFailed) {
    fn.set_value(id, EmitBlockFailed(fn));
  } else if (inst.op == Op::WaitTurn) {
    fn.set_value(id, EmitWaitTurn(fn));
  } else if (inst.op == Op::WatchAccess) {
    EmitWatchAccess(fn, inst);
  } else if (inst.op == Op::NewEpoch) {
    EmitNewEpoch(fn, static_cast<abi::CpuEpoch>(inst.imm));
  } else if (inst.op == Op::CountThreads) {
    fn.set_value(id, EmitCountThreads(fn, function.operand(inst, 0)));
  } else if (inst.op == Op::ThreadVote || inst.op == Op::ThreadMatch) {
    fn.set_value(id, EmitWarpBits(fn, inst));
  } else if (inst.op == Op::AtomicRmw || inst.op == Op::AtomicCas) {
    return EmitSharedAtomic(fn, id) || EmitPartialAtomic(fn, id) || EmitSeldomAtomic(fn, id);
  } else if (inst.op == Op::FloorDiv || inst.op == Op::Mod) {
    return EmitShortDivision(fn, id);
  } else if (inst.op == Op::LocalArray && function.kind == kir::FunctionKind::Kernel && state_.turn_end == nullptr) {
    // A local array outside of thread loops is memory for each thread: see MissingValue.
    if (lane_arrays_[id.index]) {
      CreateGroupArray(fn, id);
    }
  } else {
    return false;
  }
  return true;
}

llvm::Value* CpuTargetHooks::MissingValue(FunctionContext& fn, kir::InstId id) {
  if (fn.kir_function().inst(id).op == Op::LocalArray) {
    return lane_arrays_[id.index] ? GroupArray(fn, id) : ThreadArray(fn, id);
  }
  return TargetHooks::MissingValue(fn, id);
}

llvm::Value* CpuTargetHooks::EmitPlace(FunctionContext& fn, const kir::Inst& inst) {
  llvm::IRBuilder<>& builder = fn.builder();
  const auto id = static_cast<BuiltinId>(inst.imm);
  const auto narrow = [&](llvm::Value* value) {
    return builder.CreateTrunc(value, fn.types().int32(), "", true, true);
  };
  const auto dim_of = [id](BuiltinId x) {
    return static_cast<unsigned>(id) - static_cast<unsigned>(x);
  };
  if (id >= BuiltinId::BlockDimX && id <= BuiltinId::BlockDimZ) {
    return narrow(state_.block_dim[dim_of(BuiltinId::BlockDimX)]);
  }
  if (id >= BuiltinId::BlockIdxX && id <= BuiltinId::BlockIdxZ) {
    return narrow(state_.block_idx[dim_of(BuiltinId::BlockIdxX)]);
  }
  if (id >= BuiltinId::GridDimX && id <= BuiltinId::GridDimZ) {
    return narrow(state_.grid_dim[dim_of(BuiltinId::GridDimX)]);
  }
  if (id >= BuiltinId::ThreadIdxX && id <= BuiltinId::ThreadIdxZ) {
    return narrow(state_.thread_idx[dim_of(BuiltinId::ThreadIdxX)]);
  }
  if (id >= BuiltinId::GridX && id <= BuiltinId::GridZ) {
    const unsigned dim = dim_of(BuiltinId::GridX);
    llvm::Value* first =
        builder.CreateMul(state_.block_idx[dim], state_.block_dim[dim], "", true, true);
    return builder.CreateAdd(first, state_.thread_idx[dim], "", true, true);
  }
  if (id >= BuiltinId::GridSizeX && id <= BuiltinId::GridSizeZ) {
    const unsigned dim = dim_of(BuiltinId::GridSizeX);
    return builder.CreateMul(state_.block_dim[dim], state_.grid_dim[dim], "", true, true);
  }
  if (id == BuiltinId::LaneId) {
    return narrow(builder.CreateAnd(state_.thread_number, fn.Int64(31)));
  }
  KC_CHECK(id == BuiltinId::WarpSize, "{} is no place", builtins::builtin_info(id).name());
  return fn.Int32(32);
}

llvm::Value* CpuTargetHooks::EmitCustom(FunctionContext& fn, const kir::Inst& inst,
                                        std::string_view name) {
  if (name == "place" || name == "grid" || name == "grid_size") {
    return EmitPlace(fn, inst);
  }
  if (name == "lanemask_lt") {
    llvm::IRBuilder<>& builder = fn.builder();
    llvm::Value* lane = builder.CreateTrunc(builder.CreateAnd(state_.thread_number, fn.Int64(31)),
                                            fn.types().int32());
    return builder.CreateSub(builder.CreateShl(fn.Int32(1), lane), fn.Int32(1));
  }
  if (name == "nanosleep") {
    // Threads of a block run one after the other: there is nobody to wait for.
    return nullptr;
  }
  if (name == "cache_load") {
    return fn.LoadFrom(fn.operand(inst, 0), inst.type);
  }
  if (name == "cache_store") {
    fn.StoreTo(fn.operand(inst, 1), fn.operand(inst, 0), fn.operand_type(inst, 1));
    return nullptr;
  }
  if (name == "grid_barrier") {
    return EmitGridBarrier(fn);
  }
  if (name == "breakpoint") {
    if (fn.module().options().debug) {
      fn.builder().CreateIntrinsic(llvm::Intrinsic::debugtrap, {});
    }
    return nullptr;
  }
  if (name == "fence") {
    fn.builder().CreateFence(llvm::AtomicOrdering::SequentiallyConsistent);
    return nullptr;
  }
  KC_FATAL("the CPU device has no code for {}",
           builtins::builtin_info(static_cast<BuiltinId>(inst.imm)).name());
}

llvm::Value* CpuTargetHooks::EmitSharedArrayData(FunctionContext& fn, kir::InstId id,
                                                 std::uint64_t /*bytes*/, llvm::Align /*align*/) {
  const std::uint32_t offset = shared_->OffsetOf(fn.kir_function(), id);
  return fn.builder().CreateConstInBoundsGEP1_64(fn.builder().getInt8Ty(), state_.shared, offset);
}

llvm::Value* CpuTargetHooks::EmitDynamicSharedData(FunctionContext& fn, kir::InstId /*id*/) {
  const std::uint64_t offset = (shared_->bytes + kArrayAlign - 1) / kArrayAlign * kArrayAlign;
  return fn.builder().CreateConstInBoundsGEP1_64(fn.builder().getInt8Ty(), state_.shared, offset);
}

llvm::Value* CpuTargetHooks::EmitDynamicSharedBytes(FunctionContext& fn) {
  llvm::IRBuilder<>& builder = fn.builder();
  llvm::Value* place = builder.CreateConstInBoundsGEP1_64(
      builder.getInt8Ty(), state_.launch, offsetof(abi::CpuLaunch, dynamic_shared_bytes));
  return builder.CreateLoad(fn.types().int64(), place);
}

// In a thread loop, the end of the thread's turn; outside, of the block.
void CpuTargetHooks::EmitReturn(FunctionContext& fn, llvm::Value* value) {
  if (fn.kir_function().kind == kir::FunctionKind::Device) {
    TargetHooks::EmitReturn(fn, value);
  } else if (state_.turn_end != nullptr) {
    fn.builder().CreateBr(state_.turn_end);
  } else {
    fn.builder().CreateRet(fn.Int32(0));
  }
}

void CpuTargetHooks::HiddenParams(ModuleContext& module, std::vector<llvm::Type*>& params) {
  for (unsigned i = 0; i < kHiddenOfDevice; ++i) {
    const bool is_pointer = i < static_cast<unsigned>(Hidden::BlockX);
    params.push_back(
        is_pointer ? static_cast<llvm::Type*>(llvm::PointerType::get(module.llvm_context(), 0))
                   : module.types().int64());
  }
}

void CpuTargetHooks::HiddenArguments(FunctionContext& /*fn*/,
                                     std::vector<llvm::Value*>& arguments) {
  arguments.insert(arguments.end(), {state_.launch, state_.worker, state_.shared, state_.scratch});
  arguments.insert(arguments.end(), std::begin(state_.block_idx), std::end(state_.block_idx));
  arguments.insert(arguments.end(), std::begin(state_.thread_idx), std::end(state_.thread_idx));
}

}  // namespace kernelc::codegen
