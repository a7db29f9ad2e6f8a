#include "compiler/codegen/cpu/cpu_target.h"

#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/TargetParser/SubtargetFeature.h>
#include <llvm/TargetParser/X86TargetParser.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "compiler/base/check.h"
#include "compiler/codegen/codegen.h"
#include "compiler/codegen/known_targets.h"
#include "compiler/codegen/llvm/llvm_options.h"
#include "compiler/codegen/llvm/start_llvm.h"

namespace kernelc::codegen {

namespace {

constexpr const char* kTriple = "x86_64-unknown-linux-gnu";

const llvm::Target& X86Target() {
  static const llvm::Target* target = [] {
    StartLlvm();
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
    PrepareBlocksOnce();
    std::string error;
    const llvm::Target* found = llvm::TargetRegistry::lookupTarget(llvm::Triple(kTriple), error);
    KC_CHECK(found != nullptr, "LLVM has no x86 target: {}", error);
    return found;
  }();
  return *target;
}

// The host's features, so that what the operating system or a virtual machine takes away is not
// used.
CpuTarget FindHost() {
  llvm::SubtargetFeatures features;
  for (const auto& [name, on] : llvm::sys::getHostCPUFeatures()) {
    features.AddFeature(name, on);
  }
  return {llvm::sys::getHostCPUName().str(), features.getString()};
}

// Asked for once: in a virtual machine each question to the CPU leaves it, which takes
// microseconds.
const CpuTarget& Host() {
  static const CpuTarget host = FindHost();
  return host;
}

bool IsKnownCpu(const std::string& name) {
  return llvm::X86::parseArchX86(name, /*Only64Bit=*/true) != llvm::X86::CK_None;
}

}  // namespace

const std::string& HostCpu() {
  static const std::string cpu = Host().arch + " " + Host().features;
  return cpu;
}

Result<CpuTarget> FindCpuTarget(const TargetOptions& options) {
  if (options.arch == "native" || options.arch.empty()) {
    return Host();
  }
  if (!IsKnownCpu(options.arch)) {
    return Failure{"unknown CPU `" + options.arch +
                   "`: give x86-64, x86-64-v2, x86-64-v3, x86-64-v4, native or an LLVM CPU name "
                   "such as znver4"};
  }
  return CpuTarget{options.arch, ""};
}

Result<bool> CheckCpuTarget(const TargetOptions& options) {
  const Result<CpuTarget> found = FindCpuTarget(options);
  return found ? Result<bool>(true) : found.failure();
}

std::vector<std::string> CpuNames() {
  llvm::SmallVector<llvm::StringRef, 128> known;
  llvm::X86::fillValidCPUArchList(known, /*Only64Bit=*/true);
  std::vector<std::string> names;
  for (const llvm::StringRef name : known) {
    names.push_back(name.str());
  }
  std::ranges::sort(names);
  std::ranges::stable_partition(names,
                                [](const std::string& name) { return name.starts_with("x86-64"); });
  return names;
}

llvm::TargetMachine& MachineFor(const CpuTarget& target, unsigned opt_level) {
  using Key = std::tuple<std::string, std::string, unsigned>;
  thread_local std::map<Key, std::unique_ptr<llvm::TargetMachine>> machines;
  std::unique_ptr<llvm::TargetMachine>& machine =
      machines[Key(target.arch, target.features, opt_level)];
  if (machine == nullptr) {
    llvm::TargetOptions options;
    // a * b + c may round once, as on the GPU.
    options.AllowFPOpFusion = llvm::FPOpFusion::Fast;
    const auto level = opt_level == 0   ? llvm::CodeGenOptLevel::None
                       : opt_level == 1 ? llvm::CodeGenOptLevel::Less
                                        : llvm::CodeGenOptLevel::Default;
    // LLVM would have vectors of 256 bits on many CPUs with AVX-512, for programs that use few.
    const std::string features =
        target.features + (target.features.empty() ? "" : ",") + "-prefer-256-bit";
    machine.reset(X86Target().createTargetMachine(llvm::Triple(kTriple), target.arch, features,
                                                  options, llvm::Reloc::PIC_, std::nullopt, level));
  }
  return *machine;
}

std::string ExtensionsOf(const llvm::TargetMachine& machine) {
  constexpr const char* kExtensions[] = {
#define KC_CPU_FEATURE(name) "+" name,
#include "runtime/abi/cpu_features.def"
  };
  const llvm::MCSubtargetInfo& info = *machine.getMCSubtargetInfo();
  llvm::SubtargetFeatures features;
  for (const char* const extension : kExtensions) {
    if (info.checkFeatures(extension)) {
      features.AddFeature(extension);
    }
  }
  return features.getString();
}

VectorLevel VectorLevelOf(const llvm::TargetMachine& machine) {
  const llvm::MCSubtargetInfo& info = *machine.getMCSubtargetInfo();
  if (info.checkFeatures("+avx512f,+avx512dq,+avx512bw,+avx512vl")) {
    return VectorLevel::Avx512;
  }
  return info.checkFeatures("+avx2,+fma") ? VectorLevel::Avx2 : VectorLevel::Sse4;
}

unsigned MaskedLoadBits(const TargetOptions& options) {
  constexpr unsigned kNone = 1U << 16;
  const Result<CpuTarget> target = FindCpuTarget(options);
  // Who emits the code says what is wrong.
  if (!target.ok()) {
    return kNone;
  }
  switch (VectorLevelOf(MachineFor(*target, options.opt_level))) {
    case VectorLevel::Sse4:
      return kNone;
    case VectorLevel::Avx2:
      return 32;
    case VectorLevel::Avx512:
      return 8;
  }
  KC_FATAL("no vector level");
}

}  // namespace kernelc::codegen
