#include "runtime/cuda/event.h"

#include <utility>

#include "runtime/cuda/stream.h"

namespace kernelc::cuda {

using backend::Status;

CudaEvent::~CudaEvent() {
  if (cuda_context().broken()) {
    return;
  }
  CurrentContext current(cuda_context());
  cuda_context().ReportUnlessGone(current.ok() ? DRIVER_CALL(cuEventDestroy, handle_)
                                               : current.TakeStatus());
}

Status CudaEvent::Record(backend::Stream& stream) {
  KC_ENTER_CONTEXT(cuda_context());
  return cuda_context().Note(
      DRIVER_CALL(cuEventRecord, handle_, static_cast<CudaStream&>(stream).handle()));
}

Status CudaEvent::Synchronize() {
  KC_ENTER_CONTEXT(cuda_context());
  KC_RETURN_IF_FAILED(cuda_context().Note(DRIVER_CALL(cuEventSynchronize, handle_)));
  return cuda_context().TakeError();
}

Status CudaEvent::Query(bool* done) {
  KC_ENTER_CONTEXT(cuda_context());
  Status status = DRIVER_CALL(cuEventQuery, handle_);
  *done = status.ok();
  if (!status.ok() && status.info().driver_status == kErrorNotReady) {
    return {};
  }
  return cuda_context().Note(std::move(status));
}

Status CudaEvent::GetElapsed(backend::Event& end, float* milliseconds) {
  KC_ENTER_CONTEXT(cuda_context());
  Status status = cuda_context().Note(DRIVER_CALL(cuEventElapsedTime, milliseconds, handle_,
                                                  static_cast<CudaEvent&>(end).handle()));
  // Our handles are valid: the driver means that one was never recorded.
  if (!status.ok() && (status.info().driver_status == kErrorInvalidHandle ||
                       status.info().driver_status == kErrorNotReady)) {
    status.info().code = ErrorCode::NotReady;
    status.info().message = "an event was not recorded, or its mark is not reached yet";
  }
  return status;
}

}  // namespace kernelc::cuda
