// Graphs of the C API.
#include <optional>

#include "kernelc/graph.h"
#include "kernelc/graph_file.h"
#include "kernelc/kernelc_graph.h"
#include "runtime/backend/text.h"
#include "runtime/capi/arguments.h"
#include "runtime/capi/objects.h"

using kernelc::capi::ArrayObject;
using kernelc::capi::ArrayOf;
using kernelc::capi::ContextOf;
using kernelc::capi::GiveHandle;
using kernelc::capi::Guard;
using kernelc::capi::HandleKind;
using kernelc::capi::RequirePointer;
using kernelc::capi::StreamOrDefault;

namespace kernelc::capi {
namespace {

struct GraphObject : HandleObject {
  explicit GraphObject(Graph value) : graph(std::move(value)) {}
  Graph graph;
  // While it is captured.
  std::unique_ptr<GraphCapture> capture;
  ~GraphObject() override {
    if (capture != nullptr) {
      capture->Abandon();
    }
  }
};

struct GraphExecObject : HandleObject {
  explicit GraphExecObject(GraphExec value) : exec(std::move(value)) {}
  explicit GraphExecObject(LoadedGraph value) : exec(value.exec()), loaded(std::move(value)) {}
  GraphExec exec;
  // Of one from a file.
  std::optional<LoadedGraph> loaded;
};

GraphObject& GraphOf(const char* function, kernelc_graph handle) {
  return FindAs<GraphObject>(function, HandleKind::Graph, handle);
}

const GraphExecObject& ExecOf(const char* function, kernelc_graph_exec handle) {
  return FindAs<GraphExecObject>(function, HandleKind::GraphExec, handle);
}

}  // namespace
}  // namespace kernelc::capi

using kernelc::capi::ExecOf;
using kernelc::capi::GraphExecObject;
using kernelc::capi::GraphObject;
using kernelc::capi::GraphOf;

kernelc_status kernelc_graph_create(kernelc_context context, kernelc_graph* graph) {
  return Guard(__func__, [&, function = __func__] {
    RequirePointer(function, "graph", graph);
    GiveHandle<GraphObject>(HandleKind::Graph, graph, kernelc::Graph(ContextOf(function, context)));
  });
}

kernelc_status kernelc_graph_destroy(kernelc_graph graph) {
  return kernelc::capi::DestroyHandle(__func__, HandleKind::Graph, graph);
}

kernelc_status kernelc_graph_begin_capture(kernelc_graph graph, kernelc_stream stream) {
  return Guard(__func__, [&, function = __func__] {
    GraphObject& object = GraphOf(function, graph);
    const kernelc::StreamRef target =
        stream == nullptr ? kernelc::StreamRef() : StreamOrDefault(function, stream);
    object.capture = std::make_unique<kernelc::GraphCapture>(object.graph, target);
  });
}

kernelc_status kernelc_graph_end_capture(kernelc_graph graph) {
  return Guard(__func__, [&, function = __func__] {
    GraphObject& object = GraphOf(function, graph);
    if (object.capture == nullptr) {
      throw kernelc::capi::Failure(
          KERNELC_INVALID_ARGUMENT,
          kernelc::backend::Concat(function, ": no capture of the graph was begun"));
    }
    std::exchange(object.capture, nullptr)->End();
  });
}

kernelc_status kernelc_stream_is_capturing(kernelc_stream stream, int32_t* capturing) {
  return Guard(__func__, [&, function = __func__] {
    RequirePointer(function, "capturing", capturing);
    *capturing = kernelc::is_capturing(StreamOrDefault(function, stream)) ? 1 : 0;
  });
}

kernelc_status kernelc_graph_size(kernelc_graph graph, size_t* count) {
  return Guard(__func__, [&, function = __func__] {
    RequirePointer(function, "count", count);
    *count = GraphOf(function, graph).graph.size();
  });
}

kernelc_status kernelc_graph_find_launch(kernelc_graph graph, const char* kernel, size_t index,
                                         uint32_t* node) {
  return Guard(__func__, [&, function = __func__] {
    RequirePointer(function, "kernel", kernel);
    RequirePointer(function, "node", node);
    const kernelc::GraphNodes found = GraphOf(function, graph).graph.launches(kernel);
    if (index >= found.size()) {
      throw kernelc::capi::Failure(
          KERNELC_NOT_FOUND, kernelc::backend::Concat(function, ": the graph has ", found.size(),
                                                      " launches of `", kernel, '`'));
    }
    *node = found[index].number;
  });
}

kernelc_status kernelc_graph_instantiate(kernelc_graph graph, kernelc_graph_exec* exec) {
  return Guard(__func__, [&, function = __func__] {
    RequirePointer(function, "exec", exec);
    GiveHandle<GraphExecObject>(HandleKind::GraphExec, exec,
                                GraphOf(function, graph).graph.Instantiate());
  });
}

kernelc_status kernelc_graph_exec_destroy(kernelc_graph_exec exec) {
  return kernelc::capi::DestroyHandle(__func__, HandleKind::GraphExec, exec);
}

kernelc_status kernelc_graph_launch(kernelc_graph_exec exec, kernelc_stream stream) {
  return Guard(__func__, [&, function = __func__] {
    ExecOf(function, exec).exec.Launch(StreamOrDefault(function, stream));
  });
}

kernelc_status kernelc_graph_exec_set_arguments(kernelc_graph_exec exec, uint32_t node,
                                                const kernelc_arg* args, size_t count) {
  return Guard(__func__, [&, function = __func__] {
    const GraphExecObject& object = ExecOf(function, exec);
    const kernelc::capi::Arguments arguments(function, args, count);
    object.exec.SetArgumentList({node}, arguments.list());
  });
}

kernelc_status kernelc_graph_save(kernelc_graph graph, const char* const* names,
                                  const kernelc_array* arrays, const int32_t* contents,
                                  size_t count, const char* path) {
  return Guard(__func__, [&, function = __func__] {
    const GraphObject& object = GraphOf(function, graph);
    RequirePointer(function, "path", path);
    std::vector<kernelc::GraphArray> named;
    for (size_t i = 0; i < count; ++i) {
      RequirePointer(function, "names", names);
      RequirePointer(function, "arrays", arrays);
      RequirePointer(function, "name", names[i]);
      named.push_back(
          {names[i], ArrayOf(function, arrays[i]), contents != nullptr && contents[i] != 0});
    }
    kernelc::SaveGraph(object.graph, named, path);
  });
}

kernelc_status kernelc_graph_load(kernelc_context context, const char* path,
                                  kernelc_graph_exec* exec) {
  return Guard(__func__, [&, function = __func__] {
    RequirePointer(function, "path", path);
    RequirePointer(function, "exec", exec);
    GiveHandle<GraphExecObject>(HandleKind::GraphExec, exec,
                                kernelc::LoadedGraph::FromFile(ContextOf(function, context), path));
  });
}

kernelc_status kernelc_graph_exec_array(kernelc_graph_exec exec, const char* name,
                                        kernelc_array* array) {
  return Guard(__func__, [&, function = __func__] {
    const GraphExecObject& object = ExecOf(function, exec);
    RequirePointer(function, "name", name);
    RequirePointer(function, "array", array);
    if (!object.loaded) {
      throw kernelc::capi::Failure(
          KERNELC_NOT_FOUND,
          kernelc::backend::Concat(function, ": the graph is not from a file, and has no names"));
    }
    GiveHandle<ArrayObject>(HandleKind::Array, array,
                            kernelc::DeviceArrayAny(object.loaded->array(name)));
  });
}
