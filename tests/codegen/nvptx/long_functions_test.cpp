// What passes whose time grows with the square of a function's length get of long functions. Counts, not times.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/InitializePasses.h>
#include <llvm/PassRegistry.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <memory>
#include <string>

#include "compiler/codegen/llvm/hidden_conditions.h"
#include "compiler/codegen/nvptx/pass_limits.h"
#include "compiler/codegen/nvptx/split_blocks.h"

namespace kernelc::codegen {
namespace {

std::unique_ptr<llvm::Module> Parse(const std::string& text, llvm::LLVMContext& context) {
  llvm::SMDiagnostic fault;
  std::unique_ptr<llvm::Module> module = llvm::parseAssemblyString(text, fault, context);
  EXPECT_NE(module, nullptr) << fault.getMessage().str();
  return module;
}

std::string TextOf(const llvm::Module& module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream, nullptr);
  return text;
}

// `if t > k: p[k] = p[0]` for each k.
std::string Branches(unsigned count) {
  std::string text = "define void @f(i64 %t, ptr %p) {\nentry:\n  br label %b0\n";
  for (unsigned k = 0; k < count; ++k) {
    text += fmt::format(
        "b{0}:\n  %c{0} = icmp sgt i64 %t, {0}\n  br i1 %c{0}, label %then{0}, label %b{1}\n"
        "then{0}:\n  %v{0} = load i64, ptr %p\n  %q{0} = getelementptr i64, ptr %p, i64 {0}\n"
        "  store i64 %v{0}, ptr %q{0}\n  br label %b{1}\n",
        k, k + 1);
  }
  return text + fmt::format("b{}:\n  ret void\n}}\n", count);
}

std::string Straight(unsigned count) {
  std::string text = "define void @f(ptr %p) {\n  %m = alloca i64\n";
  for (unsigned k = 0; k < count; ++k) {
    text += fmt::format("  store i64 {}, ptr %p\n", k);
  }
  return text + "  ret void\n}\n";
}

// How many branches say something of the value that most say something of.
unsigned MostConditions(const llvm::Function& function) {
  llvm::DenseMap<const llvm::Value*, unsigned> counts;
  unsigned most = 0;
  for (const llvm::BasicBlock& block : function) {
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
    if (branch != nullptr && branch->isConditional()) {
      llvm::findValuesAffectedByCondition(
          branch->getCondition(), /*IsAssume=*/false,
          [&](const llvm::Value* value) { most = std::max(most, ++counts[value]); });
    }
  }
  return most;
}

TEST(LongFunctionsTest, CombiningLearnsFromABoundedNumberOfConditions) {
  for (const unsigned count : {kMaxConditions - 1, kMaxConditions, 10 * kMaxConditions, 100 * kMaxConditions}) {
    llvm::LLVMContext context;
    const std::unique_ptr<llvm::Module> module = Parse(Branches(count), context);
    ASSERT_NE(module, nullptr);
    const std::string before = TextOf(*module);
    llvm::Function& function = *module->getFunction("f");
    HideConditions(function);
    EXPECT_FALSE(llvm::verifyModule(*module, &llvm::errs()));
    EXPECT_EQ(MostConditions(function), std::min(count, kMaxConditions));
    ShowConditions(function);
    EXPECT_EQ(TextOf(*module), before);
  }
}

TEST(LongFunctionsTest, BlocksOfTheBackEndAreBounded) {
  for (const unsigned count : {100u, kMaxBlockLength - 2, kMaxBlockLength, 10 * kMaxBlockLength + 5}) {
    llvm::LLVMContext context;
    const std::unique_ptr<llvm::Module> module = Parse(Straight(count), context);
    ASSERT_NE(module, nullptr);
    llvm::Function& function = *module->getFunction("f");
    llvm::FunctionAnalysisManager analyses;
    SplitBlocksPass().run(function, analyses);
    EXPECT_FALSE(llvm::verifyModule(*module, &llvm::errs()));
    std::size_t stores = 0;
    for (const llvm::BasicBlock& block : function) {
      // With its end, and the memory that the function reserves.
      EXPECT_LE(block.size(), kMaxBlockLength + 2);
      stores += static_cast<std::size_t>(llvm::count_if(
          block, [](const llvm::Instruction& inst) { return llvm::isa<llvm::StoreInst>(inst); }));
    }
    EXPECT_EQ(stores, count);
    EXPECT_EQ(function.size() == 1, count < kMaxBlockLength + 1);
    EXPECT_TRUE(llvm::isa<llvm::AllocaInst>(function.getEntryBlock().front()));
  }
}

TEST(LongFunctionsTest, LoadsMoveWhereFewBlocksAreLookedThrough) {
  // By the name that LLVM asks for.
  llvm::initializeCodeGen(*llvm::PassRegistry::getPassRegistry());
  ASSERT_NE(llvm::PassRegistry::getPassRegistry()->getPassInfo(llvm::StringRef("machine-sink")), nullptr);
  for (const auto& [count, moves] : {std::pair(1000u, true), std::pair(5000u, false)}) {
    llvm::LLVMContext context;
    const std::unique_ptr<llvm::Module> module = Parse(Branches(count), context);
    ASSERT_NE(module, nullptr);
    const MachineLimits limits(*module);
    EXPECT_EQ(limits.shouldRunPass("machine-sink", "function (f)"), moves);
    EXPECT_TRUE(limits.shouldRunPass("machine-cse", "function (f)"));
  }
}

TEST(LongFunctionsTest, PassesThatFindLittleAreLeftOut) {
  llvm::LLVMContext context;
  const std::unique_ptr<llvm::Module> shorter = Parse(Straight(15'000), context);
  const std::unique_ptr<llvm::Module> longer = Parse(Straight(25'000), context);
  const std::unique_ptr<llvm::Module> branches = Parse(Branches(1500), context);
  ASSERT_TRUE(shorter != nullptr && longer != nullptr && branches != nullptr);
  const auto leaves_out = [](llvm::StringRef pass, const llvm::Module& module, bool repeated) {
    return IsTooLargeFor(pass, *module.getFunction("f"), repeated);
  };
  EXPECT_FALSE(leaves_out("SCCPPass", *shorter, false));
  EXPECT_TRUE(leaves_out("SCCPPass", *longer, false));
  EXPECT_FALSE(leaves_out("CorrelatedValuePropagationPass", *longer, false));
  EXPECT_TRUE(leaves_out("CorrelatedValuePropagationPass", *longer, true));
  EXPECT_FALSE(leaves_out("ConstraintEliminationPass", *longer, false));
  EXPECT_TRUE(leaves_out("ConstraintEliminationPass", *branches, false));
  EXPECT_FALSE(leaves_out("EarlyCSEPass", *longer, true));
  EXPECT_FALSE(IsLong(*shorter->getFunction("f")));
  EXPECT_TRUE(IsLong(*longer->getFunction("f")));
}

}  // namespace
}  // namespace kernelc::codegen
