#include "compiler/driver/reference.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "compiler/base/check.h"
#include "compiler/builtins/builtins.h"
#include "compiler/functions/functions.h"

namespace kernelc::driver {
namespace {

using builtins::BuiltinEffects;
using functions::SplitBlanks;

// Groups in the order of the reference, by the beginning of the name.
struct Group {
  std::string_view prefix;
  std::string_view title;
};
constexpr Group kGroups[] = {
    {"cuda.atomic.", "Atomic operations"}, {"cuda.cg.", "Cooperative groups"},
    {"cuda.block.", "Blocks and warps"},   {"cuda.warp.", "Blocks and warps"},
    {"cuda.libdevice.", "libdevice"},      {"cuda.random.", "Random numbers"},
    {"cuda.fp16.", "16-bit floats"},       {"cuda.bf16.", "16-bit floats"},
           {"cuda.", "CUDA"},
    {"math.", "math"},                     {"cmath.", "cmath"},
    {"np.", "NumPy"},                      {"operator.", "operator"},
    {"", "Python"},
};

std::string GroupOf(std::string_view name) {
  for (const Group& group : kGroups) {
    if (name.starts_with(group.prefix)) {
      return std::string(group.title);
    }
  }
  return "Python";
}

std::string_view EffectsText(BuiltinEffects effects) {
  switch (effects) {
    case BuiltinEffects::Pure:
    case BuiltinEffects::ThreadPure:
      return "";
    case BuiltinEffects::Fence:
      return "memory fence";
    case BuiltinEffects::BlockSync:
      return "all threads of the block meet";
    case BuiltinEffects::WarpSync:
      return "the named lanes of the warp meet";
    case BuiltinEffects::GridSync:
      return "all threads of the grid meet";
    case BuiltinEffects::Memory:
      return "reads or writes memory";
  }
  KC_FATAL("effects {}", static_cast<int>(effects));
}

std::vector<std::string> Words(std::string_view text) {
  std::vector<std::string> words;
  for (const std::string_view word : SplitBlanks(text)) {
    words.emplace_back(word);
  }
  return words;
}

// Operands of a signature "result(a, b)".
std::size_t CountOperands(std::string_view signature) {
  const std::size_t open = signature.rfind('(');
  if (open == std::string_view::npos || signature.substr(open).starts_with("()")) {
    return 0;
  }
  return static_cast<std::size_t>(std::ranges::count(signature.substr(open), ',')) + 1;
}

class Collector {
 public:
  std::vector<ReferenceRow> Run() {
    for (const functions::Row& row : functions::Rows()) {
      Add(row);
    }
    AddTexts();
    std::vector<ReferenceRow> rows;
    for (auto& [name, row] : rows_) {
      rows.push_back(std::move(row));
    }
    std::ranges::stable_sort(rows, {}, [](const ReferenceRow& row) {
      return std::ranges::find(kGroups, row.group, &Group::title) - std::begin(kGroups);
    });
    return rows;
  }

  const std::vector<std::string>& strays() const { return strays_; }

 private:
  // The row of the first of `names`, made where it is not there yet.
  ReferenceRow& RowOf(const std::vector<std::string>& names) {
    ReferenceRow& row = rows_[names.front()];
    if (row.name.empty()) {
      row.name = names.front();
      row.group = GroupOf(row.name);
    }
    for (std::size_t i = 1; i < names.size(); ++i) {
      if (std::ranges::find(row.aliases, names[i]) == row.aliases.end()) {
        row.aliases.push_back(names[i]);
      }
    }
    return row;
  }

  void Add(const functions::Row& row) {
    using Table = functions::Row::Table;
    switch (row.table) {
      case Table::Builtins:
        return AddBuiltin(row);
      case Table::Specials:
      case Table::Operators:
        return SetOperands(RowOf(row.paths), row.operands, row.required);
      case Table::Stdlib:
        return AddStdlib(row);
      case Table::Ufuncs: {
        ReferenceRow& added = RowOf(row.paths);
        SetOperands(added, row.operands, row.required);
        added.types = "numbers; arrays where `out` is given";
        return;
      }
      case Table::Reductions:
        return AddReduction(row);
      case Table::Halves:
      case Table::Forms:
        RowOf(row.paths);
        return;
    }
  }

