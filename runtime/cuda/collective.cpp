// Collectives of GPUs, by NCCL.
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstring>
#include <deque>
#include <mutex>
#include <utility>

#include "runtime/backend/collective.h"
#include "runtime/backend/text.h"
#include "runtime/cuda/context.h"
#include "runtime/cuda/nccl.h"

namespace kernelc::cuda {
namespace {

using backend::CollectiveCall;
using backend::CollectiveKind;
using backend::CollectivePart;
using backend::Status;
using backend::Transfer;

int NcclOpOf(ReduceOp op) noexcept {
#define KC_NCCL_OP(name, value)  \
  if (op == ReduceOp::name) { \
    return value;             \
  }
#include "runtime/cuda/nccl_functions.def"
  return -1;
}

void* At(DevicePointer pointer) { return reinterpret_cast<void*>(static_cast<std::uintptr_t>(pointer)); }

// Makes a context current whatever is, and restores that afterwards: NCCL chooses devices itself.
class PushedContext {
 public:
  explicit PushedContext(const CudaContext& context) : status_(DRIVER_CALL(cuCtxPushCurrent, context.handle())) {}
  ~PushedContext() {
    if (status_.ok()) {
      ContextHandle popped = nullptr;
      // Of a context that is gone there is nothing to restore.
      static_cast<void>(DRIVER_CALL(cuCtxPopCurrent, &popped).ok());
    }
  }
  PushedContext(const PushedContext&) = delete;
  PushedContext& operator=(const PushedContext&) = delete;
  Status TakeStatus() { return std::move(status_); }
  bool ok() const noexcept { return status_.ok(); }

 private:
  Status status_;
};

// Memory of a context for the time of a call.
class Scratch {
 public:
  Scratch() = default;
  ~Scratch() {
    if (data_ != 0) {
      // Waits for the work that uses it.
      backend::Report(context_->Free(data_));
    }
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  Status Allocate(backend::Context& context, std::size_t bytes) {
    context_ = &context;
    return context.Allocate(std::max<std::size_t>(bytes, 1), &data_);
  }
  DevicePointer data() const noexcept { return data_; }

 private:
  backend::Context* context_ = nullptr;
  DevicePointer data_ = 0;
};

// A rank of this process. Keeps its context.
struct Member {
  std::shared_ptr<backend::Context> context;
  NcclComm comm = nullptr;
  // Where its last operation went.
  std::shared_ptr<backend::Stream> last;
  backend::Stream* last_raw = nullptr;

  CudaContext& cuda() const noexcept { return static_cast<CudaContext&>(*context); }
};

class NcclEngine final : public backend::CollectiveEngine {
 public:
  NcclEngine(const NcclTable& nccl, std::vector<Member> members, int size)
      : nccl_(nccl), members_(std::move(members)), size_(size) {}

  ~NcclEngine() override {
    if (aborted_ || any_gone()) {
      return;
    }
    for (const Member& member : members_) {
      const PushedContext pushed(member.cuda());
      if (pushed.ok()) {
        backend::Report(Named(member, CheckNccl(nccl_.ncclCommDestroy(member.comm), "ncclCommDestroy")));
      }
    }
  }

  Status Run(const CollectiveCall& call) override {
    // Contexts that a reset must not take away meanwhile.
    std::deque<backend::ContextUse> uses;
    for (const Member& member : members_) {
      uses.emplace_back(*member.context);
      if (Status usable = member.context->CheckUsable("collective"); !usable.ok()) {
        uses.back().EndWithReset();
        return usable;
      }
    }
    if (call.type == ScalarKind::Int16 || call.type == ScalarKind::UInt16) {
      return RunWidened(call);
    }
    return Enqueue(call);
  }

  Status Poll() override {
    for (const Member& member : members_) {
      NcclResult now = 0;
      KC_RETURN_IF_FAILED(Named(member, CheckNccl(nccl_.ncclCommGetAsyncError(member.comm, &now),
                                                  "ncclCommGetAsyncError")));
      constexpr NcclResult kInProgress = 7;
      if (now != kInProgress) {
        KC_RETURN_IF_FAILED(Named(member, CheckNccl(now, "ncclCommGetAsyncError")));
      }
    }
    return {};
  }

  void Abort(const ErrorInfo& why) noexcept override {
    // Whoever waits inside NCCL for a rank that will not come is freed by the abort itself.
    constexpr std::chrono::seconds kPatience{2};
    const std::unique_lock lock(mutex_, kPatience);
    aborted_ = true;
    if (any_gone()) {
      return;
    }
    for (Member& member : members_) {
      bool idle = true;
      if (member.last != nullptr && !member.context->gone() && (!member.last->Query(&idle).ok() || !idle)) {
        // Before the work ends, so that who waits for it finds it.
        member.last->KeepError(why);
      }
      const PushedContext pushed(member.cuda());
      // The communicator is of no use whatever NCCL says of its end.
      static_cast<void>(nccl_.ncclCommAbort(member.comm));
    }
  }

