// What the caching resource says of itself.
#include <utility>

#include "runtime/backend/text.h"
#include "runtime/memory/caching.h"
#include "runtime/memory/counters.h"
#include "runtime/memory/sites.h"

namespace kernelc::memory {

using backend::Concat;
using backend::MemoryBlock;
using backend::Status;

MemoryStats Caching::Stats() {
  const Lock lock(mutex_);
  const AllStopped stopped(caches_);
  return StatsLocked();
}

MemoryStats Caching::StatsLocked() {
  HearAll();
  MemoryStats stats;
  stats.held_bytes = heap_.free_bytes() + pending_bytes_;
  stats.held_blocks = heap_.free_blocks() + pending_.size();
  caches_.ForEach([&](const ThreadCache& cache) {
    stats.held_bytes += cache.bytes();
    stats.held_blocks += cache.count();
  });
  stats.allocated_bytes = totals_.allocated.Count();
  stats.requested_bytes = totals_.requested.Count();
  stats.allocations = totals_.count.Count();
  stats.reserved_bytes = reserved_;
  stats.segments = segment_count_;
  stats.pending_bytes = pending_bytes_;
  stats.retries = retries_;
  stats.out_of_memory = out_of_memory_;
  return stats;
}

void Caching::ResetPeaks() {
  const Lock lock(mutex_);
  const AllStopped stopped(caches_);
  HearAll();
  totals_.ResetPeaks();
  reserved_.peak = reserved_.current;
  segment_count_.peak = segment_count_.current;
}

std::vector<backend::MemorySegment> Caching::Segments() {
  const Lock lock(mutex_);
  const AllStopped stopped(caches_);
  std::vector<backend::MemorySegment> segments;
  for (const std::unique_ptr<Segment>& segment : heap_.segments()) {
    backend::MemorySegment& shown = segments.emplace_back();
    shown.data = segment->data;
    shown.bytes = segment->bytes;
    for (const Block* block = segment->first; block != nullptr; block = block->after) {
      const BlockState state = block->state.load(std::memory_order_relaxed);
      const bool is_allocated = state == BlockState::Allocated;
      MemoryBlock& piece = shown.blocks.emplace_back();
      piece.data = block->data;
      piece.bytes = block->bytes;
      piece.requested = is_allocated ? block->requested : 0;
      piece.state = is_allocated                   ? MemoryBlock::State::Allocated
                    : state == BlockState::Pending ? MemoryBlock::State::Pending
                                                   : MemoryBlock::State::Free;
      piece.stream = block->stream;
      if (is_allocated && block->site != nullptr) {
        piece.site = SiteText(*block->site);
      }
    }
  }
  return segments;
}

Status Caching::Verify() {
  const Lock lock(mutex_);
  const AllStopped stopped(caches_);
  const MemoryStats stats = StatsLocked();
  std::string wrong;
  const auto check = [&](bool right, std::string_view text) {
    if (!right) {
      wrong += Concat(wrong.empty() ? "" : "; ", text);
    }
  };
  std::uint64_t bytes[4] = {};
  std::uint64_t blocks[4] = {};
  std::uint64_t requested = 0;
  std::uint64_t reserved = 0;
  for (const std::unique_ptr<Segment>& segment : heap_.segments()) {
    reserved += segment->bytes;
    DevicePointer end = segment->data;
    const Block* before = nullptr;
    for (const Block* block = segment->first; block != nullptr;
         before = block, block = block->after) {
      const auto state = static_cast<std::size_t>(block->state.load(std::memory_order_relaxed));
      bytes[state] += block->bytes;
      ++blocks[state];
      requested += state == static_cast<std::size_t>(BlockState::Allocated) ? block->requested : 0;
      check(block->data == end && block->before == before && block->segment == segment.get() &&
                heap_.map().Find(block->data) == block,
            "a block is not where its segment has it");
      end += block->bytes;
    }
    check(end == segment->data + segment->bytes, "blocks do not fill their segment");
  }
  const auto of = [&](BlockState state) { return static_cast<std::size_t>(state); };
  std::uint64_t cached = 0;
  caches_.ForEach([&](const ThreadCache& cache) { cached += cache.bytes(); });
  check(bytes[of(BlockState::Allocated)] == stats.allocated_bytes.current, "allocated bytes");
  check(blocks[of(BlockState::Allocated)] == stats.allocations.current, "allocations");
  check(requested == stats.requested_bytes.current, "requested bytes");
  check(bytes[of(BlockState::Free)] == heap_.free_bytes(), "free bytes");
  check(blocks[of(BlockState::Free)] == heap_.free_blocks(), "free blocks");
  check(bytes[of(BlockState::Cached)] == cached, "cached bytes");
  check(bytes[of(BlockState::Pending)] == stats.pending_bytes, "pending bytes");
  check(reserved == stats.reserved_bytes.current, "reserved bytes");
  check(reserved == stats.allocated_bytes.current + stats.held_bytes,
        "reserved is allocated and held");
  check(stats.reserved_bytes.peak >= stats.reserved_bytes.current &&
            stats.allocated_bytes.peak >= stats.allocated_bytes.current,
        "peaks");
  return wrong.empty()
             ? Status()
             : backend::Fail(ErrorCode::InvalidArgument, "verify memory", context().device().name(),
                             "figures do not add up: " + wrong);
}

ResourcePtr MakeCaching(ResourcePtr upstream, const CachingSettings& settings) {
  return std::make_shared<Caching>(std::move(upstream), settings);
}

}  // namespace kernelc::memory
