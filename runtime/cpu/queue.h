// Queues: what a CPU stream is made of. Operations run one after the other, on the queue's own
// thread, or on a thread that waits for them anyway, or, when the queue is idle and they are small,
// on the one that enqueues them.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <type_traits>
#include <unordered_set>
#include <utility>
#include <vector>

#include "kernelc/memory.h"
#include "runtime/backend/status.h"
#include "runtime/cpu/places.h"
#include "runtime/cpu/thread_pool.h"

namespace kernelc::cpu {

class Queue;

// What the queues of a context share. Outlives the context while work of it is queued.
class ContextCore {
 public:
  // Both live as long as the process.
  ContextCore(ThreadPool& pool, const Place& place) : pool_(pool), place_(place) {}
  ThreadPool& pool() const noexcept { return pool_; }
  const Place& place() const noexcept { return place_; }
  void Register(const std::shared_ptr<Queue>& queue);
  void Unregister(const Queue* queue);
  // Blocks until all work enqueued so far, in every queue but `except`, is done.
  void WaitForAll(const Queue* except);
  bool idle() const noexcept { return pending_.load(std::memory_order_acquire) == 0; }

  // An error that work of a queue met. Reported at the next synchronisation.
  void RecordFault(std::uint64_t queue_id, ErrorInfo fault);
  // The first fault of a queue, or of any for id 0; the others of the same choice are dropped.
  backend::Status TakeFault(std::uint64_t queue_id);
  bool HasFault(std::uint64_t queue_id);

  void AppendOutput(std::string text);
  // Writes what kernels printed to stdout.
  void FlushOutput();

  // Memory from std::aligned_alloc that is the context's from now on.
  void Own(DevicePointer data);
  // No reset frees it any more. False for memory that is not the context's.
  bool Disown(DevicePointer data);
  // Frees memory that is not the context's any more: now, after the work that may use the memory; on a thread that runs such work, later.
  void Free(DevicePointer data);
  // Frees all that is left. No work may be queued.
  void FreeAll();

 private:
  friend class Queue;
  void FreeDeferred();

  ThreadPool& pool_;
  const Place& place_;
  std::atomic<std::int64_t> pending_{0};
  std::atomic<bool> has_fault_{false};
  std::atomic<bool> has_output_{false};
  std::atomic<bool> has_deferred_{false};
  std::mutex mutex_;
  std::vector<std::weak_ptr<Queue>> queues_;
  std::vector<std::pair<std::uint64_t, ErrorInfo>> faults_;
  std::string output_;
  std::vector<DevicePointer> deferred_;
  std::mutex memory_mutex_;
  std::unordered_set<DevicePointer> memory_;
};

class Operation {
 public:
  virtual ~Operation() = default;
  virtual void Run(Queue& queue) = 0;
};

class Queue : public Sleeper, public std::enable_shared_from_this<Queue> {
 public:
  explicit Queue(std::shared_ptr<ContextCore> core, int priority = 0);
  // A queue that runs nothing, for a context of the same device as `like`: TakeAll() gives what was submitted. It is no work
  // of that context.
  static std::shared_ptr<Queue> Collector(const ContextCore& like);
  bool collects() const noexcept { return collects_; }
  std::vector<std::unique_ptr<Operation>> TakeAll();
  // Not 0; never used again in this process, as addresses are.
  std::uint64_t id() const noexcept { return id_; }
  // Lower is more urgent.
  int priority() const noexcept { return priority_; }

  // Runs `op` on this thread when the queue is idle; false when it is not.
  bool RunIfIdle(Operation& op) {
    if (!TryBegin()) {
      return false;
    }
    RunHere(op);
    return true;
  }
  // Runs `op` on this thread when the queue is idle and `here` is set; else later, in its turn.
  template <typename Op>
  void Submit(Op&& op, bool here) {
    if (here && RunIfIdle(op)) {
      return;
    }
    Enqueue(std::make_unique<std::remove_cvref_t<Op>>(std::forward<Op>(op)));
  }
  // Blocks until the work enqueued so far is done.
  void Wait();
  bool idle();
  // No more work will come; the thread ends when the queue is empty.
  void Close();
  ContextCore& core() const noexcept { return *core_; }
  // Has the queue's own thread see to the operations.
  void Wake() override;
  // The queue whose operation this thread runs, or null.
  static const Queue* Current() noexcept;
  // The calling thread runs part of an operation of `queue`, until the end of the scope.
  class Part {
   public:
    explicit Part(const Queue& queue) noexcept;
    ~Part();
    Part(const Part&) = delete;
    Part& operator=(const Part&) = delete;

   private:
    const Queue* outer_;
  };

 private:
  bool TryBegin();
  void WakeSoon();
  void RunHere(Operation& op);
  void Enqueue(std::unique_ptr<Operation> op);
  void RunFront(std::unique_lock<std::mutex>& lock);
  void Finish(std::unique_lock<std::mutex>& lock);
  void ThreadLoop();

  const std::shared_ptr<ContextCore> core_;
  const std::uint64_t id_;
  const int priority_;
  std::mutex mutex_;
  std::condition_variable work_;
  std::condition_variable done_;
  std::deque<std::unique_ptr<Operation>> operations_;
  std::uint64_t enqueued_ = 0;
  std::uint64_t completed_ = 0;
  unsigned waiters_ = 0;
  // An operation is being run by some thread.
  bool busy_ = false;
  // The own thread is woken later (ThreadPool::WakeLater).
  bool woken_later_ = false;
  bool closed_ = false;
  bool has_thread_ = false;
  bool collects_ = false;
};

}  // namespace kernelc::cpu
