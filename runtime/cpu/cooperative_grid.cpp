#include "runtime/cpu/cooperative_grid.h"

#include <condition_variable>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "runtime/cpu/block_memory.h"
#include "runtime/cpu/fibers.h"
#include "runtime/cpu/shared_watch.h"

namespace kernelc::cpu {
namespace {

class Barrier {
 public:
  explicit Barrier(std::uint64_t blocks) : expected_(blocks) {}

  void Wait() {
    std::unique_lock lock(mutex_);
    if (++arrived_ == expected_) {
      Open();
      return;
    }
    const std::uint64_t turn = turn_;
    opened_.wait(lock, [&] { return turn_ != turn; });
  }

  void Leave() {
    const std::lock_guard lock(mutex_);
    --expected_;
    if (expected_ > 0 && arrived_ == expected_) {
      Open();
    }
  }

 private:
  void Open() {
    arrived_ = 0;
    ++turn_;
    opened_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable opened_;
  std::uint64_t expected_;
  std::uint64_t arrived_ = 0;
  std::uint64_t turn_ = 0;
};

// The first error that a block of the grid met.
class FirstError {
 public:
  void Record(const abi::DeviceError& error, std::int32_t code) {
    const std::lock_guard lock(mutex_);
    if (error_.code == 0) {
      error_ = error;
      error_.code = code;
    }
  }
  bool Find(abi::DeviceError* error) {
    const std::lock_guard lock(mutex_);
    if (error_.code != 0) {
      *error = error_;
    }
    return error_.code != 0;
  }

 private:
  std::mutex mutex_;
  abi::DeviceError error_;
};

// What one block needs and leaves behind.
struct Block final : BlockRun {
  void Print(const char* text, std::size_t size) override { printed.append(text, size); }
  bool FindError(abi::DeviceError* error) override { return first_error->Find(error); }

  BlockMemory shared;
  BlockMemory scratch;
  abi::CpuWorker worker;
  FirstError* first_error = nullptr;
  std::int32_t code = 0;
  std::string printed;
};

// Those that wait for a thread which failed must hear of it before this block comes to its end.
void BarrierHook(void* context) {
  const auto& block = *static_cast<Block*>(Fibers::OfThisThread().run());
  if (block.worker.error.code != 0) {
    block.first_error->Record(block.worker.error, block.worker.error.code);
  }
  static_cast<Barrier*>(context)->Wait();
}

// Holds threads back until all of them are there.
class Gate {
 public:
  void Open(bool run) {
    const std::lock_guard lock(mutex_);
    state_ = run ? State::Run : State::Cancel;
    changed_.notify_all();
  }
  // Whether to run.
  bool Pass() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return state_ != State::Closed; });
    return state_ == State::Run;
  }

 private:
  enum class State : std::uint8_t { Closed, Run, Cancel };
  std::mutex mutex_;
  std::condition_variable changed_;
  State state_ = State::Closed;
};

bool StartAll(const GridLaunch& grid, Barrier& barrier, Gate& gate, std::vector<Block>& blocks,
              std::vector<std::thread>& threads) {
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    Block& block = blocks[i];
    block.worker.shared = block.shared.Get(grid.shared_bytes);
    block.worker.scratch = block.scratch.Get(grid.scratch_bytes);
    if (block.worker.shared == nullptr || block.worker.scratch == nullptr) {
      return false;
    }
    try {
      threads.emplace_back([&grid, &barrier, &gate, &block, i] {
        if (!gate.Pass()) {
          return;
        }
        Fibers::OfThisThread().set_run(&block);
        block.code = grid.entry(grid.params, &grid.launch, i, 1, &block.worker);
        FinishWorker(grid, block.worker);
        if (block.code != 0) {
          block.first_error->Record(block.worker.error, block.code);
        }
        barrier.Leave();
      });
    } catch (const std::system_error&) {
      return false;
    }
  }
  return true;
}

}  // namespace

GridResult RunCooperativeGrid(const GridLaunch& grid) {
  Barrier barrier(grid.block_count());
  const abi::CpuHooks hooks{&barrier, PrintOfRun, BarrierHook, WatchAccess,
                            StartEpoch, RunTurns,   WaitTurn};
  GridLaunch with_hooks = grid;
  with_hooks.launch.hooks = &hooks;
  Gate gate;
  FirstError first_error;
  std::vector<Block> blocks(grid.block_count());
  for (Block& block : blocks) {
    block.first_error = &first_error;
  }
  std::vector<std::thread> threads;
  threads.reserve(blocks.size());
  const bool started = StartAll(with_hooks, barrier, gate, blocks, threads);
  gate.Open(started);
  for (std::thread& thread : threads) {
    thread.join();
  }
  GridResult result;
  result.out_of_memory = !started;
  for (Block& block : blocks) {
    if (block.code != 0 && result.error.code == 0) {
      result.error = block.worker.error;
      result.error.code = block.code;
    }
    result.output += block.printed;
  }
  return result;
}

}  // namespace kernelc::cpu
