// Tests of optional values whose outcome is known where they stand.
#pragma once

#include <cstdint>
#include <set>

#include "compiler/kir/kir.h"

namespace kernelc::codegen::cuda_cpp {

// Every use of an optional value ends the thread where there is none; behind `if x is not None:`
// nothing does. The operations `if` of that kind that never happen, by InstId.
std::set<std::uint32_t> FindIdleChecks(const kir::Function& function);

}  // namespace kernelc::codegen::cuda_cpp
