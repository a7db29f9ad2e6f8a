#include "runtime/cpu/fibers.h"

#include <sys/mman.h>

#include <cstdlib>
#include <thread>
#include <utility>

namespace kernelc::cpu {
namespace {

// As much as a thread of the system has. Memory that is not touched costs nothing.
constexpr std::size_t kStackBytes = std::size_t{8} << 20;
// Above the largest local array, so that a frame does not reach beyond it.
constexpr std::size_t kGuardBytes = std::size_t{1} << 20;
// Stacks that a thread of the system keeps for the next launch.
constexpr std::size_t kKeptStacks = 64;
// Rounds in which all fibers waited before more blocks begin.
constexpr std::size_t kIdleRounds = 4;

}  // namespace

Fibers& Fibers::OfThisThread() {
  thread_local Fibers fibers;
  return fibers;
}

Fibers::Fibers() = default;

Fibers::~Fibers() {
  for (const Stack& stack : free_stacks_) {
    Free(stack);
  }
}

bool Fibers::TakeStack(Stack* stack) {
  if (!free_stacks_.empty()) {
    *stack = free_stacks_.back();
    free_stacks_.pop_back();
    return true;
  }
  void* memory = ::mmap(nullptr, kGuardBytes + kStackBytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED) {
    return false;
  }
  stack->memory = static_cast<std::byte*>(memory);
  if (::mprotect(memory, kGuardBytes, PROT_NONE) != 0) {
    Free(*stack);
    return false;
  }
  return true;
}

void Fibers::Free(const Stack& stack) { ::munmap(stack.memory, kGuardBytes + kStackBytes); }

void Fibers::RunBlocks(BlockSource& source) {
  BlockSource* const outer = std::exchange(source_, &source);
  source.RunMore();
  while (block_fibers_ > 0) {
    SwitchToNext();
  }
  source_ = outer;
  while (free_stacks_.size() > kKeptStacks) {
    Free(free_stacks_.back());
    free_stacks_.pop_back();
  }
}

void Fibers::RunTurns(void (*turns)(void*), void* closure) {
  Turns all{turns, closure, current_->run};
  current_->waiting_in = &all;
  turns(closure);
  all.all_begun = true;
  while (all.fibers > 0) {
    SwitchToNext();
  }
  current_->waiting_in = nullptr;
}

void Fibers::Wait() {
  Turns* const turns = current_->waiting_in;
  if (turns != nullptr && !turns->all_begun && Begin(turns, 0)) {
    return;
  }
  const std::size_t all = fibers_.size() + 1;
  ++idle_;
  if (idle_ > kIdleRounds * all && more_blocks_ == 0) {
    // As many as run already, so that a barrier of a large grid is soon reached by all.
    more_blocks_ = block_fibers_ + 1;
  }
  if (more_blocks_ > 0) {
    const std::size_t left = more_blocks_ - 1;
    if (source_ != nullptr && source_->HasMore() && Begin(nullptr, left)) {
      return;
    }
    more_blocks_ = 0;
  }
  if (idle_ > kIdleRounds * all && idle_ % all == 0) {
    // Only another thread of the system can bring what all of these wait for.
    std::this_thread::yield();
  }
  SwitchToNext();
}

bool Fibers::Begin(Turns* turns, std::size_t more_blocks) {
  auto fiber = std::make_unique<Fiber>();
  if (!TakeStack(&fiber->stack)) {
    return false;
  }
  fiber->turns = turns;
  if (turns != nullptr) {
    fiber->waiting_in = turns;
    fiber->run = turns->run;
    ++turns->fibers;
  } else {
    ++block_fibers_;
  }
  ::getcontext(&fiber->context);
  fiber->context.uc_stack.ss_sp = fiber->stack.memory + kGuardBytes;
  fiber->context.uc_stack.ss_size = kStackBytes;
  fiber->context.uc_link = nullptr;
  ::makecontext(&fiber->context, Main, 0);
  fibers_.push_back(std::move(fiber));
  idle_ = 0;
  more_blocks_ = more_blocks;
  SwitchTo(fibers_.size());
  return true;
}

Fibers::Fiber* Fibers::At(std::size_t index) {
  return index == 0 ? &root_ : fibers_[index - 1].get();
}

void Fibers::SwitchTo(std::size_t index) {
  Fiber* const from = current_;
  current_index_ = index;
  current_ = At(index);
  if (current_ != from) {
    ::swapcontext(&from->context, &current_->context);
  }
}

// The one that began before it: who waits for a later thread finds it further on than last time,
// and who waited for that one comes next.
void Fibers::SwitchToNext() { SwitchTo(current_index_ == 0 ? fibers_.size() : current_index_ - 1); }

void Fibers::Main() {
  Fibers& fibers = OfThisThread();
  Fiber& self = *fibers.current_;
  if (self.turns != nullptr) {
    self.turns->function(self.turns->closure);
    self.turns->all_begun = true;
    --self.turns->fibers;
  } else {
    fibers.source_->RunMore();
    --fibers.block_fibers_;
  }
  fibers.End();
}

void Fibers::End() {
  const std::size_t index = current_index_;
  // In use until the next one runs; none takes it before.
  free_stacks_.push_back(current_->stack);
  fibers_.erase(fibers_.begin() + static_cast<std::ptrdiff_t>(index - 1));
  idle_ = 0;
  more_blocks_ = 0;
  current_index_ = index - 1;
  current_ = At(current_index_);
  ::setcontext(&current_->context);
  std::abort();
}

void PrintOfRun(void*, const char* text, std::size_t size) {
  Fibers::OfThisThread().run()->Print(text, size);
}

void RunTurns(abi::CpuWorker*, void (*turns)(void*), void* closure) {
  Fibers::OfThisThread().RunTurns(turns, closure);
}

std::int32_t WaitTurn(abi::CpuWorker* worker) {
  Fibers& fibers = Fibers::OfThisThread();
  fibers.Wait();
  if (worker->error.code == 0) {
    fibers.run()->FindError(&worker->error);
  }
  return worker->error.code;
}

}  // namespace kernelc::cpu
