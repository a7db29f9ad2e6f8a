#include "runtime/backend/fork.h"

#include <pthread.h>

#include <mutex>

#include "runtime/backend/text.h"

namespace kernelc::backend {
namespace {

std::array<std::atomic<bool>, 2> watched;

// In the child, with one thread and whatever locks the others held: only stores.
void AfterFork() {
  for (std::size_t kind = 0; kind < watched.size(); ++kind) {
    if (watched[kind].load(std::memory_order_relaxed)) {
      fork_flags[kind].store(true, std::memory_order_relaxed);
    }
  }
}

}  // namespace

std::array<std::atomic<bool>, 2> fork_flags;

void WatchForks(abi::DeviceKind kind) {
  static std::once_flag once;
  std::call_once(once, [] { pthread_atfork(nullptr, nullptr, AfterFork); });
  watched[static_cast<std::size_t>(kind)].store(true, std::memory_order_relaxed);
}

std::string ForkedText(abi::DeviceKind kind) {
  return Concat("this process was forked from one that had used ",
                kind == abi::DeviceKind::Cuda ? "the CUDA driver" : "the CPU device",
                ", which does not go on in the child: fork before the first use, or start a new "
                "program (exec, posix_spawn)");
}

}  // namespace kernelc::backend
