// Blocks that threads keep for themselves, so that they allocate and free without a lock, with
// figures of each thread's own; and how all of them are stopped for a moment by whoever needs to
// see everything.
//
// A thread says with one store that it is at its cache, and looks whether anybody wants it to stop.
// Who does want that says so, has all threads see it (a barrier of the system), and waits until
// nobody is at a cache: the price is paid there.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "runtime/backend/context_use.h"
#include "runtime/memory/heap.h"
#include "runtime/memory/tally.h"

namespace kernelc::memory {

// Of one thread in one resource. Small blocks are kept by their size, whatever it is; larger ones
// where the thread comes back to the size: it freed one, and allocated as much again.
class alignas(64) ThreadCache {
 public:
  // A block that a request of `rounded` bytes had before, freed in the order of `stream`; null
  // where there is none.
  Block* Take(std::uint64_t rounded, std::uint64_t stream) noexcept {
    return Heap::IsSmall(rounded) ? TakeSmall(rounded, stream) : TakeLarge(rounded, stream);
  }
  // A block that such a request had is to be kept.
  bool Keeps(std::uint64_t rounded) noexcept {
    if (Heap::IsSmall(rounded)) {
      return BinOf(rounded).count < kWays && small_bytes_ + rounded <= kMostSmallBytes;
    }
    const Size* const size = FindSize(rounded);
    return size != nullptr && size->recurs && size->count < kWaysOfSize;
  }
  // Keeps it.
  void Put(Block& block, std::uint64_t rounded) noexcept {
    if (Heap::IsSmall(rounded)) {
      Bin& bin = BinOf(rounded);
      bin.blocks[bin.count++] = &block;
      small_bytes_ += rounded;
      ++small_count_;
    } else {
      Size& size = *FindSize(rounded);
      size.blocks[size.count++] = &block;
    }
  }
  // With the owner's lock held: a request of `rounded` bytes found nothing here.
  void NoteRequest(std::uint64_t rounded) noexcept;
  // With the owner's lock held: a block that such a request had was not kept. Calls `visit` with
  // each block that makes room for its size.
  template <typename Visit>
  void NoteFreed(std::uint64_t rounded, Visit visit) {
    if (!Heap::IsSmall(rounded) && FindSize(rounded) == nullptr) {
      Size& oldest = sizes_[next_size_++ % kSizes];
      DrainSize(oldest, visit);
      oldest.rounded = rounded;
      oldest.recurs = false;
    }
  }
  // Calls `visit` with each block; afterwards there is none.
  template <typename Visit>
  void Drain(Visit visit) {
    for (Bin& bin : bins_) {
      while (bin.count != 0) {
        visit(*bin.blocks[--bin.count]);
      }
    }
    small_bytes_ = 0;
    small_count_ = 0;
    for (Size& size : sizes_) {
      DrainSize(size, visit);
    }
  }
  std::uint64_t bytes() const noexcept;
  std::uint64_t count() const noexcept;

  // What this thread has allocated and freed.
  Tally tally;

 private:
  friend class AllStopped;
  friend class AtCache;
  static constexpr std::size_t kBins = 64;
  static constexpr unsigned kWays = 7;
  static constexpr std::uint64_t kMostSmallBytes = std::uint64_t{8} << 20;
  static constexpr std::size_t kSizes = 8;
  static constexpr unsigned kWaysOfSize = 2;
  struct Bin {
    unsigned count = 0;
    std::array<Block*, kWays> blocks{};
  };
  struct Size {
    // Of the requests; blocks may be larger.
    std::uint64_t rounded = 0;
    bool recurs = false;
    unsigned count = 0;
    std::array<Block*, kWaysOfSize> blocks{};
  };
  Bin& BinOf(std::uint64_t bytes) noexcept { return bins_[(bytes / kUnit) % kBins]; }
  Block* TakeSmall(std::uint64_t rounded, std::uint64_t stream) noexcept {
    Bin& bin = BinOf(rounded);
    for (unsigned i = bin.count; i > 0; --i) {
      Block* const block = bin.blocks[i - 1];
      if (block->bytes == rounded && block->stream == stream) {
        bin.blocks[i - 1] = bin.blocks[--bin.count];
        small_bytes_ -= rounded;
        --small_count_;
        return block;
      }
    }
    return nullptr;
  }
  Size* FindSize(std::uint64_t rounded) noexcept {
    for (Size& size : sizes_) {
      if (size.rounded == rounded) {
        return &size;
      }
    }
    return nullptr;
  }
  Block* TakeLarge(std::uint64_t rounded, std::uint64_t stream) noexcept {
    Size* const size = FindSize(rounded);
    for (unsigned i = size == nullptr ? 0 : size->count; i > 0; --i) {
      Block* const block = size->blocks[i - 1];
      if (block->stream == stream) {
        size->blocks[i - 1] = size->blocks[--size->count];
        return block;
      }
    }
    return nullptr;
  }
  template <typename Visit>
  void DrainSize(Size& size, Visit visit) {
    while (size.count != 0) {
      visit(*size.blocks[--size.count]);
    }
  }

