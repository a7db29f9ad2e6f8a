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

struct Slot {
  std::shared_ptr<Context> kept;
  // Also when it is not kept any more: a device has one context at a time.
  std::weak_ptr<Context> last;

  std::shared_ptr<Context> Get() const { return kept != nullptr ? kept : last.lock(); }
};

struct ContextTable {
  std::mutex mutex;
  std::map<Device*, Slot> slots;
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

Status Context::Unusable(const char* operation) const {
  if (Forked(device_.kind())) {
    return Fail(ErrorCode::Forked, operation, device_.name(), ForkedText(device_.kind()));
  }
  if (broken()) {
    return Fail(ErrorCode::DeviceFault, operation, device_.name(),
                "a kernel's error ended the context, and everything made in it is gone");
  }
  return Fail(ErrorCode::ContextDestroyed, operation, device_.name(),
              "the context was reset, and every allocation, stream, event and module made in it is "
              "gone");
}

const std::vector<Device*>& CudaDevices(const std::string** why) {
  static const FoundDevices& found = *[] {
    auto* result = new FoundDevices;
    result->devices = FindCudaDevices(&result->why);
    return result;
  }();
  static const FoundDevices& forked = *new FoundDevices{{}, ForkedText(DeviceKind::Cuda)};
  const FoundDevices& now = Forked(DeviceKind::Cuda) ? forked : found;
  if (why != nullptr) {
    *why = &now.why;
  }
  return now.devices;
}

Status GetContext(Device& device, std::shared_ptr<Context>* context) {
  if (Forked(device.kind())) {
    return Fail(ErrorCode::Forked, "make context", device.name(), ForkedText(device.kind()));
  }
  ContextTable& table = Contexts();
  const std::lock_guard lock(table.mutex);
  Slot& slot = table.slots[&device];
  std::shared_ptr<Context> found = slot.Get();
  if (found != nullptr && found->gone()) {
    // The new one takes its place on the device.
    found->MarkReset();
    found.reset();
    slot = {};
  }
  if (found == nullptr) {
    KC_RETURN_IF_FAILED(device.MakeContext(&found));
  }
  slot = {found, found};
  *context = std::move(found);
  return {};
}

std::shared_ptr<Context> FindContext(Device& device) {
  ContextTable& table = Contexts();
  const std::lock_guard lock(table.mutex);
  const auto slot = table.slots.find(&device);
  std::shared_ptr<Context> found = slot == table.slots.end() ? nullptr : slot->second.Get();
  return found != nullptr && !found->was_reset() ? found : nullptr;
}

Status ResetDevice(Device& device) {
  if (Forked(device.kind())) {
    return Fail(ErrorCode::Forked, "reset", device.name(), ForkedText(device.kind()));
  }
  const std::shared_ptr<Context> context = FindContext(device);
  if (context == nullptr) {
    return {};
  }
  Status status = context->Reset();
  if (context->was_reset()) {
    ContextTable& table = Contexts();
    const std::lock_guard lock(table.mutex);
    Slot& slot = table.slots[&device];
    if (slot.kept == context) {
      slot = {};
    }
  }
  return status;
}

}  // namespace backend

void ReleaseContexts() noexcept {
  // Let go after the lock: what a context does at its end takes its time.
  std::vector<std::shared_ptr<backend::Context>> released;
  backend::ContextTable& table = backend::Contexts();
  const std::lock_guard lock(table.mutex);
  for (auto& [device, slot] : table.slots) {
    released.push_back(std::exchange(slot.kept, nullptr));
  }
}

}  // namespace kernelc
