#include "runtime/cpu/cooperative_grid.h"

#include <condition_variable>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "runtime/cpu/block_memory.h"
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

std::string& PrintedHere() {
  thread_local std::string text;
  return text;
}

void PrintHook(void*, const char* text, std::size_t size) { PrintedHere().append(text, size); }

void BarrierHook(void* context) { static_cast<Barrier*>(context)->Wait(); }

// What one block needs and leaves behind.
struct Block {
  BlockMemory shared;
  BlockMemory scratch;
  abi::CpuWorker worker;
  std::int32_t code = 0;
  std::string printed;
};

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
        block.code = grid.entry(grid.params, &grid.launch, i, 1, &block.worker);
        block.printed = std::move(PrintedHere());
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
  const abi::CpuHooks hooks{&barrier, PrintHook, BarrierHook, WatchAccess, StartEpoch};
  GridLaunch with_hooks = grid;
  with_hooks.launch.hooks = &hooks;
  Gate gate;
  std::vector<Block> blocks(grid.block_count());
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
