// A switch over one of our enums has no `default`: where a row is added, the compiler lists what
// must say something about it.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "tests/arch/source_tree.h"

namespace kernelc::arch {
namespace {

// Whose enumerators are not ours, by what stands before `::`.
bool IsForeign(std::string_view scope) {
  return scope.starts_with("llvm::") || scope == "intrinsic" || scope == "dlpack" ||
         // ANTLR's tokens and rules.
         scope == "T" || scope == "P";
}

// `kir::Op` of `kir::Op::Add: return x::y;`; empty for numbers, characters and names without one.
std::string ScopeOf(std::string_view label) {
  std::size_t scope = 0;
  for (std::size_t i = 0; i < label.size() && label[i] != ' '; ++i) {
    if (label[i] == ':' && !label.substr(i).starts_with("::")) {
      break;
    }
    if (label[i] == ':') {
      scope = i;
      ++i;
    }
  }
  return std::string(label.substr(0, scope));
}

// A switch that is open.
struct Switch {
  int depth = 0;
  bool is_ours = false;
  std::size_t default_line = 0;
};

// The lines of every `default:` among enumerators of ours.
std::vector<std::size_t> DefaultsOf(const std::vector<std::string>& lines) {
  std::vector<std::size_t> found;
  std::vector<Switch> open;
  int depth = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string code = CodeOf(lines[i]);
    if (code.find("switch (") != std::string::npos) {
      open.push_back({depth, false, 0});
    }
    const std::size_t label = code.find("case ");
    if (!open.empty() && label != std::string::npos) {
      const std::string scope = ScopeOf(code.substr(label + 5));
      open.back().is_ours = open.back().is_ours || (!scope.empty() && !IsForeign(scope));
    }
    if (!open.empty() && code.find("default:") != std::string::npos) {
      open.back().default_line = i + 1;
    }
    for (const char c : code) {
      depth += c == '{' ? 1 : c == '}' ? -1 : 0;
      if (c == '}' && !open.empty() && depth == open.back().depth) {
        if (open.back().is_ours && open.back().default_line != 0) {
          found.push_back(open.back().default_line);
        }
        open.pop_back();
      }
    }
  }
  return found;
}

TEST(SwitchTest, OverEnumsHaveNoDefault) {
  for (const std::string_view folder : {"compiler", "runtime"}) {
    for (const std::filesystem::path& file : FilesBelow(folder, {".cpp", ".h", ".in"})) {
      for (const std::size_t line : DefaultsOf(LinesOf(file))) {
        ADD_FAILURE() << file.generic_string() << ":" << line
                      << ": list the enumerators, or ask with `if` for the few that count";
      }
    }
  }
}

TEST(SwitchTest, FindsThem) {
  const std::vector<std::string> ours = {"switch (op) {", "  case kir::Op::Add: {", "  }",
                                         "  default:", "}"};
  EXPECT_EQ(DefaultsOf(ours), std::vector<std::size_t>{4});
  const std::vector<std::string> nested = {"switch (op) {",
                                           "  case Op::Add:",
                                           "    switch (c) {",
                                           "      case 'a': return Op::Sub;",
                                           "      default:",
                                           "    }",
                                           "}"};
  EXPECT_TRUE(DefaultsOf(nested).empty());
  const std::vector<std::string> foreign = {"switch (id) {",
                                            "  case llvm::Intrinsic::sin:", "  default:", "}"};
  EXPECT_TRUE(DefaultsOf(foreign).empty());
}

}  // namespace
}  // namespace kernelc::arch
