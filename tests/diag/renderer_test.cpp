#include "compiler/diag/renderer.h"

#include <gtest/gtest.h>

#include "compiler/diag/explain.h"
#include "compiler/diag/text_width.h"
#include "tests/diag/sample_report.h"

namespace kernelc::diag {
namespace {

TEST(RendererTest, PlaceTextAndUnderline) {
  SampleReport sample("def k(a):\n    a[0] = sin(a, 1)\n");
  sample.Error(sample.Find("sin(a, 1)"), "`sin` takes 1 argument, 2 given").Emit();
  EXPECT_EQ(sample.Text(),
            "k.py:2:12: error: `sin` takes 1 argument, 2 given [SyntaxError]\n"
            "    a[0] = sin(a, 1)\n"
            "           ^~~~~~~~~\n");
}

TEST(RendererTest, LabelsNotesAndHelp) {
  SampleReport sample("x = 1\ny = x.z\n");
  sample.Error(sample.Find("z"), "no attribute `z`")
      .Label(sample.Find("x = 1"), "`x` is an int64 because of this")
      .Note("int64 has no attributes")
      .Help("remove `.z`")
      .Emit();
  EXPECT_EQ(sample.Text(),
            "k.py:2:7: error: no attribute `z` [SyntaxError]\n"
            "y = x.z\n"
            "      ^\n"
            "k.py:1:1: note: `x` is an int64 because of this\n"
            "x = 1\n"
            "~~~~~\n"
            "note: int64 has no attributes\n"
            "help: remove `.z`\n");
}

TEST(RendererTest, TabsBecomeColumns) {
  SampleReport sample("\tx =\ty\n");
  sample.Error(sample.Find("y"), "bad").Emit();
  EXPECT_EQ(sample.Text(),
            "k.py:1:6: error: bad [SyntaxError]\n"
            "    x = y\n"
            "        ^\n");
}

TEST(RendererTest, WideCharactersTakeTwoColumnsAndCountOnce) {
  SampleReport sample("s = '\u65e5\u672c' + e\u0301t\u00e9\n");
  sample.Error(sample.Find("e\u0301t\u00e9"), "bad").Emit();
  EXPECT_EQ(sample.Text(),
            "k.py:1:12: error: bad [SyntaxError]\n"
            "s = '\u65e5\u672c' + e\u0301t\u00e9\n"
            "             ^~~\n");
}

TEST(RendererTest, TerminalEscapesAndInvalidBytesAreSpelledOut) {
  SampleReport sample("a\x1b[31m \xff \u202e b\n");
  sample.Error(sample.Find("b"), "bad").Emit();
  EXPECT_EQ(sample.Text(),
            "k.py:1:12: error: bad [SyntaxError]\n"
            "a\\x1b[31m \\xff \\u202e b\n"
            "                      ^\n");
}

TEST(RendererTest, RangeOverTwoLinesLeavesIndentationOut) {
  SampleReport sample("f(a,\n    b)\n");
  sample.Error(sample.Find("(a,\n    b)"), "bad").Emit();
  EXPECT_EQ(sample.Text(),
            "k.py:1:2: error: bad [SyntaxError]\n"
            "f(a,\n"
            " ^~~\n"
            "    b)\n"
            "    ~~\n");
}

TEST(RendererTest, LongRangeShowsFirstAndLastLine) {
  SampleReport sample("f(\na,\nb,\nc,\nd)\n");
  sample.Error(sample.Range(0, 14), "bad").Emit();
  EXPECT_EQ(sample.Text(),
            "k.py:1:1: error: bad [SyntaxError]\n"
            "f(\n"
            "^~\n"
            "...\n"
            "d)\n"
            "~~\n");
}

TEST(RendererTest, EndOfFile) {
  SampleReport sample("f(");
  sample.Error(sample.Range(2, 2), "unexpected end").Emit();
  EXPECT_EQ(sample.Text(),
            "k.py:1:3: error: unexpected end [SyntaxError]\n"
            "f(\n"
            "  ^\n");
}

TEST(RendererTest, EmptyFileAndRangePastTheEnd) {
  SampleReport sample("");
  sample.Error(sample.Range(0, 0), "empty").Emit();
  sample.Error(sample.Range(7, 9), "past").Emit();
  EXPECT_EQ(sample.Text(),
            "k.py:1:1: error: empty [SyntaxError]\n\n^\n"
            "k.py:1:1: error: past [SyntaxError]\n\n^\n");
}

TEST(RendererTest, RangeOfALineEndStaysOnItsLine) {
  SampleReport sample("x =\r\ny\r\n");
  sample.Error(sample.Range(3, 5), "expression expected").Emit();
  EXPECT_EQ(sample.Text(),
            "k.py:1:4: error: expression expected [SyntaxError]\n"
            "x =\n"
            "   ^\n");
}

TEST(RendererTest, LongLinesAreCutAroundThePlace) {
  SampleReport sample(std::string(1000, 'a') + "!" + std::string(1000, 'b'));
  sample.Error(sample.Find("!"), "bad").Emit();
  const std::string text = sample.Text();
  EXPECT_LT(text.size(), 450u);
  EXPECT_NE(text.find("\n..." + std::string(40, 'a') + "!bbb"), std::string::npos) << text;
  EXPECT_NE(text.find("\n" + std::string(43, ' ') + "^\n"), std::string::npos) << text;
}

TEST(RendererTest, SortsByPlace) {
  SampleReport sample("a b c\n");
  sample.Error(sample.Find("c"), "third").Emit();
  sample.Error(sample.Find("a"), "first").Emit();
  sample.Error({}, "before all").Emit();
  const std::string text = sample.Text();
  EXPECT_TRUE(text.starts_with("error: before all [SyntaxError]\nk.py:1:1: error: first")) << text;
  EXPECT_LT(text.find("first"), text.find("third"));
}

TEST(RendererTest, LimitCountsTheRest) {
  SampleReport sample("abcdef\n");
  for (std::uint32_t i = 0; i < 5; ++i) {
    sample.Error(sample.Range(i, i + 1), "bad").Emit();
  }
  RenderOptions options;
  options.max_shown = 2;
  EXPECT_TRUE(sample.Text(options).ends_with("k.py:1:2: error: bad [SyntaxError]\n"
                                             "abcdef\n"
                                             " ^\n"
                                             "3 more errors\n"));
  options.max_shown = 4;
  EXPECT_TRUE(sample.Text(options).ends_with("\n1 more error\n"));
  options.max_shown = 0;
  EXPECT_EQ(sample.Text(options).find("more"), std::string::npos);
}

TEST(RendererTest, FailuresHaveNoPlace) {
  Report report;
  report.failures.push_back("cannot open `x.py`: No such file or directory");
  EXPECT_EQ(RenderText(report), "error: cannot open `x.py`: No such file or directory\n");
}

TEST(RendererTest, RemarksStandBehindDiagnosticsAndBeforeFailures) {
  Report report;
  report.failures.push_back("no driver");
  report.remarks.push_back({"not checked", "give types"});
  EXPECT_EQ(RenderText(report), "note: not checked\nhelp: give types\nerror: no driver\n");
}

TEST(RendererTest, ColourChangesNoCharacterOfTheText) {
  SampleReport sample("x = 1\n");
  sample.Error(sample.Find("1"), "bad").Help("good").Emit();
  RenderOptions options;
  options.color = true;
  std::string colored = sample.Text(options);
  EXPECT_NE(colored.find("\033[1;31merror:"), std::string::npos);
  for (std::size_t at; (at = colored.find('\033')) != std::string::npos;) {
    colored.erase(at, colored.find('m', at) - at + 1);
  }
  EXPECT_EQ(colored, sample.Text());
}

TEST(RendererTest, FormatsByName) {
  Format format = Format::Text;
  EXPECT_TRUE(ParseFormat("sarif", format));
  EXPECT_EQ(format, Format::Sarif);
  EXPECT_FALSE(ParseFormat("xml", format));
}

TEST(TextWidthTest, CodePoints) {
  EXPECT_EQ(CodePointWidth('a'), 1u);
  EXPECT_EQ(CodePointWidth(0x301), 0u);
  EXPECT_EQ(CodePointWidth(0x4e00), 2u);
  EXPECT_EQ(CodePointWidth(0x1f600), 2u);
  EXPECT_EQ(CodePointWidth(0x10ffff), 1u);
}

TEST(TextWidthTest, InvalidUtf8NeverReadsPastTheEnd) {
  for (const std::string_view bytes :
       {"\xe2\x82", "\xc0\x80", "\xed\xa0\x80", "\xf5\x80\x80\x80", "\x80"}) {
    std::size_t covered = 0;
    for (const Cell& cell : SplitIntoCells(bytes, 4)) {
      EXPECT_EQ(cell.text.substr(0, 2), "\\x");
      covered += cell.length;
    }
    EXPECT_EQ(covered, bytes.size());
  }
}

TEST(KindsTest, FoundByNameInAnyCase) {
  EXPECT_EQ(FindKind("SyntaxError"), Kind::SyntaxError);
  EXPECT_EQ(FindKind("syntaxerror"), Kind::SyntaxError);
  EXPECT_EQ(FindKind("Syntax"), Kind::kCount);
}

TEST(KindsTest, PagesAreEmbedded) {
  EXPECT_TRUE(ExplainPage(Kind::SyntaxError).starts_with("# SyntaxError\n"));
}

}  // namespace
}  // namespace kernelc::diag
