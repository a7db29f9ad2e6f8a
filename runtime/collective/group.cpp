#include "runtime/collective/group.h"

#include <algorithm>
#include <utility>

namespace kernelc::collective {

using backend::Status;

Group::Group(std::vector<Context> contexts, int first, int size, std::unique_ptr<backend::CollectiveEngine> engine)
    : contexts_(std::move(contexts)), first_(first), size_(size), engine_(std::move(engine)) {}

void Group::StartWatch(Meeting meeting, const CollectiveOptions& options) {
  watch_ = std::make_unique<Watch>(
      std::move(meeting), options, [this] { return engine_->Poll(); }, [this](const ErrorInfo& why) { Fail(why); });
}

Status Group::failure() {
  if (!failed_.load(std::memory_order_acquire)) {
    return {};
  }
  const std::lock_guard lock(failure_mutex_);
  return Status(failure_);
}

bool Group::usable() const noexcept {
  return !failed_.load(std::memory_order_acquire) &&
         std::none_of(contexts_.begin(), contexts_.end(), [](const Context& context) { return context.impl()->gone(); });
}

Status Group::Run(const backend::CollectiveCall& call, CallRecord record) {
  const std::lock_guard lock(call_mutex_);
  KC_RETURN_IF_FAILED(failure());
  if (watch_ != nullptr) {
    watch_->Note(std::move(record));
  } else if (Status own = engine_->Poll(); !own.ok()) {
    Fail(own.info());
    return own;
  }
  Status status = engine_->Run(call);
  if (!status.ok()) {
    // An abort ends calls with errors that say less.
    Status ended = failure();
    if (!ended.ok()) {
      return ended;
    }
    // Ranks that were asked before, here and elsewhere, would wait for the others.
    Fail(status.info());
    return status;
  }
  return {};
}

void Group::Fail(const ErrorInfo& why) {
  {
    const std::lock_guard lock(failure_mutex_);
    if (failed_.load(std::memory_order_relaxed)) {
      return;
    }
    failure_ = why;
    failed_.store(true, std::memory_order_release);
  }
  engine_->Abort(why);
  if (failure_hook_ != nullptr) {
    failure_hook_();
  }
}

}  // namespace kernelc::collective
