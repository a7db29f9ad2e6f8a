// host_values FILE..., host_values --list: what the names of host programs are when they have run,
// a line of JSON each. With --list, the files are named on standard input.
// host_values --time FILE: milliseconds that a run of the program takes, without parsing it: the
// first in the process, the least and the median of 51.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>
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

void Time(const std::string& path) {
  Program program(path);
  std::vector<double> times;
  for (int i = 0; i < 51; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    static_cast<void>(host::RunToEnd(program.sources, *program.module, program.inputs));
    const std::chrono::duration<double, std::milli> passed =
        std::chrono::steady_clock::now() - begin;
    times.push_back(passed.count());
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
