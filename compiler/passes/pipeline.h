// The KIR passes, in order.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/diag/emitter.h"
#include "compiler/kir/kir.h"
#include "runtime/abi/kernel_image.h"

namespace kernelc::passes {

// Wall time of one pass.
struct PassTime {
  std::string_view name;
  double milliseconds = 0.0;
};

struct PipelineOptions {
  abi::DeviceKind device = abi::DeviceKind::Cuda;
  unsigned opt_level = 3;
  // See codegen::MaskedLoadBits. CPU alone.
  unsigned masked_load_bits = 8;
  // For CUDA C++ that people read: only what it has to have, and what makes it shorter.
  bool for_source = false;
  // Verify the module before and after every pass; on in debug and sanitizer builds and in tests. A
  // fault is an InternalError that names the pass.
  bool verify_each = false;
  // Called after each pass with its name (a row of passes.def).
  std::function<void(std::string_view pass, const kir::Module&)> after_pass;
  // Where given, gets a row for each pass that ran.
  std::vector<PassTime>* times = nullptr;
};

// Runs all passes for the device. What only a pass can see of the user's faults goes to `emitter`.
void RunPipeline(kir::Module& module, const PipelineOptions& options, diag::Emitter& emitter);

// Runs the pass of this name for the device alone, whatever its lowest level; false where there is
// none.
bool RunPass(std::string_view name, abi::DeviceKind device, kir::Module& module);

// All passes in order, whatever the device: the rows of passes.def.
std::vector<std::string_view> PassNames();

}  // namespace kernelc::passes
