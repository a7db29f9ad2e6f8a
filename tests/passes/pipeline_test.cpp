#include "compiler/passes/pipeline.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "compiler/kir/parser.h"

namespace kernelc::passes {
namespace {

kir::Module ParseModule(std::string_view text) {
  Result<kir::Module> module = kir::Parse(text);
  KC_CHECK(module.ok(), "{}", module.failure().message);
  return std::move(*module);
}

constexpr std::string_view kKernel = R"(
kernel @k(%a: array<float32, 1, C, global>) {
  %0 = call_builtin cuda.grid.x : int64
  %1 = element_ptr %a, %0 [1] : ptr<float32, global>
  %2 = load %1 : float32
  store %1, %2
})";

std::vector<std::string> PassesThatRun(abi::DeviceKind device, unsigned opt_level) {
  kir::Module module = ParseModule(kKernel);
  diag::CollectingConsumer consumer;
  diag::Emitter emitter(consumer);
  std::vector<std::string> names;
  std::vector<PassTime> times;
  PipelineOptions options;
  options.device = device;
  options.opt_level = opt_level;
  options.verify_each = true;
  options.times = &times;
  options.after_pass = [&names](std::string_view pass, const kir::Module&) {
    names.emplace_back(pass);
  };
  RunPipeline(module, options, emitter);
  EXPECT_EQ(times.size(), names.size());
  return names;
}

bool Contains(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

TEST(Pipeline, RunsThePassesOfTheDeviceAndLevel) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(PassesThatRun(abi::DeviceKind::Cuda, 3),
            (Names{"known_overlaps", "insert_checks", "wait_failures", "lower_failures", "inline_calls", "bit_loops",
                   "counting_loops", "version_loops", "wraparound", "version_divisions", "narrow", "index32", "merge_stores",
                   "readonly_noalias"}));
  EXPECT_EQ(PassesThatRun(abi::DeviceKind::Cuda, 1),
            (Names{"known_overlaps", "insert_checks", "wait_failures", "lower_failures", "inline_calls", "wraparound",
                   "readonly_noalias"}));
  EXPECT_EQ(PassesThatRun(abi::DeviceKind::Cuda, 0),
            (Names{"known_overlaps", "insert_checks", "wait_failures", "lower_failures", "inline_calls"}));
  EXPECT_TRUE(Contains(PassesThatRun(abi::DeviceKind::Cpu, 3), "wraparound"));
  EXPECT_FALSE(Contains(PassesThatRun(abi::DeviceKind::Cpu, 0), "wraparound"));
  EXPECT_TRUE(Contains(PassesThatRun(abi::DeviceKind::Cpu, 0), "barrier_regions"));
}

TEST(Pipeline, KeepsTheOrderOfTheTable) {
  const std::vector<std::string_view> all = PassNames();
  std::size_t at = 0;
  for (const std::string& name : PassesThatRun(abi::DeviceKind::Cpu, 3)) {
    while (at < all.size() && all[at] != name) {
      ++at;
    }
    EXPECT_LT(at, all.size()) << name;
  }
}

TEST(Pipeline, VerifiesBeforeTheFirstPass) {
  kir::Module module = ParseModule("kernel @k(%a: int64) { %0 = add %a : int64 }");
  diag::CollectingConsumer consumer;
  diag::Emitter emitter(consumer);
  PipelineOptions options;
  options.verify_each = true;
  try {
    RunPipeline(module, options, emitter);
    FAIL() << "an invalid module went through";
  } catch (const InternalError& error) {
    EXPECT_NE(std::string(error.what()).find("KIR after sema: @k: %0 = add %a : int64: it has 1"),
              std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace kernelc::passes
