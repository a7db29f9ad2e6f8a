#include "compiler/driver/option_uses.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace kernelc::driver {
namespace {

using Set = unsigned;

constexpr Set Bit(Artifact artifact) { return Set{1} << static_cast<unsigned>(artifact); }

struct Use {
  std::string_view option;
  Set forms;
  Set devices;
  Set backends;
  Set subjects;
};

// The names that the rows use.
namespace names {
constexpr Set Ast = Bit(Artifact::Ast);
constexpr Set Kir = Bit(Artifact::Kir);
constexpr Set CudaCpp = Bit(Artifact::Cuda);
constexpr Set Llvm = Bit(Artifact::Llvm);
constexpr Set Bitcode = Bit(Artifact::Bitcode);
constexpr Set Ltoir = Bit(Artifact::Ltoir);
constexpr Set Ptx = Bit(Artifact::Ptx);
constexpr Set Cubin = Bit(Artifact::Cubin);
constexpr Set Sass = Bit(Artifact::Sass);
constexpr Set Header = Bit(Artifact::Header);
constexpr Set Host =
    Bit(Artifact::Object) | Bit(Artifact::StaticLibrary) | Header | Bit(Artifact::Image);
constexpr Set Made = Kir | CudaCpp | Llvm | Bitcode | Ltoir | Ptx | Cubin | Sass | Host;
constexpr Set All = Ast | Made;

constexpr Set Cuda = 1;
constexpr Set Cpu = 2;
constexpr Set AnyDevice = Cuda | Cpu;

constexpr Set LlvmBackend = 1;
constexpr Set Nvrtc = 2;
constexpr Set AnyBackend = LlvmBackend | Nvrtc;

constexpr Set Kernels = 1;
constexpr Set Functions = 2;
constexpr Set Both = Kernels | Functions;

constexpr Use kUses[] = {
#define KC_OPTION_USE(option, forms, devices, backends, subjects) \
  {option, forms, devices, backends, subjects},
#include "compiler/driver/option_uses.def"
};
}  // namespace names

constexpr std::string_view kArtifactNames[] = {
#define KC_ARTIFACT(name, text) text,
#include "compiler/driver/artifacts.def"
};

std::string ListForms(Set forms) {
  std::string list;
  for (Set left = forms; left != 0; left &= left - 1) {
    const auto name = kArtifactNames[static_cast<std::size_t>(std::countr_zero(left))];
    const bool is_last = std::has_single_bit(left);
    list += fmt::format("{}{}", list.empty() ? "" : is_last ? " and " : ", ", name);
  }
  return list;
}

// What is asked for, as a row would say it.
Use AsUse(const Purpose& purpose) {
  Use use{};
  for (const Artifact form : purpose.forms) {
    use.forms |= Bit(form);
  }
  use.devices = (purpose.for_cuda ? names::Cuda : 0) | (purpose.for_cpu ? names::Cpu : 0);
  use.backends = purpose.through_nvrtc ? names::Nvrtc : names::LlvmBackend;
  use.subjects = purpose.device_functions ? names::Functions : names::Kernels;
  return use;
}

int Misses(const Use& row, const Use& asked) {
  return ((row.forms & asked.forms) == 0) + ((row.devices & asked.devices) == 0) +
         ((row.backends & asked.backends) == 0) + ((row.subjects & asked.subjects) == 0);
}

// Why `row`, which is nearest to what is asked for, does not cover it.
std::string Reason(const Use& row, const Use& asked) {
  if ((row.forms & asked.forms) == 0) {
    return fmt::format("here: it is for --emit {}", ListForms(row.forms));
  }
  if ((row.devices & asked.devices) == 0) {
    return row.devices == names::Cuda ? "on the CPU: it is for CUDA devices and targets"
                                      : "on a GPU: it is for the CPU";
  }
  if ((row.subjects & asked.subjects) == 0) {
    return row.subjects == names::Functions ? "for kernels: it is for functions of --device"
                                            : "for functions of --device: it is for kernels";
  }
  return row.backends == names::Nvrtc ? "with --backend llvm: it is for --backend nvrtc"
                                      : "with --backend nvrtc: it is for --backend llvm";
}

bool IsCpuName(std::string_view name) { return name == "cpu" || name.starts_with("cpu:"); }

}  // namespace

std::string_view artifact_name(Artifact artifact) {
  return kArtifactNames[static_cast<std::size_t>(artifact)];
}

Purpose PurposeOf(const BuildOptions& options) {
  Purpose purpose{{options.emit}};
  // Without a target, forms for hosts are for both, but for an object.
  const bool is_host = (Bit(options.emit) & names::Host) != 0;
  const bool is_given = !options.targets.empty();
  purpose.for_cpu = is_given ? std::ranges::any_of(options.targets, IsCpuName) : is_host;
  purpose.for_cuda = is_given ? !std::ranges::all_of(options.targets, IsCpuName)
                              : options.emit != Artifact::Object;
  purpose.through_nvrtc = options.compile.backend == Backend::Nvrtc;
  purpose.device_functions = options.device_functions;
  return purpose;
}

Purpose PurposeOf(const RunOptions& options) {
  Purpose purpose{options.emit};
  purpose.for_cpu = options.device.empty() || IsCpuName(options.device);
  purpose.for_cuda = !IsCpuName(options.device);
  if (purpose.for_cpu) {
    purpose.forms.push_back(Artifact::Object);
  }
  if (purpose.for_cuda) {
    purpose.forms.push_back(Artifact::Cubin);
  }
  purpose.through_nvrtc = options.compile.backend == Backend::Nvrtc;
  return purpose;
}

Purpose PurposeOf(const OccupancyOptions& options) {
  Purpose purpose{{Artifact::Cubin}};
  purpose.for_cuda = true;
  purpose.through_nvrtc = options.compile.backend == Backend::Nvrtc;
  return purpose;
}

std::optional<std::string> FindUselessOption(const std::vector<std::string>& given,
                                             const Purpose& purpose) {
  const Use asked = AsUse(purpose);
  for (const std::string& option : given) {
    const Use* nearest = nullptr;
    for (const Use& row : names::kUses) {
      if (row.option == option &&
          (nearest == nullptr || Misses(row, asked) < Misses(*nearest, asked))) {
        nearest = &row;
      }
    }
    if (nearest != nullptr && Misses(*nearest, asked) > 0) {
      return fmt::format("`{}` does nothing {}", option, Reason(*nearest, asked));
    }
  }
  return std::nullopt;
}

}  // namespace kernelc::driver
