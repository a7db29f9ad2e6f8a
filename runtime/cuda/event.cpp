#include "runtime/cuda/event.h"

#include <utility>

#include "runtime/cuda/stream.h"

namespace kernelc::cuda {

using backend::Status;

CudaEvent::~CudaEvent() {
  if (cuda_context().gone()) {
    return;
  }
  const EventHandle unused =
      is_reusable() ? cuda_context().events().Give(handle_, has_timing() ? 1 : 0) : handle_;
  if (unused == nullptr) {
    return;
  }
  CurrentContext current(cuda_context());
  cuda_context().ReportUnlessGone(current.ok() ? DRIVER_CALL(cuEventDestroy, unused)
                                               : current.TakeStatus());
}

Status CudaEvent::DoRecord(backend::Stream& stream) {
  KC_ENTER_CONTEXT(cuda_context());
  KC_RETURN_IF_FAILED(cuda_context().Note(
      DRIVER_CALL(cuEventRecord, handle_, static_cast<CudaStream&>(stream).handle())));
  records_.fetch_add(1, std::memory_order_release);
  return {};
}

Status CudaEvent::DoSynchronize() {
  KC_ENTER_CONTEXT(cuda_context());
  const std::uint64_t before = records();
  KC_RETURN_IF_FAILED(cuda_context().Note(DRIVER_CALL(cuEventSynchronize, handle_)));
  NoteReached(before);
  return cuda_context().TakeError();
}

Status CudaEvent::DoQuery(bool* done) {
  KC_ENTER_CONTEXT(cuda_context());
  const std::uint64_t before = records();
  Status status = DRIVER_CALL(cuEventQuery, handle_);
  *done = status.ok();
  if (*done) {
    NoteReached(before);
  }
  if (!status.ok() && status.info().driver_status == kErrorNotReady) {
    return {};
  }
  return cuda_context().Note(std::move(status));
}

Status CudaEvent::NotReady(const char* text) const {
  return backend::Fail(ErrorCode::NotReady, "event elapsed time", cuda_context().device().name(),
                       text);
}

Status CudaEvent::GetElapsed(backend::Event& end, float* milliseconds) {
  KC_ENTER_CONTEXT(cuda_context());
  auto& last = static_cast<CudaEvent&>(end);
  const CudaEvent* const missing = !recorded() ? this : !last.recorded() ? &last : nullptr;
  if (missing != nullptr) {
    return NotReady(missing == this ? "the start event was not recorded"
                                    : "the end event was not recorded");
  }
  const std::uint64_t before = records();
  const std::uint64_t last_before = last.records();
  Status status = DRIVER_CALL(cuEventElapsedTime, milliseconds, handle_, last.handle());
  if (status.ok()) {
    NoteReached(before);
    last.NoteReached(last_before);
  }
  if (!status.ok() && status.info().driver_status == kErrorNotReady) {
    bool started = false;
    KC_RETURN_IF_FAILED(DoQuery(&started));
    return NotReady(started ? "the end event has a mark that is not reached yet"
                            : "the start event has a mark that is not reached yet");
  }
  return cuda_context().Note(std::move(status));
}

}  // namespace kernelc::cuda
