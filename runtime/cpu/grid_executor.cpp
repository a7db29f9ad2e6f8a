#include "runtime/cpu/grid_executor.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <mutex>
#include <utility>
#include <vector>

#include "runtime/cpu/block_memory.h"
#include "runtime/cpu/block_ranges.h"
#include "runtime/cpu/fibers.h"
#include "runtime/cpu/shared_watch.h"
#include "runtime/cpu/thread_pool.h"

namespace kernelc::cpu {
namespace {

// Below this much work for each, another thread costs more than it brings.
constexpr double kNanosecondsPerThread = 5000;
// What threads that wait find as the launch's error where others got no memory. No DeviceErrorCode.
constexpr std::int32_t kNoMemory = -1;

// What a thread keeps from block to block and launch to launch.
struct WorkerState {
  BlockMemory shared;
  BlockMemory scratch;
  std::string printed;

  // False where there is no memory.
  bool Prepare(const GridLaunch& grid, abi::CpuWorker* worker) {
    worker->shared = shared.Get(grid.shared_bytes);
    worker->scratch = scratch.Get(grid.scratch_bytes);
    return worker->shared != nullptr && worker->scratch != nullptr;
  }
};

WorkerState& ThisWorker() {
  thread_local WorkerState state;
  return state;
}

void PrintHook(void*, const char* text, std::size_t size) {
  ThisWorker().printed.append(text, size);
}

constexpr abi::CpuHooks kHooks{nullptr,    PrintHook, nullptr, WatchAccess,
                               StartEpoch, nullptr,   nullptr};
// Of kernels that wait.
constexpr abi::CpuHooks kWaitingHooks{nullptr,    PrintOfRun, nullptr, WatchAccess,
                                      StartEpoch, RunTurns,   WaitTurn};

double NanosecondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count();
}

// The threads of one launch take ranges of blocks until none is left.
class GridTask final : public SharedTask {
 public:
  GridTask(const GridLaunch& grid, unsigned threads)
      : grid_(grid), threads_(threads), ranges_(grid.block_count(), threads) {}

  void Work(unsigned thread) override {
    const auto start = std::chrono::steady_clock::now();
    if (grid_.waits) {
      WaitingBlocks blocks(*this, thread);
      Fibers::OfThisThread().RunBlocks(blocks);
    } else {
      RunRanges(thread);
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
  // What one thread takes of a launch whose threads wait: block by block, so that all that were
  // begun can go on, and each fiber with memory of its own.
  class WaitingBlocks final : public BlockSource {
   public:
    WaitingBlocks(GridTask& task, unsigned thread) : task_(task), thread_(thread) {}

    bool HasMore() override {
      if (taken_.count == 0) {
        taken_ = task_.ranges_.Next(thread_);
      }
      return taken_.count > 0;
    }

    void RunMore() override {
      WaitingRun run(task_);
      Fibers& fibers = Fibers::OfThisThread();
      BlockRun* const outer = fibers.run();
      fibers.set_run(&run);
      abi::CpuWorker worker;
      if (run.state.Prepare(task_.grid_, &worker)) {
        while (HasMore()) {
          --taken_.count;
          task_.RunRange(taken_.first++, 1, &worker, &run.state.printed);
        }
        FinishWorker(task_.grid_, worker);
      } else {
        task_.RecordNoMemory();
        taken_ = {};
      }
      fibers.set_run(outer);
    }

   private:
    GridTask& task_;
    const unsigned thread_;
    BlockRanges::Range taken_;
  };

  class WaitingRun final : public BlockRun {
   public:
    explicit WaitingRun(GridTask& task) : task_(task) {}
    void Print(const char* text, std::size_t size) override { state.printed.append(text, size); }
    bool FindError(abi::DeviceError* error) override { return task_.FindError(error); }

    WorkerState state;

   private:
    GridTask& task_;
  };

  void RunRanges(unsigned thread) {
    WorkerState& state = ThisWorker();
    abi::CpuWorker worker;
    if (!state.Prepare(grid_, &worker)) {
      RecordNoMemory();
      return;
    }
    while (true) {
      const auto [first, count] = ranges_.Next(thread);
      if (count == 0) {
        FinishWorker(grid_, worker, thread, threads_);
        return;
      }
      RunRange(first, count, &worker, &state.printed);
    }
  }

  void RunRange(std::uint64_t first, std::uint64_t count, abi::CpuWorker* worker,
                std::string* printed) {
    if (first >= end_.load(std::memory_order_relaxed)) [[unlikely]] {
      return;
    }
    const std::int32_t code = grid_.entry(grid_.params, &grid_.launch, first, count, worker);
    if (code != 0) [[unlikely]] {
      if (code != kNoMemory) {
        RecordError(worker->error, code);
      }
      worker->error = {};
    }
    if (!printed->empty()) [[unlikely]] {
      RecordOutput(first, std::exchange(*printed, {}));
    }
  }

  void RecordNoMemory() {
    out_of_memory_.store(true, std::memory_order_relaxed);
    end_.store(0, std::memory_order_relaxed);
  }

  bool FindError(abi::DeviceError* error) {
    if (end_.load(std::memory_order_relaxed) == std::numeric_limits<std::uint64_t>::max()) {
      return false;
    }
    const std::lock_guard lock(mutex_);
    if (error_.code != 0) {
      *error = error_;
    } else if (out_of_memory_.load(std::memory_order_relaxed)) {
      error->code = kNoMemory;
    }
    return error->code != 0;
  }

  // The place of a block in the order of the grid.
  std::uint64_t NumberOf(const std::uint32_t (&block)[3]) const {
    const std::uint32_t(&grid)[3] = grid_.launch.grid;
    return block[0] + std::uint64_t{grid[0]} * (block[1] + std::uint64_t{grid[1]} * block[2]);
  }

  // Ranges below a block that failed run to their end or first error, so the first block of the
  // grid that fails is always among those recorded: the error does not depend on the schedule.
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
  const unsigned threads_;
  BlockRanges ranges_;
  // Blocks from here on need not begin.
  std::atomic<std::uint64_t> end_{std::numeric_limits<std::uint64_t>::max()};
  std::atomic<bool> out_of_memory_{false};
  std::atomic<std::int64_t> busy_{0};
  std::mutex mutex_;
  abi::DeviceError error_;
  std::vector<std::pair<std::uint64_t, std::string>> outputs_;
};

unsigned ThreadsFor(const GridLaunch& grid, unsigned available, double predicted) {
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

GridResult RunGrid(ThreadPool& pool, const GridLaunch& grid, CostEstimate* cost, int priority) {
  GridLaunch with_hooks = grid;
  with_hooks.launch.hooks = grid.waits ? &kWaitingHooks : &kHooks;
  const unsigned threads =
      ThreadsFor(grid, pool.thread_count(), cost->Predict(grid.thread_count()));
  GridTask task(with_hooks, threads);
  pool.Run(task, threads, priority);
  cost->Learn(grid.thread_count(), task.busy_nanoseconds());
  return task.TakeResult();
}

}  // namespace kernelc::cpu
