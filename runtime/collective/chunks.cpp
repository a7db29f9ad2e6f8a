// Arrays in parts, and many arrays as one.
#include <algorithm>
#include <numeric>

#include "kernelc/collective.h"
#include "runtime/backend/backend.h"
#include "runtime/backend/text.h"

namespace kernelc {
namespace {

using backend::Concat;

// Of arrays in a buffer, so that each is aligned as one of its own.
constexpr std::size_t kAlignment = 256;

[[noreturn]] void Refuse(const char* operation, const DeviceArrayAny& array, std::string message) {
  backend::ThrowError(ErrorCode::InvalidArgument, operation, Concat("array of shape ", ToString(array.shape())),
                      std::move(message));
}

std::vector<DeviceArrayAny> Cut(const DeviceArrayAny& array, std::span<const std::int64_t> extents,
                                std::size_t dimension) {
  std::vector<DeviceArrayAny> chunks;
  std::vector<Slice> slices(array.ndim());
  std::int64_t start = 0;
  for (const std::int64_t extent : extents) {
    slices[dimension] = {start, start + extent, 1};
    chunks.push_back(array.Sliced(slices));
    start += extent;
  }
  return chunks;
}

std::size_t Padded(std::size_t bytes) { return (bytes + kAlignment - 1) / kAlignment * kAlignment; }

// Arrays, by number, that travel together.
std::vector<std::vector<std::size_t>> Packs(const std::vector<DeviceArrayAny>& arrays, std::size_t buffer_bytes) {
  std::vector<std::vector<std::size_t>> packs;
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    const std::size_t next = Padded(arrays[i].nbytes());
    if (packs.empty() || bytes + next > buffer_bytes) {
      packs.emplace_back();
      bytes = 0;
    }
    packs.back().push_back(i);
    bytes += next;
  }
  return packs;
}

// A buffer on one rank, with views of it that are like its arrays.
struct Packed {
  DeviceArrayAny buffer;
  std::vector<DeviceArrayAny> views;
};

Packed Pack(const std::vector<DeviceArrayAny>& arrays, const std::vector<std::size_t>& pack,
            StreamRef stream) {
  std::size_t bytes = 0;
  for (const std::size_t i : pack) {
    bytes += Padded(arrays[i].nbytes());
  }
  const Context context = arrays[pack[0]].context();
  Packed packed;
  packed.buffer = DeviceArrayAny::Empty(context, ScalarKind::UInt8,
                                        Dims{static_cast<std::int64_t>(bytes)}, Order::C, stream);
  const auto owner = std::make_shared<DeviceArrayAny>(packed.buffer);
  std::size_t at = 0;
  for (const std::size_t i : pack) {
    packed.views.push_back(DeviceArrayAny::Wrap(context, packed.buffer.data() + at, arrays[i].element(),
                                                arrays[i].shape(), {}, owner));
    at += Padded(arrays[i].nbytes());
  }
  return packed;
}

}  // namespace

std::vector<DeviceArrayAny> Chunks(const DeviceArrayAny& array, std::span<const std::int64_t> extents,
                                   std::size_t dimension) {
  constexpr const char* kOperation = "chunks";
  if (dimension >= array.ndim()) {
    Refuse(kOperation, array, Concat("there is no dimension ", dimension));
  }
  std::int64_t sum = 0;
  for (const std::int64_t extent : extents) {
    if (extent < 0 || __builtin_add_overflow(sum, extent, &sum)) {
      Refuse(kOperation, array, Concat("a chunk of ", extent, " is none"));
    }
  }
  if (sum != array.shape()[dimension]) {
    Refuse(kOperation, array,
           Concat("the chunks have ", sum, " together, dimension ", dimension, " has ", array.shape()[dimension]));
  }
  return Cut(array, extents, dimension);
}

std::vector<DeviceArrayAny> Chunks(const DeviceArrayAny& array, int count, std::size_t dimension) {
  if (count < 1) {
    Refuse("chunks", array, Concat(count, " chunks are none"));
  }
  if (dimension >= array.ndim()) {
    Refuse("chunks", array, Concat("there is no dimension ", dimension));
  }
  const std::int64_t all = array.shape()[dimension];
  const std::int64_t each = all / count + (all % count != 0 ? 1 : 0);
  std::vector<std::int64_t> extents;
  for (std::int64_t left = all; static_cast<int>(extents.size()) < count; left -= extents.back()) {
    extents.push_back(std::min(left, each));
  }
  return Cut(array, extents, dimension);
}

void Communicator::BroadcastCoalesced(std::span<const std::vector<DeviceArrayAny>> arrays, int root,
                                      std::size_t buffer_bytes, Streams streams) const {
  constexpr const char* kOperation = "broadcast coalesced";
  if (arrays.size() != static_cast<std::size_t>(local_size())) {
    backend::ThrowError(ErrorCode::InvalidArgument, kOperation, {},
                        Concat("there are ", arrays.size(), " lists for ", local_size(), " ranks of this process"));
  }
  if (!streams.empty() && streams.size() != arrays.size()) {
    backend::ThrowError(ErrorCode::InvalidArgument, kOperation, {},
                        Concat("there are ", streams.size(), " streams for ", arrays.size(),
                               " ranks of this process"));
  }
  for (const std::vector<DeviceArrayAny>& list : arrays) {
    if (list.size() != arrays[0].size()) {
      backend::ThrowError(ErrorCode::InvalidArgument, kOperation, {},
                          Concat("the lists have ", arrays[0].size(), " and ", list.size(), " arrays"));
    }
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (!(list[i].element() == arrays[0][i].element()) || list[i].shape() != arrays[0][i].shape()) {
        Refuse(kOperation, list[i], Concat("array ", i, " has shape ", ToString(arrays[0][i].shape()),
                                           " or another type on another rank"));
      }
    }
  }
  const auto stream_of = [&](std::size_t i) { return streams.empty() ? StreamRef() : streams[i]; };
  std::vector<Packed> kept;
  for (const std::vector<std::size_t>& pack : Packs(arrays[0], buffer_bytes)) {
    std::vector<DeviceArrayAny> buffers;
    const std::size_t first = kept.size();
    for (std::size_t local = 0; local < arrays.size(); ++local) {
      kept.push_back(Pack(arrays[local], pack, stream_of(local)));
      buffers.push_back(kept.back().buffer);
      for (std::size_t i = 0; rank(static_cast<int>(local)) == root && i < pack.size(); ++i) {
        kept.back().views[i].CopyFrom(arrays[local][pack[i]], stream_of(local));
      }
    }
    Broadcast(buffers, root, streams);
    for (std::size_t local = 0; local < arrays.size(); ++local) {
      for (std::size_t i = 0; rank(static_cast<int>(local)) != root && i < pack.size(); ++i) {
        arrays[local][pack[i]].CopyFrom(kept[first + local].views[i], stream_of(local));
      }
    }
  }
}

}  // namespace kernelc
