// Memory that host and device share: page-locked, mapped and managed. On the CPU device all of it
// is ordinary memory, so that programs need not ask.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <vector>

#include "kernelc/array.h"
#include "kernelc/context.h"
#include "kernelc/export.h"
#include "kernelc/host_array.h"

namespace kernelc {

struct HostMemoryOptions {
  // Page-locked for every context, not only for the one that it is made in.
  bool portable = false;
  // Quick for the device to read, slow for the host to read.
  bool write_combined = false;
};

// A host array with undefined contents in page-locked memory: asynchronous copies from and to it
// overlap with the host's work and with kernels. Keeps the context alive; a reset of a GPU takes the
// memory away. Throws OutOfMemory, and Error{InvalidArgument} for a bad shape.
KC_RUNTIME_API HostArray PinnedArray(const Context& context, const ElementType& element,
                                     const Dims& shape, Order order = Order::C,
                                     HostMemoryOptions options = {});

// An array that kernels and the host both use where it is, without copies. What one side wrote the
// other sees after a synchronisation. A handle, as every device array is.
class KC_RUNTIME_API SharedArray : public DeviceArrayAny {
 public:
  SharedArray() noexcept = default;

  // The same elements for the host.
  std::byte* host_data() const noexcept { return host_data_; }
  HostArrayView host() const;
  // In memory order. Throws Error{TypeMismatch} when T is not the element type, and
  // Error{ContextDestroyed} after a reset, with which the memory went.
  template <DeviceScalar T>
  std::span<T> as() const {
    detail::CheckElementKind(*this, kScalarKindOf<T>);
    CheckThere();
    return {reinterpret_cast<T*>(host_data_), static_cast<std::size_t>(size())};
  }

 private:
  friend KC_RUNTIME_API SharedArray MappedArray(const Context&, const ElementType&, const Dims&,
                                                Order, HostMemoryOptions);
  friend KC_RUNTIME_API SharedArray ManagedArray(const Context&, const ElementType&, const Dims&,
                                                 Order);
  SharedArray(DeviceArrayAny array, std::byte* host_data)
      : DeviceArrayAny(std::move(array)), host_data_(host_data) {}
  void CheckThere() const;

  std::byte* host_data_ = nullptr;
};

// In page-locked host memory, which kernels read and write over the bus. Undefined contents.
KC_RUNTIME_API SharedArray MappedArray(const Context& context, const ElementType& element,
                                       const Dims& shape, Order order = Order::C,
                                       HostMemoryOptions options = {});
// In memory whose pages move to the side that uses them. Undefined contents. Throws
// Error{NotSupported} on a device without it.
KC_RUNTIME_API SharedArray ManagedArray(const Context& context, const ElementType& element,
                                        const Dims& shape, Order order = Order::C);

struct PinnedScopeOptions {
  // Device code can use the memory: see PinnedScope::mapped().
  bool mapped = false;
  bool portable = false;
};

// Page-locks memory that the program owns for a scope. The memory must outlive the scope, and
// copies that were started in it must be done before it ends.
class KC_RUNTIME_API PinnedScope {
 public:
  // All or none. Throws Error{InvalidArgument} that names the array for memory that is page-locked
  // already. Empty arrays are passed over.
  PinnedScope(const Context& context, std::span<const HostArrayView> arrays,
              PinnedScopeOptions options = {});
  PinnedScope(const Context& context, std::initializer_list<HostArrayView> arrays,
              PinnedScopeOptions options = {})
      : PinnedScope(context, std::span(arrays.begin(), arrays.size()), options) {}
  ~PinnedScope();
  PinnedScope(const PinnedScope&) = delete;
  PinnedScope& operator=(const PinnedScope&) = delete;

  // Array number `index` as kernels see it; it must not be used after the scope. Throws
  // Error{InvalidArgument} when the scope is not mapped, or has no such array.
  DeviceArrayAny mapped(std::size_t index) const;

 private:
  void Release() noexcept;

  std::shared_ptr<backend::Context> context_;
  PinnedScopeOptions options_;
  std::vector<HostArrayView> arrays_;
  // How many of the arrays are page-locked.
  std::size_t locked_ = 0;
};

}  // namespace kernelc
