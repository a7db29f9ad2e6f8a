// Streams of a CUDA device.
#pragma once

#include <atomic>
#include <memory>
#include <optional>

#include "runtime/backend/backend.h"
#include "runtime/cuda/driver_api.h"

namespace kernelc::cuda {

class CudaContext;

// Calls what a stream was given; what it throws goes to the error sink.
void CallReporting(const std::function<void()>& callback) noexcept;

class CudaStream final : public backend::Stream {
 public:
  // `keep_alive` is null for the default stream, which its context owns. A `handle` with the
  // priority that it was made with is owned.
  CudaStream(CudaContext& context, std::shared_ptr<backend::Context> keep_alive,
             StreamHandle handle, std::optional<int> priority);
  ~CudaStream() override;

  StreamHandle handle() const noexcept { return handle_; }

  void* native_handle() const noexcept override {
    lent_.store(true, std::memory_order_relaxed);
    return handle_;
  }
  backend::Status BeginGathering() override;
  backend::Status Gather(bool go_on, std::shared_ptr<void>* graph) override;
  backend::Status DoSynchronize() override;
  backend::Status DoQuery(bool* done) override;
  backend::Status GetPriority(int* priority) override;
  backend::Status DoWait(backend::Event& event) override;
  backend::Status DoAddCallback(std::function<void()> callback) override;
  void KeepError(ErrorInfo error) override;
  backend::Status DoCopyToDevice(DevicePointer to, const void* from, std::size_t bytes) override;
  backend::Status DoCopyToHost(void* to, DevicePointer from, std::size_t bytes) override;
  backend::Status DoCopyOnDevice(DevicePointer to, DevicePointer from, std::size_t bytes) override;
  backend::Status DoCopyFromPeer(DevicePointer to, backend::Context& from_context,
                                 DevicePointer from, std::size_t bytes) override;
  backend::Status DoMemset(DevicePointer to, std::uint8_t value, std::size_t bytes) override;
  backend::Status DoCopyStrided(const backend::StridedCopy& copy) override;
  backend::Status DoFillStrided(const backend::StridedFill& fill) override;

 private:
  CudaContext& context_;
  std::shared_ptr<backend::Context> keep_alive_;
  // Keeps the handle for the next stream of this priority, unless that could tell it from a new
  // one. The handle to be destroyed, this or one that it takes the place of; null for none. The
  // context is current.
  StreamHandle Reuse();

  StreamHandle handle_;
  std::optional<int> priority_;
  // The program has the handle, and may have given the stream attributes.
  mutable std::atomic<bool> lent_{false};
};

}  // namespace kernelc::cuda
