// Diagnostics as bytes, for compilations that the cache remembers.
#pragma once

#include <optional>
#include <vector>

#include "compiler/base/source.h"
#include "compiler/cache/codec.h"
#include "compiler/diag/diagnostic.h"

namespace kernelc::driver {

// False when one of them has a place outside of `file`, which need not be at hand when they are read.
bool EncodeDiagnostics(cache::Encoder& encoder, const std::vector<diag::Diagnostic>& diagnostics,
                       FileId file);
// Check decoder.ok() afterwards.
std::vector<diag::Diagnostic> DecodeDiagnostics(cache::Decoder& decoder, FileId file);

}  // namespace kernelc::driver
