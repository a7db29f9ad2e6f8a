// The KIR passes, in order.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "compiler/diag/emitter.h"
#include "compiler/kir/kir.h"
#include "runtime/abi/kernel_image.h"

namespace kernelc::passes {

struct PipelineOptions {
  abi::DeviceKind device = abi::DeviceKind::Cuda;
  unsigned opt_level = 3;
  // Verify the module after every pass; on in debug and sanitizer builds and in tests.
  bool verify_each = false;
  // Called after each pass with its name (a row of passes.def).
  std::function<void(std::string_view pass, const kir::Module&)> after_pass;
};

// Runs all passes for the device. What only a pass can see of the user's faults goes to `emitter`.
void RunPipeline(kir::Module& module, const PipelineOptions& options, diag::Emitter& emitter);

}  // namespace kernelc::passes
