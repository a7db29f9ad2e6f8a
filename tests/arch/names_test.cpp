// Two classes of one name in one namespace are one class to the linker, which keeps the functions of either: no compiler
// says so where no file includes both.
#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <string>
#include <vector>

#include "tests/arch/source_tree.h"

namespace kernelc::arch {
namespace {

// The names of classes that a header defines outside of others, with their namespace in front.
std::vector<std::string> ClassesOf(const std::vector<std::string>& lines) {
  static const std::regex space(R"(^namespace ([\w:]+) \{$)");
  static const std::regex type(R"(^(?:class|struct) (?:KC_\w+ )?(\w+)(?: final)? ?(?::.*|\{.*)$)");
  std::vector<std::string> found;
  std::string current;
  for (const std::string& line : lines) {
    std::smatch match;
    if (std::regex_match(line, match, space)) {
      current = match[1];
    } else if (std::regex_match(line, match, type)) {
      found.push_back(current + "::" + std::string(match[1]));
    }
  }
  return found;
}

TEST(NamesTest, ClassesOfOneNamespaceHaveDifferentNames) {
  std::map<std::string, std::string> files;
  for (const std::string_view folder : {"compiler", "runtime"}) {
    for (const std::filesystem::path& file : FilesBelow(folder, {".h"})) {
      for (const std::string& name : ClassesOf(LinesOf(file))) {
        const auto [found, is_new] = files.emplace(name, file.generic_string());
        EXPECT_TRUE(is_new || found->second == file.generic_string())
            << name << " is in " << found->second << " and in " << file.generic_string();
      }
    }
  }
}

TEST(NamesTest, FindsThem) {
  const std::vector<std::string> lines = {"namespace kernelc::a {", "class Forward;", "struct Plain {", "  struct Inner {",
                                          "class Derived : public Plain {", "class Last final : Plain {"};
  EXPECT_EQ(ClassesOf(lines),
            (std::vector<std::string>{"kernelc::a::Plain", "kernelc::a::Derived", "kernelc::a::Last"}));
}

}  // namespace
}  // namespace kernelc::arch
