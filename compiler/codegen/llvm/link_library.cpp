#include "compiler/codegen/llvm/link_library.h"

#include <llvm/ADT/StringSet.h>
#include <llvm/Linker/Linker.h>

#include <utility>

namespace kernelc::codegen {

bool LinkLibrary(llvm::Module& module, std::unique_ptr<llvm::Module> library) {
  llvm::StringSet<> own;
  for (const llvm::GlobalValue& value : module.global_values()) {
    if (value.isDeclaration()) {
      continue;
    }
    own.insert(value.getName());
    llvm::GlobalValue* const other = library->getNamedValue(value.getName());
    if (other != nullptr && !other->isDeclaration()) {
      other->setName(value.getName() + ".library");
    }
  }
  if (llvm::Linker::linkModules(module, std::move(library), llvm::Linker::LinkOnlyNeeded)) {
    return false;
  }
  for (llvm::GlobalValue& value : module.global_values()) {
    // What begins with `llvm.` is not linked by name.
    if (!value.isDeclaration() && !own.contains(value.getName()) &&
        !value.getName().starts_with("llvm.")) {
      value.setLinkage(llvm::GlobalValue::InternalLinkage);
    }
  }
  return true;
}

}  // namespace kernelc::codegen
