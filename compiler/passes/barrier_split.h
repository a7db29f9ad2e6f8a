// The rewriting part of splitting: builds a function in which code outside of thread loops runs
// once, and every piece without synchronisation is one loop over the threads.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "compiler/kir/builder.h"
#include "compiler/kir/kir.h"
#include "compiler/passes/barrier_plan.h"

namespace kernelc::passes {

// A thread_loop without returns that becomes a group_loop.
struct GroupChoice {
  kir::InstId thread_loop;
  // Threads of a group; 0 for a whole row.
  std::int64_t width = 0;
};

// Splits `in`, which must stay alive, by `plan` into a new function. One use.
class Splitter {
 public:
  Splitter(kir::Module& module, const kir::Function& in, const SplitPlan& plan);

  // A kernel for one thread into one for a block.
  kir::Function Split();
  // Splits the thread loops of `choices` again, by loops that are to stand outside of them; the
  // rest is copied.
  kir::Function SplitGroups(std::span<const GroupChoice> choices);

 private:
  using InstId = kir::InstId;
  using RegionId = kir::RegionId;

  enum class MaskKind : std::uint8_t { Live, Branch, Active, Iteration };
  // Threads that take part, from the outermost construct to the innermost; each is part of the one
  // before it.
  struct Mask {
    MaskKind kind;
    InstId slot;
    // Active and Iteration: the loop.
    InstId loop;
    // Threads of the mask before that are not in this one may meet a barrier elsewhere.
    bool meets_barrier;
  };
  // The piece that is being filled. The prologue brings values of earlier pieces.
  struct Segment {
    RegionId prologue;
    RegionId body;
  };
  // range(start, stop, step) of a strided loop's first lane.
  struct StridedRange {
    InstId start;
    InstId stop;
    InstId step;
  };
  struct Definition {
    InstId value;
    RegionId region;
  };

  // barrier_split.cpp
  void CopyHeader();
  void MakeCounts();
  void RewriteRegion(RegionId region);
  void RewriteInsts(std::span<const InstId> insts);
  // False after an operation that ends the region.
  bool RewriteInst(InstId id);
  bool RewriteExit(InstId id, const kir::Inst& inst);
  void OpenSegment();
  void CloseSegment();
  // Copies an operation with its regions to the end of `region`; `threads`: inside of a thread
  // loop.
  InstId Clone(InstId id, RegionId region, bool threads);
  void CloneRegion(RegionId from, RegionId to, bool threads);
  bool CloneExit(InstId id, const kir::Inst& inst, RegionId region);
  InstId Use(InstId id, bool threads);
  InstId UseInThreads(InstId id);
  // The number of operations that computing `id` again takes, at most kTooMany.
  unsigned CostAgain(InstId id) const;
  InstId ComputeAgain(InstId id);
  InstId SlotOf(InstId slot);
  InstId NewThreadSlot(TypeId type, std::string_view name);
  void Spill(InstId id);
  InstId Emit(RegionId region, kir::Op op, TypeId type, std::initializer_list<InstId> operands,
              std::int64_t imm = 0);
  InstId Constant(TypeId type, std::int64_t value, RegionId region);

  // barrier_split_control.cpp
  void RewriteIf(InstId id);
  void RewriteUniformIf(InstId id, const kir::Inst& inst);
  void RewriteMaskedBranch(RegionId from, InstId mask, bool meets_barrier);
  void RewriteWhile(InstId id);
  void RewriteFor(InstId id);
  void RewriteUniformFor(InstId id, const kir::Inst& inst);
  void RewriteDivergentFor(InstId id, const kir::Inst& inst);
  // Ends the block when `failed`.
  void EndBlockIf(InstId failed);
  void RewriteLoopBody(InstId id, RegionId from, RegionId to, std::size_t skip);
  // The number of iterations of range(start, stop, step), uint64.
  InstId TripCount(InstId start, InstId stop, InstId step, RegionId region);
  // A mask that is true for the threads that are here.
  InstId NewLoopMask(std::string_view name);
  InstId NewMask(std::string_view name);
  // Stores `value` for all threads of the block.
  void FillMask(InstId mask, bool value);
  void Kill(std::size_t first_mask, RegionId region);
  std::size_t FirstMaskOf(const kir::Inst& exit, InstId loop) const;
  InstId CurrentMask() const { return masks_.empty() ? InstId() : masks_.back().slot; }
  RegionId BeginThreadLoop() { return builder_.NewRegion(); }
  void EndThreadLoop(RegionId body, InstId mask);
  void HoistSharedLoads(RegionId body);

