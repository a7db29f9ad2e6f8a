// What a run leaves for those who compile a kernel: values of the names that it may read.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/ast/ast.h"
#include "compiler/host/constant.h"

namespace kernelc::host {

// What a variable is.
struct Found {
  // Null: not known.
  ConstantRef value;
  // Not known: why, and where it was lost; else the statement that gave the value.
  std::string reason;
  SourceRange where;
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
  // A variable of the function that `function` defines, for each call of which something is left.
  std::vector<const Found*> InFunction(const ast::Node* function, std::string_view name) const;
  // A variable of one call; null where it has none of this name.
  const Found* InFrame(FrameId frame, std::string_view name) const;

  // Whether the file was run at all: it is the main one, or was imported.
  bool has_file(const std::string& path) const { return files.contains(path); }

  // By path.
  std::map<std::string, Names> files;
  std::map<const ast::Node*, std::vector<Names>> classes;
  std::map<const ast::Node*, std::vector<Names>> functions;
  struct Frame {
    // FunctionDef, Lambda or comprehension.
    const ast::Node* node = nullptr;
    FrameId outer = kNoFrame;
    Names names;
  };
  std::map<FrameId, Frame> frames;
  // The kernel was launched; else the values are those at the end of the program.
  bool is_launched = false;
  // The statement that ended the program before its end; none where nothing did.
  SourceRange end;
};

// What both can be; `a` becomes it.
void JoinOutcome(Outcome& a, const Outcome& b);

}  // namespace kernelc::host
