#include "tests/file_test/golden_file.h"

#include <gtest/gtest.h>

namespace kernelc::file_test {
namespace {

using Placement = GoldenFile::Placement;
using Strings = std::vector<std::string>;

TEST(GoldenFileTest, ReadsDirectives) {
  const GoldenFile golden(
      "# RUN: kernelc check %s\n"
      "  # CHECK-ERR: k.py:[[@LINE+1]]:3: error\n"
      "x = 1  # CHECK: not one, it follows code\n"
      "# CHECKED: no directive\n"
      "# CHECK:\n"
      "# CHECK:   two blanks kept\n",
      "#");
  EXPECT_EQ(golden.Texts(Directive::Run), Strings{"kernelc check %s"});
  EXPECT_EQ(golden.Texts(Directive::CheckErr), Strings{"k.py:3:3: error"});
  EXPECT_EQ(golden.Texts(Directive::CheckOut), (Strings{"", "  two blanks kept"}));
}

TEST(GoldenFileTest, KeepsEveryByte) {
  for (const std::string text : {"", "a", "a\r\nb\rc\n\n", "\xff\n\f"}) {
    EXPECT_EQ(GoldenFile(text, "#").contents(), text);
  }
}

TEST(GoldenFileTest, ErrorsGoAboveTheirLine) {
  const GoldenFile golden("# RUN: kernelc check %s\ndef f():\n    return x\n\ny = 1\n", "#");
  const GoldenFile updated =
      golden.Updated("k.py", {}, {"k.py:3:12: error: no `x` [NameError]", "    return x",
                                  "k.py:2:5: note: in `f`", "k.py:5:1: error: bad [Bad]"},
                     1, Placement::NearTheSource);
  EXPECT_EQ(updated.contents(),
            "# RUN: kernelc check %s\n"
            "def f():\n"
            "    # CHECK-ERR: k.py:[[@LINE+3]]:12: error: no `x` [NameError]\n"
            "    # CHECK-ERR:     return x\n"
            "    # CHECK-ERR: k.py:[[@LINE-3]]:5: note: in `f`\n"
            "    return x\n"
            "\n"
            "# CHECK-ERR: k.py:[[@LINE+1]]:1: error: bad [Bad]\n"
            "y = 1\n");
}

TEST(GoldenFileTest, AnUpdateOfAnUpdatedFileChangesNothing) {
  const std::string text =
      "# RUN: kernelc check %s\n"
      "# CHECK-ERR: k.py:[[@LINE+1]]:1: error: bad [Bad]\n"
      "x\n"
      "# CHECK: out\n";
  const GoldenFile golden(text, "#");
  EXPECT_EQ(golden.Updated("k.py", {"out"}, {"k.py:3:1: error: bad [Bad]"}, 1,
                           Placement::NearTheSource)
                .contents(),
            text);
}

TEST(GoldenFileTest, HeaderPlacementStatusAndLineEnds) {
  const GoldenFile golden("# RUN: kernelc build %s\r\nx = '''\r\n", "#");
  EXPECT_EQ(golden.Updated("k.py", {"o"}, {"k.py:2:5: error: e [E]"}, 2, Placement::InTheHeader)
                .contents(),
            "# RUN: kernelc build %s\r\n"
            "# CHECK-STATUS: 2\r\n"
            "# CHECK-ERR: k.py:[[@LINE+2]]:5: error: e [E]\r\n"
            "# CHECK: o\r\n"
            "x = '''\r\n");
}

TEST(GoldenFileTest, StdoutOfASubsetTestIsLeftToItsAuthor) {
  const std::string text = "// RUN: kernelc build %s\n// CHECK-SUBSET: ld.global\n";
  EXPECT_EQ(GoldenFile(text, "//").Updated("k.kir", {"a"}, {}, 0, Placement::NearTheSource).contents(),
            text);
}

TEST(GoldenFileTest, EndsALineBeforeAppending) {
  EXPECT_EQ(GoldenFile("# RUN: kernelc x\ny", "#")
                .Updated("k.py", {"o", "", "k.py:2: no place"}, {}, 0, Placement::NearTheSource)
                .contents(),
            "# RUN: kernelc x\ny\n# CHECK: o\n# CHECK:\n# CHECK: k.py:[[@LINE-3]]: no place\n");
}

TEST(SplitOutputTest, DropsTrailingBlanks) {
  EXPECT_EQ(SplitOutput("a  \n\nb"), (Strings{"a", "", "b"}));
  EXPECT_EQ(SplitOutput(""), Strings{});
}

}  // namespace
}  // namespace kernelc::file_test
