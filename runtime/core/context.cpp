#include "kernelc/context.h"

#include "kernelc/stream.h"
#include "runtime/backend/registry.h"
#include "runtime/core/current.h"

namespace kernelc {

Context::Context(const Device& device) {
  backend::ThrowIfFailed(backend::GetContext(device.impl(), &impl_));
}

Context::Context(std::string_view name) : Context(kernelc::device(name)) {}

Device Context::device() const noexcept { return Device(&impl_->device()); }

StreamRef Context::default_stream() const noexcept { return StreamRef(&impl_->default_stream()); }

StreamRef Context::per_thread_stream() const noexcept {
  return StreamRef(&impl_->per_thread_stream());
}

StreamPriorities Context::stream_priorities() const {
  StreamPriorities priorities;
  backend::ThrowIfFailed(impl_->GetStreamPriorities(&priorities));
  return priorities;
}

void Context::Reset() const {
  backend::ThrowIfFailed(impl_->CheckUsable("reset"));
  backend::ThrowIfFailed(core::ResetDevice(impl_->device()));
}

void Context::Synchronize() const { backend::ThrowIfFailed(impl_->Synchronize()); }

MemoryInfo Context::memory_info() const {
  MemoryInfo info;
  backend::ThrowIfFailed(impl_->GetMemoryInfo(&info));
  return info;
}

void* Context::native_handle() const noexcept { return impl_->native_handle(); }

}  // namespace kernelc
