// Small blocks that threads keep for themselves, so that they allocate and free without a lock; and
// how all of them are stopped for a moment by whoever needs to see everything.
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

namespace kernelc::memory {

// Of one thread in one resource.
class alignas(64) ThreadCache {
 public:
  // A block of exactly `rounded` bytes that was freed in the order of `stream`; null where there is
  // none.
  Block* Take(std::uint64_t rounded, std::uint64_t stream) noexcept {
    Bin& bin = BinOf(rounded);
    for (unsigned i = bin.count; i > 0; --i) {
      Block* const block = bin.blocks[i - 1];
      if (block->bytes == rounded && block->stream == stream) {
        bin.blocks[i - 1] = bin.blocks[--bin.count];
        bytes_ -= rounded;
        --count_;
        return block;
      }
    }
    return nullptr;
  }
  bool HasRoom(std::uint64_t bytes) noexcept {
    return BinOf(bytes).count < kWays && bytes_ + bytes <= kMostBytes;
  }
  void Put(Block& block) noexcept {
    Bin& bin = BinOf(block.bytes);
    bin.blocks[bin.count++] = &block;
    bytes_ += block.bytes;
    ++count_;
  }
  // Calls `visit` with each block; afterwards there is none.
  template <typename Visit>
  void Drain(Visit visit) {
    for (Bin& bin : bins_) {
      while (bin.count != 0) {
        visit(*bin.blocks[--bin.count]);
      }
    }
    bytes_ = 0;
    count_ = 0;
  }
  std::uint64_t bytes() const noexcept { return bytes_; }
  std::uint64_t count() const noexcept { return count_; }

  // What this thread has freed so far.
  struct Freed {
    std::uint64_t bytes = 0;
    std::uint64_t requested = 0;
    std::uint64_t count = 0;
  };
  Freed freed;

 private:
  friend class AllStopped;
  friend class AtCache;
  static constexpr std::size_t kBins = 64;
  static constexpr unsigned kWays = 7;
  static constexpr std::uint64_t kMostBytes = std::uint64_t{8} << 20;
  struct Bin {
    unsigned count = 0;
    std::array<Block*, kWays> blocks{};
  };
  Bin& BinOf(std::uint64_t bytes) noexcept { return bins_[(bytes / kUnit) % kBins]; }

  std::atomic<bool> busy_{false};
  std::uint64_t bytes_ = 0;
  std::uint64_t count_ = 0;
  std::array<Bin, kBins> bins_{};
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
