#include "runtime/collective/host_engine.h"

#include <map>
#include <utility>

#include "runtime/backend/text.h"
#include "runtime/collective/host_algorithms.h"

namespace kernelc::collective {
namespace {

using backend::CollectiveCall;
using backend::CollectivePart;
using backend::Status;

// Operations of a rank run in the order of their calls, also where these name different streams.
class Turns {
 public:
  std::uint64_t Take() { return taken_++; }
  void Await(std::uint64_t turn) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return done_ == turn; });
  }
  void Done() {
    {
      const std::lock_guard lock(mutex_);
      ++done_;
    }
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t taken_ = 0;
  std::uint64_t done_ = 0;
};

// Shared with the operations under way, which may outlive the engine.
struct State {
  State(int ranks, std::shared_ptr<Transport> by) : size(ranks), transport(std::move(by)) {}
  void Fail(const Status& status) {
    const std::lock_guard lock(mutex);
    if (first_failure.ok()) {
      first_failure = Status(status.info());
    }
  }

  const int size;
  const std::shared_ptr<Transport> transport;
  // By rank.
  std::map<int, Turns> turns;
  std::mutex mutex;
  Status first_failure;
};

std::shared_ptr<backend::Stream> Hold(backend::Stream& stream) {
  std::shared_ptr<backend::Stream> owned = stream.weak_from_this().lock();
  // The context's own streams live as long as it does.
  return owned != nullptr ? owned
                          : std::shared_ptr<backend::Stream>(stream.context().shared_from_this(), &stream);
}

class HostEngine final : public backend::CollectiveEngine {
 public:
  HostEngine(int size, std::shared_ptr<Transport> transport)
      : state_(std::make_shared<State>(size, std::move(transport))) {}

  Status Run(const CollectiveCall& call) override {
    for (const CollectivePart& part : call.parts) {
      Turns& turns = state_->turns[part.rank];
      const std::uint64_t turn = turns.Take();
      KC_RETURN_IF_FAILED(part.stream->AddCallback(
          [state = state_, stream = Hold(*part.stream), call = call, part = part, &turns, turn]() mutable {
            turns.Await(turn);
            call.parts = {};
            Status status = RunOnHost(*state->transport, state->size, call, part);
            if (!status.ok()) {
              state->Fail(status);
              stream->KeepError(std::move(status.info()));
            }
            turns.Done();
          }));
    }
    return {};
  }

  Status Poll() override {
    const std::lock_guard lock(state_->mutex);
    return std::exchange(state_->first_failure, Status());
  }

  void Abort(const ErrorInfo& why) noexcept override { state_->transport->Abort(why); }

 private:
  std::shared_ptr<State> state_;
};

}  // namespace

std::unique_ptr<backend::CollectiveEngine> MakeHostEngine(int size, std::shared_ptr<Transport> transport) {
  return std::make_unique<HostEngine>(size, std::move(transport));
}

}  // namespace kernelc::collective
