#include "compiler/driver/cached_code.h"

#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "compiler/cache/file_facts.h"
#include "compiler/driver/compile.h"
#include "compiler/driver/subprocess.h"
#include "compiler/driver/toolkit_api.h"
#include "kernelc/device.h"
#include "kernelc/error.h"
#include "kernelc/module.h"

namespace kernelc::driver {
namespace {

// Null where there is no assembler, or it refuses: the driver will say why when it gets the PTX.
std::optional<std::vector<std::byte>> TryAssemble(const Context& context, std::string_view ptx,
                                                  unsigned level) {
  try {
    return AssemblePtx(context, ptx, level);
  } catch (const Error& error) {
    // What the program asked for is its own to mend.
    if (error.code() == ErrorCode::InvalidArgument) {
      throw;
    }
    return std::nullopt;
  }
}

// What the driver's cache must hold at least, in bytes, to be of use for more than single kernels.
constexpr std::uint64_t kLeastDriverCache = 1 << 20;

// Whether files can be made in the folder `path`, which is made where it is missing.
bool CanBeWritten(const std::filesystem::path& path) {
  std::error_code ignored;
  std::filesystem::path folder = std::filesystem::absolute(path, ignored);
  while (!std::filesystem::exists(folder, ignored) && folder.has_relative_path()) {
    folder = folder.parent_path();
  }
  return access(folder.c_str(), W_OK | X_OK) == 0;
}

}  // namespace

bool DriverKeepsCode() {
  const char* const off = std::getenv("CUDA_CACHE_DISABLE");
  if (off != nullptr && *off != '\0' && *off != '0') {
    return false;
  }
  // Code that is larger than the cache is not kept.
  const char* const size = std::getenv("CUDA_CACHE_MAXSIZE");
  if (size != nullptr && *size != '\0' && std::strtoull(size, nullptr, 10) < kLeastDriverCache) {
    return false;
  }
  const char* const path = std::getenv("CUDA_CACHE_PATH");
  const char* const home = std::getenv("HOME");
  return path != nullptr ? CanBeWritten(path)
                         : home != nullptr && *home != '\0' &&
                               CanBeWritten(std::filesystem::path(home) / ".nv/ComputeCache");
}

MachineCode AddMachineCode(const Context& context, const cache::Store* store, unsigned level,
                           bool anew, abi::KernelImage* image) {
  const auto ptx = std::ranges::find(image->codes, abi::CodeKind::Ptx, &abi::Code::kind);
  if (ptx == image->codes.end()) {
    return MachineCode::None;
  }
  cache::Hash key;
  std::optional<std::vector<std::byte>> code;
  if (store != nullptr) {
    cache::Hasher hasher;
    store->BeginKey(cache::EntryKind::Code, &hasher);
    // The target with its suffix is part of the name and of the text; the assembler's name has the device.
    hasher.Add(ptx->arch).Add(ptx->bytes).Add(AssemblerName(context)).Add(std::to_string(level));
    key = hasher.Finish();
    code = anew ? std::nullopt : store->Get(cache::EntryKind::Code, key);
  }
  const MachineCode source = code ? MachineCode::Cached : MachineCode::Assembled;
  if (!code) {
    const auto* text = reinterpret_cast<const char*>(ptx->bytes.data());
    code = TryAssemble(context, {text, ptx->bytes.size()}, level);
    if (!code) {
      return MachineCode::None;
    }
    if (store != nullptr) {
      store->Put(cache::EntryKind::Code, key, *code);
    }
  }
  abi::Code cubin;
  cubin.device = abi::DeviceKind::Cuda;
  cubin.kind = abi::CodeKind::Cubin;
  cubin.arch = context.device().arch();
  cubin.bytes = std::move(*code);
  image->codes.insert(image->codes.begin(), std::move(cubin));
  return source;
}

std::string NvJitLinkFile() {
  std::string why;
  const NvJitLinkTable* const table = OpenNvJitLink(&why);
  Dl_info info{};
  return table != nullptr &&
                 dladdr(reinterpret_cast<const void*>(table->nvJitLinkCreate), &info) != 0
             ? std::string(info.dli_fname)
             : std::string();
}

Result<std::vector<std::byte>> AssembleCubinOnce(const cache::Store* store, std::string_view ptx,
                                                 const std::string& arch) {
  std::string assembler = store == nullptr ? std::string() : FindTool("ptxas");
  if (store != nullptr && assembler.empty()) {
    assembler = NvJitLinkFile();
  }
  if (assembler.empty()) {
    return AssembleCubin(ptx, arch);
  }
  cache::Hasher hasher;
  store->BeginKey(cache::EntryKind::Code, &hasher);
  // A file of the same name may be another version tomorrow.
  hasher.Add(arch).Add(ptx).Add(assembler).Add(cache::SameFact(assembler).hash);
  const cache::Hash key = hasher.Finish();
  if (std::optional<std::vector<std::byte>> code = store->Get(cache::EntryKind::Code, key)) {
    return std::move(*code);
  }
  Result<std::vector<std::byte>> code = AssembleCubin(ptx, arch);
  if (code) {
    store->Put(cache::EntryKind::Code, key, *code);
  }
  return code;
}

}  // namespace kernelc::driver
