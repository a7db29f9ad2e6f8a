// Sorts, selections and what is made of them, against the host.
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <span>

#include "kernelc/algorithms.h"
#include "tests/algorithms/numbers.h"
#include "tests/algorithms/on_device.h"

namespace kernelc {
namespace {

using namespace algorithms;

class Sorting : public OnDevice {};
class Selecting : public OnDevice {};

// NaN after all numbers; zeros are equal.
template <typename T>
bool Before(T a, T b) {
  const auto x = static_cast<std::conditional_t<kIsFloat<T>, double, T>>(a);
  const auto y = static_cast<std::conditional_t<kIsFloat<T>, double, T>>(b);
  if (x != x || y != y) {
    return x == x;
  }
  return x < y;
}

template <typename T>
bool Equal(T a, T b) {
  return !Before(a, b) && !Before(b, a);
}

// Places in stable order.
template <typename T>
std::vector<std::int64_t> HostArgSort(const std::vector<T>& keys, bool descending) {
  std::vector<std::int64_t> places(keys.size());
  std::iota(places.begin(), places.end(), 0);
  std::stable_sort(places.begin(), places.end(), [&](std::int64_t a, std::int64_t b) {
    const T x = keys[static_cast<std::size_t>(a)];
    const T y = keys[static_cast<std::size_t>(b)];
    // NaN against NaN is neither.
    return (x == x || y == y) && (descending ? Before(y, x) : Before(x, y));
  });
  return places;
}

template <typename T, typename Place>
std::vector<T> Taken(const std::vector<T>& from, const std::vector<Place>& places) {
  std::vector<T> taken;
  for (const Place place : places) {
    taken.push_back(from[static_cast<std::size_t>(place)]);
  }
  return taken;
}

TEST_P(Sorting, KeysOfAllTypesAndSizes) {
  ForEachType([&]<typename T>() {
    for (const std::size_t n : kSizes) {
      const std::vector<T> keys = AnyNumbers<T>(n);
      const DeviceArrayAny array = Upload(*context, keys);
      for (const bool descending : {false, true}) {
        const SortOrder order = descending ? SortOrder::Descending : SortOrder::Ascending;
        const std::vector<T> expected = Taken(keys, HostArgSort(keys, descending));
        EXPECT_SAME(Download<T>(Sort(array, order)), expected);
      }
      EXPECT_SAME(Download<T>(array), keys);
    }
  });
}

TEST_P(Sorting, InPlaceAndFewDifferentKeys) {
  ForEachType([&]<typename T>() {
    const std::vector<T> keys = SmallNumbers<T>(100003);
    const DeviceArrayAny array = Upload(*context, keys);
    Sort(array, array, SortOrder::Ascending);
    EXPECT_SAME(Download<T>(array), Taken(keys, HostArgSort(keys, false)));
  });
}

// Digits of floats are found in another way where no NaN or -0.0 is near.
TEST_P(Sorting, OneKeyThatIsNoNumber) {
  const auto check = [&]<typename T>(T odd) {
    std::mt19937 random(3);
    std::vector<T> keys(100003);
    for (T& key : keys) {
      key = static_cast<T>(static_cast<float>(random()) / 1e9F - 2);
    }
    for (const bool with : {false, true}) {
      if (with) {
        keys[50001] = odd;
        keys[50002] = NumberOf<T>(0);
      }
      for (const bool descending : {false, true}) {
        const SortOrder order = descending ? SortOrder::Descending : SortOrder::Ascending;
        const std::vector<std::int64_t> places = HostArgSort(keys, descending);
        EXPECT_SAME(Download<T>(Sort(Upload(*context, keys), order)), Taken(keys, places));
        EXPECT_SAME(Download<std::int64_t>(ArgSort(Upload(*context, keys), order)), places);
      }
    }
  };
  check(std::nanf(""));
  check(-0.0F);
  check(-std::nan(""));
  check(-0.0);
  check(Float16(std::nanf("")));
  check(BFloat(-0.0F));
}

template <typename V>
void PairsWith(const Context& context) {
  for (const std::size_t n : {std::size_t{1}, std::size_t{4097}, std::size_t{100003}}) {
    const std::vector<std::int16_t> keys = SmallNumbers<std::int16_t>(n);
    std::vector<V> values(n);
    for (std::size_t i = 0; i < n; ++i) {
      values[i] = NumberOf<V>(static_cast<int>(i % 120));
    }
    const DeviceArrayAny device_keys = Upload(context, keys);
    const DeviceArrayAny device_values = Upload(context, values);
    SortPairs(device_keys, device_values, device_keys, device_values, SortOrder::Descending);
    const std::vector<std::int64_t> places = HostArgSort(keys, true);
    EXPECT_SAME(Download<std::int16_t>(device_keys), Taken(keys, places));
    EXPECT_SAME(Download<V>(device_values), Taken(values, places));
  }
}

TEST_P(Sorting, PairsKeepTheOrderOfEqualKeys) {
  PairsWith<std::int8_t>(*context);
  PairsWith<Float16>(*context);
  PairsWith<float>(*context);
  PairsWith<double>(*context);
}

TEST_P(Sorting, PlacesOfSortedKeys) {
  ForEachType([&]<typename T>() {
    const std::vector<T> keys = AnyNumbers<T>(20001);
    for (const bool descending : {false, true}) {
      const DeviceArrayAny places = ArgSort(
          Upload(*context, keys), descending ? SortOrder::Descending : SortOrder::Ascending);
      EXPECT_SAME(Download<std::int64_t>(places), HostArgSort(keys, descending));
    }
  });
}

TEST_P(Sorting, Largest) {
  const std::vector<float> x = AnyNumbers<float>(10007);
  for (const bool largest : {true, false}) {
    std::vector<std::int64_t> places = HostArgSort(x, largest);
    places.resize(100);
    const TopKResult top = TopK(Upload(*context, x), 100, largest);
    EXPECT_SAME(Download<std::int64_t>(top.places), places);
    EXPECT_SAME(Download<float>(top.values), Taken(x, places));
  }
  EXPECT_EQ(TopK(Upload(*context, x), 0).values.size(), 0);
  EXPECT_ERROR(TopK(Upload(*context, x), 10008), ErrorCode::InvalidArgument,
               "`k` is 10008, but the array has 10007 elements");
}

TEST_P(Sorting, Errors) {
  const DeviceArray<float> x(*context, Dims{10});
  EXPECT_ERROR(
      SortPairs(x, DeviceArray<int>(*context, Dims{9}), x, DeviceArray<int>(*context, Dims{10})),
      ErrorCode::InvalidArgument, "10 keys and 9 values");
  EXPECT_ERROR(Sort(DeviceArray<std::complex<double>>(*context, Dims{3})), ErrorCode::TypeMismatch,
               "no order");
}

template <typename T, typename Keep>
std::vector<T> Kept(const std::vector<T>& x, Keep keep) {
  std::vector<T> kept;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (keep(i)) {
      kept.push_back(x[i]);
    }
  }
  return kept;
}

TEST_P(Selecting, ByFlags) {
  ForEachType([&]<typename T>() {
    for (const std::size_t n : kSizes) {
      const std::vector<T> x = AnyNumbers<T>(n);
      const std::vector<Flag> flags = AnyNumbers<Flag>(n, 7);
      EXPECT_SAME(Download<T>(Select(Upload(*context, x), Upload(*context, flags))),
                  Kept(x, [&](std::size_t i) { return flags[i] != 0; }));
    }
  });
}

TEST_P(Selecting, ByValue) {
  ForEachType([&]<typename T>() {
    if constexpr (std::is_same_v<T, Flag>) {
      return;
    }
    const std::vector<T> x = AnyNumbers<T>(20001);
    const DeviceArrayAny array = Upload(*context, x);
    const int limit = std::is_unsigned_v<T> ? 100 : -1;
    const T value = NumberOf<T>(limit);
    const auto check = [&](Comparison comparison, auto compare) {
      EXPECT_SAME(Download<T>(SelectWhere(array, comparison, limit)),
                  Kept(x, [&](std::size_t i) { return compare(x[i], value); }));
    };
    check(Comparison::Equal, [](T a, T b) { return a == b; });
    check(Comparison::NotEqual, [](T a, T b) { return a != b; });
    check(Comparison::Less, [](T a, T b) { return a < b; });
    check(Comparison::LessEqual, [](T a, T b) { return a <= b; });
    check(Comparison::Greater, [](T a, T b) { return a > b; });
    check(Comparison::GreaterEqual, [](T a, T b) { return a >= b; });
    if constexpr (kIsFloat<T>) {
      EXPECT_EQ(SelectWhere(array, Comparison::LessEqual, std::nan("")).size(), 0);
      EXPECT_EQ(SelectWhere(array, Comparison::NotEqual, std::nan("")).size(), 20001);
    }
  });
  EXPECT_ERROR(SelectWhere(DeviceArray<int>(*context, Dims{3}), Comparison::Less, 2.5),
               ErrorCode::TypeMismatch, "2.5 cannot be an element of int32");
}

TEST_P(Selecting, PlacesOfWhatIsNotZero) {
  ForEachType([&]<typename T>() {
    const std::vector<T> x = AnyNumbers<T>(20001);
    std::vector<std::int64_t> expected;
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (static_cast<double>(x[i]) != 0) {
        expected.push_back(static_cast<std::int64_t>(i));
      }
    }
    EXPECT_SAME(Download<std::int64_t>(Nonzero(Upload(*context, x))), expected);
  });
}

