#include "runtime/graph/pool.h"

#include <utility>

#include "kernelc/graph.h"

namespace kernelc {
namespace graph {
namespace {

// Sizes are rounded up to this, which also keeps blocks aligned.
constexpr std::size_t kGranularity = 512;

}  // namespace

PoolState::~PoolState() {
  for (const auto& [data, block] : blocks_) {
    backend::Report(context_->Free(data));
  }
}

backend::Status PoolState::Allocate(std::size_t bytes, DevicePointer* data) {
  const std::size_t rounded = (bytes + kGranularity - 1) / kGranularity * kGranularity;
  {
    const std::lock_guard lock(mutex_);
    // The smallest that is large enough.
    if (const auto found = free_.lower_bound(rounded); found != free_.end()) {
      *data = found->second;
      free_.erase(found);
      blocks_[*data].used = true;
      return {};
    }
  }
  // Without the lock: captures have one of their own, under which they come here.
  KC_RETURN_IF_FAILED(context_->Allocate(rounded, data));
  const std::lock_guard lock(mutex_);
  blocks_[*data] = {rounded, true};
  return {};
}

void PoolState::Free(DevicePointer data) noexcept {
  const std::lock_guard lock(mutex_);
  Block& block = blocks_[data];
  block.used = false;
  if (holds_ != 0) {
    freed_meanwhile_.push_back(data);
  } else {
    free_.emplace(block.bytes, data);
  }
}

void PoolState::BeginHold() {
  const std::lock_guard lock(mutex_);
  ++holds_;
}

void PoolState::EndHold() {
  const std::lock_guard lock(mutex_);
  if (--holds_ == 0) {
    for (const DevicePointer data : std::exchange(freed_meanwhile_, {})) {
      free_.emplace(blocks_[data].bytes, data);
    }
  }
}

bool PoolState::Find(DevicePointer data, DevicePointer* start, std::size_t* bytes) const {
  const std::lock_guard lock(mutex_);
  auto found = blocks_.upper_bound(data);
  if (found == blocks_.begin()) {
    return false;
  }
  --found;
  if (data - found->first >= found->second.bytes) {
    return false;
  }
  *start = found->first;
  *bytes = found->second.bytes;
  return true;
}

std::size_t PoolState::held_bytes() const {
  const std::lock_guard lock(mutex_);
  std::size_t bytes = 0;
  for (const auto& [data, block] : blocks_) {
    bytes += block.bytes;
  }
  return bytes;
}

std::size_t PoolState::used_bytes() const {
  const std::lock_guard lock(mutex_);
  std::size_t bytes = 0;
  for (const auto& [data, block] : blocks_) {
    bytes += block.used ? block.bytes : 0;
  }
  return bytes;
}

}  // namespace graph

GraphPool::GraphPool(const Context& context)
    : state_(std::make_shared<graph::PoolState>(context.impl())) {}

std::size_t GraphPool::held_bytes() const { return state_->held_bytes(); }

std::size_t GraphPool::used_bytes() const { return state_->used_bytes(); }

}  // namespace kernelc
