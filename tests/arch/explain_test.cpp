// Every page of `kernelc explain` is there, and its examples are true: the wrong one gives the kind, the right one gives
// nothing.
#include <gtest/gtest.h>

#include <algorithm>
#include <unistd.h>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "compiler/diag/explain.h"
#include "compiler/diag/renderer.h"
#include "compiler/driver/command.h"
#include "tests/file_test/runner.h"

namespace kernelc::arch {
namespace {

namespace fs = std::filesystem;

// What stands between the first "```python" line after `heading` and its closing fence.
std::string Example(std::string_view page, std::string_view heading) {
  constexpr std::string_view kFence = "```python\n";
  const std::size_t section = page.find("\n" + std::string(heading) + "\n");
  const std::size_t open = page.find(kFence, section);
  if (section == std::string_view::npos || open == std::string_view::npos) {
    return "";
  }
  const std::size_t begin = open + kFence.size();
  return std::string(page.substr(begin, page.find("```", begin) - begin));
}

// The command of a "Shown by `kernelc ...`" line.
std::string CommandOf(std::string_view page) {
  constexpr std::string_view kStart = "Shown by `kernelc ";
  const std::size_t at = page.find(kStart);
  if (at == std::string_view::npos) {
    return "check example.py";
  }
  const std::size_t begin = at + kStart.size();
  return std::string(page.substr(begin, page.find('`', begin) - begin));
}

std::string RunOn(const std::string& example, const std::string& command) {
  const fs::path folder = fs::temp_directory_path() / ("kernelc_explain." + std::to_string(getpid()));
  fs::create_directories(folder);
  std::ofstream(folder / "example.py", std::ios::binary) << example;
  std::vector<std::string> args = file_test::SplitCommandLine(command);
  std::replace(args.begin(), args.end(), std::string("example.py"), (folder / "example.py").string());
  std::ostringstream out;
  std::ostringstream err;
  driver::RunCommand(args, out, err);
  fs::remove_all(folder);
  return err.str();
}

class ExplainTest : public testing::TestWithParam<int> {};

TEST_P(ExplainTest, PageIsTrue) {
  const auto kind = static_cast<diag::Kind>(GetParam());
  const std::string name(diag::kind_info(kind).name);
  const std::string_view page = diag::ExplainPage(kind);
  ASSERT_TRUE(page.starts_with("# " + name + "\n")) << name << " has no page";
  const std::string wrong = Example(page, "## Wrong");
  const std::string right = Example(page, "## Right");
  ASSERT_FALSE(wrong.empty());
  ASSERT_FALSE(right.empty());
  const std::string command = CommandOf(page);
  const std::string printed = RunOn(wrong, command);
  EXPECT_NE(printed.find("[" + name + "]\n"), std::string::npos) << printed;
  EXPECT_EQ(printed.find("internal compiler error"), std::string::npos) << printed;
  EXPECT_EQ(RunOn(right, command), "");
}

INSTANTIATE_TEST_SUITE_P(Kinds, ExplainTest, testing::Range(0, static_cast<int>(diag::Kind::kCount)),
                         [](const testing::TestParamInfo<int>& kind) {
                           return std::string(
                               diag::kind_info(static_cast<diag::Kind>(kind.param)).name);
                         });

TEST(ExplainPagesTest, NoPageWithoutAKind) {
  for (const auto& entry : fs::directory_iterator(fs::path(KERNELC_SOURCE_DIR) / "compiler/diag/explain")) {
    const std::string name = entry.path().stem().string();
    EXPECT_TRUE(name == "README" || diag::FindKind(name) != diag::Kind::kCount) << entry.path();
  }
}

}  // namespace
}  // namespace kernelc::arch
