// Parses files for comparison with CPython; scripts/parse_stdlib and the tests here run it.
//
//   parse_tool [--positions] FILE...    prints each tree
//   parse_tool [--positions] -          reads paths from standard input, one a line; for each
//   prints
//                                       "<number of errors> <size of the text>\n" and the text,
//                                       which is the tree, or the diagnostics when there are errors
//   parse_tool --time FILE...           prints the time of each parse
//
// --positions prints a line for every node with a place: kind, line, column, end line, end column.
// The inside of f-strings is left out, because older Pythons have no right places for it.
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <iostream>
#include <string>

#include "compiler/ast/printer.h"
#include "compiler/ast/walk.h"
#include "compiler/parse/parse.h"

namespace kernelc {
namespace {

// CPython gives these nodes no place.
bool HasPlace(const ast::Node* node) {
  return node->kind != ast::NodeKind::Arguments && node->kind != ast::NodeKind::Comprehension &&
         node->kind != ast::NodeKind::WithItem && node->kind != ast::NodeKind::MatchCase;
}

void PrintPositions(const SourceFile& file, const ast::Node* node, std::string& out) {
  if (HasPlace(node)) {
    const LineColumn begin = file.line_column(node->range.begin);
    const LineColumn end = file.line_column(node->range.end);
    // Columns count bytes from 0, as in CPython.
    out += fmt::format("{} {} {} {} {}\n", ast::node_kind_name(node->kind), begin.line,
                       node->range.begin - file.line_begin(begin.line), end.line,
                       node->range.end - file.line_begin(end.line));
  }
  if (node->kind == ast::NodeKind::JoinedStr) {
    return;
  }
  ast::ForEachChild(node, [&](const ast::Node* child) { PrintPositions(file, child, out); });
}

struct Outcome {
  int errors = 0;
  std::string text;
};

Outcome ParsePath(const std::string& path, bool positions) {
  SourceManager sources;
  diag::CollectingConsumer diagnostics;
  diag::Emitter emitter(diagnostics);
  auto file = sources.AddFile(path);
  if (!file) {
    return {1, file.failure().message + "\n"};
  }
  const auto module = parse::Parse(sources, *file, emitter);
  Outcome outcome{emitter.error_count(), {}};
  for (const diag::Diagnostic& diagnostic : diagnostics.diagnostics()) {
    const LineColumn place = sources.begin(diagnostic.range);
    outcome.text += fmt::format("{}:{}:{}: {} [{}]\n", path, place.line, place.column,
                                diagnostic.message, diag::kind_info(diagnostic.kind).name);
  }
  if (outcome.errors == 0 && positions) {
    for (const ast::Stmt* statement : module->body()) {
      PrintPositions(sources.file(*file), statement, outcome.text);
    }
  } else if (outcome.errors == 0) {
    outcome.text += ast::Print(*module);
  }
  return outcome;
}

void PrintTime(const std::string& path) {
  const auto begin = std::chrono::steady_clock::now();
  SourceManager sources;
  diag::CollectingConsumer diagnostics;
  diag::Emitter emitter(diagnostics);
  auto file = sources.AddFile(path);
  if (file) {
    parse::Parse(sources, *file, emitter);
    const std::chrono::duration<double, std::micro> time = std::chrono::steady_clock::now() - begin;
    fmt::print("{} bytes={} errors={} us={:.0f}\n", path, sources.file(*file).text().size(),
               emitter.error_count(), time.count());
  }
}

int Main(int argc, char** argv) {
  bool positions = false;
  bool time = false;
  int status = 0;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--positions") {
      positions = true;
    } else if (argument == "--time") {
      time = true;
    } else if (time) {
      PrintTime(argument);
    } else if (argument == "-") {
      for (std::string path; std::getline(std::cin, path);) {
        const Outcome outcome = ParsePath(path, positions);
        fmt::print("{} {}\n{}", outcome.errors, outcome.text.size(), outcome.text);
        std::fflush(stdout);
      }
    } else {
      const Outcome outcome = ParsePath(argument, positions);
      fmt::print("{}\n", outcome.text);
      status |= outcome.errors != 0 ? 1 : 0;
    }
  }
  return status;
}

}  // namespace
}  // namespace kernelc

int main(int argc, char** argv) { return kernelc::Main(argc, argv); }
