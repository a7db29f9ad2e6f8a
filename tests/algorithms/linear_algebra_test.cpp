// Products, transposes and small systems of matrices, against plain loops in float64 on the host.
#include "kernelc/linear_algebra.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "kernelc/kernelc_linear_algebra.h"
#include "kernelc/scalar.h"
#include "tests/algorithms/on_device.h"

namespace kernelc {
namespace {

// A batch of matrices on the host.
struct Batch {
  std::int64_t count = 1;
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::vector<double> values;

  Batch(std::int64_t count_, std::int64_t rows_, std::int64_t columns_)
      : count(count_),
        rows(rows_),
        columns(columns_),
        values(static_cast<std::size_t>(count_ * rows_ * columns_)) {}

  double& at(std::int64_t x, std::int64_t i, std::int64_t j) {
    return values[static_cast<std::size_t>(((count == 1 ? 0 : x) * rows + i) * columns + j)];
  }
  double at(std::int64_t x, std::int64_t i, std::int64_t j) const {
    return const_cast<Batch*>(this)->at(x, i, j);
  }
};

// Multiples of 1/4 between -2 and 2, which all types hold.
Batch RandomBatch(std::int64_t count, std::int64_t rows, std::int64_t columns, unsigned seed) {
  Batch batch(count, rows, columns);
  std::mt19937 random(seed);
  for (double& value : batch.values) {
    value = static_cast<double>(static_cast<int>(random() % 17) - 8) / 4;
  }
  return batch;
}

// The host's bytes of an array of `kind`.
std::vector<std::byte> Encode(const std::vector<double>& values, ScalarKind kind) {
  std::vector<std::byte> bytes;
  const auto append = [&](auto value) {
    const auto* data = reinterpret_cast<const std::byte*>(&value);
    bytes.insert(bytes.end(), data, data + sizeof value);
  };
  for (const double value : values) {
    const auto single = static_cast<float>(value);
    if (kind == ScalarKind::Float64) {
      append(value);
    } else if (kind == ScalarKind::Float32) {
      append(single);
    } else {
      append(kind == ScalarKind::Float16 ? FloatToHalf(single) : FloatToBFloat16(single));
    }
  }
  return bytes;
}

template <typename T>
T ReadAt(const std::vector<std::byte>& bytes, std::size_t i) {
  T value;
  std::memcpy(&value, bytes.data() + i * sizeof value, sizeof value);
  return value;
}

std::vector<double> Decode(const DeviceArrayAny& array) {
  std::vector<std::byte> bytes(array.nbytes());
  array.CopyToHost(std::span<std::byte>(bytes));
  std::vector<double> values(static_cast<std::size_t>(array.size()));
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (array.kind() == ScalarKind::Float64) {
      values[i] = ReadAt<double>(bytes, i);
    } else if (array.kind() == ScalarKind::Float32) {
      values[i] = ReadAt<float>(bytes, i);
    } else {
      const auto bits = ReadAt<std::uint16_t>(bytes, i);
      values[i] = array.kind() == ScalarKind::Float16 ? HalfToFloat(bits) : BFloat16ToFloat(bits);
    }
  }
  return values;
}

// How an operand lies in memory.
enum class Storage { Rows, Columns, PaddedRows, OddRows, Strided, Reversed };

DeviceArrayAny Store(const Context& context, const Batch& batch, ScalarKind kind, Storage storage,
                     bool flat = false) {
  const std::int64_t pad = storage == Storage::PaddedRows ? 16
                           : storage == Storage::OddRows  ? 3
                           : storage == Storage::Strided  ? batch.columns
                                                          : 0;
  const bool by_columns = storage == Storage::Columns;
  const Dims shape = by_columns ? Dims{batch.count, batch.columns, batch.rows}
                                : Dims{batch.count, batch.rows, batch.columns + pad};
  DeviceArrayAny array = DeviceArrayAny::Empty(context, kind, shape);
  array.Fill(ScalarValue(99.0));
  if (by_columns) {
    array = array.Transposed(Dims{0, 2, 1});
  } else if (storage == Storage::Strided) {
    array = array.Sliced({Slice{}, Slice{}, Slice{.step = 2}});
  } else if (storage == Storage::Reversed) {
    array = array.Sliced({Slice{.step = -1}, Slice{.step = -1}, Slice{.step = -1}});
  } else {
    array = array.Sliced({Slice{}, Slice{}, Slice{.start = 0, .stop = batch.columns}});
  }
  const std::vector<std::byte> bytes = Encode(batch.values, kind);
  array.CopyFromHost(
      HostArrayView(kind, Dims{batch.count, batch.rows, batch.columns}, bytes.data()));
  return flat ? array.Indexed(0, 0) : array;
}

Batch Expected(const Batch& a, const Batch& b, const Batch& c, double alpha, double beta) {
  Batch result(c.count, c.rows, c.columns);
  for (std::int64_t x = 0; x < c.count; ++x) {
    for (std::int64_t i = 0; i < c.rows; ++i) {
      for (std::int64_t j = 0; j < c.columns; ++j) {
        double sum = 0;
        for (std::int64_t k = 0; k < a.columns; ++k) {
          sum += a.at(x, i, k) * b.at(x, k, j);
        }
        result.at(x, i, j) = alpha * sum + beta * c.at(x, i, j);
      }
    }
  }
  return result;
}

void ExpectNear(const std::vector<double>& got, const Batch& expected, double tolerance) {
  ASSERT_EQ(got.size(), expected.values.size());
  int shown = 0;
  for (std::size_t i = 0; i < got.size() && shown < 5; ++i) {
    const double wanted = expected.values[i];
    const double limit = tolerance * std::max(1.0, std::abs(wanted));
    if (!(std::abs(got[i] - wanted) <= limit)) {
      ++shown;
      ADD_FAILURE() << "element " << i << " is " << got[i] << ", expected " << wanted;
    }
  }
}

double ToleranceOf(ScalarKind kind) {
  return kind == ScalarKind::Float16 ? 1e-3 : kind == ScalarKind::BFloat16 ? 8e-3 : 1e-5;
}

class MatMulTest : public OnDevice {
 protected:
  void Check(std::int64_t m, std::int64_t n, std::int64_t k, ScalarKind kind, Storage as,
             Storage bs, Storage cs = Storage::Rows, double alpha = 1, double beta = 0,
             std::int64_t count = 1, ScalarKind c_kind = ScalarKind::Bool) {
    c_kind = c_kind == ScalarKind::Bool ? kind : c_kind;
    SCOPED_TRACE(std::to_string(m) + " x " + std::to_string(n) + " x " + std::to_string(k) + " " +
                 ToString(ElementType(kind)) + " " + std::to_string(static_cast<int>(as)) +
                 std::to_string(static_cast<int>(bs)) + std::to_string(static_cast<int>(cs)));
    const Batch a = RandomBatch(count, m, k, 1);
    const Batch b = RandomBatch(count, k, n, 2);
    const Batch c = RandomBatch(count, m, n, 3);
    const DeviceArrayAny out = Store(*context, c, c_kind, cs, count == 1);
    MatMul(Store(*context, a, kind, as, count == 1), Store(*context, b, kind, bs, count == 1), out,
           {.alpha = alpha, .beta = beta});
    ExpectNear(Decode(out), Expected(a, b, c, alpha, beta), ToleranceOf(c_kind));
  }
};
KC_ON_EACH_DEVICE(MatMulTest);

constexpr ScalarKind kKinds[] = {ScalarKind::Float32, ScalarKind::Float64, ScalarKind::Float16,
                                 ScalarKind::BFloat16};

TEST_P(MatMulTest, TakesAllTypesAndOrders) {
  for (const ScalarKind kind : kKinds) {
    for (const Storage as : {Storage::Rows, Storage::Columns}) {
      for (const Storage bs : {Storage::Rows, Storage::Columns}) {
        Check(128, 256, 64, kind, as, bs);
        Check(136, 72, 40, kind, as, bs);
      }
    }
  }
}

TEST_P(MatMulTest, TakesAnyExtents) {
  for (const ScalarKind kind : kKinds) {
    Check(1, 1, 1, kind, Storage::Rows, Storage::Rows);
    Check(1, 300, 7, kind, Storage::Rows, Storage::Rows);
    Check(300, 1, 33, kind, Storage::Rows, Storage::Columns);
    Check(129, 131, 65, kind, Storage::Columns, Storage::Rows);
    Check(257, 67, 100, kind, Storage::Rows, Storage::Columns);
    Check(65, 63, 1, kind, Storage::Columns, Storage::Columns);
  }
}

TEST_P(MatMulTest, TakesAnyStrides) {
  for (const ScalarKind kind : kKinds) {
    for (const Storage storage :
         {Storage::PaddedRows, Storage::OddRows, Storage::Strided, Storage::Reversed}) {
      Check(72, 80, 48, kind, storage, Storage::Rows);
      Check(72, 80, 48, kind, Storage::Rows, storage);
      Check(72, 80, 48, kind, Storage::Columns, Storage::Columns, storage, 1, 1);
    }
    Check(72, 80, 48, kind, Storage::Rows, Storage::Rows, Storage::Columns, 2, -1);
    Check(70, 81, 50, kind, Storage::Rows, Storage::Rows, Storage::Columns, 2, -1);
  }
}

TEST_P(MatMulTest, ManyTiles) {
  Check(1100, 900, 130, ScalarKind::Float32, Storage::Rows, Storage::Rows);
  Check(1100, 900, 130, ScalarKind::BFloat16, Storage::Rows, Storage::Columns, Storage::Rows, 0.5,
        0, 1, ScalarKind::Float32);
  Check(4100, 1032, 72, ScalarKind::Float16, Storage::Rows, Storage::Rows);
  // As many as the largest tiles need, in other orders, and deeper than what a block keeps at a
  // time.
  for (const Storage as : {Storage::Rows, Storage::Columns}) {
    Check(136, 264, 72, ScalarKind::BFloat16, as, Storage::Columns, Storage::Rows, 1, 0, 34);
  }
  Check(24, 40, 328, ScalarKind::Float16, Storage::Columns, Storage::Rows, Storage::Rows, 1, 0,
        132);
  Check(1100, 900, 130, ScalarKind::Float64, Storage::Rows, Storage::Rows);
}

TEST_P(MatMulTest, AddsToWhatIsThere) {
  for (const ScalarKind kind : kKinds) {
    Check(100, 36, 24, kind, Storage::Rows, Storage::Rows, Storage::Rows, -2, 0.5);
    // No sum at all.
    Check(20, 30, 0, kind, Storage::Rows, Storage::Rows, Storage::Rows, 1, 3);
  }
  for (const ScalarKind kind : {ScalarKind::Float16, ScalarKind::BFloat16}) {
    Check(100, 37, 24, kind, Storage::Rows, Storage::Rows, Storage::Rows, 1, 2, 1,
          ScalarKind::Float32);
  }
}

TEST_P(MatMulTest, DoesNotReadWhatItReplaces) {
  const DeviceArray<float> a(*context, std::vector<float>(40 * 40, 1.0f), Dims{40, 40});
  const DeviceArray<float> c(*context, std::vector<float>(40 * 40, std::nanf("")), Dims{40, 40});
  MatMul(a, a, c);
  EXPECT_EQ(c.ToVector(), std::vector<float>(40 * 40, 40.0f));
}

TEST_P(MatMulTest, TakesBatches) {
  for (const ScalarKind kind : kKinds) {
    Check(5, 7, 9, kind, Storage::Rows, Storage::Columns, Storage::Rows, 1, 1, 11);
    Check(32, 32, 32, kind, Storage::Rows, Storage::Rows, Storage::Rows, 1, 0, 6);
    Check(70, 40, 33, kind, Storage::Columns, Storage::Rows, Storage::Rows, 1, 0, 3);
  }
  // One operand for all.
  const Batch a = RandomBatch(4, 50, 40, 4);
  const Batch b = RandomBatch(1, 40, 30, 5);
  const DeviceArrayAny out = DeviceArrayAny::Empty(*context, ScalarKind::Float32, Dims{4, 50, 30});
  for (const bool flat : {false, true}) {
    MatMul(Store(*context, a, ScalarKind::Float32, Storage::Rows),
           Store(*context, b, ScalarKind::Float32, Storage::Rows, flat), out);
    ExpectNear(Decode(out), Expected(a, b, Batch(4, 50, 30), 1, 0), 1e-5);
  }
}

TEST_P(MatMulTest, TakesReversedBatches) {
  for (const ScalarKind kind : kKinds) {
    for (const std::int64_t extent : {std::int64_t{5}, std::int64_t{40}}) {
      Check(extent, extent, extent, kind, Storage::Reversed, Storage::Rows, Storage::Reversed, 1, 1,
            3);
      Check(extent, extent, extent, kind, Storage::Columns, Storage::Reversed, Storage::Rows, 1, 0,
            3);
    }
  }
}

TEST_P(MatMulTest, MayReplaceAnOperand) {
  const Batch a = RandomBatch(1, 60, 60, 6);
  const Batch b = RandomBatch(1, 60, 60, 7);
  const DeviceArrayAny left = Store(*context, a, ScalarKind::Float32, Storage::Rows, true);
  MatMul(left, Store(*context, b, ScalarKind::Float32, Storage::Rows, true), left);
  ExpectNear(Decode(left), Expected(a, b, Batch(1, 60, 60), 1, 0), 1e-5);
}

TEST_P(MatMulTest, WrongOperandsAreNamed) {
  const DeviceArray<float> a(*context, {3, 4});
  const DeviceArray<float> b(*context, {5, 6});
  const DeviceArray<float> c(*context, {3, 6});
  EXPECT_ERROR(MatMul(a, b, c), ErrorCode::InvalidArgument, "`a` (3, 4) times `b` (5, 6)");
  const DeviceArray<int> d(*context, {4, 6});
  EXPECT_ERROR(MatMul(a, d, c), ErrorCode::TypeMismatch, "`b` of int32");
  const DeviceArray<double> e(*context, {3, 6});
  const DeviceArray<float> f(*context, {4, 6});
  EXPECT_ERROR(MatMul(a, f, e), ErrorCode::TypeMismatch, "`c` of float64");
  const DeviceArray<float> g(*context, {4});
  EXPECT_ERROR(MatMul(a, g, c), ErrorCode::InvalidArgument, "`b` (4)");
}

template <typename T>
T ItemOf(const DeviceArrayAny& array, const Dims& index) {
  T value;
  std::memcpy(&value, array.Item(index).bytes, sizeof value);
  return value;
}

class TransposeTest : public OnDevice {};
KC_ON_EACH_DEVICE(TransposeTest);

template <typename T>
void CheckTranspose(const Context& context, std::int64_t count, std::int64_t m, std::int64_t n) {
  std::vector<T> values(static_cast<std::size_t>(count * m * n));
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<T>(i * 7);
  }
  std::vector<T> expected(values.size());
  for (std::int64_t x = 0; x < count; ++x) {
    for (std::int64_t i = 0; i < m; ++i) {
      for (std::int64_t j = 0; j < n; ++j) {
        expected[static_cast<std::size_t>((x * n + j) * m + i)] =
            values[static_cast<std::size_t>((x * m + i) * n + j)];
      }
    }
  }
  const DeviceArray<T> source(context, values, Dims{count, m, n});
  const DeviceArray<T> target(context, Dims{count, n, m});
  Transpose(source, target);
  EXPECT_EQ(target.ToVector(), expected) << count << " of " << m << " x " << n;
  // Rows that begin at multiples of 16 bytes, whatever their length.
  const auto padded = [&](std::int64_t rows, std::int64_t columns) {
    constexpr std::int64_t kMultiple = 16;
    const std::int64_t pitch = (columns + kMultiple - 1) / kMultiple * kMultiple;
    const DeviceArrayAny all = DeviceArray<T>(context, Dims{count, rows, pitch});
    all.Fill(ScalarValue(static_cast<T>(5)));
    return all;
  };
  const auto part = [](const DeviceArrayAny& all, std::int64_t first, std::int64_t behind) {
    return all.Sliced({Slice{}, Slice{}, Slice{.start = first, .stop = behind}});
  };
  const DeviceArrayAny wide = padded(m, n);
  part(wide, 0, n).CopyFrom(source);
  const DeviceArrayAny result = padded(n, m);
  Transpose(part(wide, 0, n), part(result, 0, m));
  EXPECT_EQ(DeviceArray<T>(part(result, 0, m).Contiguous()).ToVector(), expected)
      << count << " of " << m << " x " << n << " in padded rows";
  const DeviceArray<T> rest(part(result, m, result.shape()[2]).Contiguous());
  EXPECT_EQ(rest.ToVector(), std::vector<T>(static_cast<std::size_t>(rest.size()), T{5}));
}

