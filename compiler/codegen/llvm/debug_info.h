// Source lines (and, for debug builds, the functions they belong to) as LLVM debug metadata.
#pragma once

#include <llvm/IR/DIBuilder.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>

#include <string_view>
#include <unordered_map>

#include "compiler/base/source.h"
#include "compiler/codegen/target_options.h"
#include "compiler/kir/kir.h"

namespace kernelc::codegen {

class DebugInfo {
 public:
  // `options` asks for lines, or for all that a debugger needs.
  DebugInfo(llvm::Module& module, const SourceManager& sources, const TargetOptions& options);

  // Makes `function` the scope of the locations that follow.
  void EnterFunction(llvm::Function* function, const kir::Function& kir_function);
  // Gives what `builder` makes next the place of `range`; without one, the function's.
  void SetLocation(llvm::IRBuilder<>& builder, llvm::Function* function, SourceRange range);
  // Tells debuggers of a variable of the user's that lives at `storage` (a slot), where debug builds
  // are asked for. Only numbers are described.
  void DeclareVariable(llvm::IRBuilder<>& builder, llvm::Function* function, std::string_view name,
                       TypeId type, llvm::Value* storage);
  // The same of parameter number `index`, whose value is `value`.
  void DeclareParam(llvm::IRBuilder<>& builder, llvm::Function* function, const kir::Param& param,
                    unsigned index, llvm::Value* value);
  // To be called once, after all functions.
  void Finalize() { builder_.finalize(); }

 private:
  llvm::DIFile* FileOf(FileId id);
  // Null for what is no number.
  llvm::DIType* TypeOf(TypeId type);
  llvm::DILocation* FunctionLocation(llvm::Function* function);
  bool describes_variables() const { return kind_ == llvm::DICompileUnit::FullDebug; }

  const SourceManager* sources_;
  llvm::DIBuilder builder_;
  llvm::DICompileUnit* unit_ = nullptr;
  bool optimized_ = true;
  llvm::DICompileUnit::DebugEmissionKind kind_;
  std::unordered_map<std::uint32_t, llvm::DIFile*> files_;
};

}  // namespace kernelc::codegen
