#include "kernelc/current.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <utility>
#include <vector>

#include "runtime/backend/registry.h"
#include "runtime/backend/text.h"
#include "runtime/core/current.h"
#include "runtime/core/current_stream.h"
#include "runtime/core/quick_thread_local.h"

namespace kernelc {
namespace {

using backend::Concat;
using backend::Status;

struct Entry {
  std::shared_ptr<backend::Context> context;
  // What Leave() restores, while `entered`.
  void* previous = nullptr;
  bool entered = false;
};

// Scopes of the program's static objects end after the thread's own objects.
KC_QUICK_THREAD_LOCAL bool stack_ended = false;

struct ThreadStack {
  std::vector<Entry> entries;
  // Counts the calls of Close().
  std::uint64_t generation = 0;
  ~ThreadStack() { stack_ended = true; }
};

thread_local ThreadStack stack;

Status EnterEntry(Entry& entry) {
  KC_RETURN_IF_FAILED(entry.context->CheckUsable("make context current"));
  KC_RETURN_IF_FAILED(entry.context->Enter(&entry.previous));
  entry.entered = true;
  return {};
}

Status LeaveEntry(Entry& entry) {
  if (!std::exchange(entry.entered, false)) {
    return {};
  }
  // What becomes of a context that is gone is nobody's concern.
  const bool was_gone = entry.context->gone();
  Status status = entry.context->Leave(entry.previous);
  return was_gone ? Status() : std::move(status);
}

Status PushEntry(std::shared_ptr<backend::Context> context) {
  stack.entries.emplace_back(Entry{std::move(context)});
  Status status = EnterEntry(stack.entries.back());
  if (!status.ok()) {
    stack.entries.pop_back();
  }
  return status;
}

Status PopEntry() {
  Status status = LeaveEntry(stack.entries.back());
  stack.entries.pop_back();
  return status;
}

// The context on top is one that can be used and, where that means something, the driver's.
Status RefreshTop() {
  Entry& top = stack.entries.back();
  if (top.context->gone()) {
    static_cast<void>(LeaveEntry(top).ok());
    KC_RETURN_IF_FAILED(backend::GetContext(top.context->device(), &top.context));
  }
  return top.entered ? Status() : EnterEntry(top);
}

Status Select(std::shared_ptr<backend::Context> context) {
  if (stack.entries.empty()) {
    return PushEntry(std::move(context));
  }
  Entry& top = stack.entries.back();
  KC_RETURN_IF_FAILED(LeaveEntry(top));
  std::swap(top.context, context);
  Status status = EnterEntry(top);
  if (!status.ok()) {
    // What was selected before stays so.
    top.context = std::move(context);
    static_cast<void>(EnterEntry(top).ok());
  }
  return status;
}

// What the program made current with the driver itself, in place of what this thread's stack says;
// null where there is no such thing.
Status FindOverride(backend::Device** device, void** handle) {
  *device = nullptr;
  const Entry* const top = stack.entries.empty() ? nullptr : &stack.entries.back();
  if (top != nullptr &&
      (top->context->device().kind() == DeviceKind::Cpu || top->context->gone())) {
    return {};
  }
  return backend::FindDriverContext(top == nullptr ? nullptr : top->context->native_handle(),
                                    device, handle);
}

Status FindCurrentContext(std::shared_ptr<backend::Context>* context) {
  backend::Device* device = nullptr;
  void* handle = nullptr;
  KC_RETURN_IF_FAILED(FindOverride(&device, &handle));
  if (device != nullptr) {
    KC_RETURN_IF_FAILED(backend::GetContext(*device, context));
    if ((*context)->native_handle() != handle) {
      return backend::Fail(ErrorCode::InvalidArgument, "current context", device->name(),
                           "the CUDA context that is current on this thread is not the device's "
                           "primary context, and the runtime works in primary contexts alone");
    }
    return {};
  }
  if (stack.entries.empty()) {
    KC_RETURN_IF_FAILED(backend::GetContext(default_device().impl(), context));
    return PushEntry(*context);
  }
  KC_RETURN_IF_FAILED(RefreshTop());
  *context = stack.entries.back().context;
  return {};
}

bool IsMainThread() { return syscall(SYS_gettid) == getpid(); }

// Keeps the first failure of several.
void Keep(Status* first, Status status) {
  if (first->ok()) {
    *first = std::move(status);
  }
}

}  // namespace

Device current_device() {
  backend::Device* device = nullptr;
  void* handle = nullptr;
  backend::ThrowIfFailed(FindOverride(&device, &handle));
  if (device != nullptr) {
    return Device(device);
  }
  return stack.entries.empty() ? default_device() : Device(&stack.entries.back().context->device());
}

Context current_context() {
  std::shared_ptr<backend::Context> context;
  backend::ThrowIfFailed(FindCurrentContext(&context));
  return Context(std::move(context));
}

Context current_context(const Device& device) { return Context(device); }

Device SelectDevice(const Device& device) {
  backend::ThrowIfFailed(Select(Context(device).impl()));
  return device;
}

Device SelectDevice(std::string_view name) { return SelectDevice(device(name)); }

Device SelectDevice(int ordinal) {
  const std::vector<Device> found = devices();
  if (ordinal < 0 || static_cast<std::size_t>(ordinal) >= found.size()) {
    std::string names;
    for (const Device& device : found) {
      names += Concat(names.empty() ? "" : ", ", device.name());
    }
    backend::ThrowError(
        ErrorCode::NoDevice, "select device", Concat("device ", ordinal),
        Concat("this machine has the devices 0 to ", found.size() - 1, ": ", names));
  }
  return SelectDevice(found[static_cast<std::size_t>(ordinal)]);
}

void Context::Push() const { backend::ThrowIfFailed(PushEntry(impl())); }

void Context::Pop() const {
  const std::string& name = impl()->device().name();
  if (stack.entries.empty()) {
    backend::ThrowError(ErrorCode::InvalidArgument, "pop context", name,
                        "this thread's stack of contexts is empty");
  }
  const Entry& top = stack.entries.back();
  if (top.context != impl_) {
    backend::ThrowError(
        ErrorCode::InvalidArgument, "pop context", name,
        Concat("it is not on top of this thread's stack: the context of ",
               top.context->device().name(), " is",
               &top.context->device() == &impl()->device() ? ", made after a reset" : ""));
  }
  backend::ThrowIfFailed(PopEntry());
}

ContextScope::ContextScope(const Context& context)
    : depth_(stack.entries.size()), generation_(stack.generation) {
  backend::ThrowIfFailed(PushEntry(context.impl()));
}

ContextScope::~ContextScope() {
  if (stack_ended || generation_ != stack.generation) {
    return;
  }
  const std::size_t depth = stack.entries.size();
  if (depth != depth_ + 1) {
    backend::Report(backend::Fail(
        ErrorCode::InvalidArgument, "leave context", "context scope",
        depth > depth_
            ? Concat(depth - depth_ - 1, " contexts were pushed inside the scope and not popped")
            : std::string("the scope's context was popped inside it")));
  }
  while (stack.entries.size() > depth_) {
    backend::Report(PopEntry());
  }
}

void Synchronize() { current_context().Synchronize(); }

void Close() {
  Status first;
  while (!stack.entries.empty()) {
    Keep(&first, PopEntry());
  }
  ++stack.generation;
  core::ForgetStreams();
  if (IsMainThread()) {
    for (const Device& device : devices()) {
      Keep(&first, backend::ResetDevice(device.impl()));
    }
  }
  backend::ThrowIfFailed(first);
}

namespace core {

bool IsCurrent(const backend::Context* context) {
  if (stack.entries.empty()) {
    return false;
  }
  const Entry& top = stack.entries.back();
  backend::Device* device = nullptr;
  void* handle = nullptr;
  return top.context.get() == context && top.entered && !context->gone() &&
         FindOverride(&device, &handle).ok() && device == nullptr;
}

Status ResetDevice(backend::Device& device) {
  std::vector<Entry>& entries = stack.entries;
  std::size_t lowest = 0;
  while (lowest < entries.size() &&
         (!entries[lowest].entered || &entries[lowest].context->device() != &device)) {
    ++lowest;
  }
  Status first;
  for (std::size_t i = entries.size(); i > lowest; --i) {
    Keep(&first, LeaveEntry(entries[i - 1]));
  }
  Keep(&first, backend::ResetDevice(device));
  for (std::size_t i = lowest; i < entries.size(); ++i) {
    if (!entries[i].context->gone()) {
      Keep(&first, EnterEntry(entries[i]));
    }
  }
  return first;
}

}  // namespace core
}  // namespace kernelc