  void AddBuiltin(const functions::Row& builtin) {
    const builtins::BuiltinInfo& info = builtins::builtin_info(builtin.builtin);
    // Parts of cuda.grid and cuda.gridsize, and what operators become: no names of programs.
    if (info.name().starts_with("cuda.grid.") || info.name().starts_with("cuda.gridsize.") ||
        info.name().starts_with("pow.")) {
      return;
    }
    ReferenceRow& row = RowOf(builtin.paths);
    row.is_attribute = info.signature.ends_with(" attr");
    row.types =
        row.is_attribute ? info.signature.substr(0, info.signature.size() - 5) : info.signature;
    row.effects = EffectsText(info.effects);
    constexpr std::string_view kNames[] = {"x", "y", "z", "w"};
    const std::size_t count = row.is_attribute ? 0 : CountOperands(info.signature);
    for (std::size_t k = 0; k < count; ++k) {
      row.operands.push_back(k < std::size(kNames) ? std::string(kNames[k])
                                                   : fmt::format("x{}", k));
    }
    row.required = count;
  }

  static void SetOperands(ReferenceRow& row, std::string_view operands, std::size_t required) {
    row.operands = Words(operands);
    row.required = required;
  }

  void AddStdlib(const functions::Row& function) {
    // "math.log/2" is math.log with two arguments.
    std::vector<std::string> names;
    for (const std::string& path : function.paths) {
      names.push_back(path.substr(0, path.find('/')));
    }
    const bool known = rows_.contains(names.front());
    ReferenceRow& row = RowOf(names);
    SetOperands(row, function.operands,
                known ? std::min(row.required, function.required) : function.required);
  }

  void AddReduction(const functions::Row& reduction) {
    ReferenceRow& row = RowOf(reduction.paths);
    SetOperands(row, reduction.operands, reduction.required);
    row.types = reduction.method.empty()
                    ? "an array"
                    : fmt::format("an array; also the method `a.{}()`", reduction.method);
    row.text = row.text.empty() ? "by the calling thread, element by element" : row.text;
  }

  void AddTexts() {
    for (const functions::Description& description : functions::Descriptions()) {
      const auto row = rows_.find(std::string(description.path));
      if (row == rows_.end()) {
        strays_.emplace_back(description.path);
        continue;
      }
      row->second.text = description.text;
      if (!description.operands.empty()) {
        const std::size_t count = SplitBlanks(description.operands).size();
        SetOperands(row->second, description.operands,
                    row->second.required == 0 ? 1 : std::min(row->second.required, count));
      }
    }
  }

  std::map<std::string, ReferenceRow> rows_;
  std::vector<std::string> strays_;
};

// "cuda.grid" for "numba.cuda.grid", "np.add" for "numpy.add".
std::string Shortened(std::string_view name) {
  for (const auto& [from, to] : {std::pair<std::string_view, std::string_view>{"numba.cuda.", "cuda."},
                                 {"kernelc.", "cuda."},
                                 {"numpy.", "np."}}) {
    if (name.starts_with(from)) {
      return std::string(to) + std::string(name.substr(from.size()));
    }
  }
  return std::string(name);
}

// Without the module: "atomic.add", as native files and many others write it.
std::string_view Bare(std::string_view name) {
  const std::size_t dot = name.find('.');
  return dot == std::string_view::npos ? name : name.substr(dot + 1);
}

std::string Escaped(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    escaped += c == '|' ? "\\|" : std::string(1, c);
  }
  return escaped;
}

}  // namespace

std::string ReferenceRow::Call() const {
  if (is_attribute) {
    return name;
  }
  std::string list;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const bool optional = i >= required && !operands[i].starts_with("*");
    const std::string separator = i == 0 ? "" : ", ";
    const std::string operand = operands[i] == "*" ? "*values" : operands[i];
    list += optional ? fmt::format("[{}{}]", separator, operand) : separator + operand;
  }
  return fmt::format("{}({})", name, list);
}

