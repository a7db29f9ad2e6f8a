// Graphs: work that is written down once and replayed with one call, as CUDA graphs and
// torch.cuda.graph have it. On a GPU a graph is the driver's; on the CPU device the recorded work
// is run again, branches that do not wait for each other side by side.
//
// A graph is written down by capturing what a program asks of a stream (GraphCapture), node by node
// (Graph::Add and its shorter forms), or both. Nothing runs meanwhile. Nodes hold the addresses of
// arrays, not the arrays: these must live as long as the graph is replayed, and each replay reads
// what they hold then. Memory that is allocated while capturing, or by AddAllocation(), is the
// graph's own.
//
// On a GPU graphs need a driver of CUDA 12.3 or later. A graph is not to be changed, captured into
// or instantiated by two threads at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "kernelc/array.h"
#include "kernelc/context.h"
#include "kernelc/current_stream.h"
#include "kernelc/export.h"
#include "kernelc/kernel.h"
#include "kernelc/launch.h"
#include "kernelc/stream.h"

namespace kernelc {

namespace graph {
struct ExecState;
struct GraphState;
struct PoolState;
class Recording;
}  // namespace graph

class GraphExec;

// Memory of graphs that take turns: what one of them has freed, another one may use. Graphs that
// share a pool must not be replayed at the same time, and what one left in arrays of the pool is
// gone when another one is replayed. A handle; lives until the last graph and array that use it.
class KC_RUNTIME_API GraphPool {
 public:
  explicit GraphPool(const Context& context);
  // Bytes that were taken from the device so far, and of these the ones in use.
  std::size_t held_bytes() const;
  std::size_t used_bytes() const;
  const std::shared_ptr<graph::PoolState>& state() const noexcept { return state_; }

 private:
  friend class Graph;
  explicit GraphPool(std::shared_ptr<graph::PoolState> state) noexcept : state_(std::move(state)) {}
  std::shared_ptr<graph::PoolState> state_;
};
// The same under the name that PyTorch has for it.
inline GraphPool graph_pool_handle(const Context& context) { return GraphPool(context); }

// Which node of its graph.
struct GraphNode {
  std::uint32_t number = 0;
  friend bool operator==(const GraphNode&, const GraphNode&) = default;
};
using GraphNodes = std::vector<GraphNode>;

struct GraphNodeInfo {
  GraphNode node;
  // "launch", "copy on device", "memset", "callback", "empty", "if", "while", ...
  std::string kind;
  // Of a launch: the kernel's name.
  std::string kernel;
  GraphNodes after;
};

struct GraphBranch;

// A list of nodes, each after others of the same graph. A handle: copies are the same graph.
class KC_RUNTIME_API Graph {
 public:
  // Empty. With memory of its own, or of a pool of the same context.
  explicit Graph(const Context& context);
  Graph(const Context& context, const GraphPool& pool);
  // Moving copies, too: a handle always stands for a graph.
  Graph(const Graph&) = default;
  Graph& operator=(const Graph&) = default;

  Context context() const;
  GraphPool pool() const;
  std::size_t size() const noexcept;
  // In the order in which they were added.
  std::vector<GraphNodeInfo> nodes() const;
  // The launches of a kernel, in that order.
  GraphNodes launches(std::string_view kernel) const;

