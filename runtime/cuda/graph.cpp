#include "runtime/cuda/graph.h"

#include <algorithm>
#include <utility>

#include "runtime/backend/text.h"
#include "runtime/cuda/module.h"

namespace kernelc::cuda {
namespace {

using backend::ConditionWork;
using backend::GraphNode;
using backend::Status;

constexpr const char* kSetter = "kernelc_set_condition";

// Tells the driver whether the integer of `size` bytes at `address` is zero. The driver itself has
// the function that it calls.
constexpr char kSetterText[] = R"(
.version 7.0
.target sm_75
.address_size 64

.extern .func cudaGraphSetConditional (.param .b64 handle, .param .b32 value);

.visible .entry kernelc_set_condition(
  .param .u64 handle, .param .u64 address, .param .u32 size)
{
  .reg .pred %is;
  .reg .b32 %size, %value;
  .reg .b64 %handle, %at, %wide;
  ld.param.u64 %handle, [handle];
  ld.param.u64 %at, [address];
  ld.param.u32 %size, [size];
  cvta.to.global.u64 %at, %at;
  setp.eq.u32 %is, %size, 1;
  @%is bra ONE;
  setp.eq.u32 %is, %size, 2;
  @%is bra TWO;
  setp.eq.u32 %is, %size, 4;
  @%is bra FOUR;
  ld.global.u64 %wide, [%at];
  bra SET;
ONE:
  ld.global.u8 %wide, [%at];
  bra SET;
TWO:
  ld.global.u16 %wide, [%at];
  bra SET;
FOUR:
  ld.global.u32 %wide, [%at];
SET:
  setp.ne.u64 %is, %wide, 0;
  selp.u32 %value, 1, 0, %is;
  {
    .param .b64 to;
    .param .b32 what;
    st.param.b64 [to], %handle;
    st.param.b32 [what], %value;
    call.uni cudaGraphSetConditional, (to, what);
  }
  ret;
}
)";

// Runs on a thread of the driver, once for each replay.
void RunKept(void* user) {
  const backend::StreamWork work;
  CallReporting(*static_cast<const std::function<void()>*>(user));
}

bool HasConditions(std::span<const GraphNode> nodes) {
  return std::any_of(nodes.begin(), nodes.end(), [](const GraphNode& node) {
    return std::holds_alternative<ConditionWork>(node.work);
  });
}

}  // namespace

// Makes the driver's graph in the current context.
class CudaGraphExec::Builder {
 public:
  explicit Builder(CudaGraphExec& exec) : exec_(exec), context_(exec.context_) {}

