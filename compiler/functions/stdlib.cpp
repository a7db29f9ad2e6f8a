#include <deque>
#include <unordered_map>

#include "compiler/functions/functions.h"

namespace kernelc::functions {
namespace {

struct Row {
  std::string_view paths;
  std::string_view parameters;
  std::size_t required;
  LibraryTyping typing;
  std::string_view function;
};

constexpr Row kRows[] = {
#define KC_LIBRARY(paths, parameters, required, typing, function) \
  {paths, parameters, required, LibraryTyping::typing, function},
#include "compiler/functions/stdlib.def"
};

struct Tables {
  std::deque<LibraryInfo> infos;
  std::vector<std::string_view> paths;
  std::unordered_map<std::string_view, const LibraryInfo*> by_path;

  Tables() {
    for (const Row& row : kRows) {
      LibraryInfo& info = infos.emplace_back();
      const std::vector<std::string_view> row_paths = SplitBlanks(row.paths);
      info.call.name = row_paths.front();
      info.call.variadic = row.parameters == "*";
      if (!info.call.variadic) {
        info.call.parameters = SplitBlanks(row.parameters);
      }
      info.call.required = row.required;
      info.typing = row.typing;
      info.function = row.function;
      for (const std::string_view path : row_paths) {
        paths.push_back(path);
        by_path.emplace(path, &info);
      }
    }
  }
};

const Tables& tables() {
  static const Tables instance;
  return instance;
}

}  // namespace

const LibraryInfo* FindLibrary(std::string_view path) {
  const auto found = tables().by_path.find(path);
  return found == tables().by_path.end() ? nullptr : found->second;
}

const std::vector<std::string_view>& LibraryPaths() { return tables().paths; }

}  // namespace kernelc::functions
