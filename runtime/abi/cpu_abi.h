// How CPU device code is called. A kernel compiled for the CPU is one C function that runs a range
// of blocks, each block to its end, on the calling thread. Plain data, no dependencies.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/abi/device_error.h"

namespace kernelc::abi {

// What a thread does to shared memory, for checked runs.
enum class CpuAccess : std::uint32_t { Read = 1, Write = 2, Atomic = 3 };
// Where threads are ordered: all of a block meet, lanes of a warp meet, a block starts.
enum class CpuEpoch : std::uint32_t { Block = 0, Warp = 1, Start = 2 };

struct CpuWorker;

// What the host gives to device code beside memory. Called from worker threads.
struct CpuHooks {
  void* context = nullptr;
  // Appends `size` bytes of text to the launch's output.
  void (*print)(void* context, const char* text, std::size_t size) = nullptr;
  // Returns when every block of the grid is here or at its end. Launches of kernels that call it
  // run all blocks at the same time.
  void (*grid_barrier)(void* context) = nullptr;
  // Called before thread number `thread` of the block uses `size` bytes of shared memory at
  // `address`, in an array that starts at `array`. `what` is a CpuAccess, plus 4 to look for races
  // and 8 to look for reads of what nothing was stored to. Gives the code of an error that this is,
  // with its values in worker->error; else 0.
  std::int32_t (*access)(CpuWorker* worker, const std::byte* address, const std::byte* array,
                         std::uint32_t size, std::uint32_t what, std::uint32_t thread,
                         std::uint32_t location) = nullptr;
  // Threads are ordered from here on; `kind` is a CpuEpoch.
  void (*new_epoch)(CpuWorker* worker, std::uint32_t kind) = nullptr;
  // Runs threads of a block that may wait for each other: calls turns(closure), which runs one
  // thread after the other until there is none, and calls it again on another stack for the rest
  // whenever a thread waits. Returns when all threads ended.
  void (*run_turns)(CpuWorker* worker, void (*turns)(void* closure), void* closure) = nullptr;
  // Called by a thread that waits in a loop for what another one does: lets others go on, of the
  // block and then of the grid. Not 0 when the launch has failed, whose error is in worker->error
  // then: what the thread waits for may never come.
  std::int32_t (*wait_turn)(CpuWorker* worker) = nullptr;
};

// The same for all blocks of a launch.
struct CpuLaunch {
  std::uint32_t grid[3] = {1, 1, 1};
  std::uint32_t block[3] = {1, 1, 1};
  std::uint64_t dynamic_shared_bytes = 0;
  const CpuHooks* hooks = nullptr;
};

// Bytes that code may load, and store again as they were, before and behind a worker's memory: as
// many as the largest vector has.
inline constexpr std::size_t kCpuWorkerPadding = 64;

// Memory of the thread that runs the blocks; reused from block to block, contents undefined at a
// block's start. No other thread uses it, nor kCpuWorkerPadding bytes on either side of each piece.
struct CpuWorker {
  // static_shared_bytes + dynamic_shared_bytes, 64-byte aligned.
  std::byte* shared = nullptr;
  // cpu_scratch_bytes_per_thread * threads of a block (rounded up to a multiple of 64 threads)
  // + cpu_scratch_bytes_per_block, 64-byte aligned.
  std::byte* scratch = nullptr;
  DeviceError error;
  // The code's own, 0 when the worker comes to a launch. Where it is not 0 when no blocks are left
  // for the worker, the entry must be called once more, for no blocks: it then gives to the arrays
  // of the launch what it kept in scratch memory, and makes this 0. `first_block` of that call is
  // the worker's share of 2^32, below it: workers with different ones begin at different places.
  std::uint32_t partial = 0;
};

// Runs blocks [first_block, first_block + block_count) of the grid, numbered x fastest. Returns 0,
// or worker->error.code, after which the remaining blocks of the range were not run.
using CpuEntry = std::int32_t (*)(const void* params, const CpuLaunch* launch,
                                  std::uint64_t first_block, std::uint64_t block_count,
                                  CpuWorker* worker);

}  // namespace kernelc::abi
