// Where passes of LLVM may find something: they must run wherever they would.
#include <gtest/gtest.h>
#include <llvm/ADT/Any.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SourceMgr.h>

#include <memory>
#include <string>

#include "compiler/codegen/nvptx/pass_needs.h"

namespace kernelc::codegen {
namespace {

// Whether accesses of a function with this body may be joined.
bool MayJoin(const std::string& body) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic fault;
  const std::unique_ptr<llvm::Module> module = llvm::parseAssemblyString(
      "define void @f(ptr %p, ptr %q, i64 %i, i64 %j, i1 %c) {\n" + body + "  ret void\n}\n", fault, context);
  if (module == nullptr) {
    ADD_FAILURE() << fault.getMessage().str();
    return false;
  }
  const llvm::Function* function = module->getFunction("f");
  return MayFindWork("LoadStoreVectorizerPass", llvm::Any(function));
}

constexpr const char* kNext = "  %b = getelementptr i8, ptr %p, i64 4\n";

TEST(PassNeedsTest, AlignedNeighboursMayBeJoined) {
  EXPECT_TRUE(MayJoin(kNext + std::string("  %x = load float, ptr %p, align 8\n  %y = load float, ptr %b, align 4\n")));
  EXPECT_TRUE(
      MayJoin(kNext + std::string("  store float 0.0, ptr %p, align 16\n  store float 1.0, ptr %b, align 4\n")));
  EXPECT_TRUE(MayJoin(
      "  %x = load i8, ptr %p, align 2\n  %n = getelementptr i8, ptr %p, i64 1\n  %y = load i8, ptr %n, align 1\n"));
  // The back end may align what is in a thread's own memory.
  EXPECT_TRUE(
      MayJoin("  %m = alloca [4 x float], align 4\n  %n = getelementptr i8, ptr %m, i64 4\n"
              "  store float 0.0, ptr %m, align 4\n  store float 1.0, ptr %n, align 4\n"));
}

TEST(PassNeedsTest, OtherAccessesStayApart) {
  EXPECT_FALSE(
      MayJoin(kNext + std::string("  %x = load float, ptr %p, align 4\n  %y = load float, ptr %b, align 4\n")));
  EXPECT_FALSE(MayJoin("  %x = load float, ptr %p, align 16\n  %y = load float, ptr %q, align 16\n"));
  // A read and a write, and accesses of two blocks.
  EXPECT_FALSE(MayJoin(kNext + std::string("  %x = load float, ptr %p, align 8\n  store float %x, ptr %b, align 4\n")));
  EXPECT_FALSE(MayJoin(kNext + std::string("  %x = load float, ptr %p, align 8\n  br label %next\nnext:\n"
                                           "  %y = load float, ptr %b, align 4\n")));
}

}  // namespace
}  // namespace kernelc::codegen
