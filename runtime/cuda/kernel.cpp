// Kernels of a CUDA device: attributes, launches, occupancy.
#include <algorithm>
#include <array>
#include <cstring>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

#include "runtime/backend/text.h"
#include "runtime/cuda/module.h"

namespace kernelc::cuda {
namespace {

using backend::Concat;
using backend::Status;

// One copy of each name, for the life of the process.
const std::string* Intern(const std::string& name) {
  static std::mutex& mutex = *new std::mutex;
  static std::set<std::string>& names = *new std::set<std::string>;
  const std::lock_guard lock(mutex);
  return &*names.insert(name).first;
}

// Parameters of a cooperative launch up to this many need no memory of their own.
constexpr std::size_t kInlineParams = 256;

// The words that the driver reads in the list of extra launch options.
void* const kParamEnd = nullptr;
void* const kParamBuffer = reinterpret_cast<void*>(std::uintptr_t{1});
void* const kParamBufferSize = reinterpret_cast<void*>(std::uintptr_t{2});

}  // namespace

CudaFunction::CudaFunction(CudaContext& context, const abi::KernelInfo& info, FunctionHandle handle,
                           FunctionHandle coarse)
    : Function(context, info),
      context_(context),
      handle_(handle),
      coarse_(coarse),
      name_(Intern(info.name)) {
  const DeviceProperties& device = context.device().properties();
  coarse_threads_ = std::uint64_t{info.coarse_factor} *
                    static_cast<std::uint64_t>(device.multiprocessors) *
                    static_cast<std::uint64_t>(device.max_threads_per_multiprocessor);
}

Status CudaFunction::ReadAttributes() {
  int static_shared = 0;
  int local = 0;
  int constant = 0;
  const std::pair<int, int*> wanted[] = {
      {kFunctionMaxThreads, &attributes_.max_threads_per_block},
      {kFunctionSharedBytes, &static_shared},
      {kFunctionLocalBytes, &local},
      {kFunctionConstBytes, &constant},
      {kFunctionRegisters, &attributes_.registers},
      {kFunctionPtxVersion, &attributes_.ptx_version},
      {kFunctionBinaryVersion, &attributes_.binary_version},
  };
  for (const auto& [attribute, value] : wanted) {
    KC_RETURN_IF_FAILED(context_.Note(DRIVER_CALL(cuFuncGetAttribute, value, attribute, handle_)));
  }
  attributes_.static_shared_bytes = static_cast<std::size_t>(static_shared);
  attributes_.local_bytes = static_cast<std::size_t>(local);
  attributes_.constant_bytes = static_cast<std::size_t>(constant);

  if (coarse_ != nullptr) {
    KC_RETURN_IF_FAILED(context_.Note(
        DRIVER_CALL(cuFuncGetAttribute, &coarse_max_threads_, int{kFunctionMaxThreads}, coarse_)));
  }

  const DeviceProperties& device = context_.device().properties();
  limits_.max_threads = static_cast<std::uint32_t>(attributes_.max_threads_per_block);
  std::copy(device.max_block.begin(), device.max_block.end(), limits_.max_block);
  std::copy(device.max_grid.begin(), device.max_grid.end(), limits_.max_grid);
  limits_.static_shared_bytes = attributes_.static_shared_bytes;
  limits_.max_shared_bytes =
      std::max(device.shared_memory_per_block, device.shared_memory_per_block_optin);
  return {};
}

Status CudaFunction::OptInToSharedMemory(std::size_t dynamic_shared_bytes) {
  const std::size_t needed = attributes_.static_shared_bytes + dynamic_shared_bytes;
  if (needed <= context_.device().properties().shared_memory_per_block ||
      opted_in_.load(std::memory_order_acquire)) [[likely]] {
    return {};
  }
  // All that there is, so that it never has to be changed while the kernel runs.
  const int most = static_cast<int>(limits_.max_shared_bytes - attributes_.static_shared_bytes);
  KC_RETURN_IF_FAILED(context_.Note(
      DRIVER_CALL(cuFuncSetAttribute, handle_, int{kFunctionMaxDynamicShared}, most)));
  opted_in_.store(true, std::memory_order_release);
  return {};
}

bool CudaFunction::TakesCoarse(const LaunchConfig& config) const noexcept {
  // It may need more registers, and is not opted in to more shared memory, which it does not use.
  return std::uint64_t{config.grid.x} * config.block.x >= coarse_threads_ && config.grid.y == 1 &&
         config.grid.z == 1 && config.block.y == 1 && config.block.z == 1 &&
         config.block.x <= static_cast<std::uint32_t>(coarse_max_threads_) &&
         config.dynamic_shared_bytes <= context_.device().properties().shared_memory_per_block;
}

class CudaFunction::Form {
 public:
  Form(const CudaFunction& function, const LaunchConfig& config, const std::byte* params)
      : handle_(function.handle_),
        blocks_(config.grid.x),
        bytes_(function.pack_plan().used_bytes()),
        extra_{kParamBuffer, const_cast<std::byte*>(params), kParamBufferSize, &bytes_, kParamEnd} {
    if (function.coarse_ != nullptr && function.TakesCoarse(config)) {
      MakeCoarse(function, params);
    }
  }
  Form(const Form&) = delete;
  Form& operator=(const Form&) = delete;

