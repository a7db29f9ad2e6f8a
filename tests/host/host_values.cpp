// host_values FILE..., host_values --list: what the names of host programs are when they have run,
// a line of JSON each. With --list, the files are named on standard input.
// host_values --time FILE: milliseconds of the processor that a run of the program takes, without
// parsing it and the files that it imports: the first in the process, the least and the median of
// 51, or of as many as two seconds allow.
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <tuple>
#include <vector>

#include "compiler/diag/emitter.h"
#include "compiler/host/host.h"
#include "compiler/parse/parse.h"

namespace kernelc {
namespace {

namespace fs = std::filesystem;

// Files beside the program, in its package and those that it imports, and no environment.
class Folder : public host::World {
 public:
  // The path of the program.
  std::string main;

  std::optional<host::ModuleFile> FindModule(const std::string& importer, unsigned level,
                                             std::string_view dotted) override {
    fs::path folder = fs::path(level == 0 ? main : importer).parent_path();
    for (unsigned i = 1; i < level; ++i) {
      folder = folder.parent_path();
    }
    // Of a package's file, the folder that holds the package, as for `python -m`.
    while (level == 0 && fs::is_regular_file(folder / "__init__.py") &&
           folder.has_relative_path()) {
      folder = folder.parent_path();
    }
    return FindIn(folder, dotted);
  }
  static std::optional<host::ModuleFile> FindIn(const fs::path& folder, std::string_view dotted) {
    fs::path path = folder;
    for (std::string part; const char c : std::string(dotted) + ".") {
      if (c == '.') {
        path /= part;
        part.clear();
      } else {
        part += c;
      }
    }
    host::ModuleFile file;
    file.name = dotted;
    if (fs::is_regular_file(path.string() + ".py")) {
      file.path = path.string() + ".py";
    } else if (fs::is_regular_file(path / "__init__.py")) {
      file.path = (path / "__init__.py").string();
      file.folder = path.string();
    } else {
      return std::nullopt;
    }
    file.text = BytesOf(file.path);
    return file;
  }
  static std::optional<std::string> BytesOf(const std::string& path) {
    std::ifstream stream(path, std::ios::binary);
    return stream ? std::optional(std::string(std::istreambuf_iterator<char>(stream), {}))
                  : std::nullopt;
  }
  FileBytes ReadFile(const std::string& path) override { return {true, BytesOf(path)}; }
  FilePlace PlaceOf(const std::string& path) override { return kernelc::PlaceOf(path); }
  std::optional<std::string> Variable(const std::string&) override { return std::nullopt; }
};

// A file that is parsed, and what its run is given.
struct Program {
  explicit Program(const std::string& path) {
    world.main = path;
    diag::CollectingConsumer faults;
    diag::Emitter emitter(faults);
    const FileId file = sources.AddText(path, world.ReadFile(path).bytes.value_or(""));
    module = parse::Parse(sources, file, emitter);
    is_parsed = !emitter.has_errors();
    inputs.world = &world;
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  SourceManager sources;
  Folder world;
  std::unique_ptr<ast::Module> module;
  // Without it, nothing is compiled.
  bool is_parsed = false;
  host::Inputs inputs;
};

nlohmann::ordered_json ValuesOf(const std::string& path) {
  Program program(path);
  if (!program.is_parsed) {
    return {{"*", {{"unknown", "not parsed"}}}};
  }
  program.inputs.wants_texts = true;
  const auto outcome =
      host::RunUntilLaunch(program.sources, *program.module, program.inputs, nullptr);
  nlohmann::ordered_json values = nlohmann::ordered_json::object();
  for (const auto& [name, found] : outcome->files.at(path)) {
    if (name.starts_with("__")) {
      continue;
    }
    nlohmann::ordered_json& value = values[name];
    if (!found.text.empty()) {
      value["value"] = found.text;
    } else {
      value["unknown"] = found.reason;
      value["line"] = found.where.has_value() ? program.sources.begin(found.where).line : 0;
    }
  }
  return values;
}

void Print(const std::string& path) {
  std::string line;
  try {
    line = ValuesOf(path).dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
  } catch (const std::exception& error) {
    std::cerr << path << ": " << error.what() << "\n";
    line = "null";
  }
  std::cout << line << std::endl;
}

// Files that are imported are parsed when they are first found, as kernelc does.
class ParsedFolder : public Folder {
 public:
  explicit ParsedFolder(SourceManager& sources) : sources_(&sources) {}

  std::optional<host::ModuleFile> FindModule(const std::string& importer, unsigned level,
                                             std::string_view dotted) override {
    std::optional<host::ModuleFile> file;
    const auto key = std::tuple(importer, level, std::string(dotted));
    if (const auto found = found_.find(key); found != found_.end()) {
      return found->second;
    }
    const std::clock_t begin = std::clock();
    file = Folder::FindModule(importer, level, dotted);
    if (file && file->text) {
      diag::CollectingConsumer faults;
      diag::Emitter emitter(faults);
      std::unique_ptr<ast::Module>& tree = trees_[file->path];
      if (tree == nullptr) {
        tree = parse::Parse(*sources_, sources_->AddText(file->path, *file->text), emitter);
      }
      file->tree = tree.get();
    }
    parsing_ += std::clock() - begin;
    return found_[key] = file;
  }
  std::clock_t parsing() const { return parsing_; }

 private:
  SourceManager* sources_;
  std::map<std::tuple<std::string, unsigned, std::string>, std::optional<host::ModuleFile>> found_;
  std::map<std::string, std::unique_ptr<ast::Module>> trees_;
  std::clock_t parsing_ = 0;
};

void Time(const std::string& path) {
  Program program(path);
  ParsedFolder world(program.sources);
  program.inputs.world = &world;
  std::vector<double> times;
  for (double sum = 0; times.size() < 51 && sum < 2000; sum += times.back()) {
    const std::clock_t begin = std::clock() - world.parsing();
    static_cast<void>(host::RunToEnd(program.sources, *program.module, program.inputs));
    const std::clock_t passed = std::clock() - world.parsing() - begin;
    times.push_back(static_cast<double>(passed) * 1000 / CLOCKS_PER_SEC);
  }
  const double first = times[0];
  std::ranges::sort(times);
  fmt::print("{:.2f} {:.2f} {:.2f}\n", first, times[0], times[times.size() / 2]);
}

}  // namespace
}  // namespace kernelc

int main(int argc, char** argv) {
  if (argc == 2 && std::string(argv[1]) == "--list") {
    for (std::string path; std::getline(std::cin, path);) {
      kernelc::Print(path);
    }
    return 0;
  }
  if (argc == 3 && std::string(argv[1]) == "--time") {
    kernelc::Time(argv[2]);
    return 0;
  }
  for (int i = 1; i < argc; ++i) {
    kernelc::Print(argv[i]);
  }
  return 0;
}
