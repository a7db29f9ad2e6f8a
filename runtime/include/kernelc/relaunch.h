// For libkernelc: launches of kernels whose code is chosen by the arguments of each launch. Programs
// use Kernel and JitKernel.
#pragma once

#include <cstdint>
#include <span>

#include "kernelc/export.h"
#include "kernelc/kernel.h"
#include "kernelc/launch.h"

namespace kernelc::detail {

// What a thread remembers of a launch goes by a number of the one who chooses the code.
struct KC_RUNTIME_API Relauncher {
  // One that nobody in this process has had. Takes no lock.
  static std::uint64_t NextId() noexcept;
  // Starts what the calling thread launched last for `id`, when that code is the right one for these
  // arguments too. False, and nothing has happened, when it is not known to be. Throws as
  // Kernel::LaunchArgs() does.
  static bool TryLaunch(std::uint64_t id, const LaunchConfig& config, std::span<const Arg> args);
  // Launches `kernel`, which was chosen by the types and facts of the arguments, the context that
  // they, else the current one, say, and `disjoint`: what ArraysDisjoint() says of them. Its code
  // must live as long as `id` is used.
  static void Launch(std::uint64_t id, const Kernel& kernel, bool disjoint,
                     const LaunchConfig& config, std::span<const Arg> args);
};

}  // namespace kernelc::detail
