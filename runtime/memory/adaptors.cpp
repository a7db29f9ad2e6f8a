// limit, statistics, logging, failing.
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <mutex>

#include "runtime/backend/backend.h"
#include "runtime/memory/adaptor.h"
#include "runtime/memory/counters.h"

namespace kernelc::memory {
namespace {

using backend::Concat;
using backend::Status;

Status Refuse(const backend::MemoryResource& resource, std::size_t bytes, std::string message) {
  ErrorInfo info;
  info.code = ErrorCode::OutOfMemory;
  info.operation = "allocate";
  info.object = resource.context().device().name();
  info.requested_bytes = bytes;
  info.message = std::move(message);
  return Status(std::move(info));
}

class Limit final : public Adaptor {
 public:
  Limit(ResourcePtr upstream, std::uint64_t most) : Adaptor(std::move(upstream)), most_(most) {}
  Status Allocate(std::size_t bytes, backend::Stream& stream, DevicePointer* data) override {
    if (!Take(bytes)) {
      const std::uint64_t used = used_.load(std::memory_order_relaxed);
      Status status = Refuse(*this, bytes,
                             Concat(bytes, " bytes requested, ", used, " of ", most_,
                                    " in use, which is the limit of the `", name(), "` resource"));
      status.info().free_bytes = most_ - used;
      status.info().total_bytes = most_;
      status.info().active_bytes = used;
      return status;
    }
    Status status = upstream().Allocate(bytes, stream, data);
    if (!status.ok()) {
      used_.fetch_sub(bytes, std::memory_order_relaxed);
    }
    return status;
  }
  Status Free(DevicePointer data, std::size_t bytes, backend::Stream& stream) override {
    Status status = upstream().Free(data, bytes, stream);
    if (status.ok()) {
      used_.fetch_sub(bytes, std::memory_order_relaxed);
    }
    return status;
  }

 private:
  std::string_view kind() const noexcept override { return "limit"; }
  bool Take(std::uint64_t bytes) noexcept {
    std::uint64_t used = used_.load(std::memory_order_relaxed);
    do {
      if (bytes > most_ - used) {
        return false;
      }
    } while (!used_.compare_exchange_weak(used, used + bytes, std::memory_order_relaxed));
    return true;
  }

  const std::uint64_t most_;
  std::atomic<std::uint64_t> used_{0};
};

class Statistics final : public Adaptor {
 public:
  using Adaptor::Adaptor;
  Status Allocate(std::size_t bytes, backend::Stream& stream, DevicePointer* data) override {
    Status status = upstream().Allocate(bytes, stream, data);
    if (status.ok()) {
      ledger_.Allocated(bytes);
    } else if (status.info().code == ErrorCode::OutOfMemory) {
      ledger_.RanOut();
    }
    return status;
  }
  Status Free(DevicePointer data, std::size_t bytes, backend::Stream& stream) override {
    Status status = upstream().Free(data, bytes, stream);
    if (status.ok()) {
      ledger_.Freed(bytes);
    }
    return status;
  }
  MemoryStats Stats() override { return ledger_.Get(); }
  void ResetPeaks() override { ledger_.ResetPeaks(); }

 private:
  std::string_view kind() const noexcept override { return "statistics"; }

  Ledger ledger_;
};

class Logging final : public Adaptor {
 public:
  Logging(ResourcePtr upstream, MemoryLog log)
      : Adaptor(std::move(upstream)), log_(std::move(log)) {
    log_("thread,seconds,action,address,bytes,stream");
  }
  Status Allocate(std::size_t bytes, backend::Stream& stream, DevicePointer* data) override {
    Status status = upstream().Allocate(bytes, stream, data);
    Write(status.ok() ? "allocate" : "allocate failure", status.ok() ? *data : 0, bytes, stream);
    return status;
  }
  Status Free(DevicePointer data, std::size_t bytes, backend::Stream& stream) override {
    // First: afterwards the address may be another thread's.
    Write("free", data, bytes, stream);
    return upstream().Free(data, bytes, stream);
  }

 private:
  std::string_view kind() const noexcept override { return "logging"; }
  void Write(std::string_view action, DevicePointer data, std::size_t bytes,
             const backend::Stream& stream) {
    const auto passed = std::chrono::steady_clock::now() - begin_;
    const auto micros = std::chrono::duration_cast<std::chrono::microseconds>(passed).count();
    std::string fraction = std::to_string(micros % 1'000'000);
    fraction.insert(0, 6 - fraction.size(), '0');
    const std::string line = Concat(syscall(SYS_gettid), ',', micros / 1'000'000, '.', fraction,
                                    ',', action, ',', data, ',', bytes, ',', stream.id());
    const std::lock_guard lock(mutex_);
    log_(line);
  }

  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::mutex mutex_;
  const MemoryLog log_;
};

class Failing final : public Adaptor {
 public:
  Failing(ResourcePtr upstream, const FailingSettings& settings)
      : Adaptor(std::move(upstream)), settings_(settings) {}
  Status Allocate(std::size_t bytes, backend::Stream& stream, DevicePointer* data) override {
    const std::uint64_t number = calls_.fetch_add(1, std::memory_order_relaxed) + 1;
    const bool is_chosen = number == settings_.nth ||
                           (settings_.every != 0 && number % settings_.every == 0) ||
                           bytes >= settings_.from_bytes;
    if (is_chosen) {
      return Refuse(*this, bytes,
                    Concat(bytes, " bytes requested; request ", number, " of the `", name(),
                           "` resource was made to fail"));
    }
    return upstream().Allocate(bytes, stream, data);
  }

 private:
  std::string_view kind() const noexcept override { return "failing"; }

  const FailingSettings settings_;
  std::atomic<std::uint64_t> calls_{0};
};

}  // namespace

ResourcePtr MakeLimit(ResourcePtr upstream, std::uint64_t bytes) {
  return std::make_shared<Limit>(std::move(upstream), bytes);
}

ResourcePtr MakeStatistics(ResourcePtr upstream) {
  return std::make_shared<Statistics>(std::move(upstream));
}

ResourcePtr MakeLogging(ResourcePtr upstream, MemoryLog log) {
  return std::make_shared<Logging>(std::move(upstream), std::move(log));
}

ResourcePtr MakeFailing(ResourcePtr upstream, const FailingSettings& settings) {
  return std::make_shared<Failing>(std::move(upstream), settings);
}

}  // namespace kernelc::memory
