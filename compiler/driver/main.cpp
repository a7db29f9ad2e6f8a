#include <malloc.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "compiler/driver/command.h"

namespace {

// Most commands live for milliseconds: memory comes from the system in a few large pieces and is not given back, so that
// the compiler's buffers are not mapped anew each time.
void TakeMemoryInLargePieces() {
  constexpr int kPiece = 2 << 20;
  constexpr int kLargest = 8 << 20;
  constexpr int kKept = 1 << 30;
  mallopt(M_TOP_PAD, kPiece);
  mallopt(M_MMAP_THRESHOLD, kLargest);
  mallopt(M_TRIM_THRESHOLD, kKept);
}

}  // namespace

int main(int argc, char** argv) {
  TakeMemoryInLargePieces();
  std::ios::sync_with_stdio(false);
  const std::vector<std::string> args(argv + 1, argv + argc);
  const char* no_color = std::getenv("NO_COLOR");
  const bool color = isatty(STDERR_FILENO) != 0 && (no_color == nullptr || *no_color == '\0');
  return kernelc::driver::RunCommand(args, std::cout, std::cerr, color, true);
}
