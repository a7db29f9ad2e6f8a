// Who may include whom. A folder that is not in the table may not exist under compiler/ or runtime/.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "tests/arch/source_tree.h"

namespace kernelc::arch {
namespace {

namespace fs = std::filesystem;

struct Layer {
  std::string_view folder;
  // Blank-separated: folders of this project whose headers the folder may include besides its own, and prefixes
  // of outside headers from kOutside.
  std::string_view may_include;
};

// From the bottom up. `kernelc` are the public headers (compiler/include and runtime/include).
constexpr Layer kLayers[] = {
    {"compiler/base", ""},
    {"compiler/diag", "compiler/base nlohmann"},
    {"compiler/ast", "compiler/base"},
    {"compiler/types", "compiler/base runtime/abi"},
    {"compiler/builtins", "compiler/base compiler/types"},
    // Character names come from LLVM's table, the only one at hand.
    {"compiler/parse", "compiler/ast compiler/base compiler/diag grammar antlr4 llvm/Support/Unicode.h"},
    {"compiler/kir", "compiler/base compiler/types compiler/builtins"},
    {"compiler/functions", "compiler/ast compiler/builtins compiler/kir compiler/types"},
    {"compiler/scopes", "compiler/ast compiler/base"},
    // Signatures in decorators are kept as the public interface has types.
    {"compiler/index", "compiler/ast compiler/base compiler/diag compiler/scopes runtime/abi"},
    // Large integers are LLVM's.
    {"compiler/host", "compiler/ast compiler/base compiler/diag compiler/index compiler/parse compiler/types runtime/abi llvm/ADT nlohmann"},
    {"compiler/constants",
     "compiler/ast compiler/base compiler/builtins compiler/diag compiler/functions compiler/host compiler/index compiler/parse "
     "compiler/scopes compiler/types runtime/abi"},
    {"compiler/advice",
     "compiler/ast compiler/base compiler/constants compiler/diag compiler/functions compiler/index compiler/scopes runtime/abi"},
    {"compiler/sema",
     "compiler/advice compiler/ast compiler/base compiler/builtins compiler/constants compiler/diag compiler/functions "
     "compiler/index compiler/kir compiler/scopes compiler/types runtime/abi"},
    {"compiler/lint", "compiler/base compiler/builtins compiler/diag compiler/kir compiler/types"},
    {"compiler/passes",
     "compiler/base compiler/builtins compiler/diag compiler/kir compiler/types runtime/abi"},
    {"compiler/codegen", "compiler/base compiler/kir runtime/abi"},
    {"compiler/codegen/llvm",
     "compiler/base compiler/builtins compiler/codegen compiler/diag compiler/kir compiler/types runtime/abi llvm"},
    {"compiler/codegen/cuda_cpp",
     "compiler/base compiler/builtins compiler/codegen compiler/codegen/llvm compiler/kir compiler/types "
     "runtime/abi"},
    {"compiler/codegen/nvptx",
     "compiler/base compiler/builtins compiler/codegen compiler/codegen/llvm compiler/diag compiler/kir "
     "compiler/types runtime/abi llvm"},
    {"compiler/codegen/cpu",
     "compiler/base compiler/builtins compiler/codegen compiler/codegen/llvm compiler/diag compiler/kir "
     "compiler/types runtime/abi llvm"},
    {"compiler/cache", "compiler/base runtime/abi llvm"},
    {"compiler/jit", "compiler/base runtime/abi llvm"},
    {"compiler/include/kernelc", "kernelc"},
    {"compiler/driver",
     "compiler/advice compiler/ast compiler/base compiler/builtins compiler/cache compiler/codegen compiler/constants compiler/diag "
     "compiler/functions compiler/host compiler/jit compiler/kir compiler/lint compiler/parse compiler/passes compiler/sema "
     "compiler/types kernelc runtime/abi runtime/cpu/usable_cores.h nlohmann CLI"},
    {"runtime/abi", ""},
    {"runtime/include/kernelc", "kernelc runtime/abi"},
    // For tests of programs, which bring GoogleTest.
    {"runtime/include/kernelc/testing.h", "kernelc gtest"},
    {"runtime/backend", "kernelc runtime/abi"},
    {"runtime/capi", "kernelc runtime/abi runtime/backend"},
    {"runtime/core", "kernelc runtime/abi runtime/backend"},
    {"runtime/collective", "kernelc runtime/abi runtime/backend runtime/capi runtime/core"},
    {"runtime/graph", "kernelc runtime/abi runtime/backend runtime/core runtime/capi runtime/image"},
    {"runtime/image", "kernelc runtime/abi runtime/backend"},
    {"runtime/algorithms", "kernelc runtime/capi"},
    {"runtime/linear_algebra", "kernelc runtime/capi"},
    {"runtime/random", "kernelc runtime/capi"},
    {"runtime/monitor", "kernelc runtime/backend runtime/capi runtime/cpu runtime/cpu/usable_cores.h"},
    {"runtime/memory", "kernelc runtime/abi runtime/backend runtime/core"},
    {"runtime/npy", "kernelc runtime/abi runtime/backend zlib.h"},
    {"runtime/occupancy", "kernelc runtime/abi runtime/backend"},
    {"runtime/sanitize", "kernelc runtime/abi runtime/backend"},
    {"runtime/trace", "kernelc runtime/abi runtime/backend nvtx3"},
    {"runtime/cpu", "kernelc runtime/abi runtime/backend runtime/core runtime/cpu/usable_cores.h"},
    // The compiler's threads are bounded like those of the CPU device.
    {"runtime/cpu/usable_cores.h", ""},
    {"runtime/cuda", "kernelc runtime/abi runtime/backend runtime/core cuda.h"},
};

// Folders that have doors: the headers and tables that other folders may include, blank-separated. Everything else in them is
// their own.
struct Doors {
  std::string_view folder;
  std::string_view headers;
};
constexpr Doors kDoors[] = {
    {"compiler/advice", "advice.h raise.h report.h"},
    {"compiler/ast", "ast.h nodes.def printer.h stored.h walk.h"},
    {"compiler/builtins", "builtins.h reserved_symbols.h"},
    {"compiler/codegen/cpu", ""},
    {"compiler/codegen/cuda_cpp", ""},
    {"compiler/codegen/nvptx", ""},
    // constants.h is for everybody; the others are what sema and advice ask of values.
    {"compiler/constants",
     "const_eval.h constants.h files.h object.h paths.h"},
    // specials.def: sema declares a function for each of its rows.
    {"compiler/functions", "functions.h specials.def"},
    {"compiler/host", "constant.h host.h objects/number.h outcome.h"},
    {"compiler/index", "decorator_options.h index.h"},
    {"compiler/jit", "host_objects.h jit.h packed_objects.h"},
    {"compiler/lint", "lint.h"},
    {"compiler/parse", "parse.h"},
    {"compiler/passes", "pipeline.h"},
    {"compiler/scopes", "scopes.h"},
    {"compiler/sema", "sema.h"},
    {"compiler/types", "conversions.h layout.h signature.h time_text.h type.h written_types.h"},
};

// Outside headers that only some folders may include.
constexpr std::string_view kOutside[] = {"llvm", "antlr4", "cuda.h", "nvrtc.h", "nvJitLink.h", "cuda_runtime", "nvtx3", "cupti",
                                         "nlohmann", "CLI", "gtest", "benchmark"};
constexpr std::string_view kInside[] = {"compiler/", "runtime/", "kernelc/", "grammar/", "tests/", "samples/",
                                        "bench/"};

// True when `path` is `folder` (or the header of that name) or lies in it.
bool StartsAs(std::string_view path, std::string_view folder) {
  return path.starts_with(folder) &&
         (path.size() == folder.size() || path[folder.size()] == '/' || path[folder.size()] == '-');
}

std::optional<std::string> IncludedPath(std::string_view line) {
  const std::size_t hash = line.find_first_not_of(" \t");
  if (hash == std::string_view::npos || !line.substr(hash).starts_with("#include")) {
    return std::nullopt;
  }
  const std::size_t open = line.find_first_of("\"<");
  const std::size_t close = line.find_first_of("\">", open + 1);
  if (open == std::string_view::npos || close == std::string_view::npos) {
    return std::nullopt;
  }
  return std::string(line.substr(open + 1, close - open - 1));
}

// The row of the innermost folder that holds `file`.
const Layer* LayerOf(const fs::path& file) {
  const Layer* found = nullptr;
  for (const Layer& layer : kLayers) {
    if (StartsAs(file.string(), layer.folder) &&
        (found == nullptr || layer.folder.size() > found->folder.size())) {
      found = &layer;
    }
  }
  return found;
}

bool MayInclude(const Layer& layer, const std::string& path) {
  const bool restricted =
      std::any_of(std::begin(kOutside), std::end(kOutside),
                  [&](std::string_view prefix) { return path.starts_with(prefix); }) ||
      std::any_of(std::begin(kInside), std::end(kInside),
                  [&](std::string_view prefix) { return path.starts_with(prefix); });
  if (!restricted) {
    return true;
  }
  const Layer* target = LayerOf(path);
  if (target == &layer) {
    return true;
  }
  std::istringstream words{std::string(layer.may_include)};
  for (std::string word; words >> word;) {
    const bool allowed = target != nullptr ? word == target->folder : StartsAs(path, word);
    if (allowed) {
      return true;
    }
  }
  return false;
}

TEST(LayeringTest, EveryIncludeIsAllowed) {
  std::size_t includes = 0;
  for (const std::string_view top : {"compiler", "runtime"}) {
    for (const fs::path& file : FilesBelow(top, {".h", ".cpp", ".def", ".inc"})) {
      const Layer* layer = LayerOf(file);
      ASSERT_NE(layer, nullptr) << file << ": its folder has no row in kLayers";
      int number = 0;
      for (const std::string& line : LinesOf(file)) {
        ++number;
        const std::optional<std::string> path = IncludedPath(line);
        if (!path) {
          continue;
        }
        ++includes;
        EXPECT_TRUE(MayInclude(*layer, *path))
            << file.string() << ":" << number << ": " << layer->folder << " may not include " << *path;
      }
    }
  }
  // A reader that finds nothing would pass.
  EXPECT_GT(includes, 300u);
}

// Whether a file of `layer` may include what lies at `path`, by the doors of its folder.
bool IsDoor(const Layer& layer, std::string_view path) {
  const Layer* target = LayerOf(path);
  for (const Doors& doors : kDoors) {
    if (target == nullptr || target == &layer || target->folder != doors.folder) {
      continue;
    }
    std::istringstream words{std::string(doors.headers)};
    for (std::string word; words >> word;) {
      if (path.substr(doors.folder.size() + 1) == word) {
        return true;
      }
    }
    return false;
  }
  return true;
}

TEST(LayeringTest, RoomsAreEnteredByTheirDoors) {
  for (const fs::path& file : FilesBelow("compiler", {".h", ".cpp", ".def", ".inc"})) {
    const Layer* layer = LayerOf(file);
    int number = 0;
    for (const std::string& line : LinesOf(file)) {
      ++number;
      const std::optional<std::string> path = IncludedPath(line);
      EXPECT_TRUE(!path || layer == nullptr || IsDoor(*layer, *path))
          << file.string() << ":" << number << ": " << *path << " is private to its folder";
    }
  }
  const auto is_door = [](std::string_view folder, const std::string& path) {
    return IsDoor(*LayerOf(std::string(folder) + "/x.cpp"), path);
  };
  EXPECT_TRUE(is_door("compiler/driver", "compiler/sema/sema.h"));
  EXPECT_FALSE(is_door("compiler/driver", "compiler/sema/value.h"));
  EXPECT_FALSE(is_door("compiler/driver", "compiler/functions/ufuncs.def"));
  EXPECT_TRUE(is_door("compiler/sema", "compiler/index/index.h"));
  EXPECT_FALSE(is_door("compiler/sema", "compiler/index/module_paths.def"));
  EXPECT_TRUE(is_door("compiler/sema", "compiler/sema/value.h"));
  EXPECT_FALSE(is_door("compiler/sema", "compiler/constants/const_objects.h"));
}

TEST(LayeringTest, RulesBite) {
  const auto allowed = [](std::string_view folder, const std::string& path) {
    return MayInclude(*LayerOf(std::string(folder) + "/x.cpp"), path);
  };
  EXPECT_TRUE(allowed("compiler/sema", "compiler/kir/kir.h"));
  EXPECT_FALSE(allowed("compiler/kir", "compiler/sema/sema.h"));
  EXPECT_FALSE(allowed("compiler/index", "compiler/constants/constants.h"));
  EXPECT_FALSE(allowed("compiler/constants", "compiler/sema/sema.h"));
  EXPECT_FALSE(allowed("compiler/constants", "compiler/kir/kir.h"));
  EXPECT_FALSE(allowed("compiler/advice", "compiler/sema/sema.h"));
  EXPECT_FALSE(allowed("compiler/advice", "compiler/kir/kir.h"));
  EXPECT_FALSE(allowed("compiler/index", "compiler/types/type.h"));
  EXPECT_FALSE(allowed("compiler/index", "compiler/kir/kir.h"));
  EXPECT_FALSE(allowed("compiler/kir", "llvm/IR/Module.h"));
  EXPECT_FALSE(allowed("compiler/parse", "llvm/IR/Module.h"));
  EXPECT_FALSE(allowed("runtime/core", "compiler/base/id.h"));
  EXPECT_FALSE(allowed("runtime/cpu", "llvm/IR/Module.h"));
  EXPECT_FALSE(allowed("runtime/core", "cuda.h"));
  EXPECT_FALSE(allowed("runtime/include/kernelc", "cuda.h"));
  EXPECT_TRUE(allowed("runtime/cuda", "cuda.h"));
  EXPECT_FALSE(allowed("compiler/ast", "tests/arch/source_tree.h"));
  EXPECT_TRUE(allowed("compiler/base", "vector"));
}

TEST(LayeringTest, DriverFunctionsAreCalledThroughTheTable) {
  for (const fs::path& file : FilesBelow("runtime", {".h", ".cpp"})) {
    const std::string name = file.string();
    for (const std::string& line : LinesOf(file)) {
      const bool opens = HoldsWord(line, "dlsym") || HoldsWord(line, "dlopen");
      // The linker of CPU objects gives them the C library's functions.
      EXPECT_FALSE(opens && name != "runtime/backend/library.cpp" && name != "runtime/core/elf_loader.cpp")
          << name << ": libraries are opened by runtime/backend/library.h alone: " << line;
    }
  }
}

}  // namespace
}  // namespace kernelc::arch
