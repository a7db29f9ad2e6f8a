// The operations: what is wrong with a call is said here, before anything is enqueued.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "kernelc/collective.h"
#include "kernelc/current_stream.h"
#include "kernelc/graph.h"
#include "runtime/backend/text.h"
#include "runtime/collective/group.h"
#include "runtime/core/handles.h"

namespace kernelc {
namespace {

using backend::CollectiveCall;
using backend::CollectiveKind;
using backend::CollectivePart;
using backend::Concat;
using collective::CallName;
using collective::CallRecord;
using collective::Group;

using Arrays = Communicator::Arrays;
using Streams = Communicator::Streams;

std::string ArrayText(const DeviceArrayAny& array) {
  return Concat(ToString(array.element()), " array of shape ", ToString(array.shape()));
}

// How the engine computes with a type.
struct Reduction {
  ScalarKind type;
  ReduceOp op;
  // Numbers in an element.
  std::uint64_t numbers = 1;
};

class Call {
 public:
  Call(Group& group, CallName name, Streams streams) : group_(group), text_(collective::NameOf(name)) {
    backend::ThrowIfFailed(group.failure());
    const std::vector<Context>& contexts = group.contexts();
    if (!streams.empty() && streams.size() != contexts.size()) {
      Refuse(Concat("there are ", streams.size(), " streams for ", contexts.size(), " ranks of this process"));
    }
    parts_.resize(contexts.size());
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const StreamRef stream = streams.empty() ? StreamRef() : streams[i];
      parts_[i].stream = &core::ResolveStream(*contexts[i].impl(), stream, text_.c_str());
      parts_[i].rank = group.first() + static_cast<int>(i);
      if (is_capturing(StreamRef(parts_[i].stream))) {
        backend::ThrowError(
            ErrorCode::Capture, text_, contexts[i].device().name(),
            "the stream is captured, and what ranks do together cannot be part of a graph");
      }
    }
    record_.name = name;
  }

  [[noreturn]] void Refuse(std::string message) const {
    backend::ThrowError(ErrorCode::InvalidArgument, text_, {}, std::move(message));
  }

  std::vector<CollectivePart>& parts() noexcept { return parts_; }
  Group& group() noexcept { return group_; }
  // The local number of a rank of this process.
  std::size_t LocalOf(int rank) const { return static_cast<std::size_t>(rank - group_.first()); }

  void CheckRoot(int root) {
    if (root < 0 || root >= group_.size()) {
      Refuse(Concat("root ", root, " is no rank of the group, which has 0 to ", group_.size() - 1));
    }
    record_.root = root;
  }

  // An array for each rank of this process, on its device, all alike.
  void CheckArrays(Arrays arrays, const char* what) const {
    if (arrays.size() != parts_.size()) {
      Refuse(Concat("there are ", arrays.size(), ' ', what, " for ", parts_.size(), " ranks of this process"));
    }
    for (std::size_t i = 0; i < arrays.size(); ++i) {
      CheckPlace(arrays[i], i);
      CheckSame(arrays[i], arrays[0], arrays[0].size());
    }
  }
  void CheckPlace(const DeviceArrayAny& array, std::size_t local) const {
    if (!array.has_context()) {
      Refuse("an array is default-constructed and has no memory");
    }
    if (array.context_impl() != group_.contexts()[local].impl()) {
      Refuse(Concat("the array is on ", array.context().device().name(), ", rank ", parts_[local].rank, " on ",
                    group_.contexts()[local].device().name()));
    }
  }
  void CheckSame(const DeviceArrayAny& array, const DeviceArrayAny& like, std::int64_t size) const {
    if (!(array.element() == like.element())) {
      backend::ThrowError(ErrorCode::TypeMismatch, text_, ArrayText(array),
                          Concat("the others are ", ToString(like.element())));
    }
    if (array.size() != size) {
      Refuse(Concat("the ", ArrayText(array), " has ", array.size(), " elements where ", size, " are needed"));
    }
  }

