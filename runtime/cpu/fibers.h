// Threads of device code that wait for each other, on one thread of the system.
//
// Fibers are stacks that one thread of the system runs in turn: a thread of a block that waits in a
// loop hands over to the next one, and comes back when the others have had their turn. They never
// move to another thread of the system.
#pragma once

#include <ucontext.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/abi/cpu_abi.h"
#include "runtime/cpu/shared_watch.h"

namespace kernelc::cpu {

// The blocks that a fiber runs, one after the other.
class BlockRun {
 public:
  virtual ~BlockRun() = default;
  virtual void Print(const char* text, std::size_t size) = 0;
  // Whether a block of the launch has failed, and how.
  virtual bool FindError(abi::DeviceError* error) = 0;

  // What checked runs know of the blocks' shared memory.
  SharedWatch watch;
};

// Begins blocks while all threads of those that run wait.
class BlockSource {
 public:
  virtual ~BlockSource() = default;
  // Whether blocks may be left that nobody has begun.
  virtual bool HasMore() = 0;
  // Runs blocks until none is left; on a fiber of its own.
  virtual void RunMore() = 0;
};

// The fibers of the calling thread of the system. Not thread-safe: each has its own.
class Fibers {
 public:
  static Fibers& OfThisThread();

  Fibers();
  Fibers(const Fibers&) = delete;
  Fibers& operator=(const Fibers&) = delete;
  ~Fibers();

  // Runs `source.RunMore()`, and again on further fibers while everybody waits and more blocks are
  // there. Returns when all of them did.
  void RunBlocks(BlockSource& source);
  // See abi::CpuHooks::run_turns.
  void RunTurns(void (*turns)(void*), void* closure);
  // Lets others go on; returns when it is the caller's turn again. Blocks nobody, so that a caller
  // which waits for what another thread of the system does goes round and round.
  void Wait();
  // What the running fiber, and those that it begins, work for; null at first.
  BlockRun* run() const { return current_->run; }
  void set_run(BlockRun* run) { current_->run = run; }

 private:
  // Threads of one block between two barriers, which fibers take one after the other.
  struct Turns {
    void (*function)(void*);
    void* closure;
    BlockRun* run;
    // Nobody is left who has not begun.
    bool all_begun = false;
    // Fibers that run some, beside the one that called RunTurns.
    std::size_t fibers = 0;
  };
  // Memory with some below that faults when a stack overflows.
  struct Stack {
    std::byte* memory = nullptr;
  };
  struct Fiber {
    ucontext_t context{};
    Stack stack;
    // What it runs: turns, or else blocks.
    Turns* turns = nullptr;
    BlockRun* run = nullptr;
    // Whose turns it runs or has called for; null outside of them.
    Turns* waiting_in = nullptr;
  };

  static void Main();
  // Begins a fiber behind those that are there and goes to it; false when there is no memory.
  // `more_blocks`: see there.
  bool Begin(Turns* turns, std::size_t more_blocks);
  // Index 0 is the root, i the fiber i - 1.
  Fiber* At(std::size_t index);
  void SwitchTo(std::size_t index);
  // The one that is to go on when the running one cannot.
  void SwitchToNext();
  [[noreturn]] void End();
  bool TakeStack(Stack* stack);
  static void Free(const Stack& stack);

  // Of the thread of the system itself.
  Fiber root_;
  // In the order in which they began.
  std::vector<std::unique_ptr<Fiber>> fibers_;
  Fiber* current_ = &root_;
  std::size_t current_index_ = 0;
  std::vector<Stack> free_stacks_;
  BlockSource* source_ = nullptr;
  std::size_t block_fibers_ = 0;
  // Blocks that are to begin before anybody who waits goes on.
  std::size_t more_blocks_ = 0;
  // Calls of Wait since a fiber last began or ended.
  std::size_t idle_ = 0;
};

// Of abi::CpuHooks, for launches whose fibers have a run.
void PrintOfRun(void* context, const char* text, std::size_t size);
void RunTurns(abi::CpuWorker* worker, void (*turns)(void*), void* closure);
std::int32_t WaitTurn(abi::CpuWorker* worker);

}  // namespace kernelc::cpu
