#include "runtime/collective/host_algorithms.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

#include "runtime/collective/combine.h"

namespace kernelc::collective {
namespace {

using backend::CollectiveCall;
using backend::CollectiveKind;
using backend::CollectivePart;
using backend::Status;
using backend::Transfer;

void Copy(DevicePointer to, DevicePointer from, std::size_t bytes) {
  if (bytes != 0 && to != from) {
    std::memmove(std::bit_cast<void*>(to), std::bit_cast<const void*>(from), bytes);
  }
}

class Host {
 public:
  Host(Transport& transport, int size, const CollectiveCall& call, const CollectivePart& part)
      : transport_(transport),
        call_(call),
        part_(part),
        size_(size),
        element_(abi::scalar_info(call.type).size),
        bytes_(call.count * element_) {}

  // From the root along a binomial tree.
  Status Broadcast() {
    const int place = Rotated(part_.rank);
    int distance = 1;
    while (distance < size_ && (place & distance) == 0) {
      distance <<= 1;
    }
    if (place != 0) {
      KC_RETURN_IF_FAILED(Move({}, {{part_.out, bytes_, Rank(place - distance)}}));
    }
    for (distance >>= 1; distance > 0; distance >>= 1) {
      if (place + distance < size_) {
        KC_RETURN_IF_FAILED(Move({{part_.out, bytes_, Rank(place + distance)}}, {}));
      }
    }
    return {};
  }

  Status AllReduce() {
    Copy(part_.out, part_.in, bytes_);
    KC_RETURN_IF_FAILED(ReducePieces(part_.out));
    return GatherPieces(part_.out);
  }

  Status Reduce() {
    // The input stays as it is.
    std::vector<std::byte> own;
    DevicePointer work = part_.out;
    if (part_.rank != call_.root) {
      own.resize(bytes_);
      work = std::bit_cast<DevicePointer>(own.data());
    }
    Copy(work, part_.in, bytes_);
    KC_RETURN_IF_FAILED(ReducePieces(work));
    std::vector<Transfer> sends;
    std::vector<Transfer> receives;
    if (part_.rank != call_.root) {
      sends.push_back(Piece(work, part_.rank, call_.root));
    } else {
      for (int i = 0; i < size_; ++i) {
        if (i != part_.rank) {
          receives.push_back(Piece(work, i, i));
        }
      }
    }
    return Move(sends, receives);
  }

  Status AllGather() {
    Copy(part_.out + static_cast<std::size_t>(part_.rank) * bytes_, part_.in, bytes_);
    whole_ = static_cast<std::uint64_t>(size_) * call_.count;
    return GatherPieces(part_.out);
  }

  Status ReduceScatter() {
    whole_ = static_cast<std::uint64_t>(size_) * call_.count;
    std::vector<std::byte> work(whole_ * element_);
    const auto at = std::bit_cast<DevicePointer>(work.data());
    Copy(at, part_.in, work.size());
    KC_RETURN_IF_FAILED(ReducePieces(at));
    Copy(part_.out, at + static_cast<std::size_t>(part_.rank) * bytes_, bytes_);
    return {};
  }

  Status Exchange() {
    std::vector<Transfer> sends = part_.sends;
    std::vector<Transfer> receives = part_.receives;
    const auto is_own = [&](const Transfer& transfer) { return transfer.peer == part_.rank; };
    for (auto to = receives.begin(), from = sends.begin();; ++to, ++from) {
      to = std::find_if(to, receives.end(), is_own);
      from = std::find_if(from, sends.end(), is_own);
      if (to == receives.end() || from == sends.end()) {
        break;
      }
      Copy(to->data, from->data, std::min(to->bytes, from->bytes));
    }
    std::erase_if(sends, is_own);
    std::erase_if(receives, is_own);
    return Move(sends, receives);
  }

 private:
  int Rotated(int rank) const { return (rank - call_.root + size_) % size_; }
  int Rank(int rotated) const { return (rotated + call_.root) % size_; }

  // Piece `index` of size() nearly equal ones.
  Transfer Piece(DevicePointer base, int index, int peer) const {
    const std::uint64_t count = whole_ != 0 ? whole_ : call_.count;
    const auto n = static_cast<std::uint64_t>(size_);
    const auto start = [&](std::uint64_t i) { return count / n * i + std::min(count % n, i); };
    const std::uint64_t first = start(static_cast<std::uint64_t>(index));
    const std::uint64_t last = start(static_cast<std::uint64_t>(index) + 1);
    return {base + first * element_, (last - first) * element_, peer};
  }

  // Around the ring of ranks: afterwards piece i of `base` is complete on rank i.
  Status ReducePieces(DevicePointer base) {
    std::vector<std::byte> incoming(Piece(base, 0, 0).bytes);
    for (int step = 1; step < size_; ++step) {
      const Transfer send = Piece(base, (part_.rank - step + size_) % size_, Next());
      const Transfer keep = Piece(base, (part_.rank - step - 1 + 2 * size_) % size_, Previous());
      const Transfer receive = {std::bit_cast<DevicePointer>(incoming.data()), keep.bytes, keep.peer};
      KC_RETURN_IF_FAILED(Move({send}, {receive}));
      Combine(call_.type, call_.op, std::bit_cast<void*>(keep.data), incoming.data(), keep.bytes / element_);
    }
    return {};
  }

  // Afterwards all pieces are on every rank, where piece i was on rank i.
  Status GatherPieces(DevicePointer base) {
    for (int step = 0; step + 1 < size_; ++step) {
      const Transfer send = Piece(base, (part_.rank - step + size_) % size_, Next());
      const Transfer receive = Piece(base, (part_.rank - step - 1 + size_) % size_, Previous());
      KC_RETURN_IF_FAILED(Move({send}, {receive}));
    }
    return {};
  }

  int Next() const { return (part_.rank + 1) % size_; }
  int Previous() const { return (part_.rank - 1 + size_) % size_; }

  // Both sides know the sizes: nothing is not sent.
  Status Move(std::vector<Transfer> sends, std::vector<Transfer> receives) {
    const auto is_empty = [](const Transfer& transfer) { return transfer.bytes == 0; };
    std::erase_if(sends, is_empty);
    std::erase_if(receives, is_empty);
    return transport_.Exchange(part_.rank, sends, receives);
  }

  Transport& transport_;
  const CollectiveCall& call_;
  const CollectivePart& part_;
  const int size_;
  const std::size_t element_;
  const std::size_t bytes_;
  // Elements that are cut into pieces, where these are not `count`.
  std::uint64_t whole_ = 0;
};

}  // namespace

Status RunOnHost(Transport& transport, int size, const CollectiveCall& call, const CollectivePart& part) {
  Host host(transport, size, call, part);
  switch (call.kind) {
    case CollectiveKind::Broadcast:
      return host.Broadcast();
    case CollectiveKind::Reduce:
      return host.Reduce();
    case CollectiveKind::AllReduce:
      return host.AllReduce();
    case CollectiveKind::AllGather:
      return host.AllGather();
    case CollectiveKind::ReduceScatter:
      return host.ReduceScatter();
    case CollectiveKind::Exchange:
      return host.Exchange();
  }
  return {};
}

}  // namespace kernelc::collective
