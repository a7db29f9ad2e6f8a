// What Numba-CUDA has for kernels, by every path where it can be imported
// (tests/oracle/numba_paths.py), against the canonical paths. inputs/unresolved_paths.txt lists
// what does not resolve, with the reason.
#include "compiler/constants/paths.h"
#include "compiler/types/written_types.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kernelc::constants {
namespace {

struct Known {
  std::string kind;
  std::string path;
};

std::vector<Known> ReadPaths() {
  std::ifstream file(KC_ORACLE_DIR "/numba_paths.txt");
  std::vector<Known> paths;
  Known known;
  while (file >> known.kind >> known.path) {
    paths.push_back(known);
  }
  return paths;
}

// A line is a path, or the beginning of some and `*`; `#` begins a reason.
std::vector<std::string> ReadUnresolved() {
  std::ifstream file(KC_UNRESOLVED_PATHS);
  std::vector<std::string> patterns;
  for (std::string line; std::getline(file, line);) {
    if (!line.empty() && line.front() != '#') {
      patterns.push_back(line);
    }
  }
  return patterns;
}

bool Matches(std::string_view pattern, std::string_view path) {
  return pattern.ends_with('*') ? path.starts_with(pattern.substr(0, pattern.size() - 1))
                                : path == pattern;
}

// As an expression names it: `numba.cuda.atomic.add` is a member of a member of a member.
bool Resolves(const Known& known) {
  std::string_view rest = known.path;
  const auto next = [&] {
    const std::size_t dot = std::min(rest.find('.'), rest.size());
    const std::string_view part = rest.substr(0, dot);
    rest.remove_prefix(std::min(dot + 1, rest.size()));
    return part;
  };
  const std::string_view first = next();
  if (first == "builtins") {
    return IsPythonBuiltin(rest) || types::FindScalarType(rest).has_value() || rest == "True" ||
           rest == "False";
  }
  std::string path = CanonicalModule(first);
  while (!rest.empty()) {
    path = CanonicalMember(path, next());
  }
  const Object object = ResolvePath(path);
  return object.kind != ObjectKind::External || object.text != path || IsKnownMember(path);
}

TEST(PathsTest, WhatNumbaHasResolves) {
  const std::vector<std::string> patterns = ReadUnresolved();
  std::vector<bool> is_used(patterns.size());
  const std::vector<Known> paths = ReadPaths();
  ASSERT_GT(paths.size(), 1000u);
  for (const Known& known : paths) {
    bool is_listed = false;
    bool is_named = false;
    const bool resolves = Resolves(known);
    for (std::size_t i = 0; i < patterns.size(); ++i) {
      if (Matches(patterns[i], known.path)) {
        is_listed = true;
        is_named = is_named || !patterns[i].ends_with('*');
        is_used[i] = is_used[i] || !resolves;
      }
    }
    EXPECT_TRUE(resolves || is_listed) << known.kind << ' ' << known.path << " does not resolve";
    EXPECT_FALSE(resolves && is_named) << known.path << " resolves and is listed as unresolved";
  }
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    EXPECT_TRUE(is_used[i]) << patterns[i] << " is listed, and nothing of it is unresolved";
  }
}

// One thing has one path, wherever it is imported from.
TEST(PathsTest, ModulesOfOneThingHaveOnePath) {
  const std::pair<std::string_view, std::string_view> kSame[] = {
      {"numba.cuda.misc.special", "numba"},
      {"numba.misc.special", "numba"},
      {"numba.cuda.types", "numba.types"},
      {"numba.cuda.types.ext_types", "numba.types"},
      {"numba.core.types.scalars", "numba.types"},
      {"numba.cuda.stubs", "cuda"},
      {"numba.cuda._internal.cuda_bf16", "cuda.bf16"},
      {"numba.cuda.cg", "cuda.cg"},
      {"kernelc.libdevice", "cuda.libdevice"},
      {"scipy.special", ".scipy.special"},
  };
  for (const auto& [module, path] : kSame) {
    EXPECT_EQ(CanonicalModule(module), path);
  }
  EXPECT_EQ(CanonicalMember("numba", "cuda"), "cuda");
  EXPECT_EQ(CanonicalMember(CanonicalMember("cuda", "misc"), "special"), "numba");
  EXPECT_EQ(CanonicalMember("cuda", "types"), "numba.types");
  EXPECT_EQ(CanonicalMember("cuda.bf16", "__hmin_unknown"), "cuda.bf16.hmin_unknown");
  EXPECT_EQ(CanonicalMember("cuda.fp16", "__hadd"), "cuda.fp16.__hadd");
}

}  // namespace
}  // namespace kernelc::constants
