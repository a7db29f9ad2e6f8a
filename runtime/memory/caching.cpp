// The way of a request and of what is freed.
#include "runtime/memory/caching.h"

#include <limits>
#include <utility>

#include "runtime/backend/text.h"
#include "runtime/memory/sites.h"

namespace kernelc::memory {

using backend::Concat;
using backend::Status;

namespace {

// Beyond all memory that there is.
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 46;

}  // namespace

Caching::Caching(ResourcePtr upstream, const CachingSettings& settings)
    : MemoryResource(upstream->context()),
      upstream_(std::move(upstream)),
      settings_(settings),
      caches_(*this),
      limit_(std::numeric_limits<std::uint64_t>::max()) {
  context().memory().Watch(*this);
}

Caching::~Caching() {
  context().memory().Unwatch(*this);
  // What is still in the program's hands is freed with the rest: nobody is left to free it.
  for (const std::unique_ptr<Segment>& segment : heap_.segments()) {
    backend::Report(upstream_->Free(segment->data, segment->bytes, context().default_stream()));
  }
}

std::string Caching::name() const {
  const std::string below = upstream_->name();
  return below == "driver" ? "caching" : Concat("caching(", below, ')');
}

Status Caching::Allocate(std::size_t bytes, backend::Stream& stream, DevicePointer* data) {
  KC_USE_CONTEXT(context());
  const std::uint64_t rounded = Heap::Rounded(bytes);
  if (!slow_.load(std::memory_order_relaxed)) [[likely]] {
    const AtCache at(caches_, caches_.OfThread());
    Block* const block = at.ok() ? at.cache().Take(rounded, stream.id()) : nullptr;
    if (block != nullptr) [[likely]] {
      block->requested = bytes;
      block->state.store(BlockState::Allocated, std::memory_order_relaxed);
      at.cache().tally.Add(block->bytes, bytes);
      *data = block->data;
      return {};
    }
  }
  return AllocateSlowly({bytes, rounded, stream,
                         settings_.after_completion || is_per_thread(stream), caches_.OfThread()},
                        data);
}

Status Caching::AllocateSlowly(const Request& request, DevicePointer* data) {
  if (request.bytes > kMostBytes) {
    ErrorInfo info;
    info.code = ErrorCode::OutOfMemory;
    info.operation = "allocate";
    info.object = context().device().name();
    info.message = Concat(request.bytes, " bytes requested");
    MemoryInfo memory;
    KC_RETURN_IF_FAILED(context().GetMemoryInfo(&memory));
    info.free_bytes = memory.free_bytes;
    info.total_bytes = memory.total_bytes;
    info.message += Concat(", ", memory.free_bytes, " of ", memory.total_bytes, " free");
    return OutOfMemory(Status(std::move(info)), request.bytes);
  }
  {
    const Lock lock(mutex_);
    MakeRoom();
    if (request.cache != nullptr) {
      request.cache->NoteRequest(request.rounded);
    }
    Block* block = nullptr;
    KC_RETURN_IF_FAILED(FindFree(request, &block));
    if (block != nullptr) {
      HandOut(*block, request, data);
      return {};
    }
  }
  constexpr bool kLastTry = true;
  Status status = Grow(request, !kLastTry, data);
  if (status.ok() || status.info().code != ErrorCode::OutOfMemory) {
    return status;
  }
  // Once more with what streams still use now, and what is free in pieces.
  KC_RETURN_IF_FAILED(context().WaitForWork());
  {
    const Lock lock(mutex_);
    ++retries_;
    MakeRoom();
    FlushCaches();
    Block* block = nullptr;
    KC_RETURN_IF_FAILED(FindFree(request, &block));
    if (block != nullptr) {
      HandOut(*block, request, data);
      return {};
    }
  }
  status = Grow(request, kLastTry, data);
  if (!status.ok() && status.info().code == ErrorCode::OutOfMemory) {
    return OutOfMemory(std::move(status), request.bytes);
  }
  return status;
}

// With the lock held.
void Caching::HandOut(Block& block, const Request& request, DevicePointer* data) {
  heap_.Take(block, request.rounded);
  block.stream = is_per_thread(request.stream) ? kIdle : request.stream.id();
  if (block.stream != kIdle) {
    ProgressOf(request.stream);
  }
  block.site = record_sites_ ? CurrentSite() : nullptr;
  block.requested = request.bytes;
  block.state.store(BlockState::Allocated, std::memory_order_relaxed);
  Count(request.cache, [&](Tally& tally) { tally.Add(block.bytes, request.bytes); });
  *data = block.data;
}

Status Caching::Claim(Block* block, DevicePointer data, std::size_t bytes) noexcept {
  const auto refuse = [&](std::string message) {
    return backend::Fail(ErrorCode::InvalidArgument, "free", context().device().name(),
                         std::move(message));
  };
  if (block == nullptr || block->data != data) {
    return refuse(Concat("address ", data, " was not allocated from the `", name(),
                         "` resource, or was freed before"));
  }
  if (block->state.load(std::memory_order_relaxed) != BlockState::Allocated) {
    return refuse(Concat("address ", data, " was freed before"));
  }
  if (block->requested != bytes) {
    return refuse(Concat("address ", data, " was allocated with ", block->requested,
                         " bytes, and is freed with ", bytes));
  }
  BlockState expected = BlockState::Allocated;
  if (!block->state.compare_exchange_strong(expected, BlockState::Cached,
                                            std::memory_order_acq_rel)) {
    return refuse(Concat("address ", data, " was freed before"));
  }
  return {};
}

Status Caching::Free(DevicePointer data, std::size_t bytes, backend::Stream& stream) {
  const backend::ContextUse use(context());
  if (context().gone()) {
    return {};
  }
  const std::uint64_t rounded = Heap::Rounded(bytes);
  if (!slow_.load(std::memory_order_relaxed)) [[likely]] {
    const AtCache at(caches_, caches_.OfThread());
    Block* const block = at.ok() ? heap_.map().Find(data) : nullptr;
    // Its own stream is known here, so that the heap can follow it later.
    if (block != nullptr && block->stream == stream.id() && block->uses == nullptr &&
        !settings_.after_completion && at.cache().Keeps(rounded)) [[likely]] {
      KC_RETURN_IF_FAILED(Claim(block, data, bytes));
      block->site = nullptr;
      at.cache().tally.Remove(block->bytes, block->requested);
      at.cache().Put(*block, rounded);
      return {};
    }
  }
  return FreeSlowly(data, bytes, stream);
}

Status Caching::FreeSlowly(DevicePointer data, std::size_t bytes, backend::Stream& stream) {
  // Found before the lock is taken: a thread that ends has the other one first.
  ThreadCache* const cache = caches_.OfThread();
  // Let go of without the lock: their end comes back here.
  std::vector<std::shared_ptr<backend::Stream>> used;
  Segments_ unused;
  Status status;
  {
    const Lock lock(mutex_);
    Block* const block = heap_.map().Find(data);
    KC_RETURN_IF_FAILED(Claim(block, data, bytes));
    block->site = nullptr;
    Count(cache, [&](Tally& tally) { tally.Remove(block->bytes, block->requested); });
    if (cache != nullptr && block->stream == stream.id()) {
      cache->NoteFreed(Heap::Rounded(bytes), [&](Block& other) { Put(other); });
    }
    StreamUses uses = block->uses != nullptr ? std::move(*block->uses) : StreamUses();
    block->uses.reset();
    if (is_per_thread(stream)) {
      block->stream = kIdle;
      status = uses.Add(stream, Marker());
    } else {
      ProgressOf(stream);
      block->stream = stream.id();
    }
    Status marked = uses.TakeMarks(Marker(), &block->marks);
    status = status.ok() ? std::move(marked) : std::move(status);
    used = uses.TakeStreams();
    if (!block->marks.empty()) {
      block->state.store(BlockState::Pending, std::memory_order_relaxed);
      pending_.push_back(block);
      pending_bytes_ += block->bytes;
    } else {
      Put(*block);
    }
    if (!holding_) {
      unused = Detach(std::numeric_limits<std::uint64_t>::max());
    }
  }
  Status given = GiveBack(std::move(unused));
  return status.ok() ? std::move(given) : std::move(status);
}

Status Caching::RecordUse(DevicePointer data, backend::Stream& stream) {
  KC_USE_CONTEXT(context());
  const Lock lock(mutex_);
  Block* const block = heap_.map().Find(data);
  if (block == nullptr || block->state.load(std::memory_order_relaxed) != BlockState::Allocated) {
    return backend::Fail(
        ErrorCode::InvalidArgument, "record stream", context().device().name(),
        Concat("address ", data, " is not allocated from the `", name(), "` resource"));
  }
  if (block->stream == stream.id()) {
    return {};
  }
  if (block->uses == nullptr) {
    block->uses = std::make_unique<StreamUses>();
  }
  return block->uses->Add(stream, Marker());
}

}  // namespace kernelc::memory
