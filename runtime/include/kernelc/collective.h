// Collectives: operations that several devices do together, of one process, or of many processes on any hosts.
// On GPUs NCCL does them, opened at run time; on CPU devices the threads of one process, MPI, or TCP.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "kernelc/array.h"
#include "kernelc/context.h"
#include "kernelc/export.h"
#include "kernelc/stream.h"

namespace kernelc {

namespace collective {
class Group;
}

// Min and Max of floats leave NaN away where a rank has a number, as NCCL does, and give NaN where
// none has; algorithms::Min() and Max() (algorithms.h) give NaN where there is one.
enum class ReduceOp : std::uint8_t { Sum, Product, Min, Max };

struct CollectiveOptions {
  // How long ranks wait in an operation for one that lives, but does not come to it.
  std::chrono::milliseconds timeout{600'000};
  // How long they wait for each other when the communicator is made.
  std::chrono::milliseconds connect_timeout{120'000};
  // How long a rank may be silent before it counts as dead, as when its host is gone. A process that ends is noticed
  // at once.
  std::chrono::milliseconds silence{6'000};
};

// For Communicator::Exchange(): an array that goes to, or comes from, a rank.
struct Message {
  DeviceArrayAny array;
  int peer = 0;
};

// The ranks of a group, of which this process has one, or several on a device each. A handle:
// copies share it.
//
// Every rank calls the same operations in the same order; those of one process are called together,
// with an array (or what else the operation takes) for each, in the order of rank(). Operations are
// stream-ordered in the streams given, one for each rank of this process, or in the current
// streams, and do not wait; but one with an array that is not contiguous in C order makes a copy,
// and blocks until that can be freed. Arrays lie on the ranks' devices and must live until their
// stream has passed the operation.
//
// What is asked of a stream that is captured (graph.h) throws Error{Capture}.
//
// Element types: copies take every type; sums and the like take integers of every width, float16,
// bfloat16, float32 and float64. Bool adds as "or" and multiplies as "and", complex numbers can be
// added alone. On CPU devices the result does not depend on how the ranks are connected, bit for
// bit; integers agree with GPUs too.
//
// Errors: what does not fit within a process is Error{InvalidArgument} or Error{TypeMismatch} at
// the call. What other processes do is noticed later, by a thread of the communicator; then the
// operations under way end without a result, the next synchronisation of their stream (on GPUs of
// the context) throws, and so do all later calls of the communicator: Error{PeerLost} when a
// process ended or fell silent (options.silence), Error{TimedOut} naming the ranks that did not
// come (options.timeout), Error{InvalidArgument} naming both calls when ranks called different
// operations or with sizes that do not fit. The devices can be used further, and a new communicator
// can be made.
class KC_RUNTIME_API Communicator {
 public:
  // Moving copies, too: a handle always stands for a group.
  Communicator(const Communicator&) = default;
  Communicator& operator=(const Communicator&) = default;

  using Arrays = std::span<const DeviceArrayAny>;
  using Streams = std::span<const StreamRef>;

  // All ranks in this process: number i on contexts[i], of one kind of device, each device once. Throws
  // Error{InvalidArgument}, Error{NotFound} where there is no NCCL for GPUs, and Error{Driver} with NCCL's result.
  static Communicator OfDevices(std::span<const Context> contexts);
  // Rank `rank` of `size` processes, which all name the same place: "HOST:PORT" of rank 0, where that listens. Any process that
  // reaches the port and knows the sizes can take part: use it in networks that you trust. Blocks until all have come.
  // Throws as above, Error{TimedOut} naming who is missing, and Error{InvalidArgument} when two are the same rank.
  static Communicator Connect(const Context& context, int rank, int size, std::string_view place,
                              const CollectiveOptions& options = {});
  // The same with what torchrun and others set: RANK, WORLD_SIZE, MASTER_ADDR and MASTER_PORT. KERNELC_RENDEZVOUS
  // (HOST:PORT) counts before the last two, where the port is taken by the launcher. Throws Error{InvalidArgument} naming
  // the variable that is missing or malformed.
  static Communicator FromEnvironment(const Context& context, const CollectiveOptions& options = {});
  // The processes that mpirun started. Starts MPI where the program has not. Throws Error{NotFound} where libkernelc_mpi
  // or MPI is missing, saying how to get it.
  static Communicator FromMpi(const Context& context, const CollectiveOptions& options = {});

  // Of all processes.
  int size() const noexcept;
  // Of this process, and which ones.
  int local_size() const noexcept;
  int rank(int local = 0) const noexcept;
  const Context& context(int local = 0) const;

  // The root's array goes to all others, of the same element type and size.
  void Broadcast(Arrays arrays, int root, Streams streams = {}) const;
  // A list of arrays for each rank of this process, alike everywhere: small ones travel together, in buffers of
  // about `buffer_bytes`. Blocks until the buffers can be freed.
  void BroadcastCoalesced(std::span<const std::vector<DeviceArrayAny>> arrays, int root,
                          std::size_t buffer_bytes = std::size_t{10} << 20, Streams streams = {}) const;
  // All inputs, combined element by element, in the root's `output`, which other processes leave empty.
  void Reduce(Arrays inputs, const DeviceArrayAny& output, int root, ReduceOp op = ReduceOp::Sum,
              Streams streams = {}) const;
  // The same in every output. An output may be its rank's input.
  void AllReduce(Arrays inputs, Arrays outputs, ReduceOp op = ReduceOp::Sum, Streams streams = {}) const;
  // All inputs, one after the other in the order of ranks, in each output, which has size() times the elements.
  void AllGather(Arrays inputs, Arrays outputs, Streams streams = {}) const;
  // Inputs of size() times the elements of an output: rank i gets part i of their combination.
  void ReduceScatter(Arrays inputs, Arrays outputs, ReduceOp op = ReduceOp::Sum, Streams streams = {}) const;
  // chunks[i], on the root's device, goes to rank i, whose array has its type and size; chunks may differ in size, and be
  // views: see Chunks(). Processes without the root give no chunks.
  void Scatter(Arrays chunks, Arrays outputs, int root, Streams streams = {}) const;
  // The opposite: each rank's input goes to chunks[i].
  void Gather(Arrays inputs, Arrays chunks, int root, Streams streams = {}) const;
  // Sends and receives at once, as halos need it. Every rank calls it, also one with nothing to do; what rank i sends to j, in
  // order, is what j receives from i. The ranks of this process are known by their arrays' devices.
  void Exchange(std::span<const Message> sends, std::span<const Message> receives, Streams streams = {}) const;
  // Blocks until every rank has come here, and what its current stream held is done.
  void Barrier() const;
  // Throws what ended the communicator, if something did. Does not block.
  void Check() const;

  // For processes with one rank.
  void Broadcast(const DeviceArrayAny& array, int root, StreamRef stream = {}) const {
    Broadcast(Arrays(&array, 1), root, Streams(&stream, 1));
  }
  void AllReduce(const DeviceArrayAny& input, const DeviceArrayAny& output, ReduceOp op = ReduceOp::Sum,
                 StreamRef stream = {}) const {
    AllReduce(Arrays(&input, 1), Arrays(&output, 1), op, Streams(&stream, 1));
  }
  void Reduce(const DeviceArrayAny& input, const DeviceArrayAny& output, int root, ReduceOp op = ReduceOp::Sum,
              StreamRef stream = {}) const {
    Reduce(Arrays(&input, 1), output, root, op, Streams(&stream, 1));
  }
  void AllGather(const DeviceArrayAny& input, const DeviceArrayAny& output, StreamRef stream = {}) const {
    AllGather(Arrays(&input, 1), Arrays(&output, 1), Streams(&stream, 1));
  }
  void ReduceScatter(const DeviceArrayAny& input, const DeviceArrayAny& output, ReduceOp op = ReduceOp::Sum,
                     StreamRef stream = {}) const {
    ReduceScatter(Arrays(&input, 1), Arrays(&output, 1), op, Streams(&stream, 1));
  }
  void Scatter(Arrays chunks, const DeviceArrayAny& output, int root, StreamRef stream = {}) const {
    Scatter(chunks, Arrays(&output, 1), root, Streams(&stream, 1));
  }
  void Gather(const DeviceArrayAny& input, Arrays chunks, int root, StreamRef stream = {}) const {
    Gather(Arrays(&input, 1), chunks, root, Streams(&stream, 1));
  }
  void Exchange(std::span<const Message> sends, std::span<const Message> receives, StreamRef stream) const {
    Exchange(sends, receives, Streams(&stream, 1));
  }

 private:
  explicit Communicator(std::shared_ptr<collective::Group> group) : group_(std::move(group)) {}

  std::shared_ptr<collective::Group> group_;
};

// Views of `array` that lie one after the other along a dimension: `count` of the same extent, of which the last ones are shorter
// or empty where it does not divide, or with the extents given, whose sum is the array's. Throws Error{InvalidArgument}.
KC_RUNTIME_API std::vector<DeviceArrayAny> Chunks(const DeviceArrayAny& array, int count, std::size_t dimension = 0);
KC_RUNTIME_API std::vector<DeviceArrayAny> Chunks(const DeviceArrayAny& array, std::span<const std::int64_t> extents,
                                                  std::size_t dimension = 0);

// What torch.cuda.comm does: arrays from and to the devices of this process. They make their results, in C order, on
// the contexts' current streams, and do not wait but where arrays are not contiguous.
namespace comm {

// A copy on each context; the array itself where that is its own. One device may be of another kind than the others.
KC_RUNTIME_API std::vector<DeviceArrayAny> Broadcast(const DeviceArrayAny& array, std::span<const Context> contexts);
// The same for many arrays of one context, packed in buffers of about `buffer_bytes`: a list for each context. Blocks.
KC_RUNTIME_API std::vector<std::vector<DeviceArrayAny>> BroadcastCoalesced(
    std::span<const DeviceArrayAny> arrays, std::span<const Context> contexts,
    std::size_t buffer_bytes = std::size_t{10} << 20);
// The sum of arrays of the same type and shape, each on another device, on `destination`, which is one of these.
KC_RUNTIME_API DeviceArrayAny ReduceAdd(std::span<const DeviceArrayAny> inputs, const Context& destination);
// Chunks of the array, one on each context, as Chunks() makes them; the second form with the extents given.
KC_RUNTIME_API std::vector<DeviceArrayAny> Scatter(const DeviceArrayAny& array, std::span<const Context> contexts,
                                                   std::size_t dimension = 0);
KC_RUNTIME_API std::vector<DeviceArrayAny> Scatter(const DeviceArrayAny& array, std::span<const Context> contexts,
                                                   std::span<const std::int64_t> extents, std::size_t dimension = 0);
// The arrays side by side along a dimension, on `destination`; their other extents and types are the same.
KC_RUNTIME_API DeviceArrayAny Gather(std::span<const DeviceArrayAny> arrays, const Context& destination,
                                     std::size_t dimension = 0);

}  // namespace comm

}  // namespace kernelc