  FunctionHandle handle() const noexcept { return handle_; }
  std::uint32_t blocks() const noexcept { return blocks_; }
  void** extra() noexcept { return bytes_ == 0 ? nullptr : &extra_[0]; }

 private:
  // The blocks of the grid go behind the fields.
  void MakeCoarse(const CudaFunction& function, const std::byte* params) {
    const std::size_t place = (bytes_ + sizeof blocks_ - 1) / sizeof blocks_ * sizeof blocks_;
    if (place + sizeof blocks_ > inline_.size()) {
      return;
    }
    std::memcpy(inline_.data(), params, bytes_);
    std::memcpy(inline_.data() + place, &blocks_, sizeof blocks_);
    const std::uint32_t factor = function.info().coarse_factor;
    handle_ = function.coarse_;
    blocks_ = (blocks_ - 1) / factor + 1;
    bytes_ = place + sizeof blocks_;
    extra_[1] = inline_.data();
  }

  FunctionHandle handle_;
  std::uint32_t blocks_;
  std::size_t bytes_;
  void* extra_[5];
  // Kernels with more parameters stay as they are.
  alignas(16) std::array<std::byte, 512> inline_;
};

Status CudaFunction::DoLaunch(backend::Stream& stream, const LaunchConfig& config,
                              const std::byte* params) {
  if (const Choice choice(*this, config, params); choice.variant() != nullptr) {
    return static_cast<CudaFunction*>(choice.variant())->DoLaunch(stream, config, choice.params());
  }
  KC_ENTER_CONTEXT(context_);
  if (config.dynamic_shared_bytes != 0) {
    KC_RETURN_IF_FAILED(OptInToSharedMemory(config.dynamic_shared_bytes));
  }
  const StreamHandle stream_handle = static_cast<CudaStream&>(stream).handle();
  context_.NoteLaunch(name_);
  if (info().cooperative) {
    return LaunchCooperative(stream_handle, config, params);
  }
  Form form(*this, config, params);
  void** const no_params = nullptr;
  Status status = DRIVER_CALL(cuLaunchKernel, form.handle(), form.blocks(), config.grid.y,
                              config.grid.z, config.block.x, config.block.y, config.block.z,
                              static_cast<unsigned>(config.dynamic_shared_bytes), stream_handle,
                              no_params, form.extra());
  return status.ok() ? Status() : context_.Note(std::move(status));
}

class CudaFunction::ParamAddresses {
 public:
  ParamAddresses(const abi::KernelInfo& info, const std::byte* params) {
    if (info.fields.size() > inline_.size()) {
      more_.resize(info.fields.size());
      addresses_ = more_.data();
    }
    for (std::size_t i = 0; i < info.fields.size(); ++i) {
      addresses_[i] = const_cast<std::byte*>(params + info.fields[i].offset);
    }
  }
  ParamAddresses(const ParamAddresses&) = delete;
  ParamAddresses& operator=(const ParamAddresses&) = delete;
  void** get() noexcept { return addresses_; }

