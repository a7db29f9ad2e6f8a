// What is kept for a context by others: dropped with it, by a reset, and when caches are cleared.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>

namespace kernelc::backend {

class Attachments {
 public:
  // What is kept under `key`; where there is nothing, what `make` gives. Thread-safe; `make` runs
  // under the lock and must not come here.
  std::shared_ptr<void> Get(std::uint64_t key, std::shared_ptr<void> (*make)()) {
    const std::lock_guard lock(mutex_);
    std::shared_ptr<void>& kept = kept_[key];
    if (kept == nullptr) {
      kept = make();
    }
    return kept;
  }
  void Drop(std::uint64_t key) noexcept {
    std::shared_ptr<void> dropped;
    const std::lock_guard lock(mutex_);
    const auto found = kept_.find(key);
    if (found != kept_.end()) {
      dropped = std::move(found->second);
      kept_.erase(found);
    }
  }
  // What is dropped may use the context, and come here: outside of the lock.
  void DropAll() noexcept {
    std::map<std::uint64_t, std::shared_ptr<void>> dropped;
    {
      const std::lock_guard lock(mutex_);
      dropped.swap(kept_);
    }
  }

 private:
  std::mutex mutex_;
  std::map<std::uint64_t, std::shared_ptr<void>> kept_;
};

}  // namespace kernelc::backend
