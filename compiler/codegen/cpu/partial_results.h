// Arrays that a kernel only adds to: each worker of a launch adds to a copy of its own, and once to
// the array.
//
// Atomics on few addresses make the cores wait for each other, and even on one core each takes as
// long as twenty plain additions. The order in which atomics happen is nobody's to know, so results
// are those of some order of them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "compiler/codegen/cpu/block_state.h"
#include "compiler/codegen/llvm/function_context.h"
#include "compiler/kir/kir.h"

namespace kernelc::codegen {

// The memory of each copy, in front of what threads keep in the worker's scratch memory: as much again in front of
// it is for indices below zero, which count from the end. They have elements of their own there, so that no thread
// asks for the sign of its index; joining the copy puts both together.
inline constexpr std::uint64_t kPartialBytes = std::uint64_t{1} << 17;
// From one copy to the next. Were it a multiple of 4 KiB, a load from one would wait for a store to the same element of
// another, whose address has the same end.
inline constexpr std::uint64_t kPartialDistance = 2 * kPartialBytes + 1088;

// Contiguous arrays of which the kernel uses nothing but atomics of one kind, whose results it does
// not look at, and that no other array of its overlaps, or none that it can be compared with when
// it runs; at most two. Not of kernels whose threads wait for each other or may report errors.
// `waits`: see FindWaiting.
std::vector<PartialResult> FindPartialResults(const kir::Module& module,
                                              const kir::Function& kernel,
                                              const std::vector<bool>& waits);

// The partial result that the pointer operand of an atomic lies in; none where it lies elsewhere.
const PartialResult* PartialResultOf(const kir::Function& function, const BlockState& state,
                                     kir::InstId pointer);

// What the entry knows, in front of the loop over blocks.
struct PartialLaunch {
  llvm::Value* worker = nullptr;
  // Has kPartialDistance for each result.
  llvm::Value* memory = nullptr;
  // The first block and how many; of no blocks, where in the arrays to begin (abi::CpuWorker).
  llvm::Value* first_block = nullptr;
  llvm::Value* blocks = nullptr;
  // Of the whole launch.
  llvm::Value* threads = nullptr;
};

// Makes the worker's copies when it comes with its first blocks, of the arrays for which there are
// enough threads, and where there are no blocks adds them to the arrays and returns. `results` have
// their data and elements. Gives the copies, null where there is none.
std::vector<llvm::Value*> EmitPartialResults(FunctionContext& fn,
                                             const std::vector<PartialResult>& results,
                                             const PartialLaunch& launch);

}  // namespace kernelc::codegen
