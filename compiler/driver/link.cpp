#include "compiler/driver/link.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

namespace kernelc::driver {
namespace {

// The part of NVRTC's C interface (CUDA toolkit documentation, NVRTC 13.0) that is needed here.
struct Nvrtc {
  using Program = void*;
  enum : int { kSuccess = 0 };

  int (*create)(Program*, const char*, const char*, int, const char* const*,
                const char* const*) = nullptr;
  int (*compile)(Program, int, const char* const*) = nullptr;
  int (*destroy)(Program*) = nullptr;
  int (*log_size)(Program, std::size_t*) = nullptr;
  int (*log)(Program, char*) = nullptr;
  int (*ptx_size)(Program, std::size_t*) = nullptr;
  int (*ptx)(Program, char*) = nullptr;
  std::string missing;
};

template <typename Function>
bool FindSymbol(void* library, const char* name, Function** function) {
  *function = reinterpret_cast<Function*>(dlsym(library, name));
  return *function != nullptr;
}

Nvrtc OpenNvrtc() {
  Nvrtc api;
  std::vector<std::string> names = {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"};
  if (const char* home = std::getenv("CUDA_HOME")) {
    names.push_back(std::string(home) + "/lib64/libnvrtc.so");
  }
  names.emplace_back("/usr/local/cuda/lib64/libnvrtc.so");
  void* library = nullptr;
  for (const std::string& name : names) {
    library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library != nullptr) {
      break;
    }
  }
  if (library == nullptr) {
    api.missing = "libnvrtc.so, which compiles CUDA C++, is not on this machine";
    return api;
  }
  // The library stays open for the life of the process, as its functions may be called at any time.
  const bool found = FindSymbol(library, "nvrtcCreateProgram", &api.create) &&
                     FindSymbol(library, "nvrtcCompileProgram", &api.compile) &&
                     FindSymbol(library, "nvrtcDestroyProgram", &api.destroy) &&
                     FindSymbol(library, "nvrtcGetProgramLogSize", &api.log_size) &&
                     FindSymbol(library, "nvrtcGetProgramLog", &api.log) &&
                     FindSymbol(library, "nvrtcGetPTXSize", &api.ptx_size) &&
                     FindSymbol(library, "nvrtcGetPTX", &api.ptx);
  if (!found) {
    api.missing = "libnvrtc.so lacks functions that kernelc needs";
  }
  return api;
}

const Nvrtc& nvrtc() {
  static const Nvrtc api = OpenNvrtc();
  return api;
}

// Closes a program when it goes.
class ProgramOwner {
 public:
  explicit ProgramOwner(const Nvrtc& api) : api_(&api) {}
  ~ProgramOwner() {
    if (program_ != nullptr) {
      api_->destroy(&program_);
    }
  }
  ProgramOwner(const ProgramOwner&) = delete;
  ProgramOwner& operator=(const ProgramOwner&) = delete;
  Nvrtc::Program* place() { return &program_; }
  Nvrtc::Program get() const { return program_; }

 private:
  const Nvrtc* api_;
  Nvrtc::Program program_ = nullptr;
};

struct Suffix {
  std::string_view text;
  int kind;
};

// CUDA C++ becomes PTX first.
constexpr int kPtx = 2;
constexpr Suffix kSuffixes[] = {
    {".a", 6},     {".cu", kPtx},  {".cubin", 1}, {".fatbin", 4},
    {".lib", 6},   {".ltoir", 3},  {".o", 5},     {".ptx", kPtx},
};

std::optional<int> KindOf(std::string_view file) {
  for (const Suffix& suffix : kSuffixes) {
    if (file.ends_with(suffix.text)) {
      return suffix.kind;
    }
  }
  return std::nullopt;
}

Result<std::string> ReadAll(const std::string& file, const std::string& folder) {
  std::error_code ignored;
  const std::filesystem::path beside = std::filesystem::path(folder) / file;
  const std::filesystem::path path =
      std::filesystem::exists(file, ignored) ? std::filesystem::path(file) : beside;
  std::ifstream stream(path, std::ios::binary);
  if (!stream) {
    return Failure{fmt::format("cannot read `{}`, which the kernel is linked with, here or in `{}`",
                               file, folder.empty() ? "." : folder)};
  }
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

}  // namespace

Result<std::string> CompileCudaSource(const std::string& text, const std::string& name,
                                      const std::string& arch) {
  const Nvrtc& api = nvrtc();
  if (!api.missing.empty()) {
    return Failure{fmt::format("cannot compile `{}`: {}", name, api.missing)};
  }
  ProgramOwner program(api);
  if (api.create(program.place(), text.c_str(), name.c_str(), 0, nullptr, nullptr) !=
      Nvrtc::kSuccess) {
    return Failure{fmt::format("NVRTC does not take `{}`", name)};
  }
  const std::string arch_option =
      "--gpu-architecture=compute_" + arch.substr(arch.find('_') + 1);
  const std::array<const char*, 3> options = {arch_option.c_str(),
                                              "--relocatable-device-code=true", "--std=c++17"};
  const int status =
      api.compile(program.get(), static_cast<int>(options.size()), options.data());
  if (status != Nvrtc::kSuccess) {
    std::string log;
    std::size_t size = 0;
    if (api.log_size(program.get(), &size) == Nvrtc::kSuccess && size > 1) {
      log.resize(size);
      api.log(program.get(), log.data());
      log.resize(size - 1);
    }
    return Failure{fmt::format("NVRTC refuses `{}`:\n{}", name, log)};
  }
  std::size_t size = 0;
  std::string ptx;
  if (api.ptx_size(program.get(), &size) == Nvrtc::kSuccess && size > 0) {
    ptx.resize(size);
    api.ptx(program.get(), ptx.data());
    ptx.resize(size - 1);
  }
  return ptx;
}

Result<std::vector<LinkInput>> ReadLinkInputs(const std::vector<std::string>& files,
                                              const std::string& folder,
                                              const std::string& arch) {
  std::vector<LinkInput> inputs;
  for (const std::string& file : files) {
    const std::optional<int> kind = KindOf(file);
    if (!kind) {
      return Failure{fmt::format(
          "cannot link with `{}`: files are .ptx, .cu, .cubin, .fatbin, .o, .a and .ltoir", file)};
    }
    Result<std::string> bytes = ReadAll(file, folder);
    if (bytes && file.ends_with(".cu")) {
      bytes = CompileCudaSource(*bytes, file, arch);
    }
    if (!bytes) {
      return bytes.failure();
    }
    inputs.push_back({*kind, file, std::move(*bytes)});
  }
  return inputs;
}

}  // namespace kernelc::driver
