#include "runtime/backend/registry.h"

#include <map>
#include <mutex>
#include <utility>

#include "runtime/backend/text.h"

namespace kernelc {

namespace backend {
namespace {

struct FoundDevices {
  std::vector<Device*> devices;
  std::string why;
};

struct ContextTable {
  std::mutex mutex;
  std::map<Device*, std::shared_ptr<Context>> contexts;
};

// Never destroyed: at the end of the process the driver may be gone before static destructors run.
ContextTable& Contexts() {
  static ContextTable& table = *new ContextTable;
  return table;
}

}  // namespace

Device::Device(DeviceKind kind, int ordinal)
    : kind_(kind),
      ordinal_(ordinal),
      name_(Concat(kind == DeviceKind::Cuda ? "cuda:" : "cpu:", ordinal)) {}

const std::vector<Device*>& CudaDevices(const std::string** why) {
  static const FoundDevices& found = *[] {
    auto* result = new FoundDevices;
    result->devices = FindCudaDevices(&result->why);
    return result;
  }();
  if (why != nullptr) {
    *why = &found.why;
  }
  return found.devices;
}

Status GetContext(Device& device, std::shared_ptr<Context>* context) {
  ContextTable& table = Contexts();
  const std::lock_guard lock(table.mutex);
  std::shared_ptr<Context>& kept = table.contexts[&device];
  if (kept != nullptr && kept->broken()) {
    kept.reset();
  }
  if (kept == nullptr) {
    KC_RETURN_IF_FAILED(device.MakeContext(&kept));
  }
  *context = kept;
  return {};
}

}  // namespace backend

void ReleaseContexts() noexcept {
  std::map<backend::Device*, std::shared_ptr<backend::Context>> released;
  backend::ContextTable& table = backend::Contexts();
  {
    const std::lock_guard lock(table.mutex);
    released.swap(table.contexts);
  }
}

}  // namespace kernelc
