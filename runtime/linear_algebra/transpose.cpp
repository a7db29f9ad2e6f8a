// Transposes of matrices.
#include <algorithms/transpose_uint16/transpose.h>
#include <algorithms/transpose_uint32/transpose.h>
#include <algorithms/transpose_uint64/transpose.h>
#include <algorithms/transpose_uint8/transpose.h>

#include <algorithm>
#include <limits>
#include <string>

#include "kernelc/linear_algebra.h"
#include "runtime/linear_algebra/operands.h"

namespace kernelc {
namespace {

using linear_algebra::ColumnsOf;
using linear_algebra::CountOf;
using linear_algebra::Describe;
using linear_algebra::Matrices;
using linear_algebra::MayOverlap;
using linear_algebra::RowsOf;
using linear_algebra::ShapeText;
using linear_algebra::Throw;

constexpr const char* kOperation = "Transpose";
// What one launch takes in z.
constexpr std::int64_t kMostMatrices = 65535;

void Check(const DeviceArrayAny& source, const DeviceArrayAny& target) {
  if (source.element() != target.element()) {
    Throw(ErrorCode::TypeMismatch, kOperation,
          "`source` has elements of " + ToString(source.element()) + ", `target` of " +
              ToString(target.element()));
  }
  const bool ranks = source.ndim() == target.ndim() && (source.ndim() == 2 || source.ndim() == 3);
  if (!ranks || RowsOf(source) != ColumnsOf(target) || ColumnsOf(source) != RowsOf(target) ||
      CountOf(source) != CountOf(target)) {
    Throw(ErrorCode::InvalidArgument, kOperation,
          "`target` " + ShapeText(target) + " is not the shape of `source` " + ShapeText(source) +
              " transposed; expected (m, n) and (n, m), or batches of these");
  }
  if (MayOverlap(source, target)) {
    Throw(ErrorCode::InvalidArgument, kOperation, "`source` and `target` share memory");
  }
}

// The flat array as integers of the element's size.
template <typename T>
ArrayView<T, 1> AsIntegers(const DeviceArrayAny& flat) {
  return DeviceArray<T>(
      DeviceArrayAny::Wrap(flat.context(), flat.data(), kScalarKindOf<T>, Dims{flat.size()}));
}

// Whether all rows begin at multiples of 16 bytes, on a GPU.
bool TakesVectors(const DeviceArrayAny& array, const Matrices& matrices) {
  constexpr std::uint64_t kVectorBytes = 16;
  const auto vector = static_cast<std::int64_t>(kVectorBytes / array.element_size());
  return array.context().device().kind() == DeviceKind::Cuda && array.data() % kVectorBytes == 0 &&
         matrices.row_stride % vector == 0 && matrices.step % vector == 0;
}

template <typename T, typename Launch>
void LaunchTiles(const DeviceArrayAny& source, const DeviceArrayAny& target, std::int64_t tile,
                 StreamRef stream, Launch launch) {
  const Matrices from = Describe(source);
  const Matrices to = Describe(target);
  const std::int32_t vectors = TakesVectors(source, from) && TakesVectors(target, to);
  const std::int64_t rows = RowsOf(source);
  const std::int64_t columns = ColumnsOf(source);
  const std::int64_t tiles = ((rows + tile - 1) / tile) * ((columns + tile - 1) / tile);
  if (tiles > std::numeric_limits<std::int32_t>::max()) {
    Throw(ErrorCode::InvalidArgument, kOperation,
          "`source` " + ShapeText(source) + " has more than 2**31 tiles");
  }
  for (std::int64_t first = 0; first < CountOf(source); first += kMostMatrices) {
    const std::int64_t matrices = std::min(CountOf(source) - first, kMostMatrices);
    const LaunchConfig config = {
        .grid = {static_cast<std::uint32_t>(tiles), 1, static_cast<std::uint32_t>(matrices)},
        .block = {32, 8, 1},
        .stream = stream};
    launch(config, AsIntegers<T>(from.flat.Sliced({Slice{.start = first * from.step}})),
           AsIntegers<T>(to.flat.Sliced({Slice{.start = first * to.step}})), rows, columns,
           from.row_stride, to.row_stride, from.step, to.step, vectors);
  }
}

}  // namespace

void Transpose(const DeviceArrayAny& source, const DeviceArrayAny& target, StreamRef stream) {
  Check(source, target);
  if (source.size() == 0) {
    return;
  }
  // Elements of these sizes in contiguous rows are moved by tiles.
  constexpr std::int64_t kTile8 = 128;
  constexpr std::int64_t kTile16 = 64;
  constexpr std::int64_t kTile32 = 64;
  constexpr std::int64_t kTile64 = 32;
  const auto has_rows = [](const DeviceArrayAny& array) {
    const Matrices matrices = Describe(array);
    return (matrices.column_stride == 1 || ColumnsOf(array) == 1) && matrices.row_stride >= 0 &&
           matrices.step >= 0;
  };
  const std::size_t size = source.element_size();
  if (!has_rows(source) || !has_rows(target) || source.kind() == ScalarKind::kRecord ||
      source.data() % size != 0 || target.data() % size != 0 || size > sizeof(std::uint64_t)) {
    const Dims turned = source.ndim() == 3 ? Dims{0, 2, 1} : Dims{1, 0};
    target.CopyFrom(source.Transposed(turned), stream);
  } else if (size == sizeof(std::uint8_t)) {
    LaunchTiles<std::uint8_t>(source, target, kTile8, stream, [](const auto&... arguments) {
      transpose_uint8::transpose(arguments...);
    });
  } else if (size == sizeof(std::uint16_t)) {
    LaunchTiles<std::uint16_t>(source, target, kTile16, stream, [](const auto&... arguments) {
      transpose_uint16::transpose(arguments...);
    });
  } else if (size == sizeof(std::uint32_t)) {
    LaunchTiles<std::uint32_t>(source, target, kTile32, stream, [](const auto&... arguments) {
      transpose_uint32::transpose(arguments...);
    });
  } else {
    LaunchTiles<std::uint64_t>(source, target, kTile64, stream, [](const auto&... arguments) {
      transpose_uint64::transpose(arguments...);
    });
  }
}

}  // namespace kernelc
