#include "runtime/collective/combine.h"

#include <cmath>
#include <cstdint>
#include <type_traits>

namespace kernelc::collective {
namespace {

// Integers wrap around: in C++ unsigned ones do.
template <typename T>
struct Wide {
  using Type = std::conditional_t<std::is_integral_v<T>, std::uint64_t, T>;
};

struct SumOf {
  template <typename T>
  T operator()(T a, T b) const {
    using W = typename Wide<T>::Type;
    return static_cast<T>(static_cast<W>(a) + static_cast<W>(b));
  }
};
struct ProductOf {
  template <typename T>
  T operator()(T a, T b) const {
    using W = typename Wide<T>::Type;
    return static_cast<T>(static_cast<W>(a) * static_cast<W>(b));
  }
};
struct MinOf {
  template <typename T>
  T operator()(T a, T b) const {
    if constexpr (std::is_floating_point_v<T>) {
      return std::isnan(a) || b < a ? b : a;
    } else {
      return b < a ? b : a;
    }
  }
};
struct MaxOf {
  template <typename T>
  T operator()(T a, T b) const {
    if constexpr (std::is_floating_point_v<T>) {
      return std::isnan(a) || a < b ? b : a;
    } else {
      return a < b ? b : a;
    }
  }
};

struct Half {
  std::uint16_t bits;
  float value() const { return HalfToFloat(bits); }
  static Half Of(float value) { return {FloatToHalf(value)}; }
};
struct BFloat {
  std::uint16_t bits;
  float value() const { return BFloat16ToFloat(bits); }
  static BFloat Of(float value) { return {FloatToBFloat16(value)}; }
};

template <typename T, typename Op>
void Apply(void* into, const void* with, std::size_t count, Op op) {
  auto* const a = static_cast<T*>(into);
  const auto* const b = static_cast<const T*>(with);
  for (std::size_t i = 0; i < count; ++i) {
    if constexpr (std::is_arithmetic_v<T>) {
      a[i] = op(a[i], b[i]);
    } else {
      a[i] = T::Of(op(a[i].value(), b[i].value()));
    }
  }
}

template <typename T>
void CombineAs(ReduceOp op, void* into, const void* with, std::size_t count) {
  switch (op) {
    case ReduceOp::Sum:
      return Apply<T>(into, with, count, SumOf());
    case ReduceOp::Product:
      return Apply<T>(into, with, count, ProductOf());
    case ReduceOp::Min:
      return Apply<T>(into, with, count, MinOf());
    case ReduceOp::Max:
      return Apply<T>(into, with, count, MaxOf());
  }
}

}  // namespace

void Combine(ScalarKind type, ReduceOp op, void* into, const void* with, std::size_t count) {
  switch (type) {
    case ScalarKind::Int8:
      return CombineAs<std::int8_t>(op, into, with, count);
    case ScalarKind::Int16:
      return CombineAs<std::int16_t>(op, into, with, count);
    case ScalarKind::Int32:
      return CombineAs<std::int32_t>(op, into, with, count);
    case ScalarKind::Int64:
      return CombineAs<std::int64_t>(op, into, with, count);
    case ScalarKind::UInt8:
      return CombineAs<std::uint8_t>(op, into, with, count);
    case ScalarKind::UInt16:
      return CombineAs<std::uint16_t>(op, into, with, count);
    case ScalarKind::UInt32:
      return CombineAs<std::uint32_t>(op, into, with, count);
    case ScalarKind::UInt64:
      return CombineAs<std::uint64_t>(op, into, with, count);
    case ScalarKind::Float16:
      return CombineAs<Half>(op, into, with, count);
    case ScalarKind::BFloat16:
      return CombineAs<BFloat>(op, into, with, count);
    case ScalarKind::Float32:
      return CombineAs<float>(op, into, with, count);
    case ScalarKind::Float64:
      return CombineAs<double>(op, into, with, count);
    // Others come as one of these, or were refused.
    case ScalarKind::Bool:
    case ScalarKind::Complex64:
    case ScalarKind::Complex128:
    case ScalarKind::Float8E4M3:
    case ScalarKind::Float8E5M2:
    case ScalarKind::Float8E8M0:
    case ScalarKind::kRecord:
      return;
  }
}

}  // namespace kernelc::collective
