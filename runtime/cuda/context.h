// CUDA devices and their primary contexts.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "runtime/backend/backend.h"
#include "runtime/cuda/driver_api.h"
#include "runtime/cuda/cublas.h"
#include "runtime/cuda/error_records.h"
#include "runtime/cuda/handle_pool.h"
#include "runtime/cuda/stream.h"

namespace kernelc::cuda {

class CudaDevice final : public backend::Device {
 public:
  explicit CudaDevice(int ordinal) : Device(DeviceKind::Cuda, ordinal) {}
  // Asks the driver for everything that properties() holds.
  backend::Status ReadProperties();
  backend::Status MakeContext(std::shared_ptr<backend::Context>* context) override;
  backend::Status CanAccessPeer(backend::Device& peer, bool* can) override;

  DeviceOrdinal handle() const noexcept { return handle_; }
  std::size_t max_pitch() const noexcept { return max_pitch_; }
  // The primary context met an error that ended it: the next one is made after a reset.
  void MarkForReset() noexcept { needs_reset_.store(true, std::memory_order_relaxed); }

 private:
  backend::Status Retain(ContextHandle* handle);

  DeviceOrdinal handle_ = 0;
  std::size_t max_pitch_ = 0;
  std::atomic<bool> needs_reset_{false};
};

class CudaContext final : public backend::Context {
 public:
  // Takes over one retain of the device's primary context.
  CudaContext(CudaDevice& device, ContextHandle handle);
  ~CudaContext() override;

  CudaDevice& cuda_device() const noexcept { return device_; }
  ContextHandle handle() const noexcept { return handle_; }
  // Completes a driver's status with the device's name, and notes when the error ended the context.
  // For a success this is one comparison.
  backend::Status Note(backend::Status status) const;
  // The same for a request of memory: a refusal for want of it says how much was asked for and how
  // much there is. The context is current.
  backend::Status NoteAllocation(backend::Status status, std::size_t bytes) const;
  // For destructors: completes and reports a failure, but none of a process that ends or of a
  // context that is gone.
  void ReportUnlessGone(backend::Status status) const noexcept;
  // The same without the report: completed, or success.
  backend::Status UnlessGone(backend::Status status) const;

  backend::Stream& default_stream() noexcept override { return default_stream_; }
  backend::Stream& per_thread_stream() noexcept override { return per_thread_stream_; }
  bool broken() const noexcept override { return broken_.load(std::memory_order_acquire); }
  void* native_handle() const noexcept override { return handle_; }

  backend::Status Enter(void** previous) override;
  backend::Status Leave(void* previous) override;
  backend::Status DoSynchronize() override;
  backend::Status WaitForWork() override;
  backend::Status Reset() override;
  backend::Status SetProfiling(bool on) override;
  backend::Status GetStreamPriorities(StreamPriorities* priorities) override;
  backend::Status GetMemoryInfo(MemoryInfo* info) override;
  backend::Status DoAllocate(std::size_t bytes, DevicePointer* data) override;
  backend::Status DoFree(DevicePointer data) override;
  backend::Status Adopt(DevicePointer data) override;
  backend::Status CreatePool(std::unique_ptr<backend::AsyncPool>* pool) override;
  backend::Status DoAllocateManaged(std::size_t bytes, DevicePointer* data) override;
  backend::Status DoAllocateHost(std::size_t bytes, const backend::HostMemoryFlags& flags,
                               void** data) override;
  backend::Status DoFreeHost(void* data) override;
  backend::Status DoRegisterHost(void* data, std::size_t bytes,
                               const backend::HostMemoryFlags& flags) override;
  backend::Status DoUnregisterHost(void* data) override;
  backend::Status MapHost(void* data, DevicePointer* device) override;
  backend::Status EnablePeerAccess(backend::Context& peer) override;
  backend::Status DisablePeerAccess(backend::Context& peer) override;
  backend::Status GetBlasHandle(backend::Stream& stream, void** handle) override;
  backend::Status ExportMemory(DevicePointer data, backend::IpcMemory* memory) override;
  backend::Status OpenMemory(const backend::IpcMemory& memory, DevicePointer* data) override;
  backend::Status CloseMemory(DevicePointer data) override;
  backend::Status DoCreateStream(const StreamOptions& options,
                               std::unique_ptr<backend::Stream>* stream) override;
  backend::Status WrapStream(void* native_stream,
                             std::unique_ptr<backend::Stream>* stream) override;
  backend::Status CreateEvent(const EventOptions& options,
                              std::unique_ptr<backend::Event>* event) override;
  backend::Status CreateMark(std::unique_ptr<backend::Event>* mark) override;
  backend::Status DoLoadModule(std::shared_ptr<const abi::KernelImage> image,
                             std::unique_ptr<backend::Module>* module) override;
  backend::Status DoAssemble(std::string_view ptx, std::span<const LinkInput> inputs, unsigned level,
                           std::vector<std::byte>* code) override;
  backend::Status InstantiateGraph(std::span<const backend::GraphNode> nodes,
                                   std::unique_ptr<backend::GraphExec>* exec) override;
  backend::Status GetAssembler(std::string* name) override;

