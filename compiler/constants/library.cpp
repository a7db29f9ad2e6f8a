#include "compiler/constants/files.h"

#include <algorithm>
#include <deque>
#include <iterator>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "compiler/ast/stored.h"
#include "compiler/constants/library_trees.h"
#include "compiler/functions/functions.h"

namespace kernelc::constants {
namespace {

// A file of stdlib/, parsed and indexed.
class ParsedFile {
 public:
  explicit ParsedFile(const functions::StdlibFile& file) {
    const std::string path = "stdlib/" + std::string(file.name) + ".py";
    const FileId id = sources_.AddText(path, std::string(file.text));
    const std::span<const LibraryTree> trees = library_trees();
    const auto tree = std::ranges::find(trees, file.name, &LibraryTree::name);
    KC_CHECK(tree != trees.end(), "no tree of {}", path);
    module_ = ast::Load(tree->tree, id);
    index_ = IndexLibrary(sources_, *module_);
    const std::vector<FunctionEntry>& entries = index_->entries();
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const FunctionInfo& function = index_->entry_function(i);
      KC_CHECK(function.decorator_errors.empty(), "the decorators of {} in {}", function.name, path);
      functions_.emplace(entries[i].name, &function);
    }
  }

  const FunctionInfo& Find(std::string_view name) const {
    const auto found = functions_.find(name);
    KC_CHECK(found != functions_.end(), "no function {} in stdlib", name);
    return *found->second;
  }

 private:
  SourceManager sources_;
  std::unique_ptr<ast::Module> module_;
  std::shared_ptr<const FileIndexImpl> index_;
  std::unordered_map<std::string_view, const FunctionInfo*> functions_;
};

}  // namespace

const FunctionInfo& LibraryFunction(std::string_view function) {
  static std::mutex mutex;
  static auto* parsed = new std::unordered_map<std::string_view, ParsedFile>();
  const std::size_t dot = function.find('.');
  const std::string_view file_name = function.substr(0, dot);
  const std::scoped_lock lock(mutex);
  auto found = parsed->find(file_name);
  if (found == parsed->end()) {
    const std::span<const functions::StdlibFile> files = functions::stdlib_files();
    const auto file = std::ranges::find(files, file_name, &functions::StdlibFile::name);
    KC_CHECK(file != files.end(), "no file {} in stdlib", file_name);
    found = parsed->try_emplace(file->name, *file).first;
  }
  return found->second.Find(function.substr(dot + 1));
}

}  // namespace kernelc::constants
