// What a thread keeps of its last launch of a kernel. Programs launch one kernel over and over,
// with the same arrays, with other ones of the same kind, with a scalar that counts: such a launch
// then costs one look at each argument instead of checking and packing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "kernelc/launch.h"
#include "runtime/backend/backend.h"

namespace kernelc::core {

// What the remembered launch says about others.
struct RelaunchRule {
  enum class Overlap : std::uint8_t { Any, MustBeDisjoint, MustNotBeDisjoint };
  Overlap overlap = Overlap::Any;
  // The code was chosen for this launch: where neither a stream nor an array says where to run, the
  // current context does, not the code's, and integers are small, or not, as these.
  bool is_chosen = false;
  // The code is a variant, chosen by more than arguments are compared for: only the very same arrays have
  // its facts for certain, and only where it takes the launch.
  bool is_variant = false;
};

class alignas(64) LaunchMemo {
 public:
  // The calling thread's memo for `id`, which may hold the launch of another id. Null at the end of
  // a thread, when its memos are gone.
  static LaunchMemo* For(std::uint64_t id) noexcept;
  // The same where there is one already.
  static LaunchMemo* Find(std::uint64_t id) noexcept;

  // Starts the kernel when the remembered launch fits these arguments. False when it does not, and
  // when they need a closer look; nothing has happened then, and the memo is empty.
  bool TryLaunch(std::uint64_t id, const LaunchConfig& config, std::span<const Arg> args);
  // Remembers a launch that was found to be right, with its packed parameters. `function` lives as
  // long as its id is used, which is never again in this process.
  void Remember(std::uint64_t id, backend::Function& function, const RelaunchRule& rule,
                std::span<const Arg> args, const std::byte* params);

 private:
  // How an argument gets into the parameters.
  enum class How : std::uint8_t {
    Nothing,
    Copy8,
    Copy4,
    Copy2,
    Copy1,
    Copy16,
    Chosen8,
    Chosen4,
    Convert,
    Array,
  };
  struct Passed {
    std::uint16_t tag;
    std::uint16_t offset;
    How how;
    // Scalar: of the parameter. Array: of the elements.
    abi::ScalarKind kind;
    std::uint8_t rank;
    Layout layout : 2;
    bool aligned16 : 1;
    bool aligned_rows : 1;
    bool small : 1;
    // The code was chosen by whether a scalar is small, or the rows of an array are aligned.
    bool is_chosen : 1;
    bool has_strides : 1;
    // Array: DeviceArrayAny::content_id() of what is packed; of what has none, kNoContent.
    std::uint64_t content;
  };
  static constexpr std::uint64_t kNoContent = ~std::uint64_t{0};
  // No kernel's: a launch is under way.
  static constexpr std::uint64_t kBusy = ~std::uint64_t{0};

  bool Fits(const LaunchConfig& config, std::span<const Arg> args);
  bool Refresh(std::span<const Arg> args);
  bool RefreshArray(Passed& passed, const DeviceArrayAny& array);
  bool RefreshOther(const Passed& passed, const Arg& arg);
  static bool Describe(const abi::KernelInfo& info, const RelaunchRule& rule, std::size_t index,
                       const Arg& arg, const std::byte* params, Passed* passed);
  static std::uint64_t ContentOf(const DeviceArrayAny& array) noexcept {
    return array.content_id() != 0 ? array.content_id() : kNoContent;
  }
  // False where there is no memory.
  bool Reserve(std::size_t args, std::size_t bytes);

  // 0 while nothing is remembered.
  std::uint64_t id_ = 0;
  backend::Function* function_ = nullptr;
  // Compared alone: a context that is gone has no arrays left.
  const backend::Context* context_ = nullptr;
  // Room for `capacity_` elements: what was passed, then the parameters.
  std::unique_ptr<Passed[]> passed_;
  std::byte* params_ = nullptr;
  std::uint32_t capacity_ = 0;
  std::uint32_t arg_count_ = 0;
  RelaunchRule rule_;
  bool any_array_ = false;
};

}  // namespace kernelc::core
