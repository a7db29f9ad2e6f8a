#include "compiler/jit/jit.h"

#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>

#include <atomic>
#include <cmath>
#include <cstring>
#include <thread>
#include <vector>

namespace kernelc::jit {
namespace {

// An ELF object of the LLVM IR text, made by LLVM alone.
std::vector<std::byte> Assemble(const std::string& text, const std::string& triple_name) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  auto module = llvm::parseAssemblyString(text, diagnostic, context);
  EXPECT_NE(module, nullptr) << diagnostic.getMessage().str();
  const llvm::Triple triple(triple_name);
  std::string error;
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple, error);
  EXPECT_NE(target, nullptr) << error;
  std::unique_ptr<llvm::TargetMachine> machine(target->createTargetMachine(
      triple, "x86-64-v2", "", llvm::TargetOptions(), llvm::Reloc::PIC_));
  module->setTargetTriple(triple);
  module->setDataLayout(machine->createDataLayout());
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream out(bytes);
  llvm::legacy::PassManager passes;
  machine->addPassesToEmitFile(passes, out, nullptr, llvm::CodeGenFileType::ObjectFile);
  passes.run(*module);
  std::vector<std::byte> object(bytes.size());
  std::memcpy(object.data(), bytes.data(), bytes.size());
  return object;
}

constexpr const char* kTriple = "x86_64-unknown-linux-gnu";

std::unique_ptr<abi::LoadedObject> LoadText(abi::ObjectLoader& loader, const std::string& text) {
  std::string error;
  auto object = loader.Load(Assemble(text, kTriple), &error);
  EXPECT_NE(object, nullptr) << error;
  return object;
}

TEST(JitTest, CallsAFunctionThatReadsConstants) {
  auto loader = MakeObjectLoader();
  auto object = LoadText(*loader, R"(
    @table = internal constant [3 x double] [double 1.5, double 2.5, double 4.0]
    define double @pick(i64 %i) {
      %p = getelementptr double, ptr @table, i64 %i
      %v = load double, ptr %p
      ret double %v
    })");
  auto* pick = reinterpret_cast<double (*)(std::int64_t)>(object->Find("pick"));
  ASSERT_NE(pick, nullptr);
  EXPECT_EQ(pick(2), 4.0);
  EXPECT_EQ(object->Find("absent"), nullptr);
  EXPECT_EQ(object->Find("table"), nullptr);
}

TEST(JitTest, ResolvesMathematicsAndVectorMathematics) {
  auto loader = MakeObjectLoader();
  auto object = LoadText(*loader, R"(
    declare double @erf(double)
    declare <4 x float> @_ZGVbN4v_expf(<4 x float>)
    define double @call_erf(double %x) {
      %r = call double @erf(double %x)
      ret double %r
    }
    define void @call_exp(ptr %p) {
      %x = load <4 x float>, ptr %p, align 4
      %y = call <4 x float> @_ZGVbN4v_expf(<4 x float> %x)
      store <4 x float> %y, ptr %p, align 4
      ret void
    })");
  EXPECT_DOUBLE_EQ(reinterpret_cast<double (*)(double)>(object->Find("call_erf"))(0.25),
                   std::erf(0.25));
  float values[4] = {0.0f, 1.0f, -2.0f, 3.5f};
  reinterpret_cast<void (*)(float*)>(object->Find("call_exp"))(values);
  EXPECT_FLOAT_EQ(values[0], 1.0f);
  EXPECT_NEAR(values[2], std::exp(-2.0f), 1e-6f);
  EXPECT_NEAR(values[3], std::exp(3.5f), 2e-5f);
}

TEST(JitTest, UnknownSymbolIsAnErrorThatNamesIt) {
  auto loader = MakeObjectLoader();
  std::string error;
  auto object = loader->Load(Assemble(R"(
    declare void @kernelc_no_such_function()
    define void @f() {
      call void @kernelc_no_such_function()
      ret void
    })",
                                      kTriple),
                             &error);
  EXPECT_EQ(object, nullptr);
  EXPECT_NE(error.find("kernelc_no_such_function"), std::string::npos) << error;
}

TEST(JitTest, BadObjectsAreErrors) {
  auto loader = MakeObjectLoader();
  std::string error;
  EXPECT_EQ(loader->Load({}, &error), nullptr);
  EXPECT_FALSE(error.empty());
  const std::vector<std::byte> noise(64, std::byte{0x5a});
  error.clear();
  EXPECT_EQ(loader->Load(noise, &error), nullptr);
  EXPECT_FALSE(error.empty());
  // A cut object.
  auto object = Assemble("define void @f() { ret void }", kTriple);
  for (std::size_t size = 0; size < object.size(); size += 37) {
    error.clear();
    EXPECT_EQ(loader->Load(std::span(object).first(size), &error), nullptr) << size;
  }
}

TEST(JitTest, ObjectsOutliveTheLoader) {
  auto loader = MakeObjectLoader();
  auto object = LoadText(*loader, "define i32 @seven() { ret i32 7 }");
  loader.reset();
  EXPECT_EQ(reinterpret_cast<int (*)()>(object->Find("seven"))(), 7);
}

TEST(JitTest, ManyThreadsLoadAtTheSameTime) {
  auto loader = MakeObjectLoader();
  const auto bytes =
      Assemble("define i32 @add(i32 %a, i32 %b) { %c = add i32 %a, %b ret i32 %c }", kTriple);
  std::atomic<int> failures = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&, t] {
      for (int round = 0; round < 50; ++round) {
        std::string error;
        auto object = loader->Load(bytes, &error);
        if (object == nullptr ||
            reinterpret_cast<int (*)(int, int)>(object->Find("add"))(t, round) != t + round) {
          ++failures;
        }
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(failures, 0);
}

}  // namespace
}  // namespace kernelc::jit
