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

#include <algorithm>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "compiler/codegen/llvm/libdevice_data.h"

namespace {

struct Piece {
  std::string name;
  std::size_t offset = 0;
  std::size_t size = 0;
};

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

void WriteTable(const std::vector<Piece>& pieces, const char* blob, std::ostream& out) {
  out << "// Made by split_libdevice.\n"
         "#include \"compiler/codegen/llvm/libdevice_data.h\"\n\n"
         "asm(R\"(\n"
         "  .section .rodata.kernelc_libdevice, \"a\", @progbits\n"
         "  .balign 16\n"
         "  .globl kernelc_libdevice\n"
         "  .hidden kernelc_libdevice\n"
         "kernelc_libdevice:\n"
         "  .incbin \""
      << blob
      << "\"\n"
         "  .previous\n"
         ")\");\n\n"
         "namespace kernelc::codegen {\n\n"
         "const LibdevicePiece kLibdevicePieces[] = {\n";
  for (const Piece& piece : pieces) {
    out << "    {\"" << piece.name << "\", " << piece.offset << ", " << piece.size << "},\n";
  }
  out << "};\nconst std::size_t kLibdevicePieceCount = " << pieces.size()
      << ";\n\n}  // namespace kernelc::codegen\n";
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
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  std::vector<Piece> pieces;
  const llvm::StringRef prefix = kernelc::codegen::kLibdevicePrefix;
  for (const llvm::GlobalValue& value : (*module)->global_values()) {
    if (value.isDeclaration() || IsText(value)) {
      continue;
    }
    // Bitcode is read in words.
    bytes.resize((bytes.size() + 15) / 16 * 16);
    const std::size_t offset = bytes.size();
    llvm::WriteBitcodeToFile(*PieceOf(**module, value), stream);
    pieces.push_back(
        {value.getName().drop_front(prefix.size()).str(), offset, bytes.size() - offset});
  }
  std::ranges::sort(pieces, {}, &Piece::name);
  std::ofstream blob(argv[2], std::ios::binary);
  blob << bytes;
  std::ofstream table(argv[3]);
  WriteTable(pieces, argv[2], table);
  blob.close();
  table.close();
  if (!blob || !table) {
    std::cerr << "cannot write " << (blob ? argv[3] : argv[2]) << '\n';
    return 1;
  }
  return 0;
}
