#include "runtime/cuda/event_pool.h"

namespace kernelc::cuda {

EventHandle EventPool::Take(bool timing) noexcept {
  const std::lock_guard lock(mutex_);
  Stack& stack = stacks_[timing ? 1 : 0];
  return stack.count == 0 ? nullptr : stack.events[--stack.count];
}

bool EventPool::Give(EventHandle event, bool timing) noexcept {
  const std::lock_guard lock(mutex_);
  Stack& stack = stacks_[timing ? 1 : 0];
  if (stack.count == kMost) {
    return false;
  }
  stack.events[stack.count++] = event;
  return true;
}

std::vector<EventHandle> EventPool::TakeAll() {
  const std::lock_guard lock(mutex_);
  std::vector<EventHandle> all;
  for (Stack& stack : stacks_) {
    all.insert(all.end(), stack.events.begin(), stack.events.begin() + stack.count);
    stack.count = 0;
  }
  return all;
}

}  // namespace kernelc::cuda
