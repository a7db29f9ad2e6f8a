// Functions of the compiler fit on a screen.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tests/arch/source_tree.h"

namespace kernelc::arch {
namespace {

// Lines between the braces that say something: no comments, blank lines and preprocessor lines. Labels of a
// switch that stand together count as one: they are a list.
constexpr std::size_t kMostLines = 60;

// The code of `line` without blanks around it.
std::string TrimmedCodeOf(std::string_view line) {
  const std::string code = CodeOf(line);
  const std::size_t begin = code.find_first_not_of(' ');
  const std::size_t end = code.find_last_not_of(' ');
  return begin == std::string::npos ? std::string() : code.substr(begin, end - begin + 1);
}

std::size_t IndentOf(std::string_view line) {
  const std::size_t indent = line.find_first_not_of(' ');
  return indent == std::string_view::npos ? line.size() : indent;
}

struct Function {
  std::string name;
  std::size_t line = 0;
  std::size_t length = 0;
};

// The name before the parameters of a head such as `Value Class::Name(int x) const {`; empty for
// what is no function.
std::string NameIn(const std::string& head) {
  const std::size_t open = head.find('(');
  if (open == std::string::npos || head.find("](") != std::string::npos || head.find('=') < open) {
    return {};
  }
  std::size_t begin = open;
  while (begin > 0 && (std::isalnum(static_cast<unsigned char>(head[begin - 1])) != 0 ||
                       head[begin - 1] == '_')) {
    --begin;
  }
  const std::string name = head.substr(begin, open - begin);
  static const std::set<std::string> kOthers = {"",   "for",    "if",     "while",
                                                "do", "switch", "return", "catch"};
  return kOthers.contains(name) ? std::string() : name;
}

// Functions at the margin and in classes, as clang-format lays them out: the brace that closes one
// stands below its head.
std::vector<Function> FunctionsOf(const std::vector<std::string>& lines) {
  std::vector<Function> found;
  for (std::size_t end = 0; end < lines.size(); ++end) {
    const std::size_t indent = IndentOf(lines[end]);
    if (indent > 2 || lines[end].substr(indent) != "}") {
      continue;
    }
    // The head begins with the last line above that stands as far out and is no label, comment or
    // brace.
    std::size_t begin = end;
    while (begin > 0) {
      --begin;
      const std::string code = TrimmedCodeOf(lines[begin]);
      if (!code.empty() && IndentOf(lines[begin]) == indent && code[0] != '#' && code[0] != '}') {
        break;
      }
    }
    std::string head;
    std::size_t line = begin;
    for (; line < end; ++line) {
      const std::string code = TrimmedCodeOf(lines[line]);
      head += code + ' ';
      if (code.ends_with('{')) {
        break;
      }
    }
    Function function{NameIn(head), begin + 1, 0};
    bool follows_label = false;
    for (++line; line < end; ++line) {
      const std::string code = TrimmedCodeOf(lines[line]);
      if (code.empty() || code[0] == '#') {
        continue;
      }
      const bool is_label = code.starts_with("case ") && code.ends_with(':');
      function.length += is_label && follows_label ? 0u : 1u;
      follows_label = is_label;
    }
    if (!function.name.empty()) {
      found.push_back(std::move(function));
    }
  }
  return found;
}

TEST(FunctionLengthTest, FunctionsAreShort) {
  std::size_t functions = 0;
  for (const std::filesystem::path& file : FilesBelow("compiler", {".h", ".cpp"})) {
    for (const Function& function : FunctionsOf(LinesOf(file))) {
      ++functions;
      if (function.length <= kMostLines) {
        continue;
      }
      ADD_FAILURE() << file.generic_string() << ":" << function.line << ": " << function.name
                    << " has " << function.length << " lines; split it";
    }
  }
  // A reader that finds nothing would pass.
  EXPECT_GT(functions, 5000u);
}

TEST(FunctionLengthTest, FindsThem) {
  std::vector<std::string> lines = {"// Says.", "int Class::Sum(int a,", "               int b) {"};
  lines.insert(lines.end(), 57, "  a += b;");
  lines.insert(lines.end(), {"  switch (a) {", "    case 1:", "    case 2:", "      a += b;", "  }"});
  lines.insert(lines.end(), {"  // A comment.", "}", "", "struct Row {", "  int Get() const {",
                             "    return (1);", "  }", "};"});
  const std::vector<Function> found = FunctionsOf(lines);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].name, "Sum");
  EXPECT_EQ(found[0].line, 2u);
  EXPECT_EQ(found[0].length, 61u);
  EXPECT_EQ(found[1].name, "Get");
  EXPECT_EQ(found[1].length, 1u);
}

}  // namespace
}  // namespace kernelc::arch
