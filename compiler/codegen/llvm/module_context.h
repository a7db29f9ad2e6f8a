// What the emission of one LLVM module shares: the two modules, types, functions, the first
// failure.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <string>
#include <vector>

#include "compiler/base/source.h"
#include "compiler/codegen/llvm/locations.h"
#include "compiler/codegen/llvm/type_map.h"
#include "compiler/codegen/target_options.h"
#include "compiler/kir/kir.h"

namespace kernelc::codegen {

class DebugInfo;
class FunctionContext;
class TargetHooks;

class ModuleContext {
 public:
  // All arguments must outlive this; `sources` may be null (no locations, no debug info). `part` is
  // the kernel that the module is for, None where it is for all.
  ModuleContext(llvm::Module& llvm_module, const kir::Module& kir_module,
                const SourceManager* sources, const TargetOptions& options, TargetHooks& hooks,
                kir::FunctionId part = kir::FunctionId::None());
  ~ModuleContext();
  ModuleContext(const ModuleContext&) = delete;
  ModuleContext& operator=(const ModuleContext&) = delete;

  llvm::Module& llvm_module() { return *llvm_module_; }
  llvm::LLVMContext& llvm_context() { return llvm_module_->getContext(); }
  const kir::Module& kir_module() const { return *kir_module_; }
  const SourceManager* sources() const { return sources_; }
  const TargetOptions& options() const { return *options_; }
  TargetHooks& hooks() { return *hooks_; }
  TypeMap& types() { return types_; }
  // Whether the module has the code of `kernel`.
  bool Has(const kir::Function& kernel) const {
    return !part_.has_value() || &kernel == &kir_module_->function(part_);
  }
  // Gives what is internal names that no other part of `kir_module` has. Constants that are as the program has them keep theirs,
  // so that the parts share them once they are joined. Nothing refers to any of it by name any more.
  void MakeNamesDistinct();
  // Places of the errors that the module's code reports.
  LocationTable& locations() { return locations_; }
  // Null when neither lines nor variables are wanted.
  DebugInfo* debug_info() { return debug_info_.get(); }

  // A function that keeps its symbol where others look for it: what is internal and was called so
  // gets another name.
  llvm::Function* CreateFunction(llvm::FunctionType* type, llvm::GlobalValue::LinkageTypes linkage,
                                 const std::string& symbol);
  // A function of libdevice, the driver or C, which the code is linked with. None of the program
  // has its name.
  llvm::Function* LibraryFunction(llvm::StringRef name, llvm::FunctionType* type);
  // Kernels and exported functions have kept their symbols and have bodies; what was internalised
  // counts.
  void CheckEntries() const;

  // The LLVM function of a device function: declared at the first call, with parameters
  // [hooks' hidden ones..., one per KIR parameter] in register types. Not for kernels.
  llvm::Function* DeviceFunction(kir::FunctionId id);
  // The LLVM constant that holds the bytes of a KIR constant, made when it is first asked for.
  llvm::GlobalVariable* Constant(kir::ConstantId id);
  // Emits the bodies of all device functions that were asked for, and of those that these call.
  void EmitPendingDeviceFunctions();

  // Records why the module cannot be compiled for this target; the first one counts. Emission goes
  // on.
  void Fail(SourceRange range, std::string message);
  bool failed() const { return !failure_.empty(); }
  const std::string& failure() const { return failure_; }

 private:
  // Of the variable that holds a constant.
  llvm::Constant* ContentsOf(const kir::Constant& constant) const;
  llvm::Align AlignOf(const kir::Constant& constant);
  // The constants that optimisation has left as they were.
  std::vector<llvm::GlobalVariable*> WholeConstants();

  llvm::Module* llvm_module_;
  const kir::Module* kir_module_;
  const SourceManager* sources_;
  const TargetOptions* options_;
  TargetHooks* hooks_;
  kir::FunctionId part_;
  TypeMap types_;
  LocationTable locations_;
  std::unique_ptr<DebugInfo> debug_info_;
  std::vector<llvm::Function*> device_functions_;
  std::vector<llvm::GlobalVariable*> constants_;
  std::vector<kir::FunctionId> pending_;
  std::string failure_;
};

}  // namespace kernelc::codegen