  // Completes a status that says nothing about the state of the context.
  backend::Status Named(backend::Status status) const;

  ErrorRecords& errors() noexcept { return errors_; }
  // Events, by whether they have times, and streams, by priority.
  HandlePool<EventHandle>& events() noexcept { return events_; }
  HandlePool<StreamHandle>& streams() noexcept { return streams_; }
  // The first error that device code reported, for everything that synchronises.
  backend::Status TakeError();

  // The kernel launched last, for errors that do not say where they come from. `name` is never
  // freed.
  void NoteLaunch(const std::string* name) noexcept {
    last_kernel_.store(name, std::memory_order_relaxed);
  }

 private:
  backend::Status MakeEventHandle(bool timing, EventHandle* handle);
  // What waits for its next use; the first failure.
  backend::Status DestroyPooled();
  // Of a context that is marked, so that nobody comes any more.
  backend::Status SynchronizeLast();

  CudaDevice& device_;
  ContextHandle handle_;
  mutable std::atomic<bool> broken_{false};
  std::atomic<const std::string*> last_kernel_{nullptr};
  ErrorRecords errors_;
  HandlePool<EventHandle> events_;
  HandlePool<StreamHandle> streams_;
  BlasHandles blas_handles_;
  CudaStream default_stream_;
  CudaStream per_thread_stream_;
};

// Makes a context current for a scope and restores what was current before. Asks the driver what is
// current each time: the program may have changed it.
class CurrentContext {
 public:
  // A failure names `operation` when the context is not there any more.
  explicit CurrentContext(const CudaContext& context, const char* operation = "use context")
      : context_(context), use_(context), status_(context.CheckUsable(operation)) {
    if (!status_.ok()) [[unlikely]] {
      use_.EndWithReset();
      return;
    }
    ContextHandle current = nullptr;
    status_ = DRIVER_CALL(cuCtxGetCurrent, &current);
    if (status_.ok() && current != context.handle()) [[unlikely]] {
      Push();
    }
  }
  ~CurrentContext() {
    if (pushed_) [[unlikely]] {
      Pop();
    }
  }
  CurrentContext(const CurrentContext&) = delete;
  CurrentContext& operator=(const CurrentContext&) = delete;
  bool ok() const noexcept { return status_.ok(); }
  // As the driver gave it: Note() completes it.
  backend::Status TakeStatus() { return std::move(status_); }

 private:
  void Push();
  void Pop() noexcept;

  const CudaContext& context_;
  backend::ContextUse use_;
  backend::Status status_;
  bool pushed_ = false;
};

}  // namespace kernelc::cuda

// Enters `context` for the rest of the enclosing function, or returns why not.
#define KC_ENTER_CONTEXT(context)                                        \
  ::kernelc::cuda::CurrentContext kc_current_context(context, __func__); \
  if (!kc_current_context.ok()) [[unlikely]] {                           \
    return (context).Note(kc_current_context.TakeStatus());              \
  }
