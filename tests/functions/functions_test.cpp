// The tables of functions that kernels can call, and the index over them.
#include "compiler/functions/functions.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace kernelc::functions {
namespace {

// The way to the table that a row stands in.
bool LeadsTo(const Function& function, const Row& row, std::string_view path) {
  switch (row.table) {
    case Row::Table::Builtins:
      return function.builtin == row.builtin;
    case Row::Table::Specials:
      return function.special.has_value() &&
             std::ranges::count(row.paths, special_info(*function.special).name) == 1;
    case Row::Table::Stdlib:
      return function.library != nullptr && FindLibrary(path) == function.library;
    case Row::Table::Ufuncs:
      return function.ufunc != nullptr && function.ufunc->name() == row.paths.front();
    case Row::Table::Reductions:
      return function.reduction != nullptr &&
             (row.method.empty() || FindReduction(row.method, true) == function.reduction);
    case Row::Table::Operators:
      return function.op != nullptr;
    case Row::Table::Halves:
      return function.half != nullptr && function.half->path == path;
    case Row::Table::Forms:
      return false;
  }
  return false;
}

TEST(FunctionsTest, EveryPathLeadsToItsRow) {
  std::size_t paths = 0;
  for (const Row& row : Rows()) {
    for (const std::string& path : row.paths) {
      if (row.table == Row::Table::Forms) {
        continue;
      }
      ++paths;
      const Function* function = Find(path);
      ASSERT_NE(function, nullptr) << path;
      EXPECT_TRUE(LeadsTo(*function, row, path)) << path;
    }
  }
  // A reader that finds nothing would pass.
  EXPECT_GT(paths, 1000u);
  EXPECT_EQ(Find("np.no_such_function"), nullptr);
}

// A builtin may have a fuller form in another table, which then types its calls; the others have
// each path once.
TEST(FunctionsTest, OneTableTypesACall) {
  for (const Row& row : Rows()) {
    for (const std::string& path : row.paths) {
      const Function* function = Find(path);
      const int tables = function == nullptr
                             ? 0
                             : (function->ufunc != nullptr) + (function->reduction != nullptr) +
                                   (function->op != nullptr) + (function->half != nullptr) +
                                   function->special.has_value() + (function->library != nullptr);
      EXPECT_LE(tables, 1) << path;
    }
  }
}

// "file.function" is there in stdlib/.
void ExpectInStdlib(std::string_view function) {
  const std::size_t dot = function.find('.');
  const auto files = stdlib_files();
  const auto file = std::ranges::find(files, function.substr(0, dot), &StdlibFile::name);
  ASSERT_NE(file, files.end()) << function;
  EXPECT_NE(file->text.find(fmt::format("\ndef {}(", function.substr(dot + 1))),
            std::string_view::npos)
      << function;
}

TEST(FunctionsTest, FunctionsOfStdlibAreThere) {
  for (const Row& row : Rows()) {
    const Function* function = Find(row.paths.front());
    if (function == nullptr) {
      continue;
    }
    if (function->library != nullptr) {
      ExpectInStdlib(function->library->function);
    }
    if (function->reduction != nullptr) {
      ExpectInStdlib(function->reduction->function);
    }
    if (const UfuncInfo* ufunc = function->ufunc) {
      for (const UfuncStep* step : {&ufunc->integers, &ufunc->floats, &ufunc->complexes}) {
        if (step->kind == UfuncStep::Kind::Library) {
          ExpectInStdlib(step->function);
        }
      }
    }
  }
}

TEST(FunctionsTest, DescriptionsAreOfFunctions) {
  std::size_t described = 0;
  for (const Description& description : Descriptions()) {
    const Function* function = Find(description.path);
    const bool is_form = std::ranges::any_of(Rows(), [&](const Row& row) {
      return row.table == Row::Table::Forms && row.paths.front() == description.path;
    });
    EXPECT_TRUE(is_form || (function != nullptr && function->description == &description))
        << description.path;
    ++described;
  }
  EXPECT_GT(described, 200u);
}

constexpr std::string_view kOtherPaths[] = {
#define KC_OTHER_NAME(name, path) path,
#include "compiler/functions/other_names.def"
};

// Constants such as math.pi are in no table of functions.
TEST(FunctionsTest, OtherNamesAreOfFunctions) {
  std::size_t unknown = 0;
  for (const std::string_view path : kOtherPaths) {
    const bool is_place =
        path.starts_with("cuda.") || path.starts_with("math.") || path.starts_with("np.");
    EXPECT_TRUE(Find(path) != nullptr || is_place) << path;
    unknown += Find(path) == nullptr ? 1U : 0U;
  }
  EXPECT_LT(unknown, std::size(kOtherPaths) / 4);
}

constexpr std::string_view kMissingPaths[] = {
#define KC_MISSING(path, help) path,
#include "compiler/functions/missing.def"
};

TEST(FunctionsTest, WhatIsMissingIsNotThere) {
  for (const std::string_view path : kMissingPaths) {
    EXPECT_EQ(Find(path), nullptr) << path;
    EXPECT_FALSE(HelpForFunction(path).empty()) << path;
  }
}

constexpr std::string_view ModuleOf(std::string_view path) {
  return path.substr(0, path.rfind('.'));
}

struct HostNames {
  std::string_view module;
  std::string_view names;
};
constexpr HostNames kHostNames[] = {
#define HOST_FUNCTIONS(module, effect, body, names) {module, " " names " "},
#define HOST_METHODS(type, effect, body, names)
#define HOST_ATTRIBUTE(type, body, names)
#define HOST_PYTHON(module, file, names) {module, " " names " "},
#define HOST_PYTHON_READS(module, file, names) {module, " " names " "},
#define HOST_CONSTANT(path, value)
#define HOST_ALIASES(path, names) {ModuleOf(path), " " names " "},
#include "compiler/host/library/host_functions.def"
};

bool IsOfHost(const std::string& path) {
  const std::size_t dot = path.rfind('.');
  return std::ranges::any_of(kHostNames, [&](const HostNames& row) {
    return dot != std::string::npos && row.module == path.substr(0, dot) &&
           row.names.find(" " + path.substr(dot + 1) + " ") != std::string_view::npos;
  });
}

TEST(FunctionsTest, TheHostHasMostOfThem) {
  std::size_t found = 0;
  for (const Row& row : Rows()) {
    const std::string& path = row.paths.front();
    const bool is_builtin = path.find('.') == std::string::npos;
    found += IsOfHost(is_builtin                ? "builtins." + path
                      : path.starts_with("np.") ? "numpy." + path.substr(3)
                                                : path)
                 ? 1U
                 : 0U;
  }
  EXPECT_GT(found, 100u);
}

TEST(FunctionsTest, CallsThatDoNothingButGiveTheirResultAreKnown) {
  for (const std::string_view path :
       {"abs", "len", "math.sin", "math.floor", "math.gcd", "math.isnan", "tuple"}) {
    EXPECT_TRUE(IsPure(path)) << path;
  }
  for (const std::string_view path :
       {"cuda.atomic.add", "cuda.syncthreads", "next", "print", "nothing"}) {
    EXPECT_FALSE(IsPure(path)) << path;
  }
}

}  // namespace
}  // namespace kernelc::functions
