// Device memory, copies and fills.
#include <algorithm>
#include <cstring>
#include <utility>

#include "runtime/backend/text.h"
#include "runtime/cuda/context.h"

namespace kernelc::cuda {
namespace {

using backend::Status;
using backend::StridedCopy;
using backend::StridedFill;

// Calls `visit(offset...)` for each index of the first `rank` dimensions, with the byte offsets on
// both sides.
template <typename Visit>
Status ForEachOuter(const Dims& shape, const Dims& to_strides, const Dims& from_strides,
                    std::size_t rank, Visit visit) {
  Dims index = Dims::Filled(rank, 0);
  DevicePointer to = 0;
  DevicePointer from = 0;
  while (true) {
    KC_RETURN_IF_FAILED(visit(to, from));
    std::size_t d = rank;
    while (d > 0) {
      --d;
      to += static_cast<DevicePointer>(to_strides[d]);
      from += static_cast<DevicePointer>(from_strides[d]);
      if (++index[d] < shape[d]) {
        break;
      }
      to -= static_cast<DevicePointer>(to_strides[d] * shape[d]);
      from -= static_cast<DevicePointer>(from_strides[d] * shape[d]);
      index[d] = 0;
      if (d == 0) {
        return {};
      }
    }
    if (rank == 0) {
      return {};
    }
  }
}

// One row of elements `pitch` bytes apart, or `width` adjacent ones per row.
Status FillRows(StreamHandle stream, DevicePointer to, std::size_t pitch, std::size_t element_size,
                const std::byte* value, std::size_t width, std::size_t height) {
  if (element_size == 1) {
    return DRIVER_CALL(cuMemsetD2D8Async, to, pitch, std::to_integer<unsigned char>(value[0]),
                       width, height, stream);
  }
  if (element_size == 2) {
    unsigned short bits = 0;
    std::memcpy(&bits, value, sizeof bits);
    return DRIVER_CALL(cuMemsetD2D16Async, to, pitch, bits, width, height, stream);
  }
  unsigned bits = 0;
  std::memcpy(&bits, value, sizeof bits);
  return DRIVER_CALL(cuMemsetD2D32Async, to, pitch, bits, width, height, stream);
}

// Fills with an element of 1, 2 or 4 bytes. The driver fills rows of adjacent elements a pitch
// apart.
Status FillNarrow(StreamHandle stream, const StridedFill& fill) {
  const Dims& shape = fill.shape;
  const std::size_t rank = shape.size();
  const auto extent = [&](std::size_t d) { return static_cast<std::size_t>(shape[d]); };
  const auto stride = [&](std::size_t d) { return static_cast<std::size_t>(fill.strides[d]); };
  const bool adjacent = rank > 0 && stride(rank - 1) == fill.element_size;
  const std::size_t width = adjacent ? extent(rank - 1) : 1;
  const std::size_t used = adjacent ? 1 : 0;
  const bool has_rows = rank > used;
  const std::size_t height = has_rows ? extent(rank - used - 1) : 1;
  const std::size_t pitch = has_rows ? stride(rank - used - 1) : width * fill.element_size;
  const std::size_t outer = rank - used - (has_rows ? 1 : 0);
  return ForEachOuter(
      shape, fill.strides, fill.strides, outer, [&](DevicePointer offset, DevicePointer) {
        // Rows that lie inside each other (stride 0) are written once.
        const bool apart = pitch >= width * fill.element_size;
        return FillRows(stream, fill.to + offset, apart ? pitch : width * fill.element_size,
                        fill.element_size, fill.value, width, apart ? height : 1);
      });
}

}  // namespace

Status CudaContext::GetMemoryInfo(MemoryInfo* info) {
  KC_ENTER_CONTEXT(*this);
  std::size_t free_bytes = 0;
  std::size_t total_bytes = 0;
  KC_RETURN_IF_FAILED(Note(DRIVER_CALL(cuMemGetInfo, &free_bytes, &total_bytes)));
  info->free_bytes = free_bytes;
  info->total_bytes = total_bytes;
  return {};
}

Status CudaContext::NoteAllocation(Status status, std::size_t bytes) const {
  status = Note(std::move(status));
  if (!status.ok() && status.info().code == ErrorCode::OutOfMemory) {
    std::size_t free_bytes = 0;
    std::size_t total_bytes = 0;
    // Best effort: the failure that counts is the first one.
    static_cast<void>(DRIVER_CALL(cuMemGetInfo, &free_bytes, &total_bytes).ok());
    ErrorInfo& info = status.info();
    info.requested_bytes = bytes;
    info.free_bytes = free_bytes;
    info.total_bytes = total_bytes;
    info.message =
        backend::Concat(bytes, " bytes requested, ", free_bytes, " of ", total_bytes, " free");
  }
  return status;
}

Status CudaContext::DoAllocate(std::size_t bytes, DevicePointer* data) {
  KC_ENTER_CONTEXT(*this);
  DriverPointer pointer = 0;
  KC_RETURN_IF_FAILED(NoteAllocation(DRIVER_CALL(cuMemAlloc, &pointer, bytes), bytes));
  *data = pointer;
  return {};
}

Status CudaContext::DoFree(DevicePointer data) {
  if (gone()) {
    return {};
  }
  CurrentContext current(*this);
  Status status = UnlessGone(current.ok() ? DRIVER_CALL(cuMemFree, data) : current.TakeStatus());
  if (!status.ok() && status.info().driver_status == kErrorInvalidValue) {
    status.info().code = ErrorCode::InvalidArgument;
    status.info().message = backend::Concat(
        "address ", data, " was freed before, or was not allocated in this context");
  }
  return status;
}

Status CudaContext::Adopt(DevicePointer) { return {}; }

Status CudaStream::DoCopyToDevice(DevicePointer to, const void* from, std::size_t bytes) {
  KC_ENTER_CONTEXT(context_);
  return context_.Note(DRIVER_CALL(cuMemcpyHtoDAsync, to, from, bytes, handle_));
}

Status CudaStream::DoCopyToHost(void* to, DevicePointer from, std::size_t bytes) {
  KC_ENTER_CONTEXT(context_);
  return context_.Note(DRIVER_CALL(cuMemcpyDtoHAsync, to, from, bytes, handle_));
}

Status CudaStream::DoCopyOnDevice(DevicePointer to, DevicePointer from, std::size_t bytes) {
  KC_ENTER_CONTEXT(context_);
  return context_.Note(DRIVER_CALL(cuMemcpyDtoDAsync, to, from, bytes, handle_));
}

Status CudaStream::DoCopyFromPeer(DevicePointer to, backend::Context& from_context,
                                DevicePointer from, std::size_t bytes) {
  KC_USE_CONTEXT(from_context);
  KC_ENTER_CONTEXT(context_);
  return context_.Note(DRIVER_CALL(cuMemcpyPeerAsync, to, context_.handle(), from,
                                   static_cast<CudaContext&>(from_context).handle(), bytes,
                                   handle_));
}

Status CudaStream::DoMemset(DevicePointer to, std::uint8_t value, std::size_t bytes) {
  KC_ENTER_CONTEXT(context_);
  return context_.Note(DRIVER_CALL(cuMemsetD8Async, to, value, bytes, handle_));
}

Status CudaStream::DoCopyStrided(const StridedCopy& copy) {
  const StridedCopy simple = Simplified(copy);
  if (std::find(simple.shape.begin(), simple.shape.end(), 0) != simple.shape.end()) {
    return {};
  }
  if (simple.shape.empty()) {
    return DoCopyOnDevice(simple.to, simple.from, simple.element_size);
  }
  KC_ENTER_CONTEXT(context_);
  const std::size_t last = simple.shape.size() - 1;
  const auto width = static_cast<std::int64_t>(simple.element_size);
  const auto max_pitch = static_cast<std::int64_t>(context_.cuda_device().max_pitch());
  const auto is_pitch = [&](std::int64_t stride) { return stride >= width && stride <= max_pitch; };
  const bool rows = is_pitch(simple.to_strides[last]) && is_pitch(simple.from_strides[last]);
  const std::size_t outer = rows ? last : last + 1;
  return context_.Note(
      ForEachOuter(simple.shape, simple.to_strides, simple.from_strides, outer,
                   [&](DevicePointer to, DevicePointer from) {
                     if (!rows) {
                       return DRIVER_CALL(cuMemcpyDtoDAsync, simple.to + to, simple.from + from,
                                          simple.element_size, handle_);
                     }
                     Copy2d block;
                     block.from_kind = kMemoryDevice;
                     block.from_device = simple.from + from;
                     block.from_pitch = static_cast<std::size_t>(simple.from_strides[last]);
                     block.to_kind = kMemoryDevice;
                     block.to_device = simple.to + to;
                     block.to_pitch = static_cast<std::size_t>(simple.to_strides[last]);
                     block.width = simple.element_size;
                     block.height = static_cast<std::size_t>(simple.shape[last]);
                     return DRIVER_CALL(cuMemcpy2DAsync, &block, handle_);
                   }));
}

Status CudaStream::DoFillStrided(const StridedFill& fill) {
  StridedFill simple = Simplified(fill);
  if (std::find(simple.shape.begin(), simple.shape.end(), 0) != simple.shape.end()) {
    return {};
  }
  KC_ENTER_CONTEXT(context_);
  constexpr std::size_t kWord = 4;
  if (simple.element_size <= kWord) {
    return context_.Note(FillNarrow(handle_, simple));
  }
  // The driver fills words: one fill for each word of the element, or one for all when they are the
  // same.
  const std::size_t words = simple.element_size / kWord;
  bool same = true;
  for (std::size_t w = 1; w < words; ++w) {
    same = same && std::equal(simple.value, simple.value + kWord, simple.value + w * kWord);
  }
  simple.element_size = kWord;
  if (same) {
    simple.shape.push_back(static_cast<std::int64_t>(words));
    simple.strides.push_back(static_cast<std::int64_t>(kWord));
    return context_.Note(FillNarrow(handle_, Simplified(simple)));
  }
  for (std::size_t w = 0; w < words; ++w) {
    StridedFill word = simple;
    word.to += w * kWord;
    std::copy_n(simple.value + w * kWord, kWord, word.value);
    KC_RETURN_IF_FAILED(context_.Note(FillNarrow(handle_, word)));
  }
  return {};
}

}  // namespace kernelc::cuda
