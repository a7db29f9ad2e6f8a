#include "kernelc/host_memory.h"

#include <bit>
#include <utility>

#include "runtime/backend/backend.h"
#include "runtime/backend/text.h"

namespace kernelc {
namespace {

using backend::Concat;

std::size_t CheckedBytes(const ElementType& element, const Dims& shape, Order order) {
  // Rejects a size in bytes that overflows.
  ContiguousStrides(shape, element.size(), order);
  return static_cast<std::size_t>(ElementCount(shape)) * element.size();
}

// Page-locked memory that goes with its last owner, and keeps its context until then.
std::shared_ptr<std::byte> AllocateHost(const Context& context, std::size_t bytes,
                                        const backend::HostMemoryFlags& flags) {
  if (bytes == 0) {
    return nullptr;
  }
  void* data = nullptr;
  backend::ThrowIfFailed(context.impl()->AllocateHost(bytes, flags, &data));
  return std::shared_ptr<std::byte>(static_cast<std::byte*>(data),
                                    [owner = context.impl()](std::byte* memory) {
                                      backend::Report(owner->FreeHost(memory));
                                    });
}

}  // namespace

HostArray PinnedArray(const Context& context, const ElementType& element, const Dims& shape,
                      Order order, HostMemoryOptions options) {
  const std::size_t bytes = CheckedBytes(element, shape, order);
  return HostArray(element, shape, order,
                   AllocateHost(context, bytes,
                                {.portable = options.portable,
                                 .mapped = false,
                                 .write_combined = options.write_combined}));
}

void SharedArray::CheckThere() const {
  if (has_context() && context_impl()->was_reset()) {
    backend::ThrowIfFailed(context_impl()->CheckUsable("read shared array"));
  }
}

HostArrayView SharedArray::host() const {
  CheckThere();
  return HostArrayView(element(), shape(), host_data_,
                       layout() == Layout::F ? Order::F : Order::C);
}

SharedArray MappedArray(const Context& context, const ElementType& element, const Dims& shape,
                        Order order, HostMemoryOptions options) {
  const std::size_t bytes = CheckedBytes(element, shape, order);
  std::shared_ptr<std::byte> memory =
      AllocateHost(context, bytes,
                   {.portable = options.portable,
                    .mapped = true,
                    .write_combined = options.write_combined});
  DevicePointer device = 0;
  std::byte* const host = memory.get();
  if (host != nullptr) {
    backend::ThrowIfFailed(context.impl()->MapHost(host, &device));
  }
  return SharedArray(
      DeviceArrayAny::Wrap(context, device, element, shape,
                           ContiguousStrides(shape, element.size(), order), std::move(memory)),
      host);
}

SharedArray ManagedArray(const Context& context, const ElementType& element, const Dims& shape,
                         Order order) {
  const std::size_t bytes = CheckedBytes(element, shape, order);
  DevicePointer data = 0;
  if (bytes != 0) {
    backend::ThrowIfFailed(context.impl()->AllocateManaged(bytes, &data));
  }
  auto memory = std::make_shared<Buffer>(Buffer::Adopt(context, data, bytes));
  return SharedArray(
      DeviceArrayAny::Wrap(context, data, element, shape,
                           ContiguousStrides(shape, element.size(), order), std::move(memory)),
      std::bit_cast<std::byte*>(data));
}

PinnedScope::PinnedScope(const Context& context, std::span<const HostArrayView> arrays,
                         PinnedScopeOptions options)
    : context_(context.impl()), options_(options), arrays_(arrays.begin(), arrays.end()) {
  for (; locked_ < arrays_.size(); ++locked_) {
    const HostArrayView& array = arrays_[locked_];
    const std::size_t bytes = array.nbytes();
    if (bytes == 0) {
      continue;
    }
    backend::Status status;
    if (array.data == nullptr) {
      status = backend::Fail(ErrorCode::InvalidArgument, "pin memory", context_->device().name(),
                             "the address is null");
    } else {
      status = context_->RegisterHost(const_cast<std::byte*>(array.data), bytes,
                                      {.portable = options.portable,
                                       .mapped = options.mapped,
                                       .write_combined = false});
    }
    if (!status.ok()) {
      status.info().message = Concat("array ", locked_, " (", ToString(array.element()),
                                     ", shape ", ToString(array.shape),
                                     "): ", status.info().message);
      Release();
      backend::Throw(status);
    }
  }
}

PinnedScope::~PinnedScope() { Release(); }

void PinnedScope::Release() noexcept {
  for (; locked_ > 0; --locked_) {
    const HostArrayView& array = arrays_[locked_ - 1];
    if (array.nbytes() != 0) {
      backend::Report(context_->UnregisterHost(const_cast<std::byte*>(array.data)));
    }
  }
}

DeviceArrayAny PinnedScope::mapped(std::size_t index) const {
  if (index >= arrays_.size() || !options_.mapped) {
    backend::ThrowError(ErrorCode::InvalidArgument, "mapped array", context_->device().name(),
                        options_.mapped ? Concat("there is no array ", index, ", the scope has ",
                                                 arrays_.size())
                                        : std::string("the scope was made without `mapped`"));
  }
  const HostArrayView& array = arrays_[index];
  DevicePointer device = 0;
  if (array.nbytes() != 0) {
    backend::ThrowIfFailed(context_->MapHost(const_cast<std::byte*>(array.data), &device));
  }
  return DeviceArrayAny::Wrap(Context(context_), device, array.element(), array.shape,
                              ContiguousStrides(array.shape, array.element().size(), array.order));
}

}  // namespace kernelc
