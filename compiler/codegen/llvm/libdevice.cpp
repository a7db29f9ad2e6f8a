#include "compiler/codegen/llvm/libdevice.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/InstructionSimplify.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/ValueHandle.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Transforms/Utils/Local.h>

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "compiler/base/check.h"
#include "compiler/codegen/llvm/libdevice_data.h"

namespace kernelc::codegen {

namespace {

std::span<const LibdevicePiece> Pieces() { return {kLibdevicePieces, kLibdevicePieceCount}; }

// Declared `__nv_*` functions.
std::vector<llvm::Function*> NeededFunctions(llvm::Module& module, LeftDeclared is_left) {
  std::vector<llvm::Function*> needed;
  for (llvm::Function& function : module) {
    if (function.isDeclaration() && function.getName().starts_with("__nv_") && !is_left(function.getName())) {
      needed.push_back(&function);
    }
  }
  return needed;
}

// What pieces mention and no piece that was linked defines.
std::vector<std::string> MissingNames(const llvm::Module& module) {
  std::vector<std::string> names;
  for (const llvm::GlobalValue& value : module.global_values()) {
    llvm::StringRef name = value.getName();
    if (value.isDeclaration() && name.consume_front(kLibdevicePrefix)) {
      names.push_back(name.str());
    }
  }
  return names;
}

std::unique_ptr<llvm::Module> ReadPiece(const LibdevicePiece& piece, const llvm::Module& module) {
  const llvm::StringRef bytes(kernelc_libdevice + piece.offset, piece.size);
  llvm::Expected<std::unique_ptr<llvm::Module>> read =
      llvm::getLazyBitcodeModule(llvm::MemoryBufferRef(bytes, piece.name), module.getContext());
  KC_CHECK(static_cast<bool>(read), "a piece of libdevice cannot be read: {}",
           llvm::toString(read.takeError()));
  (*read)->setTargetTriple(module.getTargetTriple());
  (*read)->setDataLayout(module.getDataLayout());
  return std::move(*read);
}

// Libdevice's own names again, for what is internal now.
void MakeInternal(llvm::Module& module) {
  for (llvm::GlobalValue& value : module.global_values()) {
    llvm::StringRef name = value.getName();
    if (name.consume_front(kLibdevicePrefix)) {
      value.setLinkage(llvm::GlobalValue::InternalLinkage);
      value.setName(name.str());
    }
  }
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

}  // namespace

const LibdevicePiece* FindPiece(std::span<const LibdevicePiece> pieces, std::string_view name) {
  const auto found = std::ranges::lower_bound(
      pieces, name, {}, [](const LibdevicePiece& piece) { return std::string_view(piece.name); });
  return found != pieces.end() && name == found->name ? &*found : nullptr;
}

bool HasLibdevice() { return !Pieces().empty(); }

Result<bool> LinkLibdevice(llvm::Module& module, const ReflectValues& values, LeftDeclared is_left) {
  const std::vector<llvm::Function*> needed = NeededFunctions(module, is_left);
  if (needed.empty()) {
    return false;
  }
  if (!HasLibdevice()) {
    return Failure{fmt::format(
        "the kernel needs the math function `{}` of libdevice, and this kernelc was built without "
        "the CUDA toolkit, which has it",
        needed.front()->getName().str())};
  }
  for (llvm::Function* function : needed) {
    if (FindPiece(Pieces(), function->getName()) == nullptr) {
      return Failure{fmt::format("libdevice has no function `{}`", function->getName().str())};
    }
    function->setName(kLibdevicePrefix + function->getName());
  }
  llvm::Linker linker(module);
  for (std::vector<std::string> names = MissingNames(module); !names.empty();
       names = MissingNames(module)) {
    for (const std::string& name : names) {
      const LibdevicePiece* piece = FindPiece(Pieces(), name);
      KC_CHECK(piece != nullptr, "libdevice has no `{}`, which it mentions", name);
      const bool failed =
          linker.linkInModule(ReadPiece(*piece, module), llvm::Linker::LinkOnlyNeeded);
      KC_CHECK(!failed, "libdevice cannot be linked");
    }
  }
  MakeInternal(module);
  ResolveReflect(module, values);
  return true;
}

}  // namespace kernelc::codegen
