#include "runtime/backend/context_use.h"

#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <chrono>
#include <new>
#include <thread>

#include "runtime/backend/backend.h"

namespace kernelc::backend {

using detail::ThreadRecord;

namespace detail {

thread_local constinit ThreadRecord* thread_record = nullptr;

namespace {

bool Barrier(int command) noexcept { return syscall(SYS_membarrier, command, 0, 0) == 0; }

bool HasBarrier() noexcept {
  const long commands = syscall(SYS_membarrier, MEMBARRIER_CMD_QUERY, 0, 0);
  return commands >= 0 && (commands & MEMBARRIER_CMD_PRIVATE_EXPEDITED) != 0 &&
         Barrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED);
}

}  // namespace

const bool needs_own_barrier = !HasBarrier();

void BarrierOfAllThreads() noexcept {
  if (needs_own_barrier) {
    // As std::atomic_thread_fence(), which GCC refuses to compile for its thread sanitizer.
    __sync_synchronize();
  } else if (!Barrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED)) {
    // Taken away since the process began, as sandboxes do. No processor keeps a store back so long.
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

}  // namespace detail

namespace {

// Never destroyed: other threads may be at work when the process ends.
std::atomic<ThreadRecord*> all_records{nullptr};

// Gives the record back when the thread ends.
struct RecordOwner {
  ThreadRecord* record = nullptr;
  ~RecordOwner() {
    detail::thread_record = nullptr;
    if (record != nullptr) {
      record->taken.store(false, std::memory_order_release);
      record = nullptr;
    }
  }
};

[[gnu::tls_model("initial-exec")]] thread_local constinit bool thread_asked = false;
[[gnu::tls_model("initial-exec")]] thread_local constinit unsigned stream_work_depth = 0;

// A record for this thread; null where there is no memory, and for what a thread still does when
// such objects of it are gone.
ThreadRecord* TakeRecord() noexcept {
  if (thread_asked) {
    return nullptr;
  }
  thread_asked = true;
  thread_local RecordOwner owner;
  ThreadRecord* record = all_records.load(std::memory_order_acquire);
  while (record != nullptr && (record->taken.load(std::memory_order_relaxed) ||
                               record->taken.exchange(true, std::memory_order_acquire))) {
    record = record->next;
  }
  if (record == nullptr) {
    record = new (std::nothrow) ThreadRecord;
    if (record == nullptr) {
      return nullptr;
    }
    record->taken.store(true, std::memory_order_relaxed);
    record->next = all_records.load(std::memory_order_relaxed);
    while (!all_records.compare_exchange_weak(record->next, record, std::memory_order_release,
                                              std::memory_order_relaxed)) {
    }
  }
  owner.record = record;
  detail::thread_record = record;
  return record;
}

template <typename Condition>
void WaitUntil(Condition condition) noexcept {
  constexpr int kYields = 64;
  for (int i = 0; !condition(); ++i) {
    if (i < kYields) {
      std::this_thread::yield();
    } else {
      std::this_thread::sleep_for(std::chrono::microseconds(50));
    }
  }
}

}  // namespace

void ContextUse::BeginSlowly() noexcept {
  ThreadRecord* record = detail::thread_record;
  if (record == nullptr) {
    record = TakeRecord();
  }
  if (record != nullptr) {
    const Context* const outer = record->context.load(std::memory_order_relaxed);
    if (outer == &context_) {
      return;
    }
    if (outer == nullptr) {
      // With the barrier that is missing: no store is passed by a later load.
      record->context.exchange(&context_, std::memory_order_seq_cst);
      record_ = record;
      return;
    }
  }
  context_.CountUse();
  counted_ = true;
}

void ContextUse::EndSlowly() noexcept {
  counted_ = false;
  context_.UncountUse();
}

void ContextUse::EndWithReset() noexcept {
  End();
  if (!ByThisThread() && !StreamWork::ByThisThread()) {
    context_.WaitForReset();
  }
}

StreamWork::StreamWork() noexcept { ++stream_work_depth; }
StreamWork::~StreamWork() { --stream_work_depth; }
bool StreamWork::ByThisThread() noexcept { return stream_work_depth != 0; }

bool ContextUse::ByThisThread() noexcept {
  const ThreadRecord* const record = detail::thread_record;
  return record != nullptr && record->context.load(std::memory_order_relaxed) != nullptr;
}

void ContextUse::WaitForEnd(const Context& context) noexcept {
  // After this, each other thread's store of what it is at work in is seen here, or its look at the
  // mark, which comes after, sees it.
  detail::BarrierOfAllThreads();
  for (ThreadRecord* record = all_records.load(std::memory_order_acquire); record != nullptr;
       record = record->next) {
    if (record != detail::thread_record) {
      WaitUntil([&] { return record->context.load(std::memory_order_seq_cst) != &context; });
    }
  }
  WaitUntil([&] { return !context.has_counted_use(); });
}

}  // namespace kernelc::backend
