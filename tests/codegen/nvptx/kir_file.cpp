#include "tests/codegen/nvptx/kir_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "compiler/kir/parser.h"

namespace kernelc::test {

namespace {

// Takes `line` when it starts with the directive, and gives what follows.
bool TakeDirective(const std::string& line, const std::string& directive, std::string& rest) {
  const std::string prefix = "// " + directive + ": ";
  if (!line.starts_with(prefix)) {
    return false;
  }
  rest = line.substr(prefix.size());
  return true;
}

KirFile ReadKirFile(const std::filesystem::path& path) {
  KirFile file;
  file.name = path.stem().string();
  std::ifstream stream(path);
  std::string line;
  while (std::getline(stream, line)) {
    file.text += line + "\n";
    std::string rest;
    if (TakeDirective(line, "CHECK", rest)) {
      file.in_order.push_back(rest);
    } else if (TakeDirective(line, "CHECK-NOT", rest)) {
      file.absent.push_back(rest);
    } else if (TakeDirective(line, "NEEDS", rest)) {
      file.needs_libdevice = rest == "libdevice";
    } else if (TakeDirective(line, "WITH", rest)) {
      file.coarsen = rest == "coarsen";
    } else if (line.starts_with("// CHECK-COUNT ")) {
      CountCheck check;
      std::istringstream words(line.substr(15));
      words >> check.count;
      words.ignore(2);
      std::getline(words, check.text);
      file.counts.push_back(check);
    }
  }
  return file;
}

std::vector<std::string> LinesOf(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  std::string line;
  while (std::getline(stream, line)) {
    lines.push_back(line);
  }
  return lines;
}

}  // namespace

std::vector<KirFile> ReadKirFiles(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".kir") {
      paths.push_back(entry.path());
    }
  }
  std::sort(paths.begin(), paths.end());
  std::vector<KirFile> files;
  for (const std::filesystem::path& path : paths) {
    files.push_back(ReadKirFile(path));
  }
  return files;
}

codegen::TargetOptions OptionsFor(const KirFile& file, std::string arch) {
  codegen::TargetOptions options;
  options.arch = std::move(arch);
  options.coarsen = file.coarsen;
  return options;
}

Result<codegen::CodegenOutput> EmitText(const std::string& kir_text,
                                        const codegen::TargetOptions& options) {
  Result<kir::Module> module = kir::Parse(kir_text);
  if (!module) {
    return module.failure();
  }
  return codegen::EmitPtx(*module, nullptr, options);
}

std::string PtxOf(const codegen::CodegenOutput& output) {
  const auto& bytes = output.code.bytes;
  return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

std::string CheckPtx(const KirFile& file, const std::string& ptx) {
  const std::vector<std::string> lines = LinesOf(ptx);
  const auto contains = [](const std::string& text) {
    return [&text](const std::string& line) { return line.find(text) != std::string::npos; };
  };
  std::string faults;
  auto place = lines.begin();
  for (const std::string& text : file.in_order) {
    const auto found = std::find_if(place, lines.end(), contains(text));
    if (found == lines.end()) {
      faults += fmt::format("no line after {} has `{}`\n", place - lines.begin(), text);
      continue;
    }
    place = found + 1;
  }
  for (const std::string& text : file.absent) {
    if (std::any_of(lines.begin(), lines.end(), contains(text))) {
      faults += fmt::format("a line has `{}`\n", text);
    }
  }
  for (const CountCheck& check : file.counts) {
    const auto count = std::count_if(lines.begin(), lines.end(), contains(check.text));
    if (static_cast<std::size_t>(count) != check.count) {
      faults += fmt::format("{} lines have `{}`, not {}\n", count, check.text, check.count);
    }
  }
  return faults;
}

}  // namespace kernelc::test
