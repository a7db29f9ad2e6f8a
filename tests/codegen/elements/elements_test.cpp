// The templates of the support header that assign arrays to slices, run on the host: whatever
// memory the two sides share, the result is that of a copy of the right side, as in NumPy.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <vector>

#include "tests/codegen/elements/cuda_on_host.h"

namespace kernelc {
namespace {

constexpr int kRounds = 20000;

using Number = std::int32_t;

// A view of memory as NumPy makes them of an array in C order: extents and steps, in elements.
struct View {
  std::int64_t start = 0;
  std::vector<std::int64_t> extents;
  std::vector<std::int64_t> steps;
};

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  std::int64_t Between(std::int64_t least, std::int64_t most) {
    return std::uniform_int_distribution<std::int64_t>(least, most)(engine_);
  }
  bool Coin() { return Between(0, 1) == 1; }

 private:
  std::mt19937 engine_;
};

View WholeOf(const std::vector<std::int64_t>& extents) {
  View view{0, extents, std::vector<std::int64_t>(extents.size(), 1)};
  for (std::size_t d = extents.size() - 1; d > 0; --d) {
    view.steps[d - 1] = view.steps[d] * extents[d];
  }
  return view;
}

// view[..., first : first + step * count : step, ...]
void Slice(View* view, std::size_t dim, std::int64_t count, Random* random) {
  const std::int64_t all = view->extents[dim];
  const std::int64_t widest = count > 1 ? std::max<std::int64_t>((all - 1) / (count - 1), 1) : 1;
  const std::int64_t step = random->Between(1, widest);
  std::int64_t first = random->Between(0, all - 1 - (count - 1) * step);
  view->extents[dim] = count;
  if (random->Coin()) {
    view->start += (first + (count - 1) * step) * view->steps[dim];
    view->steps[dim] *= -step;
  } else {
    view->start += first * view->steps[dim];
    view->steps[dim] *= step;
  }
}

// A view with these extents of an array that is large enough.
View RandomView(const std::vector<std::int64_t>& wanted, const std::vector<std::int64_t>& array,
                Random* random) {
  View view = WholeOf(array);
  std::vector<std::size_t> order(array.size());
  for (std::size_t d = 0; d < order.size(); ++d) {
    order[d] = d;
  }
  for (std::size_t d = order.size(); d > 1; --d) {
    std::swap(
        order[d - 1],
        order[static_cast<std::size_t>(random->Between(0, static_cast<std::int64_t>(d) - 1))]);
  }
  View turned{0, {}, {}};
  for (std::size_t d = 0; d < wanted.size(); ++d) {
    Slice(&view, order[d], wanted[d], random);
  }
  // One row of those that are left.
  for (std::size_t d = wanted.size(); d < order.size(); ++d) {
    Slice(&view, order[d], 1, random);
  }
  turned.start = view.start;
  for (std::size_t d = 0; d < wanted.size(); ++d) {
    turned.extents.push_back(view.extents[order[d]]);
    turned.steps.push_back(view.steps[order[d]]);
  }
  return turned;
}

template <int ndim, typename T>
kc::Array<T, ndim, kc::A> ArrayOf(T* memory, const View& view) {
  kc::Array<T, ndim, kc::A> array;
  array.data = memory + view.start;
  for (int d = 0; d < ndim; ++d) {
    array.extent[d] = view.extents[static_cast<std::size_t>(d)];
    array.stride[d] = view.steps[static_cast<std::size_t>(d)] * std::int64_t{sizeof(T)};
  }
  return array;
}

// Calls `visit` with the place of each element of `to` and of the one of `from` that goes there.
template <typename Visit>
void ForEachPair(const View& to, const View& from, const Visit& visit) {
  const std::size_t ndim = to.extents.size();
  const std::size_t missing = ndim - from.extents.size();
  std::vector<std::int64_t> index(ndim, 0);
  for (;;) {
    std::int64_t place = to.start;
    std::int64_t source = from.start;
    for (std::size_t d = 0; d < ndim; ++d) {
      place += index[d] * to.steps[d];
      const bool moves = d >= missing && from.extents[d - missing] != 1;
      source += moves ? index[d] * from.steps[d - missing] : 0;
    }
    visit(static_cast<std::size_t>(place), static_cast<std::size_t>(source));
    std::size_t d = ndim;
    while (d > 0 && ++index[d - 1] == to.extents[d - 1]) {
      index[--d] = 0;
    }
    if (d == 0) {
      return;
    }
  }
}

template <typename Change>
std::vector<Number> Expected(const std::vector<Number>& memory, const View& to, const View& from,
                             const Change& change) {
  std::vector<Number> result = memory;
  ForEachPair(to, from, [&](std::size_t place, std::size_t source) {
    result[place] = change(memory[place], memory[source]);
  });
  return result;
}

std::vector<Number> Numbered(std::size_t count) {
  std::vector<Number> memory(count);
  for (std::size_t i = 0; i < count; ++i) {
    memory[i] = static_cast<Number>(i * 7 + 1);
  }
  return memory;
}

Number Mixed(Number old, Number value) { return old * 3 + value; }

template <int ndim, int from_ndim>
void CompareAll(unsigned seed) {
  Random random(seed);
  for (int round = 0; round < kRounds; ++round) {
    std::vector<std::int64_t> array;
    std::size_t size = 1;
    for (int d = 0; d < 3; ++d) {
      array.push_back(random.Between(4, 6));
      size *= static_cast<std::size_t>(array.back());
    }
    std::vector<std::int64_t> extents;
    for (int d = 0; d < ndim; ++d) {
      extents.push_back(random.Between(1, 4));
    }
    // The right side may lack dimensions and have single elements.
    std::vector<std::int64_t> from_extents(extents.end() - from_ndim, extents.end());
    for (std::int64_t& extent : from_extents) {
      extent = random.Between(0, 3) == 0 ? 1 : extent;
    }
    const View to = RandomView(extents, array, &random);
    const View from = RandomView(from_extents, array, &random);
    const std::vector<Number> before = Numbered(size);
    std::vector<Number> memory = before;
    const Number* const seen = memory.data();
    const kc::Array<Number, ndim, kc::A> left = ArrayOf<ndim>(memory.data(), to);
    const kc::Array<const Number, from_ndim, kc::A> right = ArrayOf<from_ndim>(seen, from);
    kc::assign_elements(left, right);
    ASSERT_EQ(memory, Expected(before, to, from, [](Number, Number value) { return value; }))
        << "assignment, round " << round;
    memory = before;
    kc::assign_elements(left, right, [](Number value) { return 2 * value; });
    ASSERT_EQ(memory, Expected(before, to, from, [](Number, Number value) { return 2 * value; }))
        << "conversion, round " << round;
    memory = before;
    kc::update_elements(left, right, Mixed);
    ASSERT_EQ(memory, Expected(before, to, from, Mixed)) << "update, round " << round;
  }
}

TEST(Elements, AssignsInOneDimension) { CompareAll<1, 1>(1); }
TEST(Elements, AssignsInTwoDimensions) { CompareAll<2, 2>(2); }
TEST(Elements, AssignsInThreeDimensions) { CompareAll<3, 3>(3); }
TEST(Elements, BroadcastsARow) { CompareAll<2, 1>(4); }
TEST(Elements, BroadcastsARowInThreeDimensions) { CompareAll<3, 1>(5); }
TEST(Elements, BroadcastsAPlane) { CompareAll<3, 2>(6); }

// a[1:] = a[:-1] and a[:-1] = a[1:], in arrays in C order.
TEST(Elements, MovesBothWays) {
  std::array<float, 5> up{1, 2, 3, 4, 5};
  kc::assign_elements(kc::Array<float, 1, kc::C>{&up[1], {4}},
                      kc::Array<float, 1, kc::C>{up.data(), {4}});
  EXPECT_EQ(up, (std::array<float, 5>{1, 1, 2, 3, 4}));
  std::array<float, 5> down{1, 2, 3, 4, 5};
  kc::assign_elements(kc::Array<float, 1, kc::C>{down.data(), {4}},
                      kc::Array<const float, 1, kc::C>{&down[1], {4}});
  EXPECT_EQ(down, (std::array<float, 5>{2, 3, 4, 5, 5}));
}

// a[:] = a[::-1] and a[:, :] = a.T
TEST(Elements, TurnsInPlace) {
  std::array<int, 5> turned{1, 2, 3, 4, 5};
  kc::assign_elements(kc::Array<int, 1, kc::C>{turned.data(), {5}},
                      kc::Array<int, 1, kc::A>{&turned[4], {5}, {-4}});
  EXPECT_EQ(turned, (std::array<int, 5>{5, 4, 3, 2, 1}));
  std::array<int, 9> square{1, 2, 3, 4, 5, 6, 7, 8, 9};
  kc::assign_elements(kc::Array<int, 2, kc::C>{square.data(), {3, 3}},
                      kc::Array<int, 2, kc::F>{square.data(), {3, 3}});
  EXPECT_EQ(square, (std::array<int, 9>{1, 4, 7, 2, 5, 8, 3, 6, 9}));
}

TEST(Elements, ConvertsBetweenTypes) {
  std::array<float, 3> to{};
  const std::array<std::int64_t, 1> from{7};
  kc::assign_elements(kc::Array<float, 1, kc::C>{to.data(), {3}},
                      kc::Array<const std::int64_t, 1, kc::C>{from.data(), {1}});
  EXPECT_EQ(to, (std::array<float, 3>{7, 7, 7}));
}

TEST(Elements, FillsEveryLayout) {
  std::array<int, 6> memory{1, 2, 3, 4, 5, 6};
  kc::fill_elements(kc::Array<int, 2, kc::A>{&memory[1], {2, 2}, {12, -4}}, 0);
  EXPECT_EQ(memory, (std::array<int, 6>{0, 0, 3, 0, 0, 6}));
  kc::fill_elements(kc::Array<int, 2, kc::F>{memory.data(), {2, 3}}, 8);
  EXPECT_EQ(memory, (std::array<int, 6>{8, 8, 8, 8, 8, 8}));
}

TEST(Elements, EmptyArraysStayAlone) {
  std::array<int, 2> memory{1, 2};
  kc::assign_elements(kc::Array<int, 1, kc::C>{memory.data(), {0}},
                      kc::Array<int, 1, kc::C>{memory.data(), {0}});
  kc::fill_elements(kc::Array<int, 1, kc::C>{memory.data(), {0}}, 5);
  EXPECT_EQ(memory, (std::array<int, 2>{1, 2}));
}

}  // namespace
}  // namespace kernelc