  // Adds what `work` asks of the stream that it is given, after the nodes `after`: launches,
  // copies, fills, callbacks, other graphs; several follow each other. The node stands for all of
  // it. Throws what `work` throws, Error{Capture} for what no graph can hold and
  // Error{InvalidArgument} for nodes that are not of this graph; nothing is added then.
  GraphNode Add(const GraphNodes& after, const std::function<void(StreamRef)>& work) const;
  // The same in fewer words.
  template <typename... Args>
  GraphNode AddKernel(const GraphNodes& after, const Kernel& kernel, LaunchConfig config,
                      const Args&... args) const {
    return Add(after, [&](StreamRef stream) {
      config.stream = stream;
      kernel.Launch(config, args...);
    });
  }
  // Device to device, as DeviceArrayAny::CopyFrom().
  GraphNode AddCopy(const GraphNodes& after, const DeviceArrayAny& to,
                    const DeviceArrayAny& from) const;
  // Each replay reads and writes the host memory, which must live as long. Orders must be the same
  // and the array contiguous.
  GraphNode AddCopyFromHost(const GraphNodes& after, const DeviceArrayAny& to,
                            const HostArrayView& from) const;
  GraphNode AddCopyToHost(const GraphNodes& after, HostArray& to, const DeviceArrayAny& from) const;
  GraphNode AddFill(const GraphNodes& after, const DeviceArrayAny& array,
                    const ScalarValue& value) const;
  // Runs `callback` on a host thread with each replay, as StreamRef::AddCallback().
  GraphNode AddCallback(const GraphNodes& after, std::function<void()> callback) const;
  // Nothing, for others to come after.
  GraphNode AddEmpty(const GraphNodes& after) const;
  // All nodes that another graph of the same context has now. Throws Error{InvalidArgument} for one
  // that this graph is a body of.
  GraphNode AddGraph(const GraphNodes& after, const Graph& child) const;

  // A new array in the graph's memory, from this node on. What AddFree() frees before it in the
  // graph may be the same memory. Contents are undefined at the start of each replay. `node` may be
  // null.
  DeviceArrayAny AddAllocation(const GraphNodes& after, const ElementType& element,
                               const Dims& shape, GraphNode* node) const;
  // The array, which AddAllocation() of this graph gave, is not used by nodes after this one.
  GraphNode AddFree(const GraphNodes& after, const DeviceArrayAny& array) const;

  // The body is run by the replay if the condition, an array of one integer or bool that nodes
  // before may write, is not zero. The body is a graph to be filled, without callbacks. Instantiate
  // the outer graph alone.
  GraphBranch AddIf(const GraphNodes& after, const DeviceArrayAny& condition) const;
  // The body is run again as long as the condition is not zero, which is looked at before each
  // time.
  GraphBranch AddWhile(const GraphNodes& after, const DeviceArrayAny& condition) const;

  // What can be replayed. Later changes of the graph are not part of it.
  GraphExec Instantiate() const;

  // For people: a line for each node.
  std::string ToString() const;

  const std::shared_ptr<graph::GraphState>& state() const noexcept { return state_; }

 private:
  friend class GraphCapture;
  explicit Graph(std::shared_ptr<graph::GraphState> state) noexcept : state_(std::move(state)) {}
  GraphBranch AddBranch(const GraphNodes& after, const DeviceArrayAny& condition,
                        bool repeats) const;

  std::shared_ptr<graph::GraphState> state_;
};

struct GraphBranch {
  GraphNode node;
  Graph body;
};

// A graph that can be replayed. A handle; keeps the graph's memory, kernels and callbacks alive.
// Any thread may call everything.
class KC_RUNTIME_API GraphExec {
 public:
  // Moving copies, too: a handle always stands for something that can be replayed.
  GraphExec(const GraphExec&) = default;
  GraphExec& operator=(const GraphExec&) = default;

  // Replays the graph in stream order; one replay after the other, also in different streams of one
  // thread. Does not wait. A default-constructed StreamRef is the thread's current stream of the
  // graph's context. While that stream is captured the nodes become part of the other graph.
  void Launch(StreamRef stream = {}) const;

  // What a launch does from the next replay on: other arguments, checked as Kernel::Launch() does.
  // Throws Error{InvalidArgument} for a node that is no launch.
  template <typename... Args>
  void SetArguments(GraphNode node, const Args&... args) const {
    const Arg list[sizeof...(Args) + 1] = {Arg(args)..., Arg()};
    SetArgumentList(node, std::span<const Arg>(list, sizeof...(Args)));
  }
  void SetArgumentList(GraphNode node, std::span<const Arg> args) const;
  // Another grid and block, and the arguments that it has. The stream is not looked at.
  void SetConfig(GraphNode node, const LaunchConfig& config) const;

  Context context() const;
  const std::shared_ptr<graph::ExecState>& state() const noexcept { return state_; }

