// Paths that documents, comments and scripts name exist.
#include <fnmatch.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/arch/source_tree.h"

namespace kernelc::arch {
namespace {

namespace fs = std::filesystem;

// What a build or another package makes, and examples, with what they are.
const std::map<std::string, std::string> kElsewhere = {
    {"KernelParser.cpp", "made from the grammar"},
    {"cuda.h", "the CUDA toolkit's"},
    {"grammar/KernelLexer.h", "made from the grammar"},
    {"grammar/KernelParser.h", "made from the grammar"},
    {"kernels/clip.h", "made when the sample is built"},
    {"kernels/columns.h", "made when the sample is built"},
    {"pyrightconfig.json", "a user's file"},
    {"runtime/src/antlr4-runtime.h", "ANTLR's package"},
};

// The endings by which a word of a document is the name of a file of ours.
const std::set<std::string> kSuffixes = {".ast", ".c",  ".cases", ".cmake", ".cpp", ".cu",   ".cuh",
                                         ".def", ".g4", ".h",     ".hpp",   ".in",  ".json", ".kir",
                                         ".ll",  ".md", ".py",    ".pyi",   ".txt"};

// Every file and folder of the tree, relative to its root.
const std::set<std::string>& TreePaths() {
  static const std::set<std::string> paths = [] {
    std::set<std::string> all;
    for (const fs::path& file : FilesBelow(".")) {
      for (fs::path path = file.lexically_normal(); !path.empty(); path = path.parent_path()) {
        all.insert(path.string());
      }
    }
    return all;
  }();
  return paths;
}

const std::set<std::string>& TopFolders() {
  static const std::set<std::string> folders = [] {
    std::set<std::string> all;
    for (const std::string& path : TreePaths()) {
      all.insert(path.substr(0, path.find('/')));
    }
    return all;
  }();
  return folders;
}

bool IsPathCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
         std::string_view("_.*-/{},").find(c) != std::string_view::npos;
}

// `a.{h,cpp}` as `a.h` and `a.cpp`.
std::vector<std::string> Alternatives(const std::string& path) {
  const std::size_t open = path.find('{');
  const std::size_t close = path.find('}', open);
  if (open == std::string::npos || close == std::string::npos) {
    return {path.substr(0, path.find_first_of("{},"))};
  }
  std::vector<std::string> all;
  for (std::size_t begin = open + 1; begin <= close;) {
    const std::size_t end = std::min(path.find(',', begin), close);
    for (const std::string& one : Alternatives(
             path.substr(0, open) + path.substr(begin, end - begin) + path.substr(close + 1))) {
      all.push_back(one);
    }
    begin = end + 1;
  }
  return all;
}

// The path without what follows it in a sentence.
std::string WithoutStops(std::string path) {
  while (!path.empty() && std::string_view("/.,-").find(path.back()) != std::string_view::npos) {
    path.pop_back();
  }
  return path;
}

// Words in capitals and in angle brackets stand for any text, as in `exec_TOPIC.py` and
// `fail_<name>.py`.
std::string AsPattern(const std::string& path) {
  std::string pattern;
  for (std::size_t at = 0; at < path.size();) {
    if (const std::size_t close = path.find('>', at);
        path[at] == '<' && close != std::string::npos) {
      pattern += '*';
      at = close + 1;
      continue;
    }
    std::size_t end = at;
    while (end < path.size() && std::isupper(static_cast<unsigned char>(path[end])) != 0) {
      ++end;
    }
    if (end - at >= 4) {
      pattern += '*';
      at = end;
    } else {
      pattern += path[at++];
    }
  }
  return pattern;
}

bool Matches(const std::string& pattern) {
  return std::any_of(TreePaths().begin(), TreePaths().end(), [&](const std::string& path) {
    return fnmatch(pattern.c_str(), path.c_str(), FNM_PATHNAME) == 0;
  });
}

// True for a path from the root or from a folder above `file`. A program of the tests is named
// without the suffix of its source.
bool Exists(const std::string& path, const fs::path& file) {
  if (kElsewhere.contains(path)) {
    return true;
  }
  std::vector<std::string> wholes = {path};
  for (fs::path folder = file.parent_path(); !folder.empty(); folder = folder.parent_path()) {
    wholes.push_back((folder / path).lexically_normal().string());
  }
  const bool is_pattern = AsPattern(path).find('*') != std::string::npos;
  return std::any_of(wholes.begin(), wholes.end(), [&](const std::string& whole) {
    return TreePaths().contains(whole) || TreePaths().contains(whole + ".cpp") ||
           (is_pattern && Matches(AsPattern(whole)));
  });
}

// True for the end of a path of the tree.
bool EndsAPath(const std::string& path) {
  const std::string pattern = AsPattern(path);
  return std::any_of(TreePaths().begin(), TreePaths().end(), [&](const std::string& whole) {
    return fnmatch(("*/" + pattern).c_str(), whole.c_str(), 0) == 0;
  });
}

// Paths in a line that start with a folder of the root, which no other text does.
std::vector<std::string> RootedPaths(const std::string& line) {
  std::vector<std::string> paths;
  for (std::size_t at = 0; at < line.size();) {
    if (!IsPathCharacter(line[at])) {
      ++at;
      continue;
    }
    const std::size_t begin = at;
    while (at < line.size() && IsPathCharacter(line[at])) {
      ++at;
    }
    const std::string word = line.substr(begin, at - begin);
    const std::size_t slash = word.find('/');
    // Behind a variable or an address it is part of another path.
    const bool continues =
        begin > 0 && std::string_view(":$@<>~").find(line[begin - 1]) != std::string_view::npos;
    // A name in angle brackets, as in `tests/<phase>/...`, stands for any.
    const bool open =
        at < line.size() && std::string_view("<$%").find(line[at]) != std::string_view::npos;
    if (slash != std::string::npos && !continues && TopFolders().contains(word.substr(0, slash))) {
      for (const std::string& path : Alternatives(open ? word.substr(0, word.rfind('/')) : word)) {
        paths.push_back(WithoutStops(path));
      }
    }
  }
  return paths;
}

bool IsData(const fs::path& file) {
  return file.string().starts_with("tests/exec/data") || file.extension() == ".npy" ||
         file.extension() == ".npz";
}

TEST(PathsTest, PathsFromTheRootExist) {
  std::size_t paths = 0;
  for (const fs::path& entry : FilesBelow(".")) {
    const fs::path file = entry.lexically_normal();
    // This file's examples do not exist.
    if (IsData(file) || file == "tests/arch/paths_test.cpp" ||
        file == "tests/arch/used_files_test.cpp") {
      continue;
    }
    std::size_t number = 0;
    for (const std::string& line : LinesOf(file)) {
      ++number;
      for (const std::string& path : RootedPaths(line)) {
        ++paths;
        EXPECT_TRUE(Exists(path, file))
            << file.string() << ":" << number << ": " << path << " does not exist";
      }
    }
  }
  EXPECT_GT(paths, 2000u);
}

// Words in `code` outside of blocks.
std::vector<std::string> CodeWords(const std::string& line) {
  std::vector<std::string> words;
  for (std::size_t open = line.find('`'); open != std::string::npos;) {
    const std::size_t close = line.find('`', open + 1);
    if (close == std::string::npos) {
      break;
    }
    std::string word;
    for (const char c : line.substr(open + 1, close - open - 1) + " ") {
      if (c != ' ') {
        word += c;
      } else if (!word.empty()) {
        words.push_back(WithoutStops(word));
        word.clear();
      }
    }
    open = line.find('`', close + 1);
  }
  return words;
}

bool IsFileName(const std::string& word, bool with_folder) {
  const bool path = std::all_of(word.begin(), word.end(), IsPathCharacter) &&
                    word.find_first_of("*{}") == std::string::npos;
  return path && kSuffixes.contains(fs::path(word).extension().string()) &&
         (!with_folder || word.find('/') != std::string::npos);
}

// The pages for users name their files by bare names; those for engineers name ours.
bool IsForUsers(const fs::path& file) {
  return file == "README.md" || *file.begin() == "docs" ||
         file.string().starts_with("compiler/diag/explain/");
}

TEST(PathsTest, FilesThatPagesNameExist) {
  std::size_t names = 0;
  for (const fs::path& entry : FilesBelow(".", {".md"})) {
    const fs::path file = entry.lexically_normal();
    std::size_t number = 0;
    bool in_block = false;
    for (const std::string& line : LinesOf(file)) {
      ++number;
      if (line.find("```") != std::string::npos) {
        in_block = !in_block;
      } else if (!in_block) {
        for (const std::string& word : CodeWords(line)) {
          if (IsFileName(word, IsForUsers(file))) {
            ++names;
            EXPECT_TRUE(Exists(word, file) || EndsAPath(word))
                << file.string() << ":" << number << ": no " << word;
          }
        }
      }
    }
  }
  EXPECT_GT(names, 300u);
}

// Tables of a folder's files or folders: each name of the first column is there.
TEST(PathsTest, TablesOfFilesNameFiles) {
  std::size_t names = 0;
  for (const fs::path& entry : FilesBelow(".", {".md"})) {
    const fs::path file = entry.lexically_normal();
    bool in_table = false;
    std::size_t number = 0;
    for (const std::string& line : LinesOf(file)) {
      ++number;
      if (!line.starts_with("|")) {
        in_table = false;
      } else if (line.starts_with("| file |") || line.starts_with("| folder |")) {
        in_table = true;
      } else if (in_table && !line.starts_with("| ---")) {
        for (const std::string& word : CodeWords(line.substr(0, line.find('|', 1)))) {
          // A bare suffix is a kind of file.
          const bool is_kind = word.starts_with('.');
          for (const std::string& path :
               is_kind ? std::vector<std::string>{} : Alternatives(word)) {
            ++names;
            EXPECT_TRUE(Exists(WithoutStops(path), file))
                << file.string() << ":" << number << ": no " << path;
          }
        }
      }
    }
  }
  EXPECT_GT(names, 100u);
}

TEST(PathsTest, RulesBite) {
  const fs::path here = "tests/arch/paths_test.cpp";
  EXPECT_FALSE(Exists("tests/arch/no_such_test.cpp", here));
  EXPECT_TRUE(Exists("tests/arch/source_tree.h", here));
  EXPECT_TRUE(Exists("source_tree.h", here));
  EXPECT_TRUE(Exists("tests/arch/paths_test", here));
  EXPECT_TRUE(Exists("compiler/codegen/llvm/emit_FAMILY.cpp", here));
  EXPECT_FALSE(EndsAPath("no_such_test.cpp"));
  EXPECT_EQ(RootedPaths("see tests/arch/a.{h,cpp}, not ${X}/tests/b").size(), 2u);
  EXPECT_EQ(RootedPaths("`tests/<phase>/x`").front(), "tests");
}

}  // namespace
}  // namespace kernelc::arch
