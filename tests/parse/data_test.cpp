// Tests that are data: data/valid holds files and the trees that CPython prints for them,
// data/errors holds programs with what must be said of them. KERNELC_UPDATE=1 rewrites the
// expectations of data/errors from what the parser says; read the difference before it is
// committed.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "compiler/ast/stored.h"
#include "compiler/ast/walk.h"
#include "tests/parse/parse_test_util.h"

namespace kernelc {
namespace {

namespace fs = std::filesystem;

std::string ReadAll(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::vector<fs::path> FilesIn(const fs::path& folder, const std::string& extension) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == extension) {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

TEST(ParseDataTest, TreesAreCPythons) {
  const std::vector<fs::path> files = FilesIn(fs::path(KC_PARSE_DATA) / "valid", ".py");
  ASSERT_GE(files.size(), 5u);
  for (const fs::path& path : files) {
    const Parsed parsed = ParseString(ReadAll(path));
    EXPECT_EQ(parsed.report(), "") << path;
    fs::path expected = path;
    EXPECT_EQ(parsed.tree() + "\n", ReadAll(expected.replace_extension(".ast"))) << path;
    // Stored and read back, it is the same with its places, which storing it again shows.
    const std::string bytes = ast::Store(*parsed.module);
    const auto loaded = ast::Load(bytes, parsed.file);
    EXPECT_EQ(ast::Print(*loaded), parsed.tree()) << path;
    EXPECT_EQ(ast::Store(*loaded), bytes) << path;
  }
}

std::size_t Count(const std::string& text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) {
    ++count;
  }
  return count;
}

// CPython 3.11, which may be the one at hand, has no tree for the syntax of 3.12; these are its
// statements and parameters.
TEST(ParseDataTest, TypeParametersAreParsed) {
  const Parsed parsed = ParseString(ReadAll(fs::path(KC_PARSE_DATA) / "type_params_312.py"));
  EXPECT_EQ(parsed.report(), "");
  EXPECT_EQ(Count(parsed.tree(), "TypeAlias("), 6u);
  EXPECT_EQ(Count(parsed.tree(), "TypeVar("), 7u);
  EXPECT_EQ(Count(parsed.tree(), "TypeVarTuple("), 2u);
  EXPECT_EQ(Count(parsed.tree(), "ParamSpec("), 2u);
}

// One program of a .cases file: "=== name", the program, "---", what is said of it.
struct Case {
  std::string name;
  std::string program;
  std::string expected;
};

std::vector<Case> ReadCases(const fs::path& path) {
  std::vector<Case> cases;
  std::ifstream in(path, std::ios::binary);
  bool in_expected = false;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("=== ")) {
      cases.push_back({line.substr(4), {}, {}});
      in_expected = false;
    } else if (line == "---") {
      in_expected = true;
    } else if (!cases.empty()) {
      (in_expected ? cases.back().expected : cases.back().program) += line + "\n";
    }
  }
  return cases;
}

void WriteCases(const fs::path& path, const std::vector<Case>& cases) {
  std::ofstream out(path, std::ios::binary);
  for (const Case& item : cases) {
    out << "=== " << item.name << "\n" << item.program << "---\n" << item.expected;
  }
}

TEST(ParseDataTest, ErrorsAreReportedAtTheirPlaces) {
  const std::vector<fs::path> files = FilesIn(fs::path(KC_PARSE_DATA) / "errors", ".cases");
  ASSERT_FALSE(files.empty());
  const bool update = std::getenv("KERNELC_UPDATE") != nullptr;
  for (const fs::path& path : files) {
    std::vector<Case> cases = ReadCases(path);
    for (Case& item : cases) {
      const Parsed parsed = ParseString(item.program);
      EXPECT_FALSE(parsed.diagnostics.empty()) << path << ": " << item.name;
      if (update) {
        item.expected = parsed.report();
      }
      EXPECT_EQ(parsed.report(), item.expected) << path << ": " << item.name << "\n"
                                                << item.program;
    }
    if (update) {
      WriteCases(path, cases);
    }
  }
}

void AddRanges(const ast::Node* node, std::string* out) {
  *out += fmt::format("{} {}-{}\n", ast::node_kind_name(node->kind), node->range.begin, node->range.end);
  ast::ForEachChild(node, [&](const ast::Node* child) { AddRanges(child, out); });
}

std::string Ranges(const Parsed& parsed) {
  std::string out;
  for (const ast::Stmt* statement : parsed.module->body()) {
    AddRanges(statement, &out);
  }
  return out;
}

