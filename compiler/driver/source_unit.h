// A kernel file, parsed and indexed once, from which any number of kernels is compiled.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/ast/ast.h"
#include "compiler/base/result.h"
#include "compiler/base/source.h"
#include "compiler/cache/file_facts.h"
#include "compiler/cache/store.h"
#include "compiler/codegen/codegen.h"
#include "compiler/diag/diagnostic.h"
#include "compiler/driver/module_loader.h"
#include "compiler/sema/sema.h"

namespace kernelc::driver {

// May be shared between threads. Where the cache knows what the text defines, it is parsed when somebody first asks
// for more than that; modules that it imports are read on first use. Nothing else changes after construction.
class SourceUnit {
 public:
  // Parses and indexes `text`; `path` is what diagnostics print. What is wrong with the text stands
  // in diagnostics(); the unit is given all the same and holds what could be read.
  // Modules that it imports are looked for as `modules` says, and beside `path` when that has a folder.
  // `store`, null for none, is the disk cache of the unit and of what is compiled from it.
  static std::shared_ptr<const SourceUnit> FromText(
      std::string path, std::string text, ModuleOptions modules = {},
      std::shared_ptr<const cache::Store> store = nullptr);
  // The same for bytes, whose encoding the text may declare (PEP 263).
  static std::shared_ptr<const SourceUnit> FromBytes(
      std::string path, std::string bytes, ModuleOptions modules = {},
      std::shared_ptr<const cache::Store> store = nullptr);
  // The same for a file's bytes. Fails only when the file cannot be read.
  static Result<std::shared_ptr<const SourceUnit>> FromFile(
      const std::string& path, ModuleOptions modules = {},
      std::shared_ptr<const cache::Store> store = nullptr);

  const SourceManager& sources() const { return sources_; }
  FileId file() const { return file_; }
  const std::string& path() const { return sources_.file(file_).path(); }
  // As in index(), without parsing where the cache knows them.
  const std::vector<sema::FunctionEntry>& functions() const;
  const std::vector<diag::Diagnostic>& decorator_errors(std::size_t function) const;
  // sema::ParseSignature with the names of this file; what was read before needs no parsing.
  std::optional<std::vector<abi::ArgType>> ParseSignature(std::string_view text,
                                                          std::string* error) const;
  // These parse.
  const ast::Module& module() const;
  const sema::FileIndex& index() const;
  // What is wrong with the text. What the cache knows has nothing wrong with it.
  const std::vector<diag::Diagnostic>& diagnostics() const { return diagnostics_; }
  bool has_errors() const { return has_errors_; }
  // Time spent in the parser and in indexing; nothing where that was not needed.
  const std::vector<codegen::PhaseTime>& times() const { return times_; }

  // Null where nothing of the unit is cached.
  const cache::Store* store() const { return store_.get(); }
  // With a store: stands for the text, where it is, and where its modules are looked for.
  const cache::Hash& key() const { return key_; }
  // What the unit has found out about other files so far.
  std::vector<cache::FileFact> facts() const;
  // The text in sources() is what the file or the program gave, byte for byte.
  bool is_plain() const { return is_plain_; }

  // The functions that `name` can mean: `saxpy`, `outer.inner`, `Class.method`, `saxpy@12`.
  std::vector<std::size_t> FindFunctions(std::string_view name) const;
  // The one function that `name` means, or why there is none, listing the choices.
  Result<std::size_t> FindFunction(std::string_view name) const;

 private:
  SourceUnit() = default;
  static std::shared_ptr<const SourceUnit> Make(std::string path, std::string text,
                                                bool is_decoded, ModuleOptions modules,
                                                std::shared_ptr<const cache::Store> store);
  void EnsureParsed() const;
  void Parse();
  // What the cache knows about the text, to functions_.
  bool ReadOutline();
  void KeepOutline() const;

  SourceManager sources_;
  FileId file_;
  bool is_decoded_ = false;
  bool is_plain_ = true;
  std::shared_ptr<const cache::Store> store_;
  cache::Hash key_;
  // Reads imported modules when a kernel first asks for them.
  std::unique_ptr<ModuleLoader> modules_;
  // From the cache; null where the text was parsed at once.
  std::optional<std::vector<sema::FunctionEntry>> functions_;
  mutable std::once_flag parsed_;
  std::unique_ptr<ast::Module> module_;
  sema::ExpandedFile expanded_;
  std::optional<sema::FileIndex> index_;
  std::vector<diag::Diagnostic> diagnostics_;
  std::vector<codegen::PhaseTime> times_;
  bool has_errors_ = false;
};

// The signature of function number `function` as a user would write it: "saxpy(n, a, x, y)".
std::string SpellFunction(const SourceUnit& unit, std::size_t function);
// How many arguments a launch of it passes: "1 argument", "2 to 4 arguments".
std::string SpellCount(const sema::FunctionEntry& entry);

}  // namespace kernelc::driver
