#include "compiler/driver/emit_code.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "compiler/base/check.h"
#include "compiler/driver/parallel.h"
#include "compiler/driver/phase_timer.h"
#include "compiler/kir/analysis/external.h"
#include "kernelc/trace.h"

namespace kernelc::driver {
namespace {

using codegen::CodegenOutput;

Result<CodegenOutput> Emit(const kir::Module& module, const SourceManager& sources,
                           const codegen::TargetOptions& target,
                           std::span<const codegen::LinkedBitcode> bitcode, kir::FunctionId part) {
  switch (target.device) {
    case abi::DeviceKind::Cuda:
      return codegen::EmitPtx(module, &sources, target, bitcode, part);
    case abi::DeviceKind::Cpu:
      return codegen::EmitCpuObject(module, &sources, target, bitcode, part);
  }
  KC_FATAL("device kind {}", static_cast<int>(target.device));
}

abi::Code JoinCode(std::vector<abi::Code> parts) {
  return parts.front().device == abi::DeviceKind::Cuda ? codegen::JoinPtx(std::move(parts))
                                                       : codegen::JoinObjects(std::move(parts));
}

// Phases of work that several threads did in `milliseconds`: each one's share of it.
std::vector<codegen::PhaseTime> Shares(const std::vector<CodegenOutput>& parts,
                                       double milliseconds) {
  std::vector<codegen::PhaseTime> times;
  double sum = 0;
  for (const CodegenOutput& part : parts) {
    for (const codegen::PhaseTime& time : part.times) {
      auto phase = std::ranges::find(times, time.name, &codegen::PhaseTime::name);
      phase = phase == times.end() ? times.insert(phase, {time.name}) : phase;
      phase->milliseconds += time.milliseconds;
      sum += time.milliseconds;
    }
  }
  for (codegen::PhaseTime& time : times) {
    time.milliseconds *= sum > 0 ? milliseconds / sum : 0;
  }
  return times;
}

// The functions of others that some part calls, in the order of the module.
std::vector<std::string> UnresolvedOf(const kir::Module& module,
                                      const std::vector<CodegenOutput>& parts) {
  std::vector<std::string> unresolved;
  for (const kir::Function& function : module.functions) {
    if (kir::IsExternal(function) && std::ranges::any_of(parts, [&](const CodegenOutput& part) {
          return std::ranges::find(part.unresolved, function.symbol) != part.unresolved.end();
        })) {
      unresolved.push_back(function.symbol);
    }
  }
  return unresolved;
}

CodegenOutput Join(const kir::Module& module, std::vector<CodegenOutput> parts,
                   double milliseconds) {
  CodegenOutput joined;
  joined.times = Shares(parts, milliseconds);
  joined.unresolved = UnresolvedOf(module, parts);
  const PhaseTimer timer(joined.times, "join");
  std::vector<abi::Code> codes;
  for (CodegenOutput& part : parts) {
    KC_CHECK(part.locations.empty(), "a part of a module counts places of its own");
    std::ranges::move(part.kernels, std::back_inserter(joined.kernels));
    codes.push_back(std::move(part.code));
  }
  // As the module has them: a part may have several.
  const auto place_of = [&](const abi::KernelInfo& kernel) {
    return std::ranges::find(module.functions, kernel.symbol, &kir::Function::symbol) -
           module.functions.begin();
  };
  std::ranges::sort(joined.kernels, {}, place_of);
  joined.code = JoinCode(std::move(codes));
  return joined;
}

}  // namespace

Result<CodegenOutput> EmitCode(const kir::Module& module, const SourceManager& sources,
                               const codegen::TargetOptions& target,
                               std::span<const codegen::LinkedBitcode> bitcode) {
  const std::vector<kir::FunctionId> kernels = codegen::KernelsApart(module, target, bitcode);
  if (kernels.empty()) {
    return Emit(module, sources, target, bitcode, kir::FunctionId::None());
  }
  std::vector<CodegenOutput> parts(kernels.size());
  std::vector<Failure> failures(kernels.size());
  std::vector<codegen::PhaseTime> whole;
  {
    const PhaseTimer timer(whole, "kernels");
    ForEachInParallel(kernels.size(), [&](std::size_t i) {
      const TraceSpan span("codegen " + module.function(kernels[i]).name, "compile");
      Result<CodegenOutput> part = Emit(module, sources, target, bitcode, kernels[i]);
      if (part) {
        parts[i] = std::move(*part);
      } else {
        failures[i] = part.failure();
      }
    });
  }
  const auto failed = std::ranges::find_if(
      failures, [](const Failure& failure) { return !failure.message.empty(); });
  if (failed != failures.end()) {
    return *failed;
  }
  return Join(module, std::move(parts), whole.front().milliseconds);
}

}  // namespace kernelc::driver
