// PTX to machine code for one architecture, and machine code to text, by what the machine has.
#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>
#include <memory>

#include "compiler/driver/compile.h"
#include "compiler/driver/link.h"
#include "compiler/driver/subprocess.h"

namespace kernelc::driver {
namespace {

// The part of nvJitLink's C interface (CUDA toolkit documentation, nvJitLink 13.0) that is needed
// here; the library is opened at run time and never linked.
struct NvJitLink {
  using Handle = void*;
  enum : int { kSuccess = 0, kInputPtx = 2 };

  int (*create)(Handle*, std::uint32_t, const char**) = nullptr;
  int (*destroy)(Handle*) = nullptr;
  int (*add_data)(Handle, int, const void*, std::size_t, const char*) = nullptr;
  int (*complete)(Handle) = nullptr;
  int (*cubin_size)(Handle, std::size_t*) = nullptr;
  int (*cubin)(Handle, void*) = nullptr;
  int (*error_log_size)(Handle, std::size_t*) = nullptr;
  int (*error_log)(Handle, char*) = nullptr;
  std::string missing;
};

template <typename Function>
bool FindSymbol(void* library, const char* name, Function** function) {
  *function = reinterpret_cast<Function*>(dlsym(library, name));
  return *function != nullptr;
}

NvJitLink OpenNvJitLink() {
  NvJitLink api;
  std::vector<std::string> names = {"libnvJitLink.so.13", "libnvJitLink.so.12", "libnvJitLink.so"};
  if (const char* home = std::getenv("CUDA_HOME")) {
    names.push_back(std::string(home) + "/lib64/libnvJitLink.so.13");
  }
  names.emplace_back("/usr/local/cuda/lib64/libnvJitLink.so.13");
  void* library = nullptr;
  for (const std::string& name : names) {
    library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library != nullptr) {
      break;
    }
  }
  if (library == nullptr) {
    api.missing = "libnvJitLink.so is not on this machine";
    return api;
  }
  // The library stays open for the life of the process, as its functions may be called at any time.
  const bool found = FindSymbol(library, "nvJitLinkCreate", &api.create) &&
                     FindSymbol(library, "nvJitLinkDestroy", &api.destroy) &&
                     FindSymbol(library, "nvJitLinkAddData", &api.add_data) &&
                     FindSymbol(library, "nvJitLinkComplete", &api.complete) &&
                     FindSymbol(library, "nvJitLinkGetLinkedCubinSize", &api.cubin_size) &&
                     FindSymbol(library, "nvJitLinkGetLinkedCubin", &api.cubin) &&
                     FindSymbol(library, "nvJitLinkGetErrorLogSize", &api.error_log_size) &&
                     FindSymbol(library, "nvJitLinkGetErrorLog", &api.error_log);
  if (!found) {
    api.missing = "libnvJitLink.so lacks functions that kernelc needs";
  }
  return api;
}

Failure LinkFailure(const NvJitLink& api, NvJitLink::Handle handle, int status) {
  std::string log;
  std::size_t size = 0;
  if (handle != nullptr && api.error_log_size(handle, &size) == NvJitLink::kSuccess && size > 1) {
    log.resize(size);
    api.error_log(handle, log.data());
    log.resize(size - 1);
  }
  return Failure{
      fmt::format("nvJitLink failed with status {}{}{}", status, log.empty() ? "" : ": ", log)};
}

Result<std::vector<std::byte>> LinkWithNvJitLink(const NvJitLink& api, std::string_view ptx,
                                                 const std::string& arch,
                                                 const std::vector<LinkInput>& inputs) {
  const std::string arch_option = "-arch=" + arch;
  const char* options[] = {arch_option.c_str()};
  NvJitLink::Handle handle = nullptr;
  int status = api.create(&handle, 1, options);
  if (status != NvJitLink::kSuccess) {
    return LinkFailure(api, nullptr, status);
  }
  const std::unique_ptr<NvJitLink::Handle, int (*)(NvJitLink::Handle*)> owner(&handle, api.destroy);
  // nvJitLink wants PTX as a C string, the terminator counted.
  const std::string text(ptx);
  status = api.add_data(handle, NvJitLink::kInputPtx, text.c_str(), text.size() + 1, "kernelc.ptx");
  for (const LinkInput& input : inputs) {
    if (status == NvJitLink::kSuccess) {
      const std::size_t terminator = input.kind == NvJitLink::kInputPtx ? 1 : 0;
      status = api.add_data(handle, input.kind, input.bytes.c_str(),
                            input.bytes.size() + terminator, input.name.c_str());
    }
  }
  if (status == NvJitLink::kSuccess) {
    status = api.complete(handle);
  }
  std::size_t size = 0;
  if (status == NvJitLink::kSuccess) {
    status = api.cubin_size(handle, &size);
  }
  std::vector<std::byte> cubin(size);
  if (status == NvJitLink::kSuccess) {
    status = api.cubin(handle, cubin.data());
  }
  if (status != NvJitLink::kSuccess) {
    return LinkFailure(api, handle, status);
  }
  return cubin;
}

Result<std::vector<std::byte>> AssembleWithPtxas(const std::string& ptxas, std::string_view ptx,
                                                 const std::string& arch) {
  const TemporaryFile input(".ptx");
  const TemporaryFile output(".cubin");
  if (input.path().empty() || output.path().empty() || !input.Write(ptx)) {
    return Failure{"cannot write a file in the temporary folder"};
  }
  const Result<std::string> ran =
      RunTool({ptxas, "-arch=" + arch, input.path(), "-o", output.path()});
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

const NvJitLink& nvjitlink() {
  static const NvJitLink api = OpenNvJitLink();
  return api;
}

}  // namespace

Result<std::vector<std::byte>> LinkCubin(std::string_view ptx, const std::string& arch,
                                         const std::vector<std::string>& files,
                                         const std::string& folder) {
  const NvJitLink& api = nvjitlink();
  if (!api.missing.empty()) {
    return Failure{fmt::format("linking with `{}` needs nvJitLink of the CUDA toolkit: {}",
                               files.front(), api.missing)};
  }
  const Result<std::vector<LinkInput>> inputs = ReadLinkInputs(files, folder, arch);
  if (!inputs) {
    return inputs.failure();
  }
  return LinkWithNvJitLink(api, ptx, arch, *inputs);
}

Result<std::vector<std::byte>> AssembleCubin(std::string_view ptx, const std::string& arch) {
  const NvJitLink& api = nvjitlink();
  if (api.missing.empty()) {
    return LinkWithNvJitLink(api, ptx, arch, {});
  }
  const std::string ptxas = FindTool("ptxas");
  if (!ptxas.empty()) {
    return AssembleWithPtxas(ptxas, ptx, arch);
  }
  return Failure{
      fmt::format("a cubin needs nvJitLink or ptxas of the CUDA toolkit: {}, and `ptxas` is not in "
                  "$CUDA_HOME/bin, on PATH or in /usr/local/cuda/bin",
                  api.missing)};
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
