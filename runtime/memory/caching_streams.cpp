// How far streams have come, and the caches of threads. All with the lock held.
#include <limits>
#include <utility>

#include "runtime/memory/caching.h"

namespace kernelc::memory {

using backend::Status;

namespace {

// Of a stream that has ended and whose work is done.
constexpr std::uint64_t kAll = std::numeric_limits<std::uint64_t>::max();
// What one operation adds to the map at most.
constexpr std::size_t kMostNewBlocks = 4;

}  // namespace

void Caching::MakeRoom() {
  if (!heap_.map().has_room(kMostNewBlocks)) {
    const AllStopped stopped(caches_);
    heap_.map().Renew();
  }
}

Caching::Progress* Caching::Look(std::uint64_t stream) noexcept {
  if (stream != last_stream_ || stream == kIdle) {
    const auto found = streams_.find(stream);
    if (found == streams_.end()) {
      return nullptr;
    }
    last_stream_ = stream;
    last_ = &found->second;
  }
  return last_;
}

Caching::Progress& Caching::ProgressOf(backend::Stream& stream) {
  Progress* const found = Look(stream.id());
  Progress& progress = found != nullptr ? *found : streams_[stream.id()];
  progress.stream = &stream;
  return progress;
}

void Caching::Put(Block& block) noexcept {
  Progress* const progress = block.stream == kIdle ? nullptr : Look(block.stream);
  if (progress == nullptr || progress->done == kAll) {
    // The stream has ended, after the block was freed, and its work is done.
    block.stream = kIdle;
    block.serial = 0;
  } else {
    block.serial = ++progress->serial;
  }
  heap_.Put(block);
}

Status Caching::RecordMark(backend::Stream& stream, std::unique_ptr<backend::Event>* event) {
  std::unique_ptr<backend::Event> mark;
  if (!spare_events_.empty()) {
    mark = std::move(spare_events_.back());
    spare_events_.pop_back();
  } else {
    KC_RETURN_IF_FAILED(context().CreateMark(&mark));
  }
  const backend::Uncaptured now;
  KC_RETURN_IF_FAILED(mark->Record(stream));
  *event = std::move(mark);
  return {};
}

Status Caching::PollStream(std::uint64_t id, Progress& progress) {
  const std::uint64_t before = progress.done;
  while (true) {
    while (!progress.marks.empty()) {
      Mark& mark = progress.marks.front();
      bool reached = false;
      KC_RETURN_IF_FAILED(mark.event->Query(&reached));
      if (!reached) {
        break;
      }
      progress.done = mark.covers;
      spare_events_.push_back(std::move(mark.event));
      progress.marks.pop_front();
    }
    // What was freed since the last mark gets the next one.
    if (!progress.marks.empty() || progress.stream == nullptr || progress.done >= progress.serial) {
      break;
    }
    Mark mark;
    mark.covers = progress.serial;
    KC_RETURN_IF_FAILED(RecordMark(*progress.stream, &mark.event));
    progress.marks.push_back(std::move(mark));
    bool reached = false;
    KC_RETURN_IF_FAILED(progress.marks.front().event->Query(&reached));
    if (!reached) {
      break;
    }
  }
  if (progress.done != before) {
    heap_.MakeIdle(id, progress.done);
  }
  return {};
}

Status Caching::PollPending() {
  Status status;
  std::size_t kept = 0;
  for (Block* const block : pending_) {
    // After a failure the others stay as they are.
    bool reached = status.ok();
    for (const std::unique_ptr<backend::Event>& mark : block->marks) {
      if (reached) {
        status = mark->Query(&reached);
        reached = reached && status.ok();
      }
    }
    if (!reached) {
      pending_[kept++] = block;
      continue;
    }
    for (std::unique_ptr<backend::Event>& mark : block->marks) {
      spare_events_.push_back(std::move(mark));
    }
    block->marks.clear();
    pending_bytes_ -= block->bytes;
    Put(*block);
  }
  pending_.resize(kept);
  return status;
}

Status Caching::Poll(std::uint64_t except) {
  for (auto entry = streams_.begin(); entry != streams_.end();) {
    auto& [id, progress] = *entry;
    // While it is captured the driver may capture it as well, and then refuses queries of marks.
    const bool is_captured =
        progress.stream != nullptr && !backend::CheckCanWait(*progress.stream, "allocate").ok();
    if (id != except && !is_captured) {
      KC_RETURN_IF_FAILED(PollStream(id, progress));
    }
    if (progress.stream == nullptr && progress.done == kAll) {
      heap_.Forget(id);
      entry = streams_.erase(entry);
      last_stream_ = kIdle;
    } else {
      ++entry;
    }
  }
  return PollPending();
}

void Caching::StreamEnds(backend::Stream& stream) noexcept {
  const Lock lock(mutex_);
  const auto found = streams_.find(stream.id());
  if (found == streams_.end()) {
    return;
  }
  Progress& progress = found->second;
  progress.stream = nullptr;
  if (context().gone()) {
    return;
  }
  try {
    Mark mark;
    mark.covers = kAll;
    const Status status = RecordMark(stream, &mark.event);
    backend::Report(status);
    if (status.ok()) {
      progress.marks.push_back(std::move(mark));
    }
  } catch (const std::bad_alloc&) {
    // Its blocks stay out of use until everything is given back.
  }
}

void Caching::HearAll() noexcept {
  caches_.ForEach([&](ThreadCache& cache) { totals_.Hear(cache.tally); });
}

void Caching::FlushCaches() {
  const AllStopped stopped(caches_);
  HearAll();
  caches_.ForEach([&](ThreadCache& cache) { cache.Drain([&](Block& block) { Put(block); }); });
}

void Caching::Retire(ThreadCache& cache) noexcept {
  const Lock lock(mutex_);
  totals_.Hear(cache.tally);
  cache.Drain([&](Block& block) { Put(block); });
}

Status Caching::FindFree(const Request& request, Block** block) {
  const std::uint64_t own = request.stream.id();
  const auto find = [&] {
    *block = heap_.Find(request.rounded, own, request.idle_alone);
    return *block != nullptr;
  };
  if (find()) {
    return {};
  }
  KC_RETURN_IF_FAILED(Poll(request.idle_alone ? kIdle : own));
  if (find()) {
    return {};
  }
  // Before more is taken from the resource below.
  FlushCaches();
  KC_RETURN_IF_FAILED(Poll(request.idle_alone ? kIdle : own));
  find();
  return {};
}

}  // namespace kernelc::memory
