#include "compiler/sema/library.h"

#include <algorithm>
#include <deque>
#include <iterator>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "compiler/parse/parse.h"
#include "compiler/sema/library_files.h"

namespace kernelc::sema {
namespace {

struct Row {
  std::string_view paths;
  std::string_view parameters;
  std::size_t required;
  LibraryTyping typing;
  std::string_view function;
};

constexpr Row kRows[] = {
#define KC_LIBRARY(paths, parameters, required, typing, function) \
  {paths, parameters, required, LibraryTyping::typing, function},
#include "compiler/sema/library.def"
};

struct Tables {
  std::deque<LibraryInfo> infos;
  std::vector<std::string_view> paths;
  std::unordered_map<std::string_view, const LibraryInfo*> by_path;

  Tables() {
    for (const Row& row : kRows) {
      LibraryInfo& info = infos.emplace_back();
      const std::vector<std::string_view> row_paths = SplitBlanks(row.paths);
      info.call.name = row_paths.front();
      info.call.variadic = row.parameters == "*";
      if (!info.call.variadic) {
        info.call.parameters = SplitBlanks(row.parameters);
      }
      info.call.required = row.required;
      info.typing = row.typing;
      info.function = row.function;
      for (const std::string_view path : row_paths) {
        paths.push_back(path);
        by_path.emplace(path, &info);
      }
    }
  }
};

const Tables& tables() {
  static const Tables instance;
  return instance;
}

// A file of stdlib/, parsed and indexed.
class ParsedFile {
 public:
  explicit ParsedFile(const LibraryFile& file) {
    diag::CollectingConsumer consumer;
    diag::Emitter emitter(consumer);
    const std::string path = "stdlib/" + std::string(file.name) + ".py";
    const FileId id = sources_.AddText(path, std::string(file.text));
    module_ = parse::Parse(sources_, id, emitter, {.is_decoded = true});
    index_ = IndexLibrary(sources_, *module_);
    for (const diag::Diagnostic& diagnostic : consumer.diagnostics()) {
      KC_FATAL("{}:{}: {}", path, sources_.begin(diagnostic.range).line, diagnostic.message);
    }
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

const LibraryInfo* FindLibrary(std::string_view path) {
  const auto found = tables().by_path.find(path);
  return found == tables().by_path.end() ? nullptr : found->second;
}

const std::vector<std::string_view>& LibraryPaths() { return tables().paths; }

const FunctionInfo& LibraryFunction(std::string_view function) {
  static std::mutex mutex;
  static auto* parsed = new std::unordered_map<std::string_view, ParsedFile>();
  const std::size_t dot = function.find('.');
  const std::string_view file_name = function.substr(0, dot);
  const std::scoped_lock lock(mutex);
  auto found = parsed->find(file_name);
  if (found == parsed->end()) {
    const std::span<const LibraryFile> files = library_files();
    const auto file = std::ranges::find(files, file_name, &LibraryFile::name);
    KC_CHECK(file != files.end(), "no file {} in stdlib", file_name);
    found = parsed->try_emplace(file->name, *file).first;
  }
  return found->second.Find(function.substr(dot + 1));
}

}  // namespace kernelc::sema
