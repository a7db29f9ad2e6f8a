#include "compiler/constants/files.h"

#include <utility>

namespace kernelc::constants {

const std::vector<FunctionEntry>& FileIndex::functions() const { return impl_->entries(); }

std::optional<std::uint32_t> FileIndex::LineOfVariable(std::string_view name) const {
  return index::LineOfVariable(*impl_, name);
}

bool FileIndexImpl::may_rebind_names() const {
  std::call_once(rebinds_once_, [this] { may_rebind_names_ = index::MayRebindNames(module()); });
  return may_rebind_names_;
}

SourceRange FileIndex::hidden_definition() const { return index::HiddenDefinition(impl_->module()); }

const std::vector<diag::Diagnostic>& FileIndex::decorator_errors(std::size_t function) const {
  return impl_->entry_function(function).decorator_errors;
}

FileIndex IndexNames(const SourceManager& sources, const ast::Module& module,
                     const IndexOptions& options) {
  return FileIndex(std::make_shared<FileIndexImpl>(sources, module, options));
}

void IndexFunctions(FileIndex& index) {
  IndexFunctions(index.mutable_impl());
}

void IndexImported(FileIndex index) { IndexImported(index.mutable_impl()); }

void AddSearchFolders(FileIndex& index) { AddSearchFolders(index.mutable_impl()); }

FileIndex IndexFile(const SourceManager& sources, const ast::Module& module,
                    const IndexOptions& options) {
  FileIndex index = IndexNames(sources, module, options);
  IndexFunctions(index);
  return index;
}

std::shared_ptr<const FileIndexImpl> IndexLibrary(const SourceManager& sources,
                                                  const ast::Module& module) {
  auto index = std::make_shared<FileIndexImpl>(sources, module, IndexOptions(), true);
  IndexFunctions(*index);
  return index;
}

}  // namespace kernelc::constants
