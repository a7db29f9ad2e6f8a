#include "compiler/driver/artifacts/depfile.h"

#include <algorithm>
#include <filesystem>
#include <vector>

namespace kernelc::driver {
namespace {

namespace fs = std::filesystem;

// As make has it.
std::string Escape(const std::string& path) {
  std::string text;
  for (const char c : path) {
    if (c == '$') {
      text += '$';
    } else if (c == ' ' || c == '#' || c == '\\') {
      text += '\\';
    }
    text += c;
  }
  return text;
}

// Each file once, by a path that holds in whatever folder the list is read. Texts of the compiler's own library are no
// files.
void AddFile(const fs::path& given, std::vector<std::string>* files) {
  std::error_code error;
  const std::string path = fs::absolute(given, error).lexically_normal().string();
  if (fs::is_regular_file(path, error) && std::ranges::find(*files, path) == files->end()) {
    files->push_back(path);
  }
}

}  // namespace

std::string WriteDepfile(const std::string& output, const SourceUnit& unit) {
  std::vector<std::string> files;
  for (const FileId file : unit.sources().files()) {
    AddFile(unit.sources().file(file).path(), &files);
  }
  const fs::path folder = fs::path(unit.path()).parent_path();
  for (const sema::FunctionEntry& function : unit.index().functions()) {
    for (const std::string& link : function.links) {
      AddFile(link, &files);
      AddFile(folder / link, &files);
    }
  }
  std::string text = Escape(output) + ":";
  for (const std::string& file : files) {
    text += " \\\n  " + Escape(file);
  }
  return text + "\n";
}

}  // namespace kernelc::driver
