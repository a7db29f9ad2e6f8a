// The blocks of every page are what README.md says of their kind: commands are run and print what
// the page shows, kernel files are free of faults, and what cannot be run here is at least parsed.
#include <fnmatch.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "compiler/kir/parser.h"
#include "compiler/kir/printer.h"
#include "tests/arch/source_tree.h"
#include "tests/docs/page.h"

namespace kernelc::docs_test {
namespace {

namespace fs = std::filesystem;

// Blocks with the mark `parsed`: their page, how they begin, and why they are not run.
struct Parsed {
  std::string page;
  std::string begin;
  std::string reason;
};
const Parsed kParsed[] = {
    {"README.md", "scripts/test", "this test is a part of it"},
    {"bench/README.md", "mkdir",
     "takes minutes; tests with label bench run each benchmark on small data"},
    {"bench/suite/README.md", "build/release/bin/bench_suite",
     "takes minutes; a test with label bench runs it on small data"},
    {"compiler/docs/adding_a_builtin.md", "kernelc builtins",
     "writes to the tree; tests/arch/reference_test.cpp compares"},
    {"docs/embedding.md", "import ctypes", "tests/capi/ctypes_test.py is this program with checks"},
    {"docs/runtime.md", "mpirun",
     "starts a program of the reader's; tests/collective has its own under mpirun"},
    {"samples/heat_slabs/README.md", "mpirun",
     "needs torchrun; tests/collective has processes under mpirun"},
    {"samples/*/README.md", "python samples/", "needs Numba and a GPU"},
    {"samples/cmake_project/README.md", "cmake -S",
     "needs an installed tree; tests/package/installed_project builds it"},
    {"scripts/bundle_files/README.md", "bin/kernelc",
     "is about the folder that scripts/bundle makes"},
    {"stdlib/stubs/README.md", "MYPYPATH", "needs mypy"},
    {"tests/README.md",
     "# RUN:", "is tests/sema/names/fail_unknown_name.py, and not free of faults"},
    {"tests/README.md", "build/release/bin/file_test --update", "writes to the tree"},
    {"tests/exec/README.md", "from expectations", "is a part of a script that needs Numba"},
    {"tests/random_programs/README.md", "scripts/random_programs", "takes minutes, and a GPU"},
    {"tests/host/README.md", "tests/host/host_programs.py",
     "takes minutes; ctest compares a part of these programs"},
};

struct Outcome {
  int status = 0;
  std::string output;
};

Outcome RunShell(const std::string& command) {
  Outcome outcome;
  std::FILE* pipe = popen(("( " + command + "\n) 2>&1").c_str(), "r");
  std::array<char, 4096> buffer;
  for (std::size_t count = 0; (count = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) {
    outcome.output.append(buffer.data(), count);
  }
  const int status = pclose(pipe);
  outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128;
  return outcome;
}

// True where the lines are those of the page; "..." on a line of its own stands for any number of
// lines, in a line for any text.
bool Prints(std::vector<std::string> lines, std::vector<std::string> shown) {
  const auto joined = [](const std::vector<std::string>& all) {
    std::string text;
    for (const std::string& line : all) {
      text += line + "\n";
    }
    return text;
  };
  std::string pattern;
  for (const char c : joined(shown)) {
    pattern += std::string_view("*?[]\\").find(c) != std::string_view::npos ? std::string("\\") + c
                                                                            : std::string(1, c);
  }
  for (std::size_t at = 0; (at = pattern.find("...", at)) != std::string::npos; ++at) {
    pattern.replace(at, 3, "*");
  }
  return fnmatch(pattern.c_str(), joined(lines).c_str(), 0) == 0;
}

// A page in a folder of its own: with its files, and the commands of a checkout under the names
// that pages give them.
class PageFolder {
 public:
  PageFolder(std::string page, const std::vector<Block>& blocks) : page_(std::move(page)) {
    std::string folder = (fs::temp_directory_path() / "kernelc_page_XXXXXX").string();
    if (mkdtemp(folder.data()) == nullptr) {
      ADD_FAILURE() << "no temporary folder";
      return;
    }
    folder_ = folder;
    for (const char* sub : {"scripts", ".bin", "build/release"}) {
      fs::create_directories(folder_ / sub);
    }
    fs::create_symlink(KERNELC_COMMAND, folder_ / "scripts/kernelc");
    fs::create_symlink(KERNELC_COMMAND, folder_ / ".bin/kernelc");
    fs::create_symlink(KERNELC_BIN, folder_ / "build/release/bin");
    fs::create_symlink(arch::Root() / "samples", folder_ / "samples");
    for (const Block& block : blocks) {
      if (block.is_file()) {
        fs::create_directories((folder_ / block.mark).parent_path());
        std::ofstream(folder_ / block.mark) << block.text;
      }
    }
  }
  ~PageFolder() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  PageFolder(const PageFolder&) = delete;

  // No GPU: pages show what every machine prints.
  Outcome Run(const std::string& command) const {
    const std::string folder = folder_.string();
    return RunShell("cd '" + folder + "' && export PATH='" + folder +
                    "/.bin':\"$PATH\":/usr/local/cuda/bin CUDA_VISIBLE_DEVICES= NO_COLOR=1" +
                    " KERNELC_CACHE=1 KERNELC_CACHE_DIR='" + folder + "/.cache' && set -e\n" +
                    command);
  }

  void Check(const Block& block) {
    const std::string place = page_ + ":" + std::to_string(block.line) + ": ";
    if (block.language == "sh") {
      CheckCommands(block, place);
    } else if (block.language == "console") {
      CheckConsole(block, place);
    } else if (block.language == "python") {
      CheckKernels(block, place);
    } else if (block.language == "cpp" || block.language == "c" || block.language == "cmake") {
      CheckCompiled(block, place);
    } else if (block.language == "kir") {
      const auto module = kir::Parse(block.text);
      ASSERT_TRUE(module.ok()) << place << module.failure().message;
      EXPECT_EQ(kir::Print(*module), block.text) << place;
    } else if (block.language == "cuda") {
      // Used by the page's commands.
      EXPECT_TRUE(block.is_file()) << place << "CUDA C++ is a file of the page";
    } else {
      EXPECT_EQ(block.language, "text")
          << place << "tests/docs/README.md lists what a block may be";
    }
  }

 private:
  bool IsParsedAlone(const Block& block, const std::string& place) const {
    if (block.mark != "parsed") {
      return false;
    }
    for (const Parsed& row : kParsed) {
      if (fnmatch(row.page.c_str(), page_.c_str(), FNM_PATHNAME) == 0 &&
          block.text.starts_with(row.begin)) {
        return true;
      }
    }
    ADD_FAILURE() << place << "a block that is not run has a row in kParsed with the reason";
    return true;
  }

  void CheckCommands(const Block& block, const std::string& place) const {
    constexpr std::string_view kNeeds = "needs:";
    const bool needs = block.mark.starts_with(kNeeds);
    EXPECT_TRUE(needs || block.mark.empty() || block.mark == "parsed") << place << block.mark;
    const bool has_tool =
        !needs || Run("command -v " + block.mark.substr(kNeeds.size())).status == 0;
    if (IsParsedAlone(block, place) || !has_tool) {
      std::ofstream(folder_ / "block.sh") << block.text;
      const Outcome result = Run("bash -n block.sh");
      EXPECT_EQ(result.status, 0) << place << result.output;
      return;
    }
    const Outcome result = Run(block.text);
    EXPECT_EQ(result.status, 0) << place << result.output;
  }

  void CheckConsole(const Block& block, const std::string& place) const {
    std::vector<std::pair<std::string, std::vector<std::string>>> commands;
    for (const std::string& line : LinesOf(block.text)) {
      if (line.starts_with("$ ")) {
        commands.push_back({line.substr(2), {}});
      } else if (!commands.empty()) {
        commands.back().second.push_back(line);
      }
    }
    EXPECT_FALSE(commands.empty()) << place << "a block of `console` has a line `$ command`";
    for (const auto& [command, shown] : commands) {
      const Outcome result = Run(command);
      EXPECT_LT(result.status, 126) << place << command;
      EXPECT_TRUE(Prints(LinesOf(result.output), shown)) << place << "`" << command << "` prints\n"
                                                         << result.output;
    }
  }

  void CheckKernels(const Block& block, const std::string& place) const {
    std::ofstream(folder_ / "block.py") << block.text;
    const std::string name = block.is_file() ? block.mark : "block.py";
    EXPECT_TRUE(block.is_file() || block.mark.empty() || block.mark == "parsed")
        << place << block.mark;
    const std::string command = IsParsedAlone(block, place)
                                    ? "kernelc build " + name + " --emit ast > /dev/null"
                                    : "kernelc check " + name;
    const Outcome result = Run(command);
    EXPECT_EQ(result.status, 0) << place << result.output;
    // Where types are missing a note says so.
    EXPECT_EQ(result.output.find("warning:"), std::string::npos) << place << result.output;
  }

  void CheckCompiled(const Block& block, const std::string& place) const {
    if (block.mark == "excerpt") {
      EXPECT_TRUE(IsInTheCompiler(block.text)) << place << "these lines stand nowhere in compiler/";
      return;
    }
    const std::string build = arch::TextOf("tests/docs/CMakeLists.txt");
    const std::string what = block.is_file() ? block.mark : "kernelc_page_examples(" + page_ + " ";
    EXPECT_TRUE(block.is_file() || block.language == "cpp")
        << place << "C and CMake are files of the page";
    EXPECT_NE(build.find(page_), std::string::npos)
        << place << "tests/docs/CMakeLists.txt does not name the page";
    EXPECT_NE(build.find(what), std::string::npos)
        << place << "tests/docs/CMakeLists.txt compiles no " << what;
  }

  // Lines of some file, whatever their indentation.
  static bool IsInTheCompiler(const std::string& text) {
    const auto squeezed = [](const std::string& lines) {
      std::string all;
      for (const std::string& line : LinesOf(lines)) {
        all += line.substr(std::min(line.find_first_not_of(' '), line.size())) + "\n";
      }
      return all;
    };
    const std::string wanted = squeezed(text);
    for (const fs::path& file : arch::FilesBelow("compiler", {".cpp"})) {
      if (squeezed(arch::TextOf(file)).find(wanted) != std::string::npos) {
        return true;
      }
    }
    return false;
  }

  std::string page_;
  fs::path folder_;
};

std::vector<std::string> Pages() {
  std::vector<std::string> pages;
  for (const fs::path& file : arch::FilesBelow(".", {".md"})) {
    const std::string page = file.lexically_normal().string();
    // The pages of kernelc explain, which tests/arch/explain_test.cpp runs.
    if (!page.starts_with("compiler/diag/explain/") &&
        !BlocksOf((arch::Root() / file).string()).empty()) {
      pages.push_back(page);
    }
  }
  return pages;
}

class PageTest : public testing::TestWithParam<std::string> {};

TEST_P(PageTest, BlocksAreWhatTheySay) {
  const std::vector<Block> blocks = BlocksOf((arch::Root() / GetParam()).string());
  PageFolder folder(GetParam(), blocks);
  for (const Block& block : blocks) {
    folder.Check(block);
  }
}

INSTANTIATE_TEST_SUITE_P(Docs, PageTest, testing::ValuesIn(Pages()), [](const auto& page) {
  std::string name = page.param;
  for (char& c : name) {
    c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  }
  return name;
});

TEST(PagesTest, EveryExceptionIsUsed) {
  std::size_t blocks = 0;
  std::set<std::string> used;
  for (const std::string& page : Pages()) {
    for (const Block& block : BlocksOf((arch::Root() / page).string())) {
      ++blocks;
      for (const Parsed& row : kParsed) {
        if (block.mark == "parsed" && fnmatch(row.page.c_str(), page.c_str(), FNM_PATHNAME) == 0 &&
            block.text.starts_with(row.begin)) {
          used.insert(row.page + row.begin);
        }
      }
    }
  }
  EXPECT_GT(blocks, 60u);
  for (const Parsed& row : kParsed) {
    EXPECT_TRUE(used.contains(row.page + row.begin))
        << row.page << ": no block `" << row.begin << "` with the mark `parsed`";
  }
}

TEST(PagesTest, ThePageOfTheTestsShowsAGolden) {
  for (const Block& block : BlocksOf((arch::Root() / "tests/README.md").string())) {
    if (block.language == "python") {
      EXPECT_EQ(block.text, arch::TextOf("tests/sema/names/fail_unknown_name.py"));
    }
  }
}

TEST(PagesTest, RulesBite) {
  EXPECT_TRUE(Prints({"a", "b", "c"}, {"a", "...", "c"}));
  EXPECT_TRUE(Prints({"took 1.5 ms [x]"}, {"took ... ms [x]"}));
  EXPECT_FALSE(Prints({"a", "b"}, {"a"}));
  EXPECT_FALSE(Prints({"ab"}, {"a?"}));
  PageFolder folder("x.md", {});
  EXPECT_NE(folder.Run("kernelc rnu").status, 0);
  EXPECT_EQ(folder.Run("exit 3").status, 3);
}

}  // namespace
}  // namespace kernelc::docs_test
