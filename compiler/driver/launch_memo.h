// What a thread keeps of its last launch of a kernel. Programs launch one kernel over and over, with
// the same arrays, with other ones of the same kind, with a scalar that counts: such a launch then
// costs one look at each argument instead of the search for code and the packing.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "kernelc/program.h"

namespace kernelc::driver {

class LaunchMemo {
 public:
  // The calling thread's memo for a kernel, which may hold another one's launch.
  static LaunchMemo& For(std::uint64_t kernel_id);

  // Starts the kernel when the remembered code fits these arguments. False when it does not, and
  // when they need a closer look; nothing has happened then, and the memo is empty.
  bool TryLaunch(std::uint64_t kernel_id, const LaunchConfig& config, std::span<const Arg> args);
  // Remembers a launch that was found to be right. `kernel` lives as long as its id is used, which
  // is never again in this process; `no_overlap` is what the choice of code was told.
  void Remember(std::uint64_t kernel_id, const Kernel& kernel, bool no_overlap,
                std::span<const Arg> args);

 private:
  static constexpr std::size_t kMaxArgs = 80;
  static constexpr std::size_t kMaxParamBytes = 2048;

  // How one argument was passed.
  struct Passed {
    abi::ArgKind kind;
    // Of the argument; of an array, its element.
    abi::ScalarKind scalar;
    // Scalar: what the parameter is, where it is another kind.
    abi::ScalarKind param;
    abi::Layout layout;
    std::uint8_t rank;
    // Scalar: bytes. Array: whether strides are passed.
    std::uint8_t size;
    bool aligned16;
    bool small;
    std::uint16_t offset;
    // Array: DeviceArrayAny::content_id() of what is packed.
    std::uint64_t content;
  };

  bool Refresh(std::span<const Arg> args);
  bool RefreshScalar(const Passed& passed, const ScalarValue& value);
  bool RefreshArray(Passed& passed, const DeviceArrayAny& array, bool* changed);
  bool Describe(const abi::KernelInfo& info, std::size_t index, const Arg& arg, Passed* passed);

  // 0 while nothing is remembered.
  std::uint64_t kernel_id_ = 0;
  const Kernel* kernel_ = nullptr;
  // Compared alone: a context that is gone has no arrays left.
  const void* context_ = nullptr;
  bool no_overlap_ = false;
  bool any_array_ = false;
  std::size_t arg_count_ = 0;
  std::size_t param_bytes_ = 0;
  std::array<Passed, kMaxArgs> passed_;
  alignas(16) std::array<std::byte, kMaxParamBytes> params_;
};

}  // namespace kernelc::driver
