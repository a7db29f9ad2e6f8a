#include "runtime/cpu/stream.h"

#include <bit>
#include <cstring>
#include <exception>
#include <utility>

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
  explicit CallbackOperation(std::function<void()> callback) : callback_(std::move(callback)) {}
  void Run(Queue&) override {
    try {
      callback_();
    } catch (const std::exception& error) {
      backend::Report(backend::Fail(ErrorCode::InvalidArgument, "stream callback", "cpu:0",
                                    backend::Concat("the callback threw: ", error.what())));
    } catch (...) {
      backend::Report(backend::Fail(ErrorCode::InvalidArgument, "stream callback", "cpu:0",
                                    "the callback threw"));
    }
  }

 private:
  std::function<void()> callback_;
};

}  // namespace

CpuStream::CpuStream(CpuContext& context, std::shared_ptr<backend::Context> keep_alive,
                     int priority)
    : Stream(context),
      keep_alive_(std::move(keep_alive)),
      queue_(std::make_shared<Queue>(context.shared_core())),
      priority_(priority) {
  context.core().Register(queue_);
}

// Queued work goes on: the queue's thread keeps the queue until it is empty.
CpuStream::~CpuStream() { queue_->Close(); }

Status CpuStream::Synchronize() {
  if (Queue::Current() == queue_.get()) {
    return backend::Fail(ErrorCode::InvalidArgument, "stream synchronize",
                         context().device().name(),
                         "a stream callback cannot wait for its own stream");
  }
  queue_->Wait();
  ContextCore& core = queue_->core();
  core.FlushOutput();
  return core.TakeFault(queue_->id());
}

Status CpuStream::Query(bool* done) {
  *done = queue_->idle();
  return *done ? queue_->core().TakeFault(queue_->id()) : Status();
}

Status CpuStream::GetPriority(int* priority) {
  *priority = priority_;
  return {};
}

Status CpuStream::Wait(backend::Event& event) {
  return static_cast<CpuEvent&>(event).WaitIn(*queue_);
}

Status CpuStream::AddCallback(std::function<void()> callback) {
  queue_->Submit(CallbackOperation(std::move(callback)), false);
  return {};
}

Status CpuStream::CopyToDevice(DevicePointer to, const void* from, std::size_t bytes) {
  return CopyOnDevice(to, std::bit_cast<DevicePointer>(from), bytes);
}

Status CpuStream::CopyToHost(void* to, DevicePointer from, std::size_t bytes) {
  return CopyOnDevice(std::bit_cast<DevicePointer>(to), from, bytes);
}

Status CpuStream::CopyOnDevice(DevicePointer to, DevicePointer from, std::size_t bytes) {
  queue_->Submit(CopyOperation(to, from, bytes), bytes <= kSmallBytes);
  return {};
}

Status CpuStream::Memset(DevicePointer to, std::uint8_t value, std::size_t bytes) {
  queue_->Submit(MemsetOperation(to, value, bytes), bytes <= kSmallBytes);
  return {};
}

Status CpuStream::CopyStrided(const backend::StridedCopy& copy) {
  queue_->Submit(StridedCopyOperation(copy), false);
  return {};
}

Status CpuStream::FillStrided(const backend::StridedFill& fill) {
  queue_->Submit(StridedFillOperation(fill), false);
  return {};
}

}  // namespace kernelc::cpu
