// `arena`: memory is cut from chunks one piece after the other, and a chunk begins anew when all of
// its pieces were freed.
#include <algorithm>
#include <iterator>
#include <limits>
#include <mutex>
#include <unordered_map>
#include <utility>

#include "runtime/backend/text.h"
#include "runtime/memory/adaptor.h"
#include "runtime/memory/counters.h"
#include "runtime/memory/uses.h"

namespace kernelc::memory {
namespace {

using backend::Concat;
using backend::Status;

constexpr std::uint64_t kAlignment = 256;

class Arena final : public Adaptor {
 public:
  Arena(ResourcePtr upstream, std::uint64_t chunk_bytes)
      : Adaptor(std::move(upstream)), chunk_bytes_(chunk_bytes) {}
  ~Arena() override {
    for (const std::unique_ptr<Chunk>& chunk : chunks_) {
      backend::Report(upstream().Free(chunk->data, chunk->bytes, context().default_stream()));
    }
  }

  bool stream_ordered() const noexcept override { return true; }
  Status Allocate(std::size_t bytes, backend::Stream& stream, DevicePointer* data) override;
  Status Free(DevicePointer data, std::size_t bytes, backend::Stream& stream) override;
  Status RecordUse(DevicePointer data, backend::Stream& stream) override;
  Status ReleaseHeld() override;
  Status StopHolding() override;
  MemoryStats Stats() override;
  void ResetPeaks() override {
    const std::lock_guard lock(mutex_);
    memory::ResetPeaks(stats_);
  }
  std::vector<backend::MemorySegment> Segments() override;
  Status SetFraction(double) override {
    return NotOfThisKind(*this, "set memory fraction", "choose a caching or a limit resource");
  }
  Status RecordSites(bool) override {
    return NotOfThisKind(*this, "record allocations", "choose a caching resource");
  }

 private:
  struct Chunk {
    DevicePointer data = 0;
    std::uint64_t bytes = 0;
    // Up to here it is cut.
    std::uint64_t cut = 0;
    std::uint64_t pieces = 0;
    // In whose order pieces are cut.
    std::uint64_t stream = 0;
    // Of the other streams that used pieces: its own has to wait for them before it begins anew.
    StreamUses::Marks uses;
  };
  struct Piece {
    Chunk* chunk;
    std::uint64_t bytes;
    std::size_t requested;
    StreamUses uses;
  };
  using Chunks = std::vector<std::unique_ptr<Chunk>>;

  std::string_view kind() const noexcept override { return "arena"; }
  bool is_per_thread(const backend::Stream& stream) const noexcept {
    return &stream == &context().per_thread_stream();
  }
  // With the lock held.
  Status FindChunk(std::uint64_t rounded, backend::Stream& stream, Chunk** found);
  void Cut(Chunk& chunk, std::uint64_t rounded, std::size_t bytes, DevicePointer* data);
  Chunks DetachEmpty();
  // Without it.
  Status GiveBack(Chunks chunks);

