#include "runtime/sanitize/streams.h"

#include <atomic>

#include "runtime/backend/text.h"

namespace kernelc::sanitize {
namespace {

using backend::Concat;

std::uint64_t ThreadNumber() {
  static std::atomic<std::uint64_t> next{0};
  thread_local const std::uint64_t number = next.fetch_add(1, std::memory_order_relaxed) + 1;
  return number;
}

bool IsPerThread(backend::Stream& stream) {
  return &stream == &stream.context().per_thread_stream();
}

std::pair<std::uint64_t, std::uint64_t> IdOf(backend::Stream& stream) {
  return {stream.id(), IsPerThread(stream) ? ThreadNumber() : 0};
}

}  // namespace

StreamState& Streams::Of(backend::Stream& stream) {
  const auto found = by_id_.find(IdOf(stream));
  return found != by_id_.end() ? *states_[found->second] : Add(stream, false);
}

StreamState& Streams::Add(backend::Stream& stream, bool created) {
  backend::Context& context = stream.context();
  const bool cuda = context.device().kind() == DeviceKind::Cuda;
  const bool per_thread = IsPerThread(stream);
  const std::pair<const void*, const void*> handle(&context, stream.native_handle());
  if (cuda && !created && !per_thread) {
    // Another object for a stream that is known.
    if (const auto found = by_handle_.find(handle); found != by_handle_.end()) {
      by_id_[IdOf(stream)] = found->second;
      return *states_[found->second];
    }
  }
  auto state = std::make_unique<StreamState>();
  state->key = static_cast<StreamKey>(states_.size());
  state->context = &context;
  state->is_default = &stream == &context.default_stream();
  // Of streams that were made elsewhere nobody knows; the driver's streams of threads do.
  state->waits_for_default = cuda && !state->is_default && !created;
  const std::string& device = context.device().name();
  state->name = state->is_default ? Concat("the default stream of ", device)
                : per_thread      ? Concat("thread ", ThreadNumber(), "'s stream of ", device)
                                  : Concat("stream ", ++counts_[&context], " of ", device);
  by_id_[IdOf(stream)] = state->key;
  if (cuda && !per_thread) {
    by_handle_[handle] = state->key;
  }
  states_.push_back(std::move(state));
  return *states_.back();
}

void Streams::Created(backend::Stream& stream) { Add(stream, true); }

void Streams::Destroyed(std::uint64_t id) {
  by_id_.erase(by_id_.lower_bound({id, 0}), by_id_.lower_bound({id + 1, 0}));
}

void Streams::Begin(StreamState& state) {
  state.known.Join(host_);
  if (state.is_default || state.waits_for_default) {
    for (const std::unique_ptr<StreamState>& other : states_) {
      const bool joined = other->context == state.context &&
                          (state.is_default ? other->waits_for_default : other->is_default);
      if (joined && other->context->device().kind() == DeviceKind::Cuda) {
        state.known.Join(DoneWith(*other));
      }
    }
  }
  ++state.time;
}

Clock Streams::DoneWith(const StreamState& state) const {
  Clock done = state.known;
  done.Raise(state.key, state.time);
  return done;
}

Clock Streams::DoneWith(const backend::Context& context) const {
  Clock done;
  for (const std::unique_ptr<StreamState>& state : states_) {
    if (state->context == &context) {
      done.Join(DoneWith(*state));
    }
  }
  return done;
}

void Streams::Clear() {
  by_id_.clear();
  by_handle_.clear();
  states_.clear();
  counts_.clear();
  host_ = Clock();
}

}  // namespace kernelc::sanitize
