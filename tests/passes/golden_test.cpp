#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "tests/file_test/runner.h"
#include "tests/passes/pass_command.h"

namespace kernelc::passes {
namespace {

class GoldenTest : public testing::TestWithParam<std::string> {};

std::vector<std::string> GoldenPaths() {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(GoldenFolder())) {
    if (entry.path().extension() == ".kir") {
      paths.push_back(entry.path().string());
    }
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::string TestName(const testing::TestParamInfo<std::string>& info) {
  std::string name = std::filesystem::relative(info.param, GoldenFolder()).replace_extension();
  std::replace_if(
      name.begin(), name.end(), [](char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

TEST_P(GoldenTest, Matches) {
  file_test::RunnerOptions options;
  options.temporary_folder = testing::TempDir();
  const file_test::Verdict verdict =
      update_goldens() ? file_test::UpdateFile(GetParam(), RunPassCommand, options)
                       : file_test::RunFile(GetParam(), RunPassCommand, options);
  EXPECT_EQ(verdict.outcome, file_test::Outcome::Passed) << verdict.reason;
}

INSTANTIATE_TEST_SUITE_P(Passes, GoldenTest, testing::ValuesIn(GoldenPaths()), TestName);

}  // namespace

std::string GoldenFolder() { return std::string(KC_PASSES_TEST_DIR) + "/inputs"; }

bool& update_goldens() {
  static bool update = false;
  return update;
}

}  // namespace kernelc::passes
