// What a kernel file reads besides its text, the environment and the host's constants, is part of
// what an entry is found by.
#include <gtest/gtest.h>

#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include "compiler/driver/command.h"
#include "kernelc/host_array.h"
#include "kernelc/npy.h"
#include "kernelc/program.h"
#include "tests/cache/support.h"

namespace kernelc::cache {
namespace {

constexpr const char* kVariable = "KERNELC_TEST_TILE";

// Each way in which a file can ask for a variable: 4 where it is not set. `%` stands for its name.
constexpr const char* kReaders[] = {
    "import os\nTILE = int(os.getenv('%', '4'))\n",
    "import os\nTILE = int(os.getenv(key='%', default=4))\n",
    "import os\nTILE = int(os.environ.get('%', 4))\n",
    "import os\nTILE = int(os.environ.get('%') or 4)\n",
    "from os import environ, getenv\nTILE = int(environ['%']) if getenv('%') is not None else 4\n",
    "import os\ntry:\n    TILE = int(os.environ['%'])\nexcept KeyError:\n    TILE = 4\n",
    "import os\nTILE = 4\nif '%' in os.environ:\n    TILE = int(os.environ['%'])\n",
    "import os\nTILE = 4 if '%' not in os.environ else int(os.environ['%'])\n",
    "import os\ndef read(name, default):\n    return int(os.environ.get(name, default))\nTILE = "
    "read('%', 4)\n",
    "import argparse\nimport os\nparser = argparse.ArgumentParser()\n"
    "parser.add_argument('--tile', type=int, default=os.environ.get('%', 4))\n"
    "TILE = parser.parse_args().tile\n",
    "from settings import TILE\n",
};

constexpr const char* kKernel =
    "from kernelc import *\n\n@kernel\ndef k(out: int64[::1]):\n    out[0] = TILE\n";

std::string Named(std::string text) {
  for (std::size_t at = text.find('%'); at != std::string::npos; at = text.find('%')) {
    text.replace(at, 1, kVariable);
  }
  return text;
}

std::string Command(const std::vector<std::string>& args) {
  std::ostringstream out;
  std::ostringstream err;
  const int status = driver::RunCommand(args, out, err);
  return out.str() + (status == 0 ? "" : "status " + std::to_string(status) + " " + err.str());
}

class InputsTest : public testing::Test {
 protected:
  void SetUp() override {
    setenv("KERNELC_CACHE_DIR", (folder_ / "cache").c_str(), 1);
    unsetenv("KERNELC_CACHE");
    unsetenv(kVariable);
    WriteFile(folder_ / "settings.py", Named(kReaders[0]));
  }
  void TearDown() override { unsetenv(kVariable); }
  std::string file() const { return folder_ / "k.py"; }

  // What the kernel gives by `run`.
  std::string ByRun(const std::vector<std::string>& more = {}) const {
    std::vector<std::string> args = {"run",      file(), "k",       "out=zeros:int64:1",
                                     "--device", "cpu",  "--grid",  "1",
                                     "--block",  "1",    "--print", "out"};
    args.insert(args.end(), more.begin(), more.end());
    const std::string text = Command(args);
    const std::size_t open = text.find('[');
    return open == std::string::npos ? text : text.substr(open + 1, text.find(']') - open - 1);
  }
  // By the JIT API.
  std::string ByProgram(const ProgramOptions& options = {}) const {
    const Context context(device("cpu"));
    const auto out = ToDevice(context, std::vector<std::int64_t>{0});
    Program::FromFile(file(), options).kernel("k").Launch({.grid = 1, .block = 1}, out);
    return std::to_string(out.ToVector()[0]);
  }
  // Whether what `build` makes is what it makes without the cache.
  void ExpectSameArtifacts(const std::vector<std::string>& more = {}) const {
    for (const char* form : {"kir", "ptx", "header", "cuda"}) {
      std::vector<std::string> args = {"build", file(), "-k", "k", "--emit", form};
      args.insert(args.end(), more.begin(), more.end());
      const std::string with = Command(args);
      args.emplace_back("--no-cache");
      EXPECT_TRUE(with == Command(args)) << form;
    }
  }

