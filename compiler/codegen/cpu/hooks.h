// The CPU side of the shared emission. Threads are loops here: see threads.cpp.
#pragma once

#include <map>
#include <unordered_map>
#include <vector>

#include "compiler/codegen/cpu/block_state.h"
#include "compiler/codegen/cpu/cpu_target.h"
#include "compiler/codegen/llvm/target_hooks.h"
#include "runtime/abi/cpu_abi.h"
#include "runtime/abi/kernel_image.h"

namespace kernelc::codegen {

class LateUpdates;

class CpuTargetHooks : public TargetHooks {
 public:
  unsigned AddressSpaceNumber(types::AddressSpace space) const override;
  const builtins::Lowering& LoweringOf(const builtins::BuiltinInfo& info) const override;

  bool EmitInst(FunctionContext& fn, kir::InstId id) override;
  llvm::Value* MissingValue(FunctionContext& fn, kir::InstId id) override;
  llvm::Value* EmitCustom(FunctionContext& fn, const kir::Inst& inst,
                          std::string_view name) override;
  llvm::Value* EmitMath(FunctionContext& fn, const kir::Inst& inst, std::string_view name,
                        std::span<llvm::Value* const> operands) override;

  llvm::Value* CreateSlot(FunctionContext& fn, kir::InstId id, llvm::Type* type) override;
  llvm::Value* EmitSharedArrayData(FunctionContext& fn, kir::InstId id, std::uint64_t bytes,
                                   llvm::Align align) override;
  llvm::Value* EmitDynamicSharedData(FunctionContext& fn, kir::InstId id) override;
  llvm::Value* EmitDynamicSharedBytes(FunctionContext& fn) override;
  std::uint64_t ElementSpacing(FunctionContext& fn, kir::InstId array) const override;

  void EmitReturn(FunctionContext& fn, llvm::Value* value) override;
  void EmitFail(FunctionContext& fn, const kir::Inst& inst) override;
  void EmitReport(FunctionContext& fn, const kir::Inst& inst) override;
  void EmitPrint(FunctionContext& fn, const kir::Inst& inst) override;

  void HiddenParams(ModuleContext& module, std::vector<llvm::Type*>& params) override;
  void HiddenArguments(FunctionContext& fn, std::vector<llvm::Value*>& arguments) override;
  void PrepareFunction(FunctionContext& fn) override;

  bool FusesNarrow() const override { return false; }
  bool ConvertsNarrow(TypeId type) const override {
    return type == types::kFloat16 && has_half_conversions_;
  }
  // Whether the machine has instructions for float16 (F16C).
  void set_has_half_conversions(bool value) { has_half_conversions_ = value; }
  void set_vector_level(VectorLevel value) { vector_level_ = value; }
  // Tells the host of checked runs that threads are ordered here.
  void EmitNewEpoch(FunctionContext& fn, abi::CpuEpoch kind);

  // What the module's functions are known to do; before the first kernel. `waiting`: see
  // FindWaiting.
  void set_waiting(std::vector<bool> waiting) { waiting_ = std::move(waiting); }
  // Starts a kernel; what follows belongs to it. `shared` is its layout; `lane_arrays`: see FindLaneArrays.
  void EnterKernel(const SharedLayout& shared, std::vector<bool> lane_arrays);
  const std::vector<bool>& waiting() const { return waiting_; }
  // Puts what EmitTurns wrote into functions of their own; once the kernel's function is complete.
  void OutlineTurns();
  BlockState& state() { return state_; }
  std::uint32_t scratch_bytes_per_thread() const { return scratch_bytes_; }

 private:
  // threads.cpp
  void EmitThreadLoop(FunctionContext& fn, const kir::Inst& inst);
  void EmitGroupLoop(FunctionContext& fn, const kir::Inst& inst);
  void EmitGroups(FunctionContext& fn, const kir::Inst& inst, llvm::Value* begin,
                  llvm::Value* threads);
  std::vector<std::uint64_t> GroupWidths(FunctionContext& fn, const kir::Inst& inst) const;
  void EmitGroup(FunctionContext& fn, const kir::Inst& inst, llvm::Value* first,
                 llvm::Value* lanes);
  void EmitLaneLoop(FunctionContext& fn, const kir::Inst& inst);
  void EmitTurn(FunctionContext& fn, kir::RegionId region, kir::InstId mask,
                llvm::BasicBlock* next);
  llvm::Value* EmitAnyThread(FunctionContext& fn, kir::InstId slot);

  // apart.cpp
  llvm::Value* EmitArraysApart(FunctionContext& fn, const kir::Inst& inst);
  // An `if` on arrays_apart.
  void EmitApartVersion(FunctionContext& fn, const kir::Inst& inst);

  // turns.cpp
  bool HasTurns(const kir::Function& function, const kir::Inst& thread_loop) const;
  void EmitTurns(FunctionContext& fn, const kir::Inst& inst);
  llvm::Value* EmitWaitTurn(FunctionContext& fn);

  // votes.cpp
  llvm::Value* EmitCountThreads(FunctionContext& fn, kir::InstId slot);
  llvm::Value* EmitWarpBits(FunctionContext& fn, const kir::Inst& inst);
  llvm::Value* EmitGridBarrier(FunctionContext& fn);

