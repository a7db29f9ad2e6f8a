#include "runtime/cpu/context.h"

#include "runtime/backend/text.h"
#include "runtime/cpu/event.h"
#include "runtime/cpu/module.h"

namespace kernelc::cpu {

using backend::Status;

CpuContext::CpuContext(CpuDevice& device)
    : Context(device), core_(std::make_shared<ContextCore>()), default_stream_(*this, nullptr, 0) {}

CpuContext::~CpuContext() = default;

Status CpuContext::Enter(void** previous) {
  *previous = nullptr;
  return {};
}

Status CpuContext::Leave(void*) { return {}; }

Status CpuContext::Synchronize() {
  if (Queue::Current() != nullptr) {
    return backend::Fail(ErrorCode::InvalidArgument, "context synchronize", device().name(),
                         "a stream callback cannot wait for its own context");
  }
  core_->WaitForAll(nullptr);
  core_->FlushOutput();
  return core_->TakeFault(0);
}

Status CpuContext::CreateStream(const StreamOptions& options,
                                std::unique_ptr<backend::Stream>* stream) {
  *stream = std::make_unique<CpuStream>(*this, shared_from_this(), options.priority);
  return {};
}

Status CpuContext::WrapStream(void*, std::unique_ptr<backend::Stream>*) {
  return backend::Fail(ErrorCode::NotSupported, "wrap stream", device().name(),
                       "the CPU has no streams made elsewhere");
}

Status CpuContext::CreateEvent(const EventOptions& options,
                               std::unique_ptr<backend::Event>* event) {
  *event = std::make_unique<CpuEvent>(shared_from_this(), options.timing);
  return {};
}

Status CpuContext::LoadModule(std::shared_ptr<const abi::KernelImage> image,
                              std::unique_ptr<backend::Module>* module) {
  return CpuModule::Load(*this, std::move(image), module);
}

}  // namespace kernelc::cpu
