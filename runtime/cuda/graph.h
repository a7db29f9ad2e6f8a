// Graphs of a CUDA device: the driver's.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "runtime/backend/graph.h"
#include "runtime/cuda/context.h"

namespace kernelc::cuda {

class CudaGraphExec final : public backend::GraphExec {
 public:
  // Has the driver capture the nodes one by one in a stream of its own, each after those that it
  // names, and makes what it captured executable.
  static backend::Status Make(CudaContext& context, std::span<const backend::GraphNode> nodes,
                              std::unique_ptr<backend::GraphExec>* exec);

  explicit CudaGraphExec(CudaContext& context) : context_(context) {}
  ~CudaGraphExec() override;
  backend::Status Launch(backend::Stream& stream) override;
  backend::Status SetLaunch(std::uint32_t node, const backend::LaunchWork& work) override;

 private:
  class Builder;

  CudaContext& context_;
  // The driver's graphs are one thread's at a time.
  std::mutex mutex_;
  // The driver knows its nodes by those of this one.
  GraphHandle graph_ = nullptr;
  GraphExecHandle exec_ = nullptr;
  // The kernel that hands conditions to the driver; null where there are none.
  ModuleHandle setter_module_ = nullptr;
  FunctionHandle setter_ = nullptr;
  // By node of ours: what comes after it waits for these.
  std::vector<std::vector<GraphNodeHandle>> handles_;
  // The driver calls them by address.
  std::vector<std::shared_ptr<const std::function<void()>>> callbacks_;
};

}  // namespace kernelc::cuda
