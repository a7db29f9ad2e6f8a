// Which kernels of a module are compiled apart.
#include <algorithm>

#include "compiler/codegen/codegen.h"
#include "compiler/kir/analysis/control.h"
#include "compiler/kir/analysis/external.h"

namespace kernelc::codegen {
namespace {

// Whether the code of `function` names a place of the program: their numbers count through a
// module.
bool NamesPlaces(const kir::Function& function) {
  bool found = false;
  kir::ForEachInst(function, function.body, [&](kir::InstId, const kir::Inst& inst) {
    found = found || inst.op == kir::Op::WatchAccess ||
            kir::op_info(inst.op).attribute == kir::AttributeKind::Error;
  });
  return found;
}

}  // namespace

std::vector<kir::FunctionId> KernelsApart(const kir::Module& module, const TargetOptions& options,
                                          std::span<const LinkedBitcode> bitcode) {
  std::vector<kir::FunctionId> kernels;
  for (std::size_t i = 0; i < module.functions.size(); ++i) {
    if (module.functions[i].kind == kir::FunctionKind::Kernel) {
      kernels.emplace_back(i);
    }
  }
  const bool is_one_piece = kernels.size() < 2 || !bitcode.empty() || options.debug ||
                            options.line_info || options.keep_llvm_ir || options.keep_bitcode ||
                            std::ranges::any_of(module.functions, kir::IsExported) ||
                            std::ranges::any_of(module.functions, NamesPlaces);
  return is_one_piece ? std::vector<kir::FunctionId>() : kernels;
}

}  // namespace kernelc::codegen
