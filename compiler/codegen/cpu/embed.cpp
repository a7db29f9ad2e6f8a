#include "compiler/codegen/cpu/embed.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/Object/ArchiveWriter.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>

#include "compiler/base/check.h"
#include "compiler/codegen/cpu/cpu_target.h"

namespace kernelc::codegen {
namespace {

constexpr std::uint64_t kImageAlign = 16;

llvm::Constant* EntryTable(llvm::Module& module, const std::vector<std::string>& kernels) {
  auto* const pointer = llvm::PointerType::get(module.getContext(), 0);
  if (kernels.empty()) {
    return llvm::ConstantPointerNull::get(pointer);
  }
  std::vector<llvm::Constant*> entries;
  for (const std::string& kernel : kernels) {
    llvm::GlobalValue* const function = module.getNamedValue(kernel);
    KC_CHECK(function != nullptr && !function->isDeclaration(), "no code for {}", kernel);
    function->setLinkage(llvm::GlobalValue::InternalLinkage);
    entries.push_back(function);
  }
  auto* const type = llvm::ArrayType::get(pointer, entries.size());
  return new llvm::GlobalVariable(module, type, true, llvm::GlobalValue::InternalLinkage,
                                  llvm::ConstantArray::get(type, entries), "kernelc_entries");
}

}  // namespace

void AddLinkedImage(llvm::Module& module, const Embedding& embedding,
                    const std::vector<std::string>& kernels) {
  llvm::LLVMContext& context = module.getContext();
  const llvm::StringRef text(reinterpret_cast<const char*>(embedding.image.data()),
                             embedding.image.size());
  llvm::Constant* const data = llvm::ConstantDataArray::getString(context, text, false);
  auto* const bytes = new llvm::GlobalVariable(
      module, data->getType(), true, llvm::GlobalValue::InternalLinkage, data, "kernelc_image");
  bytes->setAlignment(llvm::Align(kImageAlign));
  auto* const word = llvm::Type::getInt64Ty(context);
  auto* const table = llvm::ConstantStruct::getAnon(
      {bytes, llvm::ConstantInt::get(word, embedding.image.size()), EntryTable(module, kernels),
       llvm::ConstantInt::get(word, kernels.size())});
  auto* const linked =
      new llvm::GlobalVariable(module, table->getType(), true, llvm::GlobalValue::ExternalLinkage,
                               table, embedding.symbol);
  linked->setAlignment(llvm::Align(alignof(void*)));
  linked->setVisibility(llvm::GlobalValue::HiddenVisibility);
}

std::vector<std::byte> EmitImageObject(const Embedding& embedding) {
  TargetOptions options;
  options.arch = "x86-64";
  const Result<CpuTarget> target = FindCpuTarget(options);
  KC_CHECK(static_cast<bool>(target), "x86-64 is no target");
  llvm::TargetMachine& machine = MachineFor(*target, 0);
  llvm::LLVMContext context;
  llvm::Module module("kernelc", context);
  module.setTargetTriple(machine.getTargetTriple());
  module.setDataLayout(machine.createDataLayout());
  AddLinkedImage(module, embedding, {});
  llvm::SmallString<0> text;
  llvm::raw_svector_ostream stream(text);
  llvm::legacy::PassManager passes;
  const bool unsupported = machine.addPassesToEmitFile(
      passes, stream, nullptr, llvm::CodeGenFileType::ObjectFile, /*DisableVerify=*/true);
  KC_CHECK(!unsupported, "the x86 back end cannot write objects");
  passes.run(module);
  const auto* const bytes = reinterpret_cast<const std::byte*>(text.data());
  return {bytes, bytes + text.size()};
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
