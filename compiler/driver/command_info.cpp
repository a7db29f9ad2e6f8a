// `kernelc devices`, `version`, `explain` and `builtins`.
#include <dlfcn.h>
#include <fmt/format.h>

#include <filesystem>
#include <ostream>
#include <system_error>

#include "compiler/codegen/codegen.h"
#include "compiler/codegen/known_targets.h"
#include "compiler/diag/explain.h"
#include "compiler/diag/renderer.h"
#include "compiler/driver/command_context.h"
#include "compiler/driver/compile.h"
#include "compiler/driver/near_word.h"
#include "compiler/driver/reference.h"
#include "compiler/driver/subprocess.h"
#include "compiler/driver/toolkit_api.h"
#include "kernelc/context.h"
#include "kernelc/device.h"
#include "kernelc/error.h"

namespace kernelc::driver {
namespace {

std::string SizeText(std::uint64_t bytes) {
  constexpr std::uint64_t kGiB = std::uint64_t{1} << 30;
  constexpr std::uint64_t kKiB = std::uint64_t{1} << 10;
  return bytes >= kGiB
             ? fmt::format("{:.1f} GiB", static_cast<double>(bytes) / static_cast<double>(kGiB))
             : fmt::format("{} KiB", bytes / kKiB);
}

void Row(std::ostream& out, std::string_view name, const std::string& value) {
  out << fmt::format("  {:<26} {}\n", name, value);
}

void PrintDevice(std::ostream& out, const Device& device) {
  const DeviceProperties& p = device.properties();
  out << fmt::format("{}  {}\n", device.name(), p.name);
  const bool cuda = device.kind() == DeviceKind::Cuda;
  if (cuda) {
    Row(out, "compute capability", fmt::format("{}.{}", p.compute_major, p.compute_minor));
  }
  Row(out, "architecture", device.arch());
  Row(out, "supported", device.supported() ? "yes" : "no: older than compute capability 7.5");
  Row(out, cuda ? "multiprocessors" : "threads that run blocks",
      fmt::format("{}", p.multiprocessors));
  Row(out, "threads per block", fmt::format("{}", p.max_threads_per_block));
  Row(out, "block extents", fmt::format("{}", fmt::join(p.max_block, " x ")));
  Row(out, "grid extents", fmt::format("{}", fmt::join(p.max_grid, " x ")));
  Row(out, "shared memory per block", SizeText(p.shared_memory_per_block));
  if (cuda) {
    Row(out, "shared memory, opt-in", SizeText(p.shared_memory_per_block_optin));
  }
  Row(out, "warp size", fmt::format("{}", p.warp_size));
  Row(out, "memory", SizeText(p.total_memory));
  if (cuda) {
    Row(out, "PCI bus", p.pci_bus_id);
    Row(out, "UUID", p.uuid);
    Row(out, "driver",
        fmt::format("CUDA {}.{}", p.driver_version / 1000, p.driver_version % 1000 / 10));
  }
}

std::string DriverText() {
  constexpr const char* kName = "libcuda.so.1";
  void* library = dlopen(kName, RTLD_LAZY | RTLD_LOCAL);
  if (library == nullptr) {
    return "not found";
  }
  dlclose(library);
  return kName;
}

// The file that a function of a library of the toolkit came from.
template <typename Function>
std::string FileOf(Function* function) {
  Dl_info info{};
  return dladdr(reinterpret_cast<const void*>(function), &info) != 0 && info.dli_fname != nullptr
             ? info.dli_fname
             : "found";
}

std::string NvJitLinkText() {
  std::string why;
  const NvJitLinkTable* const table = OpenNvJitLink(&why);
  return table == nullptr ? "not found" : FileOf(table->nvJitLinkAddData);
}

std::string NvrtcText() {
  std::string why;
  const NvrtcTable* const table = OpenNvrtc(&why);
  return table == nullptr ? "not found" : FileOf(table->nvrtcVersion);
}

// The folder of declarations for editors, beside the command where it is installed or in a
// checkout.
std::string DeclarationsText() {
  std::error_code error;
  const std::filesystem::path folder =
      std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
  for (const char* place : {"../share/kernelc/stubs", "../../../stdlib/stubs"}) {
    const std::filesystem::path found = (folder / place).lexically_normal();
    if (std::filesystem::is_directory(found / "kernelc", error)) {
      return found.string();
    }
  }
  return "not installed; `kernelc builtins --pyi` prints them";
}

std::string ToolText(const std::string& name) {
  const std::string path = FindTool(name);
  return path.empty() ? "not found" : path;
}

// Words one after the other, in lines of a readable length.
void Row(std::ostream& out, std::string_view name, const std::vector<std::string>& words) {
  constexpr std::size_t kWidth = 90;
  std::string line;
  for (const std::string& word : words) {
    if (!line.empty() && line.size() + word.size() >= kWidth) {
      Row(out, name, line);
      name = "";
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
  }
  Row(out, name, line);
}

// With and without their modules.
std::vector<std::string> BuiltinNames() {
  std::vector<std::string> names;
  for (const ReferenceRow& row : Reference()) {
    names.push_back(row.name);
    names.push_back(row.name.substr(row.name.rfind('.') + 1));
  }
  return names;
}

std::vector<std::string> KindNames() {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < static_cast<std::size_t>(diag::Kind::kCount); ++i) {
    names.emplace_back(diag::kind_info(static_cast<diag::Kind>(i)).name);
  }
  return names;
}

}  // namespace

int RunDevices(CommandContext& context, const DevicesOptions& options) {
  if (options.watch) {
    return WatchDevices(context, options);
  }
  for (const Device& device : devices()) {
    PrintDevice(context.out(), device);
  }
  if (!cuda_available()) {
    context.out() << fmt::format("no CUDA device: {}\n", why_cuda_is_unavailable());
  }
  return kExitDone;
}

int RunVersion(CommandContext& context) {
  std::ostream& out = context.out();
  out << fmt::format("kernelc {}\n", Version());
  Row(out, "LLVM", codegen::LlvmVersion());
  Row(out, "libdevice",
      codegen::HasLibdevice() ? "linked in" : "not linked in (built without the CUDA toolkit)");
  Row(out, "CUDA targets", codegen::CudaArchitectures());
  std::vector<std::string> cpus = {"cpu"};
  for (const std::string& name : codegen::CpuNames()) {
    cpus.push_back("cpu:" + name);
  }
  Row(out, "CPU targets", cpus);
  Row(out, "CUDA driver", DriverText());
  Row(out, "nvJitLink", NvJitLinkText());
  Row(out, "NVRTC", NvrtcText());
  Row(out, "type declarations", DeclarationsText());
  Row(out, "ptxas", ToolText("ptxas"));
  Row(out, "nvdisasm", ToolText("nvdisasm"));
  return kExitDone;
}

int RunExplain(CommandContext& context, const std::string& kind_name) {
  if (kind_name.empty()) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(diag::Kind::kCount); ++i) {
      const diag::KindInfo& info = diag::kind_info(static_cast<diag::Kind>(i));
      context.out() << fmt::format("{:<28} {}\n", info.name, info.summary);
    }
    return kExitDone;
  }
  const diag::Kind kind = diag::FindKind(kind_name);
  if (kind == diag::Kind::kCount) {
    return context.Fail(
        Fault::UnknownDiagnostic,
        fmt::format("`{}` is no kind of diagnostic{} (`kernelc explain` lists them)", kind_name,
                    DidYouMean(kind_name, KindNames())));
  }
  context.out() << diag::ExplainPage(kind);
  return kExitDone;
}