TEST_P(TransposeTest, TakesAllSizesOfElements) {
  for (const std::int64_t m : {1, 31, 200}) {
    CheckTranspose<std::uint8_t>(*context, 2, m, 150);
    CheckTranspose<std::int16_t>(*context, 1, m, 33);
    CheckTranspose<float>(*context, 3, m, 64);
    CheckTranspose<double>(*context, 1, m, 65);
  }
  CheckTranspose<std::uint8_t>(*context, 1, 272, 144);
  CheckTranspose<std::int16_t>(*context, 2, 136, 72);
  CheckTranspose<float>(*context, 2, 68, 132);
  CheckTranspose<double>(*context, 1, 66, 34);
}

TEST_P(TransposeTest, TakesViews) {
  const DeviceArray<float> all(*context, std::vector<float>(60 * 60, 0.0f), Dims{60, 60});
  std::vector<float> values(40 * 50);
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<float>(i);
  }
  const DeviceArray<float> source(*context, values, Dims{40, 50});
  const DeviceArrayAny target =
      all.Sliced({Slice{.start = 3, .stop = 53}, Slice{.start = 5, .stop = 45}});
  Transpose(source, target);
  // Columns that are contiguous: a copy.
  const DeviceArray<float> again(*context, {50, 40});
  Transpose(target.Transposed(), again);
  EXPECT_EQ(again.ToVector(), DeviceArray<float>(target.Contiguous()).ToVector());
  EXPECT_EQ(ItemOf<float>(target, {49, 1}), values[99]);
  EXPECT_EQ(ItemOf<float>(all, {0, 0}), 0);
}

