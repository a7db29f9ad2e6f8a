// What the text of every file keeps to: lengths, words, links.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "tests/arch/source_tree.h"

namespace kernelc::arch {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxLines = 600;
constexpr std::size_t kMaxColumns = 140;

// Longer files, with the reason.
const std::map<std::string, std::string> kLongFiles = {};

std::vector<fs::path> SourceFiles() {
  std::vector<fs::path> files;
  for (const std::string_view top : {"compiler", "runtime", "tests", "samples", "bench"}) {
    for (const fs::path& file : FilesBelow(top, {".h", ".cpp", ".cu"})) {
      files.push_back(file);
    }
  }
  return files;
}

TEST(LengthTest, FilesAreShort) {
  std::set<std::string> long_files;
  for (const fs::path& file : SourceFiles()) {
    const std::size_t lines = LinesOf(file).size();
    if (lines > kMaxLines) {
      long_files.insert(file.string());
      EXPECT_TRUE(kLongFiles.contains(file.string()))
          << file.string() << " has " << lines << " lines; split it by family";
    }
  }
  for (const auto& [file, reason] : kLongFiles) {
    EXPECT_TRUE(long_files.contains(file)) << file << " is no longer long; drop its exemption";
  }
}

TEST(LengthTest, LinesAreNotWide) {
  for (const fs::path& file : SourceFiles()) {
    std::size_t number = 0;
    for (const std::string& line : LinesOf(file)) {
      ++number;
      // Text in a string literal, such as a kernel or a URL, cannot always be broken.
      const bool literal = line.find('"') != std::string::npos;
      EXPECT_TRUE(line.size() <= kMaxColumns || literal)
          << file.string() << ":" << number << ": " << line.size() << " columns";
      EXPECT_EQ(line.find('\t'), std::string::npos) << file.string() << ":" << number << ": a tab";
    }
  }
}

// Each word is split, so that this file does not hold it.
struct ForbiddenWord {
  std::string word;
  std::string_view reason;
};
const ForbiddenWord kForbidden[] = {
    {"TO" "DO", "finish it or write an issue"},
    {"FIX" "ME", "finish it or write an issue"},
    {"XX" "X", "finish it or write an issue"},
    {"HA" "CK", "say what it does and why"},
    {"st" "ub", "nothing here is a placeholder"},
    {"place" "holder", "nothing here is a placeholder"},
    {"as" "sert(", "use KC_CHECK"},
    {"abort" "()", "use KC_CHECK"},
};

TEST(WordsTest, SourcesHoldNoForbiddenWord) {
  for (const fs::path& file : SourceFiles()) {
    // A Python kernel in a C++ string may have any word; so may this table.
    if (file.string() == "tests/arch/text_test.cpp") {
      continue;
    }
    std::size_t number = 0;
    for (const std::string& line : LinesOf(file)) {
      ++number;
      for (const ForbiddenWord& forbidden : kForbidden) {
        const bool is_call = forbidden.word.back() == '(' || forbidden.word.back() == ')';
        const bool held = is_call ? line.find(" " + forbidden.word) != std::string::npos
                                  : HoldsWord(line, forbidden.word);
        EXPECT_FALSE(held) << file.string() << ":" << number << ": `" << forbidden.word
                           << "`: " << forbidden.reason;
      }
    }
  }
}

// Paths of one machine and talk of how the work went have no place in the tree.
TEST(WordsTest, NoFileNamesAMachine) {
  const std::string words[] = {"TO" "DO", "FIX" "ME", "sess" "ion", "help" "er agent"};
  const std::string paths[] = {"/wo" "rk/", "/tmp/b" "/", "/tmp/br" "ief", "/ro" "ot/", "/ho" "me/"};
  for (const fs::path& file : FilesBelow(".")) {
    const std::string text = TextOf(file);
    for (const std::string& path : paths) {
      EXPECT_EQ(text.find(path), std::string::npos) << file.string() << " holds " << path;
    }
    // LLVM's ORC has a class of that name.
    const bool about_orc = text.find("ORC") != std::string::npos;
    for (const std::string& word : words) {
      EXPECT_FALSE(HoldsWord(text, word) && !about_orc) << file.string() << " holds " << word;
    }
  }
}

// The target of a Markdown link, without its anchor; empty when it is not a file of the tree.
std::string LinkTarget(const std::string& text, std::size_t bracket) {
  const std::size_t close = text.find(')', bracket);
  std::string target = text.substr(bracket + 2, close - bracket - 2);
  if (target.find("://") != std::string::npos || target.starts_with("mailto:")) {
    return "";
  }
  return target.substr(0, target.find('#'));
}

TEST(DocsTest, LinksLeadToFiles) {
  std::size_t links = 0;
  for (const fs::path& file : FilesBelow(".", {".md"})) {
    const std::string text = TextOf(file);
    for (std::size_t at = 0; (at = text.find("](", at)) != std::string::npos; ++at) {
      const std::string target = LinkTarget(text, at);
      if (target.empty()) {
        continue;
      }
      ++links;
      EXPECT_TRUE(fs::exists(Root() / file.parent_path() / target))
          << file.string() << " links to " << target << ", which does not exist";
    }
  }
  EXPECT_GT(links, 5u);
}

TEST(DocsTest, FoldersOfTheCompilerAndRuntimeHaveAReadme) {
  for (const std::string_view top : {"compiler", "runtime"}) {
    for (const auto& entry : fs::directory_iterator(Root() / top)) {
      const std::string name = entry.path().filename().string();
      if (entry.is_directory() && name != "include" && name != "docs") {
        EXPECT_TRUE(fs::exists(entry.path() / "README.md")) << top << "/" << name;
      }
    }
  }
}

}  // namespace
}  // namespace kernelc::arch