  // Where the array's elements are without gaps, to be read: a copy, if need be.
  DevicePointer Readable(const DeviceArrayAny& array, std::size_t local) {
    if (array.is_contiguous(Order::C)) {
      return array.data();
    }
    copies_.push_back(array.Contiguous(StreamRef(parts_[local].stream)));
    return copies_.back().data();
  }
  // The same to be written; the array gets it after the operation.
  DevicePointer Writable(const DeviceArrayAny& array, std::size_t local, bool also_read = false) {
    if (array.is_contiguous(Order::C)) {
      return array.data();
    }
    copies_.push_back(DeviceArrayAny::Empty(array.context(), array.element(), array.shape(),
                                            Order::C, StreamRef(parts_[local].stream)));
    if (also_read) {
      copies_.back().CopyFrom(array, StreamRef(parts_[local].stream));
    }
    results_.push_back({array, copies_.back(), local});
    return copies_.back().data();
  }

  Reduction ReductionOf(const DeviceArrayAny& array, ReduceOp op) const {
    if (op > ReduceOp::Max) {
      Refuse(Concat("`op` is ", static_cast<unsigned>(op), ", which is no operation"));
    }
    if (!array.element().record) {
      switch (abi::scalar_info(array.kind()).cls) {
        case abi::ScalarClass::Bool:
          return {ScalarKind::UInt8, op == ReduceOp::Sum       ? ReduceOp::Max
                                     : op == ReduceOp::Product ? ReduceOp::Min
                                                               : op};
        case abi::ScalarClass::Complex:
          if (op == ReduceOp::Sum) {
            return {array.kind() == ScalarKind::Complex64 ? ScalarKind::Float32 : ScalarKind::Float64, op, 2};
          }
          break;
        case abi::ScalarClass::Signed:
        case abi::ScalarClass::Unsigned:
        case abi::ScalarClass::Float:
          return {array.kind(), op};
        case abi::ScalarClass::Float8:
          break;
      }
    }
    backend::ThrowError(ErrorCode::TypeMismatch, text_, ArrayText(array),
                        "this operation has no meaning, or none that is computed, for these elements; sums are of integers, "
                        "float16, bfloat16, float32, float64 and complex numbers, the others of the real ones of these");
  }

  // `count` in elements of `like`.
  void RunReduction(CollectiveKind kind, const DeviceArrayAny& like, ReduceOp op, std::int64_t count) {
    const Reduction reduction = ReductionOf(like, op);
    record_.op = op;
    call_.op = reduction.op;
    call_.type = reduction.type;
    call_.count = static_cast<std::uint64_t>(count) * reduction.numbers;
    Run(kind, like, count);
  }
  // Elements that are copied: bytes for the engine.
  void RunCopy(CollectiveKind kind, const DeviceArrayAny& like, std::int64_t count) {
    call_.count = static_cast<std::uint64_t>(count) * like.element_size();
    Run(kind, like, count);
  }
  // What goes to single ranks; every process calls it, also with nothing to do.
  void RunExchange() {
    for (const CollectivePart& part : parts_) {
      // A process with several ranks has no others.
      for (const backend::Transfer& send : part.sends) {
        record_.sends.push_back({send.peer, send.bytes});
      }
      for (const backend::Transfer& receive : part.receives) {
        record_.receives.push_back({receive.peer, receive.bytes});
      }
    }
    Enqueue(CollectiveKind::Exchange);
  }

 private:
  struct Result {
    DeviceArrayAny to;
    DeviceArrayAny from;
    std::size_t local;
  };

  void Run(CollectiveKind kind, const DeviceArrayAny& like, std::int64_t count) {
    // Records have no name that is the same everywhere: bytes.
    const bool is_record = static_cast<bool>(like.element().record);
    record_.type = is_record ? ScalarKind::UInt8 : like.kind();
    record_.count = static_cast<std::uint64_t>(count) * (is_record ? like.element_size() : 1);
    Enqueue(kind);
  }

  void Enqueue(CollectiveKind kind) {
    call_.kind = kind;
    call_.root = std::max(record_.root, 0);
    call_.parts = parts_;
    backend::ThrowIfFailed(group_.Run(call_, std::move(record_)));
    for (const Result& result : results_) {
      result.to.CopyFrom(result.from, StreamRef(parts_[result.local].stream));
    }
    if (copies_.empty()) {
      return;
    }
    for (const CollectivePart& part : parts_) {
      backend::ThrowIfFailed(part.stream->Synchronize());
    }
  }

