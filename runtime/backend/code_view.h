// An image as the modules of one of its codes see it.
#pragma once

#include <memory>

#include "runtime/abi/kernel_image.h"

namespace kernelc::backend {

// `image` itself where `code`, one of its codes, counts locations from the first one; else a copy
// without codes whose locations start where the code's do.
std::shared_ptr<const abi::KernelImage> ViewFor(std::shared_ptr<const abi::KernelImage> image,
                                                const abi::Code& code);

}  // namespace kernelc::backend