  // barrier_split_groups.cpp
  void CopyOutside(RegionId from, RegionId to);
  bool HoldsChoice(InstId id) const;
  void RewriteGroup(const GroupChoice& choice);
  void RewriteStridedFor(InstId id, const kir::Inst& inst);
  void RewriteMaskedStridedFor(InstId id, const kir::Inst& inst, const StridedRange& range);
  InstId RewriteStridedRows(InstId id, const StridedRange& range);
  void RewriteRows(InstId id, InstId first, InstId step, unsigned rows, RegionId to);
  // `id` for the first thread, computed outside of the lane loops.
  InstId ForFirstLane(InstId id);
  // The variable of a strided loop in a lane.
  InstId StridedVariable(InstId id);

  // barrier_split_sync.cpp
  void RewriteSync(InstId id);
  // Whether a thread can be elsewhere while others wait at a barrier, and meet one later.
  bool CanMissBarriers() const;
  void CheckBarrier();
  void RewriteShuffle(InstId id);

  // barrier_split_votes.cpp
  // A bool for each thread of the block: what `value` gives for those that are here, false for
  // the others.
  InstId ShowVote(const std::function<InstId(RegionId)>& value);
  InstId WarpBits(InstId votes, RegionId region);
  InstId WarpStart(RegionId region);
  void Define(InstId id, InstId value);
  void RewriteBlockVote(InstId id);
  void RewriteVote(InstId id);
  void RewriteMatch(InstId id);
  // barrier_split_matrix.cpp
  void RewriteMma(InstId id);
  void RewriteLoadMatrix(InstId id);

  // The thread's number in its block, int64.
  InstId ThreadNumber(RegionId region);
  InstId ShuffleSource(const kir::Inst& inst, InstId number, RegionId region, InstId* valid);
  InstId SourceValue(const kir::Inst& inst, InstId exchange, InstId valid, InstId source,
                     InstId number);

  kir::Module& module_;
  const kir::Function& in_;
  const SplitPlan& plan_;
  kir::Function out_;
  kir::Builder builder_;
  RegionId outer_;
  std::optional<Segment> segment_;
  std::vector<Mask> masks_;
  // A lane is left in the mask at hand.
  bool any_active_ = false;
  // Loops around the operation that is being rewritten: lifted ones, or of the tree that is being
  // cloned.
  std::vector<InstId> loops_;
  // By instruction of `in`: the value outside of thread loops, in the open segment, and where
  // segments defined it.
  std::vector<InstId> outer_values_;
  std::unordered_map<std::uint32_t, InstId> segment_values_;
  std::unordered_map<std::uint32_t, Definition> definitions_;
  // Values that cross segments, and the slots that hold them.
  std::unordered_map<std::uint32_t, InstId> spills_;
  std::unordered_map<std::uint32_t, InstId> slots_;
  // Results of the lifted `if`s around.
  std::vector<InstId> if_results_;
  InstId first_;
  InstId counts_[3];
  // For each thread whether others have waited at a barrier without it; unset where none can.
  InstId missed_;

  // Groups: what SplitGroups was asked for, the region that holds the slots of the group that is
  // being filled, how many lanes it has, the bound of the lanes that are in the current iteration,
  // and variables of strided loops with the first lane's value.
  std::span<const GroupChoice> choices_;
  RegionId group_slots_;
  InstId lanes_;
  std::int64_t group_width_ = 0;
  InstId lane_bound_;
  std::unordered_map<std::uint32_t, InstId> strided_;
};

}  // namespace kernelc::passes
