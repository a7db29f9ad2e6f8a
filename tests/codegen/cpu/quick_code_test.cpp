// What unoptimised code is rewritten to: the same program, without calls of functions that are called once and without
// operations that fast selection does not know.
#include "compiler/codegen/cpu/quick_code.h"

#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/SourceMgr.h>

#include <memory>
#include <string>

namespace kernelc::codegen {
namespace {

class QuickCodeTest : public testing::Test {
 protected:
  void Read(const char* text) {
    llvm::SMDiagnostic error;
    module_ = llvm::parseAssemblyString(text, error, context_);
    ASSERT_NE(module_, nullptr) << error.getMessage().str();
  }
  // The module as text; a failure where it is none of LLVM's.
  std::string Text() const {
    std::string text;
    llvm::raw_string_ostream stream(text);
    EXPECT_FALSE(llvm::verifyModule(*module_, &stream)) << text;
    module_->print(stream, nullptr);
    return text;
  }
  std::size_t CountCalls() const {
    std::size_t count = 0;
    for (const llvm::Function& function : *module_) {
      for (const llvm::Instruction& inst : llvm::instructions(function)) {
        count += llvm::isa<llvm::CallInst>(inst) ? 1U : 0U;
      }
    }
    return count;
  }

  llvm::LLVMContext context_;
  std::unique_ptr<llvm::Module> module_;
};

TEST_F(QuickCodeTest, BodiesMoveIntoLoops) {
  Read(R"(
define internal i32 @inner(i32 %n) alwaysinline {
  %slot = alloca i32
  store i32 %n, ptr %slot
  %c = icmp slt i32 %n, 3
  br i1 %c, label %a, label %b
a:
  %x = load i32, ptr %slot
  ret i32 %x
b:
  ret i32 7
}
define internal void @outer(i32 %n, ptr noalias %to) alwaysinline {
  %r = call i32 @inner(i32 %n)
  store i32 %r, ptr %to
  ret void
}
define void @entry(i32 %n, ptr %to) {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  call void @outer(i32 %i, ptr %to)
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}
)");
  MoveFunctionsCalledOnce(*module_);
  EXPECT_EQ(module_->size(), 1U) << Text();
  EXPECT_EQ(CountCalls(), 0U) << Text();
  // Once for all turns of the loop.
  EXPECT_TRUE(llvm::isa<llvm::AllocaInst>(module_->getFunction("entry")->getEntryBlock().front())) << Text();
}

// Linked bitcode has such: structs by value, and memory whose size is computed.
TEST_F(QuickCodeTest, BodiesThatNeedTheirCallStay) {
  Read(R"(
%pair = type { i64, i64 }
define internal i64 @changes_its_copy(ptr byval(%pair) %copy) alwaysinline {
  store i64 100, ptr %copy
  ret i64 7
}
define internal i64 @computes_a_size(i64 %n) alwaysinline {
  %size = add i64 %n, 1
  %memory = alloca i64, i64 %size
  store i64 %n, ptr %memory
  %value = load i64, ptr %memory
  ret i64 %value
}
define i64 @entry(i64 %n) {
  %own = alloca %pair
  store i64 %n, ptr %own
  %a = call i64 @changes_its_copy(ptr byval(%pair) %own)
  %b = call i64 @computes_a_size(i64 %n)
  %kept = load i64, ptr %own
  %sum = add i64 %kept, %b
  ret i64 %sum
}
)");
  MoveFunctionsCalledOnce(*module_);
  EXPECT_EQ(module_->size(), 3U) << Text();
  EXPECT_EQ(CountCalls(), 2U) << Text();
}

TEST_F(QuickCodeTest, FunctionsThatNeverReturn) {
  Read(R"(
define internal i32 @end() alwaysinline {
  unreachable
}
define i32 @entry() {
  %r = call i32 @end()
  %s = add i32 %r, 1
  ret i32 %s
}
)");
  MoveFunctionsCalledOnce(*module_);
  EXPECT_EQ(module_->size(), 1U) << Text();
}

TEST_F(QuickCodeTest, OthersStay) {
  Read(R"(
define internal i32 @twice(i32 %n) alwaysinline {
  ret i32 %n
}
define internal i32 @itself(i32 %n) alwaysinline {
  %r = call i32 @itself(i32 %n)
  ret i32 %r
}
define internal i32 @own(i32 %n) {
  ret i32 %n
}
define i32 @exported(i32 %n) alwaysinline {
  ret i32 %n
}
define internal void @address() alwaysinline {
  ret void
}
define i32 @entry(ptr %to) {
  store ptr @address, ptr %to
  %a = call i32 @twice(i32 1)
  %b = call i32 @twice(i32 2)
  %c = call i32 @own(i32 3)
  %d = call i32 @exported(i32 4)
  ret i32 %d
}
)");
  MoveFunctionsCalledOnce(*module_);
  EXPECT_EQ(module_->size(), 6U) << Text();
  EXPECT_EQ(CountCalls(), 5U) << Text();
}

TEST_F(QuickCodeTest, PlainOperations) {
  Read(R"(
define i1 @entry(i64 %a, i64 %b, i1 %x, i1 %y, <2 x i64> %v) {
  %low = call i64 @llvm.smin.i64(i64 %a, i64 %b)
  %high = call i64 @llvm.umax.i64(i64 %low, i64 %b)
  %wide = call <2 x i64> @llvm.smax.v2i64(<2 x i64> %v, <2 x i64> %v)
  %both = select i1 %x, i1 %y, i1 false
  %any = select i1 %both, i1 true, i1 %y
  %choice = select i1 %any, i1 %x, i1 %y
  %is = icmp eq i64 %high, 0
  %end = select i1 %choice, i1 %is, i1 false
  ret i1 %end
}
)");
  UsePlainOperations(*module_);
  const std::string text = Text();
  EXPECT_NE(text.find("icmp slt i64 %a, %b"), std::string::npos) << text;
  EXPECT_NE(text.find("icmp ugt i64"), std::string::npos) << text;
  EXPECT_NE(text.find("and i1 %x, %y"), std::string::npos) << text;
  EXPECT_NE(text.find("or i1 "), std::string::npos) << text;
  // Vectors and choices between two bools are what they were.
  EXPECT_EQ(CountCalls(), 1U) << text;
  EXPECT_NE(text.find("select i1 %"), std::string::npos) << text;
  EXPECT_NE(text.find(", i1 %x, i1 %y"), std::string::npos) << text;
}

}  // namespace
}  // namespace kernelc::codegen
