// Graphs on the CPU device: operations that are kept, and run again with each replay.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "runtime/backend/graph.h"
#include "runtime/cpu/queue.h"

namespace kernelc::cpu {

class CpuContext;

// What a node does. A list of operations, then the body as often as the condition says.
struct GraphStep {
  std::vector<std::shared_ptr<Operation>> operations;
  backend::ConditionWork condition;
  std::shared_ptr<const struct GraphPlan> body;
};

// Steps one after the other.
using GraphChain = std::vector<std::uint32_t>;

struct GraphPlan {
  // By node.
  std::vector<GraphStep> steps;
  // Chains of a level run side by side, levels one after the other.
  std::vector<std::vector<GraphChain>> levels;
};

// What the replays of an exec share.
struct GraphRuns {
  // Held by the thread that replays.
  std::mutex running;
  // What the last one took; negative before it.
  std::atomic<double> nanoseconds{-1.0};
};

class CpuGraphExec final : public backend::GraphExec {
 public:
  static backend::Status Make(CpuContext& context, std::span<const backend::GraphNode> nodes,
                              std::unique_ptr<backend::GraphExec>* exec);

  explicit CpuGraphExec(CpuContext& context) : context_(context) {}
  backend::Status Launch(backend::Stream& stream) override;
  backend::Status SetLaunch(std::uint32_t node, const backend::LaunchWork& work) override;

 private:
  CpuContext& context_;
  // Of the plan.
  std::mutex mutex_;
  // Replaced, not changed: replays that are queued do what they were asked for.
  std::shared_ptr<const GraphPlan> plan_;
  std::shared_ptr<GraphRuns> runs_ = std::make_shared<GraphRuns>();
};

}  // namespace kernelc::cpu