 private:
  // What NCCL had in a context that was reset is gone, also for its other ranks: it is left alone.
  bool any_gone() const {
    return std::any_of(members_.begin(), members_.end(),
                       [](const Member& member) { return member.context->gone(); });
  }

  static Status Named(const Member& member, Status status) {
    if (!status.ok() && status.info().object.empty()) {
      status.info().object = member.context->device().name();
    }
    return status;
  }

  Status Enqueue(const CollectiveCall& call) {
    const std::lock_guard lock(mutex_);
    if (aborted_) {
      return backend::Fail(ErrorCode::PeerLost, "collective", {}, "the group has ended");
    }
    PushedContext pushed(members_[0].cuda());
    KC_RETURN_IF_FAILED(pushed.TakeStatus());
    const bool grouped = members_.size() > 1 || call.kind == CollectiveKind::Exchange;
    if (grouped) {
      KC_RETURN_IF_FAILED(CheckNccl(nccl_.ncclGroupStart(), "ncclGroupStart"));
    }
    Status first;
    for (std::size_t i = 0; i < members_.size() && first.ok(); ++i) {
      Remember(members_[i], *call.parts[i].stream);
      first = Named(members_[i], EnqueuePart(call, call.parts[i], members_[i].comm));
    }
    if (grouped) {
      // Also after a failure: a group that was begun has to end.
      Status ended = Named(members_[0], CheckNccl(nccl_.ncclGroupEnd(), "ncclGroupEnd"));
      if (first.ok()) {
        first = std::move(ended);
      }
    }
    return first;
  }

  static void Remember(Member& member, backend::Stream& stream) {
    if (member.last_raw != &stream || member.last == nullptr) {
      member.last = stream.weak_from_this().lock();
      if (member.last == nullptr) {
        member.last = std::shared_ptr<backend::Stream>(member.context, &stream);
      }
      member.last_raw = &stream;
    }
  }

  Status EnqueuePart(const CollectiveCall& call, const CollectivePart& part, NcclComm comm) const {
    const int type = NcclTypeOf(call.type);
    const int op = NcclOpOf(call.op);
    auto* const stream = static_cast<StreamHandle>(part.stream->native_handle());
    void* const out = At(part.out);
    const void* const in = At(part.in);
    const std::size_t count = call.count;
    switch (call.kind) {
      case CollectiveKind::Broadcast:
        return CheckNccl(nccl_.ncclBroadcast(out, out, count, type, call.root, comm, stream), "ncclBroadcast");
      case CollectiveKind::Reduce:
        return CheckNccl(nccl_.ncclReduce(in, out, count, type, op, call.root, comm, stream), "ncclReduce");
      case CollectiveKind::AllReduce:
        return CheckNccl(nccl_.ncclAllReduce(in, out, count, type, op, comm, stream), "ncclAllReduce");
      case CollectiveKind::AllGather:
        return CheckNccl(nccl_.ncclAllGather(in, out, count, type, comm, stream), "ncclAllGather");
      case CollectiveKind::ReduceScatter:
        return CheckNccl(nccl_.ncclReduceScatter(in, out, count, type, op, comm, stream), "ncclReduceScatter");
      case CollectiveKind::Exchange:
        return EnqueueTransfers(part, comm, stream);
    }
    return {};
  }

  Status EnqueueTransfers(const CollectivePart& part, NcclComm comm, StreamHandle stream) const {
    const int bytes = NcclTypeOf(ScalarKind::UInt8);
    for (const Transfer& send : part.sends) {
      if (send.bytes != 0) {
        KC_RETURN_IF_FAILED(
            CheckNccl(nccl_.ncclSend(At(send.data), send.bytes, bytes, send.peer, comm, stream), "ncclSend"));
      }
    }
    for (const Transfer& receive : part.receives) {
      if (receive.bytes != 0) {
        KC_RETURN_IF_FAILED(
            CheckNccl(nccl_.ncclRecv(At(receive.data), receive.bytes, bytes, receive.peer, comm, stream), "ncclRecv"));
      }
    }
    return {};
  }

