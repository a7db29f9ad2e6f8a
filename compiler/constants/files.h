// What is known of a file beside its names: its functions as others call them, and the runs of it as a program.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "compiler/index/index.h"
#include "compiler/constants/object.h"
#include "compiler/constants/constants.h"

namespace kernelc::constants {

using index::Binding;
using index::BindingKind;
using index::ChangesOnDevice;
using index::CodeArena;
using index::FindBinding;
using index::ImportRef;
using index::IsOuterName;
using index::Names;
using index::ScopeKind;

struct HostRun;

// The value of a binding of kind Value.
struct BoundObject : index::BoundValue {
  explicit BoundObject(Object value) : object(std::move(value)) {}
  Object object;
};

class FileIndexImpl : public index::File {
 public:
  FileIndexImpl(const SourceManager& sources, const ast::Module& module, const IndexOptions& options,
                bool is_library = false)
      : File(sources, options.expanded != nullptr && options.expanded->module ? *options.expanded->module : module,
             options.module_name, is_library),
        program_(&module),
        options_(options) {}

  // The file as it is written: what is run. module() has the texts that it runs as well.
  const ast::Module& program() const { return *program_; }
  const TextTrees* texts() const { return options_.expanded == nullptr ? nullptr : &options_.expanded->texts; }

  // Finds the modules that the file imports; null where there is nothing to look in.
  ModuleResolver* resolver() const { return options_.resolver; }
  const std::vector<FunctionEntry>& entries() const { return entries_; }
  // The function behind entry number `index`.
  const FunctionInfo& entry_function(std::size_t index) const { return *entry_functions_[index]; }
  // How literals are typed where the options say Auto.
  LiteralMode default_literals() const {
    return imports_kernelc() ? LiteralMode::Weak : LiteralMode::Numba;
  }
  // What the file, run as a program, leaves for a kernel when that is launched first, or, for null, at its end; see
  // host_names.h. Made once for each kernel; thread-safe. Null where there is nobody to ask for files.
  std::shared_ptr<const HostRun> RunFor(const FunctionInfo* kernel) const;
  // index::MayRebindNames of it.
  bool may_rebind_names() const;

 private:
  friend class EntryFinder;

  const ast::Module* program_;
  IndexOptions options_;
  mutable std::once_flag rebinds_once_;
  mutable bool may_rebind_names_ = false;
  mutable std::mutex runs_mutex_;
  // For the runs.
  mutable std::shared_ptr<host::TreeWalks> walks_;
  // By function and its number.
  mutable std::map<std::pair<const ast::Node*, int>, std::shared_ptr<const HostRun>> runs_;
  // Functions are read, or being read.
  bool has_functions_ = false;
  std::vector<FunctionEntry> entries_;
  std::vector<const FunctionInfo*> entry_functions_;
};

// The files whose names are compiled are all of this class.
inline const FileIndexImpl& ImplOf(const index::File& file) { return static_cast<const FileIndexImpl&>(file); }

// Adds the functions and kernels of a file whose names are indexed (index_entries.cpp).
void IndexFunctions(FileIndexImpl& index);
// Of those of an imported file, only what decorators say of them.
void IndexImported(FileIndexImpl& index);
void AddSearchFolders(FileIndexImpl& index);

// The function "file.function" of stdlib/. A file is parsed once in a process, when it is first asked for; a function
// that is not there is a mistake in our tables. Thread-safe.
const FunctionInfo& LibraryFunction(std::string_view function);

// Indexes a file of stdlib/.
std::shared_ptr<const FileIndexImpl> IndexLibrary(const SourceManager& sources,
                                                  const ast::Module& module);

}  // namespace kernelc::constants
