#include "runtime/cpu/grid_executor.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <mutex>
#include <utility>
#include <vector>

#include "runtime/cpu/block_memory.h"
#include "runtime/cpu/block_ranges.h"
#include "runtime/cpu/shared_watch.h"
#include "runtime/cpu/thread_pool.h"

namespace kernelc::cpu {
namespace {

// Below this much work for each, another thread costs more than it brings.
constexpr double kNanosecondsPerThread = 5000;

// What a thread keeps from block to block and launch to launch.
struct WorkerState {
  BlockMemory shared;
  BlockMemory scratch;
  std::string printed;
};

WorkerState& ThisWorker() {
  thread_local WorkerState state;
  return state;
}

void PrintHook(void*, const char* text, std::size_t size) {
  ThisWorker().printed.append(text, size);
}

constexpr abi::CpuHooks kHooks{nullptr, PrintHook, nullptr, WatchAccess, StartEpoch};

double NanosecondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count();
}

// The threads of one launch take ranges of blocks until none is left.
class GridTask final : public SharedTask {
 public:
  GridTask(const GridLaunch& grid, unsigned threads)
      : grid_(grid), ranges_(grid.block_count(), threads) {}

  void Work(unsigned thread) override {
    const auto start = std::chrono::steady_clock::now();
    WorkerState& state = ThisWorker();
    abi::CpuWorker worker;
    worker.shared = state.shared.Get(grid_.shared_bytes);
    worker.scratch = state.scratch.Get(grid_.scratch_bytes);
    if (worker.shared == nullptr || worker.scratch == nullptr) {
      out_of_memory_.store(true, std::memory_order_relaxed);
      end_.store(0, std::memory_order_relaxed);
      return;
    }
    while (true) {
      const auto [first, count] = ranges_.Next(thread);
      if (count == 0) {
        break;
      }
      if (first >= end_.load(std::memory_order_relaxed)) [[unlikely]] {
        continue;
      }
      const std::int32_t code = grid_.entry(grid_.params, &grid_.launch, first, count, &worker);
      if (code != 0) [[unlikely]] {
        RecordError(worker.error, code);
      }
      if (!state.printed.empty()) [[unlikely]] {
        RecordOutput(first, std::exchange(state.printed, {}));
      }
    }
    busy_.fetch_add(static_cast<std::int64_t>(NanosecondsSince(start)), std::memory_order_relaxed);
  }

  double busy_nanoseconds() const {
    return static_cast<double>(busy_.load(std::memory_order_relaxed));
  }

  GridResult TakeResult() {
    GridResult result;
    result.error = error_;
    result.out_of_memory = out_of_memory_.load(std::memory_order_relaxed);
    std::sort(outputs_.begin(), outputs_.end());
    for (const auto& [first, text] : outputs_) {
      result.output += text;
    }
    return result;
  }

 private:
  // The place of a block in the order of the grid.
  std::uint64_t NumberOf(const std::uint32_t (&block)[3]) const {
    const std::uint32_t (&grid)[3] = grid_.launch.grid;
    return block[0] + std::uint64_t{grid[0]} * (block[1] + std::uint64_t{grid[1]} * block[2]);
  }

  // Ranges below a block that failed run to their end or first error, so the first block of the grid
  // that fails is always among those recorded: the error does not depend on the schedule.
  void RecordError(const abi::DeviceError& error, std::int32_t code) {
    const std::lock_guard lock(mutex_);
    if (error_.code == 0 || NumberOf(error.block) < NumberOf(error_.block)) {
      error_ = error;
      error_.code = code;
      // No memory is no reason to begin again.
      end_.store(std::min(NumberOf(error.block), end_.load(std::memory_order_relaxed)),
                 std::memory_order_relaxed);
    }
  }

  void RecordOutput(std::uint64_t first, std::string text) {
    const std::lock_guard lock(mutex_);
    outputs_.emplace_back(first, std::move(text));
  }

  const GridLaunch& grid_;
  BlockRanges ranges_;
  // Blocks from here on need not begin.
  std::atomic<std::uint64_t> end_{std::numeric_limits<std::uint64_t>::max()};
  std::atomic<bool> out_of_memory_{false};
  std::atomic<std::int64_t> busy_{0};
  std::mutex mutex_;
  abi::DeviceError error_;
  std::vector<std::pair<std::uint64_t, std::string>> outputs_;
};

unsigned ThreadsFor(const GridLaunch& grid, double predicted) {
  const unsigned available = ThreadPool::Get().thread_count();
  std::uint64_t threads = std::min<std::uint64_t>(available, grid.block_count());
  if (predicted >= 0) {
    const double useful = std::max(1.0, predicted / kNanosecondsPerThread);
    if (useful < static_cast<double>(threads)) {
      threads = static_cast<std::uint64_t>(useful);
    }
  }
  return static_cast<unsigned>(threads);
}

}  // namespace

double CostEstimate::Predict(std::uint64_t threads) const noexcept {
  const double each = nanoseconds_per_thread_.load(std::memory_order_relaxed);
  return each < 0 ? each : each * static_cast<double>(threads);
}

void CostEstimate::Learn(std::uint64_t threads, double nanoseconds) noexcept {
  const double each = nanoseconds / static_cast<double>(threads);
  const double old = nanoseconds_per_thread_.load(std::memory_order_relaxed);
  // Slow to become cheaper, at once dearer: a launch that takes long must not run on its caller
  // again.
  nanoseconds_per_thread_.store(old < 0 || each > old ? each : (3 * old + each) / 4,
                                std::memory_order_relaxed);
}

GridResult RunGrid(const GridLaunch& grid, CostEstimate* cost, int priority) {
  GridLaunch with_hooks = grid;
  with_hooks.launch.hooks = &kHooks;
  const unsigned threads = ThreadsFor(grid, cost->Predict(grid.thread_count()));
  GridTask task(with_hooks, threads);
  ThreadPool::Get().Run(task, threads, priority);
  cost->Learn(grid.thread_count(), task.busy_nanoseconds());
  return task.TakeResult();
}

}  // namespace kernelc::cpu
