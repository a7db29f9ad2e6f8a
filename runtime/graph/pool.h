// Memory of graphs.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "runtime/backend/backend.h"

namespace kernelc::graph {

// Takes blocks from the device and keeps them until it is destroyed. Thread-safe.
struct PoolState {
 public:
  explicit PoolState(std::shared_ptr<backend::Context> context) : context_(std::move(context)) {}
  ~PoolState();
  PoolState(const PoolState&) = delete;
  PoolState& operator=(const PoolState&) = delete;

  // Bytes > 0. The block of `data` is in use until Free().
  backend::Status Allocate(std::size_t bytes, DevicePointer* data);
  void Free(DevicePointer data) noexcept;
  // Blocks that are freed from now on are not used again before as many EndHold().
  void BeginHold();
  void EndHold();
  // The allocation that an address lies in, also a freed one; false where there is none.
  bool Find(DevicePointer data, DevicePointer* start, std::size_t* bytes) const;

  // Calls `visit(data, bytes)` for all blocks.
  template <typename Visit>
  void ForEach(Visit visit) const {
    const std::lock_guard lock(mutex_);
    for (const auto& [data, block] : blocks_) {
      visit(data, block.bytes);
    }
  }

  backend::Context& context() const noexcept { return *context_; }
  std::size_t held_bytes() const;
  std::size_t used_bytes() const;

 private:
  struct Block {
    std::size_t bytes = 0;
    bool used = false;
  };

  const std::shared_ptr<backend::Context> context_;
  mutable std::mutex mutex_;
  std::map<DevicePointer, Block> blocks_;
  // Blocks that nobody uses, by size.
  std::multimap<std::size_t, DevicePointer> free_;
  std::vector<DevicePointer> freed_meanwhile_;
  int holds_ = 0;
};

// Owns a block of a pool.
class PoolBlock {
 public:
  PoolBlock(std::shared_ptr<PoolState> pool, DevicePointer data)
      : pool_(std::move(pool)), data_(data) {}
  ~PoolBlock() { pool_->Free(data_); }
  PoolBlock(const PoolBlock&) = delete;
  PoolBlock& operator=(const PoolBlock&) = delete;
  DevicePointer data() const noexcept { return data_; }

 private:
  std::shared_ptr<PoolState> pool_;
  DevicePointer data_;
};

}  // namespace kernelc::graph
