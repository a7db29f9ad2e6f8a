// The current device and context of each thread, as Numba, PyCUDA and PyTorch have them.
//
// Each thread has a stack of contexts; the one on top is current. While a CUDA context is current
// here it is current for the driver too, so that libraries on top of the driver use the same device.
// The runtime's own calls name their context and need none to be current.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string_view>
#include <utility>

#include "kernelc/context.h"
#include "kernelc/device.h"
#include "kernelc/export.h"

namespace kernelc {

// The device of this thread's current context; of the context that the program made current with the
// driver itself where there is one; else default_device(). Makes nothing current.
KC_RUNTIME_API Device current_device();

// The context that is current on this thread. Where none is: the one that the program made current
// with the driver itself, else that of default_device(), which becomes current. Throws
// Error{InvalidArgument} when the driver's current context is no primary context, and what
// Context(device) throws.
KC_RUNTIME_API Context current_context();
// The context of `device`, made on first use. Changes nothing about what is current.
KC_RUNTIME_API Context current_context(const Device& device);

// Makes the device's context current on this thread in place of the one that is, for the rest of
// the thread or until the scope ends that it is called in (see DeviceGuard). Returns the device.
// Throws what kernelc::device() throws for a bad name.
KC_RUNTIME_API Device SelectDevice(const Device& device);
KC_RUNTIME_API Device SelectDevice(std::string_view name);
// The device in devices()[ordinal]; Error{NoDevice} naming the valid range for another number.
KC_RUNTIME_API Device SelectDevice(int ordinal);

// Makes a context current on this thread for a scope, and restores what was current before, also
// when an exception passes. What the scope selected is forgotten; what it pushed and did not pop is
// popped and reported to the error sink. To be destroyed by the thread that made it.
class KC_RUNTIME_API ContextScope {
 public:
  explicit ContextScope(const Context& context);
  ~ContextScope();
  ContextScope(const ContextScope&) = delete;
  ContextScope& operator=(const ContextScope&) = delete;

 private:
  // Of this thread's stack below the scope, and which stack that was: Close() begins a new one.
  std::size_t depth_;
  std::uint64_t generation_;
};

// The same by device: its context is made on first use.
class KC_RUNTIME_API DeviceGuard {
 public:
  explicit DeviceGuard(const Device& device) : scope_(Context(device)) {}
  explicit DeviceGuard(std::string_view name) : scope_(Context(name)) {}

 private:
  ContextScope scope_;
};

// Calls `function` with the device's context current; gives what it returns.
template <typename Function>
decltype(auto) WithContext(const Device& device, Function&& function) {
  const DeviceGuard guard(device);
  return std::forward<Function>(function)();
}

// `function` as a callable that makes sure that some context is current before it runs.
template <typename Function>
auto RequireContext(Function function) {
  return [function = std::move(function)](auto&&... args) -> decltype(auto) {
    static_cast<void>(current_context());
    return std::invoke(function, std::forward<decltype(args)>(args)...);
  };
}

// Waits for all work of the current context. Throws the first error that work met.
KC_RUNTIME_API void Synchronize();

// Empties this thread's stack of contexts and takes its choice of current streams back. Called by the
// main thread, also resets every device that has a context: see Device::Reset(). Throws the first
// error, after doing all of it.
KC_RUNTIME_API void Close();

// Prints every device with name, compute capability, PCI bus, UUID, memory, driver version and
// whether kernels can be compiled for it. True when a CUDA device can be used.
KC_RUNTIME_API bool Detect(std::ostream& out);

}  // namespace kernelc
