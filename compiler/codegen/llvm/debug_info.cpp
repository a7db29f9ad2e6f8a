#include "compiler/codegen/llvm/debug_info.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/Path.h>

namespace kernelc::codegen {

DebugInfo::DebugInfo(llvm::Module& module, const SourceManager& sources,
                     const TargetOptions& options)
    : sources_(&sources),
      builder_(module),
      optimized_(options.opt_level > 0),
      kind_(options.debug ? llvm::DICompileUnit::FullDebug
                          : llvm::DICompileUnit::DebugDirectivesOnly) {
  module.addModuleFlag(llvm::Module::Warning, "Debug Info Version", llvm::DEBUG_METADATA_VERSION);
}

llvm::DIFile* DebugInfo::FileOf(FileId id) {
  llvm::DIFile*& file = files_[id.index];
  if (file == nullptr) {
    const std::string& path = sources_->file(id).path();
    file = builder_.createFile(llvm::sys::path::filename(path), llvm::sys::path::parent_path(path));
  }
  if (unit_ == nullptr) {
    unit_ = builder_.createCompileUnit(llvm::DISourceLanguageName(llvm::dwarf::DW_LANG_Python),
                                       file, "kernelc", optimized_, "", 0, "", kind_);
  }
  return file;
}

void DebugInfo::EnterFunction(llvm::Function* function, const kir::Function& kir_function) {
  if (!kir_function.range.has_value()) {
    return;
  }
  llvm::DIFile* file = FileOf(kir_function.range.file);
  llvm::DISubroutineType* type = builder_.createSubroutineType(builder_.getOrCreateTypeArray({}));
  const unsigned line = sources_->begin(kir_function.range).line;
  llvm::DISubprogram* subprogram = builder_.createFunction(
      file, kir_function.name, function->getName(), file, line, type, line,
      llvm::DINode::FlagPrototyped,
      llvm::DISubprogram::SPFlagDefinition |
          (optimized_ ? llvm::DISubprogram::SPFlagOptimized : llvm::DISubprogram::SPFlagZero));
  function->setSubprogram(subprogram);
}

void DebugInfo::SetLocation(llvm::IRBuilder<>& builder, llvm::Function* function,
                            SourceRange range) {
  llvm::DISubprogram* subprogram = function->getSubprogram();
  if (subprogram == nullptr) {
    builder.SetCurrentDebugLocation(llvm::DebugLoc());
    return;
  }
  LineColumn place{subprogram->getLine(), 0};
  if (range.has_value()) {
    place = sources_->begin(range);
  }
  builder.SetCurrentDebugLocation(
      llvm::DILocation::get(function->getContext(), place.line, place.column, subprogram));
}

}  // namespace kernelc::codegen
