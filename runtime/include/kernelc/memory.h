// Untyped device memory: owners (Buffer), and raw copies and fills. Arrays (array.h) stand on this.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "kernelc/context.h"
#include "kernelc/export.h"
#include "kernelc/stream.h"

namespace kernelc {

// An address in a device's memory; on the CPU an ordinary address.
using DevicePointer = std::uint64_t;

// Owns device memory, at least 256-byte aligned (CPU: 64). Keeps its context alive. Move-only.
// Freeing waits for work that may still use the memory.
class KC_RUNTIME_API Buffer {
 public:
  // Empty: null, no bytes.
  Buffer() noexcept = default;
  // Contents are undefined. Zero bytes is allowed and gives a null address. Throws OutOfMemory.
  Buffer(const Context& context, std::size_t bytes);
  // Takes over `bytes` of device memory of the context that were allocated elsewhere (on a GPU by
  // cuMemAlloc or cuMemAllocManaged); they are freed as if they had been allocated here.
  static Buffer Adopt(const Context& context, DevicePointer data, std::size_t bytes);
  Buffer(Buffer&& other) noexcept;
  Buffer& operator=(Buffer&& other) noexcept;
  ~Buffer();

  DevicePointer data() const noexcept { return data_; }
  std::size_t size() const noexcept { return size_; }
  const std::shared_ptr<backend::Context>& context_impl() const noexcept { return context_; }
  // Frees now; the buffer is empty after it. An error goes to the error sink.
  void Reset() noexcept;
  // The same, for memory that must be there: throws Error{InvalidArgument} that names the memory
  // when it was freed or moved away before, and what the driver says.
  void Free();

 private:
  std::shared_ptr<backend::Context> context_;
  DevicePointer data_ = 0;
  std::size_t size_ = 0;
  // What Free() freed, for the message of a second call.
  DevicePointer freed_ = 0;
};

// Raw copies. Stream-ordered in `stream` and not waiting; host memory must stay valid until the
// stream has passed the copy. Addresses are not checked against allocations.
KC_RUNTIME_API void CopyToDeviceAsync(const Context& context, DevicePointer to, const void* from,
                                      std::size_t bytes, StreamRef stream = {});
KC_RUNTIME_API void CopyToHostAsync(const Context& context, void* to, DevicePointer from,
                                    std::size_t bytes, StreamRef stream = {});
KC_RUNTIME_API void CopyOnDeviceAsync(const Context& context, DevicePointer to, DevicePointer from,
                                      std::size_t bytes, StreamRef stream = {});
KC_RUNTIME_API void MemsetAsync(const Context& context, DevicePointer to, std::uint8_t value,
                                std::size_t bytes, StreamRef stream = {});

}  // namespace kernelc
