#include "runtime/cpu/context.h"

#include <algorithm>

#include "runtime/backend/text.h"
#include "runtime/cpu/event.h"
#include "runtime/cpu/module.h"

namespace kernelc::cpu {

namespace {

// As many as GPUs of today have.
constexpr int kLeastPriority = 0;
constexpr int kGreatestPriority = -5;

}  // namespace

using backend::Status;

CpuContext::CpuContext(CpuDevice& device)
    : Context(device),
      core_(std::make_shared<ContextCore>(device.pool(), device.place())),
      default_stream_(*this, nullptr, std::make_shared<Queue>(core_)),
      per_thread_stream_(*this, nullptr, nullptr) {}

CpuContext::~CpuContext() { memory().Clear(); }

Status CpuContext::Enter(void** previous) {
  KC_USE_CONTEXT(*this);
  *previous = nullptr;
  return {};
}

Status CpuContext::Leave(void*) { return {}; }

Status CpuContext::Reset() {
  KC_RETURN_IF_FAILED(CheckUsable("reset"));
  if (Queue::Current() != nullptr) {
    return backend::Fail(ErrorCode::InvalidArgument, "reset", device().name(),
                         "a kernel cannot reset the context that it runs in");
  }
  MarkReset();
  core_->WaitForAll(nullptr);
  core_->FlushOutput();
  core_->FreeAll();
  return core_->TakeFault(0);
}

Status CpuContext::SetProfiling(bool) {
  KC_USE_CONTEXT(*this);
  return {};
}

Status CpuContext::GetStreamPriorities(StreamPriorities* priorities) {
  KC_USE_CONTEXT(*this);
  *priorities = {kLeastPriority, kGreatestPriority};
  return {};
}

Status CpuContext::DoSynchronize() {
  KC_USE_CONTEXT(*this);
  if (Queue::Current() != nullptr) {
    return backend::Fail(ErrorCode::InvalidArgument, "context synchronize", device().name(),
                         "a stream callback cannot wait for its own context");
  }
  core_->WaitForAll(nullptr);
  core_->FlushOutput();
  return core_->TakeFault(0);
}

Status CpuContext::WaitForWork() {
  KC_USE_CONTEXT(*this);
  // A thread that runs an operation cannot wait: the one that it would wait for may wait for it.
  if (Queue::Current() == nullptr) {
    core_->WaitForAll(nullptr);
  }
  return {};
}

Status CpuContext::DoCreateStream(const StreamOptions& options,
                                std::unique_ptr<backend::Stream>* stream) {
  KC_USE_CONTEXT(*this);
  const int priority = std::clamp(options.priority, kGreatestPriority, kLeastPriority);
  *stream = std::make_unique<CpuStream>(*this, shared_from_this(),
                                        std::make_shared<Queue>(core_, priority));
  return {};
}

Status CpuContext::WrapStream(void*, std::unique_ptr<backend::Stream>*) {
  return backend::Fail(ErrorCode::NotSupported, "wrap stream", device().name(),
                       "the CPU has no streams made elsewhere");
}

Status CpuContext::GetBlasHandle(backend::Stream&, void**) {
  return backend::Fail(ErrorCode::NotSupported, "blas handle", device().name(),
                       "cuBLAS is for GPUs");
}

Status CpuContext::CreateEvent(const EventOptions& options,
                               std::unique_ptr<backend::Event>* event) {
  KC_USE_CONTEXT(*this);
  *event = std::make_unique<CpuEvent>(shared_from_this(), options.timing);
  return {};
}

Status CpuContext::CreateMark(std::unique_ptr<backend::Event>* mark) {
  KC_USE_CONTEXT(*this);
  *mark = std::make_unique<CpuEvent>(std::shared_ptr<backend::Context>(std::shared_ptr<void>(), this), false);
  return {};
}

Status CpuContext::DoAssemble(std::string_view /*ptx*/, std::span<const LinkInput> /*inputs*/, unsigned /*level*/,
                            std::vector<std::byte>* /*code*/) {
  return backend::Fail(ErrorCode::NotSupported, "assemble", device().name(),
                       "PTX is code for GPUs");
}

Status CpuContext::GetAssembler(std::string* /*name*/) { return DoAssemble({}, {}, 0, nullptr); }

Status CpuContext::DoLoadModule(std::shared_ptr<const abi::KernelImage> image,
                              std::unique_ptr<backend::Module>* module) {
  KC_USE_CONTEXT(*this);
  return CpuModule::Load(*this, std::move(image), module);
}

}  // namespace kernelc::cpu
