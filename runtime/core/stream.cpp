#include "kernelc/stream.h"

#include <utility>

#include "kernelc/event.h"
#include "runtime/backend/backend.h"

namespace kernelc {
namespace {

backend::Stream& Impl(const StreamRef& stream, const char* operation) {
  if (stream.impl() == nullptr) {
    backend::ThrowError(ErrorCode::InvalidArgument, operation, "stream",
                        "a default-constructed StreamRef names no context; use "
                        "Context::default_stream() instead");
  }
  return *stream.impl();
}

}  // namespace

void StreamRef::Synchronize() const {
  backend::ThrowIfFailed(Impl(*this, "stream synchronize").Synchronize());
}

bool StreamRef::query() const {
  bool done = false;
  backend::ThrowIfFailed(Impl(*this, "stream query").Query(&done));
  return done;
}

void StreamRef::Wait(const EventRef& event) const {
  backend::Stream& stream = Impl(*this, "stream wait");
  if (&event.impl().context().device() != &stream.context().device() &&
      event.impl().context().device().kind() != stream.context().device().kind()) {
    backend::ThrowError(ErrorCode::InvalidArgument, "stream wait", stream.context().device().name(),
                        "the event belongs to " + event.impl().context().device().name());
  }
  backend::ThrowIfFailed(stream.Wait(event.impl()));
}

void StreamRef::AddCallback(std::function<void()> callback) const {
  backend::Stream& stream = Impl(*this, "stream callback");
  if (callback == nullptr) {
    backend::ThrowError(ErrorCode::InvalidArgument, "stream callback",
                        stream.context().device().name(), "the callback is empty");
  }
  backend::ThrowIfFailed(stream.AddCallback(std::move(callback)));
}

int StreamRef::priority() const {
  int priority = 0;
  backend::ThrowIfFailed(Impl(*this, "stream priority").GetPriority(&priority));
  return priority;
}

Context StreamRef::context() const {
  return Context(Impl(*this, "stream context").context().shared_from_this());
}

backend::Context* StreamRef::context_impl() const noexcept {
  return impl_ == nullptr ? nullptr : &impl_->context();
}

void* StreamRef::native_handle() const noexcept {
  if (impl_ == nullptr) {
    return nullptr;
  }
  if (backend::Capturing()) [[unlikely]] {
    backend::Report(backend::GatherOthers(*impl_));
  }
  return impl_->native_handle();
}

Stream::Stream(const Context& context, StreamOptions options) {
  std::unique_ptr<backend::Stream> impl;
  backend::ThrowIfFailed(context.impl()->CreateStream(options, &impl));
  impl_ = std::move(impl);
}

Stream::Stream(std::unique_ptr<backend::Stream> impl) noexcept : impl_(std::move(impl)) {}

Stream Stream::Wrap(const Context& context, void* native_stream) {
  std::unique_ptr<backend::Stream> impl;
  backend::ThrowIfFailed(context.impl()->WrapStream(native_stream, &impl));
  return Stream(std::move(impl));
}

Stream::Stream(Stream&&) noexcept = default;
Stream& Stream::operator=(Stream&&) noexcept = default;
Stream::~Stream() = default;

void AutoSynchronize::Finish() {
  const StreamRef stream = std::exchange(stream_, StreamRef());
  if (!stream.is_default()) {
    stream.Synchronize();
  }
}

AutoSynchronize::~AutoSynchronize() {
  if (stream_.impl() != nullptr) {
    backend::Report(stream_.impl()->Synchronize());
  }
}

}  // namespace kernelc
