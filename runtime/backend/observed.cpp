// The contract's methods that observers see.
#include <bit>
#include <utility>

#include "runtime/backend/backend.h"

namespace kernelc::backend {

Status CheckCanWait(Stream& stream, const char* name) {
  Operation operation{
      .kind = OperationKind::SynchronizeStream, .context = &stream.context(), .stream = &stream};
  Status status;
  if (Capturing() && TakeOperation(operation, &status)) [[unlikely]] {
    status.info().operation = name;
    status.info().message = "it waits for the stream, which is captured";
  }
  return status;
}

Status Context::Synchronize() {
  if (!Observed()) [[likely]] {
    return DoSynchronize();
  }
  return Observe({.kind = OperationKind::SynchronizeContext, .context = this},
                 [&](Operation&) { return DoSynchronize(); });
}

Status Context::Allocate(std::size_t bytes, DevicePointer* data) {
  if (!Observed()) [[likely]] {
    return DoAllocate(bytes, data);
  }
  return Observe({.kind = OperationKind::Allocate, .context = this, .bytes = bytes},
                 [&](Operation& operation) {
                   Status status = DoAllocate(bytes, data);
                   operation.to = status.ok() ? *data : 0;
                   return status;
                 });
}

Status Context::Free(DevicePointer data) {
  if (!Observed()) [[likely]] {
    return DoFree(data);
  }
  return Observe({.kind = OperationKind::Free, .context = this, .to = data},
                 [&](Operation&) { return DoFree(data); });
}

Status Context::AllocateManaged(std::size_t bytes, DevicePointer* data) {
  if (!Observed()) [[likely]] {
    return DoAllocateManaged(bytes, data);
  }
  return Observe({.kind = OperationKind::AllocateManaged, .context = this, .bytes = bytes},
                 [&](Operation& operation) {
                   Status status = DoAllocateManaged(bytes, data);
                   operation.to = status.ok() ? *data : 0;
                   return status;
                 });
}

Status Context::AllocateHost(std::size_t bytes, const HostMemoryFlags& flags, void** data) {
  if (!Observed()) [[likely]] {
    return DoAllocateHost(bytes, flags, data);
  }
  return Observe({.kind = OperationKind::AllocateHost, .context = this, .bytes = bytes},
                 [&](Operation& operation) {
                   Status status = DoAllocateHost(bytes, flags, data);
                   operation.to = status.ok() ? std::bit_cast<DevicePointer>(*data) : 0;
                   return status;
                 });
}

Status Context::FreeHost(void* data) {
  if (!Observed()) [[likely]] {
    return DoFreeHost(data);
  }
  return Observe(
      {.kind = OperationKind::FreeHost, .context = this, .to = std::bit_cast<DevicePointer>(data)},
      [&](Operation&) { return DoFreeHost(data); });
}

Status Context::RegisterHost(void* data, std::size_t bytes, const HostMemoryFlags& flags) {
  if (!Observed()) [[likely]] {
    return DoRegisterHost(data, bytes, flags);
  }
  return Observe({.kind = OperationKind::RegisterHost,
                  .context = this,
                  .to = std::bit_cast<DevicePointer>(data),
                  .bytes = bytes},
                 [&](Operation&) { return DoRegisterHost(data, bytes, flags); });
}

Status Context::UnregisterHost(void* data) {
  if (!Observed()) [[likely]] {
    return DoUnregisterHost(data);
  }
  return Observe({.kind = OperationKind::UnregisterHost,
                  .context = this,
                  .to = std::bit_cast<DevicePointer>(data)},
                 [&](Operation&) { return DoUnregisterHost(data); });
}

Status Context::CreateStream(const StreamOptions& options, std::unique_ptr<Stream>* stream) {
  if (!Observed()) [[likely]] {
    return DoCreateStream(options, stream);
  }
  return Observe({.kind = OperationKind::CreateStream, .context = this}, [&](Operation& operation) {
    Status status = DoCreateStream(options, stream);
    operation.stream = stream->get();
    return status;
  });
}

Status Context::LoadModule(std::shared_ptr<const abi::KernelImage> image,
                           std::unique_ptr<Module>* module) {
  if (!Observed()) [[likely]] {
    return DoLoadModule(std::move(image), module);
  }
  return Observe({.kind = OperationKind::LoadModule, .context = this, .image = image.get()},
                 [&](Operation&) { return DoLoadModule(std::move(image), module); });
}

Status Context::Assemble(std::string_view ptx, std::span<const LinkInput> inputs, unsigned level,
                         std::vector<std::byte>* code) {
  if (!Observed()) [[likely]] {
    return DoAssemble(ptx, inputs, level, code);
  }
  return Observe({.kind = OperationKind::Assemble, .context = this, .bytes = ptx.size()},
                 [&](Operation&) { return DoAssemble(ptx, inputs, level, code); });
}

Status Stream::Synchronize() {
  if (!Observed()) [[likely]] {
    return DoSynchronize();
  }
  return Observe({.kind = OperationKind::SynchronizeStream, .context = &context_, .stream = this},
                 [&](Operation&) { return DoSynchronize(); });
}

Status Stream::Query(bool* done) {
  if (!Observed()) [[likely]] {
    return DoQuery(done);
  }
  return Observe({.kind = OperationKind::QueryStream, .context = &context_, .stream = this},
                 [&](Operation& operation) {
                   Status status = DoQuery(done);
                   operation.done = status.ok() && *done;
                   return status;
                 });
}

Status Stream::Wait(Event& event) {
  if (!Observed()) [[likely]] {
    return DoWait(event);
  }
  return Observe(
      {.kind = OperationKind::StreamWait, .context = &context_, .stream = this, .event = &event},
      [&](Operation&) { return DoWait(event); });
}

Status Stream::AddCallback(std::function<void()> callback) {
  if (!Observed()) [[likely]] {
    return DoAddCallback(std::move(callback));
  }
  return Observe({.kind = OperationKind::Callback,
                  .context = &context_,
                  .stream = this,
                  .callback = &callback},
                 [&](Operation&) { return DoAddCallback(std::move(callback)); });
}

Status Stream::CopyToDevice(DevicePointer to, const void* from, std::size_t bytes) {
  if (!Observed()) [[likely]] {
    return DoCopyToDevice(to, from, bytes);
  }
  return Observe({.kind = OperationKind::CopyToDevice,
                  .context = &context_,
                  .stream = this,
                  .to = to,
                  .from = std::bit_cast<DevicePointer>(from),
                  .bytes = bytes},
                 [&](Operation&) { return DoCopyToDevice(to, from, bytes); });
}

Status Stream::CopyToHost(void* to, DevicePointer from, std::size_t bytes) {
  if (!Observed()) [[likely]] {
    return DoCopyToHost(to, from, bytes);
  }
  return Observe({.kind = OperationKind::CopyToHost,
                  .context = &context_,
                  .stream = this,
                  .to = std::bit_cast<DevicePointer>(to),
                  .from = from,
                  .bytes = bytes},
                 [&](Operation&) { return DoCopyToHost(to, from, bytes); });
}

Status Stream::CopyOnDevice(DevicePointer to, DevicePointer from, std::size_t bytes) {
  if (!Observed()) [[likely]] {
    return DoCopyOnDevice(to, from, bytes);
  }
  return Observe({.kind = OperationKind::CopyOnDevice,
                  .context = &context_,
                  .stream = this,
                  .to = to,
                  .from = from,
                  .bytes = bytes},
                 [&](Operation&) { return DoCopyOnDevice(to, from, bytes); });
}

Status Stream::CopyFromPeer(DevicePointer to, Context& from_context, DevicePointer from,
                            std::size_t bytes) {
  if (!Observed()) [[likely]] {
    return DoCopyFromPeer(to, from_context, from, bytes);
  }
  return Observe({.kind = OperationKind::CopyFromPeer,
                  .context = &context_,
                  .stream = this,
                  .to = to,
                  .from = from,
                  .bytes = bytes,
                  .from_context = &from_context},
                 [&](Operation&) { return DoCopyFromPeer(to, from_context, from, bytes); });
}

Status Stream::Memset(DevicePointer to, std::uint8_t value, std::size_t bytes) {
  if (!Observed()) [[likely]] {
    return DoMemset(to, value, bytes);
  }
  return Observe({.kind = OperationKind::Memset,
                  .context = &context_,
                  .stream = this,
                  .to = to,
                  .bytes = bytes,
                  .value = value},
                 [&](Operation&) { return DoMemset(to, value, bytes); });
}

Status Stream::CopyStrided(const StridedCopy& copy) {
  if (!Observed()) [[likely]] {
    return DoCopyStrided(copy);
  }
  return Observe(
      {.kind = OperationKind::CopyStrided, .context = &context_, .stream = this, .copy = &copy},
      [&](Operation&) { return DoCopyStrided(copy); });
}

Status Stream::FillStrided(const StridedFill& fill) {
  if (!Observed()) [[likely]] {
    return DoFillStrided(fill);
  }
  return Observe(
      {.kind = OperationKind::FillStrided, .context = &context_, .stream = this, .fill = &fill},
      [&](Operation&) { return DoFillStrided(fill); });
}

Status Event::Record(Stream& stream) {
  if (!Observed()) [[likely]] {
    return DoRecord(stream);
  }
  return Observe({.kind = OperationKind::RecordEvent,
                  .context = context_.get(),
                  .stream = &stream,
                  .event = this},
                 [&](Operation&) { return DoRecord(stream); });
}

Status Event::Synchronize() {
  if (!Observed()) [[likely]] {
    return DoSynchronize();
  }
  return Observe(
      {.kind = OperationKind::SynchronizeEvent, .context = context_.get(), .event = this},
      [&](Operation&) { return DoSynchronize(); });
}

Status Event::Query(bool* done) {
  if (!Observed()) [[likely]] {
    return DoQuery(done);
  }
  return Observe({.kind = OperationKind::QueryEvent, .context = context_.get(), .event = this},
                 [&](Operation& operation) {
                   Status status = DoQuery(done);
                   operation.done = status.ok() && *done;
                   return status;
                 });
}

Status Function::LaunchObserved(Stream& stream, const LaunchConfig& config,
                                const std::byte* params) {
  return Observe({.kind = OperationKind::Launch,
                  .context = &context_,
                  .stream = &stream,
                  .function = this,
                  .config = &config,
                  .params = params},
                 [&](Operation&) { return DoLaunch(stream, config, params); });
}

// Its context may be gone by now.
Stream::~Stream() {
  if (Observed()) [[unlikely]] {
    Report(Observe({.kind = OperationKind::DestroyStream, .stream = this},
                   [](Operation&) { return Status(); }));
  }
}

}  // namespace kernelc::backend
