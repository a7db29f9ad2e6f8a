// The cache under the compiler: what is a hit, what is not, and that nobody can tell but by the time.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "compiler/cache/entry_file.h"
#include "compiler/driver/command.h"
#include "kernelc/error.h"
#include "kernelc/program.h"
#include "tests/cache/support.h"

namespace kernelc::cache {
namespace {

// What one command line gave.
struct Outcome {
  int status = 0;
  std::string out;
  std::string err;
  // Names of the phases that ran.
  std::set<std::string> phases;

  // Nothing was even parsed.
  bool by_text() const { return phases == std::set<std::string>{"cache"}; }
  // Parsed and typed, and known from there on.
  bool by_module() const {
    return phases.contains("cache") && phases.contains("sema") && !phases.contains("llvm.optimize");
  }
  bool compiled() const { return phases.contains("sema") && !phases.contains("cache"); }
};

Outcome Command(const std::vector<std::string>& args) {
  std::ostringstream out;
  std::ostringstream err;
  Outcome outcome;
  outcome.status = driver::RunCommand(args, out, err);
  outcome.out = out.str();
  std::istringstream lines(err.str());
  for (std::string line; std::getline(lines, line);) {
    const std::size_t unit = line.find(" ms  ");
    if (unit == std::string::npos) {
      outcome.err += line + "\n";
    } else if (line.substr(unit + 5) != "total") {
      outcome.phases.insert(line.substr(unit + 5));
    }
  }
  return outcome;
}

constexpr const char* kSource = R"(from kernelc import *

FACTOR = 3
OTHER = 4

@device
def scaled(x):
    return x * FACTOR

@device
def unused(x):
    return x * OTHER

@kernel
def k(a: float32[::1], n: int32):
    i = grid(1)
    if i < n:
        a[i] = scaled(a[i])
)";

std::string Replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

class CompileCacheTest : public testing::Test {
 protected:
  void SetUp() override {
    setenv("KERNELC_CACHE_DIR", cache().c_str(), 1);
    unsetenv("KERNELC_CACHE");
    unsetenv("KERNELC_CACHE_SIZE");
    std::filesystem::create_directories(folder_ / "src/pkg");
  }
  std::string cache() const { return folder_ / "cache"; }
  std::string Path(const std::string& name = "k.py") const { return folder_ / ("src/" + name); }
  void Write(const std::string& text, const std::string& name = "k.py") const {
    WriteFile(Path(name), text);
  }

  Outcome Build(const std::vector<std::string>& more = {}) const {
    std::vector<std::string> args = {"build", Path(), "-k", "k", "--time-phases"};
    args.insert(args.end(), more.begin(), more.end());
    return Command(args);
  }
  // Builds, and compares with what a build without the cache gives.
  Outcome BuildSame(const std::vector<std::string>& more = {}) const {
    const Outcome outcome = Build(more);
    std::vector<std::string> args = {"--no-cache"};
    args.insert(args.end(), more.begin(), more.end());
    const Outcome plain = Build(args);
    EXPECT_TRUE(plain.phases.empty() || plain.compiled());
    EXPECT_EQ(outcome.status, plain.status);
    // The texts are long.
    EXPECT_TRUE(outcome.out == plain.out);
    EXPECT_EQ(outcome.err, plain.err);
    return outcome;
  }
  // Runs k on three elements of the CPU device.
  Outcome RunOnCpu(const std::vector<std::string>& more = {}) const {
    std::vector<std::string> args = {"run",     Path(), "k",         "a=arange:float32:3", "n=3",
                                     "--print", "a",    "--device", "cpu"};
    args.insert(args.end(), more.begin(), more.end());
    return Command(args);
  }