TEST_P(TransposeTest, WrongTargetsAreNamed) {
  const DeviceArray<float> a(*context, {3, 4});
  const DeviceArray<float> b(*context, {3, 4});
  EXPECT_ERROR(Transpose(a, b), ErrorCode::InvalidArgument, "`target` (3, 4)");
  EXPECT_ERROR(Transpose(a, DeviceArrayAny(a).Transposed()), ErrorCode::InvalidArgument,
               "share memory");
}

class BatchedTest : public OnDevice {
 protected:
  // Random matrices that are far from singular, or symmetric and positive definite.
  static Batch Regular(std::int64_t count, std::int64_t n, bool symmetric) {
    Batch batch = RandomBatch(count, n, n, static_cast<unsigned>(n));
    for (std::int64_t x = 0; x < count; ++x) {
      for (std::int64_t i = 0; i < n; ++i) {
        for (std::int64_t j = 0; j < i && symmetric; ++j) {
          batch.at(x, i, j) = batch.at(x, j, i);
        }
        // Not on the diagonal, so that rows have to be swapped.
        batch.at(x, i, symmetric ? i : (i + 1) % n) += 3.0 * static_cast<double>(n);
      }
    }
    return batch;
  }
};
KC_ON_EACH_DEVICE(BatchedTest);

