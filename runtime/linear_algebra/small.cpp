// Systems of small matrices in batches.
#include <algorithms/float32_batched/small_matrices.h>
#include <algorithms/float64_batched/small_matrices.h>

#include <initializer_list>
#include <string>

#include "kernelc/linear_algebra.h"
#include "runtime/linear_algebra/operands.h"

namespace kernelc {
namespace {

using linear_algebra::MayOverlap;
using linear_algebra::ShapeText;
using linear_algebra::Throw;

constexpr std::int64_t kMostRows = 32;
constexpr std::int64_t kPerBlock = 2;

struct Named {
  const char* name;
  const DeviceArrayAny& array;
};

// `outputs` are the arrays beside `a`; `info` is the last argument of every function here.
void CheckTypes(const char* operation, const DeviceArrayAny& a, std::initializer_list<Named> others,
                const DeviceArrayAny& info) {
  if (a.kind() != ScalarKind::Float32 && a.kind() != ScalarKind::Float64) {
    Throw(ErrorCode::TypeMismatch, operation,
          "`a` has elements of " + ToString(a.element()) + ", expected float32 or float64");
  }
  for (const Named& other : others) {
    if (other.array.kind() != a.kind()) {
      Throw(ErrorCode::TypeMismatch, operation,
            std::string("`") + other.name + "` has elements of " + ToString(other.array.element()) +
                ", expected " + ToString(a.element()) + " as in `a`");
    }
  }
  if (info.kind() != ScalarKind::Int32) {
    Throw(ErrorCode::TypeMismatch, operation,
          "`info` has elements of " + ToString(info.element()) + ", expected int32");
  }
}

void CheckSquares(const char* operation, const DeviceArrayAny& a, const DeviceArrayAny& info) {
  const bool square = a.ndim() == 3 && a.shape()[1] == a.shape()[2];
  if (!square || a.shape()[1] > kMostRows) {
    Throw(ErrorCode::InvalidArgument, operation,
          "`a` has the shape " + ShapeText(a) + ", expected (count, n, n) with n at most " +
              std::to_string(kMostRows));
  }
  if (info.ndim() != 1 || info.shape()[0] != a.shape()[0] || !info.is_contiguous(Order::C)) {
    Throw(ErrorCode::InvalidArgument, operation,
          "`info` has the shape " + ShapeText(info) + ", expected (" +
              std::to_string(a.shape()[0]) + ",), contiguous: a number for each matrix");
  }
}

void CheckLike(const char* operation, const Named& other, const DeviceArrayAny& expected) {
  if (other.array.shape() != expected.shape()) {
    Throw(ErrorCode::InvalidArgument, operation,
          std::string("`") + other.name + "` has the shape " + ShapeText(other.array) +
              ", expected " + ShapeText(expected));
  }
}

void CheckApart(const char* operation, const Named& output, std::initializer_list<Named> inputs) {
  for (const Named& input : inputs) {
    if (MayOverlap(output.array, input.array)) {
      Throw(ErrorCode::InvalidArgument, operation,
            std::string("`") + output.name + "` and `" + input.name + "` share memory");
    }
  }
}

LaunchConfig ConfigFor(const DeviceArrayAny& a, StreamRef stream) {
  return {.grid = static_cast<std::uint32_t>((a.shape()[0] + kPerBlock - 1) / kPerBlock),
          .block = static_cast<std::uint32_t>(kMostRows * kPerBlock),
          .stream = stream};
}

// Right sides as the columns of matrices.
DeviceArrayAny AsColumns(const DeviceArrayAny& array) {
  return array.ndim() == 3 ? array : array.Reshaped(Dims{array.shape()[0], array.shape()[1], 1});
}

}  // namespace

void BatchedSolve(const DeviceArrayAny& a, const DeviceArrayAny& b, const DeviceArrayAny& solution,
                  const DeviceArrayAny& info, StreamRef stream) {
  const char* const operation = "BatchedSolve";
  CheckTypes(operation, a, {{"b", b}, {"solution", solution}}, info);
  CheckSquares(operation, a, info);
  const bool columns = b.ndim() == 2 || b.ndim() == 3;
  if (!columns || b.shape()[0] != a.shape()[0] || b.shape()[1] != a.shape()[1]) {
    Throw(ErrorCode::InvalidArgument, operation,
          "`b` has the shape " + ShapeText(b) + ", expected (" + std::to_string(a.shape()[0]) +
              ", " + std::to_string(a.shape()[1]) + ") or (" + std::to_string(a.shape()[0]) + ", " +
              std::to_string(a.shape()[1]) + ", r) for `a` " + ShapeText(a));
  }
  CheckLike(operation, {"solution", solution}, b);
  CheckApart(operation, {"solution", solution}, {{"a", a}, {"b", b}});
  CheckApart(operation, {"info", info}, {{"a", a}, {"b", b}, {"solution", solution}});
  if (a.size() == 0) {
    return info.Fill(ScalarValue(std::int32_t{0}), stream);
  }
  const LaunchConfig config = ConfigFor(a, stream);
  if (a.kind() == ScalarKind::Float32) {
    float32_batched::solve(config, a, AsColumns(b), AsColumns(solution), info);
  } else {
    float64_batched::solve(config, a, AsColumns(b), AsColumns(solution), info);
  }
}

void BatchedInverse(const DeviceArrayAny& a, const DeviceArrayAny& inverse,
                    const DeviceArrayAny& info, StreamRef stream) {
  const char* const operation = "BatchedInverse";
  CheckTypes(operation, a, {{"inverse", inverse}}, info);
  CheckSquares(operation, a, info);
  CheckLike(operation, {"inverse", inverse}, a);
  CheckApart(operation, {"inverse", inverse}, {{"a", a}});
  CheckApart(operation, {"info", info}, {{"a", a}, {"inverse", inverse}});
  if (a.size() == 0) {
    return info.Fill(ScalarValue(std::int32_t{0}), stream);
  }
  const LaunchConfig config = ConfigFor(a, stream);
  if (a.kind() == ScalarKind::Float32) {
    float32_batched::inverse(config, a, inverse, info);
  } else {
    float64_batched::inverse(config, a, inverse, info);
  }
}

void BatchedCholesky(const DeviceArrayAny& a, const DeviceArrayAny& lower,
                     const DeviceArrayAny& info, StreamRef stream) {
  const char* const operation = "BatchedCholesky";
  CheckTypes(operation, a, {{"lower", lower}}, info);
  CheckSquares(operation, a, info);
  CheckLike(operation, {"lower", lower}, a);
  CheckApart(operation, {"lower", lower}, {{"a", a}});
  CheckApart(operation, {"info", info}, {{"a", a}, {"lower", lower}});
  if (a.size() == 0) {
    return info.Fill(ScalarValue(std::int32_t{0}), stream);
  }
  const LaunchConfig config = ConfigFor(a, stream);
  if (a.kind() == ScalarKind::Float32) {
    float32_batched::cholesky(config, a, lower, info);
  } else {
    float64_batched::cholesky(config, a, lower, info);
  }
}

}  // namespace kernelc