  const TemporaryFolder folder_;
};

TEST_F(InputsTest, TheEnvironmentCounts) {
  for (const char* reader : kReaders) {
    WriteFile(file(), Named(reader) + kKernel);
    for (const char* value : {"", "8", "8", "16", "", "8"}) {
      if (*value == '\0') {
        unsetenv(kVariable);
      } else {
        setenv(kVariable, value, 1);
      }
      const std::string expected = *value == '\0' ? "4" : value;
      EXPECT_EQ(ByRun(), expected) << reader;
      EXPECT_EQ(ByProgram(), expected) << reader;
      ExpectSameArtifacts();
    }
    unsetenv(kVariable);
  }
}

// What the decorator makes of a function is found by the environment as well.
TEST_F(InputsTest, TheEnvironmentOfDecoratorsCounts) {
  WriteFile(
      file(),
      Named("import os\nfrom numba import cuda\n\n@cuda.jit(os.getenv('%', 'void(int64[::1])'))\n"
            "def k(out):\n    out[0] = 4\n"));
  const auto build = [&] { return Command({"build", file(), "--emit", "kir", "--target", "cpu"}); };
  const std::string first = build();
  EXPECT_NE(first.find("int64"), std::string::npos) << first;
  setenv(kVariable, "void(float32[::1])", 1);
  EXPECT_NE(build().find("float32"), std::string::npos);
  unsetenv(kVariable);
  EXPECT_EQ(build(), first);
}

// A value that the file itself has set is what the file says.
TEST_F(InputsTest, WhatTheFileSetsIsFollowed) {
  struct Case {
    const char* text;
    const char* value;
  };
  for (const Case& each :
       {Case{"import os\nos.environ['%'] = '9'\nTILE = int(os.environ['%'])\n", "9"},
        Case{"import os\nos.environ.setdefault('%', '9')\nTILE = int(os.getenv('%', 4))\n", "8"},
        Case{"import os\ne = os.environ\ne['%'] = '9'\nTILE = int(os.getenv('%', 4))\n", "9"}}) {
    setenv(kVariable, "8", 1);
    WriteFile(file(), Named(each.text) + kKernel);
    EXPECT_EQ(ByRun(), each.value) << each.text;
  }
}

TEST_F(InputsTest, DefinitionsCount) {
  WriteFile(file(), std::string("TILE = 4\n") + kKernel);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(ByRun(), "4");
    EXPECT_EQ(ByRun({"--define", "TILE=8"}), "8");
    EXPECT_EQ(ByRun({"--define", "TILE=int8:8"}), "8");
    EXPECT_EQ(ByRun({"--define", "TILE=16"}), "16");
    for (const char* value : {"TILE=8", "TILE=int8:8", "TILE=16"}) {
      ExpectSameArtifacts({"--define", value});
    }
    ProgramOptions options;
    EXPECT_EQ(ByProgram(options), "4");
    options.constants["TILE"] = 32;
    EXPECT_EQ(ByProgram(options), "32");
    options.constants["TILE"] = ScalarValue(std::int8_t{33});
    EXPECT_EQ(ByProgram(options), "33");
  }
}

// CUDA C++ has the names that the program gives constants, tables and record types; machine code
// has none of them.
TEST_F(InputsTest, NamesCountForCudaCpp) {
  for (const char* names : {"TILE WEIGHTS Body", "WIDTH WEIGHTS Body", "TILE TABLE Body",
                            "TILE WEIGHTS Point", "TILE WEIGHTS Body"}) {
    std::istringstream words(names);
    std::string tile, weights, body;
    words >> tile >> weights >> body;
    WriteFile(file(), "import numpy as np\nfrom numba import cuda, from_dtype, int64\n" + tile +
                          " = 4\n" + weights + " = np.arange(3)\n" + body +
                          " = np.dtype([('x', np.int64)], align=True)\n"
                          "@cuda.jit((from_dtype(" +
                          body +
                          ")[::1], int64[::1]))\n"
                          "def k(p, out):\n    out[0] = p[0].x + " +
                          tile + " * " + weights + "[cuda.threadIdx.x % 3]\n");
    const std::string text = Command({"build", file(), "-k", "k", "--emit", "cuda"});
    EXPECT_NE(text.find("constexpr int " + tile + " = 4;"), std::string::npos) << text;
    EXPECT_NE(text.find("const int64_t " + weights + "[3]"), std::string::npos) << text;
    EXPECT_NE(text.find("const " + body + "* "), std::string::npos) << text;
    ExpectSameArtifacts();
  }
}

TEST_F(InputsTest, FilesOfDefinitionsCount) {
  WriteFile(file(), "TABLE = (1, 2)\nTILE = int(TABLE[1])\n" + std::string(kKernel));
  const std::string array = folder_ / "table.npy";
  for (const std::int64_t value : {5, 6, 5}) {
    const std::vector<std::int64_t> elements{0, value};
    WriteNpy(array, HostArrayView(std::span(elements)));
    EXPECT_EQ(ByRun({"--define", "TABLE=@" + array}), std::to_string(value));
    ProgramOptions options;
    options.constants["TABLE"] = Constant::Parse("@" + array);
    EXPECT_EQ(ByProgram(options), std::to_string(value));
    options.constants["TABLE"] = HostArrayView(std::span(elements));
    EXPECT_EQ(ByProgram(options), std::to_string(value));
  }
  const std::string list = folder_ / "out.d";
  Command({"build", file(), "-k", "k", "--define", "TABLE=@" + array, "-o", folder_ / "k.ptx",
           "--depfile", list});
  EXPECT_NE(ReadFile(list).find("table.npy"), std::string::npos) << ReadFile(list);
}

}  // namespace
}  // namespace kernelc::cache
