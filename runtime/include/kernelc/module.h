// Modules: kernel images loaded into contexts.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "kernelc/context.h"
#include "kernelc/export.h"
#include "kernelc/kernel.h"
#include "runtime/abi/kernel_image.h"

namespace kernelc {

// A kernel image and its code in every context where it is used. A handle: copies share it. Kernels
// keep it alive.
class KC_RUNTIME_API Module {
 public:
  // Loads `image` into `context`: CUDA takes a cubin of exactly the device's architecture, else PTX
  // of the highest one that the device can run, compiled by the driver; the CPU takes an object
  // through the object loader. Throws Error{ModuleLoad} with the driver's log, or naming the
  // targets that the image has when none fits. Blocks.
  Module(const Context& context, std::shared_ptr<const abi::KernelImage> image);

  const abi::KernelImage& image() const noexcept;
  // The context that it was made for. Kernels launched on a stream of another context load there
  // once, on first use.
  Context context() const noexcept;
  // By name in the source. Throws Error{NotFound} with the names that the image has.
  Kernel kernel(std::string_view name) const;
  // In the image's order.
  std::vector<Kernel> kernels() const;

 private:
  Context context_;
  std::shared_ptr<core::ModuleState> state_;
};

}  // namespace kernelc
