// Every file under tests/ is used: it is a golden, something near it names it, or it lies in a
// folder that a test reads as a whole. What is left over is scratch that was committed, or a test
// that nobody runs.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/arch/source_tree.h"

namespace kernelc::arch {
namespace {

namespace fs = std::filesystem;

// A folder of which `reader` takes every file that ends in `suffix`; the reader's text holds
// `said`.
struct ReadAsAWhole {
  std::string folder;
  std::string suffix;
  std::string reader;
  std::string said;
};
const ReadAsAWhole kReadAsAWhole[] = {
    {"tests/codegen/nvptx/kir", ".kir", "tests/codegen/nvptx/ptx_test.cpp", "\"kir\""},
    {"tests/exec/data", ".json", "tests/exec/expectations.cpp", "data"},
    {"tests/fuzz/corpus", ".py", "tests/fuzz/main.cpp", "corpus"},
    {"tests/host/causes", ".txt", "tests/host/plain_programs.py", "causes"},
    {"tests/host/plain", ".txt", "tests/host/plain_programs.py", "plain"},
    {"tests/kir/inputs/invalid", ".kir", "tests/kir/verifier_test.cpp", "\"invalid\""},
    {"tests/kir/inputs/text", ".kir", "tests/kir/round_trip_test.cpp", "\"text\""},
    {"tests/memory/traces", ".trace", "tests/memory/traces_test.cpp", "TRACES"},
    {"tests/oracle/host_state", ".lines", "tests/oracle/exec_host_state.py", "host_state"},
    {"tests/oracle/host_state", ".txt", "tests/oracle/exec_host_state.py", "host_state"},
    {"tests/parse/data/errors", ".cases", "tests/parse/data_test.cpp", "errors"},
    {"tests/parse/data/valid", ".ast", "tests/parse/data_test.cpp", "valid"},
    {"tests/parse/data/valid", ".py", "tests/parse/data_test.cpp", "valid"},
    {"tests/random_programs/regressions", ".py", "tests/random_programs/random_programs_test.cpp",
     "regressions"},
};

// Files that are no text, by their ending, with the reason.
const std::map<std::string, std::string> kBinary = {
    {".npy", "NumPy's own files, to be read"},
    {".npz", "NumPy's own files, to be read"},
};

// Folders whose files with a RUN line are run by the golden runner
// (tests/file_test/CMakeLists.txt).
constexpr std::string_view kGoldenFolders[] = {"parse",  "sema",    "lint",  "kir",
                                               "passes", "codegen", "driver"};

struct Text {
  fs::path file;
  std::string text;
};

// The texts of the tree that may name a file of tests/.
const std::vector<Text>& Texts() {
  static const std::vector<Text> texts = [] {
    std::vector<Text> all;
    for (const std::string_view top : {"tests", "scripts", "cmake", "bench", "samples", ".ci"}) {
      for (const fs::path& file : FilesBelow(top)) {
        // This file's examples are used by nothing.
        if (!kBinary.contains(file.extension().string()) &&
            file != "tests/arch/used_files_test.cpp") {
          all.push_back({file, TextOf(file)});
        }
      }
    }
    return all;
  }();
  return texts;
}

bool IsGolden(const fs::path& file) {
  if (file.extension() != ".py" && file.extension() != ".kir") {
    return false;
  }
  const std::string folder = std::next(file.begin())->string();
  return std::find(std::begin(kGoldenFolders), std::end(kGoldenFolders), folder) !=
             std::end(kGoldenFolders) &&
         TextOf(file).find("RUN: kernelc") != std::string::npos;
}

bool IsReadAsAWhole(const fs::path& file) {
  return std::any_of(std::begin(kReadAsAWhole), std::end(kReadAsAWhole),
                     [&](const ReadAsAWhole& row) {
                       return file.parent_path() == row.folder && file.extension() == row.suffix;
                     });
}

// The scripts that write the data of tests/exec are run by hand, each for its own topic.
bool WritesResults(const fs::path& file) {
  const std::string name = file.stem().string();
  const std::string topic = name.starts_with("exec_") ? name.substr(5) : name;
  return file.parent_path() == "tests/oracle" && file.extension() == ".py" &&
         fs::exists(Root() / "tests/exec/data" / (topic + ".json"));
}

// Named by its folder and name anywhere. By its name alone (a module of Python or a program of
// CMake also without the suffix) only by what lies in its folder or above, and holds the names of
// the folders between: `both` or `double` is a word of any text.
bool IsNamed(const fs::path& path) {
  // A package of Python is its folder.
  const fs::path file = path.filename() == "__init__.py" ? path.parent_path() : path;
  const std::string name = file.filename().string();
  const std::string with_folder = (file.parent_path().filename() / name).string();
  const std::string extension = file.extension().string();
  const std::string stem = extension == ".py" || extension == ".c" ? file.stem().string() : "";
  return std::any_of(Texts().begin(), Texts().end(), [&](const Text& text) {
    if (text.file == file) {
      return false;
    }
    if (HoldsWord(text.text, with_folder)) {
      return true;
    }
    const fs::path way = file.parent_path().lexically_relative(text.file.parent_path());
    const bool leads = std::all_of(way.begin(), way.end(), [&](const fs::path& folder) {
      return folder == "." || HoldsWord(text.text, folder.string());
    });
    return leads && (HoldsWord(text.text, name) || (!stem.empty() && HoldsWord(text.text, stem)));
  });
}

TEST(UsedFilesTest, EveryFileOfTheTestsIsUsed) {
  std::size_t files = 0;
  for (const fs::path& file : FilesBelow("tests")) {
    ++files;
    const std::string name = file.filename().string();
    if (name == "CMakeLists.txt" || name == "README.md") {
      continue;
    }
    EXPECT_TRUE(IsGolden(file) || IsReadAsAWhole(file) || WritesResults(file) || IsNamed(file))
        << file.string()
        << ": no golden runner, build file, include, script or list of a test uses it; remove it, "
           "or add what does"
        << " (a folder that a test reads as a whole has a row in kReadAsAWhole)";
  }
  // A reader that finds nothing would pass.
  EXPECT_GT(files, 1000u);
}

TEST(UsedFilesTest, RulesBite) {
  EXPECT_FALSE(IsNamed("tests/codegen/scratch/errors"));
  EXPECT_FALSE(IsNamed("tests/exec/language/no_such_kernels.py"));
  EXPECT_FALSE(IsGolden("tests/exec/language/blocks.py"));
  EXPECT_FALSE(WritesResults("tests/oracle/exec_no_such_topic.py"));
  EXPECT_TRUE(IsNamed("tests/arch/source_tree.h"));
}

TEST(UsedFilesTest, FoldersReadAsAWholeAreRead) {
  for (const ReadAsAWhole& row : kReadAsAWhole) {
    bool found = false;
    for (const fs::path& file : FilesBelow(row.folder)) {
      found = found || file.extension() == row.suffix;
    }
    EXPECT_TRUE(found) << row.folder << " holds no " << row.suffix << ": its row is stale";
    EXPECT_NE(TextOf(row.reader).find(row.said), std::string::npos)
        << row.reader << " does not say " << row.said;
  }
}

TEST(UsedFilesTest, EveryResultHasItsScript) {
  for (const fs::path& file : FilesBelow("tests/exec/data", {".json"})) {
    const std::string topic = file.stem().string();
    const std::string script = (topic.starts_with("corpus_") ? "" : "exec_") + topic + ".py";
    EXPECT_TRUE(fs::exists(Root() / "tests/oracle" / script))
        << file.string() << " is made by no tests/oracle/" << script;
  }
}

// Programs, libraries, images and whatever else a tool left behind.
TEST(UsedFilesTest, NoBinaryIsCommitted) {
  for (const fs::path& file : FilesBelow(".")) {
    const fs::path path = file.lexically_normal();
    if (!kBinary.contains(path.extension().string())) {
      EXPECT_EQ(TextOf(path).find('\0'), std::string::npos) << path.string() << " is no text";
    }
  }
}

// A file that may be run says by what, and what says so may be run.
TEST(UsedFilesTest, ScriptsAreExecutable) {
  for (const std::string_view top : {"scripts", "tests", "cmake", "bench", "samples", ".ci"}) {
    for (const fs::path& file : FilesBelow(top)) {
      const bool says_by_what = TextOf(file).starts_with("#!");
      const bool may_run = access((Root() / file).c_str(), X_OK) == 0;
      EXPECT_EQ(says_by_what, may_run) << file.string();
    }
  }
}

}  // namespace
}  // namespace kernelc::arch