TEST_P(BatchedTest, Solves) {
  for (const ScalarKind kind : {ScalarKind::Float32, ScalarKind::Float64}) {
    for (const std::int64_t n : {1, 2, 7, 32}) {
      const std::int64_t count = 9;
      const Batch a = Regular(count, n, false);
      const Batch x = RandomBatch(count, n, 3, 8);
      const Batch b = Expected(a, x, Batch(count, n, 3), 1, 0);
      const DeviceArrayAny solution = DeviceArrayAny::Empty(*context, kind, Dims{count, n, 3});
      const DeviceArray<int> info(*context, {count});
      BatchedSolve(Store(*context, a, kind, Storage::Rows),
                   Store(*context, b, kind, Storage::Columns), solution, info);
      ExpectNear(Decode(solution), x, 1e-4);
      EXPECT_EQ(info.ToVector(), std::vector<int>(9, 0));
    }
  }
}

TEST_P(BatchedTest, Inverts) {
  const Batch a = Regular(5, 12, false);
  const DeviceArrayAny array = Store(*context, a, ScalarKind::Float64, Storage::Rows);
  const DeviceArrayAny inverse = DeviceArrayAny::EmptyLike(array);
  const DeviceArray<int> info(*context, {5});
  BatchedInverse(array, inverse, info);
  const DeviceArrayAny product = DeviceArrayAny::EmptyLike(array);
  MatMul(array, inverse, product);
  Batch identity(5, 12, 12);
  for (std::int64_t x = 0; x < 5; ++x) {
    for (std::int64_t i = 0; i < 12; ++i) {
      identity.at(x, i, i) = 1;
    }
  }
  ExpectNear(Decode(product), identity, 1e-12);
}

