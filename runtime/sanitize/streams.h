// The streams that the sanitizer has seen, and what each one waited for.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "runtime/backend/backend.h"
#include "runtime/sanitize/clocks.h"

namespace kernelc::sanitize {

struct StreamState {
  StreamKey key = 0;
  // "stream 2 of cuda:0".
  std::string name;
  const backend::Context* context = nullptr;
  // The driver makes it and the default stream wait for each other.
  bool waits_for_default = false;
  bool is_default = false;
  // The number of the last operation.
  std::uint64_t time = 0;
  // What operations from now on wait for, of other streams.
  Clock known;
};

class Streams {
 public:
  // The one that work of the calling thread in `stream` goes to.
  StreamState& Of(backend::Stream& stream);
  // The handle may be one that a stream had that is gone.
  void Created(backend::Stream& stream);
  void Destroyed(std::uint64_t id);
  // Waited for by everybody.
  const Clock& host() const noexcept { return host_; }
  // A new operation of the stream: everything it waits for is in `known`, its number in `time`.
  void Begin(StreamState& state);
  // What is done once the stream's work so far is, or that of all streams of a context.
  Clock DoneWith(const StreamState& state) const;
  Clock DoneWith(StreamKey stream) const { return DoneWith(*states_[stream]); }
  Clock DoneWith(const backend::Context& context) const;
  void HostWaited(const Clock& done) { host_.Join(done); }
  void Clear();

 private:
  StreamState& Add(backend::Stream& stream, bool created);

  // By the stream's id and, for streams that each thread has its own of, the thread's number.
  std::map<std::pair<std::uint64_t, std::uint64_t>, StreamKey> by_id_;
  // CUDA: by context and the driver's handle, which several objects may stand for.
  std::map<std::pair<const void*, const void*>, StreamKey> by_handle_;
  std::vector<std::unique_ptr<StreamState>> states_;
  std::map<const backend::Context*, unsigned> counts_;
  Clock host_;
};

}  // namespace kernelc::sanitize
