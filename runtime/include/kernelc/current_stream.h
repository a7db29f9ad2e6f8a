// The current stream of each thread, as PyTorch has it: launches, copies and events that name no
// stream use it. A thread has one for each context; it is the default stream until another one is
// chosen.
#pragma once

#include <cstdint>
#include <memory>

#include "kernelc/context.h"
#include "kernelc/current.h"
#include "kernelc/export.h"
#include "kernelc/stream.h"

namespace kernelc {

// Work of this thread in the stream's context that names no stream goes to `stream` from now on,
// until another one is chosen; Context::default_stream() takes the choice back. Other threads and
// other contexts, and what is current, stay as they are. The thread keeps the stream alive
// meanwhile. Throws Error{InvalidArgument} for a default-constructed StreamRef, and
// Error{ContextDestroyed}.
KC_RUNTIME_API void SetCurrentStream(StreamRef stream);

// What work of this thread goes to that names no stream: in the current context, or in `context`.
KC_RUNTIME_API StreamRef current_stream();
KC_RUNTIME_API StreamRef current_stream(const Context& context) noexcept;

// Of a stream, or the current one: a number that no other stream of this process has or had. A
// per-thread stream has one in each thread.
KC_RUNTIME_API std::uint64_t stream_number(const Context& context, StreamRef stream = {});

// Makes a stream the current one, and its context current, for a scope; restores both at its end,
// also when an exception passes. To be destroyed by the thread that made it. Throws as
// SetCurrentStream() and ContextScope do.
class KC_RUNTIME_API StreamScope {
 public:
  explicit StreamScope(StreamRef stream);
  ~StreamScope();
  StreamScope(const StreamScope&) = delete;
  StreamScope& operator=(const StreamScope&) = delete;

 private:
  ContextScope context_scope_;
  std::shared_ptr<backend::Stream> previous_;
};

}  // namespace kernelc
