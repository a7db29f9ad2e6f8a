// A kernel file, parsed and indexed once, from which any number of kernels is compiled.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/ast/ast.h"
#include "compiler/base/result.h"
#include "compiler/base/source.h"
#include "compiler/codegen/codegen.h"
#include "compiler/diag/diagnostic.h"
#include "compiler/driver/module_loader.h"
#include "compiler/sema/sema.h"

namespace kernelc::driver {

// Immutable after construction but for the modules that it imports, which are read on first use; may be shared
// between threads.
class SourceUnit {
 public:
  // Parses and indexes `text`; `path` is what diagnostics print. What is wrong with the text stands
  // in diagnostics(); the unit is given all the same and holds what could be read.
  // Modules that it imports are looked for as `modules` says, and beside `path` when that has a folder.
  static std::shared_ptr<const SourceUnit> FromText(std::string path, std::string text,
                                                    ModuleOptions modules = {});
  // The same for a file's bytes, whose encoding the text may declare (PEP 263). Fails only when the
  // file cannot be read.
  static Result<std::shared_ptr<const SourceUnit>> FromFile(const std::string& path,
                                                            ModuleOptions modules = {});

  const SourceManager& sources() const { return sources_; }
  const ast::Module& module() const { return *module_; }
  const sema::FileIndex& index() const { return *index_; }
  const std::vector<diag::Diagnostic>& diagnostics() const { return diagnostics_; }
  bool has_errors() const { return has_errors_; }
  const std::string& path() const { return sources_.file(module_->file()).path(); }
  // Time spent in the parser and in indexing.
  const std::vector<codegen::PhaseTime>& times() const { return times_; }

  // The functions that `name` can mean: `saxpy`, `outer.inner`, `Class.method`, `saxpy@12`.
  std::vector<std::size_t> FindFunctions(std::string_view name) const;
  // The one function that `name` means, or why there is none, listing the choices.
  Result<std::size_t> FindFunction(std::string_view name) const;

 private:
  SourceUnit() = default;
  static std::shared_ptr<const SourceUnit> Make(std::string path, std::string text,
                                                bool is_decoded, ModuleOptions modules);

  SourceManager sources_;
  // Reads imported modules when a kernel first asks for them.
  std::unique_ptr<ModuleLoader> modules_;
  std::unique_ptr<ast::Module> module_;
  std::optional<sema::FileIndex> index_;
  std::vector<diag::Diagnostic> diagnostics_;
  std::vector<codegen::PhaseTime> times_;
  bool has_errors_ = false;
};

// The signature of function number `function` as a user would write it: "saxpy(n, a, x, y)".
std::string SpellFunction(const SourceUnit& unit, std::size_t function);

}  // namespace kernelc::driver
