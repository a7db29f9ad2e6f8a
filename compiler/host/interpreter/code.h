// What files, functions, frames, modules, classes and kernels of a run are made of.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "compiler/ast/ast.h"
#include "compiler/host/host.h"
#include "compiler/host/interpreter/scopes.h"
#include "compiler/host/interpreter/walks.h"
#include "compiler/host/library/native_row.h"

namespace kernelc::host {

// One file, or one text that `exec` runs.
struct Unit {
  const ast::Module* tree = nullptr;
  std::shared_ptr<const ast::Module> owned_tree;
  std::string path;
  // Those that it runs by `exec`; see Inputs. Null: none is known.
  const TextTrees* texts = nullptr;
  // A file of stdlib/host: its places are not the user's.
  bool is_library = false;
  // `from __future__ import annotations`.
  mutable bool has_text_annotations = false;
  // Those of the inputs where the tree is theirs.
  std::shared_ptr<TreeWalks> walks = std::make_shared<TreeWalks>();
  // Names of scopes, by the node that makes them.
  mutable std::unordered_map<const ast::Node*, std::unique_ptr<Scope>> scopes = {};
  // Statements made for generator expressions, by their node.
  mutable ast::Module synthetic{FileId()};
  mutable std::unordered_map<const ast::Node*, ast::NodeList<ast::Stmt>> generator_bodies = {};
};

struct FunctionInfo : Payload {
  // FunctionDef, AsyncFunctionDef or Lambda.
  const ast::Node* node = nullptr;
  const ast::Arguments* arguments = nullptr;
  const Scope* scope = nullptr;
  // The frame that it was defined in, where that is one of a function.
  Object* outer = nullptr;
  Object* module = nullptr;
  // Holds the class that its text stands in, for `super()`; may be null.
  Object* class_cell = nullptr;
  const Unit* unit = nullptr;
  std::string_view qualified_name;
  SourceRange where;
  // Of stdlib/host: neither writes to its arguments nor keeps them.
  bool only_reads = false;
  // Its row in the table, where it has one.
  std::string_view path;
};

struct FrameInfo : Payload {
  const Scope* scope = nullptr;
  Object* outer = nullptr;
  Object* module = nullptr;
  Object* function = nullptr;
  Object* class_cell = nullptr;
  const Unit* unit = nullptr;
  // Module and class bodies: whose attributes the names are.
  Object* space = nullptr;
  // Something that may outlive the call refers to it.
  bool is_captured = false;
  // Of a generator that runs: where it stands.
  Suspended* suspended = nullptr;
  // Of a comprehension: the frame that it stands in.
  bool is_comprehension = false;
  Object* around = nullptr;
};

struct ModuleInfo : Payload {
  std::string path;
  std::string folder;
  bool is_library = false;
};

struct ClassInfo : Payload {
  std::vector<Object*> bases;
  // Itself first; ends with `object`.
  std::vector<Object*> mro;
  Object* metaclass = nullptr;
  // What its instances are: List for subclasses of list.
  Kind instance_kind = Kind::Instance;
  // One of kinds.def and host_classes.def.
  bool is_builtin = false;
  // Null: none. Found when a name is first asked for.
  mutable std::optional<const NativeMembers*> members;
  // Made while a file of stdlib/host was loaded.
  bool is_library = false;
  std::string qualified_name;
  // Empty for builtin types.
  std::string module_name;
  Object* module = nullptr;
  SourceRange where;
  // Its definition; null where the text has none.
  const ast::Node* node = nullptr;
};

// A function that became a kernel or a function of the device.
struct KernelInfo : Payload {
  std::string decorator;
  ConstantRef decorator_call;
  // The first of its arguments where it is a list: it may change until the function comes.
  Value list;
  bool is_kernel = false;
  // The definition of the function has made it.
  bool is_own = false;
  // `kernel[grid, block]`, and `kernel.forall`.
  bool is_launch = false;
  bool is_forall = false;
  // Options of the decorator change what the function computes on the host, or are not known.
  bool has_own_ways = false;
  // The decorator has signatures: it compiles at once.
  bool has_signatures = false;
  // The signature and layout of guvectorize, without blanks.
  std::string signature;
  std::string layout;
};

}  // namespace kernelc::host
