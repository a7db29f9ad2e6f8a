// Single elements, elements given as bytes, and elements of arrays on other devices.
#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "kernelc/array.h"
#include "runtime/backend/backend.h"
#include "runtime/backend/sync_debug.h"
#include "runtime/core/handles.h"

namespace kernelc {
namespace {

using backend::Concat;

std::string ArrayText(const DeviceArrayAny& array) {
  return Concat(ToString(array.element()), " array of shape ", ToString(array.shape()));
}

// What a device fills with at once: words, at addresses of words.
bool IsFilledInOnePiece(const DeviceArrayAny& array) {
  const std::size_t size = array.element_size();
  if (size != 1 && size != 2 && (size % 4 != 0 || size > sizeof(backend::StridedFill::value))) {
    return false;
  }
  const std::size_t align = std::min<std::size_t>(size, 4);
  return array.data() % align == 0 &&
         std::all_of(array.strides().begin(), array.strides().end(), [&](std::int64_t stride) {
           return stride % static_cast<std::int64_t>(align) == 0;
         });
}

// `event` is where work enqueued so far in `from` ends; work enqueued in `to` comes after it.
void OrderAfter(backend::Stream& from, backend::Stream& to) {
  std::unique_ptr<backend::Event> event;
  backend::ThrowIfFailed(from.context().CreateEvent({.timing = false}, &event));
  backend::ThrowIfFailed(event->Record(from));
  backend::ThrowIfFailed(to.Wait(*event));
}

}  // namespace

DeviceArrayAny DeviceArrayAny::EmptyLike(const DeviceArrayAny& other) {
  return Empty(other.context(), other.element_, other.shape_,
               other.layout_ == Layout::F ? Order::F : Order::C);
}

DeviceArrayAny DeviceArrayAny::ZerosLike(const DeviceArrayAny& other) {
  return Zeros(other.context(), other.element_, other.shape_,
               other.layout_ == Layout::F ? Order::F : Order::C);
}

void DeviceArrayAny::FillBytes(std::span<const std::byte> element, StreamRef stream) const {
  if (element.size() != element_size()) {
    backend::ThrowError(ErrorCode::InvalidArgument, "fill", ArrayText(*this),
                        Concat("an element has ", element_size(), " bytes, ", element.size(),
                               " were given"));
  }
  backend::Stream& target = core::ResolveStream(*context().impl(), stream, "fill");
  if (size_ == 0) {
    return;
  }
  if (IsFilledInOnePiece(*this)) {
    backend::StridedFill fill;
    std::copy(element.begin(), element.end(), fill.value);
    fill.to = data_;
    fill.element_size = element_size();
    fill.shape = shape_;
    fill.strides = strides_;
    backend::ThrowIfFailed(target.FillStrided(fill));
    return;
  }
  if (layout_ == Layout::A) {
    const DeviceArrayAny staged =
        Empty(context(), element_, shape_, Order::C, StreamRef(&target));
    staged.FillBytes(element, StreamRef(&target));
    CopyFrom(staged, StreamRef(&target));
    return;
  }
  backend::ThrowIfFailed(backend::WillBlock(
      target.context(), "fill", "an element of 1, 2, 4, 8, 12 or 16 bytes is filled without a wait"));
  backend::ThrowIfFailed(backend::CheckCanWait(target, "fill with bytes"));
  // One element from the host, and then as many as there are already, until there are enough.
  backend::ThrowIfFailed(target.CopyToDevice(data_, element.data(), element.size()));
  for (std::size_t done = element.size(); done < nbytes();) {
    const std::size_t more = std::min(done, nbytes() - done);
    backend::ThrowIfFailed(target.CopyOnDevice(data_ + done, data_, more));
    done += more;
  }
  backend::ThrowIfFailed(target.Synchronize());
}

DeviceArrayAny DeviceArrayAny::ItemView(const Dims& index, const char* operation) const {
  if (index.size() != shape_.size()) {
    backend::ThrowError(
        ErrorCode::InvalidArgument, operation, ArrayText(*this),
        Concat(index.size(), index.size() == 1 ? " index was" : " indices were", " given for ",
               shape_.size(), shape_.size() == 1 ? " dimension" : " dimensions"));
  }
  if (element_.record) {
    backend::ThrowError(ErrorCode::TypeMismatch, operation, ArrayText(*this),
                        "an element is a record; copy it as an array of one, or use FillBytes()");
  }
  DeviceArrayAny view = *this;
  for (std::size_t d = 0; d < index.size(); ++d) {
    const std::int64_t extent = shape_[d];
    if (index[d] < -extent || index[d] >= extent) {
      backend::ThrowError(ErrorCode::InvalidArgument, operation, ArrayText(*this),
                          Concat("index ", index[d], " is out of range for dimension ", d,
                                 " of extent ", extent));
    }
    const std::int64_t place = index[d] < 0 ? index[d] + extent : index[d];
    view.data_ += static_cast<DevicePointer>(place * strides_[d]);
  }
  view.shape_ = {};
  view.strides_ = {};
  view.size_ = 1;
  view.Seal();
  return view;
}

ScalarValue DeviceArrayAny::Item(const Dims& index, StreamRef stream) const {
  const DeviceArrayAny item = ItemView(index, "read item");
  ScalarValue value;
  value.kind = element_.kind;
  item.CopyToHost(std::span(value.bytes, element_size()), stream);
  return value;
}

void DeviceArrayAny::SetItem(const Dims& index, const ScalarValue& value, StreamRef stream) const {
  ItemView(index, "write item").Fill(value, stream);
}

// From an array of another context; types and shapes are the same.
void DeviceArrayAny::CopyFromContext(const DeviceArrayAny& source, StreamRef stream) const {
  backend::Context& from = *source.context_;
  if (from.device().kind() != context_->device().kind()) {
    CopyFromHost(source.ToHost(), stream);
    return;
  }
  if (source.layout_ == Layout::A) {
    CopyFromContext(source.Contiguous(), stream);
    return;
  }
  if (layout_ == Layout::A || strides_ != source.strides_) {
    const DeviceArrayAny staged = Empty(context(), element_, shape_,
                                        source.layout_ == Layout::F ? Order::F : Order::C, stream);
    staged.CopyFromContext(source, stream);
    CopyFrom(staged, stream);
    return;
  }
  backend::Stream& target = *stream.impl();
  backend::Stream& before = core::CurrentStream(from);
  OrderAfter(before, target);
  backend::ThrowIfFailed(target.CopyFromPeer(data_, from, source.data_, nbytes()));
  // The source may be freed or written again as soon as its own stream allows it.
  OrderAfter(target, before);
}

}  // namespace kernelc
