// PTX from KIR text: instructions, acceptance by ptxas, targets, kernel information.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <thread>

#include "compiler/builtins/builtins.h"
#include "compiler/codegen/llvm/libdevice.h"
#include "compiler/kir/parser.h"
#include "tests/codegen/nvptx/kir_file.h"

namespace kernelc::test {
namespace {

namespace fs = std::filesystem;
using codegen::CodegenOutput;
using codegen::TargetOptions;

TargetOptions ForArch(std::string arch) {
  TargetOptions options;
  options.arch = std::move(arch);
  return options;
}

const std::vector<KirFile>& Files() {
  static const std::vector<KirFile> files = ReadKirFiles(fs::path(KERNELC_TEST_FOLDER) / "kir");
  return files;
}

class PtxOfFile : public testing::TestWithParam<KirFile> {
 protected:
  void SetUp() override {
    if (!GetParam().needs_libdevice || codegen::HasLibdevice()) {
      return;
    }
    const Result<CodegenOutput> output = EmitText(GetParam().text, ForArch("sm_90"));
    ASSERT_FALSE(output);
    EXPECT_NE(output.failure().message.find("`__nv_"), std::string::npos);
    GTEST_SKIP() << "this build has no libdevice: " << output.failure().message;
  }
};

TEST_P(PtxOfFile, HasInstructions) {
  const Result<CodegenOutput> output = EmitText(GetParam().text, OptionsFor(GetParam(), "sm_90"));
  ASSERT_TRUE(output) << output.failure().message;
  const std::string ptx = PtxOf(*output);
  EXPECT_EQ(CheckPtx(GetParam(), ptx), "") << ptx;
}

// The same text each time, whatever was emitted before and on whatever thread.
TEST_P(PtxOfFile, IsDeterministic) {
  const Result<CodegenOutput> first = EmitText(GetParam().text, OptionsFor(GetParam(), "sm_80"));
  ASSERT_TRUE(first) << first.failure().message;
  std::string other;
  std::thread thread([&other] {
    const Result<CodegenOutput> output = EmitText(GetParam().text, OptionsFor(GetParam(), "sm_80"));
    other = output ? PtxOf(*output) : output.failure().message;
  });
  thread.join();
  EXPECT_EQ(PtxOf(*first), other);
}

std::string FindPtxas() {
  for (const char* candidate : {"/usr/local/cuda/bin/ptxas", "/usr/bin/ptxas"}) {
    if (fs::exists(candidate)) {
      return candidate;
    }
  }
  const char* home = std::getenv("CUDA_HOME");
  const fs::path path = fs::path(home == nullptr ? "" : home) / "bin/ptxas";
  return home != nullptr && fs::exists(path) ? path.string() : "";
}

TEST_P(PtxOfFile, IsAcceptedByPtxas) {
  const std::string ptxas = FindPtxas();
  if (ptxas.empty()) {
    GTEST_SKIP() << "no ptxas on this machine";
  }
  const fs::path folder = fs::path(testing::TempDir());
  std::vector<TargetOptions> targets;
  for (const char* arch :
       {"sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_90a", "sm_100", "sm_120"}) {
    targets.push_back(OptionsFor(GetParam(), arch));
  }
  targets.push_back(OptionsFor(GetParam(), "sm_90"));
  targets.back().opt_level = 0;
  for (const TargetOptions& options : targets) {
    const Result<CodegenOutput> output = EmitText(GetParam().text, options);
    ASSERT_TRUE(output) << output.failure().message;
    const fs::path ptx =
        folder / fmt::format("{}_{}_{}.ptx", GetParam().name, options.arch, options.opt_level);
    std::ofstream(ptx) << PtxOf(*output);
    const std::string command =
        fmt::format("{} -arch {} -o /dev/null {}", ptxas, options.arch, ptx.string());
    EXPECT_EQ(std::system(command.c_str()), 0) << command;
    fs::remove(ptx);
  }
}

INSTANTIATE_TEST_SUITE_P(Kir, PtxOfFile, testing::ValuesIn(Files()),
                         [](const auto& file) { return file.param.name; });

constexpr const char* kEmptyKernel = "kernel @empty() {\n}\n";

TEST(CudaTarget, UnknownNamesListTheKnownOnes) {
  const Result<CodegenOutput> output = EmitText(kEmptyKernel, ForArch("sm_42"));
  ASSERT_FALSE(output);
  EXPECT_NE(output.failure().message.find("unknown GPU architecture `sm_42`"), std::string::npos);
  EXPECT_NE(output.failure().message.find("sm_90a"), std::string::npos);
}

TEST(CudaTarget, PtxVersionIsBounded) {
  TargetOptions options = ForArch("sm_100");
  options.ptx_version = 80;
  const Result<CodegenOutput> too_old = EmitText(kEmptyKernel, options);
  ASSERT_FALSE(too_old);
  EXPECT_EQ(too_old.failure().message, "sm_100 needs PTX 8.6 or later, 8.0 was asked for");

  options = ForArch("sm_80");
  options.ptx_version = 73;
  const Result<CodegenOutput> output = EmitText(kEmptyKernel, options);
  ASSERT_TRUE(output) << output.failure().message;
  EXPECT_NE(PtxOf(*output).find(".version 7.3"), std::string::npos);
}

TEST(CudaTarget, EveryArchitectureWorks) {
  for (const std::string& arch : codegen::CudaArchitectures()) {
    const Result<CodegenOutput> output = EmitText(kEmptyKernel, ForArch(arch));
    ASSERT_TRUE(output) << output.failure().message;
    EXPECT_NE(PtxOf(*output).find(".target " + arch), std::string::npos);
    EXPECT_EQ(output->code.arch, arch);
  }
}

// The failure for a kernel with one array of bytes; empty when there is none.
std::string FailureForArray(const std::string& op, const std::string& space, std::int64_t extent) {
  const Result<CodegenOutput> output =
      EmitText(fmt::format("kernel @k() {{\n  %a = {} [{}] : array<int8, 1, C, {}>\n}}\n", op,
                           extent, space),
               ForArch("sm_90"));
  return output ? std::string() : output.failure().message;
}

TEST(EmitPtx, RefusesTooMuchStaticSharedMemory) {
  EXPECT_EQ(FailureForArray("shared_array", "shared", 49152), "");
  EXPECT_EQ(FailureForArray("shared_array", "shared", 49153),
            "the shared arrays of kernel `k` take 49153 bytes, and a GPU has at most 49152 for "
            "arrays of constant shape; use dynamic shared memory (shape 0)");
  EXPECT_NE(FailureForArray("shared_array", "shared", std::int64_t{1} << 60), "");
}

TEST(EmitPtx, RefusesTooMuchLocalMemory) {
  EXPECT_EQ(FailureForArray("local_array", "local", 1 << 19), "");
  EXPECT_EQ(FailureForArray("local_array", "local", (1 << 19) + 1),
            "a local array takes 524289 bytes, and a thread of a GPU has at most 524288");
}

TEST(EmitPtx, MatrixInstructionsNeedTheirArchitecture) {
  const char* const text =
      "kernel @k(%a: array<float64, 1, C, global>, %x: float64) {\n"
      "  %0 = tuple_make %x, %x : vector<float64, 2>\n"
      "  %1 = call_builtin cuda.mma_m8n8k4_f64 %x, %x, %0 : vector<float64, 2>\n"
      "  %2 = tuple_get %1 [0] : float64\n"
      "  %3 = const 0 : int64\n"
      "  %4 = element_ptr %a, %3 [0] : ptr<float64, global>\n"
      "  store %4, %2\n"
      "}\n";
  const Result<CodegenOutput> refused = EmitText(text, ForArch("sm_75"));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.failure().message,
            "`cuda.mma_m8n8k4_f64` needs sm_80 and PTX 7.0 or later, and the target is sm_75 with PTX 8.0");
  const Result<CodegenOutput> output = EmitText(text, ForArch("sm_80"));
  ASSERT_TRUE(output) << output.failure().message;
  EXPECT_NE(PtxOf(*output).find("mma.sync.aligned.m8n8k4.row.col.f64"), std::string::npos);
}

TEST(EmitPtx, MatrixInstructionsOfOneArchitectureNeedItsName) {
  const char* const text =
      "kernel @k(%a: array<float64, 1, C, global>, %x: float64) {\n"
      "  %0 = tuple_make %x, %x, %x, %x : vector<float64, 4>\n"
      "  %1 = tuple_make %x, %x : vector<float64, 2>\n"
      "  %2 = call_builtin cuda.mma_m16n8k8_f64 %0, %1, %0 : vector<float64, 4>\n"
      "  %3 = tuple_get %2 [0] : float64\n"
      "  %4 = const 0 : int64\n"
      "  %5 = element_ptr %a, %4 [0] : ptr<float64, global>\n"
      "  store %5, %3\n"
      "}\n";
  const Result<CodegenOutput> refused = EmitText(text, ForArch("sm_89"));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.failure().message,
            "`cuda.mma_m16n8k8_f64` needs sm_90 and PTX 7.8 or later, and the target is sm_89 with PTX 8.0");
  EXPECT_TRUE(EmitText(text, ForArch("sm_120")));

