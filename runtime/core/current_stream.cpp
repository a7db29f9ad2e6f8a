#include "runtime/core/current_stream.h"

#include <algorithm>
#include <atomic>
#include <utility>
#include <vector>

#include "kernelc/current_stream.h"
#include "runtime/backend/status.h"
#include "runtime/core/handles.h"

namespace kernelc {
namespace core {

struct CurrentStreams {
  // At most one of each context.
  std::vector<std::shared_ptr<backend::Stream>> chosen;
};

KC_QUICK_THREAD_LOCAL CurrentStreams* thread_streams = nullptr;

namespace {

KC_QUICK_THREAD_LOCAL bool thread_ended = false;

struct StreamsOwner {
  CurrentStreams streams;
  ~StreamsOwner() {
    thread_streams = nullptr;
    thread_ended = true;
  }
};

CurrentStreams& StreamsOfThread() {
  thread_local StreamsOwner owner;
  return owner.streams;
}

}  // namespace

backend::Stream& FindCurrentStream(backend::Context& context) noexcept {
  for (const std::shared_ptr<backend::Stream>& stream : thread_streams->chosen) {
    if (&stream->context() == &context) {
      return *stream;
    }
  }
  return context.default_stream();
}

std::shared_ptr<backend::Stream> Hold(backend::Stream& stream) {
  std::shared_ptr<backend::Stream> owned = stream.weak_from_this().lock();
  // The context's own streams live as long as it does.
  return owned != nullptr
             ? owned
             : std::shared_ptr<backend::Stream>(stream.context().shared_from_this(), &stream);
}

void ChooseStream(std::shared_ptr<backend::Stream> stream) {
  if (thread_ended) {
    return;
  }
  CurrentStreams& streams = StreamsOfThread();
  backend::Context& context = stream->context();
  const bool is_default = stream.get() == &context.default_stream();
  // What is let go of may take its time, and may look here.
  std::vector<std::shared_ptr<backend::Stream>> left = std::move(streams.chosen);
  streams.chosen.clear();
  for (std::shared_ptr<backend::Stream>& chosen : left) {
    if (&chosen->context() != &context && !chosen->context().gone()) {
      streams.chosen.push_back(std::move(chosen));
    }
  }
  if (!is_default) {
    streams.chosen.push_back(std::move(stream));
  }
  thread_streams = streams.chosen.empty() ? nullptr : &streams;
}

void ForgetStreams() noexcept {
  if (CurrentStreams* const streams = std::exchange(thread_streams, nullptr)) {
    const std::vector<std::shared_ptr<backend::Stream>> left = std::move(streams->chosen);
    streams->chosen.clear();
  }
}

}  // namespace core

void SetCurrentStream(StreamRef stream) {
  constexpr const char* kOperation = "set current stream";
  if (stream.impl() == nullptr) {
    backend::ThrowError(ErrorCode::InvalidArgument, kOperation, "stream",
                        "a default-constructed StreamRef names no context; use "
                        "Context::default_stream() instead");
  }
  backend::ThrowIfFailed(stream.impl()->context().CheckUsable(kOperation));
  core::ChooseStream(core::Hold(*stream.impl()));
}

StreamRef current_stream(const Context& context) noexcept {
  return StreamRef(&core::CurrentStream(*context.impl()));
}

StreamRef current_stream() { return current_stream(current_context()); }

std::uint64_t stream_number(const Context& context, StreamRef stream) {
  const backend::Stream& resolved = core::ResolveStream(*context.impl(), stream, "stream number");
  if (&resolved != &context.impl()->per_thread_stream()) {
    return resolved.id();
  }
  static std::atomic<std::uint64_t> threads{0};
  thread_local const std::uint64_t thread = threads.fetch_add(1, std::memory_order_relaxed) + 1;
  // Beyond the numbers that streams get.
  constexpr int kThreadShift = 40;
  return (thread << kThreadShift) + resolved.id();
}

StreamScope::StreamScope(StreamRef stream)
    : context_scope_(stream.context()),
      previous_(core::Hold(*current_stream(stream.context()).impl())) {
  SetCurrentStream(stream);
}

StreamScope::~StreamScope() { core::ChooseStream(std::move(previous_)); }

}  // namespace kernelc