TEST_P(BatchedTest, FactorsSymmetricOnes) {
  for (const std::int64_t n : {1, 5, 32}) {
    const Batch a = Regular(6, n, true);
    const DeviceArrayAny array = Store(*context, a, ScalarKind::Float64, Storage::Rows);
    const DeviceArrayAny lower = DeviceArrayAny::EmptyLike(array);
    const DeviceArray<int> info(*context, {6});
    BatchedCholesky(array, lower, info);
    const DeviceArrayAny product = DeviceArrayAny::EmptyLike(array);
    MatMul(lower, lower.Transposed(Dims{0, 2, 1}), product);
    ExpectNear(Decode(product), a, 1e-12);
    if (n > 1) {
      EXPECT_EQ(ItemOf<double>(lower, {0, 0, 1}), 0);
    }
  }
}

TEST_P(BatchedTest, TellsWhichMatrixFails) {
  const std::vector<double> values = {1, 2, 2, 4, /**/ 4, 0, 0, 4, /**/ 1, 2, 2, 1};
  const DeviceArray<double> a(*context, values, Dims{3, 2, 2});
  const DeviceArray<double> out(*context, {3, 2, 2});
  const DeviceArray<int> info(*context, {3});
  BatchedInverse(a, out, info);
  EXPECT_EQ(info.ToVector(), (std::vector<int>{2, 0, 0}));
  BatchedCholesky(a, out, info);
  EXPECT_EQ(info.ToVector(), (std::vector<int>{2, 0, 2}));
}

