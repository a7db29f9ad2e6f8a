// Reductions and scans of whole arrays, against the host.
#include <numeric>
#include <span>

#include "kernelc/algorithms.h"
#include "tests/algorithms/numbers.h"
#include "tests/algorithms/on_device.h"

namespace kernelc {
namespace {

using namespace algorithms;

class Reduce : public OnDevice {};
class Scan : public OnDevice {};

template <typename T>
T One(const DeviceArrayAny& array) {
  return Download<T>(array).at(0);
}

// Sums in 64 bits, which wrap; of floats in float64.
template <typename T>
SumOf<T> HostSum(const std::vector<T>& x) {
  if constexpr (kIsFloat<T>) {
    double sum = 0;
    for (const T value : x) {
      sum += static_cast<double>(value);
    }
    return static_cast<T>(static_cast<float>(sum));
  } else {
    std::uint64_t sum = 0;
    for (const T value : x) {
      sum += static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
    }
    return static_cast<SumOf<T>>(sum);
  }
}

TEST_P(Reduce, SumsOfAllTypesAndSizes) {
  ForEachType([&]<typename T>() {
    for (const std::size_t n : kSizes) {
      const std::vector<T> x = SmallNumbers<T>(n);
      const DeviceArrayAny sum = Sum(Upload(*context, x));
      EXPECT_EQ(sum.kind(), KindOf<SumOf<T>>());
      EXPECT_EQ(sum.ndim(), 0);
      EXPECT_TRUE(Same(One<SumOf<T>>(sum), HostSum(x))) << n << ": " << static_cast<double>(One<SumOf<T>>(sum));
    }
  });
}

TEST_P(Reduce, ProductsWrapAndKeepTheirSign) {
  ForEachType([&]<typename T>() {
    std::vector<T> x(20000, NumberOf<T>(1));
    for (std::size_t i = 0; i < 10; ++i) {
      x[i * 1999] = std::is_same_v<T, Flag> ? NumberOf<T>(1) : NumberOf<T>(2);
    }
    const int expected = std::is_same_v<T, Flag> ? 1 : 1024;
    EXPECT_EQ(static_cast<double>(One<SumOf<T>>(Product(Upload(*context, x)))), expected);
    EXPECT_EQ(static_cast<double>(One<SumOf<T>>(Product(Upload(*context, std::vector<T>())))), 1);
  });
}

template <typename T>
bool Less(T a, T b) {
  return a < b;
}

TEST_P(Reduce, ExtremesAndTheirPlaces) {
  ForEachType([&]<typename T>() {
    for (const std::size_t n : kSizes) {
      if (n == 0) {
        continue;
      }
      const std::vector<T> x = AnyNumbers<T>(n);
      std::size_t least = 0;
      std::size_t most = 0;
      for (std::size_t i = 0; i < n; ++i) {
        // -0.0 is less than 0.0 here, as bits have it.
        const bool nan = x[i] != x[i];
        const auto before = [](T a, T b) {
          return a < b || (kIsFloat<T> && a == b && std::signbit(static_cast<double>(a)) > std::signbit(static_cast<double>(b)));
        };
        if (x[least] == x[least] && (nan || before(x[i], x[least]))) {
          least = i;
        }
        if (x[most] == x[most] && (nan || before(x[most], x[i]))) {
          most = i;
        }
      }
      const DeviceArrayAny array = Upload(*context, x);
      EXPECT_TRUE(Same(One<T>(Min(array)), x[least])) << n;
      EXPECT_TRUE(Same(One<T>(Max(array)), x[most])) << n;
      EXPECT_EQ(One<std::int64_t>(ArgMin(array)), static_cast<std::int64_t>(least)) << n;
      EXPECT_EQ(One<std::int64_t>(ArgMax(array)), static_cast<std::int64_t>(most)) << n;
    }
  });
}

TEST_P(Reduce, CountsOfWhatIsNotZero) {
  ForEachType([&]<typename T>() {
    for (const std::size_t n : kSizes) {
      const std::vector<T> x = AnyNumbers<T>(n);
      std::int64_t expected = 0;
      for (const T value : x) {
        expected += static_cast<double>(value) != 0 ? 1 : 0;
      }
      const DeviceArrayAny array = Upload(*context, x);
      EXPECT_EQ(One<std::int64_t>(CountNonzero(array)), expected);
      EXPECT_EQ(static_cast<int>(One<Flag>(Any(array))), expected > 0 ? 1 : 0);
      EXPECT_EQ(static_cast<int>(One<Flag>(All(array))),
                expected == static_cast<std::int64_t>(n) ? 1 : 0);
    }
  });
}

TEST_P(Reduce, ViewsCopiesAndWorkspaces) {
  std::vector<int> host(600 * 500);
  std::iota(host.begin(), host.end(), 0);
  const DeviceArray<int> matrix(*context, std::span<const int>(host), Dims{600, 500});
  const DeviceArrayAny column = matrix.Sliced({{0, 600}, {3, 4}});
  std::int64_t expected = 0;
  for (int row = 0; row < 600; ++row) {
    expected += row * 500 + 3;
  }
  EXPECT_EQ(One<std::int64_t>(Sum(column)), expected);
  Workspace workspace(*context);
  const Stream stream(*context);
  const DeviceArray<std::int64_t> out(*context, Dims{1});
  for (int i = 0; i < 3; ++i) {
    Sum(matrix, out, {.stream = stream, .workspace = &workspace});
    stream.Synchronize();
    EXPECT_EQ(out.ToVector()[0], std::int64_t{150000} * 299999);
  }
  EXPECT_GT(workspace.size(), 0U);
}

TEST_P(Reduce, Errors) {
  const DeviceArray<float> x(*context, Dims{10});
  const DeviceArray<double> wrong(*context, Dims{1});
  const DeviceArray<float> many(*context, Dims{2});
  EXPECT_ERROR(Sum(x, wrong), ErrorCode::TypeMismatch, "`out` has elements of float64, expected float32");
  EXPECT_ERROR(Sum(x, many), ErrorCode::InvalidArgument, "`out` has 2 elements, expected 1");
  EXPECT_ERROR(Min(DeviceArray<float>(*context, Dims{0})), ErrorCode::InvalidArgument, "no elements");
  const DeviceArray<std::complex<float>> numbers(*context, Dims{4});
  EXPECT_ERROR(Max(numbers), ErrorCode::TypeMismatch, "complex64, which have no order");
  EXPECT_ERROR(Sum(numbers), ErrorCode::TypeMismatch, "complex64, expected");
}

// More elements than 32 bits count, where the device has the memory; fewer on the CPU.
TEST_P(Reduce, PlacesBeyondThirtyTwoBits) {
  const bool on_gpu = context->device().kind() == DeviceKind::Cuda;
  const std::int64_t n = on_gpu ? (std::int64_t{1} << 32) + 4099 : (std::int64_t{1} << 20) + 4099;
  if (on_gpu && context->memory_info().free_bytes < static_cast<std::uint64_t>(n) * 4) {
    GTEST_SKIP() << "too little memory on the device";
  }
  const DeviceArray<std::uint8_t> x(*context, Dims{n});
  x.Fill(1);
  x.SetItem({n - 2}, 7);
  x.SetItem({5}, 0);
  EXPECT_EQ(One<std::uint64_t>(Sum(x)), static_cast<std::uint64_t>(n) + 5);
  EXPECT_EQ(One<std::int64_t>(ArgMax(x)), n - 2);
  EXPECT_EQ(One<std::int64_t>(CountNonzero(x)), n - 1);
  const DeviceArray<std::uint8_t> out(*context, Dims{n});
  InclusiveSum(x, out);
  EXPECT_EQ(Download<std::uint8_t>(out.Sliced({{n - 1, n}}))[0],
            static_cast<std::uint8_t>(static_cast<std::uint64_t>(n) + 5));
  const DeviceArray<std::int64_t> count(*context, Dims{1});
  Select(x, x, out, count);
  EXPECT_EQ(count.ToVector()[0], n - 1);
  EXPECT_EQ(Download<std::uint8_t>(out.Sliced({{n - 3, n - 2}}))[0], 7);
  Sort(x, out, SortOrder::Descending);
  const std::vector<std::uint8_t> first = Download<std::uint8_t>(out.Sliced({{0, 3}}));
  const std::vector<std::uint8_t> last = Download<std::uint8_t>(out.Sliced({{n - 2, n}}));
  EXPECT_EQ(first, (std::vector<std::uint8_t>{7, 1, 1}));
  EXPECT_EQ(last, (std::vector<std::uint8_t>{1, 0}));
}

// Whether integers wrap in `Out`.
template <typename T, typename Out>
std::vector<Out> HostScan(const std::vector<T>& x, bool exclusive) {
  std::vector<Out> out;
  if constexpr (kIsFloat<T>) {
    double sum = 0;
    for (const T value : x) {
      const double before = sum;
      sum += static_cast<double>(value);
      out.push_back(static_cast<Out>(static_cast<float>(exclusive ? before : sum)));
    }
  } else {
    std::uint64_t sum = 0;
    for (const T value : x) {
      const std::uint64_t before = sum;
      sum += static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
      out.push_back(static_cast<Out>(exclusive ? before : sum));
    }
  }
  return out;
}

TEST_P(Scan, SumsOfAllTypesAndSizes) {
  ForEachType([&]<typename T>() {
    for (const std::size_t n : kSizes) {
      // Sums that the type holds exactly.
      std::vector<T> x = SmallNumbers<T>(sizeof(T) == 2 ? std::min<std::size_t>(n, 4097) : n);
      if (std::is_same_v<T, BFloat>) {
        for (std::size_t i = 0; i < x.size(); ++i) {
          x[i] = NumberOf<T>(i % 2 == 0 ? 1 : -1);
        }
      }
      const DeviceArrayAny array = Upload(*context, x);
      using Out = SumOf<T>;
      const DeviceArrayAny sums = InclusiveSum(array);
      EXPECT_EQ(sums.kind(), KindOf<Out>());
      EXPECT_SAME(Download<Out>(sums), (HostScan<T, Out>(x, false)));
      EXPECT_SAME(Download<Out>(ExclusiveSum(array)), (HostScan<T, Out>(x, true)));
    }
  });
}

TEST_P(Scan, InPlaceIntegersWrap) {
  ForEachType([&]<typename T>() {
    if constexpr (std::is_integral_v<T>) {
      const std::vector<T> x = AnyNumbers<T>(100003);
      const DeviceArrayAny array = Upload(*context, x);
      InclusiveSum(array, array);
      EXPECT_SAME(Download<T>(array), (HostScan<T, T>(x, false)));
    }
  });
}

// Arrays that do not begin where vectors of their elements may.
TEST_P(Scan, PartsOfArrays) {
  ForEachType([&]<typename T>() {
    if constexpr (std::is_integral_v<T>) {
      const std::vector<T> x = AnyNumbers<T>(20003);
      const std::vector<T> part(x.begin() + 1, x.end());
      const DeviceArrayAny array = Upload(*context, x).Sliced({{1, 20003}});
      const DeviceArrayAny out =
          DeviceArrayAny::Empty(*context, KindOf<T>(), Dims{20003}).Sliced({{1, 20003}});
      InclusiveSum(array, out);
      EXPECT_SAME(Download<T>(out), (HostScan<T, T>(part, false)));
      ExclusiveSum(Upload(*context, part), out);
      EXPECT_SAME(Download<T>(out), (HostScan<T, T>(part, true)));
      RunningMax(array, out);
      std::vector<T> most = part;
      for (std::size_t i = 1; i < most.size(); ++i) {
        most[i] = std::max(most[i - 1], most[i]);
      }
      EXPECT_SAME(Download<T>(out), most);
    }
  });
}

TEST_P(Scan, Products) {
  ForEachType([&]<typename T>() {
    if constexpr (!std::is_same_v<T, Flag>) {
      std::vector<T> x(30000, NumberOf<T>(1));
      std::vector<SumOf<T>> inclusive;
      std::vector<SumOf<T>> exclusive;
      double product = 1;
      for (std::size_t i = 0; i < x.size(); ++i) {
        x[i] = NumberOf<T>(i % 5000 == 4999 ? 2 : 1);
        exclusive.push_back(static_cast<SumOf<T>>(static_cast<float>(product)));
        product *= static_cast<double>(x[i]);
        inclusive.push_back(static_cast<SumOf<T>>(static_cast<float>(product)));
      }
      const DeviceArrayAny array = Upload(*context, x);
      EXPECT_SAME(Download<SumOf<T>>(InclusiveProduct(array)), inclusive);
      EXPECT_SAME(Download<SumOf<T>>(ExclusiveProduct(array)), exclusive);
    }
  });
}

TEST_P(Scan, RunningExtremes) {
  ForEachType([&]<typename T>() {
    for (const std::size_t n : {std::size_t{1}, std::size_t{4097}, std::size_t{100003}}) {
      std::vector<T> x = AnyNumbers<T>(n);
      for (T& value : x) {
        // One NaN alone, near the end, and one zero.
        if (value != value || static_cast<double>(value) == 0) {
          value = NumberOf<T>(1);
        }
      }
      if constexpr (kIsFloat<T>) {
        x[n - n / 8 - 1] = static_cast<T>(std::numeric_limits<float>::quiet_NaN());
      }
      std::vector<T> least = x;
      std::vector<T> most = x;
      for (std::size_t i = 1; i < n; ++i) {
        const auto keep = [](T before, T now, bool better) {
          return before != before || (now == now && !better) ? before : now;
        };
        least[i] = keep(least[i - 1], x[i], x[i] < least[i - 1]);
        most[i] = keep(most[i - 1], x[i], most[i - 1] < x[i]);
      }
      const DeviceArrayAny array = Upload(*context, x);
      EXPECT_SAME(Download<T>(RunningMin(array)), least);
      EXPECT_SAME(Download<T>(RunningMax(array)), most);
    }
  });
}

TEST_P(Scan, Errors) {
  const DeviceArray<int> x(*context, Dims{10});
  EXPECT_ERROR(InclusiveSum(x, DeviceArray<float>(*context, Dims{10})), ErrorCode::TypeMismatch,
               "`out` has elements of float32, expected int64 or int32");
  EXPECT_ERROR(InclusiveSum(x, DeviceArray<int>(*context, Dims{9})), ErrorCode::InvalidArgument,
               "`out` has 9 elements, expected 10");
  const DeviceArray<int> wide(*context, Dims{20});
  EXPECT_ERROR(InclusiveSum(x, wide.Sliced({{0, 20, 2}})), ErrorCode::InvalidArgument,
               "not contiguous");
  const DeviceArrayAny both = DeviceArray<float>(*context, {10});
  EXPECT_ERROR(InclusiveSum(both.Sliced({{0, 9}}), both.Sliced({{1, 10}})),
               ErrorCode::InvalidArgument, "`out` shares a part of the input's memory");
}

KC_ON_EACH_DEVICE(Reduce);
KC_ON_EACH_DEVICE(Scan);

}  // namespace
}  // namespace kernelc
