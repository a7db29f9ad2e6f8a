// Modules: kernel images loaded into contexts.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernelc/context.h"
#include "kernelc/export.h"
#include "kernelc/kernel.h"
#include "kernelc/link.h"
#include "runtime/abi/assembler.h"
#include "runtime/abi/kernel_image.h"

namespace kernelc {

// Machine code for the device of `context` from PTX text, by the driver's linker, to be kept: loading
// it takes a fraction of the time. Throws Error{ModuleLoad} with the driver's log, Error{NotSupported}
// where the device or the driver has no such thing, Error{InvalidArgument} for another optimisation level than 0 to 4, which
// is the driver's default. Blocks.
KC_RUNTIME_API std::vector<std::byte> AssemblePtx(const Context& context, std::string_view ptx,
                                                  unsigned level = abi::kAssemblerLevel);
// The same, linked with code of others: PTX, cubins, fatbins, objects and archives, not CUDA C++ or LTO-IR.
KC_RUNTIME_API std::vector<std::byte> LinkPtx(const Context& context, std::string_view ptx,
                                              std::span<const LinkInput> inputs);
// Which assembler that is; the same name gives the same code. Throws Error{NotSupported}.
KC_RUNTIME_API std::string AssemblerName(const Context& context);

// A kernel image and its code in every context where it is used. A handle: copies share it. Kernels
// keep it alive.
class KC_RUNTIME_API Module {
 public:
  // Loads `image` into `context`: CUDA takes the latest cubin that the device can run, else PTX of
  // the highest architecture that it can, compiled by the driver; the CPU takes an object through
  // the object loader. Throws Error{ModuleLoad} with the driver's log, or naming the
  // targets that the image has when none fits. Blocks.
  Module(const Context& context, std::shared_ptr<const abi::KernelImage> image);

  // The same for the bytes of an image (see image.h), which are copied, and for a file of them.
  // `name` stands for the bytes in messages. Throws what ReadImage() and ReadImageFile() throw.
  static Module FromBytes(const Context& context, std::span<const std::byte> bytes,
                          std::string_view name = "image");
  static Module FromFile(const Context& context, const std::string& path);

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
