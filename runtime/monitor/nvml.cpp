#include "runtime/monitor/nvml.h"

#include <dlfcn.h>

#include <cstdlib>
#include <mutex>
#include <string>

#include "runtime/backend/text.h"

namespace kernelc::monitor {
namespace {

using backend::Concat;
using backend::Status;

constexpr const char* kVariable = "KERNELC_NVML";
constexpr const char* kOperation = "open NVML";

NvmlTable table;

enum class Need { Required, Optional };

Status Load() {
  const char* const given = std::getenv(kVariable);
  const char* const file = given != nullptr && *given != '\0' ? given : "libnvidia-ml.so.1";
  void* const library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* const reason = dlerror();
    return backend::Fail(
        ErrorCode::NotFound, kOperation, {},
        Concat("NVML is not on this machine: ", reason == nullptr ? file : reason,
               "; it comes with the NVIDIA driver (a container gets it with the driver capability "
               "\"utility\"), and ",
               kVariable, " names another file"));
  }
  NvmlTable found;
  std::string missing;
#define KC_NVML_FUNCTION(name, need, parameters)                                  \
  found.name = reinterpret_cast<NvmlResult(*) parameters>(dlsym(library, #name)); \
  if (found.name == nullptr && Need::need == Need::Required) {                    \
    missing += Concat(missing.empty() ? "" : ", ", #name);                        \
  }
#include "runtime/monitor/nvml_functions.def"
  if (!missing.empty()) {
    dlclose(library);
    return backend::Fail(ErrorCode::NotFound, kOperation, {},
                         Concat("NVML on this machine (", file, ") has no ", missing,
                                ": it belongs to a driver that is too old"));
  }
  table = found;
  return {};
}

std::string NameOf(NvmlResult result) {
#define KC_NVML_STATUS(name, value, code) \
  if (result == (value)) {                \
    return #name;                         \
  }
#include "runtime/monitor/nvml_functions.def"
  return "an unknown status";
}

ErrorCode CodeOf(NvmlResult result) {
#define KC_NVML_STATUS(name, value, code) \
  if (result == (value)) {                \
    return ErrorCode::code;               \
  }
#include "runtime/monitor/nvml_functions.def"
  return ErrorCode::Driver;
}

}  // namespace

Status OpenNvml() {
  static std::mutex& mutex = *new std::mutex;
  static bool is_open = false;
  const std::lock_guard lock(mutex);
  if (is_open) {
    return {};
  }
  if (table.nvmlInit_v2 == nullptr) {
    KC_RETURN_IF_FAILED(Load());
  }
  // Where that fails the next one tries again: a driver may be loaded meanwhile.
  KC_RETURN_IF_FAILED(NVML_CALL(nvmlInit_v2));
  is_open = true;
  return {};
}

const NvmlTable& Nvml() noexcept { return table; }

Status FailedNvml(NvmlResult result, const char* function) {
  Status status = backend::Fail(CodeOf(result), function, {}, "NVML refuses");
  ErrorInfo& info = status.info();
  if (result == k_NVML_ERROR_NOT_SUPPORTED) {
    info.message = "this GPU does not have the figure";
  } else if (result == k_NVML_ERROR_NO_PERMISSION) {
    info.message = "this user may not read the figure";
  } else if (result == k_NVML_ERROR_NOT_FOUND) {
    info.message = "NVML does not see this GPU";
  } else if (result == k_NVML_ERROR_DRIVER_NOT_LOADED) {
    info.message = "the NVIDIA driver is not loaded";
  } else if (result == k_NVML_ERROR_LIB_RM_VERSION_MISMATCH) {
    info.message =
        "NVML and the loaded driver are of different versions: restart the machine, or load the "
        "driver anew";
  } else if (result == k_NVML_ERROR_GPU_IS_LOST) {
    info.message = "the GPU has fallen off the bus, or cannot be reached otherwise";
  }
  info.driver_status = result;
  info.driver_status_name = NameOf(result);
  return status;
}

}  // namespace kernelc::monitor
