#include "compiler/codegen/llvm/libdevice.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/InstructionSimplify.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/ValueHandle.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Transforms/Utils/Local.h>

#include <fmt/format.h>

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "compiler/base/check.h"
#include "compiler/codegen/llvm/libdevice_data.h"
#include "compiler/codegen/llvm/libdevice_parts.h"
#include "compiler/codegen/llvm/link_library.h"

namespace kernelc::codegen {

namespace {

std::string_view Parts() {
  return {kernelc_libdevice_begin,
          static_cast<std::size_t>(kernelc_libdevice_end - kernelc_libdevice_begin)};
}

// Declared functions of libdevice.
std::vector<std::string> NeededFunctions(const llvm::Module& module) {
  std::vector<std::string> names;
  for (const llvm::Function& function : module) {
    if (function.isDeclaration() && function.getName().starts_with(kLibdevicePrefix)) {
      names.push_back(function.getName().str());
    }
  }
  return names;
}

int ReflectValue(llvm::StringRef name, const ReflectValues& values) {
  if (name == "__CUDA_FTZ") {
    return values.ftz ? 1 : 0;
  }
  if (name == "__CUDA_ARCH") {
    return values.cuda_arch;
  }
  // Correctly rounded square roots.
  return name == "__CUDA_PREC_SQRT" ? 1 : 0;
}

// Leaves out what no value of `__nvvm_reflect` leads to.
void DropUnreachable(llvm::Function& function) {
  for (llvm::BasicBlock& block : function) {
    llvm::ConstantFoldTerminator(&block);
  }
  llvm::removeUnreachableBlocks(function);
}

// Replaces the calls of `__nvvm_reflect` with their values, and what these decide: half of a function, which unoptimised
// code would keep.
void ResolveReflect(llvm::Module& module, const ReflectValues& values) {
  llvm::Function* reflect = module.getFunction("__nvvm_reflect");
  if (reflect == nullptr) {
    return;
  }
  llvm::SetVector<llvm::Function*> functions;
  for (llvm::User* user : llvm::make_early_inc_range(reflect->users())) {
    auto* call = llvm::cast<llvm::CallInst>(user);
    functions.insert(call->getFunction());
    auto* name =
        llvm::cast<llvm::GlobalVariable>(call->getArgOperand(0)->stripPointerCastsAndAliases());
    const llvm::StringRef text =
        llvm::cast<llvm::ConstantDataArray>(name->getInitializer())->getAsCString();
    const llvm::WeakVH left(call);
    llvm::replaceAndRecursivelySimplify(
        call, llvm::ConstantInt::getSigned(call->getType(), ReflectValue(text, values)));
    if (left != nullptr) {
      call->eraseFromParent();
    }
  }
  reflect->eraseFromParent();
  for (llvm::Function* function : functions) {
    DropUnreachable(*function);
  }
}

std::unique_ptr<llvm::Module> ReadPart(std::string_view bitcode, const llvm::Module& user) {
  llvm::Expected<std::unique_ptr<llvm::Module>> part =
      llvm::getLazyBitcodeModule(llvm::MemoryBufferRef(bitcode, "libdevice"), user.getContext());
  KC_CHECK(static_cast<bool>(part), "the embedded libdevice cannot be read: {}",
           llvm::toString(part.takeError()));
  (*part)->setTargetTriple(user.getTargetTriple());
  (*part)->setDataLayout(user.getDataLayout());
  return std::move(*part);
}

}  // namespace

bool HasLibdevice() { return !Parts().empty(); }

Result<bool> LinkLibdevice(llvm::Module& module, const ReflectValues& values) {
  const std::vector<std::string> needed = NeededFunctions(module);
  if (needed.empty()) {
    return false;
  }
  if (!HasLibdevice()) {
    return Failure{fmt::format(
        "the kernel needs the math function `{}` of libdevice, and this kernelc was built without "
        "the CUDA toolkit, which has it",
        needed.front())};
  }
  std::vector<std::unique_ptr<llvm::Module>> parts;
  for (const std::string& name : needed) {
    const std::string_view bitcode = FindLibdevicePart(Parts(), name);
    if (bitcode.empty()) {
      return Failure{fmt::format("libdevice has no function `{}`", name)};
    }
    parts.push_back(ReadPart(bitcode, module));
  }
  const bool is_linked = LinkLibraries(module, std::move(parts));
  KC_CHECK(is_linked, "libdevice cannot be linked");
  ResolveReflect(module, values);
  return true;
}

}  // namespace kernelc::codegen
