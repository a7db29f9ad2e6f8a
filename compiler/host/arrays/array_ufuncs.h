// The table of NumPy's universal functions, for array_loops.cpp.
#pragma once

#include "compiler/host/arrays/array.h"

namespace kernelc::host {

enum class Loop : std::uint8_t {
  // In the common type of the operands; bool has a loop of its own where the function says so.
  Common,
  // The same without bool.
  NoBool,
  // In a float or complex type: integers become floats.
  Float,
  // Integers become float64.
  Divide,
  // Bool or integers.
  Bits,
  Integers,
  // Common, with a bool as result.
  Compare,
  // Each operand in its own type, a bool as result.
  Test,
};

using UfuncBody = Number (*)(Context& c, abi::ScalarKind kind, const Number& a, const Number& b);

struct UfuncInfo {
  std::string_view name;
  std::size_t operands;
  Loop loop;
  bool takes_complex;
  UfuncBody body;
};

// Null where there is none.
const UfuncInfo* FindUfunc(std::string_view name);

}  // namespace kernelc::host
