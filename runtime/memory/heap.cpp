#include "runtime/memory/heap.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace kernelc::memory {
namespace {

// How many blocks of a bin are looked at for one that fits best.
constexpr int kLooks = 32;
// Less than this is not split off a block of a large segment: nothing there is so small.
constexpr std::uint64_t kLeastLargeRest = kSmallLimit / 8;

}  // namespace

std::size_t FreeBlocks::BinOf(std::uint64_t bytes) noexcept {
  const std::uint64_t units = bytes / kUnit;
  if (units < kSteps) {
    return static_cast<std::size_t>(units);
  }
  const auto shift = static_cast<unsigned>(std::bit_width(units)) - 1 - kStepBits;
  return (shift + 1) * kSteps + (static_cast<std::size_t>(units >> shift) & (kSteps - 1));
}

std::size_t FreeBlocks::NextBin(std::size_t bin) const noexcept {
  constexpr std::size_t kBits = 64;
  std::size_t word = bin / kBits;
  if (word >= filled_.size()) {
    return kBins;
  }
  std::uint64_t bits = filled_[word] & (~std::uint64_t{0} << (bin % kBits));
  while (bits == 0) {
    if (++word == filled_.size()) {
      return kBins;
    }
    bits = filled_[word];
  }
  return word * kBits + static_cast<std::size_t>(std::countr_zero(bits));
}

void FreeBlocks::Put(Block& block) noexcept {
  const std::size_t bin = BinOf(block.bytes);
  block.previous = nullptr;
  block.next = bins_[bin];
  if (block.next != nullptr) {
    block.next->previous = &block;
  }
  bins_[bin] = &block;
  filled_[bin / 64] |= std::uint64_t{1} << (bin % 64);
}

void FreeBlocks::Take(Block& block) noexcept {
  if (block.next != nullptr) {
    block.next->previous = block.previous;
  }
  if (block.previous != nullptr) {
    block.previous->next = block.next;
    return;
  }
  const std::size_t bin = BinOf(block.bytes);
  bins_[bin] = block.next;
  if (block.next == nullptr) {
    filled_[bin / 64] &= ~(std::uint64_t{1} << (bin % 64));
  }
}

Block* FreeBlocks::Find(std::uint64_t bytes) const noexcept {
  for (std::size_t bin = NextBin(BinOf(bytes)); bin < kBins; bin = NextBin(bin + 1)) {
    Block* best = nullptr;
    int looks = 0;
    for (Block* block = bins_[bin]; block != nullptr && looks < kLooks;
         block = block->next, ++looks) {
      if (block->bytes == bytes) {
        return block;
      }
      if (block->bytes > bytes && (best == nullptr || block->bytes < best->bytes)) {
        best = block;
      }
    }
    if (best != nullptr) {
      return best;
    }
  }
  return nullptr;
}

Heap::OfStream* Heap::Look(std::uint64_t stream) noexcept {
  if (stream == kIdle) {
    return &idle_;
  }
  if (stream != last_stream_) {
    const auto found = streams_.find(stream);
    if (found == streams_.end()) {
      return nullptr;
    }
    last_stream_ = stream;
    last_ = &found->second;
  }
  return last_;
}

Heap::OfStream& Heap::Of(std::uint64_t stream) {
  OfStream* const found = Look(stream);
  return found != nullptr ? *found : streams_[stream];
}

Block* Heap::Find(std::uint64_t rounded, std::uint64_t stream, bool idle_alone) noexcept {
  const bool is_small = IsSmall(rounded);
  Block* best = nullptr;
  for (OfStream* const blocks : {&idle_, idle_alone ? nullptr : Look(stream)}) {
    Block* const block = blocks == nullptr ? nullptr : blocks->of(is_small).Find(rounded);
    // Of equal ones that of the stream.
    if (block != nullptr && (best == nullptr || block->bytes <= best->bytes)) {
      best = block;
    }
  }
  return best;
}

void Heap::List(Block& block) noexcept {
  block.state.store(BlockState::Free, std::memory_order_relaxed);
  OfStream& lists = Of(block.stream);
  lists.of(block.segment->is_small).Put(block);
  ++lists.blocks;
  ++free_blocks_;
  free_bytes_ += block.bytes;
}

void Heap::Unlist(Block& block) noexcept {
  OfStream& lists = Of(block.stream);
  lists.of(block.segment->is_small).Take(block);
  --lists.blocks;
  --free_blocks_;
  free_bytes_ -= block.bytes;
}

void Heap::Take(Block& block, std::uint64_t rounded) {
  const std::uint64_t rest = block.bytes - rounded;
  const bool splits = rest >= (block.segment->is_small ? kUnit : kLeastLargeRest);
  // Made first: there may be no memory for it.
  Block* const other = splits ? &NewBlock() : nullptr;
  Unlist(block);
  if (other == nullptr) {
    return;
  }
  block.bytes = rounded;
  other->data = block.data + rounded;
  other->bytes = rest;
  other->stream = block.stream;
  other->serial = block.serial;
  other->segment = block.segment;
  other->before = &block;
  other->after = std::exchange(block.after, other);
  if (other->after != nullptr) {
    other->after->before = other;
  }
  map_.Insert(*other);
  List(*other);
}

