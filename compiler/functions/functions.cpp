#include "compiler/functions/functions.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <utility>

namespace kernelc::functions {
namespace {

struct Help {
  std::string_view path;
  std::string_view help;
};

constexpr Help kMissing[] = {
#define KC_MISSING(path, help) {path, help},
#include "compiler/functions/missing.def"
};

constexpr Help kOtherNames[] = {
#define KC_OTHER_NAME(name, path) {name, path},
#include "compiler/functions/other_names.def"
};

constexpr Description kDescriptions[] = {
#define KC_REFERENCE(path, operands, text) {path, operands, text},
#include "compiler/functions/reference.def"
};

std::vector<std::string> Words(std::string_view text, std::string_view prefix = {}) {
  std::vector<std::string> words;
  for (const std::string_view word : SplitBlanks(text)) {
    words.push_back(std::string(prefix) + std::string(word));
  }
  return words;
}

std::string_view UfuncOperands(std::size_t count) {
  return count == 1 ? "x out" : count == 2 ? "x y out" : "x y z out";
}

Row ReductionRow(std::string_view names) {
  Row row{.table = Row::Table::Reductions, .operands = "a", .required = 1};
  row.paths = Words(names);
  // `sum` is np.sum and the method sum.
  if (const std::string_view first = SplitBlanks(names).front();
      first.find('.') == std::string_view::npos) {
    row.method = first;
    row.paths.front() = "np." + row.paths.front();
  }
  return row;
}

std::vector<Row> MakeRows() {
  std::vector<Row> rows;
  for (std::size_t i = 0; i < static_cast<std::size_t>(builtins::BuiltinId::kCount); ++i) {
    const auto id = static_cast<builtins::BuiltinId>(i);
    rows.push_back({.table = Row::Table::Builtins,
                    .paths = Words(builtins::builtin_info(id).spellings),
                    .builtin = id});
  }
  const auto add = [&](Row::Table table, std::vector<std::string> paths, std::string_view operands,
                       std::size_t required) {
    rows.push_back(
        {.table = table, .paths = std::move(paths), .operands = operands, .required = required});
  };
#define KC_SPECIAL(name, paths, parameters, required) \
  add(Row::Table::Specials, Words(paths), parameters, required);
#include "compiler/functions/specials.def"
#define KC_LIBRARY(paths, parameters, required, typing, function) \
  add(Row::Table::Stdlib, Words(paths), parameters, required);
#include "compiler/functions/stdlib.def"
#define KC_UFUNC(paths, operands, classes, result, integers, floats, complexes) \
  add(Row::Table::Ufuncs, Words(paths), UfuncOperands(operands), operands);
#include "compiler/functions/ufuncs.def"
#define KC_REDUCTION(names, classes, result, function) rows.push_back(ReductionRow(names));
#include "compiler/functions/reductions.def"
  const auto add_operator = [&](std::string_view names, OperatorKind kind) {
    const bool is_unary = kind == OperatorKind::Unary;
    add(Row::Table::Operators, Words(names, "operator."), is_unary ? "a" : "a b", is_unary ? 1 : 2);
  };
#define KC_OPERATOR(names, kind, op) add_operator(names, OperatorKind::kind);
#include "compiler/functions/operators.def"
  for (const std::string_view path : HalfFunctionPaths()) {
    add(Row::Table::Halves, Words(path), {}, 0);
  }
  for (const char* form : {"enumerate", "range", "zip"}) {
    add(Row::Table::Forms, Words(form), {}, 0);
  }
  return rows;
}

std::optional<Function> MakeFunction(std::string_view path) {
  Function function;
  function.ufunc = FindUfunc(path);
  function.reduction = FindReduction(path, false);
  function.op = FindOperator(path);
  function.half = FindHalfFunction(path);
  if (Special special; FindSpecial(path, &special)) {
    function.special = special;
  }
  if (builtins::BuiltinId builtin; builtins::FindBuiltin(path, &builtin)) {
    function.builtin = builtin;
  }
  function.library = FindLibrary(path);
  const auto* description = std::ranges::find(kDescriptions, path, &Description::path);
  function.description = description == std::end(kDescriptions) ? nullptr : description;
  const bool is_there = function.ufunc != nullptr || function.reduction != nullptr ||
                        function.op != nullptr || function.half != nullptr || function.special ||
                        function.builtin || function.library != nullptr;
  return is_there ? std::optional(function) : std::nullopt;
}

}  // namespace

const std::vector<Row>& Rows() {
  static const std::vector<Row> rows = MakeRows();
  return rows;
}

std::span<const Description> Descriptions() { return kDescriptions; }

const Function* Find(std::string_view path) {
  // What was asked for: a process that compiles one kernel asks for few of some thousand. Names
  // that are no function are the user's, of which there may be any number.
  constexpr std::size_t kMostKept = 4096;
  static std::shared_mutex mutex;
  static auto* const asked = new std::map<std::string, std::optional<Function>, std::less<>>();
  {
    const std::shared_lock lock(mutex);
    const auto known = asked->find(path);
    if (known != asked->end()) {
      return known->second ? &*known->second : nullptr;
    }
  }
  const std::optional<Function> function = MakeFunction(path);
  const std::unique_lock lock(mutex);
  if (!function && asked->size() >= kMostKept) {
    return nullptr;
  }
  const auto place = asked->emplace(path, function).first;
  return place->second ? &*place->second : nullptr;
}

bool IsPure(std::string_view path) {
  const Function* function = Find(path);
  if (function == nullptr || function->ufunc != nullptr || function->reduction != nullptr) {
    return false;
  }
  // Library functions that convert their arguments to numbers read nothing else.
  const bool is_of_numbers = function->library != nullptr && function->library->typing != LibraryTyping::Any;
  return is_of_numbers || (function->special && special_info(*function->special).is_pure) ||
         (function->builtin &&
          builtins::builtin_info(*function->builtin).effects == builtins::BuiltinEffects::Pure);
}

std::string_view HelpForFunction(std::string_view path) {
  // What is said of a module holds for its members.
  for (std::string_view prefix = path; !prefix.empty();) {
    for (const Help& row : kMissing) {
      if (row.path == prefix) {
        return row.help;
      }
    }
    const std::size_t dot = prefix.rfind('.');
    prefix = prefix.substr(0, dot == std::string_view::npos ? 0 : dot);
  }
  return {};
}

std::string_view PathOfOtherName(std::string_view name) {
  const auto* found = std::ranges::find(kOtherNames, name, &Help::path);
  return found == std::end(kOtherNames) ? std::string_view() : found->help;
}

}  // namespace kernelc::functions