  const TemporaryFolder folder_;
};

TEST_F(CompileCacheTest, TheSameTextIsNotEvenParsed) {
  Write(kSource);
  EXPECT_TRUE(BuildSame().compiled());
  EXPECT_TRUE(BuildSame().by_text());
}

// Artifacts for hosts are made of images of several targets, and each is a job of its own.
TEST_F(CompileCacheTest, MachineCodeOfBuildsIsKept) {
  Write(kSource);
  const Outcome first = Build({"--emit", "cubin", "--target", "sm_80", "-o", folder_ / "out"});
  if (first.status != 0) {
    GTEST_SKIP() << first.err;
  }
  const std::string code = ReadFile(folder_ / "out");
  const std::size_t entries = FilesBelow(cache()).size();
  EXPECT_EQ(entries, 4U);
  EXPECT_TRUE(Build({"--emit", "cubin", "--target", "sm_80", "-o", folder_ / "out"}).by_text());
  EXPECT_TRUE(ReadFile(folder_ / "out") == code);
  EXPECT_EQ(FilesBelow(cache()).size(), entries);
}

TEST_F(CompileCacheTest, ArtifactsForHostsUseIt) {
  Write(kSource);
  std::size_t entries = 0;
  for (const std::vector<std::string>& variant : std::vector<std::vector<std::string>>{
           {"--emit", "image", "--target", "sm_80"},
           {"--emit", "image", "--target", "cpu:x86-64-v3"},
           {"--emit", "image", "--target", "cpu:x86-64-v2"},
           {"--emit", "object", "--target", "cpu:x86-64-v2"}}) {
    std::vector<std::string> args = variant;
    args.insert(args.end(), {"-o", folder_ / "out"});
    EXPECT_EQ(Build(args).status, 0);
    const std::string first = ReadFile(folder_ / "out");
    const std::size_t now = FilesBelow(cache()).size();
    EXPECT_GT(now, entries) << testing::PrintToString(variant);
    entries = now;
    EXPECT_EQ(Build(args).status, 0);
    EXPECT_TRUE(ReadFile(folder_ / "out") == first);
    EXPECT_EQ(FilesBelow(cache()).size(), entries) << testing::PrintToString(variant);
    args.emplace_back("--no-cache");
    EXPECT_EQ(Build(args).status, 0);
    EXPECT_TRUE(ReadFile(folder_ / "out") == first);
  }
}

TEST_F(CompileCacheTest, RunUsesItToo) {
  Write(kSource);
  const Outcome first = RunOnCpu({"--time-phases"});
  EXPECT_TRUE(first.compiled());
  EXPECT_NE(first.out.find("[0.0, 3.0, 6.0]"), std::string::npos) << first.out;
  const Outcome again = RunOnCpu({"--time-phases"});
  EXPECT_TRUE(again.by_text());
  EXPECT_EQ(again.out, first.out);
  EXPECT_TRUE(RunOnCpu({"--time-phases", "--no-cache"}).compiled());
}

TEST_F(CompileCacheTest, TheCommandShowsAndCleansIt) {
  Write(kSource);
  EXPECT_NE(Command({"cache", "info"}).out.find("holds   0 entries"), std::string::npos);
  EXPECT_TRUE(Build().compiled());
  const std::string info = Command({"cache", "info"}).out;
  EXPECT_NE(info.find("folder  " + cache()), std::string::npos) << info;
  EXPECT_NE(info.find("holds   3 entries"), std::string::npos) << info;
  EXPECT_EQ(Command({"cache", "verify"}).status, 0);
  WriteFile(FilesBelow(cache()).front(), "damaged");
  const Outcome damaged = Command({"cache", "verify"});
  EXPECT_EQ(damaged.status, 1);
  EXPECT_NE(damaged.out.find("3 entries verified, 1 damaged"), std::string::npos) << damaged.out;
  EXPECT_EQ(Command({"cache", "prune"}).status, 0);
  EXPECT_EQ(FilesBelow(cache()).size(), 2U);
  EXPECT_EQ(Command({"cache", "prune", "--size", "1"}).status, 0);
  EXPECT_EQ(FilesBelow(cache()).size(), 0U);
  EXPECT_TRUE(Build().compiled());
  EXPECT_EQ(Command({"cache", "clear"}).status, 0);
  EXPECT_EQ(FilesBelow(cache()).size(), 0U);
  EXPECT_EQ(Command({"cache", "prune", "--size", "much"}).status, 2);
  EXPECT_EQ(Command({"cache"}).status, 2);
  setenv("KERNELC_CACHE", "0", 1);
  EXPECT_EQ(Command({"cache", "info"}).status, 1);
}

TEST_F(CompileCacheTest, WhatTheKernelDoesNotReachIsNoDifference) {
  const std::string text = kSource;
  Write(text);
  EXPECT_TRUE(BuildSame().compiled());
  const std::vector<std::string> edits = {
      "# A comment.\n\n\n" + text,
      Replaced(text, "    return x * FACTOR", "    # why\n\n    return (x  *  FACTOR)  # so"),
      Replaced(text, "x * OTHER", "x - OTHER"),
      Replaced(text, "OTHER = 4", "OTHER = 5"),
      text + "\n\ndef host():\n    print('hello')\n",
      Replaced(text, "def scaled(x):", "def scaled(x):\n    \"\"\"A docstring.\"\"\""),
  };
  for (const std::string& edit : edits) {
    Write(edit);
    EXPECT_TRUE(BuildSame().by_module()) << edit;
    EXPECT_TRUE(BuildSame().by_text()) << edit;
  }
  Write(text);
  EXPECT_TRUE(BuildSame().by_text());
}

TEST_F(CompileCacheTest, WhatTheKernelReachesIs) {
  const std::string text = kSource;
  Write(text);
  const std::string first = BuildSame().out;
  const std::vector<std::string> edits = {
      Replaced(text, "x * FACTOR", "x - FACTOR"),
      Replaced(text, "FACTOR = 3", "FACTOR = 5"),
      Replaced(text, "scaled(a[i])", "scaled(a[i]) + a[i]"),
      Replaced(text, "float32[::1]", "float64[::1]"),
      Replaced(text, "@kernel", "@kernel(fastmath=True, max_registers=20)"),
  };
  for (const std::string& edit : edits) {
    Write(edit);
    const Outcome outcome = BuildSame();
    EXPECT_TRUE(outcome.compiled()) << edit;
    EXPECT_NE(outcome.out, first) << edit;
  }
}

TEST_F(CompileCacheTest, ImportedModulesCount) {
  Write("from kernelc import *\nimport util\nfrom pkg import deep\n\n@kernel\n"
        "def k(a: float32[::1], n: int32):\n    i = grid(1)\n    if i < n:\n"
        "        a[i] = util.f(a[i]) + deep.LIMIT\n");
  const std::string util = "def f(x):\n    return x * 2\n\ndef g(x):\n    return x * 3\n";
  Write(util, "util.py");
  Write("", "pkg/__init__.py");
  Write("LIMIT = 7\n", "pkg/deep.py");
  EXPECT_TRUE(BuildSame().compiled());
  EXPECT_TRUE(BuildSame().by_text());
  Write("# comment\n" + util, "util.py");
  EXPECT_TRUE(BuildSame().by_module());
  EXPECT_TRUE(BuildSame().by_text());
  Write(Replaced(util, "x * 3", "x * 4"), "util.py");
  EXPECT_TRUE(BuildSame().by_module());
  Write(Replaced(util, "x * 2", "x * 4"), "util.py");
  EXPECT_TRUE(BuildSame().compiled());
  Write("LIMIT = 8\n", "pkg/deep.py");
  EXPECT_TRUE(BuildSame().compiled());
  EXPECT_TRUE(BuildSame().by_text());
  // A package of the name stands before the file.
  std::filesystem::create_directories(Path("util"));
  Write("def f(x):\n    return x - 100\n", "util/__init__.py");
  EXPECT_TRUE(BuildSame().compiled());
  std::filesystem::remove_all(Path("util"));
  EXPECT_FALSE(BuildSame().compiled());
  std::filesystem::remove(Path("util.py"));
  EXPECT_EQ(BuildSame().status, 1);
}

TEST_F(CompileCacheTest, PackagesAreNoRootsOfWhatIsInThem) {
  Write("from kernelc import *\nfrom p.q.low import N\n@kernel\ndef k(a: float32[::1]): a[0] = N\n");
  std::filesystem::create_directories(Path("p/q"));
  Write("", "p/__init__.py");
  Write("N = 7\n", "p/near.py");
  for (const std::string dots : {"", ".."}) {
    Write("from " + dots + "near import N\n", "p/q/low.py");
    EXPECT_EQ(BuildSame().compiled(), !dots.empty());
  }
}

// What is linked counts with its contents.
TEST_F(CompileCacheTest, LinkedFilesCount) {
  Write("from numba import cuda\n\n"
        "f = cuda.declare_device('f', 'float32(float32)', link='f.ll', abi='c')\n\n\n"
        "@cuda.jit('void(float32[::1], int32)')\ndef k(a, n):\n    i = cuda.grid(1)\n"
        "    if i < n:\n        a[i] = f(a[i])\n");
  const auto bitcode = [](const std::string& factor) {
    return "define float @f(float %x) {\n  %r = fmul float %x, " + factor + "\n  ret float %r\n}\n";
  };
  Write(bitcode("2.0"), "f.ll");
  const Outcome first = RunOnCpu({"--time-phases"});
  EXPECT_TRUE(first.compiled()) << first.err;
  EXPECT_NE(first.out.find("[0.0, 2.0, 4.0]"), std::string::npos) << first.out;
  const Outcome again = RunOnCpu({"--time-phases"});
  EXPECT_TRUE(again.by_text());
  EXPECT_EQ(again.out, first.out);
  Write(bitcode("4.0"), "f.ll");
  const Outcome other = RunOnCpu({"--time-phases"});
  EXPECT_TRUE(other.compiled());
  EXPECT_NE(other.out.find("[0.0, 4.0, 8.0]"), std::string::npos) << other.out;
  Write(bitcode("2.0"), "f.ll");
  EXPECT_EQ(RunOnCpu().out, first.out);
  std::filesystem::remove(Path("f.ll"));
  EXPECT_EQ(RunOnCpu().status, 1);
}

TEST_F(CompileCacheTest, AModuleFromAFolderAboveIsShadowedByOneBeside) {
  std::filesystem::create_directories(Path("inner"));
  Write("import util\nfrom kernelc import *\n\n@kernel\ndef k(a: float32[::1], n: int32):\n"
        "    a[grid(1)] = util.VALUE\n", "inner/k.py");
  Write("VALUE = 1.5\n", "util.py");
  const auto build = [&] {
    return Command({"build", Path("inner/k.py"), "-k", "k", "--time-phases"});
  };
  const std::string above = build().out;
  EXPECT_TRUE(build().by_text());
  Write("VALUE = 2.5\n", "inner/util.py");
  const Outcome beside = build();
  EXPECT_TRUE(beside.compiled());
  EXPECT_NE(beside.out, above);
  std::filesystem::remove(Path("inner/util.py"));
  EXPECT_EQ(build().out, above);
}

TEST_F(CompileCacheTest, OptionsAndTargetsCount) {
  Write(kSource);
  const std::vector<std::vector<std::string>> variants = {
      {},
      {"--target", "sm_90"},
      {"--target", "sm_90a"},
      {"--target", "sm_100a"},
      {"--target", "sm_100f"},
      {"-O1"},
      {"-g"},
      {"--max-registers", "32"},
      {"--sig", "float64[::1], int32"},
      {"--sig", "float32[:], int32"},
  };
  for (const std::vector<std::string>& variant : variants) {
    EXPECT_TRUE(BuildSame(variant).compiled()) << testing::PrintToString(variant);
  }
  for (const std::vector<std::string>& variant : variants) {
    EXPECT_TRUE(BuildSame(variant).by_text()) << testing::PrintToString(variant);
  }
  // These change nothing in this kernel, and KIR shows it.
  EXPECT_TRUE(BuildSame({"--literals", "numba"}).phases.contains("sema"));
  EXPECT_FALSE(BuildSame({"--fastmath"}).by_text());
}

TEST_F(CompileCacheTest, TextFormsAreKeptByTheirTextAlone) {
  Write(kSource);
  for (const char* form : {"kir", "llvm", "cuda"}) {
    Write(kSource);
    const Outcome first = BuildSame({"--emit", form});
    EXPECT_EQ(first.status, 0) << form;
    EXPECT_FALSE(first.phases.contains("cache")) << form;
    EXPECT_TRUE(BuildSame({"--emit", form}).phases.contains("cache")) << form;
    Write(std::string("# A comment.\n") + kSource);
    EXPECT_FALSE(BuildSame({"--emit", form}).phases.contains("cache")) << form;
  }
}

TEST_F(CompileCacheTest, DebugBuildsHoldTheirLines) {
  Write(kSource);
  for (const char* flag : {"-g"}) {
    EXPECT_TRUE(BuildSame({flag}).compiled());
    EXPECT_TRUE(BuildSame({flag}).by_text());
    Write(std::string("# one line more\n") + kSource);
    EXPECT_TRUE(BuildSame({flag}).compiled());
    Write(std::string(kSource) + "\n\n# at the end\n");
    EXPECT_FALSE(BuildSame({flag}).by_text());
  }
  Write(Replaced(kSource, "@kernel", "@kernel(lineinfo=True)"));
  EXPECT_TRUE(BuildSame().compiled());
  Write(std::string("# one line more\n") + Replaced(kSource, "@kernel", "@kernel(lineinfo=True)"));
  EXPECT_TRUE(BuildSame().compiled());
}

constexpr const char* kWarning = R"(from numba import cuda

@cuda.jit('void(float32[::1], int32)')
def k(a, n):
    i = cuda.grid(1)
    if i < n:
        a[i] = a[i] * 2.0 + 0.1 - 0.1
)";

