#include "runtime/backend/pack_plan.h"

#include <algorithm>
#include <cstring>

#include "runtime/abi/value_facts.h"
#include "runtime/backend/backend.h"

namespace kernelc::backend {
namespace {

constexpr std::uint32_t kWord = 8;

// The fields of an array stand one after the other: address, extents, strides.
bool IsPlainArray(const abi::KernelInfo& info, const abi::ParamInfo& param) {
  const std::uint32_t rank = param.type.ndim;
  const bool strided = param.type.layout == Layout::A;
  if (param.field_count != 1 + rank + (strided ? rank : 0)) {
    return false;
  }
  const abi::ParamField* const fields = info.fields.data() + param.first_field;
  for (std::uint32_t i = 0; i < param.field_count; ++i) {
    const abi::FieldKind kind = i == 0      ? abi::FieldKind::Data
                                : i <= rank ? abi::FieldKind::Extent
                                            : abi::FieldKind::Stride;
    const std::uint32_t dim = i == 0 ? 0 : (i - 1) % rank;
    if (fields[i].kind != kind || fields[i].size != kWord ||
        fields[i].offset != fields[0].offset + i * kWord || (i != 0 && fields[i].dim != dim)) {
      return false;
    }
  }
  return true;
}

// Sizes known to the compiler: each is one load and one store.
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

PackPlan::PackPlan(const abi::KernelInfo& info) : bytes_(info.param_bytes) {
  std::uint32_t field_bytes = 0;
  for (const abi::ParamField& field : info.fields) {
    used_bytes_ = std::max(used_bytes_, field.offset + field.size);
    field_bytes += field.size;
  }
  has_padding_ = field_bytes != bytes_;
  for (const abi::ParamInfo& param : info.params) {
    Step step;
    step.kind = param.type.kind;
    step.scalar = param.type.scalar;
    step.layout = param.type.layout;
    step.rank = param.type.ndim;
    step.aligned16 = param.type.facts.aligned16;
    step.aligned_rows = param.type.facts.aligned_rows;
    step.small = param.type.facts.small;
    step.offset = param.field_count == 0 ? 0 : info.fields[param.first_field].offset;
    switch (param.type.kind) {
      case abi::ArgKind::Scalar:
        step.size = static_cast<std::uint8_t>(abi::scalar_info(step.scalar).size);
        complete_ = complete_ && param.field_count == 1;
        break;
      case abi::ArgKind::Array:
        // Comparing record types is left to the general way.
        complete_ = complete_ && IsPlainArray(info, param) && !param.type.record;
        break;
      case abi::ArgKind::None:
        break;
      case abi::ArgKind::Tuple:
      case abi::ArgKind::Record:
      case abi::ArgKind::Vector:
      case abi::ArgKind::Pointer:
        complete_ = false;
        break;
    }
    steps_.push_back(step);
  }
}

bool PackPlan::PackStep(const Step& step, const Arg& arg, const Context& context,
                        std::byte* buffer) noexcept {
  if (arg.kind() != step.kind) [[unlikely]] {
    return false;
  }
  if (step.kind == abi::ArgKind::Scalar) {
    if (arg.scalar_kind() != step.scalar ||
        (step.small && !abi::IsSmallValue(step.scalar, arg.scalar_bytes()))) [[unlikely]] {
      return false;
    }
    CopyScalar(buffer + step.offset, arg.scalar_bytes(), step.size);
    return true;
  }
  if (step.kind == abi::ArgKind::None) {
    return true;
  }
  const DeviceArrayAny& array = arg.array();
  const bool fits = array.kind() == step.scalar && array.ndim() == step.rank &&
                    (step.layout == array.layout() || step.layout == Layout::A) &&
                    array.context_impl().get() == &context;
  if (!fits || (step.aligned16 && array.data() % 16 != 0) ||
      (step.aligned_rows && !ArrayFactsOf(array).aligned_rows) ||
      (step.small && !ArrayFactsOf(array).small)) [[unlikely]] {
    return false;
  }
  std::byte* out = buffer + step.offset;
  const DevicePointer data = array.data();
  std::memcpy(out, &data, kWord);
  out += kWord;
  for (std::uint8_t d = 0; d < step.rank; ++d, out += kWord) {
    std::memcpy(out, &array.shape()[d], kWord);
  }
  if (step.layout == Layout::A) {
    for (std::uint8_t d = 0; d < step.rank; ++d, out += kWord) {
      std::memcpy(out, &array.strides()[d], kWord);
    }
  }
  return true;
}

bool PackPlan::Pack(std::span<const Arg> args, const Context& context,
                    std::byte* buffer) const noexcept {
  if (!complete_ || args.size() != steps_.size()) [[unlikely]] {
    return false;
  }
  if (has_padding_) {
    std::memset(buffer, 0, bytes_);
  }
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (!PackStep(steps_[i], args[i], context, buffer)) [[unlikely]] {
      return false;
    }
  }
  return true;
}

}  // namespace kernelc::backend
