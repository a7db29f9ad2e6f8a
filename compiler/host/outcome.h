// What a run leaves for those who compile a kernel: values of the names that it may read.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "compiler/ast/ast.h"
#include "compiler/host/constant.h"

namespace kernelc::host {

// What a variable is.
struct Found {
  // Null: not known, or nothing that kernels read.
  ConstantRef value;
  // Not known: the code that it stands for where kernels call it; see Heap::Meaning.
  ConstantRef meant = {};
  // Where the outcome is for people: as repr() writes it; empty where it is not known.
  std::string text;
  // Not known: why, and where it was lost; else the statement that gave the value.
  std::string reason;
  SourceRange where;
  // Not known, because it may have been given another value than its text says: not for lack of
  // knowledge of libraries.
  bool is_changed = false;
};

// What a name is when a kernel reads it, for people.
struct NamedValue {
  std::string name;
  // As repr() writes it; empty where it is unknown.
  std::string text;
  // Unknown: why.
  std::string reason;
  // Modules, functions and classes, which are no constants themselves.
  bool is_code = false;
  // The statement that gave the value, or where it was lost; none where there is no such place.
  SourceRange where;

  bool is_known() const { return !text.empty(); }
};

// A text that `exec` has run among the names of the main file.
struct RunText {
  // The statement that ran it.
  SourceRange where;
  std::string text;
  // Whether it was run to its end, and under no condition that is not known.
  bool is_certain = false;
};

// The outer names of a kernel or a device function.
struct KernelNames {
  // Tells those that one definition made apart.
  std::int64_t id = 0;
  std::string name;
  SourceRange where;
  std::vector<NamedValue> names;
  // What the names are when it is launched; else when another one was, or at the program's end.
  bool is_launched = false;
};

// Immutable once the run has ended.
class Outcome {
 public:
  using Names = std::map<std::string, Found, std::less<>>;

  // A name of the file at `path`; null where it has none of this name.
  const Found* InFile(const std::string& path, std::string_view name) const;
  // An attribute of the class that `cls`, a ClassDef, defines, without those of its bases; null
  // where it has none, or several such classes were made.
  const Found* InClass(const ast::Node* cls, std::string_view name) const;
  // A variable of the function that `function` defines, where it is the same in each call of which
  // something is left; else null.
  const Found* InFunction(const ast::Node* function, std::string_view name) const;
  // A variable of one call; null where it has none of this name.
  const Found* InFrame(FrameId frame, std::string_view name) const;

  // Whether the file was run at all: it is the main one, or was imported.
  bool has_file(const std::string& path) const { return files.contains(path); }

  // Calls `visit` with the names of every file, frame and class.
  template <typename Visit>
  void ForEachNames(const Visit& visit) {
    for (auto& [path, names] : files) {
      visit(names);
    }
    for (auto& [id, frame] : frames) {
      visit(frame.names);
    }
    for (auto& [node, all] : classes) {
      std::ranges::for_each(all, visit);
    }
  }

  // By path.
  std::map<std::string, Names> files;
  std::map<const ast::Node*, std::vector<Names>> classes;
  struct Frame {
    // FunctionDef, Lambda or comprehension.
    const ast::Node* node = nullptr;
    FrameId outer = kNoFrame;
    Names names;
  };
  std::map<FrameId, Frame> frames;
  // What a function's definition, in one frame, has given its parameters: those of `defaults` and
  // `kw_defaults`, one after the other; null where one is not known, or not the same each time.
  std::map<std::pair<const ast::Node*, FrameId>, std::vector<ConstantRef>> defaults;
  // Members of libraries that the program has given other values, by their paths: `math.pi`,
  // `builtins.abs`.
  Names library;
  // What made kernels and functions of the device of functions where they are defined; see
  // Constant::decorator. Arguments that are not the same each time are not known; null where all of
  // it is not the same.
  std::map<const ast::Node*, ConstantRef> decorated;
  // In the order in which they were run.
  std::vector<RunText> texts;
  // Where the outcome is for people: what the run waited for, as often as the program made it.
  std::vector<KernelNames> kernels;
  // The kernel was launched; else the values are those at the end of the program.
  bool is_launched = false;
  // The statement that launched the kernel first, or that ended the program before its end; none
  // where nothing did.
  SourceRange end;
};

// What both can be; `a` becomes it.
void JoinOutcome(Outcome& a, const Outcome& b);

}  // namespace kernelc::host
