#include "compiler/driver/target_limits.h"

#include <algorithm>
#include <optional>
#include <string>

#include "kernelc/occupancy.h"

namespace kernelc::driver {
namespace {

// The most of all architectures.
constexpr std::uint32_t kMostThreads = 2048;

// Threads that a multiprocessor holds.
std::uint32_t ThreadsOf(std::string_view arch) {
  const std::optional<DeviceData> data = DeviceData::Find(arch);
  return data ? static_cast<std::uint32_t>(data->warps_per_mp * data->warp_size) : kMostThreads;
}

}  // namespace

void CheckLaunchBounds(const kir::Module& module, const sema::FileIndex& index,
                       std::string_view arch, diag::Emitter& emitter) {
  const std::uint32_t most = ThreadsOf(arch);
  for (const kir::Function& function : module.functions) {
    const std::uint64_t threads = function.options.max_threads_per_block;
    const std::uint64_t blocks = function.options.min_blocks_per_multiprocessor;
    if (function.kind != kir::FunctionKind::Kernel || threads * blocks <= most) {
      continue;
    }
    const auto entry =
        std::ranges::find(index.functions(), function.name, &sema::FunctionEntry::name);
    const SourceRange place = entry == index.functions().end() ? function.range : entry->name_range;
    emitter
        .Build(place, diag::Kind::LaunchBoundsTooLarge, function.name, blocks, threads, most,
               most == kMostThreads ? std::string() : " on " + std::string(arch))
        .Help(most < threads
                  ? fmt::format("blocks of at most {} threads fit", most)
                  : fmt::format(
                        "ask for {} at most, or compile for an architecture that has more",
                        most / threads == 1 ? "1 block" : fmt::format("{} blocks", most / threads)))
        .Emit();
  }
}

}  // namespace kernelc::driver
