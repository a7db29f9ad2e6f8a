// Finds, reads and indexes the modules that kernel files import: beside the file, in the package
// that holds it, in the folders above, in the folders of the include path, or among texts that a
// program supplies.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/ast/ast.h"
#include "compiler/base/source.h"
#include "compiler/cache/file_facts.h"
#include "compiler/sema/sema.h"

namespace kernelc::driver {

// Where modules are looked for beside the importing file's own folders.
struct ModuleOptions {
  // Folders, searched in this order.
  std::vector<std::string> include_path;
  // Texts by path ("util.py", "pkg/sub.py"), relative to the folder of the main file; they come
  // before files.
  std::map<std::string, std::string> texts;
  // Whether files are read at all.
  bool use_files = true;
  // What the host gives for names of the files.
  sema::GivenConstants constants = {};
};

// Files are parsed and their names indexed on first use and kept. Thread-safe.
class ModuleLoader : public sema::ModuleResolver {
 public:
  // `sources` takes the files and outlives the loader.
  ModuleLoader(SourceManager& sources, std::string main_path, ModuleOptions options);
  ~ModuleLoader() override;

  // The main file, which modules may import in turn.
  void SetMain(const sema::FileIndex& index);

  const sema::ImportedModule* Import(const std::string& importer, unsigned level,
                                     std::string_view dotted) override;
  const sema::ImportedModule* Submodule(const sema::ImportedModule& package,
                                        std::string_view name) override;
  void ReadFunctions(const sema::ImportedModule& module) override;
  // A relative folder is taken from that of the main file.
  void AddFolder(const std::string& folder, bool first) override;
  FileBytes ReadBytes(const std::string& path) override;
  FilePlace PlaceOf(const std::string& path) override;
  SourceManager& sources() override { return *sources_; }
  std::optional<std::string> Variable(const std::string& name) override;
  const sema::GivenConstants& constants() const override { return options_.constants; }

  // What was asked of the file system and the environment so far, with the hashes of the files
  // read.
  std::vector<cache::FileFact> facts() const;

 private:
  struct Entry;

  // The module whose parts lie in `folder`: a file, a package, or a folder without `__init__.py`;
  // null where there is nothing.
  const sema::ImportedModule* FindIn(const std::filesystem::path& folder, std::string_view dotted);
  const sema::ImportedModule* LoadFile(const std::filesystem::path& path, std::string name,
                                       const std::filesystem::path& folder);
  const sema::ImportedModule* Namespace(const std::filesystem::path& folder, std::string name);
  std::vector<std::filesystem::path> SearchFolders(const std::filesystem::path& folder,
                                                   bool in_packages) const;
  bool IsFile(const std::filesystem::path& path) const;
  bool IsFolder(const std::filesystem::path& path) const;
  void Read(Entry& entry, const std::filesystem::path& path);

  SourceManager* sources_;
  std::filesystem::path main_path_;
  ModuleOptions options_;
  // Of `sys.path`, as the files add to it.
  std::vector<std::filesystem::path> first_folders_;
  std::vector<std::filesystem::path> last_folders_;
  // Indexing a module asks for the modules that it imports.
  mutable std::recursive_mutex mutex_;
  // By path; a folder that is a package without a file has its own entry.
  std::map<std::string, std::unique_ptr<Entry>> entries_;
  std::unique_ptr<Entry> earlier_main_;
  // By path: whether it is a file, and whether it is a folder.
  mutable std::map<std::string, bool> files_;
  mutable std::map<std::string, bool> folders_;
  // Of the files read, and of those that are too large.
  mutable std::vector<cache::FileFact> contents_;
  // Of the environment, as they were when somebody first asked.
  std::map<std::string, std::optional<std::string>> variables_;
};

}  // namespace kernelc::driver
