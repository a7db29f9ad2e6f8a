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

std::string WriteDepfile(const std::string& output, const SourceUnit& unit,
                         const std::vector<cache::FileFact>& facts, const std::vector<std::string>& linked) {
  std::vector<std::string> files;
  AddFile(unit.path(), &files);
  for (const cache::FileFact& fact : facts) {
    if (fact.kind == cache::FactKind::Contents) {
      AddFile(fact.path, &files);
    }
  }
  for (const std::string& file : linked) {
    AddFile(file, &files);
  }
  std::string text = Escape(output) + ":";
  for (const std::string& file : files) {
    text += " \\\n  " + Escape(file);
  }
  return text + "\n";
}

}  // namespace kernelc::driver
