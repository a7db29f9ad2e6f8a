#include "runtime/cpu/shared_watch.h"

#include <algorithm>

#include "runtime/cpu/fibers.h"

namespace kernelc::cpu {
namespace {

using abi::CpuAccess;
using abi::CpuEpoch;
using abi::DeviceErrorCode;
using Mark = SharedWatch::Mark;
using Shadow = SharedWatch::Shadow;
using Watch = SharedWatch;

constexpr std::uint32_t kWarpSize = 32;
constexpr std::uint32_t kAccessMask = 3;
constexpr std::uint32_t kRaces = 4;
constexpr std::uint32_t kUninitialized = 8;

// Blocks that wait for each other run by turns on one thread of the system, each with its own.
Watch& ThisWatch() {
  thread_local Watch watch;
  BlockRun* const run = Fibers::OfThisThread().run();
  return run != nullptr ? run->watch : watch;
}

// The two accesses, of which this one is by `thread`, have no order.
bool Concurrent(const Watch& watch, const Mark& mark, std::uint32_t thread) {
  return mark.thread != Mark::kNobody && mark.thread != thread && mark.epoch == watch.epoch &&
         (mark.thread / kWarpSize != thread / kWarpSize || mark.warp_epoch == watch.warp_epoch);
}

// The access that this one races with, or null.
const Mark* FindRace(const Watch& watch, const Shadow& shadow, CpuAccess access,
                     std::uint32_t thread, std::uint32_t location) {
  const bool both_atomic = access == CpuAccess::Atomic && shadow.write_is_atomic;
  // Threads that store to one place from one line mostly store the same: a flag.
  const bool same_store = access == CpuAccess::Write && shadow.write.location == location;
  if (!both_atomic && !same_store && Concurrent(watch, shadow.write, thread)) {
    return &shadow.write;
  }
  if (access == CpuAccess::Read) {
    return nullptr;
  }
  for (const Mark& read : shadow.reads) {
    if (Concurrent(watch, read, thread)) {
      return &read;
    }
  }
  return nullptr;
}

void Note(const Watch& watch, Shadow& shadow, CpuAccess access, std::uint32_t thread,
          std::uint32_t location) {
  const Mark mark{watch.epoch, watch.warp_epoch, thread, location};
  if (access != CpuAccess::Read) {
    shadow.write = mark;
    shadow.write_is_atomic = access == CpuAccess::Atomic;
    return;
  }
  if (shadow.reads[0].epoch == watch.epoch && shadow.reads[0].thread != thread) {
    shadow.reads[1] = mark;
  } else {
    shadow.reads[0] = mark;
  }
}

}  // namespace

std::int32_t WatchAccess(abi::CpuWorker* worker, const std::byte* address, const std::byte* array,
                         std::uint32_t size, std::uint32_t what, std::uint32_t thread,
                         std::uint32_t location) {
  if (worker->error.code != 0) {
    return 0;
  }
  Watch& watch = ThisWatch();
  const auto access = static_cast<CpuAccess>(what & kAccessMask);
  const auto begin = static_cast<std::size_t>(address - worker->shared);
  if (watch.bytes.size() < begin + size) {
    watch.bytes.resize(begin + size);
  }
  for (std::size_t i = begin; i < begin + size; ++i) {
    Shadow& shadow = watch.bytes[i];
    const Mark* race =
        (what & kRaces) != 0 ? FindRace(watch, shadow, access, thread, location) : nullptr;
    const bool unset = (what & kUninitialized) != 0 && access != CpuAccess::Write &&
                       shadow.write.epoch < watch.block_start;
    if (race != nullptr || unset) {
      worker->error.values[0] = (address - array) / static_cast<std::ptrdiff_t>(size);
      worker->error.values[1] = race != nullptr ? race->location : 0;
      return static_cast<std::int32_t>(race != nullptr ? DeviceErrorCode::DataRace
                                                       : DeviceErrorCode::UninitializedRead);
    }
    Note(watch, shadow, access, thread, location);
  }
  return 0;
}

void StartEpoch(abi::CpuWorker*, std::uint32_t kind) {
  Watch& watch = ThisWatch();
  if (static_cast<CpuEpoch>(kind) == CpuEpoch::Warp) {
    ++watch.warp_epoch;
    return;
  }
  ++watch.epoch;
  if (static_cast<CpuEpoch>(kind) == CpuEpoch::Start) {
    watch.block_start = watch.epoch;
  }
}

}  // namespace kernelc::cpu