  Group& group_;
  const std::string text_;
  std::vector<CollectivePart> parts_;
  CollectiveCall call_;
  CallRecord record_;
  std::vector<DeviceArrayAny> copies_;
  std::vector<Result> results_;
};

std::int64_t Times(const Call& call, std::int64_t count, int size) {
  std::int64_t product = 0;
  if (__builtin_mul_overflow(count, std::int64_t{size}, &product)) {
    call.Refuse("there are too many elements");
  }
  return product;
}

}  // namespace

int Communicator::size() const noexcept { return group_->size(); }
int Communicator::local_size() const noexcept { return static_cast<int>(group_->contexts().size()); }
int Communicator::rank(int local) const noexcept { return group_->first() + local; }

const Context& Communicator::context(int local) const {
  if (local < 0 || local >= local_size()) {
    backend::ThrowError(ErrorCode::InvalidArgument, "communicator context", Concat(local),
                        Concat("this process has ", local_size(), " ranks"));
  }
  return group_->contexts()[static_cast<std::size_t>(local)];
}

void Communicator::Check() const { backend::ThrowIfFailed(group_->failure()); }

void Communicator::Broadcast(Arrays arrays, int root, Streams streams) const {
  Call call(*group_, CallName::Broadcast, streams);
  call.CheckRoot(root);
  call.CheckArrays(arrays, "arrays");
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    call.parts()[i].out = call.Writable(arrays[i], i, call.parts()[i].rank == root);
  }
  call.RunCopy(CollectiveKind::Broadcast, arrays[0], arrays[0].size());
}

void Communicator::Reduce(Arrays inputs, const DeviceArrayAny& output, int root, ReduceOp op, Streams streams) const {
  Call call(*group_, CallName::Reduce, streams);
  call.CheckRoot(root);
  call.CheckArrays(inputs, "inputs");
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    call.parts()[i].in = call.Readable(inputs[i], i);
    if (call.parts()[i].rank == root) {
      call.CheckPlace(output, i);
      call.CheckSame(output, inputs[0], inputs[0].size());
      call.parts()[i].out = call.Writable(output, i);
    }
  }
  call.RunReduction(CollectiveKind::Reduce, inputs[0], op, inputs[0].size());
}

void Communicator::AllReduce(Arrays inputs, Arrays outputs, ReduceOp op, Streams streams) const {
  Call call(*group_, CallName::AllReduce, streams);
  call.CheckArrays(inputs, "inputs");
  call.CheckArrays(outputs, "outputs");
  call.CheckSame(outputs[0], inputs[0], inputs[0].size());
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    call.parts()[i].in = call.Readable(inputs[i], i);
    call.parts()[i].out = call.Writable(outputs[i], i);
  }
  call.RunReduction(CollectiveKind::AllReduce, inputs[0], op, inputs[0].size());
}

void Communicator::AllGather(Arrays inputs, Arrays outputs, Streams streams) const {
  Call call(*group_, CallName::AllGather, streams);
  call.CheckArrays(inputs, "inputs");
  call.CheckArrays(outputs, "outputs");
  call.CheckSame(outputs[0], inputs[0], Times(call, inputs[0].size(), size()));
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    call.parts()[i].in = call.Readable(inputs[i], i);
    call.parts()[i].out = call.Writable(outputs[i], i);
  }
  call.RunCopy(CollectiveKind::AllGather, inputs[0], inputs[0].size());
}

void Communicator::ReduceScatter(Arrays inputs, Arrays outputs, ReduceOp op, Streams streams) const {
  Call call(*group_, CallName::ReduceScatter, streams);
  call.CheckArrays(inputs, "inputs");
  call.CheckArrays(outputs, "outputs");
  call.CheckSame(inputs[0], outputs[0], Times(call, outputs[0].size(), size()));
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    call.parts()[i].in = call.Readable(inputs[i], i);
    call.parts()[i].out = call.Writable(outputs[i], i);
  }
  call.RunReduction(CollectiveKind::ReduceScatter, inputs[0], op, outputs[0].size());
}

