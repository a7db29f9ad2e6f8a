// Memory that host and device share: on a CPU, all of it.
#include <bit>

#include "runtime/cpu/context.h"

namespace kernelc::cpu {

using backend::HostMemoryFlags;
using backend::Status;

Status CpuContext::DoAllocateManaged(std::size_t bytes, DevicePointer* data) {
  return DoAllocate(bytes, data);
}

Status CpuContext::DoAllocateHost(std::size_t bytes, const HostMemoryFlags&, void** data) {
  KC_USE_CONTEXT(*this);
  DevicePointer address = 0;
  KC_RETURN_IF_FAILED(DoAllocate(bytes, &address));
  // The program has the address: a reset leaves the memory to FreeHost().
  static_cast<void>(core_->Disown(address));
  *data = std::bit_cast<void*>(address);
  return {};
}

Status CpuContext::DoFreeHost(void* data) {
  const backend::ContextUse use(*this);
  if (!backend::Forked(DeviceKind::Cpu)) {
    core_->Free(std::bit_cast<DevicePointer>(data));
  }
  return {};
}

Status CpuContext::DoRegisterHost(void*, std::size_t, const HostMemoryFlags&) { return {}; }

Status CpuContext::DoUnregisterHost(void*) { return {}; }

Status CpuContext::MapHost(void* data, DevicePointer* device) {
  *device = std::bit_cast<DevicePointer>(data);
  return {};
}

namespace {

Status NoIpc(const backend::Device& device, const char* operation) {
  return backend::Fail(ErrorCode::NotSupported, operation, device.name(),
                       "memory of the CPU device cannot be opened by another process");
}

}  // namespace

// CPU devices see each other's memory without that.
Status CpuContext::EnablePeerAccess(backend::Context&) {
  KC_USE_CONTEXT(*this);
  return {};
}

Status CpuContext::DisablePeerAccess(backend::Context& peer) { return EnablePeerAccess(peer); }

Status CpuContext::ExportMemory(DevicePointer, backend::IpcMemory*) {
  return NoIpc(device(), "export memory");
}

Status CpuContext::OpenMemory(const backend::IpcMemory&, DevicePointer*) {
  return NoIpc(device(), "open memory");
}

Status CpuContext::CloseMemory(DevicePointer) { return NoIpc(device(), "close memory"); }

Status CpuStream::DoCopyFromPeer(DevicePointer to, backend::Context& from_context,
                               DevicePointer from, std::size_t bytes) {
  KC_USE_CONTEXT(from_context);
  return DoCopyOnDevice(to, from, bytes);
}

}  // namespace kernelc::cpu