std::string ReferenceRow::Example() const {
  if (is_attribute) {
    return "v = " + name;
  }
  if (name == "enumerate" || name == "range" || name == "zip") {
    return name == "range"       ? "for i in range(n):"
           : name == "enumerate" ? "for i, x in enumerate(a):"
                                 : "for x, y in zip(a, b):";
  }
  std::string list;
  for (std::size_t i = 0; i < operands.size() && (i < required || i == 0); ++i) {
    const bool many = operands[i].starts_with("*");
    const std::string value = many                        ? "a, b"
                              : operands[i] == "ndim"     ? "1"
                              : operands[i] == "shape"    ? "256"
                              : operands[i] == "dtype"    ? "float32"
                              : operands[i] == "mask"     ? "0xffffffff"
                                                          : operands[i];
    list += i == 0 ? value : ", " + value;
  }
  const bool gives = !types.starts_with("void") && !name.starts_with("cuda.st") &&
                     !name.starts_with("cuda.sync") && name != "cuda.cg.GridGroup.sync" &&
                     name != "np.copyto" && name != "operator.setitem";
  const std::string call = name == "cuda.cg.GridGroup.sync" ? "cuda.cg.this_grid().sync" : name;
  return fmt::format("{}{}({})", gives || types.starts_with("int32(bool)") ? "v = " : "", call, list);
}

const std::vector<ReferenceRow>& Reference() {
  static const auto* rows = new std::vector<ReferenceRow>(Collector().Run());
  return *rows;
}

std::vector<std::string> StrayReferenceRows() {
  Collector collector;
  collector.Run();
  return collector.strays();
}

std::vector<const ReferenceRow*> FindReference(std::string_view name) {
  const std::string wanted = Shortened(name);
  std::vector<const ReferenceRow*> found;
  const auto matches = [&](std::string_view path) {
    return path == wanted || Bare(path) == wanted ||
           (path.starts_with(wanted) && path.substr(wanted.size()).starts_with("."));
  };
  for (const ReferenceRow& row : Reference()) {
    if (matches(row.name) || std::ranges::any_of(row.aliases, matches)) {
      found.push_back(&row);
    }
  }
  return found;
}

std::string ReferenceText(const ReferenceRow& row) {
  std::string out = fmt::format("{}\n", row.Call());
  if (!row.text.empty()) {
    out += fmt::format("    {}\n", row.text);
  }
  if (!row.types.empty()) {
    out += fmt::format("    types: {}\n", row.types);
  }
  if (!row.effects.empty()) {
    out += fmt::format("    effect: {}\n", row.effects);
  }
  if (!row.aliases.empty()) {
    out += fmt::format("    also: {}\n", fmt::join(row.aliases, ", "));
  }
  return out + fmt::format("    example: {}\n", row.Example());
}

std::string ReferenceMarkdown() {
  std::string out =
      "# Builtins\n\n"
      "Everything that kernels can call, made of the compiler's tables by `kernelc builtins --markdown`.\n"
      "`kernelc builtins NAME` shows one. Names are those of the usual imports: `from numba import cuda`, `import math`,\n"
      "`import numpy as np`; with `from kernelc import *` the members of `cuda` stand alone (`grid(1)`, `atomic.add(...)`).\n\n"
      "In types, F is float32 or float64, I one integer type, T one scalar type throughout, P a pointer to an element.\n"
      "How numbers are promoted is said in [the language reference](language.md).\n";
  std::string group;
  for (const ReferenceRow& row : Reference()) {
    if (row.group != group) {
      group = row.group;
      out += fmt::format("\n## {}\n\n| call | what it gives | types | example |\n| --- | --- | --- | --- |\n",
                         group);
    }
    std::string text = row.text;
    if (!row.effects.empty() && text.empty()) {
      text = row.effects;
    }
    if (!row.aliases.empty()) {
      text += fmt::format("{}also `{}`", text.empty() ? "" : "; ", fmt::join(row.aliases, "`, `"));
    }
    out += fmt::format("| `{}` | {} | {} | `{}` |\n", Escaped(row.Call()), Escaped(text),
                       Escaped(row.types), Escaped(row.Example()));
  }
  return out;
}

}  // namespace kernelc::driver
