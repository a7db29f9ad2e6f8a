// Streams of the CPU device.
#pragma once

#include <memory>

#include "runtime/backend/backend.h"
#include "runtime/cpu/queue.h"

namespace kernelc::cpu {

class CpuContext;

class CpuStream final : public backend::Stream {
 public:
  // `keep_alive` is null for a stream that its context owns. A stream without a queue is each
  // thread's own one.
  CpuStream(CpuContext& context, std::shared_ptr<backend::Context> keep_alive,
            std::shared_ptr<Queue> queue);
  ~CpuStream() override;

  Queue& queue() const { return queue_ != nullptr ? *queue_ : ThreadQueue(); }

  void* native_handle() const noexcept override { return nullptr; }
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
  Queue& ThreadQueue() const;

  std::shared_ptr<backend::Context> keep_alive_;
  std::shared_ptr<ContextCore> core_;
  std::shared_ptr<Queue> queue_;
};

}  // namespace kernelc::cpu
