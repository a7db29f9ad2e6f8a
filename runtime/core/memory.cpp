#include "kernelc/memory.h"

#include <utility>

#include "runtime/backend/backend.h"
#include "runtime/core/handles.h"

namespace kernelc {

Buffer::Buffer(const Context& context, std::size_t bytes) : context_(context.impl()), size_(bytes) {
  if (bytes != 0) {
    backend::ThrowIfFailed(context_->Allocate(bytes, &data_));
  }
}

Buffer Buffer::Adopt(const Context& context, DevicePointer data, std::size_t bytes) {
  if (data == 0 && bytes != 0) {
    backend::ThrowError(ErrorCode::InvalidArgument, "adopt memory", context.device().name(),
                        backend::Concat("the address of ", bytes, " bytes is null"));
  }
  Buffer buffer;
  buffer.context_ = context.impl();
  buffer.data_ = data;
  buffer.size_ = bytes;
  return buffer;
}

Buffer::Buffer(Buffer&& other) noexcept
    : context_(std::move(other.context_)),
      data_(std::exchange(other.data_, 0)),
      size_(std::exchange(other.size_, 0)) {}

Buffer& Buffer::operator=(Buffer&& other) noexcept {
  if (this != &other) {
    Reset();
    context_ = std::move(other.context_);
    data_ = std::exchange(other.data_, 0);
    size_ = std::exchange(other.size_, 0);
  }
  return *this;
}

Buffer::~Buffer() { Reset(); }

void Buffer::Reset() noexcept {
  if (data_ != 0) {
    backend::Report(context_->Free(data_));
  }
  data_ = 0;
  size_ = 0;
  context_.reset();
}

void Buffer::Free() {
  if (context_ == nullptr) {
    backend::ThrowError(
        ErrorCode::InvalidArgument, "free memory", "buffer",
        freed_ != 0 ? backend::Concat("its memory at address ", freed_, " was freed before")
                    : std::string("it has no memory: none was allocated, or it was moved away"));
  }
  backend::Status status;
  if (data_ != 0) {
    status = context_->Free(data_);
  }
  freed_ = std::exchange(data_, 0);
  size_ = 0;
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
