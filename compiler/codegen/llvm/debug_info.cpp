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

llvm::DIType* DebugInfo::TypeOf(TypeId type) {
  if (!types::HasScalarKind(type) || types::scalar_bits(type) == 0) {
    return nullptr;
  }
  unsigned encoding = llvm::dwarf::DW_ATE_signed;
  if (types::IsBool(type)) {
    encoding = llvm::dwarf::DW_ATE_boolean;
  } else if (types::IsComplex(type)) {
    encoding = llvm::dwarf::DW_ATE_complex_float;
  } else if (types::IsFloat(type)) {
    encoding = llvm::dwarf::DW_ATE_float;
  } else if (types::IsUnsigned(type) || types::IsFloat8(type)) {
    encoding = llvm::dwarf::DW_ATE_unsigned;
  }
  const std::string_view name = abi::scalar_info(types::scalar_kind(type)).text;
  return builder_.createBasicType(llvm::StringRef(name.data(), name.size()),
                                  std::uint64_t{types::scalar_size(type)} * 8, encoding);
}

llvm::DILocation* DebugInfo::FunctionLocation(llvm::Function* function) {
  llvm::DISubprogram* scope = function->getSubprogram();
  return llvm::DILocation::get(function->getContext(), scope->getLine(), 0, scope);
}

void DebugInfo::DeclareVariable(llvm::IRBuilder<>& builder, llvm::Function* function,
                                std::string_view name, TypeId type, llvm::Value* storage) {
  llvm::DISubprogram* scope = function->getSubprogram();
  llvm::DIType* described = TypeOf(type);
  if (!describes_variables() || scope == nullptr || described == nullptr || name.empty()) {
    return;
  }
  llvm::DILocalVariable* variable =
      builder_.createAutoVariable(scope, llvm::StringRef(name.data(), name.size()),
                                  scope->getFile(), scope->getLine(), described);
  builder_.insertDeclare(storage, variable, builder_.createExpression(),
                         FunctionLocation(function), builder.GetInsertBlock());
}

void DebugInfo::DeclareParam(llvm::IRBuilder<>& builder, llvm::Function* function,
                             const kir::Param& param, unsigned index, llvm::Value* value) {
  llvm::DISubprogram* scope = function->getSubprogram();
  llvm::DIType* described = TypeOf(param.type);
  if (!describes_variables() || scope == nullptr || described == nullptr) {
    return;
  }
  llvm::DILocalVariable* variable = builder_.createParameterVariable(
      scope, param.name, index + 1, scope->getFile(), scope->getLine(), described);
  builder_.insertDbgValueIntrinsic(value, variable, builder_.createExpression(),
                                   FunctionLocation(function), builder.GetInsertBlock());
}

}  // namespace kernelc::codegen
