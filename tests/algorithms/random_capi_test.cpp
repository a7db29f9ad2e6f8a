// Random numbers of the C API: the same as those of the device's generator.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "kernelc/generator.h"
#include "kernelc/kernelc_random.h"

namespace kernelc {
namespace {

class RandomCApiTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(kernelc_context_create("cpu", &context), KERNELC_OK);
    const int64_t shape[] = {100};
    ASSERT_EQ(kernelc_array_create(context, KERNELC_FLOAT32, 1, shape, KERNELC_ORDER_C, &array),
              KERNELC_OK);
  }
  void TearDown() override {
    EXPECT_EQ(kernelc_array_destroy(array), KERNELC_OK);
    EXPECT_EQ(kernelc_context_destroy(context), KERNELC_OK);
  }
  std::vector<float> Values() const {
    std::vector<float> values(100);
    EXPECT_EQ(kernelc_array_read(array, values.data(), 400, nullptr), KERNELC_OK);
    return values;
  }

  kernelc_context context = nullptr;
  kernelc_array array = nullptr;
};

TEST_F(RandomCApiTest, FillsFromTheDevicesGenerator) {
  ASSERT_EQ(kernelc_random_seed(context, 11), KERNELC_OK);
  ASSERT_EQ(kernelc_random_uniform(array, 0, 1, nullptr), KERNELC_OK);
  const std::vector<float> uniform = Values();
  kernelc_random_state state = {.struct_size = sizeof state, .seed = 0, .offset = 0};
  ASSERT_EQ(kernelc_random_get_state(context, &state), KERNELC_OK);
  EXPECT_EQ(state.seed, 11u);
  EXPECT_EQ(state.offset, 25u);
  ASSERT_EQ(kernelc_random_normal(array, 0, 1, nullptr), KERNELC_OK);
  const std::vector<float> normal = Values();
  ASSERT_EQ(kernelc_random_exponential(array, 2, nullptr), KERNELC_OK);
  EXPECT_NE(Values(), normal);
  ASSERT_EQ(kernelc_random_set_state(context, &state), KERNELC_OK);
  ASSERT_EQ(kernelc_random_normal(array, 0, 1, nullptr), KERNELC_OK);
  EXPECT_EQ(Values(), normal);

  Generator generator(11);
  const DeviceArray<float> expected(Context("cpu"), Dims{100});
  generator.Uniform(expected);
  EXPECT_EQ(expected.ToVector(), uniform);
}

TEST_F(RandomCApiTest, WrongUsesHaveAStatusAndAMessage) {
  EXPECT_EQ(kernelc_random_integers(array, 0, 5, nullptr), KERNELC_TYPE_MISMATCH);
  const std::string message = kernelc_last_error_message();
  EXPECT_NE(message.find("float32"), std::string::npos) << message;
  EXPECT_EQ(kernelc_random_permutation(array, nullptr), KERNELC_TYPE_MISMATCH);
  EXPECT_EQ(kernelc_random_uniform(nullptr, 0, 1, nullptr), KERNELC_INVALID_HANDLE);
  EXPECT_EQ(kernelc_random_uniform(array, 1, 0, nullptr), KERNELC_INVALID_ARGUMENT);
  EXPECT_EQ(kernelc_random_set_state(context, nullptr), KERNELC_INVALID_ARGUMENT);
  EXPECT_EQ(kernelc_random_get_state(context, nullptr), KERNELC_INVALID_ARGUMENT);
}

}  // namespace
}  // namespace kernelc