TEST_F(CompileCacheTest, WarningsAreGivenAgain) {
  Write(kWarning);
  const Outcome first = BuildSame();
  EXPECT_TRUE(first.compiled());
  ASSERT_NE(first.err.find("k.py:7:"), std::string::npos) << first.err;
  const Outcome again = BuildSame();
  EXPECT_TRUE(again.by_text());
  EXPECT_EQ(again.err, first.err);
  Write(std::string("# moved\n") + kWarning);
  EXPECT_NE(BuildSame().err.find("k.py:8:"), std::string::npos);
  EXPECT_NE(BuildSame().err.find("k.py:8:"), std::string::npos);
  EXPECT_EQ(BuildSame({"-W", "none"}).err, "");
  EXPECT_EQ(BuildSame({"-W", "none"}).err, "");
  EXPECT_EQ(BuildSame({"-W", "error"}).status, 1);
  EXPECT_EQ(BuildSame({"-W", "error"}).status, 1);
}

TEST_F(CompileCacheTest, WarningsInImportedModulesAreGivenAgain) {
  Write("from numba import cuda\nimport util\n\n@cuda.jit('void(float32[::1], int32)')\n"
        "def k(a, n):\n    a[cuda.grid(1)] = util.f(a[0])\n");
  Write("def f(x):\n    return x * 2.0\n", "util.py");
  const Outcome first = BuildSame();
  ASSERT_NE(first.err.find("util.py:2:"), std::string::npos) << first.err;
  const Outcome again = BuildSame();
  EXPECT_EQ(again.err, first.err);
  EXPECT_TRUE(again.by_module());
}

