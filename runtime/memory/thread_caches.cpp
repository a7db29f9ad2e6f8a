#include "runtime/memory/thread_caches.h"

#include <map>
#include <thread>
#include <utility>

namespace kernelc::memory {
namespace {

std::uint64_t NextId() noexcept {
  static std::atomic<std::uint64_t> last{0};
  return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

// The resources that there are, for threads that end. Never destroyed: threads may end after static
// objects.
struct Owners {
  std::mutex mutex;
  std::map<std::uint64_t, ThreadCaches*> caches;
};
Owners& TheOwners() {
  static Owners& owners = *new Owners;
  return owners;
}

[[gnu::tls_model("initial-exec")]] thread_local constinit bool thread_ended = false;

}  // namespace

// All that a thread has.
struct CachesOfThread {
  struct Entry {
    std::uint64_t owner;
    ThreadCache* cache;
  };
  std::vector<Entry> entries;

  ~CachesOfThread() {
    thread_ended = true;
    ThreadCaches::last_ = {};
    for (const Entry& entry : entries) {
      Owners& owners = TheOwners();
      const std::lock_guard lock(owners.mutex);
      const auto found = owners.caches.find(entry.owner);
      if (found == owners.caches.end()) {
        continue;
      }
      ThreadCaches& caches = *found->second;
      caches.owner_.Retire(*entry.cache);
      const std::lock_guard list_lock(caches.mutex_);
      caches.unused_.push_back(entry.cache);
    }
  }
  static CachesOfThread& Get() {
    thread_local CachesOfThread caches;
    return caches;
  }
};

thread_local constinit ThreadCaches::Last ThreadCaches::last_;

void ThreadCache::NoteRequest(std::uint64_t rounded) noexcept {
  if (Size* const size = FindSize(rounded)) {
    size->recurs = true;
  }
}

std::uint64_t ThreadCache::bytes() const noexcept {
  std::uint64_t sum = small_bytes_;
  for (const Size& size : sizes_) {
    for (unsigned i = 0; i < size.count; ++i) {
      sum += size.blocks[i]->bytes;
    }
  }
  return sum;
}

std::uint64_t ThreadCache::count() const noexcept {
  std::uint64_t sum = small_count_;
  for (const Size& size : sizes_) {
    sum += size.count;
  }
  return sum;
}

ThreadCaches::ThreadCaches(CacheOwner& owner) : id_(NextId()), owner_(owner) {
  Owners& owners = TheOwners();
  const std::lock_guard lock(owners.mutex);
  owners.caches.emplace(id_, this);
}

ThreadCaches::~ThreadCaches() {
  Owners& owners = TheOwners();
  const std::lock_guard lock(owners.mutex);
  owners.caches.erase(id_);
}

ThreadCache* ThreadCaches::FindOfThread() noexcept {
  if (thread_ended) {
    return nullptr;
  }
  try {
    std::vector<CachesOfThread::Entry>& entries = CachesOfThread::Get().entries;
    for (const CachesOfThread::Entry& entry : entries) {
      if (entry.owner == id_) {
        last_ = {id_, entry.cache};
        return entry.cache;
      }
    }
    {
      // Those of resources that are gone.
      Owners& owners = TheOwners();
      const std::lock_guard lock(owners.mutex);
      std::erase_if(entries,
                    [&](const auto& entry) { return owners.caches.count(entry.owner) == 0; });
    }
    entries.reserve(entries.size() + 1);
    const std::lock_guard lock(mutex_);
    unused_.reserve(caches_.size() + 1);
    ThreadCache* cache = nullptr;
    if (!unused_.empty()) {
      cache = unused_.back();
      unused_.pop_back();
    } else {
      caches_.push_back(std::make_unique<ThreadCache>());
      cache = caches_.back().get();
    }
    entries.push_back({id_, cache});
    last_ = {id_, cache};
    return cache;
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

AllStopped::AllStopped(ThreadCaches& caches) noexcept : caches_(caches), lock_(caches.mutex_) {
  caches.stopping_.store(true, std::memory_order_seq_cst);
  backend::detail::BarrierOfAllThreads();
  for (const std::unique_ptr<ThreadCache>& cache : caches.caches_) {
    for (int i = 0; cache->busy_.load(std::memory_order_acquire); ++i) {
      if (i > 64) {
        std::this_thread::yield();
      }
    }
  }
}

}  // namespace kernelc::memory
