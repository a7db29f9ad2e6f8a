// embed_trees FOLDER OUTPUT HEADER NAMESPACE ROW FUNCTION: run while building. Writes the table
// behind HEADER: FUNCTION() gives one ROW {name, tree} for each Python file of the folder, the tree
// as ast::Store makes it.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "compiler/ast/stored.h"
#include "compiler/diag/emitter.h"
#include "compiler/parse/parse.h"

namespace kernelc {
namespace {

// A literal of C++ that holds `bytes`.
std::string Literal(std::string_view bytes) {
  std::string literal = "\"";
  for (const char byte : bytes) {
    const auto code = static_cast<unsigned char>(byte);
    const bool is_plain = code >= ' ' && code < 0x7f && code != '"' && code != '\\' && code != '?';
    literal += is_plain ? std::string(1, byte) : fmt::format("\\{:03o}", code);
  }
  return literal + '"';
}

// A row of the table; empty where the file has errors, which are printed.
std::string Row(const std::filesystem::path& path) {
  SourceManager sources;
  diag::CollectingConsumer faults;
  diag::Emitter emitter(faults);
  const Result<FileId> file = sources.AddFile(path.string());
  if (!file.ok()) {
    fmt::print(stderr, "{}: cannot be read\n", path.string());
    return {};
  }
  const std::string tree = ast::Store(*parse::Parse(sources, *file, emitter));
  for (const diag::Diagnostic& fault : faults.diagnostics()) {
    fmt::print(stderr, "{}:{}: {}\n", path.string(), sources.begin(fault.range).line,
               fault.message);
  }
  return emitter.has_errors() ? std::string()
                              : fmt::format("    {{\"{}\", {{{}, {}}}}},\n", path.stem().string(),
                                            Literal(tree), tree.size());
}

int Run(std::span<char* const> arguments) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(arguments[0])) {
    if (entry.path().extension() == ".py") {
      files.push_back(entry.path());
    }
  }
  std::ranges::sort(files);
  std::string rows;
  for (const std::filesystem::path& path : files) {
    const std::string row = Row(path);
    if (row.empty()) {
      return 1;
    }
    rows += row;
  }
  std::ofstream(arguments[1]) << fmt::format(
      "// Generated from {}; edits are lost.\n#include \"{}\"\n\nnamespace kernelc::{} "
      "{{\nnamespace {{\n\n"
      "constexpr {} kFiles[] = {{\n{}}};\n\n}}  // namespace\n\n"
      "std::span<const {}> {}() {{ return kFiles; }}\n\n}}  // namespace kernelc::{}\n",
      arguments[0], arguments[2], arguments[3], arguments[4], rows, arguments[4], arguments[5],
      arguments[3]);
  return 0;
}

}  // namespace
}  // namespace kernelc

int main(int argc, char** argv) {
  constexpr int kArguments = 7;
  if (argc != kArguments) {
    fmt::print(stderr, "usage: embed_trees FOLDER OUTPUT HEADER NAMESPACE ROW FUNCTION\n");
    return 2;
  }
  return kernelc::Run({argv + 1, argv + argc});
}
