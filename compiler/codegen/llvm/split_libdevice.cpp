// split_libdevice LIBRARY OUTPUT, run while building: each function of libdevice as a module of its own, with what it calls.
// Reading the tables of the whole library takes a kernel that calls one function most of a millisecond.
#include <llvm/ADT/SmallVector.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/Module.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>

#include <cstdint>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "compiler/codegen/llvm/libdevice_parts.h"

namespace kernelc::codegen {
namespace {

std::unique_ptr<llvm::Module> Read(llvm::MemoryBufferRef library, llvm::LLVMContext& context) {
  llvm::Expected<std::unique_ptr<llvm::Module>> read = llvm::getLazyBitcodeModule(library, context);
  if (!read) {
    throw std::runtime_error(llvm::toString(read.takeError()));
  }
  return std::move(*read);
}

std::vector<std::string> FunctionsOf(llvm::MemoryBufferRef library) {
  llvm::LLVMContext context;
  const std::unique_ptr<llvm::Module> whole = Read(library, context);
  std::vector<std::string> names;
  for (const llvm::Function& function : *whole) {
    if (!function.isDeclaration() && function.getName().starts_with(kLibdevicePrefix)) {
      names.push_back(function.getName().str());
    }
  }
  if (names.empty()) {
    throw std::runtime_error("the library defines no function that begins with " + std::string(kLibdevicePrefix));
  }
  return names;
}

llvm::SmallVector<char, 0> PartOf(llvm::MemoryBufferRef library, const std::string& name) {
  llvm::LLVMContext context;
  context.setDiscardValueNames(true);
  std::unique_ptr<llvm::Module> whole = Read(library, context);
  llvm::Module part(name, context);
  part.setTargetTriple(whole->getTargetTriple());
  part.setDataLayout(whole->getDataLayout());
  llvm::Function::Create(whole->getFunction(name)->getFunctionType(),
                         llvm::GlobalValue::ExternalLinkage, name, part);
  if (llvm::Linker::linkModules(part, std::move(whole), llvm::Linker::LinkOnlyNeeded)) {
    throw std::runtime_error("`" + name + "` cannot be linked");
  }
  // What parts share is in a kernel once. The rest are texts that nothing is left of.
  for (llvm::GlobalValue& value : part.global_values()) {
    if (!value.isDeclaration() && !value.hasPrivateLinkage() && value.getName() != name) {
      value.setLinkage(llvm::GlobalValue::LinkOnceODRLinkage);
    }
  }
  // Who compiled it.
  while (!part.named_metadata().empty()) {
    part.eraseNamedMetadata(&*part.named_metadata_begin());
  }
  llvm::SmallVector<char, 0> bytes;
  llvm::BitcodeWriter writer(bytes);
  writer.writeModule(part);
  writer.writeStrtab();
  return bytes;
}

void Write(const std::string& file, const std::string& output) {
  auto library = llvm::MemoryBuffer::getFile(file);
  if (!library) {
    throw std::runtime_error(file + ": " + library.getError().message());
  }
  LibdeviceWriter parts;
  for (const std::string& name : FunctionsOf((*library)->getMemBufferRef())) {
    const llvm::SmallVector<char, 0> bytes = PartOf((*library)->getMemBufferRef(), name);
    parts.Add(name, {bytes.data(), bytes.size()});
  }
  std::ofstream stream(output, std::ios::binary);
  if (!(stream << parts.Bytes()).flush()) {
    throw std::runtime_error(output + " cannot be written");
  }
}

}  // namespace
}  // namespace kernelc::codegen

int main(int argc, char** argv) try {
  if (argc != 3) {
    throw std::runtime_error("split_libdevice LIBRARY OUTPUT");
  }
  kernelc::codegen::Write(argv[1], argv[2]);
  return 0;
} catch (const std::exception& error) {
  llvm::errs() << error.what() << "\n";
  return 1;
}