TEST_F(CompileCacheTest, ErrorsAreFoundAgain) {
  Write(Replaced(kSource, "scaled(a[i])", "unknown(a[i])"));
  const Outcome first = BuildSame();
  EXPECT_EQ(first.status, 1);
  EXPECT_EQ(BuildSame().err, first.err);
  Write("from kernelc import *\n@kernel\ndef k(a: float32[::1]:\n");
  EXPECT_EQ(BuildSame().status, 1);
  EXPECT_EQ(BuildSame().status, 1);
}

// The line of an error in a kernel is that of the text which was run, whatever the code was made of.
TEST_F(CompileCacheTest, ErrorsOfThreadsHaveTheLineOfThisText) {
  const std::string text =
      "from kernelc import *\n\n@kernel(debug=False)\ndef k(a: float32[::1], n: int32):\n"
      "    i = grid(1)\n    if i >= n:\n        return\n"
      "    if a[i] > 1:\n        raise ValueError('too large')\n"
      "    if a[i] > 5:\n        raise ValueError('too large')\n";
  const auto lines = [&](const std::string& contents) {
    Write(contents);
    const Outcome outcome = RunOnCpu({"--check", "bounds"});
    EXPECT_EQ(outcome.status, 3) << outcome.err;
    const std::size_t at = outcome.err.find("k.py:");
    return at == std::string::npos ? outcome.err : outcome.err.substr(at, outcome.err.find(' ', at) - at);
  };
  EXPECT_EQ(lines(text), "k.py:9:9:");
  EXPECT_EQ(lines(text), "k.py:9:9:");
  const std::size_t entries = FilesBelow(cache()).size();
  EXPECT_EQ(lines("# one\n# two\n" + text), "k.py:11:9:");
  EXPECT_EQ(lines("# one\n# two\n" + text), "k.py:11:9:");
  // The text and the job are new, the image is not.
  EXPECT_EQ(FilesBelow(cache()).size(), entries + 2);
  EXPECT_EQ(lines(text), "k.py:9:9:");
}

