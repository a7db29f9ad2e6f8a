#include "runtime/cpu/event.h"

#include <utility>

#include "runtime/backend/text.h"
#include "runtime/cpu/stream.h"

namespace kernelc::cpu {
namespace {

using backend::Concat;
using backend::Status;

class MarkOperation final : public Operation {
 public:
  MarkOperation(std::shared_ptr<EventState> state, std::uint64_t mark)
      : state_(std::move(state)), mark_(mark) {}
  void Run(Queue&) override {
    const auto now = std::chrono::steady_clock::now();
    const std::lock_guard lock(state_->mutex);
    if (mark_ > state_->reached) {
      state_->reached = mark_;
      state_->time = now;
      state_->reached_changed.notify_all();
    }
  }

 private:
  std::shared_ptr<EventState> state_;
  std::uint64_t mark_;
};

class WaitOperation final : public Operation {
 public:
  WaitOperation(std::shared_ptr<EventState> state, std::uint64_t mark)
      : state_(std::move(state)), mark_(mark) {}
  void Run(Queue&) override {
    std::unique_lock lock(state_->mutex);
    state_->reached_changed.wait(lock, [&] { return state_->reached >= mark_; });
  }

 private:
  std::shared_ptr<EventState> state_;
  std::uint64_t mark_;
};

}  // namespace

CpuEvent::CpuEvent(std::shared_ptr<backend::Context> context, bool timing)
    : Event(std::move(context), timing), state_(std::make_shared<EventState>()) {}

Status CpuEvent::DoRecord(backend::Stream& stream) {
  KC_USE_CONTEXT(context());
  std::uint64_t mark = 0;
  {
    const std::lock_guard lock(state_->mutex);
    mark = ++state_->recorded;
  }
  static_cast<CpuStream&>(stream).queue().Submit(MarkOperation(state_, mark), true);
  return {};
}

Status CpuEvent::DoSynchronize() {
  KC_USE_CONTEXT(context());
  std::unique_lock lock(state_->mutex);
  const std::uint64_t mark = state_->recorded;
  state_->reached_changed.wait(lock, [&] { return state_->reached >= mark; });
  return {};
}

Status CpuEvent::DoQuery(bool* done) {
  KC_USE_CONTEXT(context());
  const std::lock_guard lock(state_->mutex);
  *done = state_->reached >= state_->recorded;
  return {};
}

const char* CpuEvent::GetTime(std::chrono::steady_clock::time_point* time) {
  const std::lock_guard lock(state_->mutex);
  *time = state_->time;
  return state_->recorded == 0                  ? "was not recorded"
         : state_->reached < state_->recorded ? "has a mark that is not reached yet"
                                                : nullptr;
}

Status CpuEvent::GetElapsed(backend::Event& end, float* milliseconds) {
  KC_USE_CONTEXT(context());
  std::chrono::steady_clock::time_point from;
  std::chrono::steady_clock::time_point to;
  const char* const start_missing = GetTime(&from);
  const char* const end_missing = static_cast<CpuEvent&>(end).GetTime(&to);
  if (start_missing != nullptr || end_missing != nullptr) {
    return backend::Fail(ErrorCode::NotReady, "event elapsed time", context().device().name(),
                         start_missing != nullptr ? Concat("the start event ", start_missing)
                                                  : Concat("the end event ", end_missing));
  }
  *milliseconds = std::chrono::duration<float, std::milli>(to - from).count();
  return {};
}

Status CpuEvent::WaitIn(Queue& queue) {
  KC_USE_CONTEXT(context());
  std::uint64_t mark = 0;
  {
    const std::lock_guard lock(state_->mutex);
    mark = state_->recorded;
    if (state_->reached >= mark) {
      return {};
    }
  }
  queue.Submit(WaitOperation(state_, mark), false);
  return {};
}

}  // namespace kernelc::cpu