  const char* const group = "kernel @k() {\n  call_builtin cuda.wgmma_commit\n}\n";
  for (const char* arch : {"sm_90", "sm_100a"}) {
    const Result<CodegenOutput> other = EmitText(group, ForArch(arch));
    ASSERT_FALSE(other);
    EXPECT_TRUE(other.failure().message.starts_with(
        std::string("`cuda.wgmma_commit` needs sm_90a and PTX 8.0 or later, and the target is ") + arch))
        << other.failure().message;
  }
  const Result<CodegenOutput> output = EmitText(group, ForArch("sm_90a"));
  ASSERT_TRUE(output) << output.failure().message;
  EXPECT_NE(PtxOf(*output).find("wgmma.commit_group.sync.aligned"), std::string::npos);
}

// Every row of builtins.def over floats, in both widths, plain and with fast math: nothing is left
// to be called.
TEST(Builtins, EveryMathRowIsLowered) {
  if (!codegen::HasLibdevice()) {
    GTEST_SKIP() << "this build has no libdevice";
  }
  for (std::size_t i = 0; i < static_cast<std::size_t>(builtins::BuiltinId::kCount); ++i) {
    const builtins::BuiltinInfo& info = builtins::builtin_info(static_cast<builtins::BuiltinId>(i));
    const bool is_unary = info.signature == "F(F)";
    if (!is_unary && info.signature != "F(F, F)") {
      continue;
    }
    for (const char* type : {"float32", "float64"}) {
      for (const char* flags : {"", "fastmath "}) {
        const std::string text = fmt::format(R"(
kernel @k(%x: array<{0}, 1, C, global>) {3}{{
  %i = call_builtin cuda.grid.x : int64
  %p = element_ptr %x, %i [0] : ptr<{0}, global>
  %v = load %p : {0}
  %r = call_builtin {1} %v{2} : {0}
  store %p, %r
}}
)",
                                             type, info.name(), is_unary ? "" : ", %v", flags);
        const Result<CodegenOutput> output = EmitText(text, ForArch("sm_75"));
        ASSERT_TRUE(output) << text << output.failure().message;
        EXPECT_EQ(PtxOf(*output).find(".extern .func"), std::string::npos) << PtxOf(*output);
      }
    }
  }
}

