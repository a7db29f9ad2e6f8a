// Which stream of a context the calling thread's work goes to when it names none.
#pragma once

#include <memory>

#include "runtime/backend/backend.h"
#include "runtime/core/quick_thread_local.h"

namespace kernelc::core {

struct CurrentStreams;

// Null while this thread has chosen no stream but default ones, as most threads never do: a launch
// then pays this one load.
extern KC_QUICK_THREAD_LOCAL CurrentStreams* thread_streams;

backend::Stream& FindCurrentStream(backend::Context& context) noexcept;

inline backend::Stream& CurrentStream(backend::Context& context) noexcept {
  if (thread_streams != nullptr) [[unlikely]] {
    return FindCurrentStream(context);
  }
  return context.default_stream();
}

// Keeps alive the stream, or the context that it belongs to.
std::shared_ptr<backend::Stream> Hold(backend::Stream& stream);
// Makes `stream` the one of its context for this thread, which keeps it alive. The default stream
// takes the choice back. Nothing at the end of a thread.
void ChooseStream(std::shared_ptr<backend::Stream> stream);
// Takes all choices of this thread back.
void ForgetStreams() noexcept;

}  // namespace kernelc::core
