#include "kernelc/memory.h"

#include <utility>

#include "kernelc/memory_resource.h"
#include "runtime/backend/backend.h"
#include "runtime/backend/sync_debug.h"
#include "runtime/core/handles.h"

namespace kernelc {
namespace {

// Before memory is freed.
backend::Status TellWait(const backend::Context& context, const backend::MemoryResource* resource) {
  if (resource != nullptr && resource->stream_ordered()) {
    return {};
  }
  return backend::WillBlock(context, "free memory",
                            "memory of a CachingResource() is freed in the order of a stream");
}

}  // namespace

Buffer::Buffer(const Context& context, std::size_t bytes) : Buffer(context, bytes, StreamRef()) {}

Buffer::Buffer(const Context& context, std::size_t bytes, StreamRef stream)
    : context_(context.impl()), size_(bytes) {
  if (bytes == 0) {
    return;
  }
  // A thread that captures gets memory of its graph.
  if (backend::Status status;
      backend::Capturing() &&
      backend::AllocateForGraph(*context_, bytes, &data_, &graph_memory_, &status)) [[unlikely]] {
    backend::ThrowIfFailed(status);
    return;
  }
  backend::MemoryResource* resource = nullptr;
  backend::ThrowIfFailed(backend::CurrentResource(*context_, &resource));
  Allocate(*resource, stream);
}

Buffer::Buffer(const MemoryResource& resource, std::size_t bytes, StreamRef stream)
    : context_(resource.context_impl()), size_(bytes) {
  if (bytes != 0) {
    named_ = resource.impl();
    Allocate(*resource.impl(), stream);
  }
}

// All memory of arrays comes from here, and goes back by FreeMemory().
void Buffer::Allocate(backend::MemoryResource& resource, StreamRef stream) {
  backend::Stream& target = core::ResolveStream(*context_, stream, "allocate");
  if (resource.stream_ordered() && &target != &context_->default_stream()) {
    stream_ = core::Hold(target);
  }
  backend::ThrowIfFailed(core::AllocateBlock(resource, target, size_, &data_));
  resource_ = &resource;
}

backend::Status core::AllocateBlock(backend::MemoryResource& resource, backend::Stream& stream,
                                    std::size_t bytes, DevicePointer* data) {
  DevicePointer block = 0;
  KC_RETURN_IF_FAILED(resource.Allocate(bytes, stream, &block));
  if (resource.stream_ordered()) {
    backend::Status refused = backend::ObserveBlock(backend::OperationKind::AllocateBlock,
                                                    resource.context(), stream, block, bytes);
    if (!refused.ok()) {
      backend::Report(resource.Free(block, bytes, stream));
      return refused;
    }
  }
  *data = block;
  return {};
}

backend::Status Buffer::FreeMemory() noexcept {
  const DevicePointer data = std::exchange(data_, 0);
  const std::size_t size = std::exchange(size_, 0);
  const std::shared_ptr<backend::Stream> stream = std::move(stream_);
  const std::shared_ptr<void> graph_memory = std::move(graph_memory_);
  if (data == 0 || graph_memory != nullptr) {
    return {};
  }
  backend::MemoryResource* const resource = std::exchange(resource_, nullptr);
  const std::shared_ptr<backend::MemoryResource> named = std::move(named_);
  if (resource == nullptr) {
    return context_->Free(data);
  }
  backend::Stream& last = stream != nullptr ? *stream : context_->default_stream();
  backend::Status race;
  if (resource->stream_ordered()) {
    race = backend::ObserveBlock(backend::OperationKind::FreeBlock, *context_, last, data, size);
  }
  backend::Status status = resource->Free(data, size, last);
  return race.ok() ? std::move(status) : std::move(race);
}

void Buffer::RecordStream(StreamRef stream) const {
  if (data_ != 0 && resource_ != nullptr) {
    backend::Stream& user = core::ResolveStream(*context_, stream, "record stream");
    backend::ThrowIfFailed(resource_->RecordUse(data_, user));
    backend::ThrowIfFailed(
        backend::ObserveBlock(backend::OperationKind::UseBlock, *context_, user, data_, size_));
  }
}

Buffer Buffer::Adopt(const Context& context, DevicePointer data, std::size_t bytes) {
  if (data == 0 && bytes != 0) {
    backend::ThrowError(ErrorCode::InvalidArgument, "adopt memory", context.device().name(),
                        backend::Concat("the address of ", bytes, " bytes is null"));
  }
  Buffer buffer;
  buffer.context_ = context.impl();
  if (data != 0) {
    backend::ThrowIfFailed(buffer.context_->Adopt(data));
  }
  buffer.data_ = data;
  buffer.size_ = bytes;
  return buffer;
}

Buffer::Buffer(Buffer&& other) noexcept
    : context_(std::move(other.context_)),
      resource_(std::exchange(other.resource_, nullptr)),
      named_(std::move(other.named_)),
      stream_(std::move(other.stream_)),
      graph_memory_(std::move(other.graph_memory_)),
      data_(std::exchange(other.data_, 0)),
      size_(std::exchange(other.size_, 0)) {}

Buffer& Buffer::operator=(Buffer&& other) noexcept {
  if (this != &other) {
    Reset();
    context_ = std::move(other.context_);
    resource_ = std::exchange(other.resource_, nullptr);
    named_ = std::move(other.named_);
    stream_ = std::move(other.stream_);
    graph_memory_ = std::move(other.graph_memory_);
    data_ = std::exchange(other.data_, 0);
    size_ = std::exchange(other.size_, 0);
  }
  return *this;
}

Buffer::~Buffer() { Reset(); }

void Buffer::Reset() noexcept {
  if (data_ != 0) {
    backend::Report(TellWait(*context_, resource_));
  }
  backend::Report(FreeMemory());
  context_.reset();
}

void Buffer::Free() {
  if (context_ == nullptr) {
    backend::ThrowError(
        ErrorCode::InvalidArgument, "free memory", "buffer",
        freed_ != 0 ? backend::Concat("its memory at address ", freed_, " was freed before")
                    : std::string("it has no memory: none was allocated, or it was moved away"));
  }
  if (data_ != 0) {
    backend::ThrowIfFailed(TellWait(*context_, resource_));
  }
  freed_ = data_;
  const backend::Status status = FreeMemory();
  context_.reset();
  backend::ThrowIfFailed(status);
}

void CopyToDeviceAsync(const Context& context, DevicePointer to, const void* from,
                       std::size_t bytes, StreamRef stream) {
  backend::Stream& target = core::ResolveStream(*context.impl(), stream, "copy to device");
  backend::ThrowIfFailed(target.CopyToDevice(to, from, bytes));
}

void CopyToHostAsync(const Context& context, void* to, DevicePointer from, std::size_t bytes,
                     StreamRef stream) {
  backend::Stream& target = core::ResolveStream(*context.impl(), stream, "copy to host");
  backend::ThrowIfFailed(target.CopyToHost(to, from, bytes));
}

void CopyOnDeviceAsync(const Context& context, DevicePointer to, DevicePointer from,
                       std::size_t bytes, StreamRef stream) {
  backend::Stream& target = core::ResolveStream(*context.impl(), stream, "copy on device");
  backend::ThrowIfFailed(target.CopyOnDevice(to, from, bytes));
}

void MemsetAsync(const Context& context, DevicePointer to, std::uint8_t value, std::size_t bytes,
                 StreamRef stream) {
  backend::Stream& target = core::ResolveStream(*context.impl(), stream, "memset");
  backend::ThrowIfFailed(target.Memset(to, value, bytes));
}

}  // namespace kernelc
