// The public handle of a resource, and what is current.
#include <cstdlib>
#include <string_view>
#include <utility>

#include "kernelc/memory_resource.h"
#include "runtime/backend/backend.h"
#include "runtime/backend/text.h"
#include "runtime/core/handles.h"
#include "runtime/memory/resources.h"

namespace kernelc {
namespace {

using backend::Concat;
using backend::ThrowIfFailed;

MemoryResource Handle(const Context& context, std::shared_ptr<backend::MemoryResource> resource) {
  return MemoryResource(context.impl(), std::move(resource));
}

// Resources that give out pieces of what is below name one stream to it, while any may use them.
void RequireUnordered(const MemoryResource& upstream, const char* operation) {
  if (upstream.stream_ordered()) {
    backend::ThrowError(ErrorCode::InvalidArgument, operation,
                        upstream.context_impl()->device().name(),
                        Concat("it cannot stand on the `", upstream.name(),
                               "` resource, whose memory belongs to streams"));
  }
}

}  // namespace

std::string MemoryResource::name() const { return impl_->name(); }

Context MemoryResource::context() const { return Context(context_); }

bool MemoryResource::stream_ordered() const noexcept { return impl_->stream_ordered(); }

DevicePointer MemoryResource::Allocate(std::size_t bytes, StreamRef stream) const {
  backend::Stream& target = core::ResolveStream(*context_, stream, "allocate");
  if (bytes == 0) {
    backend::ThrowError(ErrorCode::InvalidArgument, "allocate", context_->device().name(),
                        "0 bytes are no allocation");
  }
  DevicePointer data = 0;
  ThrowIfFailed(core::AllocateBlock(*impl_, target, bytes, &data));
  return data;
}

void MemoryResource::Free(DevicePointer data, std::size_t bytes, StreamRef stream) const {
  backend::Stream& last = core::ResolveStream(*context_, stream, "free");
  backend::Status race;
  if (impl_->stream_ordered()) {
    race = backend::ObserveBlock(backend::OperationKind::FreeBlock, *context_, last, data, bytes);
  }
  ThrowIfFailed(impl_->Free(data, bytes, last));
  ThrowIfFailed(race);
}

void MemoryResource::RecordStream(DevicePointer data, StreamRef stream) const {
  backend::Stream& user = core::ResolveStream(*context_, stream, "record stream");
  ThrowIfFailed(impl_->RecordUse(data, user));
  ThrowIfFailed(
      backend::ObserveBlock(backend::OperationKind::UseBlock, *context_, user, data, 0));
}

void MemoryResource::ReleaseHeld() const { ThrowIfFailed(impl_->ReleaseHeld()); }
void MemoryResource::StopHolding() const { ThrowIfFailed(impl_->StopHolding()); }

void MemoryResource::SetFraction(double share) const {
  if (!(share >= 0 && share <= 1)) {
    backend::ThrowError(ErrorCode::InvalidArgument, "set memory fraction",
                        context_->device().name(), "the share must be from 0 to 1");
  }
  ThrowIfFailed(impl_->SetFraction(share));
}

void MemoryResource::RecordSites(bool on) const { ThrowIfFailed(impl_->RecordSites(on)); }
void MemoryResource::Verify() const { ThrowIfFailed(impl_->Verify()); }
MemoryStats MemoryResource::stats() const { return impl_->Stats(); }
void MemoryResource::ResetPeaks() const { impl_->ResetPeaks(); }

MemoryResource DriverResource(const Context& context) {
  return Handle(context, memory::MakeDriver(*context.impl()));
}

MemoryResource CachingResource(const Context& context, CachingOptions options) {
  return CachingResource(DriverResource(context), options);
}

MemoryResource CachingResource(const MemoryResource& upstream, CachingOptions options) {
  RequireUnordered(upstream, "make caching resource");
  if (!(options.max_overhead >= 0)) {
    backend::ThrowError(ErrorCode::InvalidArgument, "make caching resource",
                        upstream.context_impl()->device().name(), "`max_overhead` is negative");
  }
  return Handle(upstream.context(),
                memory::MakeCaching(upstream.impl(), {.max_overhead = options.max_overhead}));
}

MemoryResource AsyncResource(const Context& context) {
  memory::ResourcePtr resource;
  ThrowIfFailed(memory::MakeAsync(*context.impl(), &resource));
  return Handle(context, std::move(resource));
}

MemoryResource ArenaResource(const MemoryResource& upstream, std::size_t chunk_bytes) {
  RequireUnordered(upstream, "make arena resource");
  return Handle(upstream.context(), memory::MakeArena(upstream.impl(), chunk_bytes));
}

MemoryResource PinnedPoolResource(const Context& context, HostMemoryOptions options) {
  const backend::HostMemoryFlags flags = {
      .portable = options.portable, .mapped = false, .write_combined = options.write_combined};
  return Handle(context, memory::MakeCaching(memory::MakePinned(*context.impl(), flags),
                                             {.max_overhead = CachingOptions().max_overhead,
                                              .after_completion = true}));
}

MemoryResource LimitResource(const MemoryResource& upstream, std::size_t bytes) {
  return Handle(upstream.context(), memory::MakeLimit(upstream.impl(), bytes));
}

MemoryResource StatisticsResource(const MemoryResource& upstream) {
  return Handle(upstream.context(), memory::MakeStatistics(upstream.impl()));
}

MemoryResource LoggingResource(const MemoryResource& upstream,
                               std::function<void(std::string_view line)> log) {
  return Handle(upstream.context(), memory::MakeLogging(upstream.impl(), std::move(log)));
}

MemoryResource FailingResource(const MemoryResource& upstream, FailingOptions options) {
  return Handle(
      upstream.context(),
      memory::MakeFailing(upstream.impl(), {options.nth, options.every, options.from_bytes}));
}

MemoryResource CallbackResource(const Context& context,
                                std::function<DevicePointer(std::size_t, StreamRef)> allocate,
                                std::function<void(DevicePointer, std::size_t, StreamRef)> free,
                                CallbackOptions options) {
  if (allocate == nullptr || free == nullptr) {
    backend::ThrowError(ErrorCode::InvalidArgument, "make callback resource",
                        context.device().name(), "a function is empty");
  }
  return Handle(context,
                memory::MakeCallback(*context.impl(), std::move(options.name), std::move(allocate),
                                     std::move(free), options.stream_ordered));
}

MemoryResource PluggableResource(const Context& context, const std::string& library,
                                 const std::string& allocate, const std::string& free) {
  memory::ResourcePtr resource;
  ThrowIfFailed(memory::MakePluggable(*context.impl(), library, allocate, free, &resource));
  return Handle(context, std::move(resource));
}

MemoryResource current_resource(const Context& context) {
  backend::MemoryResource* current = nullptr;
  ThrowIfFailed(backend::CurrentResource(*context.impl(), &current));
  return Handle(context, context.impl()->memory().SharedCurrent());
}

void SetCurrentResource(const Context& context, const MemoryResource& resource) {
  if (resource.context_impl() != context.impl()) {
    backend::ThrowError(ErrorCode::InvalidArgument, "set memory resource", context.device().name(),
                        Concat("the resource belongs to another context, of ",
                               resource.context_impl()->device().name()));
  }
  ThrowIfFailed(context.impl()->CheckUsable("set memory resource"));
  context.impl()->memory().SetCurrent(resource.impl());
}

ResourceScope::~ResourceScope() { previous_.context_impl()->memory().SetCurrent(previous_.impl()); }

namespace backend {

Status MakeDefaultResource(Context& context, std::shared_ptr<MemoryResource>* resource) {
  constexpr const char* kVariable = "KERNELC_MEMORY_RESOURCE";
  const char* const set = std::getenv(kVariable);
  const std::string_view name = set != nullptr && *set != '\0' ? set : "driver";
  if (name == "driver") {
    *resource = memory::MakeDriver(context);
    return {};
  }
  if (name == "async") {
    return memory::MakeAsync(context, resource);
  }
  if (name == "caching") {
    *resource = memory::MakeCaching(memory::MakeDriver(context),
                                    {.max_overhead = CachingOptions().max_overhead});
    return {};
  }
  return Fail(ErrorCode::InvalidArgument, "make memory resource", context.device().name(),
              Concat(kVariable, " is `", name, "`; it may be `driver`, `caching` or `async`"));
}

}  // namespace backend
}  // namespace kernelc
