#include "kernelc/event.h"

#include <utility>

#include "runtime/backend/backend.h"
#include "runtime/core/handles.h"

namespace kernelc {

void EventRef::ThrowMovedFrom() {
  backend::ThrowError(ErrorCode::InvalidArgument, "use event", "event", "it was moved from");
}

void EventRef::Record(StreamRef stream) const {
  backend::Stream& target = core::ResolveStream(impl().context(), stream, "event record");
  backend::ThrowIfFailed(impl().Record(target));
}

void EventRef::Synchronize() const { backend::ThrowIfFailed(impl().Synchronize()); }

void EventRef::Wait(StreamRef stream) const {
  (stream.is_default() ? StreamRef(&core::CurrentStream(impl().context())) : stream).Wait(*this);
}

Context EventRef::context() const { return Context(impl().context().shared_from_this()); }

bool EventRef::query() const {
  bool done = false;
  backend::ThrowIfFailed(impl().Query(&done));
  return done;
}

void* EventRef::native_handle() const { return impl().native_handle(); }

Event::Event(const Context& context, EventOptions options) {
  backend::ThrowIfFailed(context.impl()->CreateEvent(options, &impl_));
}
Event::Event(Event&&) noexcept = default;
Event& Event::operator=(Event&&) noexcept = default;
Event::~Event() = default;

float ElapsedMilliseconds(const EventRef& start, const EventRef& end) {
  backend::Event& first = start.impl();
  backend::Event& last = end.impl();
  const std::string& device = first.context().device().name();
  if (&first.context() != &last.context()) {
    backend::ThrowIfFailed(first.context().CheckUsable("event elapsed time"));
    backend::ThrowIfFailed(last.context().CheckUsable("event elapsed time"));
    backend::ThrowError(ErrorCode::InvalidArgument, "event elapsed time", device,
                        "the events belong to different contexts");
  }
  if (!first.has_timing() || !last.has_timing()) {
    backend::ThrowError(ErrorCode::InvalidArgument, "event elapsed time", device,
                        backend::Concat("the ", first.has_timing() ? "end" : "start",
                                        " event was made without timing"));
  }
  float milliseconds = 0;
  backend::ThrowIfFailed(first.GetElapsed(last, &milliseconds));
  return milliseconds;
}

}  // namespace kernelc
