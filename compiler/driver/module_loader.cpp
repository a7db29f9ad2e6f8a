#include "compiler/driver/module_loader.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <optional>
#include <system_error>
#include <utility>

#include "compiler/advice/advice.h"
#include "compiler/diag/emitter.h"
#include "compiler/host/host.h"
#include "compiler/parse/parse.h"

namespace kernelc::driver {
namespace {

namespace fs = std::filesystem;

// Folders above the importing file that are looked in.
constexpr int kMaxFoldersAbove = 8;
// A module with a larger file is data rather than code.
constexpr std::uintmax_t kMaxFileBytes = std::uintmax_t{16} << 20;

std::string JoinName(std::string_view package, std::string_view name) {
  return package.empty() ? std::string(name) : std::string(package) + "." + std::string(name);
}

}  // namespace

struct ModuleLoader::Entry {
  sema::ImportedModule module;
  std::unique_ptr<ast::Module> tree;
  sema::ExpandedFile expanded;
};

ModuleLoader::ModuleLoader(SourceManager& sources, std::string main_path, ModuleOptions options)
    : sources_(&sources),
      main_path_(fs::path(std::move(main_path)).lexically_normal()),
      options_(std::move(options)) {
  std::map<std::string, std::string> texts;
  for (auto& [path, text] : options_.texts) {
    texts[(main_path_.parent_path() / path).lexically_normal().string()] = std::move(text);
  }
  options_.texts = std::move(texts);
}

ModuleLoader::~ModuleLoader() = default;

void ModuleLoader::SetMain(const sema::FileIndex& index) {
  auto entry = std::make_unique<Entry>();
  entry->module.name = main_path_.stem().string();
  entry->module.path = main_path_.string();
  entry->module.index = index;
  std::unique_ptr<Entry>& place = entries_[main_path_.string()];
  if (place != nullptr) {
    // Files that import it while its texts were looked for refer to what they found.
    earlier_main_ = std::move(place);
  }
  place = std::move(entry);
}

std::vector<cache::FileFact> ModuleLoader::facts() const {
  const std::lock_guard lock(mutex_);
  std::vector<cache::FileFact> facts = contents_;
  for (const auto& [path, is_file] : files_) {
    facts.push_back({is_file ? cache::FactKind::File : cache::FactKind::NoFile, path, {}});
  }
  for (const auto& [path, is_folder] : folders_) {
    facts.push_back({is_folder ? cache::FactKind::Folder : cache::FactKind::NoFolder, path, {}});
  }
  for (const auto& [name, value] : variables_) {
    facts.push_back(cache::VariableFact(name, value));
  }
  return facts;
}

bool ModuleLoader::IsFile(const fs::path& path) const {
  if (path == main_path_ || options_.texts.contains(path.string())) {
    return true;
  }
  if (!options_.use_files) {
    return false;
  }
  std::error_code error;
  const bool is_file = fs::is_regular_file(path, error);
  files_[path.string()] = is_file;
  if (is_file && fs::file_size(path, error) > kMaxFileBytes) {
    cache::AddFact(contents_, cache::SameFact(path.string()));
    return false;
  }
  return is_file;
}

bool ModuleLoader::IsFolder(const fs::path& path) const {
  if (options_.use_files) {
    std::error_code error;
    const bool is_folder = fs::is_directory(path, error);
    folders_[path.string()] = is_folder;
    if (is_folder) {
      return true;
    }
  }
  const std::string prefix = (path / "").string();
  return std::ranges::any_of(options_.texts,
                             [&](const auto& text) { return text.first.starts_with(prefix); });
}

void ModuleLoader::Read(Entry& entry, const fs::path& path) {
  FileId file;
  const auto text = options_.texts.find(path.string());
  const bool is_text = text != options_.texts.end();
  if (is_text) {
    file = sources_->AddText(path.string(), text->second);
  } else {
    const Result<FileId> read = sources_->AddFile(path.string());
    if (!read) {
      return;
    }
    file = *read;
    contents_.push_back(cache::ContentsFact(path.string(), sources_->file(file).text()));
  }
  diag::CollectingConsumer consumer;
  diag::Emitter emitter(consumer);
  diag::CollectingConsumer misuses;
  diag::Emitter misuse_emitter(misuses);
  entry.tree =
      parse::Parse(*sources_, file, emitter, {.is_decoded = is_text, .misuses = &misuse_emitter});
  for (diag::Diagnostic& diagnostic : consumer.Take()) {
    if (diagnostic.severity == diag::Severity::Error) {
      entry.module.syntax_errors.push_back(std::move(diagnostic));
    }
  }
  sema::IndexOptions options{this, entry.module.name};
  entry.expanded = sema::ExpandTexts(*sources_, *entry.tree, options);
  options.expanded = &entry.expanded;
  entry.module.index = sema::IndexNames(*sources_, *entry.tree, options);
  constants::AddSearchFolders(*entry.module.index);
  std::ranges::move(advice::JudgeImportedMisuses(*entry.module.index, misuses.Take()),
                    std::back_inserter(entry.module.syntax_errors));
}

const sema::ImportedModule* ModuleLoader::LoadFile(const fs::path& path, std::string name,
                                                   const fs::path& folder) {
  const auto [place, inserted] = entries_.try_emplace(path.string());
  if (inserted) {
    place->second = std::make_unique<Entry>();
    Entry& entry = *place->second;
    entry.module.name = std::move(name);
    entry.module.path = path.string();
    entry.module.folder = folder.string();
    Read(entry, path);
  }
  return &place->second->module;
}

const sema::ImportedModule* ModuleLoader::Namespace(const fs::path& folder, std::string name) {
  const auto [place, inserted] = entries_.try_emplace((folder / "").string());
  if (inserted) {
    place->second = std::make_unique<Entry>();
    place->second->module.name = std::move(name);
    place->second->module.folder = folder.string();
  }
  return &place->second->module;
}

const sema::ImportedModule* ModuleLoader::FindIn(const fs::path& folder, std::string_view dotted) {
  fs::path place = folder;
  std::string name;
  const sema::ImportedModule* module = nullptr;
  while (!dotted.empty()) {
    const std::size_t dot = dotted.find('.');
    const std::string part(dotted.substr(0, dot));
    dotted = dot == std::string_view::npos ? std::string_view() : dotted.substr(dot + 1);
    name = JoinName(name, part);
    place = (place / part).lexically_normal();
    fs::path file = place;
    file += ".py";
    if (IsFile(place / "__init__.py")) {
      // A package's own file is read when somebody asks for it, not on the way to a submodule.
      module = dotted.empty() ? LoadFile(place / "__init__.py", name, place) : nullptr;
    } else if (dotted.empty() && IsFile(file)) {
      return LoadFile(file, name, {});
    } else if (IsFolder(place)) {
      module = dotted.empty() ? Namespace(place, name) : nullptr;
    } else {
      return nullptr;
    }
  }
  return module;
}

// Python's path for a file in `folder`: what the program puts first, there, where the main file is,
// the include path, what the program adds, the folder that holds the package, and those above it,
// where projects keep their packages. `in_packages`: the folder itself, and those above. Folders
// that are packages themselves are none of them: `cuda.core` is not `numba/cuda/core`.
std::vector<fs::path> ModuleLoader::SearchFolders(const fs::path& folder, bool in_packages) const {
  std::vector<fs::path> folders = first_folders_;
  // A package's own `pandas.py` is none for its files, which ask for their neighbours by `from .
  // import`.
  if (in_packages && folder != main_path_.parent_path() && !IsFile(folder / "__init__.py")) {
    folders.push_back(folder);
  }
  folders.push_back(main_path_.parent_path());
  for (const std::string& include : options_.include_path) {
    folders.emplace_back(fs::path(include).lexically_normal());
  }
  folders.insert(folders.end(), last_folders_.begin(), last_folders_.end());
  if (!options_.use_files || !in_packages) {
    return folders;
  }
  std::error_code error;
  fs::path above = fs::absolute(folder.empty() ? fs::path(".") : folder, error).lexically_normal();
  fs::path printed = folder;
  for (int i = 0; i < kMaxFoldersAbove && above.has_relative_path(); ++i) {
    above = above.parent_path();
    printed = folder.is_absolute() ? above : (printed / "..").lexically_normal();
    if (!above.has_relative_path()) {
      break;
    }
    if (!IsFile(printed / "__init__.py")) {
      folders.push_back(printed);
    }
  }
  return folders;
}

const sema::ImportedModule* ModuleLoader::Import(const std::string& importer, unsigned level,
                                                 std::string_view dotted) {
  const std::lock_guard lock(mutex_);
  fs::path folder = fs::path(importer).parent_path();
  if (level > 0) {
    for (unsigned i = 1; i < level; ++i) {
      folder = (folder / "..").lexically_normal();
    }
    if (!dotted.empty()) {
      return FindIn(folder, dotted);
    }
    // The folder of a file named without one is this one; an empty path means a module without
    // submodules.
    folder = folder.empty() ? fs::path(".") : folder;
    const fs::path init = folder / "__init__.py";
    const std::string name = folder.filename().string();
    return IsFile(init) ? LoadFile(init, name, folder) : Namespace(folder, name);
  }
  const sema::ImportedModule* package = nullptr;
  // A package's own `enum.py` is none for its files: Python's library comes before what only
  // packages hold.
  const bool is_library = host::IsLibraryModule(dotted.substr(0, dotted.find('.')));
  for (const fs::path& place : SearchFolders(folder, !is_library)) {
    const sema::ImportedModule* module = FindIn(place, dotted);
    // A folder without a file may be anything; a module of the name elsewhere is better.
    if (module != nullptr && module->index) {
      return module;
    }
    package = package == nullptr ? module : package;
  }
  return package;
}

const sema::ImportedModule* ModuleLoader::Submodule(const sema::ImportedModule& package,
                                                    std::string_view name) {
  const std::lock_guard lock(mutex_);
  const fs::path place = (fs::path(package.folder) / name).lexically_normal();
  fs::path file = place;
  file += ".py";
  const std::string full = JoinName(package.name, name);
  if (IsFile(place / "__init__.py")) {
    return LoadFile(place / "__init__.py", full, place);
  }
  if (IsFile(file)) {
    return LoadFile(file, full, {});
  }
  return IsFolder(place) ? Namespace(place, full) : nullptr;
}

void ModuleLoader::ReadFunctions(const sema::ImportedModule& module) {
  // Modules that this one's decorators ask for may import it.
  const std::lock_guard lock(mutex_);
  constants::IndexImported(*module.index);
}

void ModuleLoader::AddFolder(const std::string& folder, bool first) {
  const std::lock_guard lock(mutex_);
  const fs::path beside = main_path_.parent_path();
  fs::path place = fs::path(folder);
  if (place.is_absolute() && !beside.is_absolute()) {
    // Diagnostics print paths as the main file's is given.
    std::error_code error;
    const fs::path base = fs::absolute(beside.empty() ? fs::path(".") : beside, error);
    place = place.lexically_normal().lexically_relative(base.lexically_normal());
  }
  place = (beside / place).lexically_normal();
  if (first) {
    first_folders_.insert(first_folders_.begin(), place);
  } else {
    last_folders_.push_back(place);
  }
}

sema::ModuleResolver::FileBytes ModuleLoader::ReadBytes(const std::string& path) {
  const std::lock_guard lock(mutex_);
  const fs::path place(path);
  if (const auto text = options_.texts.find(place.lexically_normal().string());
      text != options_.texts.end()) {
    return {true, text->second};
  }
  if (!options_.use_files) {
    return {};
  }
  if (!IsFile(place)) {
    // Also of a file that is too large.
    return {!files_[place.string()], std::nullopt};
  }
  std::ifstream stream(place, std::ios::binary);
  std::string contents{std::istreambuf_iterator<char>(stream), {}};
  cache::AddFact(contents_, cache::ContentsFact(path, contents));
  return {true, std::move(contents)};
}

FilePlace ModuleLoader::PlaceOf(const std::string& path) {
  const std::lock_guard lock(mutex_);
  const fs::path normal = fs::path(path).lexically_normal();
  std::error_code error;
  const bool is_text =
      normal == fs::absolute(main_path_, error) || options_.texts.contains(normal.string());
  FilePlace place =
      options_.use_files ? kernelc::PlaceOf(path) : FilePlace{fs::file_type::none, normal.string()};
  if (options_.use_files) {
    cache::AddFact(contents_, cache::PlaceFact(path, place));
  }
  place.type = is_text ? fs::file_type::regular : place.type;
  return place;
}

std::optional<std::string> ModuleLoader::Variable(const std::string& name) {
  const std::lock_guard lock(mutex_);
  const auto [place, is_new] = variables_.try_emplace(name);
  if (const char* const value = is_new ? std::getenv(name.c_str()) : nullptr) {
    place->second = value;
  }
  return place->second;
}

}  // namespace kernelc::driver
