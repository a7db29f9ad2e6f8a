#include "compiler/codegen/nvptx/write_ptx.h"

#include <llvm/IR/GlobalVariable.h>
#include <llvm/Support/raw_ostream.h>

#include <map>
#include <memory>
#include <utility>

#include "compiler/base/check.h"
#include "compiler/codegen/nvptx/back_end_passes.h"
#include "compiler/codegen/nvptx/hooks.h"
#include "compiler/codegen/nvptx/pass_limits.h"

namespace kernelc::codegen {

namespace {

// Instructions of a module beyond which a back end is not kept: it holds the memory that its largest module took.
constexpr unsigned kMostInstructions = 5000;

// The passes of one machine, and the text that they write.
class BackEnd {
 public:
  BackEnd(llvm::TargetMachine& machine, bool is_prepared) : passes_(is_prepared) {
    const bool unsupported = machine.addPassesToEmitFile(
        passes_, stream_, nullptr, llvm::CodeGenFileType::AssemblyFile, /*DisableVerify=*/true);
    KC_CHECK(!unsupported, "the NVPTX back end cannot write text");
  }

  llvm::SmallString<0> Run(llvm::Module& module) {
    passes_.run(module);
    return std::exchange(text_, llvm::SmallString<0>());
  }

 private:
  llvm::SmallString<0> text_;
  llvm::raw_svector_ostream stream_{text_};
  BackEndPasses passes_;
};

// Whether passes that ran on this module may run on another one. What prints PTX never forgets which variables it wrote
// inside a function, and finds them again where another function has the address of that one.
bool LeavesNothing(const llvm::Module& module) {
  for (const llvm::GlobalVariable& variable : module.globals()) {
    if (variable.getAddressSpace() == kSharedSpace && variable.hasLocalLinkage()) {
      return false;
    }
  }
  return module.debug_compile_units().empty() && module.getInstructionCount() <= kMostInstructions;
}

// Kept per thread: making the list of passes takes a tenth of the time of a small kernel.
BackEnd& KeptBackEnd(llvm::TargetMachine& machine, bool is_prepared) {
  thread_local std::map<std::pair<const llvm::TargetMachine*, bool>, std::unique_ptr<BackEnd>> kept;
  std::unique_ptr<BackEnd>& back_end = kept[{&machine, is_prepared}];
  if (back_end == nullptr) {
    back_end = std::make_unique<BackEnd>(machine, is_prepared);
  }
  return *back_end;
}

}  // namespace

llvm::SmallString<0> WritePtx(llvm::Module& module, llvm::TargetMachine& machine, bool is_prepared) {
  // The context does not outlive the caller, nor does it use the gate once the text is there.
  MachineLimits limits(module);
  module.getContext().setOptPassGate(limits);
  return LeavesNothing(module) ? KeptBackEnd(machine, is_prepared).Run(module)
                               : BackEnd(machine, is_prepared).Run(module);
}

}  // namespace kernelc::codegen