TEST_P(Selecting, RunsAndUniqueElements) {
  ForEachType([&]<typename T>() {
    for (const std::size_t n : kSizes) {
      const std::vector<T> x = SmallNumbers<T>(n);
      std::vector<T> values;
      std::vector<std::int64_t> lengths;
      for (const T value : x) {
        if (values.empty() || !Equal(values.back(), value)) {
          values.push_back(value);
          lengths.push_back(0);
        }
        ++lengths.back();
      }
      const DeviceArrayAny array = Upload(*context, x);
      EXPECT_SAME(Download<T>(UniqueConsecutive(array)), values);
      const Runs runs = RunLengthEncode(array);
      EXPECT_SAME(Download<T>(runs.values), values);
      EXPECT_SAME(Download<std::int64_t>(runs.lengths), lengths);
      std::vector<T> sorted = Taken(x, HostArgSort(x, false));
      sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
      EXPECT_SAME(Download<T>(Unique(array)), sorted);
    }
  });
}

// Runs of several tiles, and tiles without the begin of one.
TEST_P(Selecting, LongRuns) {
  ForEachType([&]<typename T>() {
    std::vector<T> x;
    std::vector<T> values;
    const std::vector<std::int64_t> lengths = {1, 8191, 8192, 3, 30000, 1, 1, 70001, 16384};
    for (std::size_t run = 0; run < lengths.size(); ++run) {
      values.push_back(NumberOf<T>(static_cast<int>(run % 2)));
      x.insert(x.end(), static_cast<std::size_t>(lengths[run]), values.back());
    }
    const Runs runs = RunLengthEncode(Upload(*context, x));
    EXPECT_SAME(Download<T>(runs.values), values);
    EXPECT_SAME(Download<std::int64_t>(runs.lengths), lengths);
    EXPECT_SAME(Download<T>(UniqueConsecutive(Upload(*context, x))), values);
  });
}

