// Pools by PyCUDA's names.
#include "kernelc/memory_pool.h"

#include <bit>
#include <utility>

#include "runtime/backend/backend.h"
#include "runtime/core/handles.h"

namespace kernelc {

DeviceMemoryPool::DeviceMemoryPool(const Context& context) : resource_(CachingResource(context)) {}

PooledDeviceAllocation DeviceMemoryPool::Allocate(std::size_t bytes, StreamRef stream) const {
  return PooledDeviceAllocation(Buffer(resource_, bytes, stream));
}

PageLockedMemoryPool::PageLockedMemoryPool(const Context& context, HostMemoryOptions options)
    : resource_(PinnedPoolResource(context, options)) {}

HostArray PageLockedMemoryPool::Allocate(const Dims& shape, const ElementType& element,
                                         Order order) const {
  // Rejects a size in bytes that overflows.
  ContiguousStrides(shape, element.size(), order);
  const std::size_t bytes = static_cast<std::size_t>(ElementCount(shape)) * element.size();
  if (bytes == 0) {
    return HostArray(element, shape, order, nullptr);
  }
  const std::shared_ptr<backend::Stream> stream =
      core::Hold(core::CurrentStream(*resource_.context_impl()));
  const DevicePointer data = resource_.Allocate(bytes, StreamRef(stream.get()));
  std::shared_ptr<std::byte> memory(
      std::bit_cast<std::byte*>(data), [resource = resource_, bytes, stream](std::byte* freed) {
        backend::Report(resource.impl()->Free(std::bit_cast<DevicePointer>(freed), bytes, *stream));
      });
  return HostArray(element, shape, order, std::move(memory));
}

void PageLockedMemoryPool::RecordStream(const HostArray& array, StreamRef stream) const {
  if (array.nbytes() != 0) {
    resource_.RecordStream(std::bit_cast<DevicePointer>(array.data()), stream);
  }
}

}  // namespace kernelc
