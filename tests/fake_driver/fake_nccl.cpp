// A libnccl of our own for groups of one process: operations are done when the last rank has called them, on host memory, which
// the fake driver's memory is.
#include "tests/fake_driver/fake_nccl.h"

#include <cstddef>
#include <cstring>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

#include "runtime/collective/combine.h"

namespace kernelc::fake_driver {
namespace {

constexpr int kSuccess = 0;
constexpr int kInvalidArgument = 4;
constexpr int kInvalidUsage = 5;

enum class Kind { Broadcast, Reduce, AllReduce, AllGather, ReduceScatter, Send, Recv };

struct Clique;

struct Comm {
  Clique* clique = nullptr;
  int rank = 0;
};

struct Work {
  Kind kind;
  const void* in;
  void* out;
  std::size_t count;
  int type;
  int op;
  int peer;
  Comm* comm;
};

struct Clique {
  std::vector<Comm> ranks;
};

struct Library {
  std::mutex mutex;
  std::set<Comm*> live;
  int aborted = 0;
  int open_groups = 0;
  int next_result = kSuccess;
  int async_error = kSuccess;
  std::vector<Work> grouped;
};

Library& TheLibrary() {
  static Library& library = *new Library;
  return library;
}

using Lock = std::lock_guard<std::mutex>;

int Enter(Library& library) { return std::exchange(library.next_result, kSuccess); }

constexpr ScalarKind kTypes[] = {ScalarKind::Int8,    ScalarKind::UInt8,   ScalarKind::Int32,   ScalarKind::UInt32,
                                 ScalarKind::Int64,   ScalarKind::UInt64,  ScalarKind::Float16, ScalarKind::Float32,
                                 ScalarKind::Float64, ScalarKind::BFloat16};
constexpr ReduceOp kOps[] = {ReduceOp::Sum, ReduceOp::Product, ReduceOp::Max, ReduceOp::Min};

std::size_t BytesOf(const Work& work, std::size_t count) {
  return count * abi::scalar_info(kTypes[work.type]).size;
}

// All inputs combined, of `count` elements each.
std::vector<std::byte> Combined(const std::vector<Work>& works, std::size_t count) {
  const std::size_t bytes = BytesOf(works[0], count);
  std::vector<std::byte> sum(bytes);
  std::memcpy(sum.data(), works[0].in, bytes);
  for (std::size_t i = 1; i < works.size(); ++i) {
    collective::Combine(kTypes[works[i].type], kOps[works[i].op], sum.data(), works[i].in, count);
  }
  return sum;
}

// The same operation of every rank, by rank.
void Do(const std::vector<Work>& works) {
  const Work& first = works[0];
  const std::size_t n = works.size();
  const std::size_t bytes = BytesOf(first, first.count);
  if (first.kind == Kind::Broadcast) {
    const void* const from = works[static_cast<std::size_t>(first.peer)].in;
    for (const Work& work : works) {
      std::memmove(work.out, from, bytes);
    }
  } else if (first.kind == Kind::AllGather) {
    for (const Work& to : works) {
      for (std::size_t i = 0; i < n; ++i) {
        std::memmove(static_cast<std::byte*>(to.out) + i * bytes, works[i].in, bytes);
      }
    }
  } else {
    const bool scatter = first.kind == Kind::ReduceScatter;
    const std::vector<std::byte> sum = Combined(works, scatter ? first.count * n : first.count);
    for (std::size_t i = 0; i < n; ++i) {
      if (first.kind != Kind::Reduce || works[i].comm->rank == first.peer) {
        std::memcpy(works[i].out, sum.data() + (scatter ? i * bytes : 0), bytes);
      }
    }
  }
}

// Sends meet what receives them in order.
int DoTransfers(std::vector<Work> works) {
  for (auto send = works.begin(); send != works.end(); ++send) {
    if (send->kind != Kind::Send) {
      continue;
    }
    auto receive = works.begin();
    while (receive != works.end() &&
           !(receive->kind == Kind::Recv && receive->comm != nullptr && receive->comm->rank == send->peer &&
             receive->peer == send->comm->rank)) {
      ++receive;
    }
    // The real one would wait for ever.
    if (receive == works.end() || receive->count != send->count) {
      return kInvalidUsage;
    }
    std::memcpy(receive->out, send->in, send->count);
    receive->comm = nullptr;
  }
  return kSuccess;
}

int DoAll(std::vector<Work> works) {
  std::vector<Work> transfers;
  std::vector<Work> waiting;
  for (const Work& work : works) {
    (work.kind == Kind::Send || work.kind == Kind::Recv ? transfers : waiting).push_back(work);
  }
  if (!waiting.empty()) {
    if (waiting.size() != waiting[0].comm->clique->ranks.size()) {
      return kInvalidUsage;
    }
    Do(waiting);
  }
  return DoTransfers(transfers);
}

int Call(const Work& work) {
  Library& library = TheLibrary();
  const Lock lock(library.mutex);
  if (const int result = Enter(library); result != kSuccess) {
    return result;
  }
  if (library.live.count(work.comm) == 0) {
    return kInvalidArgument;
  }
  if (library.open_groups != 0) {
    library.grouped.push_back(work);
    return kSuccess;
  }
  return DoAll({work});
}

int Make(Clique* clique, void** comms) {
  for (std::size_t i = 0; i < clique->ranks.size(); ++i) {
    clique->ranks[i] = {clique, static_cast<int>(i)};
    comms[i] = &clique->ranks[i];
    TheLibrary().live.insert(&clique->ranks[i]);
  }
  return kSuccess;
}

const NcclControls kControls = {
    [] {
      const Lock lock(TheLibrary().mutex);
      return static_cast<int>(TheLibrary().live.size());
    },
    [] { return TheLibrary().aborted; },
    [] { return TheLibrary().open_groups; },
    [](int result) { TheLibrary().next_result = result; },
    [](int result) { TheLibrary().async_error = result; },
};

}  // namespace
}  // namespace kernelc::fake_driver

