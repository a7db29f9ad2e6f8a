// Compiled, linked and started, without a launch: there may be no GPU.
#include <kernels/scale.h>

#include <cstdio>

int main() {
  // So that the function and the code that it launches are in the program.
  auto* volatile scale = &kernels::scale;
  std::printf("%d\n", scale != nullptr ? 1 : 0);
}
