// What GPU architectures cannot do for a kernel.
#pragma once

#include <string_view>

#include "compiler/diag/emitter.h"
#include "compiler/kir/kir.h"
#include "compiler/sema/sema.h"

namespace kernelc::driver {

// Warns of kernels whose launch bounds ask for more threads on a multiprocessor than `arch`
// ("sm_90a") has; for any other text, than every GPU has. Such bounds are not kept.
void CheckLaunchBounds(const kir::Module& module, const sema::FileIndex& index,
                       std::string_view arch, diag::Emitter& emitter);

}  // namespace kernelc::driver
