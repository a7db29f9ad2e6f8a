#include "runtime/monitor/nvml.h"

#include <mutex>
#include <string>
#include <utility>

#include "runtime/backend/library.h"

namespace kernelc::monitor {
namespace {

using backend::Need;
using backend::Status;

constexpr const char* kOperation = "open NVML";

NvmlTable table;

Status Load() {
  const backend::LibraryPlaces places = {
      .name = "NVML",
      .variable = "KERNELC_NVML",
      .files = {"libnvidia-ml.so.1"},
      .in_toolkit = {},
      .advice =
          "it comes with the NVIDIA driver: give a container the driver capability \"utility\", "
          "install a newer driver",
  };
  std::string why;
  const backend::Library library = backend::Library::Open(places, &why);
  if (!library.is_open()) {
    return backend::Fail(ErrorCode::NotFound, kOperation, {}, std::move(why));
  }
  backend::TableFiller filler(library);
#define KC_NVML_FUNCTION(name, need, parameters) filler.Fill(#name, &table.name, Need::need);
#include "runtime/monitor/nvml_functions.def"
  why = filler.WhyNot(places);
  return why.empty() ? Status()
                     : backend::Fail(ErrorCode::NotFound, kOperation, {}, std::move(why));
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
