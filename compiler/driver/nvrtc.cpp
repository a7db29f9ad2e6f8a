#include "compiler/driver/nvrtc.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <memory>

namespace kernelc::driver {
namespace {

// The part of NVRTC's C interface (CUDA toolkit documentation, NVRTC 13.0) that is needed here; the
// library is opened at run time and never linked.
struct Nvrtc {
  using Handle = void*;
  enum : int { kSuccess = 0, kCompilation = 6 };

  int (*create)(Handle*, const char*, const char*, int, const char* const*,
                const char* const*) = nullptr;
  int (*destroy)(Handle*) = nullptr;
  int (*compile)(Handle, int, const char* const*) = nullptr;
  int (*ptx_size)(Handle, std::size_t*) = nullptr;
  int (*ptx)(Handle, char*) = nullptr;
  int (*log_size)(Handle, std::size_t*) = nullptr;
  int (*log)(Handle, char*) = nullptr;
  const char* (*error_text)(int) = nullptr;
  int (*version)(int*, int*) = nullptr;
  std::string missing;
};

template <typename Function>
bool FindSymbol(void* library, const char* name, Function** function) {
  *function = reinterpret_cast<Function*>(dlsym(library, name));
  return *function != nullptr;
}

// Folders of the CUDA toolkit, the first that is there first.
std::vector<std::string> ToolkitFolders() {
  std::vector<std::string> folders;
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"}) {
    if (const char* folder = std::getenv(variable); folder != nullptr && *folder != '\0') {
      folders.emplace_back(folder);
    }
  }
  folders.emplace_back("/usr/local/cuda");
  return folders;
}

Nvrtc OpenNvrtc() {
  Nvrtc api;
  std::vector<std::string> names = {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"};
  for (const std::string& folder : ToolkitFolders()) {
    names.push_back(folder + "/lib64/libnvrtc.so");
  }
  void* library = nullptr;
  for (const std::string& name : names) {
    library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library != nullptr) {
      break;
    }
  }
  if (library == nullptr) {
    api.missing =
        "libnvrtc.so is not on this machine: install the CUDA toolkit, or set CUDA_HOME to where it "
        "is";
    return api;
  }
  // The library stays open for the life of the process, as its functions may be called at any time.
  const bool found = FindSymbol(library, "nvrtcCreateProgram", &api.create) &&
                     FindSymbol(library, "nvrtcDestroyProgram", &api.destroy) &&
                     FindSymbol(library, "nvrtcCompileProgram", &api.compile) &&
                     FindSymbol(library, "nvrtcGetPTXSize", &api.ptx_size) &&
                     FindSymbol(library, "nvrtcGetPTX", &api.ptx) &&
                     FindSymbol(library, "nvrtcGetProgramLogSize", &api.log_size) &&
                     FindSymbol(library, "nvrtcGetProgramLog", &api.log) &&
                     FindSymbol(library, "nvrtcGetErrorString", &api.error_text) &&
                     FindSymbol(library, "nvrtcVersion", &api.version);
  if (!found) {
    api.missing = "libnvrtc.so lacks functions that kernelc needs";
  }
  return api;
}

const Nvrtc& Library() {
  static const Nvrtc api = OpenNvrtc();
  return api;
}

std::vector<std::string> OptionTexts(const NvrtcOptions& options) {
  std::vector<std::string> texts = {
      // `sm_90` gives PTX for it and later ones as `compute_90`.
      "--gpu-architecture=compute_" + options.arch.substr(options.arch.find('_') + 1),
      "--std=c++17",
  };
  for (const std::string& folder : ToolkitFolders()) {
    std::error_code ignored;
    if (std::filesystem::exists(folder + "/include/cuda_fp16.h", ignored)) {
      texts.push_back("--include-path=" + folder + "/include");
      // What the toolkit's own headers include.
      texts.push_back("--include-path=" + folder + "/include/cccl");
      break;
    }
  }
  if (options.max_registers != 0) {
    texts.push_back(fmt::format("--maxrregcount={}", options.max_registers));
  }
  if (options.relocatable) {
    texts.emplace_back("--relocatable-device-code=true");
  }
  if (options.debug) {
    texts.emplace_back("--device-debug");
  } else if (options.line_info) {
    texts.emplace_back("--generate-line-info");
  }
  return texts;
}

std::string LogOf(const Nvrtc& api, Nvrtc::Handle handle) {
  std::size_t size = 0;
  if (api.log_size(handle, &size) != Nvrtc::kSuccess || size <= 1) {
    return {};
  }
  std::string log(size, '\0');
  api.log(handle, log.data());
  log.resize(size - 1);
  return log;
}

}  // namespace

Result<NvrtcLibrary> FindNvrtc() {
  const Nvrtc& api = Library();
  if (!api.missing.empty()) {
    return Failure{api.missing};
  }
  int major = 0;
  int minor = 0;
  Dl_info info{};
  if (api.version(&major, &minor) != Nvrtc::kSuccess ||
      dladdr(reinterpret_cast<const void*>(api.version), &info) == 0) {
    return Failure{"NVRTC does not say which version it is"};
  }
  return NvrtcLibrary{fmt::format("{}.{}", major, minor), info.dli_fname};
}

Result<std::string> CompileWithNvrtc(std::string_view source, std::string_view name,
                                     const std::vector<NvrtcHeader>& headers,
                                     const NvrtcOptions& options) {
  const Nvrtc& api = Library();
  if (!api.missing.empty()) {
    return Failure{api.missing};
  }
  std::vector<const char*> header_names;
  std::vector<const char*> header_texts;
  for (const NvrtcHeader& header : headers) {
    header_names.push_back(header.name.c_str());
    header_texts.push_back(header.text.c_str());
  }
  const std::string text(source);
  const std::string text_name(name);
  Nvrtc::Handle handle = nullptr;
  int status = api.create(&handle, text.c_str(), text_name.c_str(),
                          static_cast<int>(headers.size()), header_texts.data(),
                          header_names.data());
  if (status != Nvrtc::kSuccess) {
    return Failure{fmt::format("NVRTC cannot begin: {}", api.error_text(status))};
  }
  const std::unique_ptr<Nvrtc::Handle, int (*)(Nvrtc::Handle*)> owner(&handle, api.destroy);
  const std::vector<std::string> texts = OptionTexts(options);
  std::vector<const char*> arguments;
  for (const std::string& option : texts) {
    arguments.push_back(option.c_str());
  }
  status = api.compile(handle, static_cast<int>(arguments.size()), arguments.data());
  if (status != Nvrtc::kSuccess) {
    const std::string log = LogOf(api, handle);
    return Failure{fmt::format("NVRTC refuses `{}`: {}{}{}", name, api.error_text(status),
                               log.empty() ? "" : "\n", log)};
  }
  std::size_t size = 0;
  status = api.ptx_size(handle, &size);
  std::string ptx(size, '\0');
  if (status == Nvrtc::kSuccess) {
    status = api.ptx(handle, ptx.data());
  }
  if (status != Nvrtc::kSuccess) {
    return Failure{fmt::format("NVRTC gives no PTX: {}", api.error_text(status))};
  }
  // The terminator is counted.
  ptx.resize(ptx.empty() ? 0 : ptx.size() - 1);
  return ptx;
}

}  // namespace kernelc::driver
