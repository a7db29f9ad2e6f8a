// How sema and passes know the question whether arrays overlap.
#pragma once

#include <string_view>

namespace kernelc::kir {

// The name of a function that takes two arrays and gives a bool: whether what lies between the first and the last byte of
// each may be the same memory. No function of a program has this name.
inline constexpr std::string_view kOverlapQuestion = "arrays overlap";

}  // namespace kernelc::kir
