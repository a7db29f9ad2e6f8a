#include "tests/file_test/runner.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <ostream>

namespace kernelc::file_test {
namespace {

namespace fs = std::filesystem;
using Strings = std::vector<std::string>;

class RunnerTest : public testing::Test {
 protected:
  RunnerTest() : folder_(fs::temp_directory_path() / testing::UnitTest::GetInstance()->current_test_info()->name()) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    options_.temporary_folder = folder_ / "tmp";
  }
  ~RunnerTest() override { fs::remove_all(folder_); }

  fs::path Write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return folder_ / name;
  }
  static std::string Read(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  }

  fs::path folder_;
  RunnerOptions options_;
};

// A command with no compiler in it: `print WORD...` writes to stdout, `find FILE` reports each line of the file
// that is `bad` and then fails, `exit N` gives N.
int FakeCommand(std::span<const std::string> args, std::ostream& out, std::ostream& err) {
  if (args[0] == "print") {
    for (const std::string& word : args.subspan(1)) {
      out << word << "\n";
    }
    return 0;
  }
  if (args[0] == "exit") {
    return std::stoi(args[1]);
  }
  std::ifstream file(args[1]);
  int status = 0;
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (line == "bad") {
      err << args[1] << ":" << number << ":1: error: bad [Bad]\n" << line << "\n";
      status = 1;
    }
  }
  return status;
}

TEST_F(RunnerTest, ComparesWholeOutput) {
  const fs::path file = Write("a.py", "# RUN: kernelc print x 'y z'\n# CHECK: x\n# CHECK: y z\n");
  EXPECT_EQ(RunFile(file, FakeCommand, options_).outcome, Outcome::Passed);
  Write("a.py", "# RUN: kernelc print x y\n# CHECK: x\n");
  const Verdict verdict = RunFile(file, FakeCommand, options_);
  EXPECT_EQ(verdict.outcome, Outcome::Failed);
  EXPECT_EQ(verdict.reason, "stdout differs:\n  x\n+ y\n");
}

TEST_F(RunnerTest, FailPrefixIsEnforcedBothWays) {
  const Verdict succeeded =
      RunFile(Write("fail_a.py", "# RUN: kernelc print\n"), FakeCommand, options_);
  EXPECT_EQ(succeeded.outcome, Outcome::Failed);
  EXPECT_NE(succeeded.reason.find("succeeded"), std::string::npos);
  const Verdict failed = RunFile(Write("a.py", "# RUN: kernelc exit 1\n"), FakeCommand, options_);
  EXPECT_EQ(failed.outcome, Outcome::Failed);
  EXPECT_EQ(RunFile(Write("fail_b.py", "# RUN: kernelc exit 1\n"), FakeCommand, options_).outcome,
            Outcome::Passed);
}

TEST_F(RunnerTest, StatusIsCompared) {
  EXPECT_EQ(RunFile(Write("fail_a.py", "# RUN: kernelc exit 2\n"), FakeCommand, options_).outcome,
            Outcome::Failed);
  EXPECT_EQ(RunFile(Write("fail_a.py", "# RUN: kernelc exit 2\n# CHECK-STATUS: 2\n"), FakeCommand,
                    options_)
                .outcome,
            Outcome::Passed);
}

TEST_F(RunnerTest, AnInternalErrorNeverPasses) {
  const Verdict verdict = RunFile(Write("fail_a.py", "# RUN: kernelc exit 4\n# CHECK-STATUS: 4\n"),
                                  FakeCommand, options_);
  EXPECT_EQ(verdict.outcome, Outcome::Failed);
}

TEST_F(RunnerTest, OnlyTheLastCommandMayFail) {
  EXPECT_EQ(RunFile(Write("fail_a.py", "# RUN: kernelc exit 1\n# RUN: kernelc exit 1\n"), FakeCommand,
                    options_)
                .outcome,
            Outcome::Failed);
}

TEST_F(RunnerTest, SubsetIsOrderedAndMayHoldExpressions) {
  const std::string run = "# RUN: kernelc print 'ld.global.nc.f32 %f1' 'add %f2' ret\n";
  const auto outcome = [&](const std::string& checks) {
    return RunFile(Write("a.py", run + checks), FakeCommand, options_).outcome;
  };
  EXPECT_EQ(outcome("# CHECK-SUBSET: ld.global{{.*}} %f{{[0-9]+}}\n# CHECK-SUBSET: ret\n"),
            Outcome::Passed);
  EXPECT_EQ(outcome("# CHECK-SUBSET: ret\n# CHECK-SUBSET: add\n"), Outcome::Failed);
  EXPECT_EQ(outcome("# CHECK-SUBSET: ldXglobal\n"), Outcome::Failed);
  EXPECT_EQ(outcome("# CHECK-NOT: st.global\n"), Outcome::Passed);
  EXPECT_EQ(outcome("# CHECK-NOT: add\n"), Outcome::Failed);
}

