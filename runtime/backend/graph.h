// Graphs as devices see them: work that is known before it is done, and what replays it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <variant>
#include <vector>

#include "kernelc/launch.h"
#include "runtime/backend/backend.h"
#include "runtime/backend/strided.h"

namespace kernelc::backend {

// Nothing, after other nodes.
struct EmptyWork {};

struct LaunchWork {
  Function* function = nullptr;
  // Keeps it.
  std::shared_ptr<Module> module;
  // Without a stream.
  LaunchConfig config;
  std::vector<std::byte> params;
};

struct CopyWork {
  // CopyToDevice, CopyToHost, CopyOnDevice or CopyFromPeer.
  OperationKind kind = OperationKind::CopyOnDevice;
  DevicePointer to = 0;
  DevicePointer from = 0;
  std::size_t bytes = 0;
  // CopyFromPeer.
  std::shared_ptr<Context> from_context;
};

struct MemsetWork {
  DevicePointer to = 0;
  std::uint8_t value = 0;
  std::size_t bytes = 0;
};

struct CallbackWork {
  std::shared_ptr<const std::function<void()>> callback;
};

// The body runs if the condition is not zero or, where it repeats, while it is not; it is looked at
// before the body and, where it repeats, after it.
struct ConditionWork {
  bool repeats = false;
  // An integer of 1, 2, 4 or 8 bytes in device memory.
  DevicePointer condition = 0;
  std::size_t condition_bytes = 0;
  std::shared_ptr<std::vector<GraphNode>> body;
};

// What other libraries enqueued, as Stream::Gather() gave it.
struct NativeWork {
  std::shared_ptr<void> graph;
};

using GraphWork = std::variant<EmptyWork, LaunchWork, CopyWork, MemsetWork, StridedCopy,
                               StridedFill, CallbackWork, ConditionWork, NativeWork>;

struct GraphNode {
  GraphWork work;
  // Places of nodes that come before this one in the list.
  std::vector<std::uint32_t> after;
};

// Asks the stream for the work, which must not be a ConditionWork or NativeWork.
Status Play(const GraphWork& work, Stream& stream);
// What a user reads: "launch", "copy on device", "while".
const char* WorkText(const GraphWork& work) noexcept;

// What can be replayed. Launches of one exec run one after the other.
class GraphExec {
 public:
  virtual ~GraphExec() = default;
  // All of the nodes, as one operation of the stream, which is of the same context.
  virtual Status Launch(Stream& stream) = 0;
  // What the node, which is a launch, does from the next launch of the graph on.
  virtual Status SetLaunch(std::uint32_t node, const LaunchWork& work) = 0;
};

}  // namespace kernelc::backend
