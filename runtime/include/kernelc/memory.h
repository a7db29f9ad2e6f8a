// Untyped device memory: owners (Buffer), and raw copies and fills. Arrays (array.h) stand on this. Where memory comes
// from: memory_resource.h.
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

class MemoryResource;
namespace backend {
class MemoryResource;
class Status;
}  // namespace backend

// Owns device memory, at least 256-byte aligned (CPU: 64). Keeps its context alive. Move-only.
// It comes from the context's current resource and goes back there. With the `driver` resource, which a context begins
// with, freeing waits for work that may still use the memory. With resources in the order of streams (caching, async)
// the memory belongs to the stream that it is made on: work there may be enqueued and the buffer destroyed without
// waiting; a stream that uses it besides has to wait for that one first, and needs RecordStream() where the buffer may be
// destroyed before the work is done.
class KC_RUNTIME_API Buffer {
 public:
  // Empty: null, no bytes.
  Buffer() noexcept = default;
  // Contents are undefined. Zero bytes is allowed and gives a null address. Throws OutOfMemory.
  Buffer(const Context& context, std::size_t bytes);
  // On `stream` instead of the thread's current one.
  Buffer(const Context& context, std::size_t bytes, StreamRef stream);
  // From `resource` instead of the context's current one.
  Buffer(const MemoryResource& resource, std::size_t bytes, StreamRef stream = {});
  // Takes over `bytes` of device memory of the context that were allocated elsewhere (on a GPU by
  // cuMemAlloc or cuMemAllocManaged); they are freed as if they had been allocated here.
  static Buffer Adopt(const Context& context, DevicePointer data, std::size_t bytes);
  Buffer(Buffer&& other) noexcept;
  Buffer& operator=(Buffer&& other) noexcept;
  ~Buffer();

  DevicePointer data() const noexcept { return data_; }
  std::size_t size() const noexcept { return size_; }
  // Work in `stream` uses the memory too: it is reused after what the stream holds when it is freed. Nothing for memory that
  // freeing waits for.
  void RecordStream(StreamRef stream) const;
  const std::shared_ptr<backend::Context>& context_impl() const noexcept { return context_; }
  // Frees now; the buffer is empty after it. An error goes to the error sink.
  void Reset() noexcept;
  // The same, for memory that must be there: throws Error{InvalidArgument} that names the memory
  // when it was freed or moved away before, and what the driver says.
  void Free();

 private:
  void Allocate(backend::MemoryResource& resource, StreamRef stream);
  backend::Status FreeMemory() noexcept;

  std::shared_ptr<backend::Context> context_;
  // Null for memory that was adopted. What was current the context keeps; what was named this does.
  backend::MemoryResource* resource_ = nullptr;
  std::shared_ptr<backend::MemoryResource> named_;
  // In whose order the memory is freed; null: the default stream, or no stream's.
  std::shared_ptr<backend::Stream> stream_;
  // Gives memory back that is a graph's (kernelc/graph.h).
  std::shared_ptr<void> graph_memory_;
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
