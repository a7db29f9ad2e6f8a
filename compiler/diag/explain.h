// The page on a diagnostic that `kernelc explain KIND` prints.
#pragma once

#include <string_view>

#include "compiler/diag/diagnostic.h"

namespace kernelc::diag {

// Gives the page as Markdown (compiler/diag/explain/<Kind>.md, embedded at build time); empty when the
// kind has none, which tests/arch/explain_test does not allow.
std::string_view ExplainPage(Kind kind);

}  // namespace kernelc::diag
