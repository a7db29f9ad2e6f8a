// Source lines (and, for debug builds, the functions they belong to) as LLVM debug metadata.
#pragma once

#include <llvm/IR/DIBuilder.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>

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
  // To be called once, after all functions.
  void Finalize() { builder_.finalize(); }

 private:
  llvm::DIFile* FileOf(FileId id);

  const SourceManager* sources_;
  llvm::DIBuilder builder_;
  llvm::DICompileUnit* unit_ = nullptr;
  bool optimized_ = true;
  llvm::DICompileUnit::DebugEmissionKind kind_;
  std::unordered_map<std::uint32_t, llvm::DIFile*> files_;
};

}  // namespace kernelc::codegen