using namespace kernelc::fake_driver;

struct FakeNcclId {
  char bytes[128];
};

#define KC_FAKE_EXPORT extern "C" __attribute__((visibility("default")))
#define KC_FAKE_FUNCTION(name, parameters) \
  KC_FAKE_EXPORT int name parameters;      \
  int name parameters

KC_FAKE_EXPORT const NcclControls* kernelc_fake_nccl_controls();
const NcclControls* kernelc_fake_nccl_controls() { return &kControls; }

KC_FAKE_FUNCTION(ncclGetUniqueId, (FakeNcclId * id)) {
  *id = {};
  const Lock lock(TheLibrary().mutex);
  return Enter(TheLibrary());
}
KC_FAKE_FUNCTION(ncclCommInitRank, (void** comm, int size, FakeNcclId, int)) {
  const Lock lock(TheLibrary().mutex);
  const int result = Enter(TheLibrary());
  // Of several processes there is no fake.
  return result != kSuccess ? result : size != 1 ? kInvalidUsage : Make(new Clique{std::vector<Comm>(1)}, comm);
}
KC_FAKE_FUNCTION(ncclCommInitAll, (void** comms, int size, const int*)) {
  const Lock lock(TheLibrary().mutex);
  const int result = Enter(TheLibrary());
  return result != kSuccess ? result
                            : Make(new Clique{std::vector<Comm>(static_cast<std::size_t>(size))}, comms);
}
KC_FAKE_FUNCTION(ncclCommDestroy, (void* comm)) {
  const Lock lock(TheLibrary().mutex);
  const int result = Enter(TheLibrary());
  return TheLibrary().live.erase(static_cast<Comm*>(comm)) == 0 ? kInvalidArgument : result;
}
KC_FAKE_FUNCTION(ncclCommAbort, (void* comm)) {
  const Lock lock(TheLibrary().mutex);
  ++TheLibrary().aborted;
  return TheLibrary().live.erase(static_cast<Comm*>(comm)) == 0 ? kInvalidArgument : kSuccess;
}
KC_FAKE_FUNCTION(ncclCommGetAsyncError, (void*, int* result)) {
  *result = TheLibrary().async_error;
  return kSuccess;
}
KC_FAKE_FUNCTION(ncclGroupStart, ()) {
  const Lock lock(TheLibrary().mutex);
  if (const int result = Enter(TheLibrary()); result != kSuccess) {
    return result;
  }
  ++TheLibrary().open_groups;
  return kSuccess;
}
KC_FAKE_FUNCTION(ncclGroupEnd, ()) {
  const Lock lock(TheLibrary().mutex);
  const int result = Enter(TheLibrary());
  --TheLibrary().open_groups;
  std::vector<Work> works = std::exchange(TheLibrary().grouped, {});
  return result != kSuccess ? result : DoAll(std::move(works));
}
KC_FAKE_FUNCTION(ncclBroadcast, (const void* in, void* out, std::size_t count, int type, int root, void* comm, void*)) {
  return Call({Kind::Broadcast, in, out, count, type, 0, root, static_cast<Comm*>(comm)});
}
KC_FAKE_FUNCTION(ncclReduce,
                 (const void* in, void* out, std::size_t count, int type, int op, int root, void* comm, void*)) {
  return Call({Kind::Reduce, in, out, count, type, op, root, static_cast<Comm*>(comm)});
}
KC_FAKE_FUNCTION(ncclAllReduce, (const void* in, void* out, std::size_t count, int type, int op, void* comm, void*)) {
  return Call({Kind::AllReduce, in, out, count, type, op, 0, static_cast<Comm*>(comm)});
}
KC_FAKE_FUNCTION(ncclAllGather, (const void* in, void* out, std::size_t count, int type, void* comm, void*)) {
  return Call({Kind::AllGather, in, out, count, type, 0, 0, static_cast<Comm*>(comm)});
}
KC_FAKE_FUNCTION(ncclReduceScatter,
                 (const void* in, void* out, std::size_t count, int type, int op, void* comm, void*)) {
  return Call({Kind::ReduceScatter, in, out, count, type, op, 0, static_cast<Comm*>(comm)});
}
KC_FAKE_FUNCTION(ncclSend, (const void* in, std::size_t count, int type, int peer, void* comm, void*)) {
  return Call({Kind::Send, in, nullptr, count, type, 0, peer, static_cast<Comm*>(comm)});
}
KC_FAKE_FUNCTION(ncclRecv, (void* out, std::size_t count, int type, int peer, void* comm, void*)) {
  return Call({Kind::Recv, nullptr, out, count, type, 0, peer, static_cast<Comm*>(comm)});
}
