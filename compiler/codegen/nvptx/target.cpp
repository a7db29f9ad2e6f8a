#include "compiler/codegen/nvptx/target.h"

#include <llvm/Config/llvm-config.h>
#include <llvm/MC/TargetRegistry.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <mutex>
#include <utility>

#include "compiler/base/check.h"
#include "compiler/codegen/codegen.h"
#include "compiler/codegen/known_targets.h"
#include "compiler/codegen/llvm/llvm_options.h"
#include "compiler/codegen/llvm/start_llvm.h"

// LLVM's entry points of the one target. `llvm/Support/TargetSelect.h` would bring in every target
// that LLVM has.
extern "C" {
void LLVMInitializeNVPTXTargetInfo();
void LLVMInitializeNVPTXTarget();
void LLVMInitializeNVPTXTargetMC();
void LLVMInitializeNVPTXAsmPrinter();
}

namespace kernelc::codegen {

namespace {

struct Architecture {
  std::string_view name;
  std::uint32_t ptx;
  std::uint32_t lowest_ptx;
};

constexpr Architecture kArchitectures[] = {
#define KC_CUDA_ARCH(name, ptx, lowest_ptx) {name, ptx, lowest_ptx},
#include "compiler/codegen/nvptx/architectures.def"
};

// Versions of the PTX ISA that LLVM can write.
constexpr std::uint32_t kPtxVersions[] = {63, 64, 65, 70, 71, 72, 73, 74, 75, 76, 77, 78,
                                          80, 81, 82, 83, 84, 85, 86, 87, 88, 90};

constexpr const char* kTriple = "nvptx64-nvidia-cuda";

std::string KnownNames() {
  std::string names;
  for (const Architecture& architecture : kArchitectures) {
    names += names.empty() ? "" : ", ";
    names += architecture.name;
  }
  return names;
}

// 80 as "8.0".
std::string VersionText(std::uint32_t version) {
  return fmt::format("{}.{}", version / 10, version % 10);
}

std::uint32_t NumberOf(std::string_view name) {
  std::uint32_t number = 0;
  const std::string_view digits = name.substr(3);
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

const llvm::Target& NvptxTarget() {
  static const llvm::Target* const target = [] {
    StartLlvm();
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
    // Shared, constant and local memory have 32-bit addresses in registers.
    LlvmOption<bool>("nvptx-short-ptr").setValue(true);
    PrepareBlocksOnce();
    std::string error;
    const llvm::Target* found = llvm::TargetRegistry::lookupTarget(llvm::Triple(kTriple), error);
    KC_CHECK(found != nullptr, "{}", error);
    return found;
  }();
  return *target;
}

}  // namespace

std::vector<std::string> CudaArchitectures() {
  std::vector<std::string> names;
  for (const Architecture& architecture : kArchitectures) {
    names.emplace_back(architecture.name);
  }
  return names;
}

Result<CudaTarget> FindCudaTarget(const TargetOptions& options) {
  for (const Architecture& architecture : kArchitectures) {
    if (architecture.name != options.arch) {
      continue;
    }
    CudaTarget target{options.arch, NumberOf(architecture.name), architecture.ptx};
    if (options.ptx_version != 0) {
      target.ptx = options.ptx_version;
    }
    if (target.ptx < architecture.lowest_ptx) {
      return Failure{fmt::format("{} needs PTX {} or later, {} was asked for", options.arch,
                                 VersionText(architecture.lowest_ptx), VersionText(target.ptx))};
    }
    if (std::ranges::find(kPtxVersions, target.ptx) == std::end(kPtxVersions)) {
      std::string known;
      for (const std::uint32_t version : kPtxVersions) {
        known += (known.empty() ? "" : ", ") + VersionText(version);
      }
      return Failure{fmt::format("PTX {} is not known; known are {}", VersionText(target.ptx), known)};
    }
    return target;
  }
  return Failure{
      fmt::format("unknown GPU architecture `{}`; known are {}", options.arch, KnownNames())};
}

Result<bool> CheckCudaTarget(const TargetOptions& options) {
  const Result<CudaTarget> found = FindCudaTarget(options);
  return found ? Result<bool>(true) : found.failure();
}

std::uint32_t PtxVersionFor(std::string_view arch, std::uint32_t most) {
  const auto* const found = std::ranges::find(kArchitectures, arch, &Architecture::name);
  if (found == std::end(kArchitectures) || most == 0 || most >= found->ptx) {
    return 0;
  }
  // The newest that both know; where there is none, what the driver knows, which is refused then.
  std::uint32_t version = most;
  for (const std::uint32_t known : kPtxVersions) {
    version = known <= most ? known : version;
  }
  return version;
}

llvm::TargetMachine& MachineFor(const CudaTarget& target, unsigned opt_level) {
  using Key = std::pair<std::string, unsigned>;
  thread_local std::map<Key, std::unique_ptr<llvm::TargetMachine>> machines;
  std::unique_ptr<llvm::TargetMachine>& machine =
      machines[{fmt::format("{}/{}", target.arch, target.ptx), opt_level}];
  if (machine == nullptr) {
    llvm::TargetOptions options;
    machine.reset(NvptxTarget().createTargetMachine(
        llvm::Triple(kTriple), target.arch, fmt::format("+ptx{}", target.ptx), options,
        llvm::Reloc::PIC_, std::nullopt,
        opt_level == 0 ? llvm::CodeGenOptLevel::None : llvm::CodeGenOptLevel::Aggressive));
    KC_CHECK(machine != nullptr, "no machine for {}", target.arch);
  }
  return *machine;
}

std::string LlvmVersion() { return LLVM_VERSION_STRING; }

}  // namespace kernelc::codegen