// What is joined has the order of the one that is not idle. Null where the two cannot be joined.
Block* Heap::Join(Block& block, Block* neighbour) noexcept {
  if (neighbour == nullptr ||
      neighbour->state.load(std::memory_order_relaxed) != BlockState::Free ||
      (neighbour->stream != block.stream && neighbour->stream != kIdle && block.stream != kIdle)) {
    return nullptr;
  }
  Unlist(*neighbour);
  Block& left = neighbour == block.before ? *neighbour : block;
  Block& right = neighbour == block.before ? block : *neighbour;
  left.bytes += right.bytes;
  left.stream = std::max(left.stream, right.stream);
  left.serial = std::max(left.serial, right.serial);
  left.after = right.after;
  if (left.after != nullptr) {
    left.after->before = &left;
  }
  Drop(right);
  return &left;
}

void Heap::Put(Block& block) noexcept {
  Block* joined = &block;
  // Not a neighbour in its own search.
  joined->state.store(BlockState::Cached, std::memory_order_relaxed);
  for (const bool before : {true, false}) {
    if (Block* const more = Join(*joined, before ? joined->before : joined->after)) {
      joined = more;
      joined->state.store(BlockState::Cached, std::memory_order_relaxed);
    }
  }
  List(*joined);
}

void Heap::MakeIdle(std::uint64_t stream, std::uint64_t serial) noexcept {
  OfStream* const found = Look(stream);
  if (found == nullptr || found->blocks == 0) {
    return;
  }
  std::vector<Block*> done;
  for (FreeBlocks* const blocks : {&found->small, &found->large}) {
    blocks->ForEach([&](Block& block) {
      if (block.serial <= serial) {
        done.push_back(&block);
      }
    });
  }
  for (Block* const block : done) {
    // One that was joined with an earlier one of the list is gone.
    if (block->state.load(std::memory_order_relaxed) == BlockState::Free &&
        block->segment != nullptr && block->stream == stream && block->serial <= serial) {
      Unlist(*block);
      block->stream = kIdle;
      block->serial = 0;
      Put(*block);
    }
  }
}

void Heap::Forget(std::uint64_t stream) noexcept {
  const auto found = streams_.find(stream);
  if (found != streams_.end() && found->second.blocks == 0) {
    streams_.erase(found);
    last_stream_ = kIdle;
  }
}

Block& Heap::NewBlock() {
  if (spare_ != nullptr) {
    return *std::exchange(spare_, spare_->next);
  }
  return blocks_.emplace_back();
}

void Heap::Drop(Block& block) noexcept {
  map_.Remove(block.data);
  block.segment = nullptr;
  block.before = nullptr;
  block.after = nullptr;
  block.state.store(BlockState::Free, std::memory_order_relaxed);
  block.next = std::exchange(spare_, &block);
}

Block& Heap::AddSegment(DevicePointer data, std::uint64_t bytes, bool is_small) {
  auto segment = std::make_unique<Segment>();
  segments_.reserve(segments_.size() + 1);
  Block& block = NewBlock();
  segment->data = data;
  segment->bytes = bytes;
  segment->is_small = is_small;
  segment->first = &block;
  block.data = data;
  block.bytes = bytes;
  block.stream = kIdle;
  block.serial = 0;
  block.segment = segment.get();
  block.before = nullptr;
  block.after = nullptr;
  map_.Insert(block);
  segments_.push_back(std::move(segment));
  return block;
}

std::vector<std::unique_ptr<Segment>> Heap::RemoveFree(std::uint64_t bytes) {
  const auto is_free = [](const std::unique_ptr<Segment>& segment) {
    const Block& block = *segment->first;
    return block.bytes == segment->bytes &&
           block.state.load(std::memory_order_relaxed) == BlockState::Free;
  };
  std::vector<std::unique_ptr<Segment>*> free;
  for (std::unique_ptr<Segment>& segment : segments_) {
    if (is_free(segment)) {
      free.push_back(&segment);
    }
  }
  std::sort(free.begin(), free.end(),
            [](const auto* a, const auto* b) { return (*a)->bytes > (*b)->bytes; });
  std::vector<std::unique_ptr<Segment>> removed;
  std::uint64_t sum = 0;
  for (std::unique_ptr<Segment>* const segment : free) {
    if (sum >= bytes) {
      break;
    }
    sum += (*segment)->bytes;
    Unlist(*(*segment)->first);
    Drop(*(*segment)->first);
    removed.push_back(std::move(*segment));
  }
  std::erase(segments_, nullptr);
  return removed;
}

}  // namespace kernelc::memory
