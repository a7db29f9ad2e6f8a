#include "compiler/driver/target_limits.h"

#include <algorithm>
#include <charconv>
#include <string>

namespace kernelc::driver {
namespace {

// Threads that a multiprocessor holds, by architecture (CUDA programming guide, compute
// capabilities); the most of all for those that are not here.
struct Residency {
  unsigned number;
  std::uint32_t threads;
};
constexpr Residency kResidencies[] = {{75, 1024}, {86, 1536},  {87, 1536},  {88, 1536},
                                      {89, 1536}, {110, 1536}, {120, 1536}, {121, 1536}};
constexpr std::uint32_t kMostThreads = 2048;

std::uint32_t ThreadsOf(std::string_view arch) {
  unsigned number = 0;
  if (arch.starts_with("sm_")) {
    std::from_chars(arch.data() + 3, arch.data() + arch.size(), number);
  }
  const auto* const found = std::ranges::find(kResidencies, number, &Residency::number);
  return found == std::end(kResidencies) ? kMostThreads : found->threads;
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
    const SourceRange place =
        entry == index.functions().end() ? function.range : entry->name_range;
    emitter
        .Build(place, diag::Kind::LaunchBoundsTooLarge, function.name, blocks, threads,
               most, most == kMostThreads ? std::string() : " on " + std::string(arch))
        .Help(most < threads
                  ? fmt::format("blocks of at most {} threads fit", most)
                  : fmt::format("ask for {} at most, or compile for an architecture that has more",
                                most / threads == 1 ? "1 block" : fmt::format("{} blocks", most / threads)))
        .Emit();
  }
}

}  // namespace kernelc::driver