  Status Build(std::span<const GraphNode> nodes) {
    KC_RETURN_IF_FAILED(context_.CreateStream({}, &stream_));
    if (HasConditions(nodes)) {
      KC_RETURN_IF_FAILED(LoadSetter());
    }
    KC_RETURN_IF_FAILED(DRIVER_CALL(cuStreamBeginCapture, handle(), int{kCaptureRelaxed}));
    KC_RETURN_IF_FAILED(CaptureNodes(nodes, nullptr, &exec_.graph_, &exec_.handles_));
    // Bodies are made when what they lie in is complete, and may have more of them.
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      KC_RETURN_IF_FAILED(BuildBody(Body(bodies_[i])));
    }
    return {};
  }

 private:
  using Handles = std::vector<GraphNodeHandle>;
  struct Body {
    GraphHandle graph;
    ConditionHandle condition;
    const ConditionWork* work;
  };

  StreamHandle handle() const { return static_cast<CudaStream&>(*stream_).handle(); }

  Status LoadSetter() {
    const void* const text = kSetterText;
    int* const no_options = nullptr;
    void** const no_values = nullptr;
    KC_RETURN_IF_FAILED(
        DRIVER_CALL(cuModuleLoadDataEx, &exec_.setter_module_, text, 0U, no_options, no_values));
    return DRIVER_CALL(cuModuleGetFunction, &exec_.setter_, exec_.setter_module_, kSetter);
  }

  Status BuildBody(const Body& body) {
    const GraphNodeHandle* const no_nodes = nullptr;
    const GraphEdgeData* const no_edges = nullptr;
    KC_RETURN_IF_FAILED(DRIVER_CALL(cuStreamBeginCaptureToGraph, handle(), body.graph, no_nodes,
                                    no_edges, std::size_t{0}, int{kCaptureRelaxed}));
    GraphHandle captured = nullptr;
    std::vector<Handles> handles;
    return CaptureNodes(*body.work->body, &body, &captured, &handles);
  }

  // The stream captures. It does not any more afterwards, also when this fails.
  Status CaptureNodes(std::span<const GraphNode> nodes, const Body* body, GraphHandle* graph,
                      std::vector<Handles>* handles) {
    Status status = CaptureEach(nodes, handles);
    if (status.ok() && body != nullptr && body->work->repeats) {
      status = CaptureSetterAtEnd(nodes, *handles, *body);
    }
    Status ended = DRIVER_CALL(cuStreamEndCapture, handle(), graph);
    return status.ok() ? std::move(ended) : std::move(status);
  }

  Status CaptureEach(std::span<const GraphNode> nodes, std::vector<Handles>* handles) {
    handles->resize(nodes.size());
    bool is_begun = false;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      Handles& made = (*handles)[i];
      for (const std::uint32_t before : nodes[i].after) {
        const Handles& waited_for = (*handles)[before];
        made.insert(made.end(), waited_for.begin(), waited_for.end());
      }
      std::sort(made.begin(), made.end());
      made.erase(std::unique(made.begin(), made.end()), made.end());
      if (std::holds_alternative<backend::EmptyWork>(nodes[i].work)) {
        continue;
      }
      if (is_begun || !made.empty()) {
        KC_RETURN_IF_FAILED(SetLast(made));
      }
      is_begun = true;
      KC_RETURN_IF_FAILED(CaptureWork(nodes[i].work));
      KC_RETURN_IF_FAILED(GetLast(&made));
    }
    return {};
  }

  // What is captured next comes after these.
  Status SetLast(Handles& last) {
    const GraphEdgeData* const no_edges = nullptr;
    return DRIVER_CALL(cuStreamUpdateCaptureDependencies, handle(), last.data(), no_edges,
                       last.size(), unsigned{kCaptureSetDependencies});
  }

  Status GetLast(Handles* last, GraphHandle* graph = nullptr) {
    int state = 0;
    unsigned long long id = 0;
    GraphHandle captured = nullptr;
    const GraphNodeHandle* nodes = nullptr;
    const GraphEdgeData* edges = nullptr;
    std::size_t count = 0;
    KC_RETURN_IF_FAILED(DRIVER_CALL(cuStreamGetCaptureInfo, handle(), &state, &id, &captured,
                                    &nodes, &edges, &count));
    last->assign(nodes, nodes + count);
    if (graph != nullptr) {
      *graph = captured;
    }
    return {};
  }

  Status CaptureWork(const backend::GraphWork& work) {
    if (const auto* const condition = std::get_if<ConditionWork>(&work)) {
      return CaptureCondition(*condition);
    }
    if (const auto* const call = std::get_if<backend::CallbackWork>(&work)) {
      exec_.callbacks_.push_back(call->callback);
      void* const user = const_cast<std::function<void()>*>(call->callback.get());
      return DRIVER_CALL(cuLaunchHostFunc, handle(), &RunKept, user);
    }
    if (const auto* const native = std::get_if<backend::NativeWork>(&work)) {
      return CaptureNative(static_cast<GraphHandle>(native->graph.get()));
    }
    return backend::Play(work, *stream_);
  }

  Status CaptureNative(GraphHandle child) {
    Handles last;
    GraphHandle graph = nullptr;
    KC_RETURN_IF_FAILED(GetLast(&last, &graph));
    const GraphNodeHandle* const after = last.data();
    Handles made(1);
    KC_RETURN_IF_FAILED(
        DRIVER_CALL(cuGraphAddChildGraphNode, made.data(), graph, after, last.size(), child));
    return SetLast(made);
  }

  Status CaptureCondition(const ConditionWork& work) {
    Handles last;
    GraphHandle graph = nullptr;
    KC_RETURN_IF_FAILED(GetLast(&last, &graph));
    Body body{nullptr, 0, &work};
    KC_RETURN_IF_FAILED(DRIVER_CALL(cuGraphConditionalHandleCreate, &body.condition, graph,
                                    context_.handle(), 0U, 0U));
    KC_RETURN_IF_FAILED(CaptureSetter(body));
    KC_RETURN_IF_FAILED(GetLast(&last));
    ConditionNodeParams params;
    params.type = kGraphNodeConditional;
    params.handle = body.condition;
    params.condition_type = work.repeats ? kConditionWhile : kConditionIf;
    params.context = context_.handle();
    const GraphNodeHandle* const after = last.data();
    const GraphEdgeData* const no_edges = nullptr;
    GraphNodeHandle node = nullptr;
    KC_RETURN_IF_FAILED(
        DRIVER_CALL(cuGraphAddNode, &node, graph, after, no_edges, last.size(), &params));
    body.graph = params.bodies[0];
    bodies_.push_back(body);
    Handles made{node};
    return SetLast(made);
  }

  Status CaptureSetter(const Body& body) {
    struct {
      ConditionHandle handle;
      DriverPointer address;
      unsigned size;
    } values{body.condition, body.work->condition,
             static_cast<unsigned>(body.work->condition_bytes)};
    void* params[] = {&values.handle, &values.address, &values.size};
    void** const no_extra = nullptr;
    return DRIVER_CALL(cuLaunchKernel, exec_.setter_, 1U, 1U, 1U, 1U, 1U, 1U, 0U, handle(),
                       &params[0], no_extra);
  }

  // After everything in the body.
  Status CaptureSetterAtEnd(std::span<const GraphNode> nodes, const std::vector<Handles>& handles,
                            const Body& body) {
    std::vector<bool> is_last(nodes.size(), true);
    for (const GraphNode& node : nodes) {
      for (const std::uint32_t before : node.after) {
        is_last[before] = false;
      }
    }
    Handles last;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (is_last[i]) {
        last.insert(last.end(), handles[i].begin(), handles[i].end());
      }
    }
    std::sort(last.begin(), last.end());
    last.erase(std::unique(last.begin(), last.end()), last.end());
    if (!last.empty()) {
      KC_RETURN_IF_FAILED(SetLast(last));
    }
    return CaptureSetter(body);
  }

  CudaGraphExec& exec_;
  CudaContext& context_;
  std::unique_ptr<backend::Stream> stream_;
  std::vector<Body> bodies_;
};