 private:
  friend class Graph;
  explicit GraphExec(std::shared_ptr<graph::ExecState> state) noexcept : state_(std::move(state)) {}
  std::shared_ptr<graph::ExecState> state_;
};

// Until the end of the scope, or End(), what this thread asks of the stream becomes nodes of
// `graph`, after those that it has; nothing runs. The stream is the thread's current one meanwhile.
// Another stream joins when it waits for an event that was recorded in a captured one, and must be
// waited for in the same way before the end. What allocates memory meanwhile gets the graph's.
//
// What needs work to be done cannot be captured: waiting for a captured stream or event or for the
// context, asking whether they are done, copies that block, waiting for an event from outside. Such
// an operation throws Error{Capture} that names it; the capture goes on. What other libraries enqueue
// by a native handle (StreamRef::native_handle(), blas_handle()) that was asked for inside the capture
// becomes nodes too; by one from before it runs at once. From then on the driver captures as well, and
// nobody may wait for the context. An exception that passes the scope leaves the graph as it was.
class KC_RUNTIME_API GraphCapture {
 public:
  // In a stream of the graph's own, or in one of the program's, which must not be a default one, be
  // captured already or belong to another context: Error{Capture} or Error{InvalidArgument}.
  explicit GraphCapture(const Graph& graph, StreamRef stream = {});
  ~GraphCapture();
  GraphCapture(const GraphCapture&) = delete;
  GraphCapture& operator=(const GraphCapture&) = delete;

  // Names none when the capture has ended.
  StreamRef stream() const noexcept;
  // By the thread that began. Throws Error{Capture} when a stream that joined was not waited for;
  // the graph is as it was then. The destructor does the same and reports that to the error sink.
  void End();
  // Ends it and leaves the graph as it was before.
  void Abandon() noexcept;

  // A node of which `body` is captured: run if the condition, an array of one integer or bool, is
  // not zero, or as long as it is not. No other stream may join inside, and no callback be added.
  void If(const DeviceArrayAny& condition, const std::function<void()>& body);
  void While(const DeviceArrayAny& condition, const std::function<void()>& body);

 private:
  void Branch(const DeviceArrayAny& condition, bool repeats, const std::function<void()>& body);

  Graph graph_;
  std::shared_ptr<graph::Recording> recording_;
  std::unique_ptr<StreamScope> scope_;
  int exceptions_;
};

// Work of this thread that names no stream, in the current context, becomes part of a graph.
KC_RUNTIME_API bool is_current_stream_capturing();
// What is asked of the stream becomes part of a graph.
KC_RUNTIME_API bool is_capturing(StreamRef stream);

struct GraphedCallableOptions {
  // Calls before the capture, so that everything is compiled and set up.
  int warmups = 1;
};

// A function of arrays that was captured once and is replayed with each call, as
// torch.cuda.make_graphed_callables() makes it.
class KC_RUNTIME_API GraphedCallable {
 public:
  using Function = std::function<std::vector<DeviceArrayAny>(std::span<const DeviceArrayAny>)>;

  // Calls `function` with copies of the samples, which fix types and shapes, and captures one more
  // call. It must do the same work each time, and wait for nothing.
  GraphedCallable(const Context& context, Function function,
                  std::span<const DeviceArrayAny> samples, GraphedCallableOptions options = {});

  // Copies the inputs into those that were captured and replays, in stream order. The results are
  // the same arrays each time, whose contents hold until the next call. Throws Error{TypeMismatch}
  // and Error{InvalidArgument} for inputs unlike the samples.
  const std::vector<DeviceArrayAny>& operator()(std::span<const DeviceArrayAny> inputs,
                                                StreamRef stream = {}) const;
  const std::vector<DeviceArrayAny>& operator()(std::initializer_list<DeviceArrayAny> inputs,
                                                StreamRef stream = {}) const {
    return (*this)(std::span(inputs.begin(), inputs.size()), stream);
  }
  const GraphExec& exec() const noexcept { return *exec_; }

 private:
  Function function_;
  std::vector<DeviceArrayAny> inputs_;
  std::vector<DeviceArrayAny> outputs_;
  std::unique_ptr<GraphExec> exec_;
};

}  // namespace kernelc
