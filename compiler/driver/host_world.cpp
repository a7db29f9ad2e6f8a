#include "compiler/driver/host_world.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include "compiler/driver/constant_values.h"

namespace kernelc::driver {
namespace {

namespace fs = std::filesystem;

fs::path FolderOf(const std::string& path) { return fs::path(path).parent_path(); }

bool IsFile(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

// The file of module `dotted` in `folder`; none where there is none. A folder without `__init__.py`
// is a package too, but no more than a name.
std::optional<host::ModuleFile> FindIn(const fs::path& folder, std::string_view dotted) {
  fs::path path = folder;
  while (!dotted.empty()) {
    const std::size_t dot = std::min(dotted.find('.'), dotted.size());
    path /= dotted.substr(0, dot);
    dotted.remove_prefix(std::min(dot + 1, dotted.size()));
  }
  host::ModuleFile file;
  std::error_code ignored;
  if (path != folder && IsFile(path.string() + ".py")) {
    file.path = path.string() + ".py";
  } else if (IsFile(path / "__init__.py")) {
    file.path = (path / "__init__.py").string();
    file.folder = path.string();
  } else if (path != folder && fs::is_directory(path, ignored)) {
    file.folder = file.path = path.string();
  } else {
    return std::nullopt;
  }
  return file;
}

// The module's name as seen from `root`: "pkg.sub"; `otherwise` for a file outside of it.
std::string NameFrom(const fs::path& root, const host::ModuleFile& file,
                     std::string_view otherwise) {
  const fs::path place =
      file.folder.empty() ? fs::path(file.path).replace_extension() : fs::path(file.folder);
  std::string name;
  for (const fs::path& part : place.lexically_relative(root)) {
    if (part == "..") {
      return std::string(otherwise);
    }
    name += (name.empty() ? "" : ".") + part.string();
  }
  return name.empty() || name == "." ? std::string(otherwise) : name;
}

}  // namespace

HostWorld::HostWorld(std::string main_path, std::vector<std::string> include_path)
    : main_path_(std::move(main_path)), include_path_(std::move(include_path)) {}

std::optional<host::ModuleFile> HostWorld::FindModule(const std::string& importer, unsigned level,
                                                      std::string_view dotted) {
  std::vector<fs::path> folders;
  if (level > 0) {
    fs::path folder = FolderOf(importer);
    for (unsigned i = 1; i < level; ++i) {
      folder = folder.parent_path();
    }
    folders.push_back(folder);
  } else {
    folders.push_back(FolderOf(main_path_));
    folders.insert(folders.end(), include_path_.begin(), include_path_.end());
  }
  for (const fs::path& folder : folders) {
    if (std::optional<host::ModuleFile> file = FindIn(folder, dotted)) {
      file->name = NameFrom(level > 0 ? FolderOf(main_path_) : folder, *file, dotted);
      if (file->path != file->folder) {
        file->text = ReadFile(file->path).bytes;
      }
      return file;
    }
  }
  return std::nullopt;
}

host::World::FileBytes HostWorld::ReadFile(const std::string& path) {
  const fs::path full = fs::path(path).is_absolute() ? fs::path(path) : fs::current_path() / path;
  std::ifstream stream(full, std::ios::binary);
  if (!stream) {
    return {};
  }
  return {true, std::string(std::istreambuf_iterator<char>(stream), {})};
}

std::optional<std::string> HostWorld::Variable(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  return value != nullptr ? std::optional<std::string>(value) : std::nullopt;
}

std::map<std::string, std::string> DefinesAsPython(const std::vector<std::string>& texts) {
  std::map<std::string, std::string> defines;
  for (const std::string& text : texts) {
    const Result<Definition> definition = SplitDefinition(text);
    if (!definition) {
      continue;
    }
    const std::string& value = definition->value;
    defines[definition->name] = value == "true"    ? "True"
                                : value == "false" ? "False"
                                : value == "none"  ? "None"
                                                   : value;
  }
  return defines;
}

}  // namespace kernelc::driver