TEST(EmitPtx, KeepsLlvmIr) {
  TargetOptions options = ForArch("sm_75");
  options.keep_llvm_ir = true;
  const Result<CodegenOutput> output = EmitText(kEmptyKernel, options);
  ASSERT_TRUE(output);
  EXPECT_NE(output->llvm_ir.find("define ptx_kernel void @empty"), std::string::npos);
}

TEST(EmitPtx, WritesLinesWhenAsked) {
  SourceManager sources;
  sources.AddText("dir/kernel.py", "first\nsecond\nthird\n");
  Result<kir::Module> module = kir::Parse(R"(
kernel @k(%a: array<int64, 1, C, global>) {
  %i = const 0 : int64 loc(0:6-8)
  %p = element_ptr %a, %i [0] : ptr<int64, global> loc(0:13-15)
  store %p, %i loc(0:13-15)
}
)");
  ASSERT_TRUE(module) << module.failure().message;
  module->functions.front().range = {FileId(0u), 0, 5};
  TargetOptions options = ForArch("sm_90");
  const auto has_line = [&] {
    const Result<CodegenOutput> output = codegen::EmitPtx(*module, &sources, options);
    return output && PtxOf(*output).find(".loc\t1 3 1") != std::string::npos &&
           PtxOf(*output).find("kernel.py") != std::string::npos;
  };
  EXPECT_FALSE(has_line());
  options.line_info = true;
  EXPECT_TRUE(has_line());
  options.debug = true;
  EXPECT_TRUE(has_line());
}

