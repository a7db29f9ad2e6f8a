#include "compiler/driver/toolkit_api.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>
#include <span>
#include <string_view>

namespace kernelc::driver {
namespace {

enum class Need : std::uint8_t { Required, Optional };

struct Library {
  // "NVRTC".
  std::string_view noun;
  // The variable that names the file.
  const char* variable;
  // Names by which the loader finds it; the last one is that inside of a toolkit.
  std::span<const char* const> names;
};

constexpr const char* kNvrtcNames[] = {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"};
constexpr const char* kNvJitLinkNames[] = {"libnvJitLink.so.13", "libnvJitLink.so.12",
                                           "libnvJitLink.so"};

// The first of `files` that is a library; null for none.
void* OpenFirst(const std::vector<std::string>& files) {
  for (const std::string& file : files) {
    // Never closed: its functions may be called at any time.
    if (void* handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL)) {
      return handle;
    }
  }
  return nullptr;
}

// The library's handle; null with `*why` set.
void* Open(const Library& library, std::string* why) {
  std::vector<std::string> files;
  const char* const given = std::getenv(library.variable);
  if (given != nullptr && *given != '\0') {
    files.emplace_back(given);
  } else {
    files.assign(library.names.begin(), library.names.end());
    for (const std::string& folder : ToolkitFolders()) {
      files.push_back(fmt::format("{}/lib64/{}", folder, library.names.back()));
    }
  }
  void* const handle = OpenFirst(files);
  if (handle == nullptr) {
    *why = fmt::format(
        "{} is not on this machine: looked for {}; install the CUDA toolkit, set CUDA_HOME to its "
        "folder, or {} to the library",
        library.noun, fmt::join(files, ", "), library.variable);
  }
  return handle;
}

// Collects the names of functions that a library should have.
class Missing {
 public:
  explicit Missing(const Library& library) : library_(&library) {}
  void Check(bool found, Need need, std::string_view name) {
    if (!found && need == Need::Required) {
      names_.push_back(name);
    }
  }
  std::string Text() const {
    return names_.empty() ? std::string()
                          : fmt::format("{} on this machine has no {}; set {} to another one",
                                        library_->noun, fmt::join(names_, ", "),
                                        library_->variable);
  }

 private:
  const Library* library_;
  std::vector<std::string_view> names_;
};

constexpr Library kNvrtc = {"NVRTC", "KERNELC_NVRTC", kNvrtcNames};
constexpr Library kNvJitLink = {"nvJitLink", "KERNELC_NVJITLINK", kNvJitLinkNames};

NvrtcTable nvrtc_table;
NvJitLinkTable nvjitlink_table;

std::string FillNvrtc() {
  std::string why;
  void* const handle = Open(kNvrtc, &why);
  if (handle == nullptr) {
    return why;
  }
  Missing missing(kNvrtc);
#define KC_NVRTC_FUNCTION(name, need, result, parameters)                             \
  nvrtc_table.name = reinterpret_cast<result(*) parameters>(dlsym(handle, #name)); \
  missing.Check(nvrtc_table.name != nullptr, Need::need, #name);
#include "compiler/driver/toolkit_functions.def"
  return missing.Text();
}

std::string FillNvJitLink() {
  std::string why;
  void* const handle = Open(kNvJitLink, &why);
  if (handle == nullptr) {
    return why;
  }
  Missing missing(kNvJitLink);
#define KC_NVJITLINK_FUNCTION(name, need, result, parameters)                             \
  nvjitlink_table.name = reinterpret_cast<result(*) parameters>(dlsym(handle, #name)); \
  missing.Check(nvjitlink_table.name != nullptr, Need::need, #name);
#include "compiler/driver/toolkit_functions.def"
  return missing.Text();
}

}  // namespace

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

std::string ArchNumber(const std::string& arch) { return arch.substr(arch.find('_') + 1); }

const NvrtcTable* OpenNvrtc(std::string* why) {
  static const std::string failure = FillNvrtc();
  *why = failure;
  return failure.empty() ? &nvrtc_table : nullptr;
}

const NvJitLinkTable* OpenNvJitLink(std::string* why) {
  static const std::string failure = FillNvJitLink();
  *why = failure;
  return failure.empty() ? &nvjitlink_table : nullptr;
}

}  // namespace kernelc::driver
