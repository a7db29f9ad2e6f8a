// Which kernels of a module are compiled apart.
#include "compiler/codegen/llvm/kernels_apart.h"

#include <algorithm>

#include "compiler/codegen/codegen.h"
#include "compiler/kir/analysis/control.h"
#include "compiler/kir/analysis/external.h"
#include "compiler/kir/printer.h"

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

// The kernels; where they are for the CPU without those that have the code of an earlier one.
std::vector<kir::FunctionId> DistinctKernels(const kir::Module& module, abi::DeviceKind device) {
  std::vector<kir::FunctionId> kernels;
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < module.functions.size(); ++i) {
    const kir::Function& function = module.functions[i];
    if (function.kind != kir::FunctionKind::Kernel) {
      continue;
    }
    std::string text =
        device == abi::DeviceKind::Cpu ? CpuCodeTextOf(module, function) : function.symbol;
    bool is_known = false;
    for (std::size_t k = 0; k < kernels.size(); ++k) {
      is_known =
          is_known || (texts[k] == text && module.function(kernels[k]).range == function.range);
    }
    if (!is_known) {
      kernels.emplace_back(i);
      texts.push_back(std::move(text));
    }
  }
  return kernels;
}

}  // namespace

std::string CpuCodeTextOf(const kir::Module& module, kir::Function kernel) {
  kernel.symbol.clear();
  for (kir::Param& param : kernel.params) {
    param.facts.array.aligned16 = false;
    param.facts.array.aligned_rows = false;
  }
  return kir::Print(module, kernel);
}

std::vector<kir::FunctionId> KernelsApart(const kir::Module& module, const TargetOptions& options,
                                          std::span<const LinkedBitcode> bitcode) {
  const bool is_one_piece = !bitcode.empty() || options.debug || options.line_info ||
                            options.keep_llvm_ir || options.keep_bitcode ||
                            std::ranges::any_of(module.functions, kir::IsExported) ||
                            std::ranges::any_of(module.functions, NamesPlaces);
  std::vector<kir::FunctionId> kernels;
  if (!is_one_piece) {
    kernels = DistinctKernels(module, options.device);
  }
  // A single one is the module.
  return kernels.size() > 1 ? kernels : std::vector<kir::FunctionId>();
}

}  // namespace kernelc::codegen