 private:
  std::array<void*, kInlineParams> inline_;
  std::vector<void*> more_;
  void** addresses_ = inline_.data();
};

Status CudaFunction::SetNode(GraphExecHandle exec, GraphNodeHandle node, const LaunchConfig& config,
                             const std::byte* params) {
  if (const Choice choice(*this, config, params); choice.variant() != nullptr) {
    return static_cast<CudaFunction*>(choice.variant())
        ->SetNode(exec, node, config, choice.params());
  }
  KC_ENTER_CONTEXT(context_);
  KC_RETURN_IF_FAILED(OptInToSharedMemory(config.dynamic_shared_bytes));
  // In the form that it was launched in.
  ParamAddresses addresses(info(), params);
  Form form(*this, config, params);
  const KernelNodeParams changed{form.handle(),
                                 form.blocks(),
                                 config.grid.y,
                                 config.grid.z,
                                 config.block.x,
                                 config.block.y,
                                 config.block.z,
                                 static_cast<unsigned>(config.dynamic_shared_bytes),
                                 info().cooperative ? addresses.get() : nullptr,
                                 info().cooperative ? nullptr : form.extra()};
  return context_.Note(DRIVER_CALL(cuGraphExecKernelNodeSetParams, exec, node, &changed));
}

Status CudaFunction::LaunchCooperative(StreamHandle stream, const LaunchConfig& config,
                                       const std::byte* params) {
  ParamAddresses addresses(info(), params);
  Status status =
      DRIVER_CALL(cuLaunchCooperativeKernel, handle_, config.grid.x, config.grid.y, config.grid.z,
                  config.block.x, config.block.y, config.block.z,
                  static_cast<unsigned>(config.dynamic_shared_bytes), stream, addresses.get());
  if (status.ok() || status.info().driver_status != kErrorCooperativeLaunchTooLarge) {
    return context_.Note(std::move(status));
  }
  std::uint64_t most = 0;
  KC_RETURN_IF_FAILED(GetMaxCooperativeBlocks(config.block.x * config.block.y * config.block.z,
                                              config.dynamic_shared_bytes, &most));
  Status explained = backend::CooperativeGridTooLarge(
      *this, std::uint64_t{config.grid.x} * config.grid.y * config.grid.z, most);
  explained.info().driver_status = status.info().driver_status;
  explained.info().driver_status_name = std::move(status.info().driver_status_name);
  return explained;
}

Status CudaFunction::GetMaxCooperativeBlocks(std::uint32_t threads,
                                             std::size_t dynamic_shared_bytes,
                                             std::uint64_t* blocks) {
  *blocks = 0;
  const DeviceProperties& device = context_.device().properties();
  if (!device.cooperative_launch) {
    return {};
  }
  int each = 0;
  KC_RETURN_IF_FAILED(GetMaxActiveBlocks(threads, dynamic_shared_bytes, &each));
  *blocks = static_cast<std::uint64_t>(each) * static_cast<std::uint64_t>(device.multiprocessors);
  return {};
}

Status CudaFunction::GetMaxActiveBlocks(std::uint32_t threads, std::size_t dynamic_shared_bytes,
                                        int* blocks) {
  KC_ENTER_CONTEXT(context_);
  KC_RETURN_IF_FAILED(OptInToSharedMemory(dynamic_shared_bytes));
  return context_.Note(DRIVER_CALL(cuOccupancyMaxActiveBlocksPerMultiprocessor, blocks, handle_,
                                   static_cast<int>(threads), dynamic_shared_bytes));
}

Status CudaFunction::SuggestBlock(std::size_t dynamic_shared_bytes,
                                  OccupancySuggestion* suggestion) {
  KC_USE_CONTEXT(context_);
  const std::uint64_t known = suggestion_.load(std::memory_order_relaxed);
  if (dynamic_shared_bytes == 0 && known != 0) {
    suggestion->min_grid = static_cast<std::uint32_t>(known >> 32);
    suggestion->block = static_cast<std::uint32_t>(known);
    return {};
  }
  KC_ENTER_CONTEXT(context_);
  KC_RETURN_IF_FAILED(OptInToSharedMemory(dynamic_shared_bytes));
  int min_grid = 0;
  int block = 0;
  const SharedSizeFunction same_for_all = nullptr;
  KC_RETURN_IF_FAILED(context_.Note(DRIVER_CALL(cuOccupancyMaxPotentialBlockSize, &min_grid, &block,
                                                handle_, same_for_all, dynamic_shared_bytes, 0)));
  suggestion->min_grid = static_cast<std::uint32_t>(min_grid);
  suggestion->block = static_cast<std::uint32_t>(block);
  if (dynamic_shared_bytes == 0) {
    suggestion_.store(std::uint64_t{suggestion->min_grid} << 32 | suggestion->block,
                      std::memory_order_relaxed);
  }
  return {};
}

}  // namespace kernelc::cuda
