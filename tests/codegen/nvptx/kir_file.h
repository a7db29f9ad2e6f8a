// A .kir test file: KIR text with directives in comments.
//
//   // CHECK: text           a line of the PTX contains the text, in the order of the directives
//   // CHECK-NOT: text       no line does
//   // CHECK-COUNT n: text   exactly n lines do
//   // WITH: coarsen         what the launch of a program asks for beside the kernel
//   // NEEDS: libdevice       a build without libdevice must refuse the file instead
#pragma once

#include <filesystem>
#include <ostream>
#include <string>
#include <vector>

#include "compiler/base/result.h"
#include "compiler/codegen/codegen.h"
#include "compiler/kir/kir.h"

namespace kernelc::test {

struct CountCheck {
  std::size_t count = 0;
  std::string text;
};

struct KirFile {
  std::string name;
  std::string text;
  std::vector<std::string> in_order;
  std::vector<std::string> absent;
  std::vector<CountCheck> counts;
  bool needs_libdevice = false;
  bool coarsen = false;
};

// For the messages of GoogleTest.
inline void PrintTo(const KirFile& file, std::ostream* stream) { *stream << file.name; }

// The files of the folder, sorted by name.
std::vector<KirFile> ReadKirFiles(const std::filesystem::path& folder);

// Parses and emits; a failure of either is the result's.
Result<codegen::CodegenOutput> EmitText(const std::string& kir_text,
                                        const codegen::TargetOptions& options);
std::string PtxOf(const codegen::CodegenOutput& output);

// The options of the file for a target.
codegen::TargetOptions OptionsFor(const KirFile& file, std::string arch);

// What is wrong with `ptx` by the directives of the file, one line each; empty when all hold.
std::string CheckPtx(const KirFile& file, const std::string& ptx);

}  // namespace kernelc::test
