// Graphs in files: written by a program that has the compiler, replayed by one that has the runtime
// alone, on any device that the kernels' images have code for.
//
// The bytes hold the images of the kernels, the nodes with their arguments, and the sizes of the
// memory that they use; they start with a magic number, a version, their size and a checksum. No
// address is in them: memory is made anew when a graph is loaded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernelc/array.h"
#include "kernelc/context.h"
#include "kernelc/export.h"
#include "kernelc/graph.h"

namespace kernelc {

// Goes up with each change of the format. A runtime reads its own version and those before it.
inline constexpr std::uint32_t kGraphFileVersion = 2;
inline constexpr std::string_view kGraphFileSuffix = ".kcgraph";

// An array that a graph uses, under the name by which the program that loads it finds it.
struct GraphArray {
  std::string name;
  DeviceArrayAny array;
  // What it holds now is written too, and is what it holds after loading; else undefined.
  bool contents = false;
};

// The graph as bytes. `arrays` are all that it uses besides its own memory; they may overlap.
// Blocks when contents are asked for. Throws Error{InvalidArgument} that names the node and the
// parameter whose memory is neither named nor the graph's, a name that is there twice, and kernels
// that are linked into the program; Error{NotSupported} that names a node that no file can hold:
// callbacks, and copies from and to host memory or other contexts.
KC_RUNTIME_API std::vector<std::byte> WriteGraph(const Graph& graph,
                                                 std::span<const GraphArray> arrays);
// The same into a file, which is replaced in one step. Throws Error{FileAccess} too.
KC_RUNTIME_API void SaveGraph(const Graph& graph, std::span<const GraphArray> arrays,
                              const std::string& path);

// A graph from a file, with memory and kernels of its own.
class KC_RUNTIME_API LoadedGraph {
 public:
  // Throws Error{FileFormat} that says what is wrong with `name`, Error{FileAccess}, and what
  // loading the kernels and making the arrays throws: no code for this device, no memory. Blocks.
  static LoadedGraph FromBytes(const Context& context, std::span<const std::byte> bytes,
                               std::string_view name = "graph");
  static LoadedGraph FromFile(const Context& context, const std::string& path);

  // The array that was saved under the name, with its type and shape. Throws Error{NotFound} that
  // tells the names there are.
  const DeviceArrayAny& array(std::string_view name) const;
  // In the order in which they were saved.
  const std::vector<GraphArray>& arrays() const noexcept { return arrays_; }
  const Graph& graph() const noexcept { return graph_; }
  const GraphExec& exec() const noexcept { return exec_; }
  // exec().Launch().
  void Launch(StreamRef stream = {}) const { exec_.Launch(stream); }

 private:
  LoadedGraph(Graph graph, GraphExec exec, std::vector<GraphArray> arrays)
      : graph_(std::move(graph)), exec_(std::move(exec)), arrays_(std::move(arrays)) {}

  Graph graph_;
  GraphExec exec_;
  std::vector<GraphArray> arrays_;
};

}  // namespace kernelc
