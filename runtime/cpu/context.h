// The CPU device and its context.
#pragma once

#include <memory>

#include "runtime/backend/backend.h"
#include "runtime/cpu/queue.h"
#include "runtime/cpu/stream.h"
#include "runtime/cpu/thread_pool.h"

namespace kernelc::cpu {

class CpuDevice final : public backend::Device {
 public:
  CpuDevice(int ordinal, const Place& place);
  backend::Status MakeContext(std::shared_ptr<backend::Context>* context) override;
  backend::Status CanAccessPeer(backend::Device& peer, bool* can) override;

  ThreadPool& pool() noexcept { return pool_; }
  const Place& place() const noexcept { return place_; }

 private:
  const Place& place_;
  ThreadPool pool_;
};

class CpuContext final : public backend::Context {
 public:
  explicit CpuContext(CpuDevice& device);
  ~CpuContext() override;

  backend::Stream& default_stream() noexcept override { return default_stream_; }
  backend::Stream& per_thread_stream() noexcept override { return per_thread_stream_; }
  bool broken() const noexcept override { return false; }
  void* native_handle() const noexcept override { return nullptr; }
  ContextCore& core() const noexcept { return *core_; }
  const std::shared_ptr<ContextCore>& shared_core() const noexcept { return core_; }

  // Nothing is current on a CPU.
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

 private:
  std::shared_ptr<ContextCore> core_;
  CpuStream default_stream_;
  CpuStream per_thread_stream_;
};

}  // namespace kernelc::cpu
