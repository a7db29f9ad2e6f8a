// Runs the grid of one launch: hands ranges of blocks to threads and gathers errors and printed
// text.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>

#include "runtime/abi/cpu_abi.h"

namespace kernelc::cpu {

class ThreadPool;

// What a kernel costs, learnt from its launches, so that small ones wake nobody.
class CostEstimate {
 public:
  // Nanoseconds of one core; a negative value while nothing is known.
  double Predict(std::uint64_t threads) const noexcept;
  void Learn(std::uint64_t threads, double nanoseconds) noexcept;

 private:
  std::atomic<double> nanoseconds_per_thread_{-1.0};
};

struct GridLaunch {
  abi::CpuEntry entry = nullptr;
  const std::byte* params = nullptr;
  // `hooks` is set by RunGrid.
  abi::CpuLaunch launch;
  std::size_t shared_bytes = 0;
  std::size_t scratch_bytes = 0;
  // See abi::KernelInfo.
  bool waits = false;

  std::uint64_t block_count() const noexcept {
    return std::uint64_t{launch.grid[0]} * launch.grid[1] * launch.grid[2];
  }
  std::uint64_t thread_count() const noexcept {
    return block_count() * launch.block[0] * launch.block[1] * launch.block[2];
  }
};

// When no blocks are left for the worker, which is number `thread` of `threads` or, where helpers of
// a larger pool came, a higher one: see abi::CpuWorker::partial.
inline void FinishWorker(const GridLaunch& grid, abi::CpuWorker& worker, unsigned thread = 0,
                         unsigned threads = 1) {
  if (worker.partial != 0) {
    grid.entry(grid.params, &grid.launch, (std::uint64_t{thread % threads} << 32) / threads, 0,
               &worker);
  }
}

struct GridResult {
  // The first error that any thread met; code 0 when there was none.
  abi::DeviceError error;
  bool out_of_memory = false;
  // Printed text, in block order.
  std::string output;
};

// Blocks until every block ran, or one failed. Learns the cost. Threads of the pool that are free
// take work of the lowest `priority` first.
GridResult RunGrid(ThreadPool& pool, const GridLaunch& grid, CostEstimate* cost, int priority);

}  // namespace kernelc::cpu
