// Launches on the CPU device.
#include <algorithm>
#include <cstring>
#include <vector>

#include "runtime/backend/device_fault.h"
#include "runtime/backend/text.h"
#include "runtime/cpu/context.h"
#include "runtime/cpu/cooperative_grid.h"
#include "runtime/cpu/module.h"
#include "runtime/cpu/thread_pool.h"

namespace kernelc::cpu {
namespace {

using backend::Concat;
using backend::Status;

// A launch predicted to take less runs on the thread that asks for it, when the stream is idle:
// waking another thread would take longer.
constexpr double kRunHereNanoseconds = 10000;
// Threads of a block where the caller has no wish: a multiple of every vector length, and small
// enough that a thread's private memory stays in the cache.
constexpr std::uint32_t kSuggestedBlock = 256;

std::size_t ScratchBytes(const abi::KernelInfo& info, std::uint64_t threads) {
  const std::uint64_t rounded = (threads + 63) / 64 * 64;
  return info.cpu_scratch_bytes_per_thread * rounded + info.cpu_scratch_bytes_per_block;
}

ErrorInfo NoWorkerMemory(const abi::KernelInfo& kernel, const GridLaunch& grid) {
  ErrorInfo info;
  info.code = ErrorCode::OutOfMemory;
  info.operation = "launch";
  info.object = Concat("kernel `", kernel.name, '`');
  info.requested_bytes = grid.shared_bytes + grid.scratch_bytes;
  info.message = Concat("no memory for the ", info.requested_bytes,
                        " bytes that a thread of the CPU device needs");
  return info;
}

// One launch. Borrows everything when it runs on the calling thread; a copy for the queue owns it.
class LaunchOperation final : public Operation {
 public:
  LaunchOperation(const GridLaunch& grid, const abi::KernelImage& image,
                  const abi::KernelInfo& info, CostEstimate* cost)
      : grid_(grid), image_(image), info_(info), cost_(cost) {}
  // Takes what a launch that outlives this call needs.
  void Own(std::shared_ptr<const LoadedCode> code, std::shared_ptr<CostEstimate> cost) {
    code_ = std::move(code);
    owned_cost_ = std::move(cost);
    params_.assign(grid_.params, grid_.params + info_.param_bytes);
  }
  void Run(Queue& queue) override {
    if (code_ != nullptr) {
      grid_.params = params_.data();
    }
    GridResult result =
        info_.cooperative ? RunCooperativeGrid(grid_)
                          : RunGrid(queue.core().pool(), grid_, cost_, queue.priority());
    if (!result.output.empty()) {
      queue.core().AppendOutput(std::move(result.output));
    }
    if (result.out_of_memory) {
      queue.core().RecordFault(queue.id(), NoWorkerMemory(info_, grid_));
    } else if (result.error.code != 0) {
      queue.core().RecordFault(queue.id(), backend::DeviceFaultInfo(image_, info_.name, result.error));
    }
  }

 private:
  GridLaunch grid_;
  const abi::KernelImage& image_;
  const abi::KernelInfo& info_;
  CostEstimate* cost_;
  std::shared_ptr<const LoadedCode> code_;
  std::shared_ptr<CostEstimate> owned_cost_;
  // new[] aligns for every field type.
  std::vector<std::byte> params_;
};

}  // namespace

CpuFunction::CpuFunction(CpuContext& context, const abi::KernelInfo& info,
                         std::shared_ptr<const LoadedCode> code, abi::CpuEntry entry)
    : Function(context, info),
      code_(std::move(code)),
      entry_(entry),
      cost_(std::make_shared<CostEstimate>()) {
  const DeviceProperties& device = context.device().properties();
  limits_.max_threads = static_cast<std::uint32_t>(device.max_threads_per_block);
  if (info.max_threads_per_block != 0) {
    limits_.max_threads = std::min(limits_.max_threads, info.max_threads_per_block);
  }
  std::copy(device.max_block.begin(), device.max_block.end(), limits_.max_block);
  std::copy(device.max_grid.begin(), device.max_grid.end(), limits_.max_grid);
  limits_.static_shared_bytes = info.static_shared_bytes;
  limits_.max_shared_bytes = device.shared_memory_per_block_optin;
  attributes_.static_shared_bytes = info.static_shared_bytes;
  attributes_.local_bytes = info.cpu_scratch_bytes_per_thread;
  attributes_.max_threads_per_block = static_cast<int>(limits_.max_threads);
}

Status CpuFunction::DoLaunch(backend::Stream& stream, const LaunchConfig& config,
                           const std::byte* params) {
  if (const Choice choice(*this, config, params); choice.variant() != nullptr) {
    return static_cast<CpuFunction*>(choice.variant())->DoLaunch(stream, config, choice.params());
  }
  KC_USE_CONTEXT(context());
  const std::uint64_t blocks = std::uint64_t{config.grid.x} * config.grid.y * config.grid.z;
  if (info().cooperative && blocks > kMaxCooperativeBlocks) {
    return backend::CooperativeGridTooLarge(*this, blocks, kMaxCooperativeBlocks);
  }
  GridLaunch grid;
  grid.entry = entry_;
  grid.params = params;
  grid.launch.grid[0] = config.grid.x;
  grid.launch.grid[1] = config.grid.y;
  grid.launch.grid[2] = config.grid.z;
  grid.launch.block[0] = config.block.x;
  grid.launch.block[1] = config.block.y;
  grid.launch.block[2] = config.block.z;
  grid.launch.dynamic_shared_bytes = config.dynamic_shared_bytes;
  grid.waits = info().waits;
  grid.shared_bytes = info().static_shared_bytes + config.dynamic_shared_bytes;
  grid.scratch_bytes =
      ScratchBytes(info(), std::uint64_t{config.block.x} * config.block.y * config.block.z);

  Queue& queue = static_cast<CpuStream&>(stream).queue();
  LaunchOperation operation(grid, *code_->image, info(), cost_.get());
  const double predicted = cost_->Predict(grid.thread_count());
  if (predicted >= 0 && predicted <= kRunHereNanoseconds && queue.RunIfIdle(operation)) {
    return {};
  }
  operation.Own(code_, cost_);
  queue.Submit(std::move(operation), false);
  return {};
}

Status CpuFunction::GetMaxActiveBlocks(std::uint32_t, std::size_t, int* blocks) {
  *blocks = 1;
  return {};
}

Status CpuFunction::GetMaxCooperativeBlocks(std::uint32_t, std::size_t, std::uint64_t* blocks) {
  *blocks = kMaxCooperativeBlocks;
  return {};
}

Status CpuFunction::SuggestBlock(std::size_t, OccupancySuggestion* suggestion) {
  suggestion->block = std::min(kSuggestedBlock, limits_.max_threads);
  suggestion->min_grid = static_cast<CpuContext&>(context()).core().pool().thread_count();
  return {};
}

}  // namespace kernelc::cpu
