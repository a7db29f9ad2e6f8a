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

// The first kernel of each part.
std::vector<kir::FunctionId> FirstOfParts(const kir::Module& module, abi::DeviceKind device) {
  std::vector<kir::FunctionId> kernels;
  for (std::size_t i = 0; i < module.functions.size(); ++i) {
    const kir::Function& function = module.functions[i];
    const bool is_of_other =
        device == abi::DeviceKind::Cpu && std::ranges::any_of(kernels, [&](kir::FunctionId first) {
          return module.function(first).range == function.range;
        });
    if (function.kind == kir::FunctionKind::Kernel && !is_of_other) {
      kernels.emplace_back(i);
    }
  }
  return kernels;
}

}  // namespace

std::vector<kir::FunctionId> KernelsApart(const kir::Module& module, const TargetOptions& options,
                                          std::span<const LinkedBitcode> bitcode) {
  const bool is_one_piece = !bitcode.empty() || options.debug || options.line_info ||
                            options.keep_llvm_ir || options.keep_bitcode ||
                            std::ranges::any_of(module.functions, kir::IsExported) ||
                            std::ranges::any_of(module.functions, NamesPlaces);
  std::vector<kir::FunctionId> kernels;
  if (!is_one_piece) {
    kernels = FirstOfParts(module, options.device);
  }
  // A single one is the module.
  return kernels.size() > 1 ? kernels : std::vector<kir::FunctionId>();
}

}  // namespace kernelc::codegen
