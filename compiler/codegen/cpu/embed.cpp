// Images inside of objects that host programs link.
#include <llvm/IR/Constants.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/Object/ArchiveWriter.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>

#include "compiler/base/check.h"
#include "compiler/codegen/codegen.h"
#include "compiler/codegen/cpu/cpu_target.h"
#include "compiler/codegen/cpu/join_objects.h"

namespace kernelc::codegen {
namespace {

constexpr std::uint64_t kImageAlign = 16;

// What a kernel is called in an object for several CPUs, behind its symbol: `.x86_64_v3`, as
// debuggers and profilers show it.
std::string SuffixOf(const abi::Code& code, const std::vector<abi::Code>& codes) {
  std::string suffix = codes.size() == 1 ? "" : "." + code.arch;
  std::ranges::replace(suffix, '-', '_');
  return suffix;
}

llvm::Constant* EntryTable(llvm::Module& module, const std::vector<std::string>& symbols) {
  llvm::LLVMContext& context = module.getContext();
  auto* const pointer = llvm::PointerType::get(context, 0);
  if (symbols.empty()) {
    return llvm::ConstantPointerNull::get(pointer);
  }
  // Their parameters do not matter to a table.
  auto* const function = llvm::FunctionType::get(llvm::Type::getVoidTy(context), false);
  std::vector<llvm::Constant*> entries;
  for (const std::string& symbol : symbols) {
    entries.push_back(
        llvm::Function::Create(function, llvm::GlobalValue::ExternalLinkage, symbol, module));
  }
  auto* const type = llvm::ArrayType::get(pointer, entries.size());
  return new llvm::GlobalVariable(module, type, true, llvm::GlobalValue::InternalLinkage,
                                  llvm::ConstantArray::get(type, entries), "kernelc_entries");
}

// Adds the constant abi::LinkedImage that `embedding` asks for, with these functions as entries.
void AddLinkedImage(llvm::Module& module, const Embedding& embedding,
                    const std::vector<std::string>& symbols) {
  llvm::LLVMContext& context = module.getContext();
  const llvm::StringRef text(reinterpret_cast<const char*>(embedding.image.data()),
                             embedding.image.size());
  llvm::Constant* const data = llvm::ConstantDataArray::getString(context, text, false);
  auto* const bytes = new llvm::GlobalVariable(
      module, data->getType(), true, llvm::GlobalValue::InternalLinkage, data, "kernelc_image");
  bytes->setAlignment(llvm::Align(kImageAlign));
  auto* const word = llvm::Type::getInt64Ty(context);
  auto* const table = llvm::ConstantStruct::getAnon(
      {bytes, llvm::ConstantInt::get(word, embedding.image.size()), EntryTable(module, symbols),
       llvm::ConstantInt::get(word, symbols.size())});
  auto* const linked = new llvm::GlobalVariable(
      module, table->getType(), true, llvm::GlobalValue::ExternalLinkage, table, embedding.symbol);
  linked->setAlignment(llvm::Align(alignof(void*)));
  linked->setVisibility(llvm::GlobalValue::HiddenVisibility);
}

// An object with nothing but the image.
llvm::SmallString<0> ImageObject(const Embedding& embedding,
                                 const std::vector<std::string>& symbols) {
  TargetOptions options;
  options.arch = "x86-64";
  const Result<CpuTarget> target = FindCpuTarget(options);
  KC_CHECK(static_cast<bool>(target), "x86-64 is no target");
  llvm::TargetMachine& machine = MachineFor(*target, 0);
  llvm::LLVMContext context;
  llvm::Module module("kernelc", context);
  module.setTargetTriple(machine.getTargetTriple());
  module.setDataLayout(machine.createDataLayout());
  AddLinkedImage(module, embedding, symbols);
  llvm::SmallString<0> object;
  llvm::raw_svector_ostream stream(object);
  llvm::legacy::PassManager passes;
  const bool unsupported = machine.addPassesToEmitFile(
      passes, stream, nullptr, llvm::CodeGenFileType::ObjectFile, /*DisableVerify=*/true);
  KC_CHECK(!unsupported, "the x86 back end cannot write objects");
  passes.run(module);
  return object;
}

}  // namespace

std::vector<std::byte> EmitLinkedObject(const Embedding& embedding,
                                        const std::vector<abi::Code>& codes,
                                        const std::vector<std::string>& kernels) {
  std::vector<JoinedObject> objects;
  std::vector<std::string> symbols;
  for (const abi::Code& code : codes) {
    const std::string suffix = SuffixOf(code, codes);
    objects.push_back({code.bytes, suffix});
    for (const std::string& kernel : kernels) {
      symbols.push_back(kernel + suffix);
    }
  }
  const llvm::SmallString<0> image = ImageObject(embedding, symbols);
  objects.push_back({std::as_bytes(std::span(image.data(), image.size()))});
  return JoinRelocatable(objects);
}

Result<std::vector<std::byte>> MakeArchive(const std::vector<ArchiveMember>& members) {
  std::vector<llvm::NewArchiveMember> written;
  for (const ArchiveMember& member : members) {
    const llvm::StringRef text(reinterpret_cast<const char*>(member.bytes.data()),
                               member.bytes.size());
    written.emplace_back(llvm::MemoryBufferRef(text, member.name));
  }
  // Deterministic: neither times nor owners.
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> archive = llvm::writeArchiveToBuffer(
      written, llvm::SymtabWritingMode::NormalSymtab, llvm::object::Archive::K_GNU,
      /*Deterministic=*/true, /*Thin=*/false);
  if (!archive) {
    return Failure{llvm::toString(archive.takeError())};
  }
  const auto* const bytes = reinterpret_cast<const std::byte*>((*archive)->getBufferStart());
  return std::vector<std::byte>(bytes, bytes + (*archive)->getBufferSize());
}

}  // namespace kernelc::codegen
