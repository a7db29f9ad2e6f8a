#include <utility>

#include "compiler/sema/program.h"
#include "compiler/sema/record_names.h"
#include "compiler/sema/sema.h"

namespace kernelc::sema {

std::optional<kir::Module> Check(const FileIndex& index, std::span<const KernelRequest> requests,
                                 const Options& options, diag::Emitter& emitter) {
  kir::Module module;
  Program program(index.impl(), options, module);
  module.checks = options.checks;
  for (const KernelRequest& request : requests) {
    if (index.impl().entry_function(request.function).options.debug) {
      module.checks.errors = module.checks.bounds = module.checks.float_division = true;
    }
  }
  bool ok = true;
  for (const KernelRequest& request : requests) {
    const FunctionInfo& function = index.impl().entry_function(request.function);
    ok = (request.exported ? program.AddExport(function, request.arg_types, *request.exported, emitter)
                           : program.AddKernel(function, request.arg_types, emitter) != nullptr) &&
         ok;
  }
  if (!ok || !program.CompileKernels(emitter)) {
    return std::nullopt;
  }
  for (const KernelRequest& request : requests) {
    NameRecords(index.impl().entry_function(request.function), program.evaluator(), &module);
  }
  return module;
}

}  // namespace kernelc::sema