TEST_F(RunnerTest, MissingFeatureSkips) {
  const fs::path file = Write("a.py", "# RUN: kernelc print\n# REQUIRES: gpu\n");
  EXPECT_EQ(RunFile(file, FakeCommand, options_).outcome, Outcome::Skipped);
  options_.features.insert("gpu");
  EXPECT_EQ(RunFile(file, FakeCommand, options_).outcome, Outcome::Passed);
}

TEST_F(RunnerTest, FileWithoutCommandFails) {
  EXPECT_EQ(RunFile(Write("a.py", "x\n"), FakeCommand, options_).outcome, Outcome::Failed);
  EXPECT_EQ(RunFile(Write("a.py", "# RUN: ls\n"), FakeCommand, options_).outcome, Outcome::Failed);
}

TEST_F(RunnerTest, UpdateWritesWhatPasses) {
  const fs::path file = Write("fail_a.py", "# RUN: kernelc find %s\nok\nbad\nbad\n");
  EXPECT_EQ(RunFile(file, FakeCommand, options_).outcome, Outcome::Failed);
  const Verdict verdict = UpdateFile(file, FakeCommand, options_);
  EXPECT_EQ(verdict.outcome, Outcome::Passed) << verdict.reason;
  EXPECT_EQ(Read(file),
            "# RUN: kernelc find %s\nok\n"
            "# CHECK-ERR: fail_a.py:[[@LINE+2]]:1: error: bad [Bad]\n# CHECK-ERR: bad\nbad\n"
            "# CHECK-ERR: fail_a.py:[[@LINE+2]]:1: error: bad [Bad]\n# CHECK-ERR: bad\nbad\n");
  EXPECT_EQ(RunFile(file, FakeCommand, options_).outcome, Outcome::Passed);
}

TEST_F(RunnerTest, UpdateFallsBackToTheHeader) {
  // The command reads the file's last line, which must therefore stay the last one.
  const Command last_line = [](std::span<const std::string> args, std::ostream& out, std::ostream&) {
    const std::string text = Read(args[0]);
    out << text.substr(text.rfind('\n') + 1) << "\n";
    return 0;
  };
  const fs::path file = Write("a.py", "# RUN: kernelc %s\nlast");
  EXPECT_EQ(UpdateFile(file, last_line, options_).outcome, Outcome::Passed);
  EXPECT_EQ(Read(file), "# RUN: kernelc %s\n# CHECK: last\nlast");
}

TEST_F(RunnerTest, UpdateLeavesAFileThatCannotPass) {
  int calls = 0;
  const Command changing = [&](std::span<const std::string>, std::ostream& out, std::ostream&) {
    out << ++calls << "\n";
    return 0;
  };
  const std::string text = "# RUN: kernelc\n";
  const fs::path file = Write("a.py", text);
  EXPECT_EQ(UpdateFile(file, changing, options_).outcome, Outcome::Failed);
  EXPECT_EQ(Read(file), text);
}

TEST_F(RunnerTest, OutputDoesNotNameTheCheckout) {
  const fs::path file = Write("a.py", "# RUN: kernelc print %s %t/x %S/other\n"
                                      "# CHECK: a.py\n# CHECK: %t/x\n# CHECK: other\n");
  const Verdict verdict = RunFile(file, FakeCommand, options_);
  EXPECT_EQ(verdict.outcome, Outcome::Passed) << verdict.reason;
}

TEST_F(RunnerTest, FindsTestsButNotInputs) {
  Write("b.py", "# RUN: kernelc\n");
  Write("a.kir", "// RUN: kernelc\n");
  Write("fail_forgotten.py", "");
  Write("other.kir", "kernel @x() {}\n");
  Write("c.txt", "# RUN: kernelc\n");
  fs::create_directories(folder_ / "inputs");
  Write("inputs/d.py", "# RUN: kernelc\n");
  EXPECT_EQ(FindTests(folder_), (std::vector<fs::path>{folder_ / "a.kir", folder_ / "b.py",
                                                       folder_ / "fail_forgotten.py"}));
}

TEST(SplitCommandLineTest, QuotesAndBackslashes) {
  EXPECT_EQ(SplitCommandLine(R"(a  'b "c' "d 'e\"" f\ g '')"),
            (Strings{"a", "b \"c", "d 'e\"", "f g", ""}));
  EXPECT_EQ(SplitCommandLine("  "), Strings{});
}

TEST(DifferenceTest, ShowsChangesWithContext) {
  EXPECT_EQ(Difference({"1", "2", "3", "4", "5", "6", "7", "8", "9"},
                       {"1", "2", "3", "4", "x", "6", "7", "8", "9"}),
            "  2\n  3\n  4\n- 5\n+ x\n  6\n  7\n  8\n  ...\n");
}

}  // namespace
}  // namespace kernelc::file_test
