// docs/builtins.md and the declarations are what the tables of the compiler give.
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "compiler/driver/command.h"
#include "tests/arch/source_tree.h"

namespace kernelc::arch {
namespace {

std::string Printed(const std::string& flag) {
  const std::vector<std::string> args = {"builtins", flag};
  std::ostringstream out;
  std::ostringstream err;
  EXPECT_EQ(driver::RunCommand(args, out, err), 0) << err.str();
  return out.str();
}

TEST(ReferenceTest, PageIsUpToDate) {
  EXPECT_EQ(TextOf("docs/builtins.md"), Printed("--markdown"))
      << "run: kernelc builtins --markdown > docs/builtins.md";
}

TEST(ReferenceTest, DeclarationsAreUpToDate) {
  EXPECT_EQ(TextOf("stdlib/stubs/kernelc/__init__.pyi"), Printed("--pyi"))
      << "run: kernelc builtins --pyi > stdlib/stubs/kernelc/__init__.pyi";
}

}  // namespace
}  // namespace kernelc::arch
