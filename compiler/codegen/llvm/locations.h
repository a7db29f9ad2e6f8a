// The places that device code names when it reports an error: KernelImage::locations.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "compiler/base/source.h"
#include "compiler/codegen/codegen.h"
#include "compiler/kir/kir.h"
#include "runtime/abi/kernel_image.h"

namespace kernelc::codegen {

class LocationTable {
 public:
  // The number of the place of `inst` (a fail or report_error of `function`); equal ones share it.
  // `sources` may be null.
  std::uint32_t NumberOf(const SourceManager* sources, const kir::Function& function,
                         const kir::Inst& inst);
  std::vector<abi::SourceLocation>& locations() { return locations_; }

 private:
  std::vector<abi::SourceLocation> locations_;
};

}  // namespace kernelc::codegen
