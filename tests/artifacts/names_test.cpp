// Kernels, parameters and fields whose names the header keeps apart from its own and from those of C++.
#include <gtest/gtest.h>

#include <sys/sysmacros.h>
#include <vector>

#include "kernelc/runtime.h"
#include "names.h"

namespace kernelc::artifacts_test {
namespace {

using names::names_p_t;

float After(void (*launch)(const LaunchConfig&, const DeviceArray<float>&)) {
  const Context context("cpu");
  const auto out = ToDevice(context, std::vector<float>(1, 0.0F));
  launch({.grid = 1, .block = 1}, out);
  return out.ToVector()[0];
}

TEST(HeaderNames, KernelsKeepTheirNamesWhereTheyCan) {
  EXPECT_EQ(After([](const auto& config, const auto& out) { names::image_(config, out, 1.0F); }), 2.0F);
  EXPECT_EQ(After([](const auto& config, const auto& out) { names::image__(config, out, 1.0F); }), 1.0F);
  EXPECT_EQ(After([](const auto& config, const auto& out) { names::LoadImage_(config, out, 1.0F); }), 3.0F);
  EXPECT_EQ(After([](const auto& config, const auto& out) { names::__asm___(config, out, 4.0F); }), 4.0F);
}

TEST(HeaderNames, ParametersAreWhatTheyAreInTheProgram) {
  EXPECT_EQ(After([](const auto& config, const auto& out) { names::int_(config, out, 5.0F, 2.0F); }), 3.0F);
  EXPECT_EQ(After([](const auto& config, const auto& out) { names::std_(config, out, 1.0F, 2.0F, 3.0F); }), 321.0F);
}

TEST(HeaderNames, FieldsAreToldApart) {
  const Context context("cpu");
  const RecordRef record = generated::Element<names_p_t>::type().record;
  const std::vector<names_p_t> host(1);
  const DeviceArrayAny p = ToDevice(context, std::span<const names_p_t>(host), record);
  names::names({.grid = 1, .block = 1}, p, 1.0F);
  const names_p_t after = ToVector<names_p_t>(p)[0];
  EXPECT_EQ(after.class__, 1.0F);
  EXPECT_EQ(after.class_, 2.0F);
  EXPECT_EQ(after.errno_, 3.0F);
  EXPECT_EQ(after.names_p_t_, 4.0F);
}

}  // namespace
}  // namespace kernelc::artifacts_test
