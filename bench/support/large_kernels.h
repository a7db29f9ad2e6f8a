// Kernel files of any length, to see how the compiler's time grows with them.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace kernelc::bench {

// What a large file is made of.
struct LargeShape {
  std::string_view name;
  // Types that its kernel `large` is compiled for.
  std::string_view signature;
  // The text of a file of about `lines` lines.
  std::string (*make)(unsigned lines);
};

// Straight-line arithmetic, branches that assign, nested loops, many functions, many variables,
// subscripts with views, barriers between phases.
std::span<const LargeShape> LargeShapes();

}  // namespace kernelc::bench
