// Segments: how large they are, when they come and when they go; and what is said when there is no
// more memory.
#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "runtime/backend/text.h"
#include "runtime/memory/caching.h"
#include "runtime/memory/counters.h"
#include "runtime/memory/sites.h"

namespace kernelc::memory {

using backend::Concat;
using backend::Status;

namespace {

constexpr std::uint64_t kMebi = std::uint64_t{1} << 20;
// Shared by small requests.
constexpr std::uint64_t kSmallSegment = 2 * kMebi;
// Shared by requests below kOwnSegment; larger ones get as much as they need.
constexpr std::uint64_t kLargeSegment = 20 * kMebi;
constexpr std::uint64_t kOwnSegment = 10 * kMebi;
constexpr std::uint64_t kSegmentUnit = 2 * kMebi;
// Programs that have less reserved do not give back to stay within the overhead.
constexpr std::uint64_t kFreely = 32 * kMebi;
constexpr std::uint64_t kEverything = std::numeric_limits<std::uint64_t>::max();
constexpr std::size_t kMostHolders = 3;

std::uint64_t InSegmentUnits(std::uint64_t bytes) noexcept {
  return (bytes + kSegmentUnit - 1) / kSegmentUnit * kSegmentUnit;
}

}  // namespace

std::uint64_t Caching::SegmentBytes(std::uint64_t rounded) const noexcept {
  return Heap::IsSmall(rounded)  ? kSmallSegment
         : rounded < kOwnSegment ? kLargeSegment
                                 : InSegmentUnits(rounded);
}

Caching::Segments_ Caching::Detach(std::uint64_t bytes) {
  Segments_ segments = heap_.RemoveFree(bytes);
  for (const std::unique_ptr<Segment>& segment : segments) {
    Remove(reserved_, segment->bytes);
    Remove(segment_count_, 1);
  }
  return segments;
}

// All are given back, also after a failure, which is the first one's.
Status Caching::GiveBack(Segments_ segments) {
  Status first;
  for (const std::unique_ptr<Segment>& segment : segments) {
    Status status = upstream_->Free(segment->data, segment->bytes, context().default_stream());
    if (first.ok()) {
      first = std::move(status);
    }
  }
  return first;
}

// With the lock held: how large the next segment is, and what goes first.
Status Caching::PlanGrowth(const Request& request, bool last_try, std::uint64_t* bytes,
                           Segments_* unused) {
  const std::uint64_t in_use = totals_.allocated.current() + request.rounded;
  const std::uint64_t most = std::max(totals_.allocated.peak(), in_use);
  const auto overhead =
      static_cast<std::uint64_t>(static_cast<double>(most) * settings_.max_overhead);
  const std::uint64_t wanted = std::min(std::max(kFreely, most + overhead), limit_);
  const auto reserved_with = [&](std::uint64_t more) {
    return reserved_.current + growing_ + more;
  };
  const std::uint64_t least =
      Heap::IsSmall(request.rounded) ? kSmallSegment : InSegmentUnits(request.rounded);
  *bytes = SegmentBytes(request.rounded);
  if (last_try || reserved_with(*bytes) > wanted) {
    *bytes = least;
  }
  if (last_try) {
    *unused = Detach(kEverything);
  } else if (reserved_with(*bytes) > wanted) {
    *unused = Detach(reserved_with(*bytes) - wanted);
  }
  if (reserved_with(*bytes) <= limit_) {
    return {};
  }
  ErrorInfo info;
  info.code = ErrorCode::OutOfMemory;
  info.operation = "allocate";
  info.object = context().device().name();
  info.requested_bytes = request.bytes;
  info.total_bytes = limit_;
  info.free_bytes = limit_ - std::min(limit_, reserved_with(0));
  info.message = Concat(request.bytes, " bytes requested, ", info.free_bytes, " of ", limit_,
                        " free below the limit of the `", name(), "` resource");
  *bytes = 0;
  return Status(std::move(info));
}

Status Caching::Grow(const Request& request, bool last_try, DevicePointer* data) {
  Segments_ unused;
  std::uint64_t bytes = 0;
  Status status;
  {
    const Lock lock(mutex_);
    status = PlanGrowth(request, last_try, &bytes, &unused);
    growing_ += bytes;
  }
  // What cannot be given back is no reason not to ask.
  backend::Report(GiveBack(std::move(unused)));
  DevicePointer start = 0;
  if (status.ok()) {
    status = upstream_->Allocate(bytes, request.stream, &start);
  }
  const Lock lock(mutex_);
  growing_ -= bytes;
  if (!status.ok()) {
    return status;
  }
  MakeRoom();
  Block& block = heap_.AddSegment(start, bytes, Heap::IsSmall(request.rounded));
  Add(reserved_, bytes);
  Add(segment_count_, 1);
  heap_.Put(block);
  HandOut(block, request, data);
  return {};
}

Status Caching::ReleaseHeld() {
  KC_USE_CONTEXT(context());
  Segments_ unused;
  {
    const Lock lock(mutex_);
    MakeRoom();
    FlushCaches();
    KC_RETURN_IF_FAILED(Poll(kIdle));
    unused = Detach(kEverything);
  }
  return GiveBack(std::move(unused));
}

Status Caching::StopHolding() {
  {
    const Lock lock(mutex_);
    holding_ = false;
    slow_.store(true, std::memory_order_relaxed);
  }
  return ReleaseHeld();
}

Status Caching::SetFraction(double share) {
  MemoryInfo info;
  KC_RETURN_IF_FAILED(context().GetMemoryInfo(&info));
  const Lock lock(mutex_);
  limit_ = static_cast<std::uint64_t>(share * static_cast<double>(info.total_bytes));
  return {};
}

Status Caching::RecordSites(bool on) {
  const Lock lock(mutex_);
  record_sites_ = on;
  slow_.store(on || !holding_, std::memory_order_relaxed);
  return {};
}

// The places with the most bytes in the program's hands.
std::string Caching::HoldersText() {
  struct Holder {
    std::uint64_t bytes = 0;
    std::uint64_t blocks = 0;
  };
  std::map<std::string, Holder> holders;
  const auto add = [&](const Block& block) {
    if (block.state.load(std::memory_order_relaxed) == BlockState::Allocated &&
        block.site != nullptr) {
      Holder& holder = holders[SiteText(*block.site)];
      holder.bytes += block.requested;
      ++holder.blocks;
    }
  };
  for (const std::unique_ptr<Segment>& segment : heap_.segments()) {
    for (const Block* block = segment->first; block != nullptr; block = block->after) {
      add(*block);
    }
  }
  std::vector<std::pair<std::string, Holder>> sorted(holders.begin(), holders.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.second.bytes > b.second.bytes; });
  std::string text;
  for (std::size_t i = 0; i < std::min(sorted.size(), kMostHolders); ++i) {
    const auto& [site, holder] = sorted[i];
    text += Concat(i == 0 ? "; most by " : ", ", site, " (", holder.bytes, " bytes in ",
                   holder.blocks, holder.blocks == 1 ? " block)" : " blocks)");
  }
  return text;
}

Status Caching::OutOfMemory(Status status, std::size_t bytes) {
  const MemoryStats stats = Stats();
  const Lock lock(mutex_);
  ++out_of_memory_;
  ErrorInfo& info = status.info();
  info.requested_bytes = bytes;
  info.held_bytes = stats.held_bytes;
  info.active_bytes = stats.allocated_bytes.current;
  info.message +=
      Concat("; the `", name(), "` resource has ", info.active_bytes, " bytes in use and holds ",
             info.held_bytes, record_sites_ ? HoldersText() : std::string());
  return status;
}

}  // namespace kernelc::memory
