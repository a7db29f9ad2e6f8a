// What a graph reads and writes, for observers.
#include "runtime/graph/state.h"

namespace kernelc::graph {
namespace {

using backend::Operation;
using backend::OperationKind;

// Calls `visit` with the operation that a node's work is.
template <typename Visit>
struct Describer {
  Visit visit;

  void operator()(const backend::EmptyWork&) const {}
  void operator()(const backend::CallbackWork&) const {}
  void operator()(const backend::LaunchWork& work) const {
    visit({.kind = OperationKind::Launch,
           .function = work.function,
           .config = &work.config,
           .params = work.params.data()});
  }
  void operator()(const backend::CopyWork& work) const {
    visit({.kind = work.kind, .to = work.to, .from = work.from, .bytes = work.bytes});
  }
  void operator()(const backend::MemsetWork& work) const {
    visit({.kind = OperationKind::Memset, .to = work.to, .bytes = work.bytes});
  }
  void operator()(const backend::StridedCopy& copy) const {
    visit({.kind = OperationKind::CopyStrided, .copy = &copy});
  }
  void operator()(const backend::StridedFill& fill) const {
    visit({.kind = OperationKind::FillStrided, .fill = &fill});
  }
  // Nobody knows.
  void operator()(const backend::NativeWork&) const {}
  // The body comes by itself.
  void operator()(const backend::ConditionWork&) const {}
};

void Append(const std::vector<backend::GraphNode>& nodes, std::vector<backend::Access>* accesses) {
  const auto add = [&](const Operation& operation) {
    const std::vector<backend::Access> more = backend::AccessesOf(operation);
    accesses->insert(accesses->end(), more.begin(), more.end());
  };
  for (const backend::GraphNode& node : nodes) {
    std::visit(Describer<decltype(add)>{add}, node.work);
    if (const auto* const condition = std::get_if<backend::ConditionWork>(&node.work)) {
      accesses->push_back(
          backend::BytesAccess(condition->condition, condition->condition_bytes, false));
      Append(*condition->body, accesses);
    }
  }
}

}  // namespace

std::vector<backend::Access> AccessesOf(const std::vector<backend::GraphNode>& nodes) {
  std::vector<backend::Access> accesses;
  Append(nodes, &accesses);
  return accesses;
}

}  // namespace kernelc::graph