TEST_F(CompileCacheTest, DamagedEntriesAreCompiledAndReplaced) {
  Write(kSource);
  const std::string expected = BuildSame().out;
  const std::vector<std::string> files = FilesBelow(cache());
  ASSERT_EQ(files.size(), 3U);
  for (const std::string& path : files) {
    const std::string whole = ReadFile(path);
    for (std::size_t at = 0; at < whole.size(); at += 1 + whole.size() / 12) {
      std::string damaged = whole;
      damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
      WriteFile(path, damaged);
      const Outcome outcome = Build();
      EXPECT_EQ(outcome.out, expected);
      EXPECT_EQ(outcome.err, "");
      EXPECT_FALSE(outcome.by_text());
      EXPECT_EQ(ReadFile(path), whole) << path << " was not replaced";
    }
    WriteFile(path, whole.substr(0, whole.size() / 2));
    EXPECT_EQ(Build().out, expected);
    WriteFile(path, "");
    EXPECT_EQ(Build().out, expected);
  }
  EXPECT_TRUE(Build().by_text());
}

// Entries whose checksum is right and whose contents are not what this build would have written.
TEST_F(CompileCacheTest, ContentsThatMakeNoSenseAreCompiled) {
  Write(kSource);
  const std::string expected = BuildSame().out;
  Config config;
  config.folder = cache();
  const Store store(config);
  for (const std::string& path : FilesBelow(cache())) {
    const std::filesystem::path file = path;
    const auto name =
        ParseEntryName(file.parent_path().filename().string(), file.filename().string());
    ASSERT_TRUE(name.has_value()) << path;
    const std::vector<std::byte> whole = *store.Get(name->kind, name->key);
    for (std::size_t i = 0; i < whole.size(); i += 1 + whole.size() / 40) {
      std::vector<std::byte> wrong = whole;
      if (i % 2 == 0) {
        wrong.resize(i);
      } else {
        wrong[i] = std::byte{0xff};
      }
      // What is wrong inside of code or a name cannot be seen, but nothing may crash.
      store.Put(name->kind, name->key, wrong);
      static_cast<void>(Build());
    }
    store.Put(name->kind, name->key, {});
    EXPECT_EQ(Build().out, expected) << path;
  }
}

