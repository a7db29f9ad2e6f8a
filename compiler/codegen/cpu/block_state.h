// What the emission of one CPU function knows about where it runs: the launch, the block, the
// thread.
#pragma once

#include <llvm/IR/Value.h>

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "compiler/codegen/llvm/kernel_info.h"
#include "compiler/kir/kir.h"

namespace kernelc::codegen {

// Hidden parameters of the function that runs one block, in this order. The number of blocks that
// it runs as one follows, then the kernel's own. Device functions have the thread's indices behind
// the first seven.
enum class Hidden : unsigned {
  Launch,
  Worker,
  Shared,
  Scratch,
  BlockX,
  BlockY,
  BlockZ,
  ThreadX,
  ThreadY,
  ThreadZ,
};
inline constexpr unsigned kHiddenOfBlock = 7;
inline constexpr unsigned kHiddenOfDevice = 10;

// The most threads that a block may have.
inline constexpr std::uint64_t kMaxThreads = 1024;
// Memory of threads is laid out for a multiple of this many.
inline constexpr std::uint64_t kThreadRounding = 64;

// An array parameter that a kernel only changes by atomics of one kind: see partial_results.h.
struct PartialResult {
  // Index in kir::Function::params.
  std::uint32_t param = 0;
  TypeId element;
  kir::AtomicKind kind = kir::AtomicKind::Add;
  // Threads change it in a loop.
  bool in_loop = false;
  // Nobody knows whether another array overlaps it.
  bool may_overlap = false;
  // Of one axis, with indices that may be below zero.
  bool from_end = false;
  // The worker's copy, null where there is none when it runs; and the array's data.
  llvm::Value* copy = nullptr;
  llvm::Value* data = nullptr;
  // In the entry: how many the array has, int64.
  llvm::Value* elements = nullptr;
  // In the entry: no other array overlaps it, bool; null where that is known.
  llvm::Value* apart = nullptr;
};

struct BlockState {
  llvm::Value* launch = nullptr;
  llvm::Value* worker = nullptr;
  llvm::Value* shared = nullptr;
  llvm::Value* scratch = nullptr;
  // int64, of the launch.
  llvm::Value* block_dim[3] = {};
  llvm::Value* grid_dim[3] = {};
  llvm::Value* block_idx[3] = {};
  // Threads that the function runs: block_dim, in x times the blocks that it runs as one.
  llvm::Value* thread_count[3] = {};
  // int64: the thread's index, its number in the block and (in groups) its lane; of the first
  // thread outside of loops.
  llvm::Value* thread_idx[3] = {};
  llvm::Value* thread_number = nullptr;
  llvm::Value* lane = nullptr;
  // Threads of a block as memory is laid out for, int64.
  llvm::Value* rounded_threads = nullptr;
  // Where a thread's turn ends; null outside of thread loops.
  llvm::BasicBlock* turn_end = nullptr;
  // In a group_loop: the lanes of the group, int64.
  llvm::Value* group_lanes = nullptr;
  // In a group_loop with a constant number of lanes for each group: that number.
  std::uint64_t group_width = 0;
  // In a group_loop: this copy of the group's code is for the rest of a row.
  bool rest_of_row = false;
  // Blocks that are neighbours in x run as one.
  bool fuses_blocks = false;
  // The kernel uses threadIdx.y or z.
  bool uses_rows = true;
  // Offset in bytes for each thread of what is kept in scratch memory, by KIR instruction.
  std::unordered_map<std::uint32_t, std::uint32_t> scratch_offsets;
  std::vector<PartialResult> partial_results;
  // This version of a loop is for workers that have all copies.
  bool has_copies = false;
  // An update that waits for other threads' turns (late_updates.h), and where the thread's place
  // and value go.
  kir::InstId late_update;
  llvm::Value* late_place = nullptr;
  llvm::Value* late_value = nullptr;
};

}  // namespace kernelc::codegen
