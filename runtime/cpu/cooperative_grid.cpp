#include "runtime/cpu/cooperative_grid.h"
#include "runtime/cpu/shared_watch.h"

#include <condition_variable>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

namespace kernelc::cpu {
namespace {

// What shared and local arrays may ask for.
constexpr std::size_t kAlignment = 1024;

struct FreeMemory {
  void operator()(std::byte* memory) const noexcept { std::free(memory); }
};
using BlockMemory = std::unique_ptr<std::byte, FreeMemory>;

BlockMemory Allocate(std::size_t bytes) {
  const std::size_t rounded = (bytes / kAlignment + 1) * kAlignment;
  return BlockMemory(static_cast<std::byte*>(std::aligned_alloc(kAlignment, rounded)));
}

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
    block.shared = Allocate(grid.shared_bytes);
    block.scratch = Allocate(grid.scratch_bytes);
    if (block.shared == nullptr || block.scratch == nullptr) {
      return false;
    }
    block.worker.shared = block.shared.get();
    block.worker.scratch = block.scratch.get();
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
