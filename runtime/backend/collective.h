// The contract between runtime/collective and what carries out its operations: NCCL under cuda/, and runtime/collective itself
// on the CPU.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "kernelc/collective.h"
#include "runtime/backend/backend.h"

namespace kernelc::backend {

enum class CollectiveKind : std::uint8_t { Broadcast, Reduce, AllReduce, AllGather, ReduceScatter, Exchange };

// Memory that goes to, or comes from, a rank.
struct Transfer {
  DevicePointer data = 0;
  std::size_t bytes = 0;
  int peer = 0;
};

// What one rank of this process does.
struct CollectivePart {
  Stream* stream = nullptr;
  int rank = 0;
  // Without gaps. Broadcast: `out` alone, read by the root. Reduce: `out` of the root alone.
  DevicePointer in = 0;
  DevicePointer out = 0;
  // Exchange alone.
  std::vector<Transfer> sends;
  std::vector<Transfer> receives;
};

struct CollectiveCall {
  CollectiveKind kind = CollectiveKind::Broadcast;
  // For Reduce, AllReduce and ReduceScatter an integer or a float; else UInt8.
  ScalarKind type = ScalarKind::UInt8;
  ReduceOp op = ReduceOp::Sum;
  int root = 0;
  // Elements: of `in` (AllGather, Reduce, AllReduce), of `out` (Broadcast, ReduceScatter).
  std::uint64_t count = 0;
  // One for each rank of this process.
  std::span<const CollectivePart> parts;
};

// Carries out the operations of a group for the ranks of this process. One call at a time, but for Abort().
class CollectiveEngine {
 public:
  virtual ~CollectiveEngine() = default;
  // Enqueues the operation; the parts' streams are of the engine's contexts.
  virtual Status Run(const CollectiveCall& call) = 0;
  // A failure of the work under way that no call has told. By one thread, also during Run().
  virtual Status Poll() = 0;
  // Ends the work under way without a result; its streams then fail with `why`. No other call comes but the
  // destructor, also where Run() is waiting now. Any thread, once.
  virtual void Abort(const ErrorInfo& why) noexcept = 0;
};

// What the ranks of a group on GPUs have to know of each other; rank 0 makes it.
using NcclId = std::array<std::byte, 128>;

// Implemented by cuda/. Fail with NotFound where there is no NCCL.
Status MakeNcclId(NcclId* id);
// All ranks of a group, on contexts of CUDA.
Status MakeNcclEngine(std::span<const std::shared_ptr<Context>> contexts, std::unique_ptr<CollectiveEngine>* engine);
// One of `size`. Blocks until all ranks are here.
Status MakeNcclEngine(const std::shared_ptr<Context>& context, const NcclId& id, int rank, int size,
                      std::unique_ptr<CollectiveEngine>* engine);

}  // namespace kernelc::backend
