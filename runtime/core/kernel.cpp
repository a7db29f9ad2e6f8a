// Kernels: launch checks and the launch path.
#include "kernelc/kernel.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "runtime/backend/text.h"
#include "runtime/core/handles.h"
#include "runtime/core/launch.h"
#include "runtime/core/launch_memo.h"
#include "runtime/core/module_state.h"

namespace kernelc {
namespace {

using backend::Concat;
using backend::TripleText;

// Parameter buffers up to this size stay on the stack: what a driver before CUDA 12.1 takes.
constexpr std::size_t kStackParamBytes = 4096;

constexpr char kAxes[] = {'x', 'y', 'z'};

[[noreturn]] void ThrowLimit(const backend::Function& function, std::string message) {
  backend::ThrowError(
      ErrorCode::LaunchLimit, "launch",
      Concat("kernel `", function.info().name, "` (", function.context().device().name(), ')'),
      std::move(message));
}

[[noreturn]] void ThrowWrongDevice(const backend::Function& function, const std::string& parameter,
                                   const DeviceArrayAny& array) {
  // What was made before a reset does not meet what was made after it.
  backend::ThrowIfFailed(function.context().CheckUsable("launch"));
  if (array.has_context()) {
    backend::ThrowIfFailed(array.context_impl()->CheckUsable("launch"));
  }
  backend::ThrowError(
      ErrorCode::InvalidArgument, "launch", Concat("kernel `", function.info().name, '`'),
      Concat(
          "parameter `", parameter, "`: ",
          array.has_context()
              ? Concat("the array is on ", array.context_impl()->device().name(),
                       ", the kernel runs on ", function.context().device().name(),
                       array.context_impl()->device().name() == function.context().device().name()
                           ? " in another context"
                           : "")
              : std::string("the array is default-constructed and has no memory")));
}

void CheckContexts(const backend::Function& function, const std::string& parameter,
                   const Arg& arg) {
  if (arg.kind() == abi::ArgKind::Array && arg.array().context_impl().get() != &function.context())
      [[unlikely]] {
    ThrowWrongDevice(function, parameter, arg.array());
  }
  for (const Arg& element : arg.elements()) {
    CheckContexts(function, parameter, element);
  }
}

// The kernel in the context that the stream belongs to.
backend::Function& FunctionFor(core::ModuleState& state, std::size_t index, backend::Function& home,
                               StreamRef stream, std::span<const Arg> args = {}) {
  if (stream.impl() == nullptr || &stream.impl()->context() == &home.context()) [[likely]] {
    return home;
  }
  backend::Context& context = stream.impl()->context();
  backend::Module* module = nullptr;
  const backend::Status status = state.Get(context, &module);
  if (!status.ok()) {
    // That the stream is a wrong one says more than that there is no code for its device.
    for (const Arg& arg : args) {
      if (arg.kind() == abi::ArgKind::Array && arg.array().has_context() &&
          arg.array().context_impl().get() != &context) {
        backend::ThrowError(
            ErrorCode::InvalidArgument, "launch", Concat("kernel `", home.info().name, '`'),
            Concat("the stream is one of ", context.device().name(), ", the arrays are on ",
                   arg.array().context_impl()->device().name()));
      }
    }
    backend::ThrowIfFailed(status);
  }
  return module->function(index);
}

// Runs the variant that takes the launch, and remembers it; false where none does.
bool LaunchVariant(const backend::Function& function, const LaunchConfig& config,
                   std::span<const Arg> args, std::uint64_t id, const std::byte* params) {
  const backend::Function::Choice choice(function, config, params);
  if (choice.variant() == nullptr) {
    return false;
  }
  core::LaunchChecked(*choice.variant(), config, choice.params());
  if (core::LaunchMemo* const memo = core::LaunchMemo::For(id)) {
    memo->Remember(id, *choice.variant(), {.is_chosen = true, .is_variant = true}, args,
                   choice.params());
  }
  return true;
}

}  // namespace

void core::ThrowExceededLimit(const backend::Function& function, const LaunchConfig& config) {
  const backend::LaunchLimits& limits = function.limits();
  const std::uint32_t grid[3] = {config.grid.x, config.grid.y, config.grid.z};
  const std::uint32_t block[3] = {config.block.x, config.block.y, config.block.z};
  for (int d = 0; d < 3; ++d) {
    if (grid[d] == 0 || block[d] == 0) {
      ThrowLimit(function,
                 Concat(grid[d] == 0 ? "grid " : "block ", TripleText(grid[d] == 0 ? grid : block),
                        ": extent ", kAxes[d], " is zero"));
    }
    if (block[d] > limits.max_block[d]) {
      ThrowLimit(function, Concat("block ", TripleText(block), ": extent ", kAxes[d], " is ",
                                  block[d], ", the device's limit is ", limits.max_block[d]));
    }
    if (grid[d] > limits.max_grid[d]) {
      ThrowLimit(function, Concat("grid ", TripleText(grid), ": extent ", kAxes[d], " is ", grid[d],
                                  ", the device's limit is ", limits.max_grid[d]));
    }
  }
  const std::uint64_t threads = std::uint64_t{block[0]} * block[1] * block[2];
  if (threads > limits.max_threads) {
    ThrowLimit(function, Concat("block ", TripleText(block), " has ", threads,
                                " threads, the limit for this kernel is ", limits.max_threads));
  }
  ThrowLimit(function,
             Concat("a block needs ", limits.static_shared_bytes, " bytes of static and ",
                    config.dynamic_shared_bytes, " of dynamic shared memory, the limit is ",
                    limits.max_shared_bytes, " together"));
}

Kernel::Kernel(std::shared_ptr<core::ModuleState> state, std::size_t index,
               backend::Function* function) noexcept
    : state_(std::move(state)), index_(index), function_(function) {}

const abi::KernelInfo& Kernel::info() const noexcept { return function_->info(); }

std::shared_ptr<const abi::KernelImage> Kernel::image() const noexcept {
  return state_->shared_image();
}

Context Kernel::context() const noexcept {
  return Context(function_->context().shared_from_this());
}

const KernelAttributes& Kernel::attributes() const noexcept { return function_->attributes(); }

Kernel Kernel::On(const Context& context) const {
  backend::Module* module = nullptr;
  backend::ThrowIfFailed(state_->Get(*context.impl(), &module));
  return Kernel(state_, index_, &module->function(index_));
}

void Kernel::LaunchArgs(const LaunchConfig& config, std::span<const Arg> args) const {
  const backend::Function& function = FunctionFor(*state_, index_, *function_, config.stream, args);
  core::LaunchMemo* const memo = core::LaunchMemo::Find(function.id());
  if (memo != nullptr && memo->TryLaunch(function.id(), config, args)) {
    return;
  }
  using Overlap = core::RelaunchRule::Overlap;
  const bool disjoint = function.info().assumes_no_overlap;
  LaunchAnew(config, args, function.id(),
             {disjoint ? Overlap::MustBeDisjoint : Overlap::Any, false});
}

void Kernel::LaunchAnew(const LaunchConfig& config, std::span<const Arg> args, std::uint64_t id,
                        const core::RelaunchRule& rule) const {
  backend::Function& function = FunctionFor(*state_, index_, *function_, config.stream);
  core::CheckLimits(function, config);
  const abi::KernelInfo& info = function.info();
  alignas(16) std::byte stack_buffer[kStackParamBytes];
  std::unique_ptr<std::byte[]> large_buffer;
  std::byte* buffer = stack_buffer;
  if (info.param_bytes > kStackParamBytes) [[unlikely]] {
    large_buffer = std::make_unique<std::byte[]>(info.param_bytes);
    buffer = large_buffer.get();
  }
  core::PackLaunch(function, args, buffer);
  if (function.has_variants() && !backend::Observed() &&
      LaunchVariant(function, config, args, id, buffer)) {
    return;
  }
  core::LaunchChecked(function, config, buffer);
  if (core::LaunchMemo* const memo = core::LaunchMemo::For(id)) {
    memo->Remember(id, function, rule, args, buffer);
  }
}

Kernel Kernel::CodeFor(const LaunchConfig& config, std::span<const Arg> args) const {
  backend::Function& function = FunctionFor(*state_, index_, *function_, config.stream, args);
  std::vector<std::byte> params(function.info().param_bytes);
  core::PackLaunch(function, args, params.data());
  const backend::Function* const variant = function.VariantFor(config, params.data());
  for (std::size_t i = 0; variant != nullptr && i < image()->kernels.size(); ++i) {
    backend::Function& code = function.module()->function(i);
    if (&code == variant) {
      return Kernel(state_, i, &code);
    }
  }
  return Kernel(state_, index_, &function);
}

void core::PackLaunch(const backend::Function& function, std::span<const Arg> args,
                      std::byte* buffer) {
  const abi::KernelInfo& info = function.info();
  if (!function.pack_plan().Pack(args, function.context(), buffer)) [[unlikely]] {
    PackArguments(info, args, buffer);
    for (std::size_t i = 0; i < args.size(); ++i) {
      CheckContexts(function, info.params[i].name, args[i]);
    }
  } else if (info.assumes_no_overlap && !NoOverlap(info, args)) [[unlikely]] {
    // Says so.
    PackArguments(info, args, buffer);
  }
}

void Kernel::PackHere(std::span<const Arg> args, std::byte* buffer) const {
  core::PackLaunch(*function_, args, buffer);
}

void Kernel::LaunchHere(const LaunchConfig& config, const std::byte* params) const {
  core::CheckLimits(*function_, config);
  backend::Stream& stream = core::ResolveStream(function_->context(), config.stream, "launch");
  backend::ThrowIfFailed(function_->Launch(stream, config, params));
}

void Kernel::LaunchPacked(const LaunchConfig& config, std::span<const std::byte> params) const {
  backend::Function& function = FunctionFor(*state_, index_, *function_, config.stream);
  core::LaunchPacked(function, config, params);
}

void core::LaunchPacked(backend::Function& function, const LaunchConfig& config,
                        std::span<const std::byte> params) {
  CheckLimits(function, config);
  if (params.size() != function.info().param_bytes) {
    backend::ThrowError(ErrorCode::TypeMismatch, "launch",
                        Concat("kernel `", function.info().name, '`'),
                        Concat("the parameter buffer has ", params.size(),
                               " bytes, the kernel takes ", function.info().param_bytes));
  }
  LaunchChecked(function, config, params.data());
}

int Kernel::max_active_blocks(std::uint32_t threads, std::size_t dynamic_shared_bytes) const {
  int blocks = 0;
  backend::ThrowIfFailed(function_->GetMaxActiveBlocks(threads, dynamic_shared_bytes, &blocks));
  return blocks;
}

std::uint64_t Kernel::max_cooperative_blocks(std::uint32_t threads,
                                             std::size_t dynamic_shared_bytes) const {
  std::uint64_t blocks = 0;
  backend::ThrowIfFailed(
      function_->GetMaxCooperativeBlocks(threads, dynamic_shared_bytes, &blocks));
  return blocks;
}

LaunchConfig Kernel::ConfigFor(std::int64_t elements, const ForAllOptions& options) const {
  if (elements < 0) {
    backend::ThrowError(ErrorCode::InvalidArgument, "launch configuration",
                        Concat("kernel `", name(), '`'),
                        Concat(elements, " elements were asked for"));
  }
  LaunchConfig config;
  config.stream = options.stream;
  config.dynamic_shared_bytes = options.dynamic_shared_bytes;
  config.block =
      Dim3(options.block != 0 ? options.block : suggest_block(options.dynamic_shared_bytes).block);
  const std::int64_t block = config.block.x;
  const std::int64_t blocks = std::max<std::int64_t>(1, elements / block + (elements % block != 0));
  const std::uint32_t limit = function_->limits().max_grid[0];
  if (blocks > std::int64_t{limit}) {
    ThrowLimit(*function_, Concat(elements, " elements in blocks of ", block, " need a grid of ",
                                  blocks, " blocks, the device's limit is ", limit));
  }
  config.grid = Dim3(static_cast<std::uint32_t>(blocks));
  return config;
}

OccupancySuggestion Kernel::suggest_block(std::size_t dynamic_shared_bytes) const {
  OccupancySuggestion suggestion;
  backend::ThrowIfFailed(function_->SuggestBlock(dynamic_shared_bytes, &suggestion));
  return suggestion;
}

}  // namespace kernelc
