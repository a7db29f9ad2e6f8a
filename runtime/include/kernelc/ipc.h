// Device memory shared between processes of one machine. GPUs alone: on the CPU device every
// operation here throws Error{NotSupported}.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "kernelc/array.h"
#include "kernelc/export.h"

namespace kernelc {

// An array of another process. Its memory stays open while it or a view of it lives.
class KC_RUNTIME_API IpcArray : public DeviceArrayAny {
 public:
  IpcArray() noexcept = default;
  // Closes the memory now, which waits for nothing: the array is default-constructed after it.
  // Throws Error{InvalidArgument} when views still use it, and when it was closed before.
  void Close();

 private:
  friend class IpcHandle;
  explicit IpcArray(DeviceArrayAny array) : DeviceArrayAny(std::move(array)) {}
};

// What another process needs to open an array: plain bytes, to be sent by a pipe, file or socket.
class KC_RUNTIME_API IpcHandle {
 public:
  // The array's process must keep it until the others have closed it.
  static IpcHandle Of(const DeviceArrayAny& array);
  // Of bytes that ToBytes() made. Elements that are records need their type, which is not in the
  // bytes. Throws Error{InvalidArgument} for bytes that are no handle, or of another version, and
  // Error{TypeMismatch} when the record is another one.
  static IpcHandle FromBytes(std::span<const std::byte> bytes, RecordRef record = {});
  std::vector<std::byte> ToBytes() const;

  const ElementType& element() const noexcept { return element_; }
  const Dims& shape() const noexcept { return shape_; }
  const Dims& strides() const noexcept { return strides_; }

  // The array in this process. `context` is of the same GPU, else Error{InvalidArgument} naming
  // both; the process that exported it cannot open it (Error{Driver}).
  IpcArray Open(const Context& context) const;

 private:
  IpcHandle() = default;

  std::vector<std::byte> memory_;
  std::uint64_t offset_ = 0;
  std::string device_uuid_;
  ElementType element_;
  Dims shape_;
  Dims strides_;
};

}  // namespace kernelc
