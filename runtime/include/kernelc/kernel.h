// Kernels: what can be launched, with their properties and occupancy.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "kernelc/context.h"
#include "kernelc/export.h"
#include "kernelc/launch.h"
#include "runtime/abi/kernel_image.h"

namespace kernelc {

class StaticImage;
namespace backend {
class Function;
}
namespace core {
class ModuleState;
struct RelaunchRule;
}
namespace detail {
struct Relauncher;
}

class BoundKernel;

// What the loaded code needs and allows. Bytes where a size is meant; on the CPU registers are 0.
struct KernelAttributes {
  int registers = 0;
  std::size_t static_shared_bytes = 0;
  std::size_t local_bytes = 0;
  std::size_t constant_bytes = 0;
  int max_threads_per_block = 0;
  // CUDA: architecture of the code and of the PTX it came from, e.g. 90.
  int binary_version = 0;
  int ptx_version = 0;
};

struct OccupancySuggestion {
  // Threads of a block that give the highest occupancy, and the smallest grid that fills the
  // device.
  std::uint32_t block = 0;
  std::uint32_t min_grid = 0;
};

// A kernel of a module. A handle: copies are cheap, keep the module alive and may be used by any
// thread.
class KC_RUNTIME_API Kernel {
 public:
  const abi::KernelInfo& info() const noexcept;
  const std::string& name() const noexcept { return info().name; }
  // What it was loaded from: to be kept, or loaded into other contexts.
  std::shared_ptr<const abi::KernelImage> image() const noexcept;
  // The context that launches go to when the configuration names no stream.
  Context context() const noexcept;
  // Of the code in context().
  const KernelAttributes& attributes() const noexcept;
  // The same kernel in another context; its module is loaded there when it is not yet. Blocks then.
  Kernel On(const Context& context) const;

  // Starts the kernel; does not wait for it. Arguments are scalars, device arrays, nullptr (None)
  // and Arg values; scalars are converted as ConvertScalar() does. Throws, before anything runs,
  // Error{TypeMismatch} naming the parameter, and Error{LaunchLimit} naming limit, value and
  // kernel.
  template <typename... Args>
  void Launch(const LaunchConfig& config, const Args&... args) const {
    const Arg list[sizeof...(Args) + 1] = {Arg(args)..., Arg()};
    LaunchArgs(config, std::span<const Arg>(list, sizeof...(Args)));
  }
  // The same for a list of arguments.
  void LaunchArgs(const LaunchConfig& config, std::span<const Arg> args) const;
  // From an already packed parameter buffer of exactly info().param_bytes; see PackArguments(). The
  // buffer is copied before this returns.
  void LaunchPacked(const LaunchConfig& config, std::span<const std::byte> params) const;

  // The code that a launch with these arguments runs in the context of the stream, else in
  // context(): a variant of an image (abi::KernelInfo::variant_of), else this kernel itself. To
  // look at its info() and attributes(); launches go to this kernel, which knows all its variants.
  // Throws what packing the arguments throws.
  Kernel CodeFor(const LaunchConfig& config, std::span<const Arg> args) const;

  // The kernel with these arguments, checked and packed once (kernelc/bound_kernel.h).
  template <typename... Args>
  BoundKernel Bind(const Args&... args) const;
  BoundKernel BindArgs(std::span<const Arg> args) const;

  // Blocks of `threads` that fit on one multiprocessor at once. CPU: 1.
  int max_active_blocks(std::uint32_t threads, std::size_t dynamic_shared_bytes = 0) const;
  // Throws what the driver refuses. CPU: a block that vectorises well and a grid that uses all
  // threads.
  OccupancySuggestion suggest_block(std::size_t dynamic_shared_bytes = 0) const;

  // The largest grid, in blocks of `threads`, of a kernel that synchronises its grid: all of its
  // blocks run at the same time. 0 where the device cannot do that.
  std::uint64_t max_cooperative_blocks(std::uint32_t threads,
                                       std::size_t dynamic_shared_bytes = 0) const;
  // A one-dimensional launch with a thread for each of `elements`, which must not be negative, and
  // at least one block. Throws Error{LaunchLimit} when the grid would be too large.
  LaunchConfig ConfigFor(std::int64_t elements, const ForAllOptions& options = {}) const;

  friend bool operator==(const Kernel& a, const Kernel& b) noexcept {
    return a.function_ == b.function_;
  }

 private:
  friend class Module;
  friend class BoundKernel;
  friend class StaticImage;
  friend struct detail::Relauncher;
  Kernel(std::shared_ptr<core::ModuleState> state, std::size_t index,
         backend::Function* function) noexcept;

  // Checks, packs and launches; what it did is remembered for `id` (core/launch_memo.h).
  void LaunchAnew(const LaunchConfig& config, std::span<const Arg> args, std::uint64_t id,
                  const core::RelaunchRule& rule) const;
  // Fills the parameter buffer; throws as LaunchArgs() does.
  void PackHere(std::span<const Arg> args, std::byte* buffer) const;
  // As LaunchPacked(), but a stream of another context is Error{InvalidArgument}.
  void LaunchHere(const LaunchConfig& config, const std::byte* params) const;

  std::shared_ptr<core::ModuleState> state_;
  std::size_t index_ = 0;
  // Owned by state_, in the home context.
  backend::Function* function_ = nullptr;
};

}  // namespace kernelc
