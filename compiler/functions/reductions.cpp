#include <deque>
#include <string>
#include <unordered_map>
#include "compiler/functions/functions.h"

namespace kernelc::functions {
namespace {

constexpr ReductionInfo kRows[] = {
#define KC_REDUCTION(names, classes, result, function) \
  {names, classes, ReductionResult::result, function},
#include "compiler/functions/reductions.def"
};

struct AllocationRow {
  std::string_view path;
  std::string_view help;
};

constexpr AllocationRow kAllocations[] = {
#define KC_ALLOCATES(path, help) {path, help},
#include "compiler/functions/allocating.def"
};

struct Tables {
  // Storage of paths that are not in the table as they are.
  std::deque<std::string> texts;
  std::vector<std::string_view> paths;
  std::unordered_map<std::string_view, const ReductionInfo*> by_path;
  std::unordered_map<std::string_view, const ReductionInfo*> by_method;

  Tables() {
    for (const ReductionInfo& row : kRows) {
      for (const std::string_view name : SplitBlanks(row.names)) {
        std::string_view path = name;
        if (!name.starts_with("np.")) {
          by_method.emplace(name, &row);
          path = texts.emplace_back("np." + std::string(name));
        }
        by_path.emplace(path, &row);
        paths.push_back(path);
      }
    }
  }
};

const Tables& tables() {
  static const Tables instance;
  return instance;
}

}  // namespace

const ReductionInfo* FindReduction(std::string_view name, bool is_method) {
  const auto& rows = is_method ? tables().by_method : tables().by_path;
  const auto found = rows.find(name);
  return found == rows.end() ? nullptr : found->second;
}

const std::vector<std::string_view>& ReductionPaths() { return tables().paths; }

std::string_view HelpForAllocation(std::string_view path) {
  for (const AllocationRow& row : kAllocations) {
    if (row.path == path) {
      return row.help;
    }
  }
  return {};
}

}  // namespace kernelc::functions
