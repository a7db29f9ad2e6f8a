// The host program run once: what Python has, or unknown.
#include "compiler/host/host.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <thread>
#include <vector>

#include "compiler/diag/emitter.h"
#include "compiler/parse/parse.h"

namespace kernelc::host {
namespace {

class Texts : public World {
 public:
  std::optional<ModuleFile> FindModule(const std::string&, unsigned,
                                       std::string_view dotted) override {
    const auto found = files.find(std::string(dotted) + ".py");
    if (found == files.end()) {
      return std::nullopt;
    }
    return ModuleFile{std::string(dotted), found->first, "", found->second};
  }
  FileBytes ReadFile(const std::string&) override { return {}; }
  FilePlace PlaceOf(const std::string&) override { return {}; }
  std::optional<std::string> Variable(const std::string&) override { return std::nullopt; }

  std::map<std::string, std::string> files;
};

struct Ran {
  std::unique_ptr<SourceManager> sources = std::make_unique<SourceManager>();
  std::shared_ptr<const Outcome> outcome;

  // The value's text, "?" where it is unknown, "" where there is no such name.
  std::string operator[](std::string_view name) const {
    const Found* found = outcome->InFile("main.py", name);
    return found == nullptr ? "" : found->text.empty() ? "?" : found->text;
  }
};

Ran RunText(const std::string& text, std::map<std::string, std::string> files = {},
            std::map<std::string, ConstantRef> constants = {}) {
  Ran ran;
  Texts world;
  world.files = std::move(files);
  diag::CollectingConsumer faults;
  diag::Emitter emitter(faults);
  const FileId file = ran.sources->AddText("main.py", text);
  const std::unique_ptr<ast::Module> module = parse::Parse(*ran.sources, file, emitter);
  EXPECT_FALSE(emitter.has_errors()) << text;
  Inputs inputs;
  inputs.world = &world;
  inputs.constants = std::move(constants);
  inputs.wants_texts = true;
  ran.outcome = RunUntilLaunch(*ran.sources, *module, inputs, nullptr);
  return ran;
}

std::string ValueOf(const std::string& text, std::string_view name) { return RunText(text)[name]; }

TEST(HostTest, StatementsInOrder) {
  EXPECT_EQ(ValueOf("A = [1, 2]\nB = A\nB.append(3)\nV = sum(A)\n", "V"), "6");
  EXPECT_EQ(ValueOf("def f(n):\n    return 1 if n < 2 else n * f(n - 1)\nV = f(20)\n", "V"),
            "2432902008176640000");
  EXPECT_EQ(ValueOf("V = [x * y for x in range(3) for y in range(2) if x]\n", "V"), "[0, 1, 0, 2]");
  EXPECT_EQ(ValueOf("def g():\n    i = 0\n    while True:\n        yield i\n        i += 1\nit = "
                    "g()\nV = [next(it), next(it)]\n",
                    "V"),
            "[0, 1]");
  EXPECT_EQ(ValueOf("try:\n    V = 1 // 0\nexcept ZeroDivisionError as e:\n    V = "
                    "type(e).__name__\n    T = str(e)\nfinally:\n    W = 2\n",
                    "V"),
            "'ZeroDivisionError'");
  EXPECT_EQ(
      ValueOf(
          "class A:\n    n = 2\n    def __init__(self):\n        self.m = self.n\nclass B(A):\n"
          "    def __init__(self):\n        super().__init__()\n        self.m += 1\nV = B().m\n",
          "V"),
      "3");
  EXPECT_EQ(ValueOf("match (1, 2):\n    case (x, 3):\n        V = 0\n    case (x, y) if y > x:\n   "
                    "     V = x + y\n",
                    "V"),
            "3");
  EXPECT_EQ(ValueOf("fs = [lambda i=i: i for i in range(3)]\ngs = [lambda: i for i in range(3)]\n"
                    "V = [f() for f in fs] + [g() for g in gs]\n",
                    "V"),
            "[0, 1, 2, 2, 2, 2]");
  EXPECT_EQ(ValueOf("exec('V = 3')\n", "V"), "3");
  EXPECT_EQ(ValueOf("globals()['V'] = 4\n", "V"), "4");
}

// A value that takes all steps that a run has for values leaves the others theirs.
TEST(HostTest, ValuesThatAreTooMuchToLookAt) {
  const Ran ran = RunText("import numpy as np\nz = np.zeros((1, 1 << 20))\nL = [z] * 100\nM = 3\n");
  EXPECT_EQ(ran["L"], "?");
  EXPECT_EQ(ran["M"], "3");
}

// Nor does a loop over arrays whose elements take more than a run has.
TEST(HostTest, ArraysThatAreTooMuchToCompute) {
  const Ran ran = RunText(
      "import numpy as np\nn = 0\na = np.zeros(1 << 18)\nfor i in range(100):\n    b = a * 2\n"
      "    n += 1\n");
  EXPECT_EQ(ran["b"], "?");
  EXPECT_EQ(ran["n"], "100");
}

TEST(HostTest, NamesOfFilesAsADictionary) {
  const std::string file =
      "import sys\nA = 1\nthis = sys.modules[__name__]\nsetattr(this, 'B', 2)\nfor n in ['C', "
      "'D']:\n"
      "    globals()[n] = len(n) + 2\nK = [k for k in globals() if not k.startswith('_')]\nN = "
      "len(globals())\n"
      "F = list(globals())[:2]\nfor k, v in list(locals().items()):\n    if k == 'A':\n        E = "
      "v + 7\n";
  const Ran ran = RunText(file);
  EXPECT_EQ(ran["B"], "2");
  EXPECT_EQ(ran["D"], "3");
  EXPECT_EQ(ran["K"], "['sys', 'A', 'this', 'B', 'n', 'C', 'D']");
  EXPECT_EQ(ran["N"], "17");
  EXPECT_EQ(ran["F"], "['__name__', '__doc__']");
  EXPECT_EQ(ran["E"], "8");
  // Names of a library may be among them, and those that code which is not known may give.
  EXPECT_EQ(ValueOf("from numba import *\nN = len(globals())\n", "N"), "?");
  EXPECT_EQ(
      ValueOf("import lib\ndef f():\n    global X\n    X = 1\nlib.call(f)\nN = len(globals())\n",
              "N"),
      "?");
  // A name comes where it gets its value, also where code that is not known reads it.
  EXPECT_EQ(ValueOf("import lib\ndef f():\n    return X\nlib.call(f)\nA = 1\nX = 2\nK = "
                    "list(globals())[-2:]\n",
                    "K"),
            "['A', 'X']");
}

TEST(HostTest, ComprehensionsWithConditionsThatAreNotKnown) {
  const Ran ran =
      RunText("import lib\nN = 3\nL = [k for k, v in locals().items() if lib.test(v)]\nM = 4\n");
  EXPECT_EQ(ran["L"], "?");
  EXPECT_EQ(ran["N"], "3");
  EXPECT_EQ(ran["M"], "4");
}

// Each waits for the next: what the interpreter's own stack does not hold is not followed.
TEST(HostTest, GeneratorsInGeneratorsWithoutEnd) {
  const Ran ran = RunText("def g():\n    yield from g()\nM = 3\nnext(g())\n");
  EXPECT_EQ(ran["M"], "3");
}

// The causes of wrong constants that reading the text backwards had.
TEST(HostTest, BuiltinsBeforeTheirReplacement) {
  const Ran ran = RunText("A = [1, 2]\nV = sum(A)\ndef sum(x):\n    return -1\nW = sum(A)\n");
  EXPECT_EQ(ran["V"], "3");
  EXPECT_EQ(ran["W"], "-1");
}

TEST(HostTest, NothingStandsBehindTheEnd) {
  for (const char* end : {"sys.exit()", "raise SystemExit", "stop()"}) {
    const Ran ran = RunText(std::string("import sys\ndef stop():\n    sys.exit(1)\nV = 1\n") + end +
                            "\nV = 2\nW = 3\n");
    EXPECT_EQ(ran["V"], "1") << end;
    EXPECT_EQ(ran["W"], "") << end;
  }
}

TEST(HostTest, GlobalInsideOfAFunctionWithALocal) {
  EXPECT_EQ(ValueOf("X = 1\ndef f():\n    X = 5\n    def g():\n        global X\n        X = 7\n   "
                    " g()\n    return X\nV = f()\n",
                    "X"),
            "7");
}

TEST(HostTest, LibrariesMayBeThereOrNot) {
  EXPECT_EQ(ValueOf("try:\n    from fast import TPB\nexcept ImportError:\n    TPB = 32\n", "TPB"),
            "?");
  EXPECT_EQ(ValueOf("try:\n    import fast\n    N = 3\nexcept ImportError:\n    N = 3\n", "N"),
            "3");
}

TEST(HostTest, UnknownCodeChangesWhatItReaches) {
  const std::string holder = "import lib\nclass Holder:\n    n = 3\nk = 5\n";
  EXPECT_EQ(ValueOf(holder + "lib.poke(Holder)\nV = Holder.n\n", "V"), "?");
  EXPECT_EQ(ValueOf(holder + "lib.poke(Holder)\n", "k"), "5");
  EXPECT_EQ(ValueOf(holder + "@lib.mark\nclass B:\n    n = 1\nV = B.n\n", "V"), "?");
  EXPECT_EQ(ValueOf("import lib\nclass B(lib.Base):\n    n = 1\nV = B.n\n", "V"), "?");
  EXPECT_EQ(ValueOf("import lib\nN = 1\ndef back():\n    global N\n    N = "
                    "2\nlib.register(back)\nN = 3\nlib.go()\n",
                    "N"),
            "?");
  EXPECT_EQ(ValueOf("from lib import *\nV = sum([1, 2])\n", "V"), "?");
  EXPECT_EQ(ValueOf("import lib\nT = [1, 2]\nc = lib.Codec()\nc.decode(b'', T)\n", "T"), "?");
  EXPECT_EQ(ValueOf("import skimage.draw\nT = [1, 2]\nskimage.draw.set_color(T, 1)\n", "T"), "?");
  EXPECT_EQ(ValueOf("import lib\nT = [1, 2]\nU = [3]\nlib.f(U)\n", "T"), "[1, 2]");
}

// `code` is the body of a function that is handed to a library.
std::string ListWhere(const std::string& code) {
  return ValueOf(
      "import gc, importlib, importlib.metadata, inspect, lib, sys\nT = [1]\ndef f(o, text):\n   "
      " " +
          code + "\nlib.register(f)\n",
      "T");
}

TEST(HostTest, CodeReachesWhatItNames) {
  EXPECT_EQ(ListWhere("return sys.getsizeof(o), importlib.metadata.version('lib'), "
                      "importlib.util.find_spec(text)"),
            "[1]");
  EXPECT_EQ(ListWhere("return vars(o), eval(text, {}), exec(text, o.names)"), "[1]");
  EXPECT_EQ(ListWhere("return inspect.getmro(o), inspect.signature(o)"), "[1]");
  EXPECT_EQ(ListWhere("return sys.modules"), "?");
  EXPECT_EQ(ListWhere("return lib.g(sys)"), "?");
  EXPECT_EQ(ListWhere("return importlib.import_module(text)"), "?");
  EXPECT_EQ(ListWhere("import sys as s\n    return s.modules"), "?");
  EXPECT_EQ(ListWhere("return vars()"), "?");
  EXPECT_EQ(ListWhere("return exec(text)"), "?");
  EXPECT_EQ(ListWhere("return exec(text, globals())"), "?");
  EXPECT_EQ(ValueOf("import importlib\nT = [1]\nV = importlib.metadata\n", "T"), "[1]");
  EXPECT_EQ(ValueOf("import sys\nT = [1]\nV = sys._getframe()\n", "T"), "?");
}

// What `config.N` and `config.T` are when functions with these bodies have been handed to a
// library.
std::string ConfigWhere(const std::vector<std::string>& bodies, const std::string& member) {
  std::string text = "import config, lib\n";
  for (const std::string& body : bodies) {
    text += "def f():\n    " + body + "\nlib.register(f)\n";
  }
  return RunText(text + "lib.go()\nV = config." + member + "\n",
                 {{"config.py", "N = 3\nT = [1]\n"}})["V"];
}

TEST(HostTest, OfModulesCodeReachesTheMembersThatItReads) {
  EXPECT_EQ(ConfigWhere({"return config.N"}, "N"), "3");
  EXPECT_EQ(ConfigWhere({"return config.N"}, "T"), "[1]");
  EXPECT_EQ(ConfigWhere({"return config.N, config.T"}, "T"), "?");
  EXPECT_EQ(ConfigWhere({"return config.N, config.T"}, "N"), "3");
  EXPECT_EQ(ConfigWhere({"config.N = 4"}, "N"), "?");
  EXPECT_EQ(ConfigWhere({"config.N += 4"}, "N"), "?");
  EXPECT_EQ(ConfigWhere({"return config.N, vars(config)"}, "N"), "?");
  EXPECT_EQ(ConfigWhere({"return config.N", "return lib.g(config)"}, "N"), "?");
  EXPECT_EQ(ConfigWhere({"return config.N", "return config.T"}, "T"), "?");
  EXPECT_EQ(ConfigWhere({"import config as c; c.N = 4"}, "N"), "?");
  EXPECT_EQ(ConfigWhere({"from config import N; return N"}, "N"), "3");
  EXPECT_EQ(ConfigWhere({"from config import N; return N"}, "T"), "[1]");
  EXPECT_EQ(ConfigWhere({"from config import T; T.append(2)"}, "T"), "?");
}

TEST(HostTest, AliasesOfWhatEscaped) {
  EXPECT_EQ(ValueOf("import lib\na = [1]\nb = {'k': a}\nlib.f(b)\na.append(2)\n", "a"), "?");
  EXPECT_EQ(ValueOf("import lib\na = [1]\nc = a if lib.flag else [2]\nc.append(3)\n", "a"), "?");
  EXPECT_EQ(ValueOf("import lib\na = [1]\nlib.keep(a)\na = [2]\n", "a"), "[2]");
}

TEST(HostTest, UnknownConditionsAreJoined) {
  const Ran ran = RunText(
      "import lib\nif lib.flag:\n    A = 1\n    B = 2\nelse:\n    A = 1\n    B = 3\n"
      "def f():\n    if lib.flag:\n        return 4\n    return 4\nC = f()\n"
      "L = []\nfor x in lib.things:\n    L.append(x)\n    D = 5\nE = 6\n"
      "def g(x):\n    if x:\n        return 1\n    return 2\nF = g(lib.flag)\n");
  EXPECT_EQ(ran["A"], "1");
  EXPECT_EQ(ran["B"], "?");
  EXPECT_EQ(ran["C"], "4");
  EXPECT_EQ(ran["L"], "?");
  EXPECT_EQ(ran["D"], "?");
  EXPECT_EQ(ran["E"], "6");
  EXPECT_EQ(ran["F"], "?");
}

TEST(HostTest, ExceptionsThatMayHappen) {
  const Ran ran = RunText(
      "import lib\nA = 1\ntry:\n    B = 2\n    lib.f()\n    A = 3\nexcept ValueError:\n    B = 2\n "
      "   C = 5\n"
      "try:\n    lib.f()\nfinally:\n    D = 4\n");
  EXPECT_EQ(ran["A"], "?");
  EXPECT_EQ(ran["B"], "2");
  EXPECT_EQ(ran["C"], "?");
  EXPECT_EQ(ran["D"], "4");
}

TEST(HostTest, EnumerationsWithOwnValues) {
  EXPECT_EQ(ValueOf("from enum import Enum, auto\nclass C(Enum):\n    def "
                    "_generate_next_value_(name, start, count, last):\n"
                    "        return name.lower()\n    RED = auto()\nV = C.RED.value\n",
                    "V"),
            "'red'");
}

TEST(HostTest, PatchedBuiltins) {
  const std::string value =
      ValueOf("import builtins\nbuiltins.len = lambda x: 7\nV = len([])\n", "V");
  EXPECT_TRUE(value == "7" || value == "?") << value;
}

TEST(HostTest, SeveralArgumentParsers) {
  const std::string text =
      "import argparse\np = argparse.ArgumentParser()\np.add_argument('--n', type=int, default=4)\n"
      "q = argparse.ArgumentParser()\nq.add_argument('--n', type=int, default=9)\n"
      "def never():\n    p.add_argument('--m', default=1)\n"
      "V = p.parse_args([]).n\n";
  const std::string value = ValueOf(text, "V");
  EXPECT_TRUE(value == "4" || value == "?") << value;
}

TEST(HostTest, TheFirstLaunchEndsTheRun) {
  const Ran ran = RunText(
      "from numba import cuda\nTPB = 32\n@cuda.jit\ndef k(a):\n    a[0] = TPB + helper(1)\n"
      "@cuda.jit(device=True)\ndef helper(x):\n    return x * SCALE\nSCALE = 2\nk[1, "
      "TPB](None)\nTPB = 64\n");
  EXPECT_EQ(ran["TPB"], "32");
  EXPECT_TRUE(ran.outcome->is_launched);
  ASSERT_FALSE(ran.outcome->kernels.empty());
  std::map<std::string, std::string> names;
  for (const NamedValue& name : ran.outcome->kernels[0].names) {
    names[name.name] = name.text;
  }
  EXPECT_EQ(ran.outcome->kernels[0].name, "k");
  EXPECT_EQ(names["TPB"], "32");
  EXPECT_EQ(names["SCALE"], "2");
}

TEST(HostTest, KernelsOfFactoriesHaveTheirCells) {
  const Ran ran = RunText(
      "from numba import cuda\ndef make(n):\n    m = n * 2\n    @cuda.jit\n    def k(a):\n        "
      "a[0] = m\n"
      "    return k\nk2 = make(2)\nk3 = make(3)\n");
  ASSERT_EQ(ran.outcome->kernels.size(), 2u);
  EXPECT_EQ(ran.outcome->kernels[0].names[0].text, "4");
  EXPECT_EQ(ran.outcome->kernels[1].names[0].text, "6");
}

TEST(HostTest, FilesBesideItRunOnce) {
  const Ran ran = RunText(
      "import config\nfrom config import N, bump\nbump()\nV = (N, config.N, __name__, "
      "config.__name__)\n"
      "if config.__name__ == '__main__':\n    V = 0\n",
      {{"config.py", "N = 1\ndef bump():\n    global N\n    N += 1\n"}});
  EXPECT_EQ(ran["V"], "(1, 2, '__main__', 'config')");
}

TEST(HostTest, TheFileItselfImportedIsAnotherModule) {
  const std::string text =
      "T = []\nimport other\nN = 1 if __name__ == '__main__' else 2\ndef f():\n    return "
      "N\nT.append(N)\n"
      "if __name__ == '__main__':\n    V = (T, f(), other.got, other.main.T)\n";
  const Ran ran = RunText(
      text, {{"main.py", text}, {"other.py", "import main\ngot = main.f(), main.__name__\n"}});
  EXPECT_EQ(ran["V"], "([1], 1, (2, 'main'), [2])");
  EXPECT_EQ(ran["N"], "1");
}

TEST(HostTest, DefinesWinOverTheFile) {
  Constant tile;
  tile.kind = ConstantKind::Number;
  tile.number = Number::Int(16);
  const std::map<std::string, ConstantRef> given = {{"TILE", std::make_shared<Constant>(tile)}};
  EXPECT_EQ(RunText("TILE = 8\nAREA = TILE * TILE\n", {}, given)["AREA"], "256");
}

TEST(HostTest, StepsEnd) {
  const Ran ran = RunText(
      "N = 3\nL = []\nfor i in range(100000000):\n    L.append(i)\n    X = i\nM = 4\n"
      "def spin():\n    while True:\n        pass\nspin()\n");
  EXPECT_EQ(ran["N"], "3");
  EXPECT_EQ(ran["L"], "?");
  EXPECT_EQ(ran["X"], "?");
  EXPECT_EQ(ran["M"], "4");
}

TEST(HostTest, CompiledFunctionsAreFollowedWhereTypesMakeNoDifference) {
  const std::string numba = "import numba\nimport numpy as np\n";
  const std::string fill =
      "def fill(a, n):\n    for i in range(a.size):\n        a[i] = i * n\nT = "
      "np.zeros(3)\nfill(T, 2)\nV = T.tolist()\n";
  EXPECT_EQ(ValueOf(numba + "@numba.njit\n" + fill, "V"), "[0.0, 2.0, 4.0]");
  EXPECT_EQ(ValueOf(numba + "@numba.njit(cache=True)\n" + fill, "V"), "[0.0, 2.0, 4.0]");
  EXPECT_EQ(ValueOf(numba + "@numba.njit(fastmath=True)\n" + fill, "V"), "?");
  const auto call = [&](const std::string& body, const std::string& argument) {
    return ValueOf(
        numba + "N = 2\n@numba.njit\ndef f(x):\n    " + body + "\nV = f(" + argument + ")\n", "V");
  };
  EXPECT_EQ(call("return x * N", "3"), "6");
  EXPECT_EQ(call("return x * 0.5", "3"), "1.5");
  // Numba wraps, and gives ints that met floats as floats.
  EXPECT_EQ(call("return x * 4611686018427387904", "3"), "?");
  EXPECT_EQ(call("return x if x > 0 else 0.5", "3"), "?");
  EXPECT_EQ(call("return x[0] + 1", "np.ones(2, np.float32)"), "?");
  EXPECT_EQ(call("return x.sum()", "np.ones(2)"), "?");
  // Outer names are those of the first call.
  EXPECT_EQ(
      ValueOf("import numba\nN = 1\n@numba.njit\ndef f():\n    return N\nA = f()\nN = 2\nV = f()\n",
              "V"),
      "?");
}

TEST(HostTest, ArraysOnTheDeviceAreCopies) {
  const Ran ran = RunText(
      "from numba import cuda\nimport numpy as np\nT = np.arange(3)\nd = cuda.to_device(T)\nT[0] = "
      "9\n"
      "V = d.shape\nE = d[0]\nK = T.tolist()\n");
  EXPECT_EQ(ran["V"], "(3,)");
  EXPECT_EQ(ran["E"], "?");
  EXPECT_EQ(ran["K"], "[9, 1, 2]");
}

TEST(HostTest, WhatOnlyReadsLosesNothing) {
  const Ran ran = RunText(
      "import hashlib, logging\nimport numpy as np\nT = np.arange(3)\nD = "
      "hashlib.sha256(T).hexdigest()\n"
      "logging.getLogger('x').info('%s', T)\nX = np.median(T, keepdims=True)\nnp.add(T, "
      "unknown_name() if False else 1, out=T)\n"
      "V = T.tolist()\n");
  EXPECT_EQ(ran["D"], "?");
  EXPECT_EQ(ran["X"], "?");
  EXPECT_EQ(ran["V"], "[1, 2, 3]");
}

TEST(HostTest, StoresToReadOnlyArraysRaise) {
  const std::string tried =
      "try:\n    A[0] = 5\n    V = 'stored'\nexcept ValueError:\n    V = 'refused'\n";
  EXPECT_EQ(ValueOf("import numpy as np\nA = np.broadcast_to(1, (3,))\n" + tried, "V"),
            "'refused'");
  EXPECT_EQ(
      ValueOf(
          "import numpy as np\nA = np.eye(3)\nD = np.diagonal(A)\nA[1, 1] = 5\nV = D.tolist()\n",
          "V"),
      "[1.0, 5.0, 1.0]");
}

TEST(HostTest, ArraysOfOneRowAreContiguousWhateverTheirStrides) {
  const std::string array = "import numpy as np\nA = np.zeros((2, 3))\n";
  for (const std::string_view view : {"A[::2].ravel()", "np.ascontiguousarray(A[::2])[0]"}) {
    EXPECT_EQ(ValueOf(fmt::format("{}B = {}\nB[1] = 5\nV = int(A[0, 1])\n", array, view), "V"),
              "5");
  }
  EXPECT_EQ(ValueOf(array + "from numba import float64, typeof\nV = typeof(A[::2]) == "
                            "float64[:, ::1]\n",
                    "V"),
            "True");
}

TEST(HostTest, NamesOfOneTypeOfNumbaAreOneThing) {
  const std::string types = "from numba import float32, int32, types, void\n";
  const auto value = [&](std::string_view expr) {
    return ValueOf(fmt::format("{}V = {}\n", types, expr), "V");
  };
  EXPECT_EQ(value("float32 is types.f4, float32 == types.float32, float32 != int32"),
            "(True, True, True)");
  EXPECT_EQ(value("{float32: 1}.get(types.float32), types.f4 in {int32, float32}"), "(1, True)");
  EXPECT_EQ(value("float32[:] is types.float32[:], float32[:] == int32[:]"), "(True, False)");
  EXPECT_EQ(value("void(int32) == void(types.i4), void(int32) is void(int32)"), "(True, False)");
  EXPECT_EQ(value("types.Float is types.Integer"), "?");
}

TEST(HostTest, IndicesOfArrays) {
  const std::string begin =
      "import numpy as np\nA = np.arange(12).reshape(3, 4)\nC = np.arange(24).reshape(2, 3, 4)\n";
  const auto at = [&](const std::string& expression) {
    return ValueOf(begin + "V = np.asarray(" + expression + ").tolist()\n", "V");
  };
  EXPECT_EQ(at("A[[[0], [2]], [1, 3]]"), "[[1, 3], [9, 11]]");
  EXPECT_EQ(at("A[A[:, 0] > 3, 1]"), "[5, 9]");
  EXPECT_EQ(at("C[0, :, [1, 2]]"), "[[1, 5, 9], [2, 6, 10]]");
  EXPECT_EQ(at("C[:, [0, 1], 2]"), "[[2, 6], [14, 18]]");
  EXPECT_EQ(at("A.reshape(4, 3, order='F')"), "[[0, 5, 10], [4, 9, 3], [8, 2, 7], [1, 6, 11]]");
}

// What a run does to Python's library is no matter of the next one.
TEST(HostTest, RunsLeaveTheLibraryAsItWas) {
  const auto check = [] {
    const Ran ran = RunText(
        "import collections, functools, math, sys\nPI = math.pi\nARGS = len(sys.argv)\n"
        "HAS = hasattr(collections.Counter, '_extra')\nC = collections.Counter('aab')['a']\n"
        "V = functools.reduce(lambda a, b: a + b, [1, 2, 3])\nL = sum([1, 2])\n");
    EXPECT_EQ(ran["PI"], "3.141592653589793");
    EXPECT_EQ(ran["ARGS"], "1");
    EXPECT_EQ(ran["HAS"], "False");
    EXPECT_EQ(ran["C"], "2");
    EXPECT_EQ(ran["V"], "6");
    EXPECT_EQ(ran["L"], "3");
  };
  check();
  const Ran changing = RunText(
      "import builtins, collections, functools, math, sys\nmath.pi = 3\nsys.argv.append('x')\n"
      "collections.Counter._extra = 1\nbuiltins.sum = len\nV = sum([1, 2])\n"
      "import nowhere\nnowhere.keep(collections.Counter, functools.reduce, math)\n"
      "from fractions import Fraction\nPI = math.pi\nF = Fraction(1, 2) + 1\n");
  EXPECT_EQ(changing["V"], "2");
  // A file of the library that is loaded behind the change does not see it.
  EXPECT_EQ(changing["F"], "Fraction(3, 2)");
  check();
}

TEST(HostTest, ThreadsRunPrograms) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([] {
      for (int turn = 0; turn < 10; ++turn) {
        const Ran ran = RunText(
            "import collections, dataclasses, math\n@dataclasses.dataclass\nclass P:\n"
            "    x: int\n    y: int = 2\nC = collections.Counter('aab')\n"
            "C['a'] += 1\nV = (P(1).y, C['a'], math.comb(5, 2))\n");
        EXPECT_EQ(ran["V"], "(2, 3, 10)");
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
}

}  // namespace
}  // namespace kernelc::host