TEST_F(CompileCacheTest, ACacheThatCannotBeUsedIsNoFault) {
  Write(kSource);
  const std::string expected = BuildSame().out;
  WriteFile(folder_ / "file", "x");
  for (const std::string& place : {folder_ / "file", folder_ / "file/below", std::string("/proc/1/no"),
                                   std::string("/dev/full"), std::string("relative/\xff\xfe")}) {
    setenv("KERNELC_CACHE_DIR", place.c_str(), 1);
    for (int i = 0; i < 2; ++i) {
      const Outcome outcome = Build();
      EXPECT_EQ(outcome.status, 0) << place;
      EXPECT_EQ(outcome.out, expected) << place;
      EXPECT_EQ(outcome.err, "") << place;
    }
  }
  std::filesystem::remove_all("relative");
}

TEST_F(CompileCacheTest, CanBeSwitchedOff) {
  Write(kSource);
  EXPECT_TRUE(Build({"--no-cache"}).compiled());
  setenv("KERNELC_CACHE", "0", 1);
  EXPECT_TRUE(Build().compiled());
  EXPECT_TRUE(Build().compiled());
  unsetenv("KERNELC_CACHE");
  EXPECT_FALSE(std::filesystem::exists(cache()));
  ProgramOptions options;
  options.cache = false;
  EXPECT_EQ(Program::FromFile(Path(), options).kernel_names().size(), 1U);
  EXPECT_FALSE(std::filesystem::exists(cache()));
  EXPECT_EQ(Program::FromFile(Path()).kernel_names().size(), 1U);
  EXPECT_TRUE(std::filesystem::exists(cache()));
}

