// One object with the code for one CPU or several, which carries the image.
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/MemoryBuffer.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "compiler/base/check.h"
#include "compiler/codegen/codegen.h"
#include "compiler/codegen/cpu/cpu_target.h"
#include "compiler/codegen/cpu/embed.h"
#include "compiler/codegen/llvm/start_llvm.h"

namespace kernelc::codegen {
namespace {

// As debuggers and profilers show it: `saxpy`, `saxpy.x86_64_v3` where there are `several`.
std::string NameOf(const std::string& kernel, const CpuTarget& target, bool several) {
  std::string name = several ? kernel + "." + target.arch : kernel;
  std::ranges::replace(name, '-', '_');
  return name;
}

// The module of one CPU, whose functions say which CPU they are for. Nothing in it has a name that
// others see.
Result<std::unique_ptr<llvm::Module>> Read(const CpuVariant& variant, const CpuTarget& target,
                                           bool several, llvm::LLVMContext& context) {
  llvm::Expected<std::unique_ptr<llvm::Module>> read =
      llvm::parseBitcodeFile(llvm::MemoryBufferRef(variant.bitcode, target.arch), context);
  if (!read) {
    return Failure{llvm::toString(read.takeError())};
  }
  llvm::Module& module = **read;
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) {
      continue;
    }
    function.addFnAttr("target-cpu", target.arch);
    if (!target.features.empty()) {
      function.addFnAttr("target-features", target.features);
    }
    if (std::ranges::find(variant.kernels, function.getName().str()) == variant.kernels.end()) {
      function.setLinkage(llvm::GlobalValue::InternalLinkage);
    }
  }
  for (llvm::GlobalVariable& variable : module.globals()) {
    // Constructors and the like are not made by kernels.
    if (!variable.isDeclaration() && !variable.getName().starts_with("llvm.")) {
      variable.setLinkage(llvm::GlobalValue::InternalLinkage);
    }
  }
  for (const std::string& kernel : variant.kernels) {
    llvm::GlobalValue* const function = module.getNamedValue(kernel);
    KC_CHECK(function != nullptr && !function->isDeclaration(), "no code for {}", kernel);
    // The table refers to it by this name and hides it.
    function->setName(NameOf(kernel, target, several));
  }
  return std::move(*read);
}

}  // namespace

Result<std::vector<std::byte>> EmitCpuVariants(const std::vector<CpuVariant>& variants,
                                               const Embedding& embedding) {
  KC_CHECK(!variants.empty(), "code for no CPU");
  // Bitcode is read before there is a machine.
  StartLlvm();
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> all;
  std::vector<std::string> entries;
  const bool several = variants.size() > 1;
  llvm::TargetMachine* machine = nullptr;
  for (const CpuVariant& variant : variants) {
    const Result<CpuTarget> target = FindCpuTarget(variant.target);
    if (!target) {
      return target.failure();
    }
    Result<std::unique_ptr<llvm::Module>> module = Read(variant, *target, several, context);
    if (!module) {
      return module.failure();
    }
    for (const std::string& kernel : variant.kernels) {
      entries.push_back(NameOf(kernel, *target, several));
    }
    if (all == nullptr) {
      all = std::move(*module);
      machine = &MachineFor(*target, variant.target.opt_level);
    } else if (llvm::Linker::linkModules(*all, std::move(*module))) {
      return Failure{"the code for several CPUs cannot be put into one object"};
    }
  }
  AddLinkedImage(*all, embedding, entries);
  const llvm::SmallString<0> object = WriteObject(*all, *machine);
  const auto* const bytes = reinterpret_cast<const std::byte*>(object.data());
  return std::vector<std::byte>(bytes, bytes + object.size());
}

}  // namespace kernelc::codegen