  std::atomic<bool> busy_{false};
  std::uint64_t small_bytes_ = 0;
  std::uint64_t small_count_ = 0;
  std::array<Bin, kBins> bins_{};
  std::array<Size, kSizes> sizes_{};
  std::size_t next_size_ = 0;
};

class ThreadCaches;

// What hears that a thread ends: gets the blocks and figures of its cache.
class CacheOwner {
 public:
  virtual void Retire(ThreadCache& cache) noexcept = 0;

 protected:
  ~CacheOwner() = default;
};

// Of one resource.
class ThreadCaches {
 public:
  explicit ThreadCaches(CacheOwner& owner);
  ~ThreadCaches();
  ThreadCaches(const ThreadCaches&) = delete;
  ThreadCaches& operator=(const ThreadCaches&) = delete;

  // The calling thread's; null at the end of a thread.
  ThreadCache* OfThread() noexcept {
    const Last& last = last_;
    return last.owner == id_ ? last.cache : FindOfThread();
  }
  // While all are stopped.
  template <typename Visit>
  void ForEach(Visit visit) {
    for (const std::unique_ptr<ThreadCache>& cache : caches_) {
      visit(*cache);
    }
  }

 private:
  friend class AtCache;
  friend class AllStopped;
  friend struct CachesOfThread;
  struct Last {
    std::uint64_t owner = 0;
    ThreadCache* cache = nullptr;
  };
  [[gnu::tls_model("initial-exec")]] static thread_local constinit Last last_;

  ThreadCache* FindOfThread() noexcept;

  const std::uint64_t id_;
  CacheOwner& owner_;
  std::atomic<bool> stopping_{false};
  // Of the list alone.
  std::mutex mutex_;
  std::vector<std::unique_ptr<ThreadCache>> caches_;
  std::vector<ThreadCache*> unused_;
};

// The calling thread is at its cache until the end of the scope, unless it is to stay away: then
// `ok()` is false.
class AtCache {
 public:
  AtCache(const ThreadCaches& caches, ThreadCache* cache) noexcept : cache_(cache) {
    if (cache == nullptr) [[unlikely]] {
      return;
    }
    if (backend::detail::needs_own_barrier) [[unlikely]] {
      cache->busy_.exchange(true, std::memory_order_seq_cst);
    } else {
      cache->busy_.store(true, std::memory_order_relaxed);
      // The processor may move the load before the store, and is told by the barrier of who stops.
      std::atomic_signal_fence(std::memory_order_seq_cst);
    }
    if (caches.stopping_.load(std::memory_order_acquire)) [[unlikely]] {
      Leave();
    }
  }
  ~AtCache() { Leave(); }
  AtCache(const AtCache&) = delete;
  AtCache& operator=(const AtCache&) = delete;
  bool ok() const noexcept { return cache_ != nullptr; }
  ThreadCache& cache() const noexcept { return *cache_; }
  void Leave() noexcept {
    if (cache_ != nullptr) {
      cache_->busy_.store(false, std::memory_order_release);
      cache_ = nullptr;
    }
  }

 private:
  ThreadCache* cache_;
};

// No thread is at a cache until the end of the scope. One at a time: with the owner's lock held.
class AllStopped {
 public:
  explicit AllStopped(ThreadCaches& caches) noexcept;
  ~AllStopped() { caches_.stopping_.store(false, std::memory_order_release); }
  AllStopped(const AllStopped&) = delete;
  AllStopped& operator=(const AllStopped&) = delete;

 private:
  ThreadCaches& caches_;
  // No cache is added meanwhile.
  std::unique_lock<std::mutex> lock_;
};

}  // namespace kernelc::memory
