// Products of matrices: which kernel takes which operands.
#include <algorithms/bfloat16/matrix_product_tensor.h>
#include <algorithms/bfloat16_narrow/matrix_product_tensor.h>
#include <algorithms/float16/matrix_product_tensor.h>
#include <algorithms/float16_narrow/matrix_product_tensor.h>
#include <algorithms/float32/matrix_product.h>
#include <algorithms/float32_batched/small_matrices.h>
#include <algorithms/float32_narrow/matrix_product.h>
#include <algorithms/float64/matrix_product.h>
#include <algorithms/float64_batched/small_matrices.h>
#include <algorithms/float64_tensor/matrix_product_double.h>
#include <algorithms/float64_wide/matrix_product_double.h>
#include <algorithms/groups_bfloat16/matrix_product_groups.h>
#include <algorithms/groups_bfloat16_narrow/matrix_product_groups.h>
#include <algorithms/groups_float16/matrix_product_groups.h>
#include <algorithms/groups_float16_narrow/matrix_product_groups.h>
#include <algorithms/lanes_bfloat16/matrix_product_lanes.h>
#include <algorithms/lanes_bfloat16_float32/matrix_product_lanes.h>
#include <algorithms/lanes_float16/matrix_product_lanes.h>
#include <algorithms/lanes_float16_float32/matrix_product_lanes.h>
#include <algorithms/lanes_float32/matrix_product_lanes.h>
#include <algorithms/lanes_float64/matrix_product_lanes.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "kernelc/current_stream.h"
#include "kernelc/device.h"
#include "kernelc/linear_algebra.h"
#include "runtime/linear_algebra/operands.h"

namespace kernelc {
namespace {

using linear_algebra::ColumnsOf;
using linear_algebra::CountOf;
using linear_algebra::Describe;
using linear_algebra::ForVectors;
using linear_algebra::HasNegativeStride;
using linear_algebra::Matrices;
using linear_algebra::MayOverlap;
using linear_algebra::RowsOf;
using linear_algebra::ShapeText;
using linear_algebra::StrideOf;
using linear_algebra::Throw;
using linear_algebra::VectorOperand;

constexpr const char* kOperation = "MatMul";
// What one launch takes in z.
constexpr std::int64_t kMostMatrices = 65535;
// Rows that the kernels of small_matrices.py take, and matrices of their blocks.
constexpr std::int64_t kSmall = 32;
constexpr std::int64_t kSmallPerBlock = 2;
constexpr std::int64_t kVectorBytes = 16;
// What the tiles of matrix_product_tensor.py take of shared memory: (BM + BN) * BK * STAGES
// elements of two bytes.
constexpr std::size_t kTensorBytes = (128 + 256) * 64 * 3 * 2;
constexpr std::size_t kNarrowTensorBytes = (128 + 128) * 32 * 4 * 2;
// Those of matrix_product_groups.py, with 256 columns in four stages and with 64 in eight.
constexpr std::size_t kGroupsBytes = (128 + 256) * 64 * 4 * 2;
static_assert(kGroupsBytes == (128 + 64) * 64 * 8 * 2);
// Those of matrix_product_double.py: 64 rows of 16 elements and 4 more, of both operands, in three
// stages.
constexpr std::size_t kDoubleTensorBytes = 2 * 64 * (16 + 4) * 3 * sizeof(double);

std::int64_t BlocksFor(std::int64_t extent, std::int64_t tile) {
  return (extent + tile - 1) / tile;
}

bool IsNarrow(ScalarKind kind) {
  return kind == ScalarKind::Float16 || kind == ScalarKind::BFloat16;
}

void CheckTypes(const DeviceArrayAny& a, const DeviceArrayAny& b, const DeviceArrayAny& c) {
  const ScalarKind kind = a.kind();
  const bool known = kind == ScalarKind::Float32 || kind == ScalarKind::Float64 || IsNarrow(kind);
  const bool fits = c.kind() == kind || (IsNarrow(kind) && c.kind() == ScalarKind::Float32);
  if (!known || b.kind() != kind || !fits) {
    Throw(
        ErrorCode::TypeMismatch, kOperation,
        "`a` has elements of " + ToString(a.element()) + ", `b` of " + ToString(b.element()) +
            " and `c` of " + ToString(c.element()) +
            "; expected one of float32, float64, float16 and bfloat16 for all, or float32 for `c` "
            "of 16-bit operands");
  }
}

void CheckShapes(const DeviceArrayAny& a, const DeviceArrayAny& b, const DeviceArrayAny& c) {
  const auto is_matrix = [](const DeviceArrayAny& array) {
    return array.ndim() == 2 || array.ndim() == 3;
  };
  const bool ranks = is_matrix(a) && is_matrix(b) && is_matrix(c);
  const auto serves = [&](const DeviceArrayAny& operand) {
    return CountOf(operand) == 1 || CountOf(operand) == CountOf(c);
  };
  if (!ranks || ColumnsOf(a) != RowsOf(b) || RowsOf(a) != RowsOf(c) ||
      ColumnsOf(b) != ColumnsOf(c) || !serves(a) || !serves(b)) {
    Throw(ErrorCode::InvalidArgument, kOperation,
          "`a` " + ShapeText(a) + " times `b` " + ShapeText(b) + " does not give `c` " +
              ShapeText(c) + "; expected (m, k), (k, n) and (m, n), or batches of these");
  }
  for (const DeviceArrayAny* array : {&a, &b, &c}) {
    const std::int64_t longest = std::max(RowsOf(*array), ColumnsOf(*array));
    if (longest > std::numeric_limits<std::int32_t>::max() / 2) {
      Throw(ErrorCode::InvalidArgument, kOperation,
            "a matrix of shape " + ShapeText(*array) + " has more than 2**30 rows or columns");
    }
  }
}

// A product with its operands checked; `c` is (m, n) or (count, m, n).
struct Product {
  DeviceArrayAny a;
  DeviceArrayAny b;
  DeviceArrayAny c;
  double alpha;
  double beta;
  StreamRef stream;

