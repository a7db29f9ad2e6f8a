// The code of kernels as text, and what options do to it.
#include "tests/program/support.h"

namespace kernelc::program_test {
namespace {

constexpr const char* kText = R"py(
from numba import cuda
import math

@cuda.jit
def scale(x, factor):
    i = cuda.grid(1)
    if i < x.size:
        x[i] *= math.exp(factor)

@cuda.jit("void(float32[::1])", launch_bounds=(128, 4), max_registers=40)
def bounded(x):
    x[cuda.threadIdx.x] = 1

@cuda.jit("void(float32[::1])", fastmath=True)
def fast(x):
    x[cuda.threadIdx.x] = math.sin(x[0])

@cuda.jit("void(float32[::1])")
def slow(x):
    x[cuda.threadIdx.x] = math.sin(x[0])
)py";

constexpr const char* kSignature = "void(float32[::1], float32)";

JitKernel KernelOf(const char* name, const ProgramOptions& options = {}) {
  return Program::FromSource(kText, "kernels.py", options).kernel(name);
}

bool Holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST(Inspect, EveryFormForATarget) {
  const JitKernel scale = KernelOf("scale");
  EXPECT_TRUE(Holds(scale.Inspect(CodeForm::Kir, "sm_90", kSignature), "scale"));
  EXPECT_TRUE(Holds(scale.Inspect(CodeForm::Llvm, "sm_90", kSignature), "define"));
  const std::string ptx = scale.Inspect(CodeForm::Ptx, "sm_90", kSignature);
  EXPECT_TRUE(Holds(ptx, ".target sm_90")) << ptx;
  EXPECT_TRUE(Holds(ptx, ".entry"));
  EXPECT_TRUE(Holds(scale.Inspect(CodeForm::Llvm, "cpu", kSignature), "x86_64"));
  EXPECT_TRUE(Holds(scale.Inspect(CodeForm::Kir, "cpu:x86-64-v3", kSignature), "scale"));
  EXPECT_ERROR(scale.Inspect(CodeForm::Ptx, "cpu", kSignature), ErrorCode::NotSupported, "GPUs");
  EXPECT_ERROR(scale.Inspect(CodeForm::Ptx, "sm_1", kSignature), ErrorCode::InvalidArgument,
               "`sm_1` is no target: there are sm_75");
  EXPECT_ERROR(scale.Inspect(CodeForm::Ptx, "sm_90"), ErrorCode::TypeMismatch,
               "no signature of its own");
  EXPECT_ERROR(scale.Inspect(CodeForm::Ptx, "sm_90", "void(float32[:"), ErrorCode::TypeMismatch,
               "signature 'void(float32[:'");
}

TEST(Inspect, SassWhereItsToolsAre) {
  std::string sass;
  try {
    sass = KernelOf("bounded").Inspect(CodeForm::Sass, "sm_90");
  } catch (const Error& error) {
    ASSERT_EQ(error.code(), ErrorCode::NotSupported) << error.what();
    GTEST_SKIP() << error.message();
  }
  EXPECT_TRUE(Holds(sass, "EXIT")) << sass;
}

TEST(Inspect, DecoratorOptionsShow) {
  const std::string ptx = KernelOf("bounded").Inspect(CodeForm::Ptx, "sm_90");
  EXPECT_TRUE(Holds(ptx, ".maxntid 128")) << ptx;
  EXPECT_TRUE(Holds(ptx, ".minnctapersm 4")) << ptx;
  EXPECT_TRUE(Holds(ptx, ".maxnreg 40")) << ptx;
  EXPECT_TRUE(Holds(KernelOf("fast").Inspect(CodeForm::Ptx, "sm_90"), "sin.approx"));
  EXPECT_FALSE(Holds(KernelOf("slow").Inspect(CodeForm::Ptx, "sm_90"), "sin.approx"));
}

TEST(Inspect, ProgramOptionsShow) {
  ProgramOptions options;
  options.fastmath = true;
  options.max_registers = 24;
  options.line_info = true;
  const std::string ptx = KernelOf("slow", options).Inspect(CodeForm::Ptx, "sm_90");
  EXPECT_TRUE(Holds(ptx, "sin.approx")) << ptx;
  EXPECT_TRUE(Holds(ptx, ".maxnreg 24")) << ptx;
  EXPECT_TRUE(Holds(ptx, ".loc\t")) << ptx;
  EXPECT_TRUE(Holds(ptx, "kernels.py")) << ptx;
  EXPECT_FALSE(Holds(KernelOf("slow").Inspect(CodeForm::Ptx, "sm_90"), ".loc\t"));
  ProgramOptions debug;
  debug.debug = true;
  EXPECT_TRUE(Holds(KernelOf("slow", debug).Inspect(CodeForm::Ptx, "sm_90"), ".debug_info"));
}

class InspectTest : public OnDevice {};
KC_ON_EACH_DEVICE(InspectTest);

TEST_P(InspectTest, WhatALaunchWouldRun) {
  const JitKernel scale = KernelOf("scale");
  const DeviceArray<float> x(*context, {64});
  const Arg args[] = {x, 2.0F};
  EXPECT_TRUE(Holds(scale.Inspect(CodeForm::Kir, *context, args), "scale"));
  EXPECT_TRUE(Holds(scale.Inspect(CodeForm::Llvm, *context, args), "define"));
  if (is_cpu()) {
    EXPECT_ERROR(scale.Inspect(CodeForm::Sass, *context, args), ErrorCode::NotSupported, "GPUs");
  } else {
    EXPECT_TRUE(Holds(scale.Inspect(CodeForm::Ptx, *context, args), context->device().arch()));
  }
  const Arg wrong[] = {x};
  EXPECT_ERROR(scale.Inspect(CodeForm::Kir, *context, wrong), ErrorCode::TypeMismatch,
               "takes 2 arguments, 1 given");
}

}  // namespace
}  // namespace kernelc::program_test