TEST_F(CompileCacheTest, OneBuildDoesNotSeeWhatAnotherMade) {
  Write(kSource);
  EXPECT_TRUE(Build().compiled());
  // Entries of another build have other keys: nothing that lies under them is looked at.
  const std::size_t before = FilesBelow(cache()).size();
  Config config;
  config.folder = cache();
  config.build_id = "another build";
  Hasher ours;
  Hasher theirs;
  Store(*ConfigFromEnvironment()).BeginKey(EntryKind::Job, &ours);
  Store(config).BeginKey(EntryKind::Job, &theirs);
  EXPECT_NE(ours.Finish(), theirs.Finish());
  EXPECT_EQ(FilesBelow(cache()).size(), before);
}

TEST_F(CompileCacheTest, TheJitApiUsesIt) {
  const auto run = [&](const std::string& text) {
    const Program program = Program::FromSource(text, "host.py");
    const Context context(device("cpu"));
    const auto a = ToDevice(context, std::vector<float>{1, 2, 3});
    program.kernel("k").Launch({.grid = 1, .block = 3}, a, 3);
    std::vector<std::string> warnings;
    for (const CompileDiagnostic& warning : program.warnings()) {
      warnings.push_back(warning.message + std::to_string(warning.line));
    }
    return std::pair(a.ToVector(), warnings);
  };
  const auto first = run(kWarning);
  EXPECT_EQ(first.first, (std::vector<float>{2, 4, 6}));
  EXPECT_EQ(first.second.size(), 1U);
  const std::size_t entries = FilesBelow(cache()).size();
  EXPECT_EQ(entries, 3U);
  EXPECT_EQ(run(kWarning), first);
  EXPECT_EQ(FilesBelow(cache()).size(), entries);
  const Program program = Program::FromSource(kWarning, "host.py");
  EXPECT_EQ(program.kernel_names(), std::vector<std::string>{"k"});
  EXPECT_EQ(program.kernel("k").params(), (std::vector<std::string>{"a", "n"}));
  EXPECT_THROW(static_cast<void>(program.kernel("other")), Error);
  EXPECT_NE(program.kernel("k").Inspect(CodeForm::Kir, "cpu").find("kernel @k"), std::string::npos);
}

TEST_F(CompileCacheTest, TextsOfModulesCount) {
  const std::string text =
      "import util\nfrom kernelc import *\n\n@kernel\ndef k(a: float32[::1]):\n    a[0] = util.V\n";
  const auto run = [&](const std::string& module) {
    ProgramOptions options;
    options.modules["util.py"] = module;
    const Program program = Program::FromSource(text, "host.py", options);
    const Context context(device("cpu"));
    const auto a = ToDevice(context, std::vector<float>{0});
    program.kernel("k").Launch({.grid = 1, .block = 1}, a);
    return a.ToVector()[0];
  };
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(run("V = 1.0\n"), 1.0F);
    EXPECT_EQ(run("V = 2.0\n"), 2.0F);
  }
}

}  // namespace
}  // namespace kernelc::cache
