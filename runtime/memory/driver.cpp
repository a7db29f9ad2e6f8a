// Memory as the device and the system give it.
#include <algorithm>
#include <atomic>
#include <bit>
#include <mutex>
#include <unordered_map>
#include <utility>

#include "runtime/backend/text.h"
#include "runtime/memory/plain.h"
#include "runtime/memory/uses.h"

namespace kernelc::memory {
namespace {

using backend::Status;

class Driver final : public Plain {
 public:
  using Plain::Plain;
  std::string name() const override { return "driver"; }
  bool stream_ordered() const noexcept override { return false; }
  Status Allocate(std::size_t bytes, backend::Stream&, DevicePointer* data) override {
    return Count(context().Allocate(bytes, data), bytes);
  }
  Status Free(DevicePointer data, std::size_t bytes, backend::Stream&) override {
    return Uncount(context().Free(data), bytes);
  }
};

class Async final : public Plain {
 public:
  Async(backend::Context& context, std::unique_ptr<backend::AsyncPool> pool)
      : Plain(context), pool_(std::move(pool)) {}
  std::string name() const override { return "async"; }
  bool stream_ordered() const noexcept override { return true; }
  Status Allocate(std::size_t bytes, backend::Stream& stream, DevicePointer* data) override {
    Status status = pool_->Allocate(bytes, stream, data);
    if (!status.ok() && status.info().code == ErrorCode::OutOfMemory) {
      // What the pool keeps may be in pieces.
      KC_RETURN_IF_FAILED(ReleaseHeld());
      status = pool_->Allocate(bytes, stream, data);
    }
    return Count(std::move(status), bytes);
  }
  // After the work of other streams that use it.
  Status Free(DevicePointer data, std::size_t bytes, backend::Stream& stream) override {
    if (context().gone()) {
      return {};
    }
    StreamUses uses = TakeUses(data);
    StreamUses::Marks marks;
    KC_RETURN_IF_FAILED(uses.TakeMarks(RecordNewMark, &marks));
    for (const std::unique_ptr<backend::Event>& mark : marks) {
      KC_RETURN_IF_FAILED(stream.Wait(*mark));
    }
    KC_RETURN_IF_FAILED(Uncount(pool_->Free(data, stream), bytes));
    return holding_.load(std::memory_order_relaxed) ? Status() : ReleaseHeld();
  }
  Status RecordUse(DevicePointer data, backend::Stream& stream) override {
    KC_USE_CONTEXT(context());
    const std::lock_guard lock(uses_mutex_);
    KC_RETURN_IF_FAILED(uses_[data].Add(stream, RecordNewMark));
    has_uses_.store(true, std::memory_order_relaxed);
    return {};
  }
  // What streams have not freed yet is not there to be given back.
  Status ReleaseHeld() override {
    KC_RETURN_IF_FAILED(context().WaitForWork());
    return pool_->Trim();
  }
  Status StopHolding() override {
    holding_.store(false, std::memory_order_relaxed);
    return ReleaseHeld();
  }
  MemoryStats Stats() override {
    MemoryStats stats = Plain::Stats();
    std::uint64_t reserved = 0;
    if (pool_->GetReserved(&reserved).ok() && reserved > stats.allocated_bytes.current) {
      stats.held_bytes = reserved - stats.allocated_bytes.current;
      stats.reserved_bytes.added += stats.held_bytes;
      stats.reserved_bytes.current = reserved;
      stats.reserved_bytes.peak = std::max(stats.reserved_bytes.peak, reserved);
    }
    return stats;
  }

 private:
  StreamUses TakeUses(DevicePointer data) {
    if (!has_uses_.load(std::memory_order_relaxed)) [[likely]] {
      return {};
    }
    const std::lock_guard lock(uses_mutex_);
    const auto found = uses_.find(data);
    if (found == uses_.end()) {
      return {};
    }
    StreamUses taken = std::move(found->second);
    uses_.erase(found);
    has_uses_.store(!uses_.empty(), std::memory_order_relaxed);
    return taken;
  }

  std::unique_ptr<backend::AsyncPool> pool_;
  std::atomic<bool> holding_{true};
  std::atomic<bool> has_uses_{false};
  std::mutex uses_mutex_;
  std::unordered_map<DevicePointer, StreamUses> uses_;
};

// Page-locked host memory. Freeing waits for work that may use it.
class Pinned final : public Plain {
 public:
  Pinned(backend::Context& context, const backend::HostMemoryFlags& flags)
      : Plain(context), flags_(flags) {}
  std::string name() const override { return "pinned"; }
  bool stream_ordered() const noexcept override { return false; }
  Status Allocate(std::size_t bytes, backend::Stream&, DevicePointer* data) override {
    void* memory = nullptr;
    KC_RETURN_IF_FAILED(Count(context().AllocateHost(bytes, flags_, &memory), bytes));
    *data = std::bit_cast<DevicePointer>(memory);
    return {};
  }
  Status Free(DevicePointer data, std::size_t bytes, backend::Stream&) override {
    return Uncount(context().FreeHost(std::bit_cast<void*>(data)), bytes);
  }

 private:
  const backend::HostMemoryFlags flags_;
};

}  // namespace

Status NotOfThisKind(const backend::MemoryResource& resource, const char* operation,
                     const char* why) {
  return backend::Fail(
      ErrorCode::NotSupported, operation, resource.context().device().name(),
      backend::Concat("the memory resource `", resource.name(), "` cannot: ", why));
}

ResourcePtr MakeDriver(backend::Context& context) { return std::make_shared<Driver>(context); }

ResourcePtr MakePinned(backend::Context& context, const backend::HostMemoryFlags& flags) {
  return std::make_shared<Pinned>(context, flags);
}

Status MakeAsync(backend::Context& context, ResourcePtr* resource) {
  std::unique_ptr<backend::AsyncPool> pool;
  KC_RETURN_IF_FAILED(context.CreatePool(&pool));
  *resource = std::make_shared<Async>(context, std::move(pool));
  return {};
}

}  // namespace kernelc::memory