  // NCCL has no integers of 16 bits: they travel as halves of 32, the upper ones (for products the lower ones), so that the
  // other half decides nothing. Blocks until that memory can be freed.
  Status RunWidened(const CollectiveCall& call) {
    const bool low = call.op == ReduceOp::Product;
    const std::uint64_t ranks = static_cast<std::uint64_t>(size_);
    const std::uint64_t in_count = call.kind == CollectiveKind::ReduceScatter ? call.count * ranks : call.count;
    std::deque<Scratch> scratch;
    std::vector<CollectivePart> parts(call.parts.begin(), call.parts.end());
    const std::size_t half = low ? 0 : 2;
    for (CollectivePart& part : parts) {
      backend::Context& context = part.stream->context();
      KC_RETURN_IF_FAILED(scratch.emplace_back().Allocate(context, in_count * 4));
      const DevicePointer wide = scratch.back().data();
      KC_RETURN_IF_FAILED(part.stream->Memset(wide, 0, in_count * 4));
      KC_RETURN_IF_FAILED(CopyHalves(*part.stream, wide + half, 4, part.in, 2, in_count));
      part.in = wide;
      KC_RETURN_IF_FAILED(scratch.emplace_back().Allocate(context, call.count * 4));
      part.out = scratch.back().data();
    }
    CollectiveCall wide = call;
    wide.type = call.type == ScalarKind::Int16 && !low ? ScalarKind::Int32 : ScalarKind::UInt32;
    wide.parts = parts;
    KC_RETURN_IF_FAILED(Enqueue(wide));
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const CollectivePart& given = call.parts[i];
      if (call.kind != CollectiveKind::Reduce || given.rank == call.root) {
        KC_RETURN_IF_FAILED(CopyHalves(*given.stream, given.out, 2, parts[i].out + half, 4, call.count));
      }
    }
    return {};
  }

  static Status CopyHalves(backend::Stream& stream, DevicePointer to, std::int64_t to_stride, DevicePointer from,
                           std::int64_t from_stride, std::uint64_t count) {
    backend::StridedCopy copy;
    copy.to = to;
    copy.from = from;
    copy.element_size = 2;
    copy.shape = {static_cast<std::int64_t>(count)};
    copy.to_strides = {to_stride};
    copy.from_strides = {from_stride};
    return stream.CopyStrided(copy);
  }

  const NcclTable& nccl_;
  std::vector<Member> members_;
  const int size_;
  std::timed_mutex mutex_;
  std::atomic<bool> aborted_{false};
};

}  // namespace
}  // namespace kernelc::cuda

namespace kernelc::backend {

using cuda::CheckNccl;
using cuda::Member;
using cuda::NcclTable;
using cuda::PushedContext;

Status MakeNcclId(NcclId* id) {
  const NcclTable* nccl = nullptr;
  KC_RETURN_IF_FAILED(cuda::OpenNccl(&nccl));
  cuda::NcclUniqueId made = {};
  KC_RETURN_IF_FAILED(CheckNccl(nccl->ncclGetUniqueId(&made), "ncclGetUniqueId"));
  std::memcpy(id->data(), made.bytes, sizeof made.bytes);
  return {};
}

Status MakeNcclEngine(std::span<const std::shared_ptr<Context>> contexts,
                      std::unique_ptr<CollectiveEngine>* engine) {
  const NcclTable* nccl = nullptr;
  KC_RETURN_IF_FAILED(cuda::OpenNccl(&nccl));
  std::vector<Member> members(contexts.size());
  std::vector<cuda::NcclComm> comms(contexts.size());
  std::vector<int> devices;
  for (std::size_t i = 0; i < contexts.size(); ++i) {
    members[i].context = contexts[i];
    devices.push_back(contexts[i]->device().ordinal());
  }
  PushedContext pushed(members[0].cuda());
  KC_RETURN_IF_FAILED(pushed.TakeStatus());
  KC_RETURN_IF_FAILED(CheckNccl(
      nccl->ncclCommInitAll(comms.data(), static_cast<int>(comms.size()), devices.data()), "ncclCommInitAll"));
  for (std::size_t i = 0; i < members.size(); ++i) {
    members[i].comm = comms[i];
  }
  *engine = std::make_unique<cuda::NcclEngine>(*nccl, std::move(members), static_cast<int>(comms.size()));
  return {};
}

Status MakeNcclEngine(const std::shared_ptr<Context>& context, const NcclId& id, int rank, int size,
                      std::unique_ptr<CollectiveEngine>* engine) {
  const NcclTable* nccl = nullptr;
  KC_RETURN_IF_FAILED(cuda::OpenNccl(&nccl));
  std::vector<Member> members(1);
  members[0].context = context;
  PushedContext pushed(members[0].cuda());
  KC_RETURN_IF_FAILED(pushed.TakeStatus());
  cuda::NcclUniqueId raw = {};
  std::memcpy(raw.bytes, id.data(), sizeof raw.bytes);
  KC_RETURN_IF_FAILED(CheckNccl(nccl->ncclCommInitRank(&members[0].comm, size, raw, rank), "ncclCommInitRank"));
  *engine = std::make_unique<cuda::NcclEngine>(*nccl, std::move(members), size);
  return {};
}

}  // namespace kernelc::backend
