// Free blocks of segments: found by size, split, and joined with free neighbours. Knows no streams
// but their numbers, and no locks: whoever uses it has one.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <vector>

#include "runtime/memory/block.h"

namespace kernelc::memory {

// All sizes are multiples of this.
inline constexpr std::uint64_t kUnit = 512;
// Requests up to this share segments of their own, so that they do not keep large ones in pieces.
inline constexpr std::uint64_t kSmallLimit = std::uint64_t{1} << 20;

// Blocks of one kind by size: exact up to 32 units, then 32 steps to each doubling.
class FreeBlocks {
 public:
  void Put(Block& block) noexcept;
  void Take(Block& block) noexcept;
  // About the smallest block of at least `bytes`; null where there is none. Stays in the list.
  Block* Find(std::uint64_t bytes) const noexcept;
  template <typename Visit>
  void ForEach(Visit visit) {
    for (std::size_t bin = NextBin(0); bin < kBins; bin = NextBin(bin + 1)) {
      for (Block *block = bins_[bin], *next = nullptr; block != nullptr; block = next) {
        next = block->next;
        visit(*block);
      }
    }
  }

 private:
  static constexpr unsigned kStepBits = 5;
  static constexpr std::size_t kSteps = std::size_t{1} << kStepBits;
  // Of blocks up to 2^47 bytes.
  static constexpr std::size_t kBins = kSteps * 35;
  static std::size_t BinOf(std::uint64_t bytes) noexcept;
  // The first bin from `bin` on that is not empty; kBins where there is none.
  std::size_t NextBin(std::size_t bin) const noexcept;

  std::array<Block*, kBins> bins_{};
  std::array<std::uint64_t, (kBins + 63) / 64> filled_{};
};

class Heap {
 public:
  // Blocks by whose order they were freed in: kIdle, or a stream's number.
  struct OfStream {
    FreeBlocks small;
    FreeBlocks large;
    std::uint64_t blocks = 0;
    FreeBlocks& of(bool is_small) noexcept { return is_small ? small : large; }
  };

  static std::uint64_t Rounded(std::uint64_t bytes) noexcept {
    return (bytes + kUnit - 1) / kUnit * kUnit;
  }
  static bool IsSmall(std::uint64_t rounded) noexcept { return rounded <= kSmallLimit; }

  BlockMap& map() noexcept { return map_; }
  const BlockMap& map() const noexcept { return map_; }
  const std::vector<std::unique_ptr<Segment>>& segments() const noexcept { return segments_; }
  std::uint64_t free_bytes() const noexcept { return free_bytes_; }
  std::uint64_t free_blocks() const noexcept { return free_blocks_; }

  // A free block of `rounded` bytes or more for `stream`: of those freed there, or of idle ones,
  // the smaller. Null where there is none. Stays where it is.
  Block* Find(std::uint64_t rounded, std::uint64_t stream, bool idle_alone) noexcept;
  // Takes a free block out, and what is more than `rounded` off it where that is of use.
  void Take(Block& block, std::uint64_t rounded);
  // Puts a block in that nobody uses any more, in the order of `block.stream`, and joins it with
  // its neighbours.
  void Put(Block& block) noexcept;
  // All of `stream` up to a serial become idle: its work is done.
  void MakeIdle(std::uint64_t stream, std::uint64_t serial) noexcept;
  // Forgets a stream that has no blocks.
  void Forget(std::uint64_t stream) noexcept;

  // The block of a new segment, which is in no list yet.
  Block& AddSegment(DevicePointer data, std::uint64_t bytes, bool is_small);
  // Segments that are free as a whole leave the heap, largest first, until they are `bytes`
  // together.
  std::vector<std::unique_ptr<Segment>> RemoveFree(std::uint64_t bytes);

 private:
  Block& NewBlock();
  void Drop(Block& block) noexcept;
  void Unlist(Block& block) noexcept;
  void List(Block& block) noexcept;
  Block* Join(Block& block, Block* neighbour) noexcept;
  // Null for a stream that has none.
  OfStream* Look(std::uint64_t stream) noexcept;
  OfStream& Of(std::uint64_t stream);

  BlockMap map_;
  OfStream idle_;
  std::map<std::uint64_t, OfStream> streams_;
  // Found last: mostly it is asked for again.
  std::uint64_t last_stream_ = kIdle;
  OfStream* last_ = nullptr;
  std::vector<std::unique_ptr<Segment>> segments_;
  std::deque<Block> blocks_;
  // Out of use, by `next`.
  Block* spare_ = nullptr;
  std::uint64_t free_bytes_ = 0;
  std::uint64_t free_blocks_ = 0;
};

}  // namespace kernelc::memory
