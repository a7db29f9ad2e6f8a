#include "runtime/trace/device_clock.h"

#include <utility>

#include "runtime/trace/timeline.h"

namespace kernelc::trace {
namespace {

// An elapsed time has 24 bits: with a reference that is younger it is exact to 60 nanoseconds.
constexpr std::int64_t kReferenceLife = 500'000'000;

// A time that cannot be had is left out of the trace, and the error sink hears why.
bool Had(const backend::Status& status) {
  backend::Report(status);
  return status.ok();
}

}  // namespace

class DeviceClock::CpuMark final : public Mark {
 public:
  explicit CpuMark(std::shared_ptr<std::atomic<std::int64_t>> time) : time_(std::move(time)) {}
  State GetTime(std::int64_t* time) override {
    *time = time_->load(std::memory_order_acquire);
    return *time == 0 ? State::Waiting : State::Known;
  }

 private:
  std::shared_ptr<std::atomic<std::int64_t>> time_;
};

class DeviceClock::EventMark final : public Mark {
 public:
  EventMark(std::unique_ptr<backend::Event> event, std::shared_ptr<Reference> reference)
      : event_(std::move(event)), reference_(std::move(reference)) {}
  State GetTime(std::int64_t* time) override {
    bool done = false;
    float milliseconds = 0;
    if (!Had(event_->Query(&done))) {
      return State::Lost;
    }
    if (!done) {
      return State::Waiting;
    }
    if (!Had(reference_->event->GetElapsed(*event_, &milliseconds))) {
      return State::Lost;
    }
    *time = reference_->time + static_cast<std::int64_t>(static_cast<double>(milliseconds) * 1e6);
    return State::Known;
  }

 private:
  std::unique_ptr<backend::Event> event_;
  std::shared_ptr<Reference> reference_;
};

std::unique_ptr<Mark> DeviceClock::MarkNow(backend::Stream& stream) {
  Note(stream.context());
  switch (stream.context().device().kind()) {
    case DeviceKind::Cuda:
      return MarkByEvent(stream);
    case DeviceKind::Cpu: {
      auto time = std::make_shared<std::atomic<std::int64_t>>(0);
      const backend::Status status =
          stream.AddCallback([time] { time->store(Now(), std::memory_order_release); });
      return Had(status) ? std::make_unique<CpuMark>(std::move(time)) : nullptr;
    }
  }
  return nullptr;
}

void DeviceClock::Note(backend::Context& context) {
  contexts_.insert_or_assign(&context, context.weak_from_this());
}

bool DeviceClock::Renew(backend::Context& context, Events* events) {
  if (events->stream == nullptr && !Had(context.CreateStream({}, &events->stream))) {
    return false;
  }
  auto reference = std::make_shared<Reference>();
  if (!Had(context.CreateEvent({}, &reference->event))) {
    return false;
  }
  const std::int64_t before = Now();
  if (!Had(reference->event->Record(*events->stream)) || !Had(reference->event->Synchronize())) {
    return false;
  }
  reference->time = (before + Now()) / 2;
  events->reference = std::move(reference);
  return true;
}

std::unique_ptr<Mark> DeviceClock::MarkByEvent(backend::Stream& stream) {
  backend::Context& context = stream.context();
  Events& events = events_[&context];
  const bool is_old =
      events.reference == nullptr || Now() - events.reference->time > kReferenceLife;
  if (is_old && !Renew(context, &events)) {
    return nullptr;
  }
  std::unique_ptr<backend::Event> event;
  if (!Had(context.CreateEvent({}, &event)) || !Had(event->Record(stream))) {
    return nullptr;
  }
  return std::make_unique<EventMark>(std::move(event), events.reference);
}

std::vector<std::shared_ptr<backend::Context>> DeviceClock::contexts() const {
  std::vector<std::shared_ptr<backend::Context>> found;
  for (const auto& [key, weak] : contexts_) {
    std::shared_ptr<backend::Context> context = weak.lock();
    if (context != nullptr && !context->gone()) {
      found.push_back(std::move(context));
    }
  }
  return found;
}

void DeviceClock::Clear() {
  events_.clear();
  contexts_.clear();
}

}  // namespace kernelc::trace