  // slots.cpp
  // The place of a thread_slot for the thread number (or lane) `index`.
  llvm::Value* SlotPointer(FunctionContext& fn, kir::InstId slot, llvm::Value* index);
  llvm::Value* OwnSlotPointer(FunctionContext& fn, kir::InstId slot);
  // A slot of a group while a lane has its turn: where it has the value's parts, and the value.
  struct LaneSlot {
    std::vector<llvm::Value*> group;
    llvm::Value* own = nullptr;
    bool is_stored = false;
  };
  void CreateGroupSlot(FunctionContext& fn, kir::InstId id);
  void BringLaneSlots(FunctionContext& fn, const kir::Inst& inst, kir::InstId mask);
  void StoreLaneSlots(FunctionContext& fn);
  void FindLaneSlots(const kir::Function& function, kir::RegionId region,
                     std::map<std::uint32_t, LaneSlot>* slots) const;
  llvm::Value* LoadSlot(FunctionContext& fn, llvm::Value* pointer, TypeId type);
  void StoreSlot(FunctionContext& fn, llvm::Value* value, llvm::Value* pointer, TypeId type);
  llvm::Value* ThreadArray(FunctionContext& fn, kir::InstId id);
  void CreateGroupArray(FunctionContext& fn, kir::InstId id);
  llvm::Value* GroupArray(FunctionContext& fn, kir::InstId id);
  // Of `bytes` of each thread whose first piece begins at a multiple of `align`.
  std::uint32_t ScratchOffset(kir::InstId id, std::uint64_t bytes, std::uint32_t align);

  // short_divisions.cpp
  // False where it is not a division of one thread's own.
  bool EmitShortDivision(FunctionContext& fn, kir::InstId id);

  // atomics.cpp
  bool EmitSharedAtomic(FunctionContext& fn, kir::InstId id);
  // On an array of which the worker may have a copy.
  bool EmitPartialAtomic(FunctionContext& fn, kir::InstId id);
  // On memory of the grid that it often leaves as it is. False where nobody expects that.
  bool EmitSeldomAtomic(FunctionContext& fn, kir::InstId id);
  void EmitGridAtomic(FunctionContext& fn, kir::InstId id);
  void EmitAtomicAt(FunctionContext& fn, kir::InstId id, llvm::Value* place, llvm::Value* value);
  // A loop over threads, with a version for workers that have copies of what it changes.
  void EmitByCopies(FunctionContext& fn, const kir::Inst& loop,
                    void (CpuTargetHooks::*emit)(FunctionContext&, const kir::Inst&));
  void PutOff(FunctionContext& fn, const kir::Inst& inst, llvm::Value* pointer);
  void EmitLateUpdates(FunctionContext& fn, LateUpdates& late);

  // errors.cpp
  llvm::Value* EmitBlockFailed(FunctionContext& fn);
  void StoreRecord(FunctionContext& fn, llvm::Value* code, std::uint32_t location,
                   llvm::Value* error);

  // watch.cpp
  void EmitWatchAccess(FunctionContext& fn, const kir::Inst& inst);

  llvm::Value* EmitPlace(FunctionContext& fn, const kir::Inst& inst);

  BlockState state_;
  const SharedLayout* shared_ = nullptr;
  bool has_half_conversions_ = false;
  VectorLevel vector_level_ = VectorLevel::Sse4;
  std::vector<bool> waiting_;
  // Loops over threads that may wait for each other.
  struct Turns {
    llvm::BasicBlock* begin;
    llvm::BasicBlock* end;
    llvm::Value* launch;
    llvm::Value* worker;
  };
  std::vector<Turns> turns_;
  std::uint32_t scratch_bytes_ = 0;
  // By operation of a function, the one that was asked for last: see EmitShortDivision.
  std::vector<bool> own_loops_;
  const kir::Function* own_loops_of_ = nullptr;
  // Slots of groups with a constant width: arrays on the stack, one for each part of a value (a
  // complex number has two).
  std::unordered_map<std::uint32_t, std::vector<llvm::Value*>> group_slots_;
  // Local arrays of the kernel that groups have a vector for each place of; in a group: its memory of them.
  std::vector<bool> lane_arrays_;
  std::unordered_map<std::uint32_t, llvm::AllocaInst*> group_arrays_;
  // In a lane loop: the lane's own of the slots.
  std::map<std::uint32_t, LaneSlot> lane_slots_;
};

// A function that the kernel calls by name and that has no effect: mathematics of the C library.
llvm::CallInst* CallPure(FunctionContext& fn, const std::string& name, llvm::Type* result,
                         std::span<llvm::Value* const> operands);

// The pointer at `offset` of the launch's abi::CpuHooks.
llvm::Value* LoadHook(llvm::IRBuilderBase& builder, llvm::Value* launch, std::size_t offset);

// How much code a loop over threads is worth.
enum class LoopWorth : std::uint8_t {
  // Around loops over threads: no copies of it.
  Rows,
  // The same, of one thread loop: its turns are rows of threads.
  ThreadRows,
  // Runs rarely: scalar.
  Rest,
  // At most a block's threads: one vector an iteration.
  Block,
  // Of them those that a condition on threadIdx leaves, which are often fewer than a vector has
  // lanes.
  PartOfBlock,
  // Perhaps the threads of many blocks: several vectors an iteration.
  ManyBlocks,
};
// Marks the back edge of a loop over threads; see loop_metadata.h.
void MarkThreadLoop(llvm::Instruction* latch, LoopWorth worth);

}  // namespace kernelc::codegen
