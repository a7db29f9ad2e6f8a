#include "compiler/driver/launch_memo.h"

#include <algorithm>
#include <cstring>

#include "compiler/base/check.h"
#include "compiler/driver/jit_kernel.h"

namespace kernelc::driver {
namespace {

// Kernels that a thread launches in turn without forgetting one for another, at best.
constexpr std::size_t kMemos = 8;
constexpr std::size_t kWord = 8;

// As a number: compilers call memcmp even for eight bytes.
template <typename T>
bool IsSame(const std::byte* packed, T value) {
  static_assert(sizeof(T) == kWord);
  T old;
  std::memcpy(&old, packed, kWord);
  return old == value;
}

void CopyScalar(std::byte* to, const std::byte* from, std::uint8_t size) {
  switch (size) {
    case 1:
      std::memcpy(to, from, 1);
      return;
    case 2:
      std::memcpy(to, from, 2);
      return;
    case 4:
      std::memcpy(to, from, 4);
      return;
    case 8:
      std::memcpy(to, from, 8);
      return;
    default:
      std::memcpy(to, from, 16);
  }
}

}  // namespace

LaunchMemo& LaunchMemo::For(std::uint64_t kernel_id) {
  static thread_local std::array<LaunchMemo, kMemos> memos;
  return memos[kernel_id % kMemos];
}

bool LaunchMemo::TryLaunch(std::uint64_t kernel_id, const LaunchConfig& config,
                           std::span<const Arg> args) {
  if (kernel_id_ != kernel_id || arg_count_ != args.size()) {
    kernel_id_ = 0;
    return false;
  }
  // Until all of it is known to fit.
  kernel_id_ = 0;
  if (config.stream.impl() != nullptr && config.stream.context_impl() != context_) {
    return false;
  }
  if (!Refresh(args)) {
    return false;
  }
  // Neither a stream nor an array says where: the current context does.
  if (!any_array_ && config.stream.impl() == nullptr &&
      current_context().impl().get() != context_) {
    return false;
  }
  kernel_id_ = kernel_id;
  kernel_->LaunchPacked(config, {params_.data(), param_bytes_});
  return true;
}

bool LaunchMemo::Refresh(std::span<const Arg> args) {
  bool changed = false;
  for (std::size_t i = 0; i < args.size(); ++i) {
    Passed& passed = passed_[i];
    const Arg& arg = args[i];
    if (arg.kind() != passed.kind) {
      return false;
    }
    if (passed.kind == abi::ArgKind::Scalar) {
      if (!RefreshScalar(passed, arg.scalar())) {
        return false;
      }
    } else if (passed.kind == abi::ArgKind::Array) {
      // Mostly the very array of the last launch.
      const std::uint64_t content = arg.array().content_id();
      if ((content == 0 || content != passed.content) &&
          !RefreshArray(passed, arg.array(), &changed)) {
        return false;
      }
    }
  }
  return !changed || ArraysDisjoint(args) == no_overlap_;
}

bool LaunchMemo::RefreshScalar(const Passed& passed, const ScalarValue& value) {
  if (value.kind != passed.scalar) {
    return false;
  }
  std::byte* const place = params_.data() + passed.offset;
  if (passed.scalar == passed.param) {
    CopyScalar(place, value.bytes, passed.size);
    return true;
  }
  return ConvertScalar(value, passed.param, place);
}

bool LaunchMemo::RefreshArray(Passed& passed, const DeviceArrayAny& array, bool* changed) {
  // What is packed here need not be the whole array's in the end.
  passed.content = 0;
  if (array.record() || array.kind() != passed.scalar || array.ndim() != passed.rank ||
      array.layout() != passed.layout || array.context_impl().get() != context_) {
    return false;
  }
  std::byte* const place = params_.data() + passed.offset;
  const DevicePointer data = array.data();
  bool same = IsSame(place, data);
  for (std::size_t d = 0; d < passed.rank; ++d) {
    same &= IsSame(place + (1 + d) * kWord, array.shape()[d]);
    same &= passed.size == 0 || IsSame(place + (1 + passed.rank + d) * kWord, array.strides()[d]);
  }
  if (same) {
    passed.content = array.content_id();
    return true;
  }
  const abi::ArrayFacts facts = ArrayFactsOf(array);
  if (facts.aligned16 != passed.aligned16 || facts.small != passed.small) {
    return false;
  }
  *changed = true;
  std::memcpy(place, &data, kWord);
  std::memcpy(place + kWord, array.shape().data(), passed.rank * kWord);
  if (passed.size != 0) {
    std::memcpy(place + (1 + passed.rank) * kWord, array.strides().data(), passed.rank * kWord);
  }
  passed.content = array.content_id();
  return true;
}

void LaunchMemo::Remember(std::uint64_t kernel_id, const Kernel& kernel, bool no_overlap,
                          std::span<const Arg> args) {
  const abi::KernelInfo& info = kernel.info();
  kernel_id_ = 0;
  if (args.size() > kMaxArgs || info.param_bytes > kMaxParamBytes) {
    return;
  }
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (!Describe(info, i, args[i], &passed_[i])) {
      return;
    }
  }
  PackArguments(info, args, params_.data());
  any_array_ = std::ranges::any_of(
      args, [](const Arg& arg) { return arg.kind() == abi::ArgKind::Array; });
  kernel_ = &kernel;
  context_ = kernel.context().impl().get();
  no_overlap_ = no_overlap;
  arg_count_ = args.size();
  param_bytes_ = info.param_bytes;
  kernel_id_ = kernel_id;
}

bool LaunchMemo::Describe(const abi::KernelInfo& info, std::size_t index, const Arg& arg,
                          Passed* passed) {
  const abi::ParamInfo& param = info.params[index];
  *passed = {};
  passed->kind = arg.kind();
  if (arg.kind() != param.type.kind) {
    return false;
  }
  if (param.field_count != 0) {
    passed->offset = static_cast<std::uint16_t>(info.fields[param.first_field].offset);
  }
  switch (arg.kind()) {
    case abi::ArgKind::None:
      return true;
    case abi::ArgKind::Scalar:
      passed->scalar = arg.scalar().kind;
      passed->param = param.type.scalar;
      passed->size = static_cast<std::uint8_t>(abi::scalar_info(passed->param).size);
      return param.field_count == 1;
    case abi::ArgKind::Array: {
      const DeviceArrayAny& array = arg.array();
      const abi::ArrayFacts facts = ArrayFactsOf(array);
      passed->scalar = array.kind();
      passed->rank = static_cast<std::uint8_t>(array.ndim());
      passed->layout = array.layout();
      passed->aligned16 = facts.aligned16;
      passed->small = facts.small;
      passed->size = param.type.layout == abi::Layout::A ? 1 : 0;
      passed->content = array.content_id();
      return param.field_count == 1U + passed->rank * (passed->size != 0 ? 2U : 1U);
    }
    case abi::ArgKind::Tuple:
    case abi::ArgKind::Record:
    case abi::ArgKind::Vector:
    case abi::ArgKind::Pointer:
      return false;
  }
  KC_FATAL("argument kind {}", static_cast<int>(arg.kind()));
}

}  // namespace kernelc::driver
