// Functions of NumPy that make one number of an array, and those that make new arrays.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace kernelc::sema {

enum class ReductionResult : std::uint8_t { Sum, NanSum, Element, Mean, Wide, Spread, Norm, Index, Truth };

// The row of reductions.def.
struct ReductionInfo {
  std::string_view names;
  std::string_view classes;
  ReductionResult result = ReductionResult::Sum;
  std::string_view function;

  bool takes_complex() const { return classes.find('c') != std::string_view::npos; }
};

// By canonical path ("np.sum"), or with `is_method` by the name of a method of arrays ("sum"); null when there is none.
const ReductionInfo* FindReduction(std::string_view name, bool is_method);

// All canonical paths, for suggestions.
const std::vector<std::string_view>& ReductionPaths();

// What to write instead of a function ("np.zeros") or method (".copy") that makes a new array; empty for others.
std::string_view HelpForAllocation(std::string_view path);

}  // namespace kernelc::sema
