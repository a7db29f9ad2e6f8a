#include "runtime/backend/registry.h"

#include <atomic>
#include <condition_variable>
#include <map>
#include <mutex>
#include <string_view>
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
  // A thread takes the context away, without the lock.
  bool changing = false;

  std::shared_ptr<Context> Get() const { return kept != nullptr ? kept : last.lock(); }
};

struct ContextTable {
  std::mutex mutex;
  std::condition_variable changed;
  std::map<Device*, Slot> slots;
};

std::atomic<bool> cuda_initialized{false};

// Never destroyed: at the end of the process the driver may be gone before static destructors run.
ContextTable& Contexts() {
  static ContextTable& table = *new ContextTable;
  return table;
}

// The slot of a device, when no other thread is about to change it. Null for a thread that must not
// wait for that: the other one waits for what this one is doing.
Slot* Find(Device& device, std::unique_lock<std::mutex>& lock) {
  ContextTable& table = Contexts();
  Slot& slot = table.slots[&device];
  if (slot.changing && (ContextUse::ByThisThread() || StreamWork::ByThisThread())) {
    return nullptr;
  }
  table.changed.wait(lock, [&] { return !slot.changing; });
  return &slot;
}

Status BeingReset(const char* operation, const Device& device) {
  return Fail(ErrorCode::ContextDestroyed, operation, device.name(),
              "another thread is resetting the context, and waits for what this one is doing");
}

// The slot is this thread's alone, which has not got the lock, until the end of the scope.
class Change {
 public:
  Change(Slot& slot, std::unique_lock<std::mutex>& lock) : slot_(slot), lock_(lock) {
    slot_.changing = true;
    lock_.unlock();
  }
  ~Change() {
    lock_.lock();
    slot_.changing = false;
    Contexts().changed.notify_all();
  }
  Change(const Change&) = delete;
  Change& operator=(const Change&) = delete;

 private:
  Slot& slot_;
  std::unique_lock<std::mutex>& lock_;
};

// "CopyToHost" as "copy to host". Operations that have names of their own stay as they are.
std::string OperationText(std::string_view function) {
  constexpr std::string_view kBehindContract = "Do";
  if (function.starts_with(kBehindContract)) {
    function.remove_prefix(kBehindContract.size());
  }
  std::string text;
  for (const char c : function) {
    if (c >= 'A' && c <= 'Z') {
      text += text.empty() ? "" : " ";
      text += static_cast<char>(c - 'A' + 'a');
    } else {
      text += c;
    }
  }
  return text;
}

// Lets those go on who met the reset.
class ResetEnd {
 public:
  explicit ResetEnd(Context& context) : context_(context) {}
  ~ResetEnd() {
    if (context_.was_reset()) {
      context_.MarkResetDone();
    }
  }
  ResetEnd(const ResetEnd&) = delete;
  ResetEnd& operator=(const ResetEnd&) = delete;

 private:
  Context& context_;
};

}  // namespace

Device::Device(DeviceKind kind, int ordinal)
    : kind_(kind),
      ordinal_(ordinal),
      name_(Concat(kind == DeviceKind::Cuda ? "cuda:" : "cpu:", ordinal)) {}

Status Context::Unusable(const char* function) const {
  const std::string operation = OperationText(function);
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
    cuda_initialized.store(!result->devices.empty(), std::memory_order_release);
    return result;
  }();
  static const FoundDevices& forked = *new FoundDevices{{}, ForkedText(DeviceKind::Cuda)};
  const FoundDevices& now = Forked(DeviceKind::Cuda) ? forked : found;
  if (why != nullptr) {
    *why = &now.why;
  }
  return now.devices;
}

bool CudaInitialized() noexcept {
  return cuda_initialized.load(std::memory_order_acquire) && !Forked(DeviceKind::Cuda);
}

std::vector<std::shared_ptr<Context>> LiveContexts() {
  std::vector<std::shared_ptr<Context>> live;
  ContextTable& table = Contexts();
  const std::lock_guard lock(table.mutex);
  for (const auto& [device, slot] : table.slots) {
    if (std::shared_ptr<Context> context = slot.Get()) {
      live.push_back(std::move(context));
    }
  }
  return live;
}

Status GetContext(Device& device, std::shared_ptr<Context>* context) {
  if (Forked(device.kind())) {
    return Fail(ErrorCode::Forked, "make context", device.name(), ForkedText(device.kind()));
  }
  std::unique_lock lock(Contexts().mutex);
  Slot* const slot = Find(device, lock);
  if (slot == nullptr) {
    return BeingReset("make context", device);
  }
  std::shared_ptr<Context> found = slot->Get();
  std::shared_ptr<Context> ended;
  if (found != nullptr && found->gone()) {
    {
      // The new one takes its place on the device.
      const Change change(*slot, lock);
      found->MarkReset();
      found->MarkResetDone();
    }
    ended = std::move(found);
    slot->kept.reset();
    slot->last.reset();
  }
  Status status = found == nullptr ? device.MakeContext(&found) : Status();
  if (status.ok()) {
    slot->kept = found;
    slot->last = found;
    *context = std::move(found);
  }
  lock.unlock();
  // What was kept for it may ask for contexts at its end.
  if (ended != nullptr) {
    ended->attachments().DropAll();
  }
  return status;
}

Status ResetDevice(Device& device) {
  if (Forked(device.kind())) {
    return Fail(ErrorCode::Forked, "reset", device.name(), ForkedText(device.kind()));
  }
  if (StreamWork::ByThisThread()) {
    return Fail(ErrorCode::InvalidArgument, "reset", device.name(),
                "a stream callback cannot reset a context, which waits for it");
  }
  std::unique_lock lock(Contexts().mutex);
  Slot* const slot = Find(device, lock);
  if (slot == nullptr) {
    return BeingReset("reset", device);
  }
  const std::shared_ptr<Context> context = slot->Get();
  if (context == nullptr || context->was_reset()) {
    return {};
  }
  Status status;
  {
    const Change change(*slot, lock);
    const ResetEnd end(*context);
    status = context->Reset();
  }
  if (context->was_reset() && slot->kept == context) {
    slot->kept.reset();
    slot->last.reset();
  }
  lock.unlock();
  if (context->was_reset()) {
    context->attachments().DropAll();
  }
  return status;
}

}  // namespace backend

void ReleaseContexts() noexcept {
  for (const std::shared_ptr<backend::Context>& context : backend::LiveContexts()) {
    context->attachments().DropAll();
  }
  // Let go after the lock: what a context does at its end takes its time.
  std::vector<std::shared_ptr<backend::Context>> released;
  backend::ContextTable& table = backend::Contexts();
  const std::lock_guard lock(table.mutex);
  for (auto& [device, slot] : table.slots) {
    released.push_back(std::exchange(slot.kept, nullptr));
  }
}

}  // namespace kernelc
