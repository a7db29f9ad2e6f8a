// What `kernelc build` makes, in every form, with and without a list of dependencies: made once,
// and again when something that it depends on changes.
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>

#include "compiler/cache/maintenance.h"
#include "tests/cache/support.h"

extern char** environ;

namespace kernelc::cache {
namespace {

constexpr const char* kText =
    "from kernelc import *\n"
    "from helper import factor\n\n"
    "@kernel\ndef k(a: float32[::1], n: int32):\n    i = grid(1)\n    if i < n:\n        a[i] = "
    "a[i] * factor\n\n"
    "@device\ndef f(x):\n    return x * factor\n";

class ArtifactTest : public testing::Test {
 protected:
  void SetUp() override {
    setenv("KERNELC_CACHE_DIR", (folder_ / "cache").c_str(), 1);
    unsetenv("KERNELC_CACHE");
    WriteFile(file(), kText);
    WriteFile(folder_ / "helper.py", "factor = 2.0\n");
  }
  std::string file() const { return folder_ / "k.py"; }

  // `kernelc build` of the file; what it says goes to says_. Gives the exit status.
  int Build(std::vector<std::string> options, const std::string& output) {
    std::vector<std::string> words = {KERNELC_COMMAND, "build",        file(), "-o",
                                      output,          "--time-phases"};
    words.insert(words.end(), options.begin(), options.end());
    std::vector<char*> argv;
    for (std::string& word : words) {
      argv.push_back(word.data());
    }
    argv.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    const std::string says = folder_ / "says";
    posix_spawn_file_actions_addopen(&actions, 2, says.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    pid_t child = 0;
    EXPECT_EQ(posix_spawn(&child, argv[0], &actions, nullptr, argv.data(), environ), 0);
    posix_spawn_file_actions_destroy(&actions);
    int status = -1;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    says_ = ReadFile(says);
    return WEXITSTATUS(status);
  }
  // Nothing was compiled.
  bool hit() const {
    return says_.find("  cache\n") != std::string::npos &&
           says_.find("  sema\n") == std::string::npos;
  }

  const TemporaryFolder folder_;
  std::string says_;
};

struct Form {
  std::vector<std::string> options;
  // Needs what not every machine has.
  bool needs_toolkit = false;
};

std::vector<Form> Forms() {
  const std::vector<std::string> device = {
      "-k", "f", "--device", "--sig", "float32(float32)", "--target", "sm_80"};
  const auto exported = [&](const char* emit) {
    std::vector<std::string> options = device;
    options.insert(options.end(), {"--emit", emit});
    return options;
  };
  return {{{"--emit", "ptx"}},
          {{"--emit", "kir"}},
          {{"--emit", "cuda"}},
          {{"--emit", "llvm"}},
          {{"--emit", "object"}},
          {{"--emit", "image"}},
          {{"--emit", "header"}},
          {{"--emit", "header", "--host-api", "driver", "--target", "sm_80"}},
          {{"--emit", "static-library", "--target", "cpu:x86-64", "--target", "sm_90a"}},
          {exported("ptx")},
          {exported("bitcode")},
          {exported("cuda")},
          {exported("cubin"), true},
          {exported("ltoir"), true},
          {{"--emit", "cubin", "--target", "sm_80"}, true},
          {{"--emit", "image", "--target", "sm_80", "--gpu-code", "both"}, true}};
}

TEST_F(ArtifactTest, EveryFormIsMadeOnce) {
  for (const Form& form : Forms()) {
    SCOPED_TRACE(testing::PrintToString(form.options));
    std::vector<std::string> options = form.options;
    options.insert(options.end(), {"--depfile", folder_ / "d"});
    static_cast<void>(Clear(folder_ / "cache"));
    const int status = Build(options, folder_ / "first");
    if (form.needs_toolkit && status != 0 && says_.find("CUDA toolkit") != std::string::npos) {
      continue;
    }
    ASSERT_EQ(status, 0) << says_;
    EXPECT_FALSE(hit());
    const std::string dependencies = ReadFile(folder_ / "d");
    EXPECT_NE(dependencies.find("k.py"), std::string::npos) << dependencies;
    EXPECT_NE(dependencies.find("helper.py"), std::string::npos) << dependencies;
    ASSERT_EQ(Build(options, folder_ / "first2"), 0) << says_;
    EXPECT_TRUE(hit()) << says_;
    EXPECT_TRUE(ReadFile(folder_ / "first") == ReadFile(folder_ / "first2"));
    // The output is another.
    const std::string again = ReadFile(folder_ / "d");
    EXPECT_EQ(again.substr(again.find(':')), dependencies.substr(dependencies.find(':')));
    options.emplace_back("--no-cache");
    ASSERT_EQ(Build(options, folder_ / "without"), 0) << says_;
    EXPECT_TRUE(ReadFile(folder_ / "first") == ReadFile(folder_ / "without"));
    const std::string without = ReadFile(folder_ / "d");
    EXPECT_EQ(without.substr(without.find(':')), dependencies.substr(dependencies.find(':')));
  }
}

TEST_F(ArtifactTest, AnImportedModuleCounts) {
  const std::vector<std::string> options = {"--emit", "cuda", "--depfile", folder_ / "d"};
  ASSERT_EQ(Build(options, folder_ / "a"), 0) << says_;
  EXPECT_NE(ReadFile(folder_ / "a").find("2.0f"), std::string::npos);
  WriteFile(folder_ / "helper.py", "factor = 3.0\n");
  ASSERT_EQ(Build(options, folder_ / "a"), 0) << says_;
  EXPECT_FALSE(hit());
  EXPECT_NE(ReadFile(folder_ / "a").find("3.0f"), std::string::npos);
  // One that now comes before another.
  std::filesystem::create_directory(folder_ / "helper");
  WriteFile(folder_ / "helper/__init__.py", "factor = 4.0\n");
  ASSERT_EQ(Build(options, folder_ / "a"), 0) << says_;
  EXPECT_FALSE(hit());
  EXPECT_NE(ReadFile(folder_ / "a").find("4.0f"), std::string::npos);
}

TEST_F(ArtifactTest, ACommentLeavesTheCodeAsItWas) {
  for (const std::vector<std::string>& form :
       {std::vector<std::string>{"--emit", "ptx", "-k", "k"},
        {"--emit", "ptx", "-k", "f", "--device", "--sig", "float32(float32)"}}) {
    std::vector<std::string> options = form;
    options.insert(options.end(), {"--depfile", folder_ / "d"});
    WriteFile(file(), kText);
    ASSERT_EQ(Build(options, folder_ / "a"), 0) << says_;
    WriteFile(file(), std::string("# A comment.\n") + kText);
    ASSERT_EQ(Build(options, folder_ / "b"), 0) << says_;
    EXPECT_FALSE(hit());
    EXPECT_NE(says_.find("  cache\n"), std::string::npos) << says_;
    EXPECT_EQ(says_.find("codegen"), std::string::npos) << says_;
    EXPECT_TRUE(ReadFile(folder_ / "a") == ReadFile(folder_ / "b"));
    EXPECT_NE(ReadFile(folder_ / "d").find("helper.py"), std::string::npos);
  }
}

TEST_F(ArtifactTest, WarningsAreGivenAgain) {
  WriteFile(file(),
            "from kernelc import *\n\n@kernel\ndef k(a: float32[::1]):\n    a[grid(1)] = 1\n");
  ASSERT_EQ(Build({"--emit", "image"}, folder_ / "a"), 0);
  const std::size_t first = says_.find("warning:");
  ASSERT_NE(first, std::string::npos) << says_;
  ASSERT_EQ(Build({"--emit", "image"}, folder_ / "a"), 0);
  EXPECT_NE(says_.find("warning:"), std::string::npos) << says_;
  EXPECT_NE(says_.find("  cache\n"), std::string::npos) << says_;
  // And are errors where that is wanted.
  EXPECT_EQ(Build({"--emit", "image", "-W", "error"}, folder_ / "a"), 1);
}

TEST_F(ArtifactTest, ALinkedFileCounts) {
  WriteFile(file(),
            "from numba import cuda\ng = cuda.declare_device('g', 'float32(float32)', abi='c')\n"
            "@cuda.jit('void(float32[::1])')\ndef k(a):\n    a[0] = g(a[0])\n");
  const auto text = [](const char* number) {
    return std::string(
               "target triple = \"nvptx64-nvidia-cuda\"\ndefine float @g(float %x) {\n  %y = fmul "
               "float %x, ") +
           number + "\n  ret float %y\n}\n";
  };
  WriteFile(folder_ / "g.ll", text("2.0"));
  const std::vector<std::string> options = {"--emit",    "llvm",       "--target", "sm_80",
                                            "-W",        "none",       "--link",   folder_ / "g.ll",
                                            "--depfile", folder_ / "d"};
  ASSERT_EQ(Build(options, folder_ / "a"), 0) << says_;
  EXPECT_NE(ReadFile(folder_ / "d").find("g.ll"), std::string::npos);
  ASSERT_EQ(Build(options, folder_ / "a"), 0) << says_;
  EXPECT_TRUE(hit()) << says_;
  WriteFile(folder_ / "g.ll", text("4.0"));
  ASSERT_EQ(Build(options, folder_ / "b"), 0) << says_;
  EXPECT_FALSE(hit());
  EXPECT_FALSE(ReadFile(folder_ / "a") == ReadFile(folder_ / "b"));
}

TEST_F(ArtifactTest, ADamagedEntryIsMadeAnew) {
  ASSERT_EQ(Build({"--emit", "header"}, folder_ / "a"), 0) << says_;
  for (const std::string& path : FilesBelow(folder_ / "cache")) {
    std::string bytes = ReadFile(path);
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 4);
    WriteFile(path, bytes);
  }
  ASSERT_EQ(Build({"--emit", "header"}, folder_ / "b"), 0) << says_;
  EXPECT_FALSE(hit());
  EXPECT_TRUE(ReadFile(folder_ / "a") == ReadFile(folder_ / "b"));
  EXPECT_TRUE(VerifyEntries(folder_ / "cache").damaged.empty());
}

}  // namespace
}  // namespace kernelc::cache