TEST(EmitPtx, ManyThreadsAtOnce) {
  const KirFile& file = Files().front();
  std::vector<std::string> results(8);
  std::vector<std::thread> threads;
  for (std::string& result : results) {
    threads.emplace_back([&result, &file] {
      const Result<CodegenOutput> output = EmitText(file.text, ForArch("sm_90"));
      result = output ? PtxOf(*output) : output.failure().message;
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  for (const std::string& result : results) {
    EXPECT_EQ(result, results.front());
    EXPECT_NE(result.find(".visible .entry"), std::string::npos);
  }
}

TEST(KernelInfo, DescribesThePackedBuffer) {
  const Result<kir::Module> module = kir::Parse(R"(
kernel @k(%flag: bool, %a: array<float32, 2, A, global> {readonly, small}, %z: complex64,
          %t: tuple<int8, array<int64, 1, C, global>>, %none: none,
          %x: float64) max_threads(256) {
  %s = shared_array [10] : array<int8, 1, C, shared>
  %u = shared_array [4, 4] : array<float64, 2, C, shared>
  %d = dynamic_shared_array : array<int8, 1, C, shared>
  %b = tuple_get %t [1] : array<int64, 1, C, global>
  %i = const 0 : int64
  %p = element_ptr %b, %i [0] : ptr<int64, global>
  store %p, %i
  %q = element_ptr %a, %i, %i [0] : ptr<float32, global>
  %v = load %q : float32
}
)");
  ASSERT_TRUE(module) << module.failure().message;
  const abi::KernelInfo info = codegen::MakeKernelInfo(*module, module->functions.front());
  using abi::FieldKind;
  const std::vector<std::tuple<FieldKind, int, unsigned, unsigned>> expected{
      {FieldKind::Value, 0, 0, 1},   {FieldKind::Data, 0, 8, 8},    {FieldKind::Extent, 0, 16, 8},
      {FieldKind::Extent, 1, 24, 8}, {FieldKind::Stride, 0, 32, 8}, {FieldKind::Stride, 1, 40, 8},
      {FieldKind::Value, 0, 48, 8},  {FieldKind::Value, 0, 56, 1},  {FieldKind::Data, 0, 64, 8},
      {FieldKind::Extent, 0, 72, 8}, {FieldKind::Value, 0, 80, 8}};
  ASSERT_EQ(info.fields.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const abi::ParamField& field = info.fields[i];
    EXPECT_EQ(std::make_tuple(field.kind, static_cast<int>(field.dim), field.offset, field.size),
              expected[i])
        << "field " << i;
  }
  EXPECT_EQ(info.param_bytes, 88u);
  EXPECT_EQ(info.static_shared_bytes, 16u + 128u);
  EXPECT_TRUE(info.uses_dynamic_shared);
  EXPECT_EQ(info.max_threads_per_block, 256u);
  EXPECT_FALSE(info.cooperative);
  ASSERT_EQ(info.params.size(), 6u);
  EXPECT_FALSE(info.params[1].written);
  EXPECT_TRUE(info.params[1].type.facts.small);
  EXPECT_TRUE(info.params[3].written);
  EXPECT_EQ(info.params[3].type.elements.size(), 2u);
  EXPECT_EQ(info.params[4].field_count, 0u);
}

TEST(KernelInfo, FollowsWritesThroughCallsAndSlots) {
  const Result<kir::Module> module = kir::Parse(R"(
device @set(%x: array<int64, 1, C, global>, %y: array<int64, 1, C, global>) {
  %i = const 0 : int64
  %p = element_ptr %y, %i [0] : ptr<int64, global>
  %v = load %p : int64
  %q = element_ptr %x, %i [0] : ptr<int64, global>
  store %q, %v
}

kernel @k(%a: array<int64, 1, C, global>, %b: array<int64, 1, C, global>,
          %c: array<int64, 1, C, global>, %f: bool) {
  %s = slot "s" : array<int64, 1, C, global>
  slot_store %s, %a
  if %f {
    slot_store %s, %b
  }
  %m = slot_load %s : array<int64, 1, C, global>
  call @set %m, %c
}
)");
  ASSERT_TRUE(module) << module.failure().message;
  const abi::KernelInfo info = codegen::MakeKernelInfo(*module, module->functions.back());
  std::vector<bool> written;
  for (const abi::ParamInfo& param : info.params) {
    written.push_back(param.written);
  }
  EXPECT_EQ(written, (std::vector<bool>{true, true, false, false}));
}

}  // namespace
}  // namespace kernelc::test