Status CudaGraphExec::Make(CudaContext& context, std::span<const GraphNode> nodes,
                           std::unique_ptr<backend::GraphExec>* exec) {
  KC_ENTER_CONTEXT(context);
  // What is asked for here is done with each replay, and seen then.
  const backend::Unobserved unobserved;
  auto made = std::make_unique<CudaGraphExec>(context);
  KC_RETURN_IF_FAILED(context.Note(Builder(*made).Build(nodes)));
  constexpr unsigned long long kNoFlags = 0;
  KC_RETURN_IF_FAILED(
      context.Note(DRIVER_CALL(cuGraphInstantiateWithFlags, &made->exec_, made->graph_, kNoFlags)));
  *exec = std::move(made);
  return {};
}

CudaGraphExec::~CudaGraphExec() {
  if (context_.gone()) {
    return;
  }
  CurrentContext current(context_);
  if (!current.ok()) {
    context_.ReportUnlessGone(current.TakeStatus());
    return;
  }
  // The driver lets replays go on; what they call on the host would be gone.
  if (!callbacks_.empty() && exec_ != nullptr) {
    context_.ReportUnlessGone(DRIVER_CALL(cuCtxSynchronize));
  }
  if (exec_ != nullptr) {
    context_.ReportUnlessGone(DRIVER_CALL(cuGraphExecDestroy, exec_));
  }
  if (graph_ != nullptr) {
    context_.ReportUnlessGone(DRIVER_CALL(cuGraphDestroy, graph_));
  }
  if (setter_module_ != nullptr) {
    context_.ReportUnlessGone(DRIVER_CALL(cuModuleUnload, setter_module_));
  }
}

Status CudaGraphExec::Launch(backend::Stream& stream) {
  KC_ENTER_CONTEXT(context_);
  const std::lock_guard lock(mutex_);
  Status status = DRIVER_CALL(cuGraphLaunch, exec_, static_cast<CudaStream&>(stream).handle());
  return status.ok() ? Status() : context_.Note(std::move(status));
}

Status CudaGraphExec::SetLaunch(std::uint32_t node, const backend::LaunchWork& work) {
  const std::lock_guard lock(mutex_);
  return static_cast<CudaFunction&>(*work.function)
      .SetNode(exec_, handles_[node].front(), work.config, work.params.data());
}

Status CudaStream::BeginGathering() {
  KC_ENTER_CONTEXT(context_);
  return context_.Note(DRIVER_CALL(cuStreamBeginCapture, handle_, int{kCaptureRelaxed}));
}

Status CudaStream::Gather(bool go_on, std::shared_ptr<void>* graph) {
  KC_ENTER_CONTEXT(context_);
  int state = 0;
  unsigned long long id = 0;
  GraphHandle captured = nullptr;
  const GraphNodeHandle* last = nullptr;
  const GraphEdgeData* edges = nullptr;
  std::size_t count = 0;
  KC_RETURN_IF_FAILED(context_.Note(
      DRIVER_CALL(cuStreamGetCaptureInfo, handle_, &state, &id, &captured, &last, &edges, &count)));
  if (count == 0 && go_on) {
    return {};
  }
  KC_RETURN_IF_FAILED(context_.Note(DRIVER_CALL(cuStreamEndCapture, handle_, &captured)));
  const auto destroy = [context = context_.shared_from_this()](void* handle) {
    auto& home = static_cast<CudaContext&>(*context);
    if (!home.gone()) {
      home.ReportUnlessGone(DRIVER_CALL(cuGraphDestroy, static_cast<GraphHandle>(handle)));
    }
  };
  std::shared_ptr<void> gathered(captured, destroy);
  if (count != 0) {
    *graph = std::move(gathered);
  }
  return go_on ? context_.Note(DRIVER_CALL(cuStreamBeginCapture, handle_, int{kCaptureRelaxed}))
               : Status();
}

Status CudaContext::InstantiateGraph(std::span<const GraphNode> nodes,
                                     std::unique_ptr<backend::GraphExec>* exec) {
  return CudaGraphExec::Make(*this, nodes, exec);
}

}  // namespace kernelc::cuda
