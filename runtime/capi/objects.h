// What the runtime's handles stand for.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kernelc/array.h"
#include "kernelc/c_bridge.h"
#include "kernelc/event.h"
#include "kernelc/module.h"
#include "kernelc/stream.h"

namespace kernelc::capi {

struct ContextObject : HandleObject {
  explicit ContextObject(Context value) : context(std::move(value)) {}
  Context context;
};

struct StreamObject : HandleObject {
  explicit StreamObject(Stream value) : stream(std::move(value)) {}
  Stream stream;
};

struct EventObject : HandleObject {
  explicit EventObject(Event value) : event(std::move(value)) {}
  Event event;
};

struct ArrayObject : HandleObject {
  explicit ArrayObject(DeviceArrayAny value) : array(std::move(value)) {}
  DeviceArrayAny array;
};

struct RecordObject : HandleObject {
  explicit RecordObject(RecordRef value) : record(std::move(value)) {}
  RecordRef record;
};

struct ModuleObject : HandleObject {
  explicit ModuleObject(Module value) : module(std::move(value)) {}
  Module module;
};

inline const Stream& StreamOf(const char* function, kernelc_stream handle) {
  return FindAs<StreamObject>(function, HandleKind::Stream, handle).stream;
}

// The thread's current stream for NULL.
inline StreamRef StreamOrDefault(const char* function, kernelc_stream handle) {
  return handle == nullptr ? StreamRef() : StreamOf(function, handle).ref();
}

inline const DeviceArrayAny& ArrayOf(const char* function, kernelc_array handle) {
  return FindAs<ArrayObject>(function, HandleKind::Array, handle).array;
}

// Writes a new handle for `value` to `*out`. The last step of a function, as it cannot be undone.
template <typename Object, typename Handle, typename Value>
void GiveHandle(HandleKind kind, Handle* out, Value&& value) {
  *out = static_cast<Handle>(
      NewHandle(kind, std::make_unique<Object>(std::forward<Value>(value))));
}

// These throw Failure{KERNELC_INVALID_ARGUMENT} for numbers that are none, and for no pointer.
ScalarKind KindOf(const char* function, kernelc_dtype dtype);
Order OrderOf(const char* function, kernelc_order order);
Dims DimsOf(const char* function, const char* parameter, std::uint32_t count,
            const std::int64_t* values);

kernelc_status DestroyHandle(const char* function, HandleKind kind, void* handle) noexcept;

}  // namespace kernelc::capi