int RunBuiltins(CommandContext& context, const BuiltinsOptions& options) {
  std::ostream& out = context.out();
  if (options.markdown || options.pyi) {
    if (const std::vector<std::string> strays = StrayReferenceRows(); !strays.empty()) {
      return context.Fail(
          Fault::InternalError,
          fmt::format("reference.def names what no table has: {}", fmt::join(strays, ", ")));
    }
    out << (options.markdown ? ReferenceMarkdown() : ReferencePyi());
    return kExitDone;
  }
  if (!options.name.empty()) {
    const std::vector<const ReferenceRow*> rows = FindReference(options.name);
    if (rows.empty()) {
      return context.Fail(Fault::UnknownBuiltin,
                          fmt::format("`{}` is no builtin{} (`kernelc builtins` lists them)",
                                      options.name, DidYouMean(options.name, BuiltinNames())));
    }
    for (const ReferenceRow* row : rows) {
      out << ReferenceText(*row);
    }
    return kExitDone;
  }
  std::string group;
  for (const ReferenceRow& row : Reference()) {
    if (row.group != group) {
      out << (group.empty() ? "" : "\n") << row.group << "\n";
      group = row.group;
    }
    out << (row.text.empty() ? fmt::format("  {}\n", row.Call())
                             : fmt::format("  {:<44} {}\n", row.Call(), row.text));
  }
  return kExitDone;
}

}  // namespace kernelc::driver
