#include "compiler/sema/host_library.h"

#include <unordered_map>

#include "compiler/sema/library.h"
#include "compiler/sema/specials.h"

namespace kernelc::sema {
namespace {

struct Row {
  std::string_view paths;
  std::string_view function;
};

constexpr Row kRows[] = {
#define KC_HOST(paths, function) {paths, function},
#include "compiler/sema/host_library.def"
};

std::unordered_map<std::string_view, std::string_view> FunctionsByPath() {
  std::unordered_map<std::string_view, std::string_view> functions;
  for (const Row& row : kRows) {
    for (const std::string_view path : SplitBlanks(row.paths)) {
      functions.emplace(path, row.function);
    }
  }
  return functions;
}

}  // namespace

const FunctionInfo* FindHostFunction(std::string_view path) {
  static const auto* functions =
      new std::unordered_map<std::string_view, std::string_view>(FunctionsByPath());
  const auto found = functions->find(path);
  return found == functions->end() ? nullptr : &LibraryFunction(found->second);
}

}  // namespace kernelc::sema
