// Files with very many constants are read in time and memory that grow with their length, and not
// much of it.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>
#include <string>
#include <utility>

#include "tests/sema/check_source.h"

namespace kernelc::sema {
namespace {

struct Cost {
  double seconds = 0;
  double bytes = 0;
};

constexpr std::string_view kKernel = "@cuda.jit\ndef k(a):\n    a[0] = C123\n";

// What it takes to read `text` and compile its kernel, in a process of its own.
Cost CostOf(const std::string& text) {
  const pid_t child = fork();
  if (child == 0) {
    CheckedSource source(text);
    _exit(source.Check("k", "int64[::1]").has_value() ? 0 : 1);
  }
  int status = -1;
  rusage usage{};
  EXPECT_EQ(wait4(child, &status, 0, &usage), child);
  EXPECT_EQ(status, 0);
  const double seconds = static_cast<double>(usage.ru_utime.tv_sec) +
                         static_cast<double>(usage.ru_utime.tv_usec) * 1e-6;
  return {seconds, static_cast<double>(usage.ru_maxrss) * 1024};
}

// `make` gives a file with that many constants. The bounds tell algorithms apart, not machines.
void ExpectLinear(const std::function<std::string(int)>& make) {
  constexpr int kFew = 25000;
  constexpr int kMany = 200000;
  constexpr double kBytesPerLine = 1200;
  const Cost few = CostOf(make(kFew));
  const Cost many = CostOf(make(kMany));
  EXPECT_LT((many.bytes - few.bytes) / (kMany - kFew), kBytesPerLine);
  // Eight times the lines.
  EXPECT_LT(many.seconds, 0.5 + 32 * few.seconds);
}

TEST(ScalingTest, ConstantsOnLinesOfTheirOwn) {
  ExpectLinear([](int count) {
    std::string text = "from numba import cuda\n";
    for (int i = 0; i < count; ++i) {
      text += fmt::format("C{} = {}\n", i, i);
    }
    return text.append(kKernel);
  });
}

TEST(ScalingTest, ConstantsInOneList) {
  ExpectLinear([](int count) {
    std::string text = "from numba import cuda\nTABLE = [\n";
    for (int i = 0; i < count; ++i) {
      text += fmt::format("    {},\n", i);
    }
    return text.append("]\nC123 = 5\n").append(kKernel);
  });
}

// A constant of 20,000 elements, and a kernel that mentions it that often.
std::string LongConstant(std::string_view make, std::string_view mention, int count) {
  std::string text = "from numba import cuda\nLONG = ";
  std::string elements;
  for (int i = 0; i < 20000; ++i) {
    elements += fmt::format("{}, ", i * 7919 % 1000);
  }
  text += fmt::format(fmt::runtime(make), fmt::format("[{}]", elements));
  text += "\n@cuda.jit\ndef k(a):\n    a[0] = 0\n";
  for (int i = 0; i < count; ++i) {
    text += fmt::format("    a[0] += {}\n", fmt::format(fmt::runtime(mention), i));
  }
  return text;
}

TEST(ScalingTest, MentionsOfLongConstantsDoNotCopyThem) {
  for (const auto& [make, mention] :
       {std::pair("{}", "LONG[{}]"), std::pair("tuple({})", "LONG[{}]"),
        std::pair("[{}, 5]", "LONG[0][{}]")}) {
    SCOPED_TRACE(make);
    const Cost few = CostOf(LongConstant(make, mention, 1));
    const Cost many = CostOf(LongConstant(make, mention, 1000));
    EXPECT_LT(many.seconds, 0.5 + 4 * few.seconds);
  }
}

// How many operations a kernel of these statements takes, where LONG has `count` elements; `element` gives one.
std::size_t Operations(std::string_view make, std::string_view element, std::string_view statements, int count) {
  std::string elements;
  for (int i = 0; i < count; ++i) {
    elements += fmt::format(fmt::runtime(element), i * 7919 % 1000) + ", ";
  }
  CheckedSource source(fmt::format("from numba import cuda\nimport numpy as np\nLONG = {}\n\n\n@cuda.jit\ndef k(a, n):\n    {}\n",
                                   fmt::format(fmt::runtime(make), fmt::format("[{}]", elements)), statements));
  const std::optional<kir::Module> module = source.Check("k", "float64[::1], int64");
  if (!module) {
    ADD_FAILURE() << source.Diagnostics();
    return 0;
  }
  std::size_t operations = 0;
  for (const kir::Function& function : module->functions) {
    operations += function.insts.size();
  }
  return operations;
}

void ExpectNotWrittenOut(std::string_view element, std::string_view statements) {
  constexpr std::size_t kMost = 100;
  for (const std::string_view make : {"{}", "tuple({})"}) {
    SCOPED_TRACE(fmt::format("{} of {}", statements, make));
    const std::size_t few = Operations(make, element, statements, 100);
    EXPECT_LT(few, kMost);
    EXPECT_EQ(Operations(make, element, statements, 5000), few);
  }
}

TEST(ScalingTest, LongConstantsAreNotWrittenOut) {
  for (const std::string_view expression :
       {"sum(LONG)", "sum(LONG, n)", "sum(LONG[1:])", "max(LONG)", "min(LONG)", "len(LONG)", "LONG[n]", "n in LONG",
        "n not in LONG", "np.sum(LONG)", "np.max(LONG)", "np.mean(LONG)", "np.std(LONG)", "np.any(LONG)",
        "LONG == LONG", "LONG != LONG", "LONG[1:] < LONG"}) {
    ExpectNotWrittenOut("{}", fmt::format("a[0] = {}", expression));
  }
}

TEST(ScalingTest, LongConstantsOfTuplesAreNotWrittenOut) {
  for (const std::string_view statements :
       {"for x, y in LONG: a[0] += x * y", "for i, (x, y) in enumerate(LONG): a[i] = x - y", "x, y = LONG[n]; a[0] = x + y",
        "a[0] = LONG[n][n & 1]", "a[0] = LONG == LONG"}) {
    ExpectNotWrittenOut("({0}, {0}.5)", statements);
  }
  ExpectNotWrittenOut("({0}, (True, {0}))", "for x, (y, z) in LONG: a[0] += x + y + z");
}

}  // namespace
}  // namespace kernelc::sema
