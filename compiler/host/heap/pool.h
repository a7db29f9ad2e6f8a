// The memory of a heap: small blocks, which are used again as soon as they are free. All of it goes
// at once.
#pragma once

#include <cstddef>
#include <new>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace kernelc::host {

// One thread at a time uses it.
class Pool {
 public:
  Pool() = default;
  ~Pool();
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  // Aligned for every type; stays until it is freed or the pool is emptied.
  void* Allocate(std::size_t bytes) {
    if (bytes > kMostSmall) {
      return AllocateLarge(bytes);
    }
    const std::size_t size = (bytes + kStep - 1) / kStep;
    if (Free* block = free_[size]) {
      free_[size] = block->next;
      return block;
    }
    if (static_cast<std::size_t>(end_ - next_) < size * kStep) {
      AddChunk();
    }
    void* block = next_;
    next_ += size * kStep;
    return block;
  }
  // What stays until the pool is emptied.
  template <typename T, typename... Parts>
  T* Make(Parts&&... parts) {
    T* made = new (Allocate(sizeof(T))) T(std::forward<Parts>(parts)...);
    if constexpr (!std::is_trivially_destructible_v<T>) {
      owned_.emplace_back(made, [](void* it) { static_cast<T*>(it)->~T(); });
    }
    return made;
  }
  std::string_view Copy(std::string_view text) {
    char* copy = static_cast<char*>(Allocate(text.size()));
    return {copy, text.copy(copy, text.size())};
  }
  // Gives a block of any pool back to it.
  static void Release(void* block, std::size_t bytes);
  // Frees all blocks.
  void Empty();

  // Where this thread takes blocks from; null outside of runs.
  static Pool* current() { return current_; }
  // Makes it that pool while it lives.
  class Use {
   public:
    explicit Use(Pool& pool) : outer_(current_) { current_ = &pool; }
    ~Use() { current_ = outer_; }
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;

   private:
    Pool* outer_;
  };

 private:
  static constexpr std::size_t kStep = 16;
  static constexpr std::size_t kMostSmall = 1024;
  // A power of two: the address of a block tells its chunk.
  static constexpr std::size_t kChunk = 1 << 16;
  struct Free {
    Free* next;
  };
  // At the beginning of a chunk.
  struct alignas(kStep) Chunk {
    Pool* pool;
  };
  // Before a large block.
  struct alignas(kStep) Large {
    Large* next;
    Large** place;
  };

  void* AllocateLarge(std::size_t bytes);
  void AddChunk();

  static thread_local Pool* current_;

  Free* free_[kMostSmall / kStep + 1] = {};
  char* next_ = nullptr;
  char* end_ = nullptr;
  std::vector<Chunk*> chunks_;
  // Those that are filled now, or were.
  std::size_t used_ = 0;
  Large* large_ = nullptr;
  // What has more than memory, and how it is destroyed.
  std::vector<std::pair<void*, void (*)(void*)>> owned_;
};

// For containers of values.
template <typename T>
struct PoolAllocator {
  using value_type = T;

  PoolAllocator() = default;
  template <typename U>
  PoolAllocator(const PoolAllocator<U>&) {}
  T* allocate(std::size_t count) {
    return static_cast<T*>(Pool::current()->Allocate(count * sizeof(T)));
  }
  void deallocate(T* items, std::size_t count) { Pool::Release(items, count * sizeof(T)); }
  bool operator==(const PoolAllocator&) const { return true; }
};

// What derives from it lies in a pool where it is made by `new`.
struct InPool {
  static void* operator new(std::size_t bytes) { return Pool::current()->Allocate(bytes); }
  static void operator delete(void* block, std::size_t bytes) { Pool::Release(block, bytes); }
};

}  // namespace kernelc::host