// Arrays that do not begin where vectors of their elements may.
TEST_P(Selecting, PartsOfArrays) {
  ForEachType([&]<typename T>() {
    const std::vector<T> x = SmallNumbers<T>(20001);
    const std::vector<Flag> flags = AnyNumbers<Flag>(20001, 7);
    const std::vector<T> part(x.begin() + 1, x.end());
    const std::vector<Flag> part_flags(flags.begin() + 1, flags.end());
    const DeviceArrayAny array = Upload(*context, x).Sliced({{1, 20001}});
    const auto kept = [&](std::size_t i) { return part_flags[i] != 0; };
    EXPECT_SAME(Download<T>(Select(array, Upload(*context, flags).Sliced({{1, 20001}}))),
                Kept(part, kept));
    EXPECT_SAME(
        Download<T>(Select(Upload(*context, part), Upload(*context, flags).Sliced({{1, 20001}}))),
        Kept(part, kept));
    EXPECT_SAME(Download<T>(UniqueConsecutive(array)),
                Kept(part, [&](std::size_t i) { return i == 0 || !Equal(part[i - 1], part[i]); }));
    EXPECT_SAME(Download<T>(Sort(array)), Taken(part, HostArgSort(part, false)));
  });
}

TEST_P(Selecting, Histograms) {
  ForEachType([&]<typename T>() {
    for (const int bins : {1, 8, 1000, 20000}) {
      const std::vector<T> x = SmallNumbers<T>(100003);
      std::vector<std::int64_t> expected(static_cast<std::size_t>(bins), 0);
      for (const T value : x) {
        const double v = static_cast<double>(value);
        if (v >= -3 && v <= 3) {
          ++expected[static_cast<std::size_t>(
              std::min(bins - 1, static_cast<int>((v + 3) * (bins / 6.0))))];
        }
      }
      const std::vector<std::int64_t> counts =
          Download<std::int64_t>(algorithms::Histogram(Upload(*context, x), bins, -3, 3));
      if (bins == 1 || bins == 8) {
        EXPECT_SAME(counts, expected);
      }
      EXPECT_EQ(std::accumulate(counts.begin(), counts.end(), std::int64_t{0}),
                std::accumulate(expected.begin(), expected.end(), std::int64_t{0}));
    }
  });
  EXPECT_ERROR(algorithms::Histogram(DeviceArray<float>(*context, Dims{3}), 10, 2, 1),
               ErrorCode::InvalidArgument, "from 2 to 1");
  EXPECT_ERROR(algorithms::Histogram(DeviceArray<float>(*context, Dims{3}), -1, 1, 2),
               ErrorCode::InvalidArgument, "there are -1 intervals");
}

