// Handles of the driver that nobody uses any more, kept for the next ones: making one takes the
// driver as long as several calls of the runtime.
#pragma once

#include <array>
#include <cstddef>
#include <mutex>
#include <utility>
#include <vector>

namespace kernelc::cuda {

// Of one context; `Handle` is a pointer. A handle comes again only for the kind that it was made
// for. May be shared between threads.
template <typename Handle>
class HandlePool {
 public:
  // A handle that cannot be told from a new one of this kind; null where there is none.
  Handle Take(int kind) noexcept {
    const std::lock_guard lock(mutex_);
    for (std::size_t i = count_; i > 0; --i) {
      if (entries_[i - 1].kind == kind) {
        return std::exchange(entries_[i - 1], entries_[--count_]).handle;
      }
    }
    return nullptr;
  }

  // Takes over a handle that nothing is pending for. Gives another one, which the caller destroys,
  // when there are enough; else null.
  Handle Give(Handle handle, int kind) noexcept {
    const std::lock_guard lock(mutex_);
    if (count_ < kMost) {
      entries_[count_++] = {handle, kind};
      return nullptr;
    }
    // In turns, so that none stays for ever because nobody asks for its kind.
    next_ = (next_ + 1) % kMost;
    return std::exchange(entries_[next_], {handle, kind}).handle;
  }

  // All that are there, to be destroyed by the caller.
  std::vector<Handle> TakeAll() {
    const std::lock_guard lock(mutex_);
    std::vector<Handle> all;
    while (count_ > 0) {
      all.push_back(entries_[--count_].handle);
    }
    return all;
  }

 private:
  static constexpr std::size_t kMost = 64;
  struct Entry {
    Handle handle;
    int kind;
  };

  std::mutex mutex_;
  std::array<Entry, kMost> entries_;
  std::size_t count_ = 0;
  std::size_t next_ = 0;
};

}  // namespace kernelc::cuda
