// How the arguments of a kernel are packed, worked out once when its code is loaded. The common
// case, a scalar of the very type or an array whose layout fits, is packed by the plan; everything
// else, errors among it, by PackArguments().
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "kernelc/launch.h"

namespace kernelc::backend {

class Context;

class PackPlan {
 public:
  explicit PackPlan(const abi::KernelInfo& info);

  // Writes the parameter buffer, padding included. False, with the buffer's contents undefined,
  // when an argument needs a closer look.
  bool Pack(std::span<const Arg> args, const Context& context, std::byte* buffer) const noexcept;
  // Where the last field ends. The driver wants this very size, without the padding that C puts
  // after it.
  std::uint32_t used_bytes() const noexcept { return used_bytes_; }

 private:
  struct Step {
    abi::ArgKind kind = abi::ArgKind::None;
    ScalarKind scalar = ScalarKind::Int64;
    Layout layout = Layout::C;
    std::uint8_t rank = 0;
    // Scalar: its size.
    std::uint8_t size = 0;
    bool aligned16 = false;
    bool aligned_rows = false;
    bool small = false;
    std::uint32_t offset = 0;
  };
  static bool PackStep(const Step& step, const Arg& arg, const Context& context,
                       std::byte* buffer) noexcept;

  std::vector<Step> steps_;
  std::uint32_t used_bytes_ = 0;
  std::uint32_t bytes_ = 0;
  // A plan that cannot say it all packs nothing.
  bool complete_ = true;
  bool has_padding_ = false;
};

}  // namespace kernelc::backend
