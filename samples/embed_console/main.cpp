// A console for kernels that its user writes: reads a text, compiles it, runs it on a picture and
// shows that; a text that is wrong is answered with what is wrong and where, and the next one is read.
#include <kernelc/program.h>

#include <cstdio>
#include <cstring>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

namespace {

constexpr std::int64_t kHeight = 12;
constexpr std::int64_t kWidth = 48;
// The user's kernel: draw(picture, frame), with a thread for each point.
constexpr const char* kKernel = "draw";
constexpr std::string_view kInks = " .:-=+*#%@";

// A picture of numbers from 0 (dark) to 9.
void Show(const std::vector<std::int32_t>& picture) {
  for (std::int64_t y = 0; y < kHeight; ++y) {
    std::string line;
    for (std::int64_t x = 0; x < kWidth; ++x) {
      const std::int32_t value = picture[static_cast<std::size_t>(y * kWidth + x)];
      line += kInks[static_cast<std::size_t>(value < 0 ? 0 : value > 9 ? 9 : value)];
    }
    std::printf("|%s|\n", line.c_str());
  }
}

std::vector<std::string> Lines(const std::string& text) {
  std::vector<std::string> lines(1);
  for (const char c : text) {
    if (c == '\n') {
      lines.emplace_back();
    } else {
      lines.back() += c;
    }
  }
  return lines;
}

// One fault as this program likes to show it: its own layout, from the structured diagnostic.
void Explain(const kernelc::CompileDiagnostic& fault, const std::vector<std::string>& lines) {
  std::printf("%s in line %u: %s\n", fault.severity.c_str(), fault.line, fault.message.c_str());
  if (fault.line >= 1 && fault.line <= lines.size()) {
    std::printf("    %s\n    %*s^\n", lines[fault.line - 1].c_str(),
                static_cast<int>(fault.column) - 1, "");
  }
  if (!fault.help.empty()) {
    std::printf("    %s\n", fault.help.c_str());
  }
}

// Users make mistakes that only running shows: with checks on, these become errors of the host
// instead of wild memory accesses.
kernelc::ProgramOptions CarefulOptions() {
  kernelc::ProgramOptions options;
  options.check.bounds = true;
  return options;
}

// Compiles and runs one text. False when it was wrong.
bool RunText(const kernelc::Context& context, const std::string& text, std::int32_t frame) {
  const std::vector<std::string> lines = Lines(text);
  try {
    const auto program = kernelc::Program::FromSource(text, "your kernel", CarefulOptions());
    const kernelc::JitKernel kernel = program.kernel(kKernel);
    const kernelc::DeviceArray<std::int32_t> picture(
        kernelc::DeviceArrayAny::Zeros(context, kernelc::ScalarKind::Int32, {kHeight, kWidth}));
    kernel.Launch({.grid = {2, 1}, .block = {32, 16}}, picture, frame);
    // What the kernel's threads met is thrown here.
    context.Synchronize();
    for (const kernelc::CompileDiagnostic& warning : program.warnings()) {
      Explain(warning, lines);
    }
    Show(picture.ToVector());
    return true;
  } catch (const kernelc::CompileError& error) {
    for (const kernelc::CompileDiagnostic& fault : error.diagnostics()) {
      Explain(fault, lines);
    }
  } catch (const kernelc::KernelError& error) {
    std::printf("stopped in line %u: %s\n", error.line(), error.fault().text.c_str());
  } catch (const kernelc::Error& error) {
    std::printf("%s\n", error.message().c_str());
  }
  return false;
}

// Lines up to one that holds only a dot; nothing at the end of the input.
std::optional<std::string> ReadText(std::istream& in) {
  std::string text;
  std::string line;
  while (std::getline(in, line)) {
    if (line == ".") {
      return text;
    }
    text += line + "\n";
  }
  return text.empty() ? std::nullopt : std::optional(text);
}

}  // namespace

int main(int argc, char** argv) {
  const bool has_device = argc == 3 && std::strcmp(argv[1], "--device") == 0;
  if (argc != 1 && !has_device) {
    std::fprintf(stderr, "usage: embed_console [--device cpu|cuda] < texts\n");
    return 2;
  }
  try {
    const kernelc::Context context(has_device ? kernelc::device(argv[2])
                                              : kernelc::default_device());
    std::printf("Write a kernel draw(picture, frame), then a line with a dot.\n");
    int frame = 0;
    int good = 0;
    while (const std::optional<std::string> text = ReadText(std::cin)) {
      std::printf("--- %d\n", ++frame);
      good += RunText(context, *text, frame) ? 1 : 0;
    }
    std::printf("--- %d of %d texts ran\n", good, frame);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
