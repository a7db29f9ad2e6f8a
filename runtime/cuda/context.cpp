#include "runtime/cuda/context.h"

#include <utility>

#include "runtime/backend/text.h"
#include "runtime/cuda/event.h"
#include "runtime/cuda/module.h"

namespace kernelc::cuda {

namespace {

// CU_STREAM_PER_THREAD, a macro of cuda.h.
StreamHandle const kPerThreadStream = reinterpret_cast<StreamHandle>(std::uintptr_t{2});

}  // namespace

using backend::Concat;
using backend::Status;

void CurrentContext::Push() {
  status_ = DRIVER_CALL(cuCtxPushCurrent, context_.handle());
  pushed_ = status_.ok();
}

void CurrentContext::Pop() noexcept {
  ContextHandle popped = nullptr;
  context_.ReportUnlessGone(DRIVER_CALL(cuCtxPopCurrent, &popped));
}

CudaContext::CudaContext(CudaDevice& device, ContextHandle handle)
    : Context(device),
      device_(device),
      handle_(handle),
      default_stream_(*this, nullptr, nullptr, std::nullopt),
      per_thread_stream_(*this, nullptr, kPerThreadStream, std::nullopt) {}

CudaContext::~CudaContext() {
  memory().Clear();
  // The reset that a broken context needs takes the place of its release.
  if (!gone()) {
    {
      CurrentContext current(*this);
      if (current.ok()) {
        ReportUnlessGone(blas_handles_.DestroyAll());
        ReportUnlessGone(DestroyPooled());
      }
      ReportUnlessGone(current.ok() ? errors_.FreeMemory() : current.TakeStatus());
    }
    ReportUnlessGone(DRIVER_CALL(cuDevicePrimaryCtxRelease, device_.handle()));
  }
}

Status CudaContext::Note(Status status) const {
  if (status.ok() || status.info().code == ErrorCode::ContextDestroyed) [[likely]] {
    return status;
  }
  ErrorInfo& info = status.info();
  info.object = device_.name();
  if (IsSticky(info.driver_status)) {
    // In this order: whoever makes the next context, as this one is broken, resets the device first.
    device_.MarkForReset();
    broken_.store(true, std::memory_order_release);
    const std::string* const kernel = last_kernel_.load(std::memory_order_relaxed);
    if (kernel != nullptr) {
      info.fault.kernel = *kernel;
      info.message += Concat("; the kernel launched last was `", *kernel, '`');
    }
    info.message += "; the context cannot be used any more";
  }
  return status;
}

Status CudaContext::UnlessGone(Status status) const {
  if (status.ok()) [[likely]] {
    return status;
  }
  const int result = status.info().driver_status;
  const bool ends = result == kErrorDeinitialized || result == kErrorNotInitialized;
  return ends || gone() ? Status() : Note(std::move(status));
}

void CudaContext::ReportUnlessGone(Status status) const noexcept {
  backend::Report(UnlessGone(std::move(status)));
}

Status CudaContext::Enter(void** previous) {
  KC_USE_CONTEXT(*this);
  ContextHandle current = nullptr;
  KC_RETURN_IF_FAILED(Note(DRIVER_CALL(cuCtxGetCurrent, &current)));
  *previous = current;
  return Note(DRIVER_CALL(cuCtxPushCurrent, handle_));
}

Status CudaContext::Leave(void* previous) {
  if (backend::Forked(DeviceKind::Cuda)) {
    return {};
  }
  ContextHandle popped = nullptr;
  KC_RETURN_IF_FAILED(Note(DRIVER_CALL(cuCtxPopCurrent, &popped)));
  ContextHandle current = nullptr;
  KC_RETURN_IF_FAILED(Note(DRIVER_CALL(cuCtxGetCurrent, &current)));
  if (popped != handle_ || current != previous) {
    return backend::Fail(ErrorCode::InvalidArgument, "leave context", device_.name(),
                         "another context was made current inside the scope and not restored");
  }
  return {};
}

Status CudaContext::DoSynchronize() {
  KC_ENTER_CONTEXT(*this);
  KC_RETURN_IF_FAILED(Note(DRIVER_CALL(cuCtxSynchronize)));
  return TakeError();
}

Status CudaContext::WaitForWork() {
  KC_ENTER_CONTEXT(*this);
  return Note(DRIVER_CALL(cuCtxSynchronize));
}

Status CudaContext::SynchronizeLast() {
  KC_RETURN_IF_FAILED(Note(DRIVER_CALL(cuCtxPushCurrent, handle_)));
  Status status = Note(DRIVER_CALL(cuCtxSynchronize));
  if (status.ok()) {
    status = TakeError();
  }
  Status destroyed = Named(blas_handles_.DestroyAll());
  if (status.ok()) {
    status = std::move(destroyed);
  }
  ContextHandle popped = nullptr;
  Status left = Note(DRIVER_CALL(cuCtxPopCurrent, &popped));
  return status.ok() ? std::move(left) : std::move(status);
}

Status CudaContext::Reset() {
  MarkReset();
  // Callbacks that are queued run, and own what they hold. A broken context has no work, and is reset
  // in place of its release.
  const bool works = !broken();
  Status synchronized = works ? SynchronizeLast() : Status();
  Status released = works ? DRIVER_CALL(cuDevicePrimaryCtxRelease, device_.handle()) : Status();
  Status reset = DRIVER_CALL(cuDevicePrimaryCtxReset, device_.handle());
  if (!synchronized.ok()) {
    return synchronized;
  }
  return Named(released.ok() ? std::move(reset) : std::move(released));
}

Status CudaContext::Named(Status status) const {
  if (!status.ok()) {
    status.info().object = device_.name();
  }
  return status;
}

Status CudaContext::SetProfiling(bool on) {
  KC_ENTER_CONTEXT(*this);
  return Note(on ? DRIVER_CALL(cuProfilerStart) : DRIVER_CALL(cuProfilerStop));
}

Status CudaContext::GetStreamPriorities(StreamPriorities* priorities) {
  KC_ENTER_CONTEXT(*this);
  return Note(DRIVER_CALL(cuCtxGetStreamPriorityRange, &priorities->least, &priorities->greatest));
}

Status CudaContext::TakeError() {
  Status status = errors_.TakeError();
  const bool is_report = status.ok() || status.info().driver_status == 0;
  return is_report ? std::move(status) : Note(std::move(status));
}

Status CudaContext::DoCreateStream(const StreamOptions& options,
                                 std::unique_ptr<backend::Stream>* stream) {
  KC_ENTER_CONTEXT(*this);
  StreamHandle handle = streams_.Take(options.priority);
  if (handle == nullptr) {
    KC_RETURN_IF_FAILED(Note(DRIVER_CALL(cuStreamCreateWithPriority, &handle,
                                         unsigned{kStreamNonBlocking}, options.priority)));
  }
  *stream = std::make_unique<CudaStream>(*this, shared_from_this(), handle, options.priority);
  return {};
}

Status CudaContext::WrapStream(void* native_stream, std::unique_ptr<backend::Stream>* stream) {
  KC_ENTER_CONTEXT(*this);
  auto* const handle = static_cast<StreamHandle>(native_stream);
  ContextHandle home = handle_;
  Status status = DRIVER_CALL(cuStreamGetCtx, handle, &home);
  // A driver without the function cannot be asked.
  if (!status.ok() && status.info().code != ErrorCode::NotSupported) {
    return Note(std::move(status));
  }
  if (home != handle_) {
    return backend::Fail(ErrorCode::InvalidArgument, "wrap stream", device_.name(),
                         "the stream was made in another context");
  }
  *stream = std::make_unique<CudaStream>(*this, shared_from_this(), handle, std::nullopt);
  return {};
}

Status CudaContext::MakeEventHandle(bool timing, EventHandle* handle) {
  if (!broken()) {
    KC_USE_CONTEXT(*this);
    if (*handle = events_.Take(timing ? 1 : 0); *handle != nullptr) {
      return {};
    }
  }
  KC_ENTER_CONTEXT(*this);
  const unsigned flags = timing ? unsigned{kEventDefault} : unsigned{kEventDisableTiming};
  return Note(DRIVER_CALL(cuEventCreate, handle, flags));
}

Status CudaContext::DestroyPooled() {
  Status first;
  const auto keep_first = [&](Status status) {
    if (first.ok()) {
      first = std::move(status);
    }
  };
  for (const EventHandle event : events_.TakeAll()) {
    keep_first(DRIVER_CALL(cuEventDestroy, event));
  }
  for (const StreamHandle stream : streams_.TakeAll()) {
    keep_first(DRIVER_CALL(cuStreamDestroy, stream));
  }
  return first;
}

Status CudaContext::CreateEvent(const EventOptions& options,
                                std::unique_ptr<backend::Event>* event) {
  EventHandle handle = nullptr;
  KC_RETURN_IF_FAILED(MakeEventHandle(options.timing, &handle));
  *event = std::make_unique<CudaEvent>(shared_from_this(), handle, options.timing);
  return {};
}

Status CudaContext::CreateMark(std::unique_ptr<backend::Event>* mark) {
  EventHandle handle = nullptr;
  KC_RETURN_IF_FAILED(MakeEventHandle(false, &handle));
  *mark = std::make_unique<CudaEvent>(std::shared_ptr<backend::Context>(std::shared_ptr<void>(), this),
                                      handle, false);
  return {};
}

Status CudaContext::GetBlasHandle(backend::Stream& stream, void** handle) {
  KC_ENTER_CONTEXT(*this);
  return Named(blas_handles_.Get(static_cast<CudaStream&>(stream).handle(), handle));
}

Status CudaContext::EnablePeerAccess(backend::Context& peer) {
  KC_ENTER_CONTEXT(*this);
  constexpr unsigned kNoFlags = 0;
  Status status =
      DRIVER_CALL(cuCtxEnablePeerAccess, static_cast<CudaContext&>(peer).handle(), kNoFlags);
  const bool is_enabled =
      !status.ok() && status.info().driver_status == kErrorPeerAccessAlreadyEnabled;
  return is_enabled ? Status() : Note(std::move(status));
}

Status CudaContext::DisablePeerAccess(backend::Context& peer) {
  KC_ENTER_CONTEXT(*this);
  Status status = DRIVER_CALL(cuCtxDisablePeerAccess, static_cast<CudaContext&>(peer).handle());
  if (!status.ok() && status.info().driver_status == kErrorPeerAccessNotEnabled) {
    status.info().code = ErrorCode::InvalidArgument;
    status.info().message =
        Concat("access to the memory of ", peer.device().name(), " was not enabled");
  }
  return Note(std::move(status));
}

Status CudaContext::DoLoadModule(std::shared_ptr<const abi::KernelImage> image,
                               std::unique_ptr<backend::Module>* module) {
  return CudaModule::Load(*this, std::move(image), module);
}

}  // namespace kernelc::cuda
