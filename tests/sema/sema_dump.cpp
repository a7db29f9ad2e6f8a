// Prints the KIR of one function: sema_dump FILE FUNCTION [SIGNATURE]
// Checks all kernels of a file:   sema_dump FILE
#include <fmt/format.h>

#include <chrono>
#include <fstream>
#include <sstream>

#include "compiler/advice/advice.h"
#include "compiler/kir/printer.h"
#include "compiler/kir/verifier.h"
#include "tests/sema/check_source.h"

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: sema_dump FILE [FUNCTION [SIGNATURE]]\n");
    return 2;
  }
  std::ifstream file(argv[1]);
  std::stringstream text;
  text << file.rdbuf();
  kernelc::sema::CheckedSource source(text.str(), argv[1]);
  if (argc == 2) {
    for (std::size_t i = 0; i < source.index().functions().size(); ++i) {
      const kernelc::sema::FunctionEntry& entry = source.index().functions()[i];
      if (!entry.is_kernel) {
        continue;
      }
      if (entry.signatures.empty()) {
        kernelc::advice::CheckUntyped(source.index(), i, source.emitter());
      }
      for (const auto& types : entry.signatures) {
        const kernelc::sema::KernelRequest request{i, types};
        kernelc::sema::Check(source.index(), {&request, 1}, {}, source.emitter());
      }
    }
    fmt::print("{}", source.Diagnostics());
    return 0;
  }
  const auto start = std::chrono::steady_clock::now();
  const auto module = source.Check(argv[2], argc > 3 ? argv[3] : "");
  const std::chrono::duration<double, std::micro> time = std::chrono::steady_clock::now() - start;
  fmt::print(stderr, "{}", source.Diagnostics());
  if (!module) {
    return 1;
  }
  fmt::print("{}", kernelc::kir::Print(*module));
  for (const std::string& fault : kernelc::kir::Verify(*module)) {
    fmt::print(stderr, "verifier: {}\n", fault);
  }
  fmt::print(stderr, "{:.0f} us\n", time.count());
  return 0;
}
