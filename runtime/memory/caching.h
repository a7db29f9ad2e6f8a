// `caching`: keeps what is freed and gives it out again. On the stream that it was freed on at
// once, elsewhere when that stream has done its work.
//
// Small blocks, and larger ones whose sizes come again, go through caches of threads, without a
// lock (thread_caches.h). Everything else is under one lock: the heap of free blocks (heap.h), and
// for each stream how far its work has come. Nothing is asked of the resource below, and no work is
// waited for, with the lock held: what waits may run callbacks that free memory.
#pragma once

#include <atomic>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "runtime/backend/backend.h"
#include "runtime/memory/heap.h"
#include "runtime/memory/resources.h"
#include "runtime/memory/thread_caches.h"

namespace kernelc::memory {

class Caching final : public backend::MemoryResource,
                      public backend::StreamWatcher,
                      private CacheOwner {
 public:
  Caching(ResourcePtr upstream, const CachingSettings& settings);
  ~Caching() override;

  std::string name() const override;
  bool stream_ordered() const noexcept override { return true; }
  backend::Status Allocate(std::size_t bytes, backend::Stream& stream,
                           DevicePointer* data) override;
  backend::Status Free(DevicePointer data, std::size_t bytes, backend::Stream& stream) override;
  backend::Status RecordUse(DevicePointer data, backend::Stream& stream) override;
  backend::Status ReleaseHeld() override;
  backend::Status StopHolding() override;
  MemoryStats Stats() override;
  void ResetPeaks() override;
  std::vector<backend::MemorySegment> Segments() override;
  backend::Status SetFraction(double share) override;
  backend::Status RecordSites(bool on) override;
  backend::Status Verify() override;
  void StreamEnds(backend::Stream& stream) noexcept override;

 private:
  using Lock = std::unique_lock<std::mutex>;
  using Segments_ = std::vector<std::unique_ptr<Segment>>;

  // A mark in a stream: when it is reached, so is what was freed there up to a serial.
  struct Mark {
    std::unique_ptr<backend::Event> event;
    std::uint64_t covers = 0;
  };
  // How far a stream has come.
  struct Progress {
    // Null when the stream has ended.
    backend::Stream* stream = nullptr;
    std::uint64_t serial = 0;
    std::uint64_t done = 0;
    std::deque<Mark> marks;
  };
  // What one request is about.
  struct Request {
    std::size_t bytes;
    std::uint64_t rounded;
    backend::Stream& stream;
    // Only blocks whose work is done: for streams that stand for several, and for memory that the
    // host uses.
    bool idle_alone;
    // The calling thread's, found before any lock is taken; null where it has none.
    ThreadCache* cache;
  };

  bool is_per_thread(const backend::Stream& stream) const noexcept {
    return &stream == &context().per_thread_stream();
  }

  // Without the lock, caching.cpp.
  backend::Status AllocateSlowly(const Request& request, DevicePointer* data);
  backend::Status FreeSlowly(DevicePointer data, std::size_t bytes, backend::Stream& stream);
  backend::Status Claim(Block* block, DevicePointer data, std::size_t bytes) noexcept;
  void HandOut(Block& block, const Request& request, DevicePointer* data);

  // With the lock held, caching_streams.cpp.
  void MakeRoom();
  // What the calling thread counts; `cache` is its own, or null.
  template <typename Change>
  void Count(ThreadCache* cache, Change change) noexcept {
    Tally without_cache;
    Tally& tally = cache != nullptr ? cache->tally : without_cache;
    change(tally);
    totals_.Hear(tally);
  }
  // Null for a stream whose work is done and that has ended.
  Progress* Look(std::uint64_t stream) noexcept;
  Progress& ProgressOf(backend::Stream& stream);
  void Put(Block& block) noexcept;
  // Makes idle what streams have done with; not those of stream number `except`, whose blocks need
  // it not.
  backend::Status Poll(std::uint64_t except);
  backend::Status PollStream(std::uint64_t id, Progress& progress);
  backend::Status PollPending();
  backend::Status RecordMark(backend::Stream& stream, std::unique_ptr<backend::Event>* event);
  auto Marker() {
    return [this](backend::Stream& stream, std::unique_ptr<backend::Event>* event) {
      return RecordMark(stream, event);
    };
  }
  void FlushCaches();
  // While all threads are stopped: what they counted.
  void HearAll() noexcept;
  // While all threads are stopped.
  MemoryStats StatsLocked();
  void Retire(ThreadCache& cache) noexcept override;
  backend::Status FindFree(const Request& request, Block** block);

  // Without the lock, caching_growth.cpp.
  backend::Status PlanGrowth(const Request& request, bool last_try, std::uint64_t* bytes,
                             Segments_* unused);
  backend::Status Grow(const Request& request, bool last_try, DevicePointer* data);
  std::uint64_t SegmentBytes(std::uint64_t rounded) const noexcept;
  backend::Status GiveBack(Segments_ segments);
  Segments_ Detach(std::uint64_t bytes);
  backend::Status OutOfMemory(backend::Status status, std::size_t bytes);
  std::string HoldersText();

  const ResourcePtr upstream_;
  const CachingSettings settings_;
  ThreadCaches caches_;
  // A thread's cache must not be used: nothing is held, or places are recorded.
  std::atomic<bool> slow_{false};

  std::mutex mutex_;
  Heap heap_;
  Totals totals_;
  std::map<std::uint64_t, Progress> streams_;
  // Found last: mostly it is asked for again.
  std::uint64_t last_stream_ = kIdle;
  Progress* last_ = nullptr;
  std::vector<Block*> pending_;
  std::uint64_t pending_bytes_ = 0;
  std::vector<std::unique_ptr<backend::Event>> spare_events_;
  MemoryCount reserved_;
  MemoryCount segment_count_;
  // On its way from the resource below.
  std::uint64_t growing_ = 0;
  std::uint64_t limit_ = 0;
  std::uint64_t retries_ = 0;
  std::uint64_t out_of_memory_ = 0;
  bool holding_ = true;
  bool record_sites_ = false;
};

}  // namespace kernelc::memory