namespace {

// Scatter and gather: the root has a chunk for each rank, and each rank an array of the chunk's type and size.
void MoveChunks(Call& call, Arrays chunks, Arrays arrays, int root, bool scatter) {
  Group& group = call.group();
  call.CheckRoot(root);
  if (arrays.size() != call.parts().size()) {
    call.Refuse(Concat("there are ", arrays.size(), " arrays for ", call.parts().size(), " ranks of this process"));
  }
  const bool is_here = group.is_local(root);
  if (chunks.size() != (is_here ? static_cast<std::size_t>(group.size()) : 0)) {
    call.Refuse(is_here ? Concat("there are ", chunks.size(), " chunks for ", group.size(), " ranks")
                        : Concat("chunks are the root's, rank ", root, ", to give"));
  }
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    call.CheckPlace(arrays[i], i);
    const int rank = call.parts()[i].rank;
    if (is_here) {
      const DeviceArrayAny& chunk = chunks[static_cast<std::size_t>(rank)];
      call.CheckSame(arrays[i], chunk, chunk.size());
    }
    if (scatter) {
      call.parts()[i].receives.push_back({call.Writable(arrays[i], i), arrays[i].nbytes(), root});
    } else {
      call.parts()[i].sends.push_back({call.Readable(arrays[i], i), arrays[i].nbytes(), root});
    }
  }
  for (std::size_t rank = 0; rank < chunks.size(); ++rank) {
    const std::size_t local = call.LocalOf(root);
    const DeviceArrayAny& chunk = chunks[rank];
    call.CheckPlace(chunk, local);
    CollectivePart& part = call.parts()[local];
    if (scatter) {
      part.sends.push_back({call.Readable(chunk, local), chunk.nbytes(), static_cast<int>(rank)});
    } else {
      part.receives.push_back({call.Writable(chunk, local), chunk.nbytes(), static_cast<int>(rank)});
    }
  }
  call.RunExchange();
}

}  // namespace

void Communicator::Scatter(Arrays chunks, Arrays outputs, int root, Streams streams) const {
  Call call(*group_, CallName::Scatter, streams);
  MoveChunks(call, chunks, outputs, root, true);
}

void Communicator::Gather(Arrays inputs, Arrays chunks, int root, Streams streams) const {
  Call call(*group_, CallName::Gather, streams);
  MoveChunks(call, chunks, inputs, root, false);
}

void Communicator::Exchange(std::span<const Message> sends, std::span<const Message> receives,
                            Streams streams) const {
  Call call(*group_, CallName::Exchange, streams);
  const auto local_of = [&](const Message& message) {
    if (message.peer < 0 || message.peer >= size()) {
      call.Refuse(Concat("peer ", message.peer, " is no rank of the group, which has 0 to ", size() - 1));
    }
    for (std::size_t i = 0; i < group_->contexts().size(); ++i) {
      if (message.array.context_impl() == group_->contexts()[i].impl()) {
        return i;
      }
    }
    call.Refuse("an array is on no device of this process's ranks");
  };
  for (const Message& message : sends) {
    const std::size_t i = local_of(message);
    call.parts()[i].sends.push_back({call.Readable(message.array, i), message.array.nbytes(), message.peer});
  }
  for (const Message& message : receives) {
    const std::size_t i = local_of(message);
    call.parts()[i].receives.push_back({call.Writable(message.array, i), message.array.nbytes(), message.peer});
  }
  if (local_size() == size()) {
    // All ranks are here: what does not fit is said now.
    for (const CollectivePart& from : call.parts()) {
      for (const CollectivePart& to : call.parts()) {
        std::vector<std::size_t> sent;
        std::vector<std::size_t> expected;
        for (const backend::Transfer& transfer : from.sends) {
          if (transfer.peer == to.rank) {
            sent.push_back(transfer.bytes);
          }
        }
        for (const backend::Transfer& transfer : to.receives) {
          if (transfer.peer == from.rank) {
            expected.push_back(transfer.bytes);
          }
        }
        if (sent != expected) {
          call.Refuse(Concat("what rank ", from.rank, " sends to rank ", to.rank, " is not what that receives: ",
                             sent.size(), " and ", expected.size(), " messages, or other sizes"));
        }
      }
    }
  }
  call.RunExchange();
}

void Communicator::Barrier() const {
  std::vector<DeviceArrayAny> tokens;
  for (const Context& context : group_->contexts()) {
    tokens.push_back(DeviceArrayAny::Zeros(context, ScalarKind::Int32, Dims{1}));
  }
  AllReduce(tokens, tokens);
  for (const DeviceArrayAny& token : tokens) {
    current_stream(token.context()).Synchronize();
  }
  Check();
}

}  // namespace kernelc