void ExpectSameByGrammarAlone(const std::string& text, const std::string& name) {
  const Parsed parsed = ParseString(text);
  parse::ParseOptions options;
  options.by_grammar_alone = true;
  const Parsed by_grammar = ParseString(text, options);
  EXPECT_EQ(parsed.tree(), by_grammar.tree()) << name;
  EXPECT_EQ(Ranges(parsed), Ranges(by_grammar)) << name;
  EXPECT_EQ(parsed.report(), by_grammar.report()) << name;
}

// The short way of plain tokens and literals gives what the generated lexer and parser give.
TEST(ParseDataTest, TheShortWayGivesTheSame) {
  std::size_t count = 0;
  for (const auto& entry : fs::recursive_directory_iterator(KC_TESTS)) {
    const fs::path& path = entry.path();
    if (path.extension() == ".py") {
      ExpectSameByGrammarAlone(ReadAll(path), path);
      ++count;
    } else if (path.extension() == ".cases") {
      for (const Case& item : ReadCases(path)) {
        ExpectSameByGrammarAlone(item.program, item.name);
        ExpectSameByGrammarAlone("A = 1\n" + item.program + "B = [2, -3]\n", item.name);
        count += 2;
      }
    }
  }
  EXPECT_GT(count, 500u);
}

TEST(ParseDataTest, TheShortWayGivesTheSameForLiterals) {
  for (const char* value :
       {"1", "-1", "+1.5", "- -1", "~1", "0", "00", "01", "0x1f", "1_000", "1__0", "1e5", "1.",
        ".5", "1j", "1if x else 2", "1or 2", "'a'", "\"a\"", "'a' 'b'", "'a' f'{b}'", "f'{a}'",
        "b'a'", "u'a'", "r'\\n'", "'\\n\\x41'", "'\\x4'", "'''a\nb'''", "'a", "True", "False",
        "None", "...", "x", "[]", "[1, 2]", "[1, 2,]", "[1,, 2]", "[1 2]", "[,]",
        "[1, [2, (3,)], {}]", "()", "(1)", "(1,)", "((1, 2), 3)", "(1, 2", "(-1, -x)",
        "{1: 2, 'a': [3]}", "{1, 2}", "{1: 2, **x}", "{1: 2,, 3: 4}", "{1: }", "[x for x in y]",
        "[*x]", "1, 2", "1; B = 2", "1 + 2", "1 = 2", "1 # a", "[1,\n  2, # b\n  3]", "\\\n 1",
        "[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]", "match", "print", "lambda: 1",
        "99999999999999999999", "== 1", "= 2"}) {
    for (const char* name :
         {"A", "match", "type", "__debug__", "\u00e4", "A.b", "A[0]", "A: int", "A = B"}) {
      const std::string line = fmt::format("{} = {}", name, value);
      ExpectSameByGrammarAlone(line, line);
      ExpectSameByGrammarAlone(
          line + "\n  C = 3\n" + line + "\nfrom __future__ import annotations\n", line);
      ExpectSameByGrammarAlone("if x:\n  " + line + "\nelse:\n  pass\n", line);
    }
  }
}

// The kinds of the Syntax group and the cases are kept together.
TEST(ParseDataTest, EveryKindOfTheScannerAndTheParserHasACase) {
  std::set<std::string> seen;
  for (const fs::path& path : FilesIn(fs::path(KC_PARSE_DATA) / "errors", ".cases")) {
    for (const Case& item : ReadCases(path)) {
      for (const diag::Diagnostic& diagnostic : ParseString(item.program).diagnostics) {
        seen.insert(std::string(diag::kind_info(diagnostic.kind).name));
      }
    }
  }
  for (const char* kind :
       {"ArgumentOrder",      "DuplicateArgument", "ExpectedBlock",     "ExpectedColon",
        "FStringField",       "InconsistentTabs",  "InvalidCharacter",  "InvalidEncoding",
        "InvalidEscape",      "InvalidNumber",     "InvalidTarget",     "MismatchedBracket",
        "MisplacedStatement", "MixedStrings",      "NestingLimit",      "RepeatedKeyword",
        "StrayBackslash",     "SyntaxError",       "UnclosedBracket",   "UnexpectedIndent",
        "UnindentMismatch",   "UnmatchedBracket",  "UnterminatedString"}) {
    EXPECT_TRUE(seen.contains(kind)) << kind;
  }
}

}  // namespace
}  // namespace kernelc
