// The choice among the code of a kernel at each launch.
#include "runtime/backend/backend.h"

namespace kernelc::backend {
namespace {

// Code for more facts may need more registers or shared memory.
bool Takes(const LaunchLimits& limits, const LaunchConfig& config) noexcept {
  const std::uint64_t threads = std::uint64_t{config.block.x} * config.block.y * config.block.z;
  return threads <= limits.max_threads &&
         limits.static_shared_bytes + config.dynamic_shared_bytes <= limits.max_shared_bytes;
}

}  // namespace

void Function::AddVariant(Function& variant) {
  // How many blocks run at once was asked of the general code.
  if (!info_.cooperative) {
    variants_.push_back({&variant, FactCheck(info_, variant.info_)});
  }
}

void Function::Choice::Choose(const Function& function, const LaunchConfig& config,
                              const std::byte* params) noexcept {
  for (const Variant& variant : function.variants_) {
    if (Takes(variant.function->limits_, config)) {
      params_ = variant.check.Fit(params, room_);
      if (params_ != nullptr) {
        variant_ = variant.function;
        return;
      }
    }
  }
}

}  // namespace kernelc::backend
