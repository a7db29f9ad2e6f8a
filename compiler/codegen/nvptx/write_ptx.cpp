#include "compiler/codegen/nvptx/write_ptx.h"

#include <llvm/Support/raw_ostream.h>

#include "compiler/base/check.h"
#include "compiler/codegen/nvptx/back_end_passes.h"
#include "compiler/codegen/nvptx/pass_limits.h"

namespace kernelc::codegen {

llvm::SmallString<0> WritePtx(llvm::Module& module, llvm::TargetMachine& machine, bool is_prepared) {
  // The context does not outlive the caller, nor does it use the gate once the text is there.
  MachineLimits limits(module);
  module.getContext().setOptPassGate(limits);
  llvm::SmallString<0> text;
  llvm::raw_svector_ostream stream(text);
  BackEndPasses passes(is_prepared);
  const bool unsupported = machine.addPassesToEmitFile(
      passes, stream, nullptr, llvm::CodeGenFileType::AssemblyFile, /*DisableVerify=*/true);
  KC_CHECK(!unsupported, "the NVPTX back end cannot write text");
  passes.run(module);
  return text;
}

}  // namespace kernelc::codegen
