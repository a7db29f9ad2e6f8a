#include "runtime/core/launch_memo.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <new>
#include <utility>

#include "kernelc/relaunch.h"
#include "runtime/abi/value_facts.h"
#include "runtime/core/current.h"
#include "runtime/core/launch.h"
#include "runtime/core/quick_thread_local.h"

namespace kernelc {
namespace core {
namespace {

// Kernels that a thread launches in turn without forgetting one for another, at best.
constexpr std::size_t kMemos = 32;
constexpr std::size_t kWord = 8;
// Larger ones are packed anew each time.
constexpr std::size_t kMaxArgs = 4096;
constexpr std::size_t kMaxParamBytes = 32768;

using Memos = std::array<LaunchMemo, kMemos>;

KC_QUICK_THREAD_LOCAL Memos* thread_memos = nullptr;
KC_QUICK_THREAD_LOCAL bool thread_ended = false;

struct MemosOwner {
  std::unique_ptr<Memos> memos;
  ~MemosOwner() {
    thread_memos = nullptr;
    thread_ended = true;
  }
};

[[gnu::noinline]] Memos* MakeMemos() noexcept {
  if (thread_ended) {
    return nullptr;
  }
  try {
    thread_local MemosOwner owner;
    owner.memos = std::make_unique<Memos>();
    thread_memos = owner.memos.get();
  } catch (const std::bad_alloc&) {
    // Each launch is then packed anew.
  }
  return thread_memos;
}

// As a number: compilers call memcmp even for eight bytes.
template <typename T>
bool IsSame(const std::byte* packed, T value) {
  static_assert(sizeof(T) == kWord);
  T old;
  std::memcpy(&old, packed, kWord);
  return old == value;
}

}  // namespace

LaunchMemo* LaunchMemo::Find(std::uint64_t id) noexcept {
  return thread_memos == nullptr ? nullptr : &(*thread_memos)[id % kMemos];
}

LaunchMemo* LaunchMemo::For(std::uint64_t id) noexcept {
  Memos* const memos = thread_memos != nullptr ? thread_memos : MakeMemos();
  return memos == nullptr ? nullptr : &(*memos)[id % kMemos];
}

bool LaunchMemo::TryLaunch(std::uint64_t id, const LaunchConfig& config,
                           std::span<const Arg> args) {
  if (id_ != id) {
    return false;
  }
  // Until all of it is known to fit, and while the parameters are in use: what runs on this thread
  // may launch the kernel again.
  id_ = kBusy;
  if (!Fits(config, args)) {
    id_ = 0;
    return false;
  }
  struct Restore {
    LaunchMemo& memo;
    std::uint64_t id;
    ~Restore() { memo.id_ = id; }
  } const restore{*this, id};
  LaunchChecked(*function_, config, params_);
  return true;
}

bool LaunchMemo::Fits(const LaunchConfig& config, std::span<const Arg> args) {
  const backend::Stream* const stream = config.stream.impl();
  if (arg_count_ != args.size() || (stream != nullptr && &stream->context() != context_) ||
      !Refresh(args)) {
    return false;
  }
  // Whoever watches launches hears of the kernel.
  if (rule_.is_variant && (backend::Observed() || !Takes(*function_, config))) [[unlikely]] {
    return false;
  }
  return any_array_ || stream != nullptr || !rule_.is_chosen || IsCurrent(context_);
}

// Sizes known to the compiler: each is one load and one store.
inline bool LaunchMemo::RefreshOther(const Passed& passed, const Arg& arg) {
  std::byte* const place = params_ + passed.offset;
  const std::byte* const value = arg.scalar_bytes();
  if (passed.how == How::Copy8) {
    std::memcpy(place, value, 8);
  } else if (passed.how == How::Copy4) {
    std::memcpy(place, value, 4);
  } else if (passed.how == How::Copy2) {
    std::memcpy(place, value, 2);
  } else if (passed.how == How::Copy1) {
    std::memcpy(place, value, 1);
  } else if (passed.how == How::Copy16) {
    std::memcpy(place, value, 16);
  } else if (passed.how == How::Chosen8) {
    std::uint64_t number = 0;
    std::memcpy(&number, value, 8);
    std::memcpy(place, &number, 8);
    return (number < abi::kSmallValues) == passed.small;
  } else if (passed.how == How::Chosen4) {
    std::uint32_t number = 0;
    std::memcpy(&number, value, 4);
    std::memcpy(place, &number, 4);
    return (number < abi::kSmallValues) == passed.small;
  } else if (passed.how == How::Convert) {
    // What the code gets is small or not, whatever the type of what was given.
    return ConvertScalar(arg.scalar(), passed.kind, place) &&
           (!passed.is_chosen || abi::IsSmallValue(passed.kind, place) == passed.small);
  }
  return true;
}

bool LaunchMemo::Refresh(std::span<const Arg> args) {
  bool changed = false;
  Passed* passed = passed_.get();
  for (const Arg& arg : args) {
    if (arg.tag() != passed->tag) [[unlikely]] {
      return false;
    }
    if (passed->how == How::Array) {
      // Mostly the very array of the last launch.
      if (arg.array().content_id() != passed->content) [[unlikely]] {
        if (rule_.is_variant || !RefreshArray(*passed, arg.array())) {
          return false;
        }
        changed = true;
      }
    } else if (!RefreshOther(*passed, arg)) [[unlikely]] {
      return false;
    }
    ++passed;
  }
  using Overlap = RelaunchRule::Overlap;
  return !changed || rule_.overlap == Overlap::Any ||
         ArraysDisjoint(args) == (rule_.overlap == Overlap::MustBeDisjoint);
}

bool LaunchMemo::RefreshArray(Passed& passed, const DeviceArrayAny& array) {
  if (array.record() || array.kind() != passed.kind || array.ndim() != passed.rank ||
      array.layout() != passed.layout || array.context_impl().get() != context_) {
    return false;
  }
  std::byte* const place = params_ + passed.offset;
  const DevicePointer data = array.data();
  bool same = IsSame(place, data);
  for (std::size_t d = 0; d < passed.rank; ++d) {
    same &= IsSame(place + (1 + d) * kWord, array.shape()[d]);
    same &=
        !passed.has_strides || IsSame(place + (1 + passed.rank + d) * kWord, array.strides()[d]);
  }
  if (!same) {
    const abi::ArrayFacts facts = ArrayFactsOf(array);
    if (facts.aligned16 != passed.aligned16 || facts.small != passed.small ||
        (passed.is_chosen && facts.aligned_rows != passed.aligned_rows)) {
      return false;
    }
    std::memcpy(place, &data, kWord);
    std::memcpy(place + kWord, array.shape().data(), passed.rank * kWord);
    if (passed.has_strides) {
      std::memcpy(place + (1 + passed.rank) * kWord, array.strides().data(), passed.rank * kWord);
    }
  }
  passed.content = ContentOf(array);
  return true;
}

bool LaunchMemo::Reserve(std::size_t args, std::size_t bytes) {
  const std::size_t slots = args + (bytes + sizeof(Passed) - 1) / sizeof(Passed);
  if (slots > capacity_) {
    // The launch was done: want of memory here is no failure of it.
    std::unique_ptr<Passed[]> memory(new (std::nothrow) Passed[slots]());
    if (memory == nullptr) {
      return false;
    }
    passed_ = std::move(memory);
    capacity_ = static_cast<std::uint32_t>(slots);
  }
  params_ = reinterpret_cast<std::byte*>(passed_.get() + args);
  return true;
}

void LaunchMemo::Remember(std::uint64_t id, backend::Function& function, const RelaunchRule& rule,
                          std::span<const Arg> args, const std::byte* params) {
  const abi::KernelInfo& info = function.info();
  if (id_ == kBusy) {
    return;
  }
  id_ = 0;
  if (args.size() > kMaxArgs || info.param_bytes > kMaxParamBytes) {
    return;
  }
  if (!Reserve(args.size(), info.param_bytes)) {
    return;
  }
  any_array_ = false;
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (!Describe(info, rule, i, args[i], params, &passed_[i])) {
      return;
    }
    any_array_ |= args[i].kind() == abi::ArgKind::Array;
  }
  std::copy_n(params, info.param_bytes, params_);
  function_ = &function;
  context_ = &function.context();
  rule_ = rule;
  arg_count_ = static_cast<std::uint32_t>(args.size());
  id_ = id;
}

bool LaunchMemo::Describe(const abi::KernelInfo& info, const RelaunchRule& rule, std::size_t index,
                          const Arg& arg, const std::byte* params, Passed* passed) {
  const abi::ParamInfo& param = info.params[index];
  *passed = {};
  passed->tag = arg.tag();
  passed->kind = param.type.scalar;
  if (arg.kind() != param.type.kind) {
    return false;
  }
  if (param.field_count != 0) {
    passed->offset = static_cast<std::uint16_t>(info.fields[param.first_field].offset);
  }
  switch (arg.kind()) {
    case abi::ArgKind::None:
      passed->how = How::Nothing;
      return true;
    case abi::ArgKind::Scalar: {
      const std::size_t size = abi::scalar_info(passed->kind).size;
      passed->is_chosen = rule.is_chosen && abi::HasValueFacts(passed->kind);
      passed->small = abi::IsSmallValue(passed->kind, params + passed->offset);
      passed->how = arg.scalar_kind() != passed->kind ? How::Convert
                    : passed->is_chosen               ? (size == 8 ? How::Chosen8 : How::Chosen4)
                    : size == 8                       ? How::Copy8
                    : size == 4                       ? How::Copy4
                    : size == 2                       ? How::Copy2
                    : size == 1                       ? How::Copy1
                                                      : How::Copy16;
      return param.field_count == 1;
    }
    case abi::ArgKind::Array: {
      const DeviceArrayAny& array = arg.array();
      const abi::ArrayFacts facts = ArrayFactsOf(array);
      passed->how = How::Array;
      passed->rank = static_cast<std::uint8_t>(array.ndim());
      passed->layout = array.layout();
      passed->aligned16 = facts.aligned16;
      passed->aligned_rows = facts.aligned_rows;
      passed->is_chosen = rule.is_chosen;
      passed->small = facts.small;
      passed->has_strides = param.type.layout == abi::Layout::A;
      passed->content = ContentOf(array);
      // Records are compared with all checks each time.
      return !array.record() &&
             param.field_count == 1U + passed->rank * (passed->has_strides ? 2U : 1U);
    }
    case abi::ArgKind::Tuple:
    case abi::ArgKind::Record:
    case abi::ArgKind::Vector:
    case abi::ArgKind::Pointer:
      return false;
  }
  return false;
}

}  // namespace core

namespace detail {

std::uint64_t Relauncher::NextId() noexcept { return backend::NextId(); }

bool Relauncher::TryLaunch(std::uint64_t id, const LaunchConfig& config,
                           std::span<const Arg> args) {
  core::LaunchMemo* const memo = core::LaunchMemo::Find(id);
  return memo != nullptr && memo->TryLaunch(id, config, args);
}

void Relauncher::Launch(std::uint64_t id, const Kernel& kernel, bool disjoint,
                        const LaunchConfig& config, std::span<const Arg> args) {
  using Overlap = core::RelaunchRule::Overlap;
  kernel.LaunchAnew(config, args, id,
                    {disjoint ? Overlap::MustBeDisjoint : Overlap::MustNotBeDisjoint, true});
}

}  // namespace detail
}  // namespace kernelc
