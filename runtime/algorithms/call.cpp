#include "runtime/algorithms/call.h"

#include <limits>

#include "kernelc/device.h"

namespace kernelc::algorithms {
namespace {

using abi::ScalarClass;

constexpr std::size_t kAlignment = 256;

std::size_t PaddedBytes(ScalarKind kind, std::int64_t size) {
  return Divided(abi::scalar_info(kind).size * static_cast<std::uint64_t>(size), kAlignment) * kAlignment;
}

std::string KindsText(std::initializer_list<ScalarKind> kinds) {
  std::string text;
  for (const ScalarKind kind : kinds) {
    text += (text.empty() ? "" : " or ") + ToString(ElementType(kind));
  }
  return text;
}

}  // namespace

const DeviceArrayAny& Workspace::Reserve(std::size_t bytes) {
  if (memory_.nbytes() < bytes) {
    memory_ = DeviceArrayAny();
    memory_ = DeviceArrayAny::Empty(context_, ScalarKind::UInt8, Dims{static_cast<std::int64_t>(bytes)});
  }
  return memory_;
}

DeviceArrayAny NewArray(const DeviceArrayAny& like, ScalarKind kind, const Dims& shape,
                        const Options& options) {
  std::optional<StreamScope> scope;
  if (!options.stream.is_default()) {
    scope.emplace(options.stream);
  }
  return DeviceArrayAny::Empty(like.context(), kind, shape);
}

Call::Call(const char* operation, const DeviceArrayAny& x, const Options& options)
    : operation_(operation),
      input_(x.data()),
      input_bytes_(x.is_contiguous(Order::C) ? x.nbytes() : 0),
      context_(x.context()),
      options_(options),
      on_gpu_(context_.device().kind() == DeviceKind::Cuda) {
  if (!options.stream.is_default()) {
    scope_.emplace(options.stream);
  }
}

std::uint32_t Call::multiprocessors() const {
  return static_cast<std::uint32_t>(context_.device().properties().multiprocessors);
}

DeviceArrayAny Call::Flat(const DeviceArrayAny& x) const {
  if (!(x.context() == context_)) {
    Throw(ErrorCode::InvalidArgument, operation_,
          "one array is on " + context_.device().name() + ", another one on " +
              x.context().device().name());
  }
  return (x.is_contiguous(Order::C) ? x : x.Contiguous(options_.stream)).Raveled();
}

DeviceArrayAny Call::Output(const char* name, const DeviceArrayAny& out,
                            std::initializer_list<ScalarKind> kinds, std::int64_t size) const {
  const std::string who = std::string("`") + name + "` ";
  bool fits = false;
  for (const ScalarKind kind : kinds) {
    fits = fits || out.kind() == kind;
  }
  if (!fits) {
    Throw(ErrorCode::TypeMismatch, operation_,
          who + "has elements of " + ToString(out.element()) + ", expected " + KindsText(kinds));
  }
  if (out.size() != size) {
    Throw(ErrorCode::InvalidArgument, operation_,
          who + "has " + std::to_string(out.size()) + " elements, expected " + std::to_string(size));
  }
  if (!out.is_contiguous(Order::C)) {
    Throw(ErrorCode::InvalidArgument, operation_, who + "is not contiguous in C order");
  }
  if (!(out.context() == context_)) {
    Throw(ErrorCode::InvalidArgument, operation_,
          who + "is on " + out.context().device().name() + ", the input on " + context_.device().name());
  }
  const bool overlaps = out.data() < input_ + input_bytes_ && input_ < out.data() + out.nbytes();
  if (overlaps && out.data() != input_ && size > 1) {
    Throw(ErrorCode::InvalidArgument, operation_,
          who + "shares a part of the input's memory; give the input itself, or other memory");
  }
  return out.Raveled();
}

std::vector<DeviceArrayAny> Call::Temporary(
    std::initializer_list<std::pair<ScalarKind, std::int64_t>> arrays) const {
  std::size_t bytes = 0;
  for (const auto& [kind, size] : arrays) {
    bytes += PaddedBytes(kind, size);
  }
  const DeviceArrayAny memory =
      options_.workspace != nullptr
          ? options_.workspace->Reserve(bytes)
          : DeviceArrayAny::Empty(context_, ScalarKind::UInt8, Dims{static_cast<std::int64_t>(bytes)}, Order::C,
                                  options_.stream);
  // A workspace may have been made on another stream.
  memory.RecordStream(options_.stream);
  if (!(memory.context() == context_)) {
    const bool reset = memory.context().device() == context_.device();
    Throw(ErrorCode::InvalidArgument, operation_,
          "the workspace is on " + memory.context().device().name() +
              (reset ? ", which was reset since" : ", the array on " + context_.device().name()));
  }
  std::vector<DeviceArrayAny> parts;
  DevicePointer at = memory.data();
  for (const auto& [kind, size] : arrays) {
    parts.push_back(DeviceArrayAny::Wrap(context_, at, kind, Dims{size}, {},
                                         std::make_shared<DeviceArrayAny>(memory)));
    at += PaddedBytes(kind, size);
  }
  return parts;
}

LaunchConfig Call::Config(std::uint64_t blocks, std::uint32_t threads) const {
  if (blocks > std::numeric_limits<std::int32_t>::max()) {
    Throw(ErrorCode::InvalidArgument, operation_,
          "the array needs " + std::to_string(blocks) + " blocks, more than 2**31 - 1");
  }
  return {.grid = static_cast<std::uint32_t>(blocks), .block = threads, .stream = options_.stream};
}

ScalarKind SumKind(const char* operation, ScalarKind kind) {
  const abi::ScalarInfo& info = abi::scalar_info(kind);
  if (kind != ScalarKind::kRecord) {
    switch (info.cls) {
      case ScalarClass::Bool:
      case ScalarClass::Signed:
        return ScalarKind::Int64;
      case ScalarClass::Unsigned:
        return ScalarKind::UInt64;
      case ScalarClass::Float:
        return kind;
      case ScalarClass::Complex:
      case ScalarClass::Float8:
        break;
    }
  }
  Throw(ErrorCode::TypeMismatch, operation,
        "the array has elements of " + ToString(ElementType(kind)) +
            ", expected bool, integers, float16, bfloat16, float32 or float64");
}

}  // namespace kernelc::algorithms
