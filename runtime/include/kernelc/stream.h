// Streams: in-order queues of work on a device. Work of different streams may overlap.
#pragma once

#include <functional>
#include <memory>

#include "kernelc/context.h"
#include "kernelc/export.h"

namespace kernelc {

namespace backend {
class Stream;
}
class EventRef;

struct StreamOptions {
  // Lower is more urgent, within Context::stream_priorities() (values beyond it are clamped, as the
  // driver does). On the CPU threads of the pool take work of urgent streams first.
  int priority = 0;
};

// Borrows a stream; cheap, must not outlive it. Default-constructed: the calling thread's current stream
// in whatever context the operation belongs to (kernelc/current_stream.h), which is the default stream
// until the thread chooses another.
class KC_RUNTIME_API StreamRef {
 public:
  StreamRef() noexcept = default;
  explicit StreamRef(backend::Stream* impl) noexcept : impl_(impl) {}

  // Blocks until all work enqueued so far is done; throws the first error that work met.
  void Synchronize() const;
  // True when all work enqueued so far is done. Throws what Synchronize() would.
  bool query() const;
  // Work enqueued from now on waits for what `event` recorded last. Does not block the host.
  void Wait(const EventRef& event) const;
  // Runs `callback` on a host thread after the work enqueued so far; work enqueued later waits for
  // it. It must not call the device API of the stream's context. An exception from it goes to the
  // error sink.
  void AddCallback(std::function<void()> callback) const;
  int priority() const;
  Context context() const;
  // The same, borrowed; null for a default-constructed one.
  backend::Context* context_impl() const noexcept;
  // CUDA: the CUstream, borrowed. CPU: null.
  void* native_handle() const noexcept;
  bool is_default() const noexcept { return impl_ == nullptr; }

  friend bool operator==(const StreamRef&, const StreamRef&) = default;
  backend::Stream* impl() const noexcept { return impl_; }

 private:
  backend::Stream* impl_ = nullptr;
};

// Owns a stream. Keeps its context alive. Moved-from streams may only be destroyed or assigned.
// Destroying one with work queued is safe: the work is completed first or goes on by itself.
class KC_RUNTIME_API Stream {
 public:
  // Creates a stream on `context`. Does not synchronize with the default stream. Throws
  // Error{Driver}.
  explicit Stream(const Context& context, StreamOptions options = {});
  // Borrows a CUstream made elsewhere in `context`; it is never destroyed here and must outlive
  // this. Null is the legacy default stream. Throws Error{InvalidArgument} for a stream of another
  // context, Error{NotSupported} on the CPU.
  static Stream Wrap(const Context& context, void* native_stream);

  Stream(Stream&&) noexcept;
  Stream& operator=(Stream&&) noexcept;
  ~Stream();

  StreamRef ref() const noexcept { return StreamRef(impl_.get()); }
  operator StreamRef() const noexcept { return ref(); }
  // These do what StreamRef's do.
  void Synchronize() const { ref().Synchronize(); }
  bool query() const { return ref().query(); }
  void Wait(const EventRef& event) const { ref().Wait(event); }
  void AddCallback(std::function<void()> callback) const { ref().AddCallback(std::move(callback)); }
  int priority() const { return ref().priority(); }
  Context context() const { return ref().context(); }
  void* native_handle() const noexcept { return ref().native_handle(); }

 private:
  explicit Stream(std::unique_ptr<backend::Stream> impl) noexcept;
  std::shared_ptr<backend::Stream> impl_;
};

// Waits for the stream at the end of a scope. An error found by the destructor goes to the error
// sink; call Finish() as the scope's last statement to have it thrown.
class KC_RUNTIME_API AutoSynchronize {
 public:
  explicit AutoSynchronize(StreamRef stream) noexcept : stream_(stream) {}
  ~AutoSynchronize();
  // Waits now, and not again at the end. Throws the first error that work met.
  void Finish();
  AutoSynchronize(const AutoSynchronize&) = delete;
  AutoSynchronize& operator=(const AutoSynchronize&) = delete;

 private:
  StreamRef stream_;
};

}  // namespace kernelc
