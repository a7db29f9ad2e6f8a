#include "runtime/backend/code_view.h"

#include <utility>

namespace kernelc::backend {

std::shared_ptr<const abi::KernelImage> ViewFor(std::shared_ptr<const abi::KernelImage> image,
                                                const abi::Code& code) {
  if (code.first_location == 0 || code.first_location > image->locations.size()) {
    return image;
  }
  auto view = std::make_shared<abi::KernelImage>();
  view->compiler_version = image->compiler_version;
  view->key = image->key;
  view->kernels = image->kernels;
  view->locations.assign(image->locations.begin() + code.first_location, image->locations.end());
  return view;
}

}  // namespace kernelc::backend