// Ranges whose width, or intervals by unit, would be infinite, and ends that are one number in
// float32.
TEST_P(Selecting, HistogramsOfRangesThatOverflow) {
  const DeviceArray<float> floats = ToDevice(*context, std::vector<float>{-1e38f, 0, 1e38f});
  const DeviceArray<double> doubles = ToDevice(*context, std::vector<double>{-1e308, 0, 1e308});
  const auto refused = [&](const DeviceArrayAny& x, double low, double high) {
    EXPECT_ERROR(algorithms::Histogram(x, 3, low, high), ErrorCode::InvalidArgument,
                 "must be finite in float");
  };
  refused(doubles, -1.7e308, 1.7e308);
  refused(doubles, 0, 1e-308 / 4);
  refused(floats, 0, 1e300);
  refused(floats, -3e38, 3e38);
  refused(floats, 0, 1e-40);
  refused(floats, 1e8, 1e8 + 1);
  EXPECT_SAME(Download<std::int64_t>(algorithms::Histogram(floats, 3, -1.5e38, 1.5e38)),
              (std::vector<std::int64_t>{1, 1, 1}));
  // One step of float32, which is wider than the range.
  EXPECT_SAME(Download<std::int64_t>(algorithms::Histogram(
                  ToDevice(*context, std::vector<float>{1e8f, 1e8f + 8}), 2, 1e8 + 3.9, 1e8 + 4.1)),
              (std::vector<std::int64_t>{1, 1}));
}

TEST_P(Selecting, Segments) {
  ForEachType([&]<typename T>() {
    for (const std::int64_t length : {std::int64_t{3}, std::int64_t{70}, std::int64_t{9000}}) {
      const std::vector<T> x = SmallNumbers<T>(static_cast<std::size_t>(10 * length));
      std::vector<std::int64_t> offsets = {0, 0, length, length, 3 * length, 10 * length};
      std::vector<SumOf<T>> sums;
      for (std::size_t s = 0; s + 1 < offsets.size(); ++s) {
        double sum = 0;
        for (std::int64_t i = offsets[s]; i < offsets[s + 1]; ++i) {
          sum += static_cast<double>(x[static_cast<std::size_t>(i)]);
        }
        sums.push_back(static_cast<SumOf<T>>(static_cast<float>(sum)));
      }
      const DeviceArrayAny array = Upload(*context, x);
      const DeviceArrayAny ends = Upload(*context, offsets);
      EXPECT_SAME(Download<SumOf<T>>(SegmentedSum(array, ends)), sums);
      const std::vector<T> least = Download<T>(SegmentedMin(array, ends));
      const std::vector<T> most = Download<T>(SegmentedMax(array, ends));
      for (const std::size_t s : {std::size_t{1}, std::size_t{3}, std::size_t{4}}) {
        const auto first = x.begin() + offsets[s];
        const auto last = x.begin() + offsets[s + 1];
        EXPECT_TRUE(Same(least[s], *std::min_element(first, last)));
        EXPECT_TRUE(Same(most[s], *std::max_element(first, last)));
      }
    }
  });
}

KC_ON_EACH_DEVICE(Sorting);
KC_ON_EACH_DEVICE(Selecting);

}  // namespace
}  // namespace kernelc
