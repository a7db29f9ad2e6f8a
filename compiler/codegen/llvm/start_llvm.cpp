#include "compiler/codegen/llvm/start_llvm.h"

#include <mutex>

namespace {

// As the ELF loader calls them.
using Constructor = void(int, char**, char**);

}  // namespace

// Where late_start.ld puts them; absent without it.
extern "C" {
extern __attribute__((weak)) Constructor* const kernelc_late_start_begin[];
extern __attribute__((weak)) Constructor* const kernelc_late_start_end[];
}

namespace kernelc::codegen {

void StartLlvm() {
  static std::once_flag started;
  std::call_once(started, [] {
    for (Constructor* const* constructor = kernelc_late_start_begin;
         constructor != kernelc_late_start_end; ++constructor) {
      (*constructor)(0, nullptr, nullptr);
    }
  });
}

}  // namespace kernelc::codegen
