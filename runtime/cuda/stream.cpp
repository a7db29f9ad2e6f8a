#include "runtime/cuda/stream.h"

#include <exception>
#include <utility>

#include "runtime/backend/text.h"
#include "runtime/cuda/context.h"
#include "runtime/cuda/event.h"

namespace kernelc::cuda {
namespace {

using backend::Status;

// Runs on a thread of the driver.
void RunCallback(void* user) {
  const backend::StreamWork work;
  const std::unique_ptr<std::function<void()>> callback(static_cast<std::function<void()>*>(user));
  CallReporting(*callback);
}

}  // namespace

void CallReporting(const std::function<void()>& callback) noexcept {
  try {
    callback();
  } catch (const std::exception& error) {
    backend::Report(backend::Fail(ErrorCode::InvalidArgument, "stream callback", "cuda",
                                  backend::Concat("the callback threw: ", error.what())));
  } catch (...) {
    backend::Report(
        backend::Fail(ErrorCode::InvalidArgument, "stream callback", "cuda", "the callback threw"));
  }
}

CudaStream::CudaStream(CudaContext& context, std::shared_ptr<backend::Context> keep_alive,
                       StreamHandle handle, std::optional<int> priority)
    : Stream(context),
      context_(context),
      keep_alive_(std::move(keep_alive)),
      handle_(handle),
      priority_(priority) {}

CudaStream::~CudaStream() {
  context_.memory().StreamEnds(*this);
  if (!priority_ || context_.gone()) {
    return;
  }
  CurrentContext current(context_);
  if (!current.ok()) {
    context_.ReportUnlessGone(current.TakeStatus());
  } else if (StreamHandle unused = Reuse(); unused != nullptr) {
    // Work that is queued goes on; the driver frees the stream after it.
    context_.ReportUnlessGone(DRIVER_CALL(cuStreamDestroy, unused));
  }
}

StreamHandle CudaStream::Reuse() {
  if (lent_.load(std::memory_order_relaxed)) {
    return handle_;
  }
  Status idle = DRIVER_CALL(cuStreamQuery, handle_);
  if (idle.ok()) {
    return context_.streams().Give(handle_, *priority_);
  }
  if (idle.info().driver_status != kErrorNotReady) {
    context_.ReportUnlessGone(std::move(idle));
  }
  return handle_;
}

Status CudaStream::DoSynchronize() {
  KC_ENTER_CONTEXT(context_);
  KC_RETURN_IF_FAILED(context_.Note(DRIVER_CALL(cuStreamSynchronize, handle_)));
  return context_.TakeError();
}

Status CudaStream::DoQuery(bool* done) {
  KC_ENTER_CONTEXT(context_);
  Status status = DRIVER_CALL(cuStreamQuery, handle_);
  *done = status.ok();
  if (!status.ok() && status.info().driver_status == kErrorNotReady) {
    return {};
  }
  KC_RETURN_IF_FAILED(context_.Note(std::move(status)));
  return context_.TakeError();
}

Status CudaStream::GetPriority(int* priority) {
  KC_ENTER_CONTEXT(context_);
  return context_.Note(DRIVER_CALL(cuStreamGetPriority, handle_, priority));
}

Status CudaStream::DoWait(backend::Event& event) {
  KC_USE_CONTEXT(event.context());
  KC_ENTER_CONTEXT(context_);
  return context_.Note(
      DRIVER_CALL(cuStreamWaitEvent, handle_, static_cast<CudaEvent&>(event).handle(), 0U));
}

Status CudaStream::DoAddCallback(std::function<void()> callback) {
  KC_ENTER_CONTEXT(context_);
  auto owned = std::make_unique<std::function<void()>>(std::move(callback));
  void* const user = owned.get();
  KC_RETURN_IF_FAILED(context_.Note(DRIVER_CALL(cuLaunchHostFunc, handle_, &RunCallback, user)));
  // The callback frees it.
  static_cast<void>(owned.release());
  return {};
}

void CudaStream::KeepError(ErrorInfo error) { context_.errors().Keep(std::move(error)); }

}  // namespace kernelc::cuda