  std::int64_t rows() const { return RowsOf(c); }
  std::int64_t columns() const { return ColumnsOf(c); }
  std::int64_t depth() const { return ColumnsOf(a); }
  std::int64_t count() const { return CountOf(c); }
};

// Matrices from number `first` on.
DeviceArrayAny Rest(const DeviceArrayAny& flat, std::int64_t first, std::int64_t step) {
  return flat.size() == 0 ? flat : flat.Sliced({Slice{.start = first * step}});
}

// As many launches as the batch takes: `launch` gets the number of the first matrix, and how many.
template <typename Launch>
void InBatches(std::int64_t count, Launch launch) {
  for (std::int64_t first = 0; first < count; first += kMostMatrices) {
    launch(first, std::min(count - first, kMostMatrices));
  }
}

LaunchConfig ConfigFor(const Product& product, std::int64_t tile_m, std::int64_t tile_n,
                       std::int64_t matrices, Dim3 block) {
  const std::int64_t tiles =
      BlocksFor(product.rows(), tile_m) * BlocksFor(product.columns(), tile_n);
  if (tiles > std::numeric_limits<std::int32_t>::max()) {
    Throw(ErrorCode::InvalidArgument, kOperation,
          "`c` " + ShapeText(product.c) + " has more than 2**31 tiles");
  }
  return {.grid = {static_cast<std::uint32_t>(tiles), 1, static_cast<std::uint32_t>(matrices)},
          .block = block,
          .stream = product.stream};
}

// --- Any strides: matrix_product_lanes.py.

template <typename S, typename Kernel>
void LaunchLanes(const Product& product, Kernel kernel) {
  constexpr std::int64_t kTile = 64;
  // The kernel counts from the first element on; `c` is as CanWrite() has it.
  const auto forward = [&](const DeviceArrayAny& array) {
    return HasNegativeStride(array) ? array.Contiguous(product.stream) : array;
  };
  const DeviceArrayAny kept[] = {forward(product.a), forward(product.b)};
  const Matrices a = Describe(kept[0]);
  const Matrices b = Describe(kept[1]);
  const Matrices c = Describe(product.c);
  InBatches(product.count(), [&](std::int64_t first, std::int64_t matrices) {
    kernel(ConfigFor(product, kTile, kTile, matrices, {64, 8, 1}), Rest(a.flat, first, a.step),
           Rest(b.flat, first, b.step), Rest(c.flat, first, c.step), product.rows(),
           product.columns(), product.depth(), a.row_stride, a.column_stride, b.row_stride,
           b.column_stride, c.row_stride, c.column_stride, a.step, b.step, c.step,
           static_cast<S>(product.alpha), static_cast<S>(product.beta));
  });
}

// A launch function as a value, whatever its parameters are.
#define KC_KERNEL(name) [](const auto&... arguments) { name(arguments...); }

void MultiplyLanes(const Product& product) {
  const bool wide = product.c.kind() == ScalarKind::Float32;
  if (product.a.kind() == ScalarKind::Float32) {
    LaunchLanes<float>(product, KC_KERNEL(lanes_float32::product));
  } else if (product.a.kind() == ScalarKind::Float64) {
    LaunchLanes<double>(product, KC_KERNEL(lanes_float64::product));
  } else if (product.a.kind() == ScalarKind::Float16 && wide) {
    LaunchLanes<float>(product, KC_KERNEL(lanes_float16_float32::product));
  } else if (product.a.kind() == ScalarKind::Float16) {
    LaunchLanes<float>(product, KC_KERNEL(lanes_float16::product));
  } else if (wide) {
    LaunchLanes<float>(product, KC_KERNEL(lanes_bfloat16_float32::product));
  } else {
    LaunchLanes<float>(product, KC_KERNEL(lanes_bfloat16::product));
  }
}

// --- Batches of small matrices: small_matrices.py.

DeviceArrayAny AsBatch(const DeviceArrayAny& array, std::int64_t count) {
  const DeviceArrayAny batch =
      array.ndim() == 3 ? array : array.Reshaped(Dims{1, array.shape()[0], array.shape()[1]});
  if (batch.shape()[0] == count) {
    return batch;
  }
  // One matrix for all.
  return DeviceArrayAny::Wrap(batch.context(), batch.data(), batch.element(),
                              Dims{count, batch.shape()[1], batch.shape()[2]},
                              Dims{0, batch.strides()[1], batch.strides()[2]});
}

bool IsSmallBatch(const Product& product) {
  return product.count() > 1 && product.rows() <= kSmall && product.columns() <= kSmall &&
         product.depth() <= kSmall && !IsNarrow(product.a.kind());
}

void MultiplySmall(const Product& product) {
  const LaunchConfig config = {
      .grid = static_cast<std::uint32_t>(BlocksFor(product.count(), kSmallPerBlock)),
      .block = static_cast<std::uint32_t>(kSmall * kSmallPerBlock),
      .stream = product.stream};
  const DeviceArrayAny a = AsBatch(product.a, product.count());
  const DeviceArrayAny b = AsBatch(product.b, product.count());
  if (product.a.kind() == ScalarKind::Float32) {
    float32_batched::multiply(config, a, b, product.c, static_cast<float>(product.alpha),
                              static_cast<float>(product.beta));
  } else {
    float64_batched::multiply(config, a, b, product.c, product.alpha, product.beta);
  }
}

// --- Tiles in registers: matrix_product.py and matrix_product_tensor.py, for rows of `c` that are
// contiguous.

// Calls the one of four launch functions that is for the orders of the operands.
template <typename NN, typename NT, typename TN, typename TT, typename... Args>
void CallByOrder(const VectorOperand& a, const VectorOperand& b, NN nn, NT nt, TN tn, TT tt,
                 const Args&... args) {
  if (a.deep) {
    b.deep ? nt(args...) : nn(args...);
  } else {
    b.deep ? tt(args...) : tn(args...);
  }
}

#define KC_KERNELS(space)                                                                   \
  KC_KERNEL(space::product_nn), KC_KERNEL(space::product_nt), KC_KERNEL(space::product_tn), \
      KC_KERNEL(space::product_tt)
#define KC_BY_ORDER(a, b, space, ...) CallByOrder(a, b, KC_KERNELS(space), __VA_ARGS__)

struct Tiled {
  VectorOperand a;
  VectorOperand b;
  Matrices c;
  // Vectors of `c` begin at multiples of their size.
  std::int32_t aligned_c;
};

Tiled Prepare(const Product& product) {
  Tiled tiled{.a = ForVectors(product.a, true, product.stream),
              .b = ForVectors(product.b, false, product.stream),
              .c = Describe(product.c),
              .aligned_c = 0};
  const std::int64_t vector = kVectorBytes / static_cast<std::int64_t>(product.c.element_size());
  tiled.aligned_c = product.c.data() % kVectorBytes == 0 && tiled.c.row_stride % vector == 0 &&
                    tiled.c.step % vector == 0;
  return tiled;
}

template <typename T, typename Call>
void LaunchTiled(const Product& product, const Tiled& tiled, std::int64_t tile_m,
                 std::int64_t tile_n, std::uint32_t threads, Call call) {
  const auto extent = [](std::int64_t value) { return static_cast<std::int32_t>(value); };
  InBatches(product.count(), [&](std::int64_t first, std::int64_t matrices) {
    call(ConfigFor(product, tile_m, tile_n, matrices, threads),
         Rest(tiled.a.flat, first, tiled.a.step), Rest(tiled.b.flat, first, tiled.b.step),
         Rest(tiled.c.flat, first, tiled.c.step), extent(product.rows()), extent(product.columns()),
         extent(product.depth()), tiled.a.pitch, tiled.b.pitch, tiled.c.row_stride, tiled.a.step,
         tiled.b.step, tiled.c.step, static_cast<T>(product.alpha), static_cast<T>(product.beta));
  });
}

// Tiles of 128 rows and so many columns.
std::int64_t TilesOf(const Product& product, std::int64_t columns) {
  constexpr std::int64_t kRows = 128;
  return BlocksFor(product.rows(), kRows) * BlocksFor(product.columns(), columns) * product.count();
}

void MultiplyTiled(const Product& product, std::pair<int, int> capability) {
  const Tiled tiled = Prepare(product);
  if (product.a.kind() == ScalarKind::Float64 && capability.first >= 8) {
    LaunchTiled<double>(product, tiled, 64, 64, 128, [&](LaunchConfig config, const auto&... args) {
      config.dynamic_shared_bytes = kDoubleTensorBytes;
      if (capability.first >= 9) {
        KC_BY_ORDER(tiled.a, tiled.b, float64_wide, config, args...);
      } else {
        KC_BY_ORDER(tiled.a, tiled.b, float64_tensor, config, args...);
      }
    });
  } else if (product.a.kind() == ScalarKind::Float64) {
    LaunchTiled<double>(product, tiled, 128, 64, 128, [&](const auto&... args) {
      KC_BY_ORDER(tiled.a, tiled.b, float64, args..., tiled.aligned_c);
    });
  } else if (TilesOf(product, 128) < product.c.context().device().properties().multiprocessors) {
    // The others would leave multiprocessors idle.
    LaunchTiled<float>(product, tiled, 64, 64, 128, [&](const auto&... args) {
      KC_BY_ORDER(tiled.a, tiled.b, float32_narrow, args..., tiled.aligned_c);
    });
  } else {
    LaunchTiled<float>(product, tiled, 128, 128, 128, [&](const auto&... args) {
      KC_BY_ORDER(tiled.a, tiled.b, float32, args..., tiled.aligned_c);
    });
  }
}

// The bytes of `c`, which the kernel sees as 16-bit floats or float32.
DeviceArrayAny AsBytes(const DeviceArrayAny& flat) {
  return DeviceArrayAny::Wrap(flat.context(), flat.data(), ScalarKind::UInt8,
                              Dims{static_cast<std::int64_t>(flat.nbytes())});
}

// 16-bit floats by matrix instructions: those of four warps, which compute capability 9.0 alone
// has, else those of one.
void MultiplyHalves(const Product& product, bool has_groups) {
  const Tiled tiled = Prepare(product);
  const std::int32_t wide = product.c.kind() == ScalarKind::Float32;
  const bool is_half = product.a.kind() == ScalarKind::Float16;
  // Narrow tiles are slower, and so for where the others leave a third of the multiprocessors idle,
  // or do not fit.
  constexpr std::int64_t kColumns = 256;
  const DeviceProperties& device = product.c.context().device().properties();
  const std::size_t wide_bytes = has_groups ? kGroupsBytes : kTensorBytes;
  const bool is_narrow =
      3 * TilesOf(product, kColumns) < 2 * std::int64_t{device.multiprocessors} ||
      device.shared_memory_per_block_optin < wide_bytes;
  const std::int64_t columns = !is_narrow ? kColumns : has_groups ? 64 : 128;
  const auto call = [&](LaunchConfig config, const DeviceArrayAny& a, const DeviceArrayAny& b,
                        const DeviceArrayAny& c, const auto&... args) {
    config.dynamic_shared_bytes = is_narrow && !has_groups ? kNarrowTensorBytes : wide_bytes;
    const auto launch = [&](auto nn, auto nt, auto tn, auto tt) {
      CallByOrder(tiled.a, tiled.b, nn, nt, tn, tt, config, a, b, AsBytes(c), args..., wide,
                  tiled.aligned_c);
    };
    const auto choose = [&](auto launch_half, auto launch_brain) {
      is_half ? launch_half() : launch_brain();
    };
#define KC_LAUNCH(space) [&] { launch(KC_KERNELS(space)); }
    if (has_groups && is_narrow) {
      choose(KC_LAUNCH(groups_float16_narrow), KC_LAUNCH(groups_bfloat16_narrow));
    } else if (has_groups) {
      choose(KC_LAUNCH(groups_float16), KC_LAUNCH(groups_bfloat16));
    } else if (is_narrow) {
      choose(KC_LAUNCH(float16_narrow), KC_LAUNCH(bfloat16_narrow));
    } else {
      choose(KC_LAUNCH(float16), KC_LAUNCH(bfloat16));
    }
#undef KC_LAUNCH
  };
  LaunchTiled<float>(product, tiled, 128, columns, 256, call);
}

#undef KC_BY_ORDER
#undef KC_KERNELS
#undef KC_KERNEL

// The transposed matrices.
DeviceArrayAny Turned(const DeviceArrayAny& array) {
  return array.ndim() == 3 ? array.Transposed(Dims{0, 2, 1}) : array.Transposed();
}

void Multiply(Product product) {
  const Device device = product.c.context().device();
  const bool is_cpu = device.kind() == DeviceKind::Cpu;
  const std::pair<int, int> capability = device.compute_capability();
  constexpr std::pair<int, int> kHopper = {9, 0};
  if (IsSmallBatch(product)) {
    return MultiplySmall(product);
  }
  // The other kernels read the operands' first elements in any case.
  if (is_cpu || product.depth() == 0 || (IsNarrow(product.a.kind()) && capability.first < 8)) {
    return MultiplyLanes(product);
  }
  const std::size_t rows = product.c.ndim() - 2;
  if (StrideOf(product.c, rows + 1) != 1 && StrideOf(product.c, rows) == 1) {
    // c.T = b.T @ a.T
    std::swap(product.a, product.b);
    product.a = Turned(product.a);
    product.b = Turned(product.b);
    product.c = Turned(product.c);
  }
  if (!IsNarrow(product.a.kind())) {
    MultiplyTiled(product, capability);
  } else {
    MultiplyHalves(product, capability == kHopper);
  }
}

// Whether a kernel may write `c` where it lies: not what is read, and with contiguous rows or
// columns.
bool CanWrite(const Product& product) {
  const DeviceArrayAny& c = product.c;
  if (MayOverlap(c, product.a) || MayOverlap(c, product.b)) {
    return false;
  }
  if (HasNegativeStride(c)) {
    return false;
  }
  const auto steps = [&](std::size_t dimension) { return StrideOf(c, dimension); };
  const bool has_row = steps(c.ndim() - 1) == 1 || ColumnsOf(c) == 1;
  return has_row || steps(c.ndim() - 2) == 1 || c.context().device().kind() == DeviceKind::Cpu;
}

}  // namespace

void MatMul(const DeviceArrayAny& a, const DeviceArrayAny& b, const DeviceArrayAny& c,
            const MatMulOptions& options) {
  CheckTypes(a, b, c);
  CheckShapes(a, b, c);
  if (c.size() == 0) {
    return;
  }
  // Temporary arrays belong to the stream that uses them.
  std::optional<StreamScope> scope;
  if (!options.stream.is_default()) {
    scope.emplace(options.stream);
  }
  Product product{a, b, c, options.alpha, options.beta, options.stream};
  if (CanWrite(product)) {
    return Multiply(std::move(product));
  }
  product.c = DeviceArrayAny::Empty(c.context(), c.element(), c.shape());
  if (options.beta != 0) {
    product.c.CopyFrom(c, options.stream);
  }
  const DeviceArrayAny result = product.c;
  Multiply(std::move(product));
  c.CopyFrom(result, options.stream);
}

}  // namespace kernelc
