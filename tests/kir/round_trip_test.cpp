#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "compiler/kir/parser.h"
#include "compiler/kir/printer.h"
#include "compiler/kir/verifier.h"
#include "tests/kir/case_file.h"

namespace kernelc::kir {
namespace {

// The files are written as the printer writes, so that they are the documentation of the form.
TEST(RoundTrip, FilesPrintAsTheyStand) {
  const std::vector<std::string> paths = FindCaseFiles("text");
  ASSERT_FALSE(paths.empty());
  for (const std::string& path : paths) {
    const std::string text = ReadCaseFile(path);
    const Result<Module> module = Parse(text);
    ASSERT_TRUE(module.ok()) << path << ":" << module.failure().message;
    for (const std::string& fault : Verify(*module)) {
      ADD_FAILURE() << path << ": " << fault;
    }
    const PrintOptions options{text.find(" loc(") != std::string::npos};
    EXPECT_EQ(Print(*module, options), text) << path;
  }
}

TEST(RoundTrip, FilesShowEveryOperation) {
  std::set<Op> seen;
  for (const std::string& path : FindCaseFiles("text")) {
    const Result<Module> module = Parse(ReadCaseFile(path));
    ASSERT_TRUE(module.ok()) << path;
    for (const Function& function : module->functions) {
      for (const Inst& inst : function.insts) {
        seen.insert(inst.op);
      }
    }
  }
  for (std::size_t i = 0; i < static_cast<std::size_t>(Op::kCount); ++i) {
    EXPECT_TRUE(seen.contains(static_cast<Op>(i))) << op_info(static_cast<Op>(i)).text;
  }
}

}  // namespace
}  // namespace kernelc::kir