TEST_P(BatchedTest, WrongArraysAreNamed) {
  const DeviceArray<float> large(*context, {2, 33, 33});
  const DeviceArray<int> info(*context, {2});
  EXPECT_ERROR(BatchedInverse(large, large, info), ErrorCode::InvalidArgument, "n at most 32");
  const DeviceArray<float> a(*context, {2, 3, 3});
  const DeviceArray<float> b(*context, {2, 4});
  EXPECT_ERROR(BatchedSolve(a, b, b, info), ErrorCode::InvalidArgument, "`b` has the shape (2, 4)");
  EXPECT_ERROR(BatchedCholesky(a, a, info), ErrorCode::InvalidArgument, "share memory");
  const DeviceArrayAny out = DeviceArrayAny::EmptyLike(a);
  EXPECT_ERROR(BatchedInverse(a, out, out.Raveled().Sliced({{0, 2}}).ViewedAs(ScalarKind::Int32)),
               ErrorCode::InvalidArgument, "`info` and `inverse` share memory");
  const DeviceArray<double> c(*context, {2, 3, 3});
  EXPECT_ERROR(BatchedCholesky(a, c, info), ErrorCode::TypeMismatch,
               "`lower` has elements of float64");
}

// The C API: the same calls.
TEST(LinearAlgebraCApiTest, MultipliesAndTellsWhatIsWrong) {
  kernelc_context context = nullptr;
  ASSERT_EQ(kernelc_context_create("cpu", &context), KERNELC_OK);
  const std::int64_t shape[] = {2, 2};
  kernelc_array a = nullptr;
  kernelc_array c = nullptr;
  ASSERT_EQ(kernelc_array_create(context, KERNELC_FLOAT32, 2, shape, KERNELC_ORDER_C, &a),
            KERNELC_OK);
  ASSERT_EQ(kernelc_array_create(context, KERNELC_FLOAT32, 2, shape, KERNELC_ORDER_C, &c),
            KERNELC_OK);
  const float values[] = {1, 2, 3, 4};
  ASSERT_EQ(kernelc_array_write(a, values, sizeof values, nullptr), KERNELC_OK);
  EXPECT_EQ(kernelc_matmul(a, a, c, 1, 0, nullptr), KERNELC_OK) << kernelc_last_error_message();
  float product[4] = {};
  ASSERT_EQ(kernelc_array_read(c, product, sizeof product, nullptr), KERNELC_OK);
  EXPECT_EQ(std::vector<float>(product, product + 4), (std::vector<float>{7, 10, 15, 22}));
  EXPECT_EQ(kernelc_transpose(a, c, nullptr), KERNELC_OK);
  ASSERT_EQ(kernelc_array_read(c, product, sizeof product, nullptr), KERNELC_OK);
  EXPECT_EQ(std::vector<float>(product, product + 4), (std::vector<float>{1, 3, 2, 4}));
  EXPECT_EQ(kernelc_batched_inverse(a, c, c, nullptr), KERNELC_TYPE_MISMATCH);
  EXPECT_EQ(kernelc_array_destroy(a), KERNELC_OK);
  EXPECT_EQ(kernelc_array_destroy(c), KERNELC_OK);
  EXPECT_EQ(kernelc_context_destroy(context), KERNELC_OK);
}

}  // namespace
}  // namespace kernelc
