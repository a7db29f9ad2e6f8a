// Reads KIR text, writes PTX (or LLVM IR) to standard output: for looking at what the back end
// makes.
//
//   kir_to_ptx FILE [--arch sm_90] [--ptx N] [--opt N] [--llvm] [--coarsen] [--time N]
#include <chrono>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>

#include "compiler/codegen/codegen.h"
#include "compiler/kir/parser.h"

namespace {

using kernelc::codegen::CodegenOutput;

void PrintTimes(const CodegenOutput& output) {
  double total = 0.0;
  for (const kernelc::codegen::PhaseTime& time : output.times) {
    fmt::print(stderr, "{}={:.2f} ", time.name, time.milliseconds);
    total += time.milliseconds;
  }
  fmt::print(stderr, "total={:.2f} ms\n", total);
}

int Run(int argc, char** argv) {
  kernelc::codegen::TargetOptions options;
  std::string path;
  bool llvm = false;
  int repeat = 1;
  bool timed = false;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    const auto next = [&]() -> std::string { return i + 1 < argc ? argv[++i] : ""; };
    if (argument == "--arch") {
      options.arch = next();
    } else if (argument == "--ptx") {
      options.ptx_version = static_cast<std::uint32_t>(std::stoul(next()));
    } else if (argument == "--opt") {
      options.opt_level = static_cast<unsigned>(std::stoul(next()));
    } else if (argument == "--llvm") {
      llvm = options.keep_llvm_ir = true;
    } else if (argument == "--coarsen") {
      options.coarsen = true;
    } else if (argument == "--time") {
      timed = true;
      repeat = std::stoi(next());
    } else {
      path = argument;
    }
  }
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  const kernelc::Result<kernelc::kir::Module> module = kernelc::kir::Parse(text.str());
  if (!module) {
    fmt::print(stderr, "{}:{}\n", path, module.failure().message);
    return 1;
  }
  for (int i = 0; i < repeat; ++i) {
    const kernelc::Result<CodegenOutput> output =
        kernelc::codegen::EmitPtx(*module, nullptr, options);
    if (!output) {
      fmt::print(stderr, "{}\n", output.failure().message);
      return 1;
    }
    if (timed) {
      PrintTimes(*output);
    }
    if (i + 1 == repeat && !timed) {
      const auto& bytes = output->code.bytes;
      const std::string ptx(reinterpret_cast<const char*>(bytes.data()), bytes.size());
      std::fputs(llvm ? output->llvm_ir.c_str() : ptx.c_str(), stdout);
    }
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return Run(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 4;
  }
}
