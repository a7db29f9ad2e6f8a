#include "kernelc/context.h"

#include "kernelc/stream.h"
#include "runtime/backend/registry.h"

namespace kernelc {

Context::Context(const Device& device) {
  backend::ThrowIfFailed(backend::GetContext(device.impl(), &impl_));
}

Context::Context(std::string_view name) : Context(kernelc::device(name)) {}

Device Context::device() const noexcept { return Device(&impl_->device()); }

StreamRef Context::default_stream() const noexcept { return StreamRef(&impl_->default_stream()); }

void Context::Synchronize() const { backend::ThrowIfFailed(impl_->Synchronize()); }

MemoryInfo Context::memory_info() const {
  MemoryInfo info;
  backend::ThrowIfFailed(impl_->GetMemoryInfo(&info));
  return info;
}

void* Context::native_handle() const noexcept { return impl_->native_handle(); }

ContextScope::ContextScope(const Context& context) : context_(context.impl()) {
  backend::ThrowIfFailed(context_->Enter(&previous_));
}

ContextScope::~ContextScope() { backend::Report(context_->Leave(previous_)); }

}  // namespace kernelc
