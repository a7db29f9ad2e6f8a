// Algorithms of the C API.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "kernelc/kernelc_algorithms.h"

namespace kernelc {
namespace {

class AlgorithmsCApiTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(kernelc_context_create("cpu", &context), KERNELC_OK); }
  void TearDown() override {
    for (kernelc_array array : arrays) {
      EXPECT_EQ(kernelc_array_destroy(array), KERNELC_OK);
    }
    EXPECT_EQ(kernelc_context_destroy(context), KERNELC_OK);
  }

  kernelc_array Empty(kernelc_dtype dtype, std::int64_t size) {
    kernelc_array array = nullptr;
    EXPECT_EQ(kernelc_array_create(context, dtype, 1, &size, KERNELC_ORDER_C, &array), KERNELC_OK);
    arrays.push_back(array);
    return array;
  }
  kernelc_array Ints(std::vector<std::int32_t> values) {
    kernelc_array array = Empty(KERNELC_INT32, static_cast<std::int64_t>(values.size()));
    EXPECT_EQ(kernelc_array_write(array, values.data(), 4 * values.size(), nullptr), KERNELC_OK);
    return array;
  }
  template <typename T>
  std::vector<T> Read(kernelc_array array, std::size_t size, std::size_t kept) {
    std::vector<T> values(size);
    EXPECT_EQ(kernelc_array_read(array, values.data(), sizeof(T) * size, nullptr), KERNELC_OK);
    values.resize(kept);
    return values;
  }

  kernelc_context context = nullptr;
  std::vector<kernelc_array> arrays;
};

using Ints32 = std::vector<std::int32_t>;
using Ints64 = std::vector<std::int64_t>;

TEST_F(AlgorithmsCApiTest, ReducesAndScans) {
  const kernelc_array x = Ints({4, 1, 0, 7});
  const kernelc_array one = Empty(KERNELC_INT64, 1);
  ASSERT_EQ(kernelc_reduce(KERNELC_SUM, x, one, nullptr), KERNELC_OK);
  EXPECT_EQ(Read<std::int64_t>(one, 1, 1), Ints64({12}));
  ASSERT_EQ(kernelc_reduce(KERNELC_ARGMAX, x, one, nullptr), KERNELC_OK);
  EXPECT_EQ(Read<std::int64_t>(one, 1, 1), Ints64({3}));
  ASSERT_EQ(kernelc_scan(KERNELC_EXCLUSIVE_SUM, x, x, nullptr), KERNELC_OK);
  EXPECT_EQ(Read<std::int32_t>(x, 4, 4), Ints32({0, 4, 5, 5}));
  EXPECT_EQ(kernelc_reduce(9, x, one, nullptr), KERNELC_INVALID_ARGUMENT);
  EXPECT_NE(std::string(kernelc_last_error_message()).find("no reduction 9"), std::string::npos);
}

TEST_F(AlgorithmsCApiTest, SortsAndSelects) {
  const kernelc_array x = Ints({4, 1, 4, 7, 1, 1});
  const kernelc_array out = Empty(KERNELC_INT32, 6);
  const kernelc_array places = Empty(KERNELC_INT64, 6);
  const kernelc_array count = Empty(KERNELC_INT64, 1);
  ASSERT_EQ(kernelc_sort(x, out, 1, nullptr), KERNELC_OK);
  EXPECT_EQ(Read<std::int32_t>(out, 6, 6), Ints32({7, 4, 4, 1, 1, 1}));
  ASSERT_EQ(kernelc_argsort(x, places, 0, nullptr), KERNELC_OK);
  EXPECT_EQ(Read<std::int64_t>(places, 6, 6), Ints64({1, 4, 5, 0, 2, 3}));
  ASSERT_EQ(kernelc_run_length_encode(out, x, places, count, nullptr), KERNELC_OK);
  EXPECT_EQ(Read<std::int64_t>(count, 1, 1), Ints64({3}));
  EXPECT_EQ(Read<std::int32_t>(x, 6, 3), Ints32({7, 4, 1}));
  EXPECT_EQ(Read<std::int64_t>(places, 6, 3), Ints64({1, 2, 3}));
  const std::int32_t limit = 4;
  ASSERT_EQ(kernelc_select_where(out, KERNELC_LESS, &limit, x, count, nullptr), KERNELC_OK);
  EXPECT_EQ(Read<std::int32_t>(x, 6, 3), Ints32({1, 1, 1}));
  EXPECT_EQ(kernelc_sort(x, places, 0, nullptr), KERNELC_TYPE_MISMATCH);
}

}  // namespace
}  // namespace kernelc
