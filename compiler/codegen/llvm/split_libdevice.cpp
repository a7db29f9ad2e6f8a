// split_libdevice IN OUT.bin OUT.cpp: libdevice in pieces, when the project is built. A kernel
// needs a few of its 350 functions; to read what stands around them in one file takes longer than
// to link them, each time.
#include <llvm/ADT/STLExtras.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <iostream>
#include <memory>
#include <string>

#include "compiler/codegen/llvm/libdevice_data.h"
#include "compiler/codegen/llvm/write_pieces.h"

namespace {

// Texts, which `__nvvm_reflect` is asked for, are in every piece that mentions them.
bool IsText(const llvm::GlobalValue& value) { return value.hasPrivateLinkage(); }

// Pieces find each other by names that no kernel file can have.
void MakeExternal(llvm::Module& module) {
  for (llvm::GlobalValue& value : module.global_values()) {
    if (!value.isDeclaration() && !IsText(value)) {
      value.setLinkage(llvm::GlobalValue::ExternalLinkage);
      value.setName(kernelc::codegen::kLibdevicePrefix + value.getName());
    }
  }
}

// The module with the definition of `defined` alone, and with declarations of what it mentions.
std::unique_ptr<llvm::Module> PieceOf(const llvm::Module& module,
                                      const llvm::GlobalValue& defined) {
  llvm::ValueToValueMapTy values;
  std::unique_ptr<llvm::Module> piece = llvm::CloneModule(
      module, values,
      [&defined](const llvm::GlobalValue* value) { return value == &defined || IsText(*value); });
  for (llvm::GlobalValue& value : llvm::make_early_inc_range(piece->global_values())) {
    if ((value.isDeclaration() || IsText(value)) && value.use_empty()) {
      value.eraseFromParent();
    }
  }
  for (llvm::NamedMDNode& node : llvm::make_early_inc_range(piece->named_metadata())) {
    node.eraseFromParent();
  }
  return piece;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::cerr << "usage: split_libdevice IN OUT.bin OUT.cpp\n";
    return 2;
  }
  llvm::LLVMContext context;
  const auto file = llvm::MemoryBuffer::getFile(argv[1]);
  if (!file) {
    std::cerr << argv[1] << ": " << file.getError().message() << '\n';
    return 1;
  }
  llvm::Expected<std::unique_ptr<llvm::Module>> module =
      llvm::parseBitcodeFile((*file)->getMemBufferRef(), context);
  if (!module) {
    std::cerr << argv[1] << ": " << llvm::toString(module.takeError()) << '\n';
    return 1;
  }
  MakeExternal(**module);
  kernelc::codegen::PieceWriter pieces;
  const llvm::StringRef prefix = kernelc::codegen::kLibdevicePrefix;
  for (const llvm::GlobalValue& value : (*module)->global_values()) {
    if (value.isDeclaration() || IsText(value)) {
      continue;
    }
    std::string bytes;
    llvm::raw_string_ostream stream(bytes);
    llvm::WriteBitcodeToFile(*PieceOf(**module, value), stream);
    pieces.Add(value.getName().drop_front(prefix.size()).str(), bytes);
  }
  return pieces.Write({argv[2], argv[3], "kernelc_libdevice", "kLibdevicePiece"}) ? 0 : 1;
}
