#include "runtime/backend/memory_resource.h"

#include <algorithm>
#include <utility>

#include "runtime/backend/backend.h"

namespace kernelc::backend {

Status CurrentResource(Context& context, MemoryResource** resource) {
  *resource = context.memory().current();
  if (*resource != nullptr) [[likely]] {
    return {};
  }
  KC_RETURN_IF_FAILED(context.CheckUsable("allocate"));
  std::shared_ptr<MemoryResource> first;
  KC_RETURN_IF_FAILED(MakeDefaultResource(context, &first));
  *resource = &context.memory().SetFirst(std::move(first));
  return {};
}

std::shared_ptr<MemoryResource> MemoryResources::SharedCurrent() {
  const std::lock_guard lock(mutex_);
  MemoryResource* const current = current_.load(std::memory_order_relaxed);
  for (const std::shared_ptr<MemoryResource>& kept : kept_) {
    if (kept.get() == current) {
      return kept;
    }
  }
  return nullptr;
}

void MemoryResources::KeepLocked(std::shared_ptr<MemoryResource> resource) {
  if (std::find(kept_.begin(), kept_.end(), resource) == kept_.end()) {
    kept_.push_back(std::move(resource));
  }
}

void MemoryResources::SetCurrent(std::shared_ptr<MemoryResource> resource) {
  const std::lock_guard lock(mutex_);
  current_.store(resource.get(), std::memory_order_release);
  KeepLocked(std::move(resource));
}

MemoryResource& MemoryResources::SetFirst(std::shared_ptr<MemoryResource> resource) {
  const std::lock_guard lock(mutex_);
  MemoryResource* const current = current_.load(std::memory_order_relaxed);
  if (current != nullptr) {
    return *current;
  }
  MemoryResource& first = *resource;
  KeepLocked(std::move(resource));
  current_.store(&first, std::memory_order_release);
  return first;
}

void MemoryResources::Clear() noexcept {
  std::vector<std::shared_ptr<MemoryResource>> kept;
  {
    const std::lock_guard lock(mutex_);
    current_.store(nullptr, std::memory_order_relaxed);
    kept.swap(kept_);
  }
  // The last ones first: they may stand on those before.
  while (!kept.empty()) {
    kept.pop_back();
  }
}

void MemoryResources::Watch(StreamWatcher& watcher) {
  const std::lock_guard lock(watchers_mutex_);
  watchers_.push_back(&watcher);
  watched_.store(true, std::memory_order_release);
}

void MemoryResources::Unwatch(StreamWatcher& watcher) noexcept {
  const std::lock_guard lock(watchers_mutex_);
  std::erase(watchers_, &watcher);
  watched_.store(!watchers_.empty(), std::memory_order_release);
}

void MemoryResources::StreamEnds(Stream& stream) noexcept {
  if (!watched_.load(std::memory_order_acquire)) [[likely]] {
    return;
  }
  const std::lock_guard lock(watchers_mutex_);
  for (StreamWatcher* const watcher : watchers_) {
    watcher->StreamEnds(stream);
  }
}

}  // namespace kernelc::backend
