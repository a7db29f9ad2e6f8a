#include "kernelc/context.h"

#include "kernelc/stream.h"
#include "runtime/backend/registry.h"
#include "runtime/core/current.h"

namespace kernelc {

void Context::ThrowMovedFrom() {
  backend::ThrowError(ErrorCode::InvalidArgument, "use context", "context", "it was moved from");
}

Context::Context(const Device& device) {
  backend::ThrowIfFailed(backend::GetContext(device.impl(), &impl_));
}

Context::Context(std::string_view name) : Context(kernelc::device(name)) {}

Device Context::device() const { return Device(&impl()->device()); }

StreamRef Context::default_stream() const { return StreamRef(&impl()->default_stream()); }

StreamRef Context::per_thread_stream() const { return StreamRef(&impl()->per_thread_stream()); }

StreamPriorities Context::stream_priorities() const {
  StreamPriorities priorities;
  backend::ThrowIfFailed(impl()->GetStreamPriorities(&priorities));
  return priorities;
}

void Context::Reset() const {
  backend::ThrowIfFailed(impl()->CheckUsable("reset"));
  backend::ThrowIfFailed(core::ResetDevice(impl()->device()));
}

void Context::Synchronize() const { backend::ThrowIfFailed(impl()->Synchronize()); }

MemoryInfo Context::memory_info() const {
  MemoryInfo info;
  backend::ThrowIfFailed(impl()->GetMemoryInfo(&info));
  return info;
}

void* Context::native_handle() const { return impl()->native_handle(); }

}  // namespace kernelc
