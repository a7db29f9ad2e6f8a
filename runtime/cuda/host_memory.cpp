// Memory that host and device share: page-locked, mapped, managed; and memory of other processes.
#include <sys/sysinfo.h>

#include <cstring>
#include <utility>

#include "runtime/backend/text.h"
#include "runtime/cuda/context.h"

namespace kernelc::cuda {
namespace {

using backend::HostMemoryFlags;
using backend::Status;

// What the driver says of memory that is page-locked already, or is not.
Status NoteRegistration(const CudaContext& context, Status status) {
  status = context.Note(std::move(status));
  if (!status.ok() && (status.info().driver_status == kErrorHostMemoryAlreadyRegistered ||
                       status.info().driver_status == kErrorHostMemoryNotRegistered)) {
    status.info().code = ErrorCode::InvalidArgument;
  }
  return status;
}

}  // namespace

Status CudaContext::DoAllocateManaged(std::size_t bytes, DevicePointer* data) {
  if (!device_.properties().managed_memory) {
    return backend::Fail(ErrorCode::NotSupported, "allocate managed memory", device_.name(),
                         "the device has no managed memory");
  }
  KC_ENTER_CONTEXT(*this);
  DriverPointer pointer = 0;
  KC_RETURN_IF_FAILED(NoteAllocation(
      DRIVER_CALL(cuMemAllocManaged, &pointer, bytes, unsigned{kMemoryAttachGlobal}), bytes));
  *data = pointer;
  return {};
}

Status CudaContext::DoAllocateHost(std::size_t bytes, const HostMemoryFlags& flags, void** data) {
  KC_ENTER_CONTEXT(*this);
  const unsigned bits = (flags.portable ? kHostAllocPortable : 0U) |
                        (flags.mapped ? kHostAllocMapped : 0U) |
                        (flags.write_combined ? kHostAllocWriteCombined : 0U);
  Status status = Note(DRIVER_CALL(cuMemHostAlloc, data, bytes, bits));
  if (!status.ok() && status.info().code == ErrorCode::OutOfMemory) {
    struct sysinfo machine {};
    static_cast<void>(sysinfo(&machine));
    ErrorInfo& info = status.info();
    info.requested_bytes = bytes;
    info.free_bytes = std::uint64_t{machine.freeram} * machine.mem_unit;
    info.total_bytes = std::uint64_t{machine.totalram} * machine.mem_unit;
    info.message =
        backend::Concat(bytes, " bytes of page-locked host memory requested, ", info.free_bytes,
                        " of ", info.total_bytes, " free");
  }
  return status;
}

Status CudaContext::DoFreeHost(void* data) {
  if (gone()) {
    return {};
  }
  CurrentContext current(*this);
  ReportUnlessGone(current.ok() ? DRIVER_CALL(cuMemFreeHost, data) : current.TakeStatus());
  return {};
}

Status CudaContext::DoRegisterHost(void* data, std::size_t bytes, const HostMemoryFlags& flags) {
  KC_ENTER_CONTEXT(*this);
  const unsigned bits = (flags.portable ? kHostRegisterPortable : 0U) |
                        (flags.mapped ? kHostRegisterMapped : 0U);
  return NoteRegistration(*this, DRIVER_CALL(cuMemHostRegister, data, bytes, bits));
}

Status CudaContext::DoUnregisterHost(void* data) {
  if (gone()) {
    return {};
  }
  KC_ENTER_CONTEXT(*this);
  return NoteRegistration(*this, DRIVER_CALL(cuMemHostUnregister, data));
}

Status CudaContext::MapHost(void* data, DevicePointer* device) {
  KC_ENTER_CONTEXT(*this);
  DriverPointer pointer = 0;
  KC_RETURN_IF_FAILED(Note(DRIVER_CALL(cuMemHostGetDevicePointer, &pointer, data, 0U)));
  *device = pointer;
  return {};
}

Status CudaContext::ExportMemory(DevicePointer data, backend::IpcMemory* memory) {
  KC_ENTER_CONTEXT(*this);
  DriverPointer base = 0;
  std::size_t bytes = 0;
  KC_RETURN_IF_FAILED(Note(DRIVER_CALL(cuMemGetAddressRange, &base, &bytes, data)));
  IpcMemHandle handle{};
  KC_RETURN_IF_FAILED(Note(DRIVER_CALL(cuIpcGetMemHandle, &handle, base)));
  static_assert(sizeof handle == sizeof memory->handle);
  std::memcpy(memory->handle.data(), &handle, sizeof handle);
  memory->offset = data - base;
  return {};
}

Status CudaContext::OpenMemory(const backend::IpcMemory& memory, DevicePointer* data) {
  KC_ENTER_CONTEXT(*this);
  IpcMemHandle handle{};
  std::memcpy(&handle, memory.handle.data(), sizeof handle);
  DriverPointer pointer = 0;
  Status status =
      Note(DRIVER_CALL(cuIpcOpenMemHandle, &pointer, handle, unsigned{kIpcLazyPeerAccess}));
  if (!status.ok() && status.info().driver_status == kErrorInvalidContext) {
    // That is all the driver says about it.
    status.info().message += "; a process cannot open memory that it exported itself";
  }
  *data = pointer;
  return status;
}

Status CudaContext::CloseMemory(DevicePointer data) {
  if (gone()) {
    return {};
  }
  KC_ENTER_CONTEXT(*this);
  return Note(DRIVER_CALL(cuIpcCloseMemHandle, data));
}

}  // namespace kernelc::cuda