  const std::uint64_t chunk_bytes_;
  std::mutex mutex_;
  Chunks chunks_;
  std::unordered_map<DevicePointer, Piece> pieces_;
  MemoryStats stats_;
  bool holding_ = true;
};

Status Arena::FindChunk(std::uint64_t rounded, backend::Stream& stream, Chunk** found) {
  for (const std::unique_ptr<Chunk>& chunk : chunks_) {
    if (chunk->stream != stream.id() || rounded > chunk->bytes) {
      continue;
    }
    if (chunk->pieces == 0 && chunk->cut != 0) {
      // The per-thread stream stands for several, which cannot all wait.
      bool done = true;
      for (const std::unique_ptr<backend::Event>& use : chunk->uses) {
        if (is_per_thread(stream)) {
          bool reached = false;
          KC_RETURN_IF_FAILED(use->Query(&reached));
          done = done && reached;
        } else {
          KC_RETURN_IF_FAILED(stream.Wait(*use));
        }
      }
      if (!done) {
        continue;
      }
      chunk->uses.clear();
      chunk->cut = 0;
    }
    if (rounded <= chunk->bytes - chunk->cut) {
      *found = chunk.get();
      return {};
    }
  }
  *found = nullptr;
  return {};
}

void Arena::Cut(Chunk& chunk, std::uint64_t rounded, std::size_t bytes, DevicePointer* data) {
  *data = chunk.data + chunk.cut;
  pieces_[*data] = {&chunk, rounded, bytes, {}};
  chunk.cut += rounded;
  ++chunk.pieces;
  Add(stats_.allocated_bytes, rounded);
  Add(stats_.requested_bytes, bytes);
  Add(stats_.allocations, 1);
}

Status Arena::Allocate(std::size_t bytes, backend::Stream& stream, DevicePointer* data) {
  KC_USE_CONTEXT(context());
  if (bytes > std::numeric_limits<std::uint64_t>::max() - kAlignment) {
    return upstream().Allocate(bytes, stream, data);
  }
  const std::uint64_t rounded = (bytes + kAlignment - 1) / kAlignment * kAlignment;
  {
    const std::lock_guard lock(mutex_);
    Chunk* chunk = nullptr;
    KC_RETURN_IF_FAILED(FindChunk(rounded, stream, &chunk));
    if (chunk != nullptr) {
      Cut(*chunk, rounded, bytes, data);
      return {};
    }
  }
  auto made = std::make_unique<Chunk>();
  made->bytes = std::max(chunk_bytes_, rounded);
  made->stream = stream.id();
  Status status = upstream().Allocate(made->bytes, stream, &made->data);
  if (!status.ok() && status.info().code == ErrorCode::OutOfMemory) {
    {
      const std::lock_guard lock(mutex_);
      ++stats_.retries;
    }
    KC_RETURN_IF_FAILED(ReleaseHeld());
    made->bytes = rounded;
    status = upstream().Allocate(made->bytes, stream, &made->data);
  }
  const std::lock_guard lock(mutex_);
  if (!status.ok()) {
    stats_.out_of_memory += status.info().code == ErrorCode::OutOfMemory ? 1U : 0U;
    status.info().active_bytes = stats_.allocated_bytes.current;
    status.info().held_bytes = stats_.reserved_bytes.current - stats_.allocated_bytes.current;
    return status;
  }
  Add(stats_.reserved_bytes, made->bytes);
  Add(stats_.segments, 1);
  Chunk& chunk = *made;
  chunks_.push_back(std::move(made));
  Cut(chunk, rounded, bytes, data);
  return {};
}

Status Arena::Free(DevicePointer data, std::size_t bytes, backend::Stream& stream) {
  const backend::ContextUse use(context());
  if (context().gone()) {
    return {};
  }
  Chunks empty;
  Status status;
  // With what it keeps of streams: let go of without the lock.
  std::unordered_map<DevicePointer, Piece>::node_type node;
  {
    const std::lock_guard lock(mutex_);
    const auto found = pieces_.find(data);
    if (found == pieces_.end() || found->second.requested != bytes) {
      return backend::Fail(
          ErrorCode::InvalidArgument, "free", context().device().name(),
          found == pieces_.end()
              ? Concat("address ", data, " was not allocated from the `", name(),
                       "` resource, or was freed before")
              : Concat("address ", data, " was allocated with ", found->second.requested,
                       " bytes, and is freed with ", bytes));
    }
    node = pieces_.extract(found);
    Piece& piece = node.mapped();
    if (piece.chunk->stream != stream.id() || is_per_thread(stream)) {
      status = piece.uses.Add(stream, RecordNewMark);
    }
    StreamUses::Marks marks;
    Status marked = piece.uses.TakeMarks(RecordNewMark, &marks);
    status = status.ok() ? std::move(marked) : std::move(status);
    std::move(marks.begin(), marks.end(), std::back_inserter(piece.chunk->uses));
    --piece.chunk->pieces;
    Remove(stats_.allocated_bytes, piece.bytes);
    Remove(stats_.requested_bytes, bytes);
    Remove(stats_.allocations, 1);
    if (!holding_) {
      empty = DetachEmpty();
    }
  }
  Status given = GiveBack(std::move(empty));
  return status.ok() ? std::move(given) : std::move(status);
}

Status Arena::RecordUse(DevicePointer data, backend::Stream& stream) {
  KC_USE_CONTEXT(context());
  const std::lock_guard lock(mutex_);
  const auto found = pieces_.find(data);
  if (found == pieces_.end()) {
    return backend::Fail(
        ErrorCode::InvalidArgument, "record stream", context().device().name(),
        Concat("address ", data, " is not allocated from the `", name(), "` resource"));
  }
  const bool is_own = found->second.chunk->stream == stream.id() && !is_per_thread(stream);
  return is_own ? Status() : found->second.uses.Add(stream, RecordNewMark);
}

Arena::Chunks Arena::DetachEmpty() {
  Chunks empty;
  for (std::unique_ptr<Chunk>& chunk : chunks_) {
    if (chunk->pieces == 0) {
      Remove(stats_.reserved_bytes, chunk->bytes);
      Remove(stats_.segments, 1);
      empty.push_back(std::move(chunk));
    }
  }
  std::erase(chunks_, nullptr);
  return empty;
}

Status Arena::GiveBack(Chunks chunks) {
  Status first;
  for (const std::unique_ptr<Chunk>& chunk : chunks) {
    // Waits for the work of all streams.
    Status status = upstream().Free(chunk->data, chunk->bytes, context().default_stream());
    if (first.ok()) {
      first = std::move(status);
    }
  }
  return first;
}

Status Arena::ReleaseHeld() {
  KC_USE_CONTEXT(context());
  Chunks empty;
  {
    const std::lock_guard lock(mutex_);
    empty = DetachEmpty();
  }
  return GiveBack(std::move(empty));
}

Status Arena::StopHolding() {
  {
    const std::lock_guard lock(mutex_);
    holding_ = false;
  }
  return ReleaseHeld();
}

MemoryStats Arena::Stats() {
  const std::lock_guard lock(mutex_);
  MemoryStats stats = stats_;
  stats.held_bytes = stats.reserved_bytes.current - stats.allocated_bytes.current;
  for (const std::unique_ptr<Chunk>& chunk : chunks_) {
    stats.held_blocks += chunk->pieces == 0 ? 1U : 0U;
  }
  return stats;
}

std::vector<backend::MemorySegment> Arena::Segments() {
  const std::lock_guard lock(mutex_);
  std::vector<backend::MemorySegment> segments;
  for (const std::unique_ptr<Chunk>& chunk : chunks_) {
    backend::MemorySegment& segment = segments.emplace_back();
    segment.data = chunk->data;
    segment.bytes = chunk->bytes;
    for (const auto& [data, piece] : pieces_) {
      if (piece.chunk == chunk.get()) {
        segment.blocks.push_back({data, piece.bytes, piece.requested,
                                  backend::MemoryBlock::State::Allocated, chunk->stream,
                                  std::string()});
      }
    }
    std::sort(segment.blocks.begin(), segment.blocks.end(),
              [](const auto& a, const auto& b) { return a.data < b.data; });
    // What lies between them is free.
    std::vector<backend::MemoryBlock> all;
    DevicePointer end = chunk->data;
    const auto fill = [&](DevicePointer until) {
      if (until > end) {
        all.push_back(
            {end, until - end, 0, backend::MemoryBlock::State::Free, chunk->stream, std::string()});
      }
    };
    for (const backend::MemoryBlock& block : segment.blocks) {
      fill(block.data);
      all.push_back(block);
      end = block.data + block.bytes;
    }
    fill(chunk->data + chunk->bytes);
    segment.blocks = std::move(all);
  }
  return segments;
}

}  // namespace

ResourcePtr MakeArena(ResourcePtr upstream, std::uint64_t chunk_bytes) {
  return std::make_shared<Arena>(std::move(upstream), chunk_bytes);
}

}  // namespace kernelc::memory
