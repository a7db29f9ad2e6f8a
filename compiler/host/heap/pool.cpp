#include "compiler/host/heap/pool.h"

#include <algorithm>
#include <cstdint>

namespace kernelc::host {

thread_local Pool* Pool::current_ = nullptr;

Pool::~Pool() {
  Empty();
  for (Chunk* chunk : chunks_) {
    ::operator delete(chunk, std::align_val_t(kChunk));
  }
}

void Pool::Release(void* block, std::size_t bytes) {
  if (bytes > kMostSmall) {
    Large* large = static_cast<Large*>(block) - 1;
    *large->place = large->next;
    if (large->next != nullptr) {
      large->next->place = large->place;
    }
    ::operator delete(large);
    return;
  }
  if (block != nullptr) {
    const auto address = reinterpret_cast<std::uintptr_t>(block);
    Pool& pool = *reinterpret_cast<Chunk*>(address & ~(kChunk - 1))->pool;
    Free*& first = pool.free_[(bytes + kStep - 1) / kStep];
    first = new (block) Free{first};
  }
}

void Pool::Empty() {
  for (const auto& [made, destroy] : owned_) {
    destroy(made);
  }
  owned_.clear();
  while (large_ != nullptr) {
    Release(large_ + 1, kMostSmall + 1);
  }
  std::ranges::fill(free_, nullptr);
  next_ = end_ = nullptr;
  used_ = 0;
  // What a large program took is not kept.
  constexpr std::size_t kMostKept = 64;
  while (chunks_.size() > kMostKept) {
    ::operator delete(chunks_.back(), std::align_val_t(kChunk));
    chunks_.pop_back();
  }
}

void* Pool::AllocateLarge(std::size_t bytes) {
  auto* large = new (::operator new(sizeof(Large) + bytes)) Large{large_, &large_};
  if (large_ != nullptr) {
    large_->place = &large->next;
  }
  large_ = large;
  return large + 1;
}

void Pool::AddChunk() {
  if (used_ == chunks_.size()) {
    void* memory = ::operator new(kChunk, std::align_val_t(kChunk));
    chunks_.push_back(new (memory) Chunk{this});
  }
  next_ = reinterpret_cast<char*>(chunks_[used_++]);
  end_ = next_ + kChunk;
  next_ += sizeof(Chunk);
}

}  // namespace kernelc::host
