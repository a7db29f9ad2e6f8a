#include "runtime/cpu/graph.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstring>
#include <utility>

#include "runtime/cpu/context.h"
#include "runtime/cpu/thread_pool.h"

namespace kernelc::cpu {
namespace {

using backend::GraphNode;
using backend::Status;

// A replay that took less the last time runs on the thread that asks for it, when the stream is
// idle.
constexpr double kReplayHereNanoseconds = 10000;

Status CollectSteps(CpuContext& context, std::span<const GraphNode> nodes, GraphPlan* plan);

// Asks a stream that collects for the node's work.
Status CollectStep(CpuContext& context, const backend::GraphWork& work, GraphStep* step) {
  const std::shared_ptr<Queue> queue = Queue::Collector(context.core());
  CpuStream stream(context, nullptr, queue);
  KC_RETURN_IF_FAILED(backend::Play(work, stream));
  for (std::unique_ptr<Operation>& operation : queue->TakeAll()) {
    step->operations.push_back(std::move(operation));
  }
  if (const auto* const condition = std::get_if<backend::ConditionWork>(&work)) {
    step->condition = *condition;
    auto body = std::make_shared<GraphPlan>();
    KC_RETURN_IF_FAILED(CollectSteps(context, *condition->body, body.get()));
    step->body = std::move(body);
  }
  return {};
}

// Nodes that only follow each other become chains, and chains lie on the level after those that
// they wait for.
void LayOut(std::span<const GraphNode> nodes, GraphPlan* plan) {
  std::vector<std::uint32_t> followers(nodes.size(), 0);
  for (const GraphNode& node : nodes) {
    for (const std::uint32_t before : node.after) {
      ++followers[before];
    }
  }
  struct Place {
    std::size_t level;
    std::size_t chain;
  };
  std::vector<Place> places(nodes.size());
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    const std::vector<std::uint32_t>& after = nodes[i].after;
    if (after.size() == 1 && followers[after.front()] == 1) {
      places[i] = places[after.front()];
      plan->levels[places[i].level][places[i].chain].push_back(i);
      continue;
    }
    std::size_t level = 0;
    for (const std::uint32_t before : after) {
      level = std::max(level, places[before].level + 1);
    }
    if (level == plan->levels.size()) {
      plan->levels.emplace_back();
    }
    places[i] = {level, plan->levels[level].size()};
    plan->levels[level].push_back({i});
  }
}

Status CollectSteps(CpuContext& context, std::span<const GraphNode> nodes, GraphPlan* plan) {
  plan->steps.resize(nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    KC_RETURN_IF_FAILED(CollectStep(context, nodes[i].work, &plan->steps[i]));
  }
  LayOut(nodes, plan);
  return {};
}

bool IsSet(const backend::ConditionWork& condition) {
  std::uint64_t value = 0;
  std::memcpy(&value, std::bit_cast<const void*>(condition.condition), condition.condition_bytes);
  return value != 0;
}

void RunPlan(const GraphPlan& plan, Queue& queue);

void RunStep(const GraphStep& step, Queue& queue) {
  for (const std::shared_ptr<Operation>& operation : step.operations) {
    operation->Run(queue);
  }
  if (step.body == nullptr) {
    return;
  }
  // After an error nobody may be left who ends the loop.
  while (IsSet(step.condition) && !queue.core().HasFault(queue.id())) {
    RunPlan(*step.body, queue);
    if (!step.condition.repeats) {
      break;
    }
  }
}

void RunChain(const GraphPlan& plan, const GraphChain& chain, Queue& queue) {
  for (const std::uint32_t step : chain) {
    RunStep(plan.steps[step], queue);
  }
}

// The chains of a level.
class LevelTask final : public SharedTask {
 public:
  LevelTask(const GraphPlan& plan, const std::vector<GraphChain>& chains, Queue& queue)
      : plan_(plan), chains_(chains), queue_(queue) {}
  void Work(unsigned) override {
    const Queue::Part part(queue_);
    for (std::size_t i = next_.fetch_add(1, std::memory_order_relaxed); i < chains_.size();
         i = next_.fetch_add(1, std::memory_order_relaxed)) {
      RunChain(plan_, chains_[i], queue_);
    }
  }

 private:
  const GraphPlan& plan_;
  const std::vector<GraphChain>& chains_;
  Queue& queue_;
  std::atomic<std::size_t> next_{0};
};

void RunPlan(const GraphPlan& plan, Queue& queue) {
  for (const std::vector<GraphChain>& chains : plan.levels) {
    if (chains.size() == 1) {
      RunChain(plan, chains.front(), queue);
      continue;
    }
    LevelTask task(plan, chains, queue);
    ThreadPool& pool = queue.core().pool();
    const std::size_t threads = std::min<std::size_t>(chains.size(), pool.thread_count());
    pool.Run(task, static_cast<unsigned>(threads), queue.priority());
  }
}

class ReplayOperation final : public Operation {
 public:
  ReplayOperation(std::shared_ptr<const GraphPlan> plan, std::shared_ptr<GraphRuns> runs)
      : plan_(std::move(plan)), runs_(std::move(runs)) {}
  void Run(Queue& queue) override {
    const std::lock_guard lock(runs_->running);
    const auto start = std::chrono::steady_clock::now();
    RunPlan(*plan_, queue);
    const std::chrono::duration<double, std::nano> taken = std::chrono::steady_clock::now() - start;
    runs_->nanoseconds.store(taken.count(), std::memory_order_relaxed);
  }

 private:
  std::shared_ptr<const GraphPlan> plan_;
  std::shared_ptr<GraphRuns> runs_;
};

}  // namespace

Status CpuGraphExec::Make(CpuContext& context, std::span<const GraphNode> nodes,
                          std::unique_ptr<backend::GraphExec>* exec) {
  auto plan = std::make_shared<GraphPlan>();
  KC_RETURN_IF_FAILED(CollectSteps(context, nodes, plan.get()));
  auto made = std::make_unique<CpuGraphExec>(context);
  made->plan_ = std::move(plan);
  *exec = std::move(made);
  return {};
}

Status CpuGraphExec::Launch(backend::Stream& stream) {
  KC_USE_CONTEXT(context_);
  const double last = runs_->nanoseconds.load(std::memory_order_relaxed);
  const bool here = last >= 0 && last <= kReplayHereNanoseconds;
  std::shared_ptr<const GraphPlan> plan;
  {
    const std::lock_guard lock(mutex_);
    plan = plan_;
  }
  static_cast<CpuStream&>(stream).queue().Submit(ReplayOperation(std::move(plan), runs_), here);
  return {};
}

Status CpuGraphExec::SetLaunch(std::uint32_t node, const backend::LaunchWork& work) {
  KC_USE_CONTEXT(context_);
  GraphStep step;
  KC_RETURN_IF_FAILED(CollectStep(context_, work, &step));
  const std::lock_guard lock(mutex_);
  auto plan = std::make_shared<GraphPlan>(*plan_);
  plan->steps[node] = std::move(step);
  plan_ = std::move(plan);
  return {};
}

Status CpuContext::InstantiateGraph(std::span<const GraphNode> nodes,
                                    std::unique_ptr<backend::GraphExec>* exec) {
  KC_USE_CONTEXT(*this);
  return CpuGraphExec::Make(*this, nodes, exec);
}

}  // namespace kernelc::cpu
