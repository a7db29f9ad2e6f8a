#include "runtime/cpu/stream.h"

#include <bit>
#include <cstring>
#include <exception>
#include <utility>
#include <vector>

#include "runtime/backend/text.h"
#include "runtime/cpu/context.h"
#include "runtime/cpu/event.h"

namespace kernelc::cpu {
namespace {

using backend::Status;

// Memory operations up to this size run on the thread that asks for them when the stream is idle.
constexpr std::size_t kSmallBytes = std::size_t{64} << 10;

class CopyOperation final : public Operation {
 public:
  CopyOperation(DevicePointer to, DevicePointer from, std::size_t bytes)
      : to_(to), from_(from), bytes_(bytes) {}
  void Run(Queue&) override {
    std::memmove(std::bit_cast<void*>(to_), std::bit_cast<const void*>(from_), bytes_);
  }

 private:
  DevicePointer to_;
  DevicePointer from_;
  std::size_t bytes_;
};

class MemsetOperation final : public Operation {
 public:
  MemsetOperation(DevicePointer to, std::uint8_t value, std::size_t bytes)
      : to_(to), value_(value), bytes_(bytes) {}
  void Run(Queue&) override { std::memset(std::bit_cast<void*>(to_), value_, bytes_); }

 private:
  DevicePointer to_;
  std::uint8_t value_;
  std::size_t bytes_;
};

class StridedCopyOperation final : public Operation {
 public:
  explicit StridedCopyOperation(const backend::StridedCopy& copy) : copy_(copy) {}
  void Run(Queue&) override { backend::CopyStridedOnHost(copy_); }

 private:
  backend::StridedCopy copy_;
};

class StridedFillOperation final : public Operation {
 public:
  explicit StridedFillOperation(const backend::StridedFill& fill) : fill_(fill) {}
  void Run(Queue&) override { backend::FillStridedOnHost(fill_); }

 private:
  backend::StridedFill fill_;
};

class CallbackOperation final : public Operation {
 public:
  CallbackOperation(std::function<void()> callback, const std::string& device)
      : callback_(std::move(callback)), device_(device) {}
  void Run(Queue&) override {
    try {
      callback_();
    } catch (const std::exception& error) {
      backend::Report(backend::Fail(ErrorCode::InvalidArgument, "stream callback", device_,
                                    backend::Concat("the callback threw: ", error.what())));
    } catch (...) {
      backend::Report(backend::Fail(ErrorCode::InvalidArgument, "stream callback", device_,
                                    "the callback threw"));
    }
  }

 private:
  std::function<void()> callback_;
  // Devices live as long as the process.
  const std::string& device_;
};

// The queues that a thread has of its own, one for each context that it used so.
class ThreadQueues {
 public:
  ~ThreadQueues() {
    for (const std::shared_ptr<Queue>& queue : queues_) {
      if (!backend::Forked(DeviceKind::Cpu)) {
        queue->Close();
      }
    }
  }
  Queue& Get(const std::shared_ptr<ContextCore>& core) {
    for (const std::shared_ptr<Queue>& queue : queues_) {
      if (&queue->core() == core.get()) {
        return *queue;
      }
    }
    queues_.push_back(std::make_shared<Queue>(core));
    core->Register(queues_.back());
    return *queues_.back();
  }

 private:
  std::vector<std::shared_ptr<Queue>> queues_;
};

thread_local ThreadQueues thread_queues;

}  // namespace

CpuStream::CpuStream(CpuContext& context, std::shared_ptr<backend::Context> keep_alive,
                     std::shared_ptr<Queue> queue)
    : Stream(context),
      keep_alive_(std::move(keep_alive)),
      core_(context.shared_core()),
      queue_(std::move(queue)) {
  if (queue_ != nullptr && !queue_->collects()) {
    core_->Register(queue_);
  }
}

// Queued work goes on: the queue's thread keeps the queue until it is empty.
CpuStream::~CpuStream() {
  context().memory().StreamEnds(*this);
  // In the child of a fork the thread is gone, and may have held the lock.
  if (queue_ != nullptr && !backend::Forked(DeviceKind::Cpu)) {
    queue_->Close();
  }
}

Queue& CpuStream::ThreadQueue() const { return thread_queues.Get(core_); }

Status CpuStream::DoSynchronize() {
  KC_USE_CONTEXT(context());
  Queue& queue = this->queue();
  if (Queue::Current() == &queue) {
    return backend::Fail(ErrorCode::InvalidArgument, "stream synchronize",
                         context().device().name(),
                         "a stream callback cannot wait for its own stream");
  }
  queue.Wait();
  core_->FlushOutput();
  return core_->TakeFault(queue.id());
}

Status CpuStream::DoQuery(bool* done) {
  KC_USE_CONTEXT(context());
  Queue& queue = this->queue();
  *done = queue.idle();
  return *done ? core_->TakeFault(queue.id()) : Status();
}

Status CpuStream::GetPriority(int* priority) {
  KC_USE_CONTEXT(context());
  *priority = queue().priority();
  return {};
}

Status CpuStream::DoWait(backend::Event& event) {
  KC_USE_CONTEXT(context());
  return static_cast<CpuEvent&>(event).WaitIn(queue());
}

Status CpuStream::DoAddCallback(std::function<void()> callback) {
  KC_USE_CONTEXT(context());
  queue().Submit(CallbackOperation(std::move(callback), context().device().name()), false);
  return {};
}

void CpuStream::KeepError(ErrorInfo error) { core_->RecordFault(queue().id(), std::move(error)); }

Status CpuStream::DoCopyToDevice(DevicePointer to, const void* from, std::size_t bytes) {
  return DoCopyOnDevice(to, std::bit_cast<DevicePointer>(from), bytes);
}

Status CpuStream::DoCopyToHost(void* to, DevicePointer from, std::size_t bytes) {
  return DoCopyOnDevice(std::bit_cast<DevicePointer>(to), from, bytes);
}

Status CpuStream::DoCopyOnDevice(DevicePointer to, DevicePointer from, std::size_t bytes) {
  KC_USE_CONTEXT(context());
  queue().Submit(CopyOperation(to, from, bytes), bytes <= kSmallBytes);
  return {};
}

Status CpuStream::DoMemset(DevicePointer to, std::uint8_t value, std::size_t bytes) {
  KC_USE_CONTEXT(context());
  queue().Submit(MemsetOperation(to, value, bytes), bytes <= kSmallBytes);
  return {};
}

Status CpuStream::DoCopyStrided(const backend::StridedCopy& copy) {
  KC_USE_CONTEXT(context());
  queue().Submit(StridedCopyOperation(copy), false);
  return {};
}

Status CpuStream::DoFillStrided(const backend::StridedFill& fill) {
  KC_USE_CONTEXT(context());
  queue().Submit(StridedFillOperation(fill), false);
  return {};
}

}  // namespace kernelc::cpu
