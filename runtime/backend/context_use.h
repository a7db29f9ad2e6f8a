// Operations in a context and its reset, which waits until none is under way: the handles of the one
// must not go away under the other. An operation says that it begins with one store to memory that is
// its thread's own; the rest of the price is paid by resets.
#pragma once

#include <atomic>
#include <cstdint>

namespace kernelc::backend {

class Context;

namespace detail {

// What a thread is at work in. Records are made once and used by one thread after the other.
struct alignas(64) ThreadRecord {
  std::atomic<const Context*> context{nullptr};
  std::atomic<bool> taken{false};
  ThreadRecord* next = nullptr;
};

// The calling thread's, or null before its first operation and after its last one. In the part of a
// thread's memory that needs no call to find.
[[gnu::tls_model("initial-exec")]] extern thread_local constinit ThreadRecord* thread_record;
// The system has no barrier for all threads at once: each operation then has its own.
extern const bool needs_own_barrier;
// After this, each other thread's stores before its latest load are seen here, or its next load sees what this thread
// stored.
void BarrierOfAllThreads() noexcept;

}  // namespace detail

// The calling thread is at work in `context`, until the end of the scope. Whether the context can be
// used has to be asked inside the scope.
class ContextUse {
 public:
  explicit ContextUse(const Context& context) noexcept : context_(context) {
    detail::ThreadRecord* const record = detail::thread_record;
    if (record == nullptr || record->context.load(std::memory_order_relaxed) != nullptr ||
        detail::needs_own_barrier) [[unlikely]] {
      BeginSlowly();
      return;
    }
    record->context.store(&context, std::memory_order_relaxed);
    // The compiler may not move what follows before this; the processor may, and is told by the
    // barrier of a reset.
    std::atomic_signal_fence(std::memory_order_seq_cst);
    record_ = record;
  }
  ~ContextUse() { End(); }
  ContextUse(const ContextUse&) = delete;
  ContextUse& operator=(const ContextUse&) = delete;

  void End() noexcept {
    if (record_ != nullptr) [[likely]] {
      record_->context.store(nullptr, std::memory_order_release);
      record_ = nullptr;
    } else if (counted_) {
      EndSlowly();
    }
  }
  // Ends this use of a context that turned out to be reset, and blocks until that is done: what the
  // thread asked for before may still read and write its memory. Does not wait where the reset waits
  // for this very thread.
  void EndWithReset() noexcept;
  // The calling thread is at work in some context.
  static bool ByThisThread() noexcept;
  // Blocks until no other thread is at work in the context. It was marked before, so that whoever
  // comes now sees that it cannot be used.
  static void WaitForEnd(const Context& context) noexcept;

 private:
  void BeginSlowly() noexcept;
  void EndSlowly() noexcept;

  const Context& context_;
  // Null for an operation inside another one: that one's context stands there.
  detail::ThreadRecord* record_ = nullptr;
  // In the context's own count.
  bool counted_ = false;
};

// The calling thread runs what a stream holds, a callback or a kernel, until the end of the scope: a
// reset waits for it.
class StreamWork {
 public:
  StreamWork() noexcept;
  ~StreamWork();
  StreamWork(const StreamWork&) = delete;
  StreamWork& operator=(const StreamWork&) = delete;
  static bool ByThisThread() noexcept;
};

}  // namespace kernelc::backend
