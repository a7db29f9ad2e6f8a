// PTX to machine code for one architecture, and machine code to text, by what the machine has.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "compiler/driver/compile.h"
#include "compiler/driver/defined_functions.h"
#include "compiler/driver/link.h"
#include "compiler/driver/nvjitlink.h"
#include "compiler/driver/subprocess.h"
#include "kernelc/runtime.h"

namespace kernelc::driver {
namespace {

Result<std::vector<std::byte>> AssembleWithPtxas(const std::string& ptxas, std::string_view ptx,
                                                 const std::string& arch, bool relocatable) {
  const TemporaryFile input(".ptx");
  const TemporaryFile output(".cubin");
  if (input.path().empty() || output.path().empty() || !input.Write(ptx)) {
    return Failure{"cannot write a file in the temporary folder"};
  }
  std::vector<std::string> command = {ptxas, "-arch=" + arch, input.path(), "-o", output.path()};
  if (relocatable) {
    command.emplace_back("--compile-only");
  }
  const Result<std::string> ran = RunTool(command);
  if (!ran) {
    return ran.failure();
  }
  const Result<std::string> bytes = output.Read();
  if (!bytes) {
    return bytes.failure();
  }
  const auto* data = reinterpret_cast<const std::byte*>(bytes->data());
  return std::vector<std::byte>(data, data + bytes->size());
}

// `cubin`, which holds what `ptx` asks for: kernels, and where it is to be linked, functions.
Result<std::vector<std::byte>> Checked(Result<std::vector<std::byte>> cubin, std::string_view ptx,
                                       const std::string& arch, bool relocatable) {
  if (cubin) {
    std::vector<std::string> symbols = KernelsOfPtx(ptx);
    if (relocatable) {
      std::ranges::move(FunctionsOfPtx(ptx), std::back_inserter(symbols));
    }
    abi::Code code;
    code.kind = abi::CodeKind::Cubin;
    code.arch = arch;
    code.bytes = std::move(*cubin);
    CheckDefines(code, symbols);
    *cubin = std::move(code.bytes);
  }
  return cubin;
}

// Says which function two inputs define; empty for none.
std::string DefinedTwice(std::string_view ptx, const std::vector<LinkInput>& inputs) {
  std::map<std::string, std::string> owners;
  for (std::string& name : FunctionsOfPtx(ptx)) {
    owners.emplace(std::move(name), "the kernel's file");
  }
  for (const LinkInput& input : inputs) {
    for (std::string& name : FunctionsOf(input)) {
      const auto [owner, is_new] = owners.emplace(std::move(name), fmt::format("`{}`", input.name));
      if (!is_new) {
        return fmt::format("`{}` is defined twice: in {} and in `{}`", owner->first, owner->second,
                           input.name);
      }
    }
  }
  return {};
}

// By the driver of a device of this architecture, whose linker knows no LTO-IR. `missing` says why there is no nvJitLink.
Result<std::vector<std::byte>> LinkWithDriver(std::string_view ptx, const std::string& arch,
                                              const std::vector<LinkInput>& inputs,
                                              const std::string& missing) {
  const std::string needs = fmt::format("linking with `{}` needs nvJitLink of the CUDA toolkit",
                                        inputs.empty() ? "kernelc.ptx" : inputs.front().name);
  try {
    for (const Device& device : devices()) {
      if (device.kind() == DeviceKind::Cuda && device.arch() == arch) {
        return LinkPtx(Context(device), ptx, inputs);
      }
    }
  } catch (const Error& error) {
    return Failure{fmt::format("{}, or the driver: {}; {}", needs, missing, error.what())};
  }
  return Failure{fmt::format("{}, or a driver with a device of {}: {}", needs, arch, missing)};
}

}  // namespace

Result<std::vector<std::byte>> LinkCubin(std::string_view ptx, const std::string& arch,
                                         const std::vector<LinkInput>& inputs) {
  if (const std::string twice = DefinedTwice(ptx, inputs); !twice.empty()) {
    return Failure{twice};
  }
  std::string missing;
  if (HasNvJitLink(&missing)) {
    return Checked(LinkWithNvJitLink(ptx, arch, inputs), ptx, arch, false);
  }
  return Checked(LinkWithDriver(ptx, arch, inputs, missing), ptx, arch, false);
}

Result<std::vector<std::byte>> AssembleCubin(std::string_view ptx, const std::string& arch) {
  std::string missing;
  const std::string ptxas = FindTool("ptxas");
  if (!ptxas.empty()) {
    Result<std::vector<std::byte>> cubin =
        Checked(AssembleWithPtxas(ptxas, ptx, arch, false), ptx, arch, false);
    // It may be older than the architecture.
    if (cubin || !HasNvJitLink(&missing)) {
      return cubin;
    }
  }
  // Second, as a linker's code is slower: cached_code.h.
  if (HasNvJitLink(&missing)) {
    return Checked(LinkWithNvJitLink(ptx, arch, {}), ptx, arch, false);
  }
  return Failure{
      fmt::format("a cubin needs ptxas or nvJitLink of the CUDA toolkit: `ptxas` is not in $CUDA_HOME/bin, on "
                  "PATH or in /usr/local/cuda/bin; and {}",
                  missing)};
}

Result<std::vector<std::byte>> AssembleRelocatable(std::string_view ptx, const std::string& arch) {
  const std::string ptxas = FindTool("ptxas");
  if (ptxas.empty()) {
    return Failure{
        "a cubin of device functions, to be linked, needs `ptxas` of the CUDA toolkit, which is not in "
        "$CUDA_HOME/bin, on PATH or in /usr/local/cuda/bin; --emit ptx and ltoir can be linked as well"};
  }
  return Checked(AssembleWithPtxas(ptxas, ptx, arch, true), ptx, arch, true);
}

Result<std::string> Disassemble(const std::vector<std::byte>& cubin) {
  const std::string tool = FindTool("nvdisasm");
  if (tool.empty()) {
    return Failure{
        "SASS needs `nvdisasm` of the CUDA toolkit, which is not in $CUDA_HOME/bin, on PATH or in "
        "/usr/local/cuda/bin"};
  }
  const TemporaryFile input(".cubin");
  const auto* data = reinterpret_cast<const char*>(cubin.data());
  if (input.path().empty() || !input.Write({data, cubin.size()})) {
    return Failure{"cannot write a file in the temporary folder"};
  }
  return RunTool({tool, input.path()});
}

}  // namespace kernelc::driver
