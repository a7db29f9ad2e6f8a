#include "runtime/cpu/queue.h"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <system_error>
#include <thread>

#include "runtime/backend/context_use.h"

namespace kernelc::cpu {
namespace {

thread_local const Queue* current_queue = nullptr;

// Printed text beyond this is written before the next synchronisation.
constexpr std::size_t kMaxBufferedOutput = std::size_t{1} << 20;

void Write(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

}  // namespace

void ContextCore::Register(const std::shared_ptr<Queue>& queue) {
  const std::lock_guard lock(mutex_);
  queues_.push_back(queue);
}

void ContextCore::Unregister(const Queue* queue) {
  const std::lock_guard lock(mutex_);
  std::erase_if(queues_, [&](const std::weak_ptr<Queue>& known) {
    const std::shared_ptr<Queue> held = known.lock();
    return held == nullptr || held.get() == queue;
  });
}

void ContextCore::WaitForAll(const Queue* except) {
  if (idle()) {
    return;
  }
  std::vector<std::shared_ptr<Queue>> queues;
  {
    const std::lock_guard lock(mutex_);
    for (const std::weak_ptr<Queue>& known : queues_) {
      if (std::shared_ptr<Queue> queue = known.lock(); queue != nullptr) {
        queues.push_back(std::move(queue));
      }
    }
  }
  for (const std::shared_ptr<Queue>& queue : queues) {
    if (queue.get() != except) {
      queue->Wait();
    }
  }
}

void ContextCore::RecordFault(std::uint64_t queue_id, ErrorInfo fault) {
  const std::lock_guard lock(mutex_);
  faults_.emplace_back(queue_id, std::move(fault));
  has_fault_.store(true, std::memory_order_release);
}

backend::Status ContextCore::TakeFault(std::uint64_t queue_id) {
  if (!has_fault_.load(std::memory_order_acquire)) [[likely]] {
    return {};
  }
  const std::lock_guard lock(mutex_);
  backend::Status first;
  std::erase_if(faults_, [&](std::pair<std::uint64_t, ErrorInfo>& fault) {
    if (queue_id != 0 && fault.first != queue_id) {
      return false;
    }
    if (first.ok()) {
      first = backend::Status(std::move(fault.second));
    }
    return true;
  });
  has_fault_.store(!faults_.empty(), std::memory_order_release);
  return first;
}

bool ContextCore::HasFault(std::uint64_t queue_id) {
  if (!has_fault_.load(std::memory_order_acquire)) [[likely]] {
    return false;
  }
  const std::lock_guard lock(mutex_);
  return std::any_of(faults_.begin(), faults_.end(),
                     [&](const auto& fault) { return fault.first == queue_id; });
}

void ContextCore::AppendOutput(std::string text) {
  const std::lock_guard lock(mutex_);
  output_ += text;
  if (output_.size() > kMaxBufferedOutput) {
    Write(output_);
    output_.clear();
  }
  has_output_.store(!output_.empty(), std::memory_order_release);
}

void ContextCore::FlushOutput() {
  if (!has_output_.load(std::memory_order_acquire)) [[likely]] {
    return;
  }
  const std::lock_guard lock(mutex_);
  Write(std::exchange(output_, {}));
  has_output_.store(false, std::memory_order_release);
}

void ContextCore::Own(DevicePointer data) {
  const std::lock_guard lock(memory_mutex_);
  memory_.insert(data);
}

bool ContextCore::Disown(DevicePointer data) {
  const std::lock_guard lock(memory_mutex_);
  return memory_.erase(data) != 0;
}

void ContextCore::FreeAll() {
  FreeDeferred();
  const std::lock_guard lock(memory_mutex_);
  for (const DevicePointer data : memory_) {
    std::free(std::bit_cast<void*>(data));
  }
  memory_.clear();
}

void ContextCore::Free(DevicePointer data) {
  // A thread that runs an operation cannot wait: the one that it would wait for may wait for it.
  if (Queue::Current() != nullptr && !idle()) {
    const std::lock_guard lock(mutex_);
    deferred_.push_back(data);
    has_deferred_.store(true, std::memory_order_release);
    return;
  }
  WaitForAll(nullptr);
  std::free(std::bit_cast<void*>(data));
}

void ContextCore::FreeDeferred() {
  std::vector<DevicePointer> ready;
  {
    const std::lock_guard lock(mutex_);
    if (!idle()) {
      return;
    }
    ready.swap(deferred_);
    has_deferred_.store(false, std::memory_order_release);
  }
  for (const DevicePointer data : ready) {
    std::free(std::bit_cast<void*>(data));
  }
}

Queue::Queue(std::shared_ptr<ContextCore> core, int priority)
    : core_(std::move(core)),
      id_([] {
        static std::atomic<std::uint64_t> last{0};
        return last.fetch_add(1, std::memory_order_relaxed) + 1;
      }()),
      priority_(priority) {}

// As if a thread were at work in it for ever: nothing is begun, and no thread is started.
std::shared_ptr<Queue> Queue::Collector(const ContextCore& like) {
  auto queue = std::make_shared<Queue>(std::make_shared<ContextCore>(like.pool(), like.place()));
  queue->busy_ = true;
  queue->has_thread_ = true;
  queue->collects_ = true;
  return queue;
}

std::vector<std::unique_ptr<Operation>> Queue::TakeAll() {
  const std::lock_guard lock(mutex_);
  std::vector<std::unique_ptr<Operation>> all;
  for (std::unique_ptr<Operation>& operation : operations_) {
    all.push_back(std::move(operation));
  }
  operations_.clear();
  return all;
}

const Queue* Queue::Current() noexcept { return current_queue; }

Queue::Part::Part(const Queue& queue) noexcept : outer_(std::exchange(current_queue, &queue)) {}
Queue::Part::~Part() { current_queue = outer_; }

bool Queue::TryBegin() {
  const std::lock_guard lock(mutex_);
  if (busy_ || !operations_.empty()) {
    return false;
  }
  busy_ = true;
  ++enqueued_;
  core_->pending_.fetch_add(1, std::memory_order_relaxed);
  return true;
}

void Queue::RunHere(Operation& op) {
  const Queue* const outer = std::exchange(current_queue, this);
  op.Run(*this);
  current_queue = outer;
  std::unique_lock lock(mutex_);
  Finish(lock);
}

void Queue::Enqueue(std::unique_ptr<Operation> op) {
  std::unique_lock lock(mutex_);
  operations_.push_back(std::move(op));
  ++enqueued_;
  core_->pending_.fetch_add(1, std::memory_order_relaxed);
  if (!has_thread_) {
    try {
      std::thread([self = shared_from_this()] { self->ThreadLoop(); }).detach();
      has_thread_ = true;
    } catch (const std::system_error&) {
      // The system has no more threads: this one does the work, at the price of waiting for it.
      lock.unlock();
      Wait();
      return;
    }
  }
  if (!busy_) {
    WakeSoon();
  }
}

// Who enqueues mostly waits next, and does the work then: a thread woken for it would only take time from one that has a
// part in it.
void Queue::WakeSoon() {
  woken_later_ = woken_later_ || (operations_.size() == 1 && core_->pool().WakeLater(shared_from_this()));
  if (!woken_later_) {
    work_.notify_one();
  }
}

void Queue::Wake() {
  const std::lock_guard lock(mutex_);
  woken_later_ = false;
  if (!busy_ && !operations_.empty()) {
    work_.notify_one();
  }
}

void Queue::RunFront(std::unique_lock<std::mutex>& lock) {
  std::unique_ptr<Operation> op = std::move(operations_.front());
  operations_.pop_front();
  busy_ = true;
  if (std::exchange(woken_later_, false)) {
    core_->pool().Cancel(*this);
  }
  lock.unlock();
  const Queue* const outer = std::exchange(current_queue, this);
  {
    const backend::StreamWork work;
    op->Run(*this);
    // Destroyed before the operation counts as done: a callback may own arrays.
    op.reset();
  }
  current_queue = outer;
  lock.lock();
  Finish(lock);
}

void Queue::Finish(std::unique_lock<std::mutex>& lock) {
  busy_ = false;
  ++completed_;
  if (waiters_ != 0) {
    done_.notify_all();
  }
  if (!operations_.empty() || closed_) {
    work_.notify_one();
  }
  if (core_->pending_.fetch_sub(1, std::memory_order_acq_rel) == 1 &&
      core_->has_deferred_.load(std::memory_order_acquire)) [[unlikely]] {
    lock.unlock();
    core_->FreeDeferred();
    lock.lock();
  }
}

void Queue::Wait() {
  std::unique_lock lock(mutex_);
  const std::uint64_t target = enqueued_;
  while (completed_ < target) {
    if (!busy_) {
      RunFront(lock);
    } else {
      ++waiters_;
      done_.wait(lock, [&] { return completed_ >= target || !busy_; });
      --waiters_;
    }
  }
}

bool Queue::idle() {
  const std::lock_guard lock(mutex_);
  return completed_ == enqueued_;
}

void Queue::Close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  work_.notify_all();
}

void Queue::ThreadLoop() {
  RunOn(core_->place().cores);
  std::unique_lock lock(mutex_);
  while (true) {
    work_.wait(lock, [this] { return (!busy_ && !operations_.empty()) || (closed_ && !busy_); });
    if (operations_.empty()) {
      break;
    }
    RunFront(lock);
  }
  lock.unlock();
  core_->Unregister(this);
}

}  // namespace kernelc::cpu
