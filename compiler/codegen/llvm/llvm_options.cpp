#include "compiler/codegen/llvm/llvm_options.h"

namespace kernelc::codegen {

namespace {

// Blocks of a small function.
constexpr unsigned kSmallFunction = 100;

}  // namespace

void PrepareBlocksOnce() {
  static const bool done = [] {
    LlvmOption<unsigned>("cgpp-huge-func").setValue(kSmallFunction);
    return true;
  }();
  static_cast<void>(done);
}

}  // namespace kernelc::codegen
