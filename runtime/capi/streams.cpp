// Streams and events of the C API.
#include "kernelc/current_stream.h"
#include "runtime/backend/text.h"
#include "runtime/capi/objects.h"

using kernelc::capi::ContextOf;
using kernelc::capi::EventObject;
using kernelc::capi::GiveHandle;
using kernelc::capi::Guard;
using kernelc::capi::HandleKind;
using kernelc::capi::RequirePointer;
using kernelc::capi::StreamObject;
using kernelc::capi::StreamOf;
using kernelc::capi::StreamOrDefault;

namespace kernelc::capi {
namespace {

const Event& EventOf(const char* function, kernelc_event handle) {
  return FindAs<EventObject>(function, HandleKind::Event, handle).event;
}

}  // namespace
}  // namespace kernelc::capi

using kernelc::capi::EventOf;

kernelc_status kernelc_stream_create(kernelc_context context, int32_t priority,
                                     kernelc_stream* stream) {
  return Guard(__func__, [&, function = __func__] {
    RequirePointer(function, "stream", stream);
    kernelc::Stream value(ContextOf(function, context), {.priority = priority});
    GiveHandle<StreamObject>(HandleKind::Stream, stream, std::move(value));
  });
}

kernelc_status kernelc_stream_wrap(kernelc_context context, void* native, kernelc_stream* stream) {
  return Guard(__func__, [&, function = __func__] {
    RequirePointer(function, "stream", stream);
    GiveHandle<StreamObject>(HandleKind::Stream, stream,
                             kernelc::Stream::Wrap(ContextOf(function, context), native));
  });
}

kernelc_status kernelc_stream_destroy(kernelc_stream stream) {
  return kernelc::capi::DestroyHandle(__func__, HandleKind::Stream, stream);
}

kernelc_status kernelc_stream_set_current(kernelc_context context, kernelc_stream stream) {
  return Guard(__func__, [&, function = __func__] {
    const kernelc::Context& where = ContextOf(function, context);
    const kernelc::StreamRef chosen =
        stream == nullptr ? where.default_stream() : StreamOf(function, stream).ref();
    if (chosen.context_impl() != where.impl().get()) {
      throw kernelc::capi::Failure(
          KERNELC_INVALID_ARGUMENT,
          kernelc::backend::Concat(function, ": the stream belongs to another context, of ",
                                   chosen.context().device().name()));
    }
    kernelc::SetCurrentStream(chosen);
  });
}

kernelc_status kernelc_stream_synchronize(kernelc_stream stream) {
  return Guard(__func__, [&, function = __func__] { StreamOf(function, stream).Synchronize(); });
}

kernelc_status kernelc_stream_query(kernelc_stream stream, int32_t* done) {
  return Guard(__func__, [&, function = __func__] {
    RequirePointer(function, "done", done);
    *done = StreamOf(function, stream).query() ? 1 : 0;
  });
}

kernelc_status kernelc_stream_wait(kernelc_stream stream, kernelc_event event) {
  return Guard(__func__, [&, function = __func__] {
    StreamOf(function, stream).Wait(EventOf(function, event));
  });
}

kernelc_status kernelc_stream_add_callback(kernelc_stream stream, void (*callback)(void* user),
                                           void* user) {
  return Guard(__func__, [&, function = __func__] {
    RequirePointer(function, "callback", reinterpret_cast<const void*>(callback));
    StreamOf(function, stream).AddCallback([callback, user] { callback(user); });
  });
}

kernelc_status kernelc_stream_native(kernelc_stream stream, void** native) {
  return Guard(__func__, [&, function = __func__] {
    RequirePointer(function, "native", native);
    *native = StreamOf(function, stream).native_handle();
  });
}

kernelc_status kernelc_event_create(kernelc_context context, int32_t timing, kernelc_event* event) {
  return Guard(__func__, [&, function = __func__] {
    RequirePointer(function, "event", event);
    kernelc::Event value(ContextOf(function, context), {.timing = timing != 0});
    GiveHandle<EventObject>(HandleKind::Event, event, std::move(value));
  });
}

kernelc_status kernelc_event_destroy(kernelc_event event) {
  return kernelc::capi::DestroyHandle(__func__, HandleKind::Event, event);
}

kernelc_status kernelc_event_record(kernelc_event event, kernelc_stream stream) {
  return Guard(__func__, [&, function = __func__] {
    EventOf(function, event).Record(StreamOrDefault(function, stream));
  });
}

kernelc_status kernelc_event_synchronize(kernelc_event event) {
  return Guard(__func__, [&, function = __func__] { EventOf(function, event).Synchronize(); });
}

kernelc_status kernelc_event_query(kernelc_event event, int32_t* done) {
  return Guard(__func__, [&, function = __func__] {
    RequirePointer(function, "done", done);
    *done = EventOf(function, event).query() ? 1 : 0;
  });
}

kernelc_status kernelc_event_elapsed(kernelc_event start, kernelc_event end, float* milliseconds) {
  return Guard(__func__, [&, function = __func__] {
    RequirePointer(function, "milliseconds", milliseconds);
    *milliseconds =
        kernelc::ElapsedMilliseconds(EventOf(function, start), EventOf(function, end));
  });
}
